//! The moves of the World Game of Sprouts Association.
//!
//! `f(g)h` joins f to h with the new spot g. What its notation page leaves open is settled here so that every move has one
//! text, and the README says so:
//!
//! * `[L]`, after a curve that cuts its region: L lists the live spots of the other boundaries that lie on the right hand of
//!   somebody going from f over g to h (clockwise around L), or inside the loop if f and h are the same; `[L]!` lists those
//!   on the other side. Without a list nothing lies on the right; `[]!` is read for nothing on the left.
//! * `f(g@i)h`, where f and h share two regions: g is put into the region that the live spot i touches. Without `@` it goes
//!   into the region that has no live spot of its own.
//! * `f!(g)h`, `f(g)h!`: where f can be reached at either of its two sites, `!` says that somebody walking from g to f has
//!   the higher-numbered neighbour of f on the left hand; without it the lower one is there.

use crate::drawn::{Curve, Drawn, Move, Site, Spot};
use crate::records::reading::{choose, complement, curves, lower_first, named, neighbours, number};
use crate::records::refusal::{Reason, Refusal};
use crate::records::syntax::{WgosaEnd, WrittenWgosa};

pub fn interpret(position: &Drawn, written: &WrittenWgosa) -> Result<Move, Refusal> {
    let ends = written.ends.map(|end| end.spot);
    choose(position, readings(position, written), ends, |played| write(position, played))
}

fn readings(position: &Drawn, written: &WrittenWgosa) -> Result<Vec<Move>, Reason> {
    let curves = curves(position, written.ends.map(|end| end.spot), written.new)?;
    let mut kept = Vec::new();
    let mut refused = Reason::Ambiguous;
    for curve in curves {
        match listed(position, curve, written) {
            Ok(played) => kept.push(played),
            Err(reason) => refused = reason,
        }
    }
    if kept.is_empty() {
        return Err(refused);
    }
    let mut kept = near(position, kept, written.near)?;
    for (nth, WgosaEnd { is_marked, .. }) in written.ends.iter().enumerate() {
        at_site(position, &mut kept, nth, *is_marked);
    }
    Ok(kept)
}

fn listed(position: &Drawn, curve: Curve, written: &WrittenWgosa) -> Result<Move, Reason> {
    if !curve.cuts() {
        let is_plain = written.list.is_empty() && !written.is_reversed;
        return if is_plain { Ok(Move { curve, right: vec![] }) } else { Err(Reason::SeparatesNothing) };
    }
    let named = named(position, &curve, &written.list, !written.is_reversed)?;
    let others = position.live_others(&curve);
    let right = if written.is_reversed { others.into_iter().filter(|b| !named.contains(b)).collect() } else { named };
    Ok(Move { curve, right })
}

/// Keeps the curves in the region that `@` names, or, without it, in the region that cannot be named.
fn near(position: &Drawn, moves: Vec<Move>, near: Option<u32>) -> Result<Vec<Move>, Reason> {
    if let Some(spot) = near {
        let is_there = |played: &Move| {
            let index = spot as usize - 1;
            index < position.spot_count() && position.is_alive(index) && position.touches(index, played.curve.region)
        };
        let kept: Vec<Move> = moves.into_iter().filter(is_there).collect();
        return if kept.is_empty() { Err(Reason::NotNear(spot)) } else { Ok(kept) };
    }
    let unnamed = |played: &Move| own_spot(position, &played.curve).is_none();
    if moves.iter().any(unnamed) { Ok(moves.into_iter().filter(unnamed).collect()) } else { Ok(moves) }
}

/// Where the ends of a curve share two regions: the lowest live spot, other than the ends, of the curve's region that is
/// not in the other one too.
fn own_spot(position: &Drawn, curve: &Curve) -> Option<Spot> {
    let ends = [curve.x, curve.y].map(|site| position.spot_at(curve.region, site));
    if ends[0] == ends[1] {
        return None;
    }
    let shared = (0..position.regions().len()).filter(|&r| ends.iter().all(|&spot| position.touches(spot, r)));
    let other = shared.into_iter().find(|&r| r != curve.region)?;
    let boundaries = 0..position.regions()[curve.region].len();
    let spots = boundaries.flat_map(|b| position.live_spots(curve.region, b));
    spots.filter(|spot| !ends.contains(spot) && !position.touches(*spot, other)).min()
}

/// Where two sites of an end are left, keeps the curves that end at the one that the mark means.
fn at_site(position: &Drawn, moves: &mut Vec<Move>, nth: usize, is_marked: bool) {
    if has_choice(position, moves, nth) {
        moves.retain(|played| is_violation(position, &played.curve, nth) == Some(is_marked));
    }
}

fn end(curve: &Curve, nth: usize) -> Site {
    if nth == 0 { curve.x } else { curve.y }
}

/// Whether the neighbour on the left is the higher one; `None` if both are the same spot.
fn is_violation(position: &Drawn, curve: &Curve, nth: usize) -> Option<bool> {
    let (left, right) = neighbours(position, curve.region, end(curve, nth));
    (left != right).then_some(left > right)
}

/// Whether an end can be reached at two sites with different neighbours.
fn has_choice(position: &Drawn, moves: &[Move], nth: usize) -> bool {
    let sides: Vec<Option<bool>> = moves.iter().map(|played| is_violation(position, &played.curve, nth)).collect();
    sides.contains(&Some(true)) && sides.contains(&Some(false))
}

pub fn write(position: &Drawn, played: &Move) -> String {
    let played = lower_first(position, played);
    let curve = &played.curve;
    let spots = [curve.x, curve.y].map(|site| position.spot_at(curve.region, site));
    let own = own_spot(position, curve);
    let between = position.curves_between(spots[0], spots[1]).into_iter();
    let mut rivals: Vec<Move> = between.map(|curve| Move { curve, right: vec![] }).collect();
    rivals.retain(|rival| match own {
        Some(own) => position.touches(own, rival.curve.region),
        None => own_spot(position, &rival.curve).is_none(),
    });
    let marks = marks(position, &played, rivals);
    let near = own.map(|spot| format!("@{}", number(spot))).unwrap_or_default();
    let list = if curve.cuts() { list(position, &played) } else { String::new() };
    let [f, h] = spots.map(number);
    format!("{f}{}({}{near}){h}{}{list}", marks[0], number(position.spot_count()), marks[1])
}

/// The marks of both ends of a move, given all curves that could be meant without them. An end whose sites come to the same
/// needs none, whichever of them the curve was drawn to.
fn marks(position: &Drawn, played: &Move, mut rivals: Vec<Move>) -> [&'static str; 2] {
    let curve = &played.curve;
    let seen = position.play(played).live_view();
    let mut marks = ["", ""];
    for (nth, mark) in marks.iter_mut().enumerate() {
        if !has_choice(position, &rivals, nth) {
            continue;
        }
        let violation = is_violation(position, curve, nth);
        let matters = rivals.iter().any(|rival| {
            let is_elsewhere = rival.curve.region != curve.region;
            let is_at_other_site = is_violation(position, &rival.curve, nth) != violation;
            let is_same_else = is_elsewhere || end(&rival.curve, 1 - nth) == end(curve, 1 - nth);
            let right = if is_elsewhere { vec![] } else { played.right.clone() };
            let drawn = Move { curve: rival.curve, right };
            is_at_other_site && is_same_else && position.play(&drawn).live_view() != seen
        });
        if matters && violation == Some(true) {
            *mark = "!";
        }
        rivals.retain(|rival| is_violation(position, &rival.curve, nth) == violation);
    }
    marks
}

fn list(position: &Drawn, played: &Move) -> String {
    let curve = &played.curve;
    let spots = |boundaries: &[usize]| -> Vec<u32> {
        let live = boundaries.iter().flat_map(|&b| position.live_spots(curve.region, b));
        let mut list: Vec<u32> = live.map(number).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let right = spots(&played.right);
    let left = spots(&complement(position, played));
    if left.is_empty() && right.is_empty() {
        return String::new();
    }
    let is_shorter = !left.is_empty() && left.len() < right.len();
    // The sides of a loop on a spot without lines are alike: either list serves, and none needs the mark.
    if position.degree(position.spot_at(curve.region, curve.x)) == 0 {
        let list = if (left.len(), &left) < (right.len(), &right) { left } else { right };
        return if list.is_empty() { String::new() } else { format!("[{}]", ranges(&list)) };
    }
    match (right.is_empty(), is_shorter) {
        (true, _) => String::new(),
        (_, true) => format!("[{}]!", ranges(&left)),
        _ => format!("[{}]", ranges(&right)),
    }
}

/// Three numbers in a row and more are written with a dash.
fn ranges(list: &[u32]) -> String {
    let runs = list.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}-{last}")],
        few => few.iter().map(u32::to_string).collect(),
    });
    texts.collect::<Vec<_>>().join(",")
}
