//! The search for readings of a written move, for both notations: curves between two spots, sides, and the choice among readings.

use crate::drawn::{Curve, Drawn, Move, Site, Spot};
use crate::records::refusal::{Reason, Refusal};

/// Readings that are shown to somebody whose move is refused.
const SHOWN: usize = 8;
/// Ways to send boundaries to the sides beyond which readings are not listed.
const MOST_WAYS: u32 = 12;

/// The number of a spot as people write it.
pub fn number(spot: Spot) -> u32 {
    spot as u32 + 1
}

/// The curves between two spots given by their numbers, or why there are none.
pub fn curves(position: &Drawn, ends: [u32; 2], new: u32) -> Result<Vec<Curve>, Reason> {
    let expected = number(position.spot_count());
    for end in ends {
        if end == 0 || end >= expected {
            return Err(Reason::UnknownSpot(end));
        }
    }
    let [from, to] = ends.map(|end| end as usize - 1);
    for spot in [from, to] {
        if !position.is_alive(spot) {
            return Err(Reason::Dead(number(spot)));
        }
    }
    if !position.may_join(from, to) {
        return Err(Reason::LoopOnOneLife(number(from)));
    }
    if new != expected {
        return Err(Reason::WrongNewSpot { given: new, expected });
    }
    let curves = position.curves_between(from, to);
    if curves.is_empty() { Err(Reason::Apart(ends[0], ends[1])) } else { Ok(curves) }
}

/// The curves between two spots given by their numbers, whatever the number of the new spot.
pub fn curves_between(position: &Drawn, ends: [u32; 2]) -> Result<Vec<Curve>, Reason> {
    curves(position, ends, number(position.spot_count()))
}

/// The same move drawn from the other end: left and right change places. A loop stays as it is.
pub fn reversed(position: &Drawn, played: &Move) -> Move {
    let Curve { region, x, y } = played.curve;
    if x == y {
        return played.clone();
    }
    let curve = Curve { region, x: y, y: x };
    let right = if curve.cuts() { complement(position, played) } else { vec![] };
    Move { curve, right }
}

/// The live boundaries on the left of a cutting move.
pub fn complement(position: &Drawn, played: &Move) -> Vec<usize> {
    position.live_others(&played.curve).into_iter().filter(|b| !played.right.contains(b)).collect()
}

/// The move with its lower-numbered end first.
pub fn lower_first(position: &Drawn, played: &Move) -> Move {
    let [x, y] = [played.curve.x, played.curve.y].map(|site| position.spot_at(played.curve.region, site));
    if x > y { reversed(position, played) } else { played.clone() }
}

/// The boundaries that a list of spots names, if they can all be sent to one side. A spot of the boundary that is cut
/// names none, but must come to lie on that side.
pub fn named(position: &Drawn, curve: &Curve, list: &[u32], on_right: bool) -> Result<Vec<usize>, Reason> {
    let others = position.live_others(curve);
    let mut named = Vec::new();
    for &spot in list {
        let is_it = |other: Spot| number(other) == spot;
        let mut holders = others.iter().filter(|&&b| position.live_spots(curve.region, b).any(is_it));
        match holders.next() {
            Some(&boundary) => named.push(boundary),
            None if cut_side(position, curve, on_right).any(is_it) => {}
            None => return Err(Reason::NotSeparable(spot)),
        }
    }
    named.sort_unstable();
    named.dedup();
    Ok(named)
}

/// The live spots of the cut boundary that lie on one side of the curve, its ends not included.
pub fn cut_side<'a>(position: &'a Drawn, curve: &Curve, on_right: bool) -> impl Iterator<Item = Spot> + use<'a> {
    let Curve { region, x, y } = *curve;
    let corners = &position.regions()[region][x.boundary];
    let length = corners.len();
    let (from, to) = if on_right { (y.at, x.at) } else { (x.at, y.at) };
    let steps = match (x == y, on_right) {
        (true, true) => 0,
        (true, false) => length - 1,
        (false, _) => (to + length - from) % length - 1,
    };
    (1..=steps).map(move |step| corners[(from + step) % length].spot).filter(|&spot| position.is_alive(spot))
}

/// The neighbours of a site that somebody who comes from inside the region has on the left and on the right hand.
pub fn neighbours(position: &Drawn, region: usize, site: Site) -> (Spot, Spot) {
    let corners = &position.regions()[region][site.boundary];
    let length = corners.len();
    (corners[(site.at + length - 1) % length].spot, corners[(site.at + 1) % length].spot)
}

/// The one reading, if all that there are come to the same; otherwise why not, with the readings that are legal.
pub fn choose(
    position: &Drawn,
    readings: Result<Vec<Move>, Reason>,
    ends: [u32; 2],
    write: impl Fn(&Move) -> String,
) -> Result<Move, Refusal> {
    let readings = match readings {
        Ok(readings) => readings,
        Err(reason) => return Err(refuse(position, reason, legal(position, ends), write)),
    };
    let Some((first, others)) = readings.split_first() else {
        return Err(refuse(position, Reason::Ambiguous, legal(position, ends), write));
    };
    let view = |played: &Move| position.play(played).live_view();
    if !others.is_empty() {
        let seen = view(first);
        if others.iter().any(|other| view(other) != seen) {
            return Err(refuse(position, Reason::Ambiguous, readings, write));
        }
    }
    Ok(first.clone())
}

fn refuse(position: &Drawn, reason: Reason, moves: Vec<Move>, write: impl Fn(&Move) -> String) -> Refusal {
    let mut readings: Vec<String> = moves.iter().map(|played| write(&lower_first(position, played))).collect();
    readings.sort_unstable();
    readings.dedup();
    let further = readings.len().saturating_sub(SHOWN);
    readings.truncate(SHOWN);
    Refusal { reason, readings, further }
}

/// All moves between two spots, unless they are very many.
fn legal(position: &Drawn, ends: [u32; 2]) -> Vec<Move> {
    let expected = number(position.spot_count());
    if ends.iter().any(|&end| end == 0 || end >= expected) {
        return vec![];
    }
    let mut moves = Vec::new();
    for curve in position.curves_between(ends[0] as usize - 1, ends[1] as usize - 1) {
        let others = position.live_others(&curve);
        let ways = if curve.cuts() { others.len() as u32 } else { 0 };
        if ways > MOST_WAYS {
            return vec![];
        }
        for mask in 0..1u32 << ways {
            let chosen = others.iter().take(ways as usize).enumerate().filter(|(nth, _)| mask >> nth & 1 == 1);
            moves.push(Move { curve, right: chosen.map(|(_, &boundary)| boundary).collect() });
        }
    }
    moves
}
