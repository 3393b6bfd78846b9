//! A drawn position from Hoey's full notation, in which every site of every spot is listed.
//!
//! The walks tell which spots follow each other, but where two lines join the same two spots, not which line is which. The
//! sides of lines are paired so that the lines around every spot form one circle; with Euler's formula that makes the walks a
//! drawing in the plane.

use crate::drawn::position::{Corner, Drawn, Line, ORDINARY, Region, Spot};
use std::collections::BTreeMap;

/// Pairings tried before giving up; a drawing of a game has few parallel lines.
const MOST_PAIRINGS: usize = 20_000;
const MOST_SPOTS: usize = 1_000;

/// Why a text is not a full drawing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotDrawn {
    #[error(
        "`{0}` is no spot: a drawn position lists spot numbers with `,`, `;` and `/` between them, the dead ones too"
    )]
    Syntax(String),
    #[error("spot {0} is missing: a drawn position lists spots 1 to {1}, the dead ones too (or draw a record)")]
    Missing(usize, usize),
    #[error("spot {0} is listed more than three times")]
    TooOften(usize),
    #[error(
        "there is a way from spot {0} to spot {1} but none back: all sites must be listed, the dead ones too (or draw a record)"
    )]
    OneSided(usize, usize),
    #[error("this cannot be drawn in the plane")]
    NotPlane,
}

/// A step of a walk: region, boundary, corner.
type Step = (usize, usize, usize);

impl Drawn {
    /// Reads Hoey's full notation.
    pub fn from_full_hoey(text: &str) -> Result<Drawn, NotDrawn> {
        let mut regions: Vec<Vec<Vec<Spot>>> = Vec::new();
        for region in text.trim().split('/') {
            let boundary = |text: &str| text.split([',', '-']).map(spot).collect::<Result<Vec<Spot>, NotDrawn>>();
            regions.push(region.split(';').map(boundary).collect::<Result<_, _>>()?);
        }
        let degrees = degrees(&regions)?;
        let steps = steps(&regions);
        let mut choices: Vec<(Vec<Step>, Vec<Step>)> = Vec::new();
        for (&(from, to), there) in steps.iter().filter(|((from, to), _)| from < to) {
            let back = steps.get(&(to, from)).cloned().unwrap_or_default();
            if back.len() != there.len() {
                return Err(NotDrawn::OneSided(from + 1, to + 1));
            }
            choices.push((there.clone(), back));
        }
        if let Some((&(from, to), _)) =
            steps.iter().find(|((from, to), _)| from >= to && !steps.contains_key(&(*to, *from)) || from == to)
        {
            return Err(NotDrawn::OneSided(from + 1, to + 1));
        }
        if !is_euler(&regions, &degrees) {
            return Err(NotDrawn::NotPlane);
        }
        pair(&regions, degrees, &choices).ok_or(NotDrawn::NotPlane)
    }
}

fn spot(text: &str) -> Result<Spot, NotDrawn> {
    let number: Option<usize> = text.trim().parse().ok();
    number
        .filter(|number| (1..=MOST_SPOTS).contains(number))
        .map(|number| number - 1)
        .ok_or_else(|| NotDrawn::Syntax(text.trim().into()))
}

fn degrees(regions: &[Vec<Vec<Spot>>]) -> Result<Vec<usize>, NotDrawn> {
    let spots = regions.iter().flatten().flatten().max().map_or(0, |&last| last + 1);
    let mut sites = vec![0; spots];
    let mut is_alone = vec![false; spots];
    for boundary in regions.iter().flatten() {
        for &spot in boundary {
            sites[spot] += 1;
            is_alone[spot] = boundary.len() == 1;
        }
    }
    for (spot, &sites) in sites.iter().enumerate() {
        match sites {
            0 => return Err(NotDrawn::Missing(spot + 1, spots)),
            1..=ORDINARY => {}
            _ => return Err(NotDrawn::TooOften(spot + 1)),
        }
    }
    Ok(sites.into_iter().zip(is_alone).map(|(sites, is_alone)| if is_alone { 0 } else { sites }).collect())
}

/// The steps from spot to spot, by their ends.
fn steps(regions: &[Vec<Vec<Spot>>]) -> BTreeMap<(Spot, Spot), Vec<Step>> {
    let mut steps: BTreeMap<(Spot, Spot), Vec<Step>> = BTreeMap::new();
    for (r, region) in regions.iter().enumerate() {
        for (b, boundary) in region.iter().enumerate().filter(|(_, boundary)| boundary.len() > 1) {
            for at in 0..boundary.len() {
                let ends = (boundary[at], boundary[(at + 1) % boundary.len()]);
                steps.entry(ends).or_default().push((r, b, at));
            }
        }
    }
    steps
}

/// Spots less lines plus regions is one more than the number of connected parts.
fn is_euler(regions: &[Vec<Vec<Spot>>], degrees: &[usize]) -> bool {
    let mut part: Vec<usize> = (0..degrees.len()).collect();
    let find = |part: &Vec<usize>, mut spot: usize| {
        while part[spot] != spot {
            spot = part[spot];
        }
        spot
    };
    for boundary in regions.iter().flatten() {
        for pair in boundary.windows(2) {
            let (a, b) = (find(&part, pair[0]), find(&part, pair[1]));
            part[a.max(b)] = a.min(b);
        }
    }
    let parts = (0..part.len()).filter(|&spot| part[spot] == spot).count();
    let lines = degrees.iter().sum::<usize>() / 2;
    degrees.len() + regions.len() == lines + parts + 1
}

/// Tries pairings until the lines around every spot form one circle.
fn pair(regions: &[Vec<Vec<Spot>>], degrees: Vec<usize>, choices: &[(Vec<Step>, Vec<Step>)]) -> Option<Drawn> {
    let ways: Vec<usize> = choices.iter().map(|(there, _)| (1..=there.len()).product()).collect();
    let total = ways.iter().try_fold(1usize, |total, &ways| total.checked_mul(ways)).unwrap_or(usize::MAX);
    for way in 0..total.min(MOST_PAIRINGS) {
        let mut code = way;
        let mut lines = 0;
        let corners = |boundary: &Vec<Spot>| boundary.iter().map(|&spot| Corner { spot, out: None }).collect();
        let mut drawn: Vec<Region> = regions.iter().map(|region| region.iter().map(corners).collect()).collect();
        for ((there, back), &ways) in choices.iter().zip(&ways) {
            let mut back = back.clone();
            let mut digit = code % ways;
            code /= ways;
            for &step in there {
                let other = back.remove(digit % back.len());
                digit /= back.len() + 1;
                for (r, b, at) in [step, other] {
                    drawn[r][b][at].out = Some(lines);
                }
                lines += 1;
            }
        }
        if is_round(&drawn, &degrees) {
            let initial = degrees.len().saturating_sub(lines / 2);
            return Some(Drawn { max_degree: ORDINARY, degrees, regions: drawn, lines, initial });
        }
    }
    None
}

/// Whether going around every spot from line to line meets all its lines before it comes back.
fn is_round(regions: &[Region], degrees: &[usize]) -> bool {
    let mut next: BTreeMap<(Spot, Line), Line> = BTreeMap::new();
    for boundary in regions.iter().flatten() {
        for (at, corner) in boundary.iter().enumerate() {
            let before = boundary[(at + boundary.len() - 1) % boundary.len()];
            if let (Some(into), Some(out)) = (before.out, corner.out) {
                next.insert((corner.spot, into), out);
            }
        }
    }
    degrees.iter().enumerate().filter(|&(_, &degree)| degree > 0).all(|(spot, &degree)| {
        let Some((&(_, first), _)) = next.range((spot, 0)..(spot + 1, 0)).next() else { return false };
        let (mut line, mut met) = (first, 0);
        loop {
            match next.get(&(spot, line)) {
                Some(&other) => line = other,
                None => return false,
            }
            met += 1;
            if line == first || met > degree {
                return met == degree;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_positions_are_read_back() {
        for text in
            ["1;2;3", "1,3;2/1,3", "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9", "1,4,2,5,3,5,6/1,6,5,2,4", "1,3,2,4,2,3/2,4"]
        {
            assert_eq!(Drawn::from_full_hoey(text).unwrap().full_hoey(), text);
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        for (text, expected) in [
            ("1;x", NotDrawn::Syntax("x".into())),
            ("1;3", NotDrawn::Missing(2, 3)),
            ("1,2,1,2,1,2,1,2", NotDrawn::TooOften(1)),
            ("1,2,3", NotDrawn::OneSided(1, 2)),
            ("1,3/1,3;2/1", NotDrawn::NotPlane),
            ("1,2/1,2/3/4", NotDrawn::NotPlane),
        ] {
            assert_eq!(Drawn::from_full_hoey(text).unwrap_err(), expected, "{text}");
        }
    }
}
