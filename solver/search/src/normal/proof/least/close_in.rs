//! The least number of claims, closed in on from both sides.

use crate::normal::LandTable;
use crate::normal::proof::cover::Selection;
use crate::normal::proof::extract::{Proof, assemble};
use crate::normal::proof::least::search::{Search, Verdict};
use crate::normal::proof::obligations::{Aim, Gap, Goal, ObligationId, Obligations};
use crate::normal::proof::prove::NoProof;
use crate::normal::proof::select::select;
use crate::normal::proof::shrink::{Effort, shrink};
use sprouts::Position;

/// Rounds of shrinking that give the search a set to start from.
const ROUNDS: u64 = 2;

/// The smallest proof found, and the number of claims that every proof has at least: the same if it is the least.
pub struct Least {
    pub proof: Proof,
    pub at_least: usize,
}

/// The least proof of a goal, with at most so many nodes for each number of claims. First all nimbers of the game are
/// worked out by their definition, so it must be a small one. `report` is told each number of claims, whether it is
/// enough (if that could be found out), and how many nodes that took.
pub fn least(
    start: &Position,
    goal: Goal,
    nodes: u64,
    mut report: impl FnMut(usize, Option<bool>, u64),
) -> Result<Least, NoProof> {
    let mut land_table = LandTable::new();
    let lands = land_table.position(start);
    for &land in &lands {
        land_table.mex(land)?;
    }
    let aims = [Aim { lands, goal }];
    let first = select(&mut Obligations::new(&mut land_table), &aims).map_err(unproved)?;
    let effort = Effort { rounds: Some(ROUNDS), ..Effort::default() };
    let mut best = shrink(&mut land_table, &aims, first, effort, |_| ());
    let at_least = {
        let mut obligations = Obligations::new(&mut land_table);
        let obligation = obligations.of_goal(&aims[0].lands, goal).map_err(unproved)?;
        match obligation {
            Some(obligation) => {
                close_in(&mut obligations, obligation, &mut best, nodes, &mut report).map_err(unproved)?
            }
            None => 0,
        }
    };
    let results = vec![(start.clone(), goal.result())];
    Ok(Least { proof: assemble(&mut land_table, results, &best)?, at_least })
}

fn unproved(gap: Gap) -> NoProof {
    match gap {
        Gap::TooLarge(error) => error.into(),
        // All nimbers are those of the definition.
        Gap::Goal | Gap::Unsupported(_) => NoProof::Untrue,
    }
}

/// Looks for smaller sets until there are none. If that is too hard, finds out how many claims are too few.
fn close_in(
    obligations: &mut Obligations,
    goal: ObligationId,
    best: &mut Selection,
    nodes: u64,
    report: &mut impl FnMut(usize, Option<bool>, u64),
) -> Result<usize, Gap> {
    let mut try_with = |obligations: &mut Obligations, limit: usize| -> Result<Verdict, Gap> {
        let mut search = Search::new(obligations, limit, nodes);
        let outcome = search.run(goal)?;
        let enough = match outcome {
            Verdict::Closed(_) => Some(true),
            Verdict::NotEnough => Some(false),
            Verdict::Spent => None,
        };
        report(limit, enough, search.nodes);
        Ok(outcome)
    };
    loop {
        match try_with(obligations, best.len() - 1)? {
            Verdict::Closed(smaller) => *best = smaller,
            Verdict::NotEnough => return Ok(best.len()),
            Verdict::Spent => break,
        }
    }
    // Too few claims stay too few when there are fewer of them: halve what is between.
    let (mut too_few, mut unknown) = (0, best.len() - 1);
    while unknown - too_few > 1 {
        let limit = (too_few + unknown) / 2;
        match try_with(obligations, limit)? {
            Verdict::Closed(smaller) => *best = smaller,
            Verdict::NotEnough => too_few = limit,
            Verdict::Spent => unknown = limit,
        }
        unknown = unknown.min(best.len() - 1);
    }
    Ok(too_few + 1)
}
