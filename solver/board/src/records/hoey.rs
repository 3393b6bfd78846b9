//! Dan Hoey's moves (his letter, elements 3 to 6).
//!
//! `A-C-B` joins A to B with the new spot C. A pier spot (both sites in one boundary) takes the suffix `.N`, the first live
//! spot after the site that is meant. A curve that cuts its region says which of the other boundaries lie on its left (`<`)
//! or on its right (`>`), each by its lowest-numbered live spot. Of the two lists the shorter one is written; `=`, which says
//! that there is nothing to separate, only where two eye spots share both their regions, because there it tells the
//! regions apart (element 6d); elsewhere it is read but not needed.

use crate::drawn::{Curve, Drawn, Move, Site, Spot};
use crate::records::reading::{choose, complement, curves, cut_side, lower_first, named, number};
use crate::records::refusal::{Reason, Refusal};
use crate::records::syntax::{HoeyEnd, Separation, WrittenHoey};

pub fn interpret(position: &Drawn, written: &WrittenHoey) -> Result<Move, Refusal> {
    let ends = written.ends.map(|end| end.spot);
    choose(position, readings(position, written), ends, |played| write(position, played))
}

fn readings(position: &Drawn, written: &WrittenHoey) -> Result<Vec<Move>, Reason> {
    let mut curves = curves(position, written.ends.map(|end| end.spot), written.new)?;
    for (nth, end) in written.ends.iter().enumerate() {
        curves = at_site(position, curves, *end, nth)?;
    }
    let mut moves = Vec::new();
    let mut refused = Reason::Ambiguous;
    for curve in curves {
        match separated(position, curve, written.separation.as_ref()) {
            Ok(played) => moves.push(played),
            Err(reason) => refused = reason,
        }
    }
    if written.separation == Some(Separation::Nothing) {
        // Element 6d: of two regions, `=` means the one in which nothing else lives.
        let is_bare =
            |played: &Move| [false, true].iter().all(|&on| cut_side(position, &played.curve, on).count() == 0);
        if moves.iter().any(is_bare) {
            moves.retain(is_bare);
        }
    }
    if moves.is_empty() { Err(refused) } else { Ok(moves) }
}

/// Keeps the curves that end at the site with the given live spot after it.
fn at_site(position: &Drawn, curves: Vec<Curve>, end: HoeyEnd, nth: usize) -> Result<Vec<Curve>, Reason> {
    let Some(before) = end.before else { return Ok(curves) };
    let site = |curve: &Curve| if nth == 0 { curve.x } else { curve.y };
    let fits = |curve: &Curve| next_live(position, curve.region, site(curve)).map(number) == Some(before);
    let kept: Vec<Curve> = curves.into_iter().filter(fits).collect();
    if kept.is_empty() { Err(Reason::NoSuchSite { spot: end.spot, before }) } else { Ok(kept) }
}

/// The first live spot after a site that is another one than its own.
fn next_live(position: &Drawn, region: usize, site: Site) -> Option<Spot> {
    let corners = &position.regions()[region][site.boundary];
    let own = corners[site.at].spot;
    let after = (1..corners.len()).map(|step| corners[(site.at + step) % corners.len()].spot);
    after.into_iter().find(|&spot| spot != own && position.is_alive(spot))
}

fn separated(position: &Drawn, curve: Curve, separation: Option<&Separation>) -> Result<Move, Reason> {
    if !curve.cuts() {
        return match separation {
            None => Ok(Move { curve, right: vec![] }),
            Some(_) => Err(Reason::SeparatesNothing),
        };
    }
    let others = position.live_others(&curve);
    let right = match separation {
        None if others.is_empty() => vec![],
        None => return Err(Reason::SeparationMissing),
        Some(Separation::Nothing) if others.is_empty() => vec![],
        Some(Separation::Nothing) => return Err(Reason::OthersThere),
        Some(Separation::Right(list)) => named(position, &curve, list, true)?,
        Some(Separation::Left(list)) => {
            let left = named(position, &curve, list, false)?;
            others.into_iter().filter(|b| !left.contains(b)).collect()
        }
    };
    Ok(Move { curve, right })
}

pub fn write(position: &Drawn, played: &Move) -> String {
    let played = lower_first(position, played);
    let end = |nth: usize| {
        let site = if nth == 0 { played.curve.x } else { played.curve.y };
        let spot = number(position.spot_at(played.curve.region, site));
        match pier_site(position, &played, nth) {
            Some(before) => format!("{spot}.{}", number(before)),
            None => spot.to_string(),
        }
    };
    let separation = if played.curve.cuts() { separation(position, &played) } else { String::new() };
    format!("{}-{}-{}{separation}", end(0), number(position.spot_count()), end(1))
}

/// What follows the dot of a pier spot whose two sites are apart. If the sites come to the same, it is the lower number,
/// whichever of them the curve was drawn to.
fn pier_site(position: &Drawn, played: &Move, nth: usize) -> Option<Spot> {
    let Curve { region, x, y } = played.curve;
    let site = if nth == 0 { x } else { y };
    let corners = &position.regions()[region][site.boundary];
    let own = corners[site.at].spot;
    let sites: Vec<usize> = (0..corners.len()).filter(|&at| corners[at].spot == own).collect();
    let after = |at: usize| {
        let next = (1..=corners.len()).map(|step| corners[(at + step) % corners.len()].spot);
        next.into_iter().find(|&spot| position.is_alive(spot))
    };
    // Sites that have nothing live between them are one site to every move (element 2).
    if sites.len() != 2 || sites.iter().any(|&at| after(at) == Some(own)) {
        return None;
    }
    let other = Site { at: sites[0] + sites[1] - site.at, ..site };
    let curve = if nth == 0 { Curve { x: other, ..played.curve } } else { Curve { y: other, ..played.curve } };
    let drawn = Move { curve, right: played.right.clone() };
    let is_same = position.play(&drawn).live_view() == position.play(played).live_view();
    let here = after(site.at);
    if is_same { here.min(after(other.at)) } else { here }
}

fn separation(position: &Drawn, played: &Move) -> String {
    let curve = &played.curve;
    let lowest = |boundaries: &[usize]| -> Vec<u32> {
        let mut list: Vec<u32> =
            boundaries.iter().filter_map(|&b| position.lowest_live(curve.region, b)).map(number).collect();
        list.sort_unstable();
        list
    };
    let right = lowest(&played.right);
    let left = lowest(&complement(position, played));
    let is_double_eye = is_double_eye(position, curve);
    if left.is_empty() && right.is_empty() {
        return if is_double_eye { inner_separation(position, curve) } else { String::new() };
    }
    // A loop on a spot without lines has two sides that are alike, so that either list may follow `>`.
    let left_sign = if position.degree(position.spot_at(curve.region, curve.x)) == 0 { '>' } else { '<' };
    let mut lists = vec![('>', right), (left_sign, left)];
    if is_double_eye {
        lists.retain(|(_, list)| !list.is_empty());
    }
    let shortest = lists.into_iter().min_by(|a, b| (a.1.len(), &a.1).cmp(&(b.1.len(), &b.1)));
    let (sign, list) = shortest.unwrap_or(('>', vec![]));
    let list: Vec<String> = list.iter().map(u32::to_string).collect();
    format!("{sign}{}", list.join(","))
}

/// Elements 6c and 6d: no other boundaries, so the lowest live spot of the boundary itself tells the side, or `=`. If it comes
/// to the same in both regions, the lower spot and `>` are written, whichever of them the curve was drawn in.
fn inner_separation(position: &Drawn, curve: &Curve) -> String {
    let [x, y] = [curve.x, curve.y].map(|site| position.spot_at(curve.region, site));
    let view = |curve: Curve| position.play(&Move { curve, right: vec![] }).live_view();
    let seen = view(*curve);
    let twins = position.curves_between(x, y).into_iter();
    let twins = twins.filter(|twin| twin == curve || (position.live_others(twin).is_empty() && view(*twin) == seen));
    let spots = twins.flat_map(|twin| {
        let side = move |on_right| cut_side(position, &twin, on_right).map(move |spot| (spot, !on_right));
        side(true).chain(side(false)).min()
    });
    match spots.min() {
        Some((spot, on_left)) => format!("{}{}", if on_left { '<' } else { '>' }, number(spot)),
        None => "=".into(),
    }
}

/// Whether the ends are two eye spots that share both their regions.
fn is_double_eye(position: &Drawn, curve: &Curve) -> bool {
    let [x, y] = [curve.x, curve.y].map(|site| position.spot_at(curve.region, site));
    x != y && (0..position.regions().len()).filter(|&r| position.touches(x, r) && position.touches(y, r)).count() >= 2
}
