//! Greatest degree 4 and more (FORMAT-VARIANTS.md sections 2, 5 and 6): the game never ends, since the newest spot can
//! always be joined to itself. A certificate leads to a position, and this is done there, twice.

use crate::container::{Evidence, Reader};
use crate::error::{Error, Malformed, NotProven, Place, Result, WrongStep, ensure};
use crate::values::{must, take_number, within};
use std::fmt::{self, Display, Formatter};

/// Larger certificates are refused.
const MAX_SPOTS: u64 = 1000;

/// That the game of some spots never ends, shown in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Endless {
    pub max_degree: u32,
    pub start: u32,
    pub position: String,
}

impl Display for Endless {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "sprouts {} max-degree {} DRAW", self.start, self.max_degree)
    }
}

impl Endless {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        Ok(Endless { max_degree: reader.u32()?, start: reader.u32()?, position: reader.string()? })
    }

    pub(crate) fn verify(&self, evidence: &Evidence) -> Result<()> {
        evidence.only(true, true)?;
        must(self.max_degree >= 4, "max_degree", self.max_degree, "at least 4")?;
        must(self.start >= 1, "start", self.start, "at least 1")?;
        let (mut body, moves) = (evidence.body, u64::from(evidence.claims));
        must(moves <= body.len() as u64 / 6, "claims", moves, "a sixth of the length of the body or less")?;
        within(MAX_SPOTS, u64::from(self.start) + moves, "spots")?;
        let mut drawing = Drawing::start(self.start as usize, self.max_degree);
        for number in 1..=moves as usize {
            let joined = Join::read(&mut body)?;
            let place = |text| Place::Move { number, text };
            let illegal = |why| Error::from(WrongStep::Illegal(why)).at(place(format!("{joined:?}")));
            drawing.play(&joined).map_err(illegal)?;
        }
        ensure(body.is_empty(), || Malformed::Body)?;
        let (stated, found) = (self.position.clone(), drawing.written());
        ensure(stated == found, || NotProven::Differs { what: "position", stated, found })?;
        for new_degree in [if moves == 0 { 0 } else { 2 }, 2] {
            let newest = drawing.degree.len();
            let joined = drawing.first_loop(newest).filter(|_| drawing.degree[newest - 1] == new_degree);
            let joined = joined.and_then(|joined| drawing.play(&joined).ok());
            joined.ok_or(NotProven::NoLoop(newest))?;
        }
        Ok(())
    }
}

/// The moves of a body as texts, for reading.
pub(crate) fn moves(mut body: &[u8]) -> Result<Vec<String>> {
    let mut moves = vec![];
    while !body.is_empty() {
        let Join { region, from, to, right } = Join::read(&mut body)?;
        moves.push(format!("region {region}, from {from:?} to {to:?}, right {right:?}"));
    }
    Ok(moves)
}

/// A move: a region, and boundary and place in it of both ends. The right list tells what goes to the other side of a
/// curve that closes.
#[derive(Debug)]
struct Join {
    region: usize,
    from: (usize, usize),
    to: (usize, usize),
    right: Vec<usize>,
}

impl Join {
    fn read(body: &mut &[u8]) -> Result<Self> {
        let mut next = || take_number(body).map(|number| number as usize);
        let (region, from, to, count) = (next()?, (next()?, next()?), (next()?, next()?), next()?);
        Ok(Join { region, from, to, right: (0..count).map(|_| next()).collect::<Result<_>>()? })
    }
}

/// A position: regions of boundaries of spots, in their order. Spots are numbered from 1.
struct Drawing {
    regions: Vec<Vec<Vec<usize>>>,
    /// How many curve ends each spot has, and may have.
    degree: Vec<u32>,
    max_degree: u32,
}

impl Drawing {
    fn start(spots: usize, max_degree: u32) -> Self {
        Drawing { regions: vec![(1..=spots).map(|spot| vec![spot]).collect()], degree: vec![0; spots], max_degree }
    }

    /// The spots that a move joins, or why it is not legal.
    fn legal(&self, &Join { region, from, to, ref right }: &Join) -> std::result::Result<(usize, usize), &'static str> {
        let boundaries = self.regions.get(region).ok_or("there is no such region")?;
        let spot = |(b, i): (usize, usize)| boundaries.get(b).and_then(|boundary| boundary.get(i)).copied();
        let (x, y) = spot(from).zip(spot(to)).ok_or("there is no such place")?;
        if [x, y].iter().any(|spot| self.degree[spot - 1] + 1 + u32::from(x == y) > self.max_degree) {
            return Err("a spot would have too many curve ends");
        }
        let can_be_right = |&other: &usize| from.0 == to.0 && other != from.0 && other < boundaries.len();
        if !right.iter().all(can_be_right) || !right.is_sorted_by(|one, other| one < other) {
            return Err("its right list is not one of other boundaries, in order");
        }
        Ok((x, y))
    }

    fn play(&mut self, joined: &Join) -> std::result::Result<(), &'static str> {
        let (x, y) = self.legal(joined)?;
        let Join { region, from: (b, i), to: (c, j), ref right } = *joined;
        let boundaries = &mut self.regions[region];
        // A boundary read from a place, which is passed again at the end if there was a curve already.
        let around = |b: usize, i: usize| {
            let (spot, rotated) = (boundaries[b][i], [&boundaries[b][i..], &boundaries[b][..i]].concat());
            if self.degree[spot - 1] == 0 { rotated } else { [&rotated[..], &[spot]].concat() }
        };
        let z = self.degree.len() + 1;
        if b != c {
            let new = [&around(b, i)[..], &[z], &around(c, j), &[z]].concat();
            *boundaries = others(boundaries, |other| other != b && other != c);
            boundaries.push(new);
        } else {
            // A loop goes all the way round on the left and stays at its spot on the right.
            let (way, length) = (around(b, i), boundaries[b].len());
            let y_at = if i == j { way.len() - 1 } else { (j + length - i) % length };
            let mut left_side = others(boundaries, |other| other != b && !right.contains(&other));
            let mut right_side = others(boundaries, |other| right.contains(&other));
            left_side.push([&way[..=y_at], &[z]].concat());
            right_side.push([&way[y_at..], &[z]].concat());
            *boundaries = left_side;
            self.regions.push(right_side);
        }
        self.degree[x - 1] += 1;
        self.degree[y - 1] += 1;
        self.degree.push(2);
        Ok(())
    }

    /// The loop at the first corner of a spot.
    fn first_loop(&self, spot: usize) -> Option<Join> {
        self.regions.iter().enumerate().find_map(|(region, boundaries)| {
            let place = |boundary: &Vec<usize>| boundary.iter().position(|other| *other == spot);
            let from = boundaries.iter().enumerate().find_map(|(b, boundary)| Some((b, place(boundary)?)))?;
            Some(Join { region, from, to: from, right: vec![] })
        })
    }

    fn written(&self) -> String {
        let boundary = |spots: &Vec<usize>| spots.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let region = |boundaries: &Vec<Vec<usize>>| boundaries.iter().map(boundary).collect::<Vec<_>>().join(";");
        self.regions.iter().map(region).collect::<Vec<_>>().join("/")
    }
}

/// The boundaries with certain numbers.
fn others(boundaries: &[Vec<usize>], keep: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    boundaries.iter().enumerate().filter(|(other, _)| keep(*other)).map(|(_, boundary)| boundary.clone()).collect()
}

#[cfg(test)]
mod tests;
