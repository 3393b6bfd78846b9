//! What a curve crosses or runs over.

use crate::sketch::Why;
use crate::sketch::geometry::{Place, Point, crossings, distance_to_line, length, point_at, self_crossing};
use crate::sketch::plane::Plane;
use board::layout::distance;

/// A curve that goes over a line and comes back, nowhere farther beyond it than this, was meant to run along it.
const GRAZE: f64 = 3.0;
/// A loop that is shorter than this is a slip of the hand.
const SLIP: f64 = 20.0;
/// The part of a spot's radius that nothing may run over.
const HEART: f64 = 0.6;

/// The curve without the small loops of an unsteady hand.
pub fn without_small_loops(curve: &[Point]) -> Result<Vec<Point>, (Why, Option<Point>)> {
    let mut curve = curve.to_vec();
    while let Some((first, again, at)) = self_crossing(&curve) {
        // Two points or more are replaced by one, so this ends.
        let slip = first + 1..again + 1;
        let is_whole = slip.start <= 2 && slip.end + 2 >= curve.len();
        if length(&curve[slip.clone()]) > SLIP || is_whole {
            return Err((Why::CrossesItself, Some(at)));
        }
        curve.splice(slip, [at]);
    }
    Ok(curve)
}

/// Sees that the curve between two spots crosses no line and runs over no other spot.
pub fn nothing(plane: &Plane, curve: &[Point], ends: [usize; 2]) -> Result<(), (Why, Option<Point>)> {
    let mut met: Vec<(Place, usize)> = Vec::new();
    for (nth, line) in plane.lines.iter().enumerate() {
        for [place, _] in crossings(curve, &line.points) {
            if !is_at_an_end(plane, curve, place, ends, line.ends) {
                met.push((place, nth));
            }
        }
    }
    met.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut kept: Vec<(Place, usize)> = Vec::new();
    for (place, line) in met {
        match kept.last() {
            Some(&(before, same)) if same == line && is_shallow(plane, curve, [before, place], line) => {
                kept.pop();
            }
            _ => kept.push((place, line)),
        }
    }
    if let Some(&(place, line)) = kept.first() {
        let [a, b] = plane.lines[line].ends.map(|end| end + 1);
        return Err((Why::Crosses(a.min(b), a.max(b)), Some(point_at(curve, place))));
    }
    let others = (0..plane.spots.len()).filter(|spot| !ends.contains(spot));
    for spot in others {
        let disk = plane.spots[spot];
        if distance_to_line(disk.at, curve) < HEART * disk.radius {
            return Err((Why::RunsOver(spot + 1), Some(disk.at)));
        }
    }
    Ok(())
}

/// Whether a crossing lies on the spot where both the curve and the line end: inside its disk all directions are told apart by
/// where they leave it.
fn is_at_an_end(plane: &Plane, curve: &[Point], place: Place, ends: [usize; 2], of_line: [usize; 2]) -> bool {
    let here = point_at(curve, place);
    let on = |end: usize, part: &[Point]| {
        let disk = plane.spots[end];
        let is_inside = |point: &Point| distance(*point, disk.at) <= disk.radius;
        of_line.contains(&end) && is_inside(&here) && part.iter().all(is_inside)
    };
    on(ends[0], &curve[..=place as usize]) || on(ends[1], &curve[(place as usize + 1).min(curve.len())..])
}

/// Whether the curve stays near a line between two crossings.
fn is_shallow(plane: &Plane, curve: &[Point], [from, to]: [Place; 2], line: usize) -> bool {
    let between = &curve[(from as usize + 1).min(to as usize + 1)..=to as usize];
    between.iter().all(|&point| distance_to_line(point, &plane.lines[line].points) <= GRAZE)
}
