//! Sketched curves: which move of the drawn game a curve is, or why it is none.
//!
//! [`plane`] holds the picture as broken lines. [`trim`] finds the spots that are meant and makes the sketch a smooth curve between
//! them; [`meets`] sees what the curve crosses; [`ends`] tells at which corners it leaves and arrives; [`sides`] which boundaries
//! of the region it has on its right. What is found is a move of `board`, so the rules of the game stand there alone.

pub mod ends;
pub mod geometry;
pub mod meets;
pub mod plane;
pub mod sides;
#[cfg(test)]
mod tests;
pub mod trim;

use board::drawn::{Curve, Drawn, Move};
use geometry::Point;
use plane::Plane;
use std::collections::HashSet;

/// A reason why a sketch is no move. Spots are named by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    #[error("Begin and end on a spot.")]
    NoSpot,
    #[error("That is too short: draw from spot to spot, or a loop back to the same spot.")]
    TooShort,
    #[error("Spot {0} is dead: three lines end there already.")]
    Dead(usize),
    #[error("A loop takes two lives, and spot {0} has one left.")]
    LoopOnOneLife(usize),
    #[error("The curve crosses the line between {0} and {1}.")]
    Crosses(usize, usize),
    #[error("The curve crosses itself.")]
    CrossesItself,
    #[error("The curve runs over spot {0}.")]
    RunsOver(usize),
    #[error("No region touches both {0} and {1} where the curve ends.")]
    Apart(usize, usize),
}

/// A refused sketch.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    pub why: Why,
    /// Where the fault is seen.
    pub at: Option<Point>,
    /// The spots that were meant, as far as they are known.
    pub ends: Option<[usize; 2]>,
}

/// A move that a sketch can be, and the curve made of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub played: Move,
    pub curve: Vec<Point>,
}

/// All moves that a sketch can be, which later moves can tell apart; the likeliest one first.
pub fn read(plane: &Plane, sketch: &[Point]) -> Result<Vec<Reading>, Refused> {
    let nowhere = |why| Refused { why, at: None, ends: None };
    let (Some(&first), Some(&last)) = (sketch.first(), sketch.last()) else { return Err(nowhere(Why::TooShort)) };
    let (starts, goals) = (trim::meant(plane, first), trim::meant(plane, last));
    if starts.is_empty() || goals.is_empty() {
        let at = Some(if starts.is_empty() { first } else { last });
        return Err(Refused { at, ..nowhere(Why::NoSpot) });
    }
    let (mut readings, mut refused): (Vec<Reading>, Option<Refused>) = (Vec::new(), None);
    for &x in &starts {
        for &y in &goals {
            match between(plane, sketch, [x, y]) {
                Ok(found) => readings.extend(found),
                Err(error) => _ = refused.get_or_insert(error),
            }
        }
    }
    let mut seen = HashSet::new();
    readings.retain(|reading| seen.insert(plane.position.play(&reading.played).live_view()));
    if readings.is_empty() { Err(refused.unwrap_or(nowhere(Why::NoSpot))) } else { Ok(readings) }
}

/// The moves that a sketch between two spots can be: of its smooth curve if that is legal, or of the sketch as it is. A curve
/// stands for the sketch only if it passes all spots on the same side.
fn between(plane: &Plane, sketch: &[Point], ends: [usize; 2]) -> Result<Vec<Reading>, Refused> {
    let refused = |(why, at)| Refused { why, at, ends: Some(ends) };
    may_join(plane.position, ends).map_err(|why| refused((why, None)))?;
    let whole = trim::curve(plane, sketch, ends).ok_or(refused((Why::TooShort, None)))?;
    let even = geometry::resampled(&whole, trim::STEP);
    let smooth = geometry::smoothed(&even, trim::SMOOTHING);
    let mut found = Err((Why::CrossesItself, None));
    for curve in [&smooth, &even, &whole] {
        match along(plane, curve, ends) {
            Ok(readings) if readings.iter().all(|reading| is_same_way(plane, &whole, &reading.curve, ends)) => {
                return Ok(readings);
            }
            // A slip of the hand that went around a spot.
            Ok(_) => found = Err((Why::CrossesItself, None)),
            Err(error) => found = Err(error),
        }
    }
    found.map_err(refused)
}

/// Whether a curve passes all spots but its own on the side on which the sketch does.
fn is_same_way(plane: &Plane, sketch: &[Point], curve: &[Point], ends: [usize; 2]) -> bool {
    let between: Vec<Point> = sketch.iter().chain(curve.iter().rev()).copied().collect();
    let mut others = (0..plane.spots.len()).filter(|spot| !ends.contains(spot));
    others.all(|spot| geometry::winding(&between, plane.spots[spot].at) == 0)
}

fn may_join(position: &Drawn, [x, y]: [usize; 2]) -> Result<(), Why> {
    match [x, y].into_iter().find(|&spot| !position.is_alive(spot)) {
        Some(dead) => Err(Why::Dead(dead + 1)),
        None if !position.may_join(x, y) => Err(Why::LoopOnOneLife(x + 1)),
        None => Ok(()),
    }
}

fn along(plane: &Plane, curve: &[Point], [x, y]: [usize; 2]) -> Result<Vec<Reading>, (Why, Option<Point>)> {
    let curve = meets::without_small_loops(curve)?;
    meets::nothing(plane, &curve, [x, y])?;
    let back: Vec<Point> = curve.iter().rev().copied().collect();
    let (from, to) = (ends::corners(plane, x, &curve), ends::corners(plane, y, &back));
    let mut readings = Vec::new();
    for start in &from {
        for goal in to.iter().filter(|goal| goal.region == start.region) {
            // A loop leaves its spot and comes back to it at one corner.
            if x == y && start.site != goal.site {
                continue;
            }
            let drawn = Curve { region: start.region, x: start.site, y: goal.site };
            let right = if drawn.cuts() { sides::right(plane, &drawn, &curve) } else { vec![] };
            readings.push(Reading { played: Move { curve: drawn, right }, curve: curve.clone() });
        }
    }
    if readings.is_empty() { Err((Why::Apart(x + 1, y + 1), None)) } else { Ok(readings) }
}
