//! Greatest degree 2 (FORMAT-VARIANTS.md sections 3 and 4): a certificate lists lost positions, each option of which has
//! an option in the list. That a game always takes as many moves as there are spots is not used.

use super::{bad_body, number};
use crate::budget::Budget;
use crate::certificate::Outcome;
use crate::error::{Result, error};
use crate::others::fault::{Evidence, cut, must};
use serde::{Deserialize, Serialize};

/// The numbers of spots of degree 0 and of open paths.
type Region = (u64, u64);
/// The regions in increasing order, none of them (0, 0).
type Position = Vec<Region>;

/// Who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DegreeTwo {
    pub spots: u32,
    pub misere: bool,
    pub result: Outcome,
}

impl DegreeTwo {
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
            Ok(is_won)
        };
        for (number, position) in (1..).zip(&lost) {
            if self.misere && position.is_empty() {
                return Err(error!(WrongStep, "claim {number} is the empty position, which is won in misere play"));
            }
            for option in options(position) {
                if !is_won(&option)? {
                    let (position, option) = (written(position), written(&option));
                    let why = format!("the option {option} has no option that is claimed");
                    return Err(error!(WrongStep, "claim {number}, {position}: {why}"));
                }
            }
        }
        let follows = self.result == Outcome::Loss && is_lost(&start) || self.result == Outcome::Win && is_won(&start)?;
        let why = "is not settled as stated";
        if follows { Ok(()) } else { Err(error!(NotProven, "by the claims, the start {} {why}", written(&start))) }
    }
}

/// Reads the claims, which must increase.
fn claims(evidence: &Evidence) -> Result<Vec<Position>> {
    let (mut body, mut claims) = (evidence.body, Vec::<Position>::new());
    for claim in 1..=evidence.claims as usize {
        let mut position = Position::new();
        for _ in 0..number(&mut body)? {
            position.push((number(&mut body)?, number(&mut body)?));
        }
        let follows = claims.last().is_none_or(|before| *before < position);
        if !follows || !position.is_sorted() || position.contains(&(0, 0)) {
            let why = "its regions are not in order, or it does not come after the claim before";
            return Err(error!(Malformed, "claim {claim}: {why}"));
        }
        claims.push(position);
    }
    if body.is_empty() { Ok(claims) } else { Err(bad_body()) }
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
