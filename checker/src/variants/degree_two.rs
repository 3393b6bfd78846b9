//! Greatest degree 2 (FORMAT-VARIANTS.md sections 3 and 4): a certificate lists lost positions, each option of which has
//! an option in the list. That a game always takes as many moves as there are spots is not used.

use crate::budget::Budget;
use crate::container::{Evidence, Reader};
use crate::error::{Error, Malformed, NotProven, Place, Result, WrongStep, cut, ensure};
use crate::normal::Outcome;
use crate::values::{must, take_number};
use std::fmt::{self, Display, Formatter};

/// The numbers of spots of degree 0 and of open paths.
type Region = (u64, u64);
/// The regions in increasing order, none of them (0, 0).
type Position = Vec<Region>;

/// Who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct DegreeTwo {
    pub spots: u32,
    pub misere: bool,
    pub result: Outcome,
}

impl Display for DegreeTwo {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let play = if self.misere { "misere" } else { "normal" };
        write!(f, "sprouts {} max-degree 2 {play} {}", self.spots, self.result)
    }
}

impl DegreeTwo {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        let (spots, misere) = (reader.u32()?, reader.variant(2, "a truth value: 0 or 1")? == 1);
        let result = [Outcome::Loss, Outcome::Win][reader.variant(2, "a result: 0 or 1")? as usize];
        Ok(DegreeTwo { spots, misere, result })
    }

    pub(crate) fn verify(&self, evidence: &Evidence, budget: &Budget) -> Result<()> {
        evidence.only(true, true)?;
        must(self.spots > 0, "spots", self.spots, "at least 1")?;
        let (lost, start) = (claims(evidence)?, vec![(self.spots.into(), 0)]);
        let is_lost = |position: &Position| lost.binary_search(position).is_ok();
        let is_won = |position: &Position| {
            let mut is_won = self.misere && position.is_empty();
            for option in options(position) {
                budget.work(20 + 2 * option.len() as u64)?;
                is_won |= is_lost(&option);
                if is_won {
                    break;
                }
            }
            Ok::<bool, Error>(is_won)
        };
        for (number, position) in (1..).zip(&lost) {
            let at = |why: WrongStep| Err(Error::from(why).at(Place::Lost(number)));
            if self.misere && position.is_empty() {
                return at(WrongStep::EmptyClaim);
            }
            for option in options(position) {
                if !is_won(&option)? {
                    return at(WrongStep::Unanswered { position: written(position), option: written(&option) });
                }
            }
        }
        let follows = self.result == Outcome::Loss && is_lost(&start) || self.result == Outcome::Win && is_won(&start)?;
        ensure(follows, || NotProven::NotSettled(written(&start)))
    }

    /// The claims as texts, for reading.
    pub(crate) fn claims(&self, evidence: &Evidence) -> Result<Vec<String>> {
        Ok(claims(evidence)?.iter().map(written).collect())
    }
}

/// Reads the claims, which must increase.
fn claims(evidence: &Evidence) -> Result<Vec<Position>> {
    let (mut body, mut claims) = (evidence.body, Vec::<Position>::new());
    for claim in 1..=evidence.claims as usize {
        let mut position = Position::new();
        for _ in 0..take_number(&mut body)? {
            position.push((take_number(&mut body)?, take_number(&mut body)?));
        }
        let follows = claims.last().is_none_or(|before| *before < position);
        let is_right = follows && position.is_sorted() && !position.contains(&(0, 0));
        ensure(is_right, || Malformed::RegionOrder).map_err(|error| error.at(Place::Lost(claim)))?;
        claims.push(position);
    }
    ensure(body.is_empty(), || Malformed::Body)?;
    Ok(claims)
}

/// The options of a position, some of them more than once.
pub(super) fn options(position: &Position) -> impl Iterator<Item = Position> {
    let moves = position.iter().enumerate().flat_map(|(i, &region)| in_region(region).map(move |parts| (i, parts)));
    moves.map(|(i, (one, other))| {
        let mut option = position.clone();
        option[i] = one;
        option.push(other);
        option.retain(|&region| region != (0, 0));
        option.sort_unstable();
        option
    })
}

/// What the moves in a region leave: one region and (0, 0), or two.
fn in_region((s, p): Region) -> impl Iterator<Item = (Region, Region)> {
    let two_spots = (s >= 2).then(|| (s - 2, p + 1));
    let spot_and_path = (s >= 1 && p >= 1).then(|| (s - 1, p));
    let two_paths = (p >= 2).then(|| (s, p - 1));
    let joined = [two_spots, spot_and_path, two_paths].into_iter().flatten().map(|region| (region, (0, 0)));
    let split = |(s, p)| (0..=s).flat_map(move |a| (0..=p).map(move |b| ((a, b), (s - a, p - b))));
    let around = [(s >= 1).then(|| (s - 1, p)), (p >= 1).then(|| (s, p - 1))].into_iter().flatten().flat_map(split);
    joined.chain(around)
}

fn written(position: &Position) -> String {
    let regions: Vec<String> = position.iter().map(|(s, p)| format!("({s}, {p})")).collect();
    if regions.is_empty() { "the empty position".to_string() } else { cut(&regions.join(" + ")) }
}

#[cfg(test)]
mod tests;
