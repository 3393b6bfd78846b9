//! Proofs from facts: the whole way from a list of nimbers to a proof.
//!
//! The land table is laid out anew from the facts in the order of their keys, so that the proof depends on the facts and on
//! nothing else of the search. Facts are hints here: every claim of the proof is supported by the options of its land, and a fact
//! without support is searched again.
//!
//! An earlier proof can be given to start from. Its claims come into the land table first, alone: if they support each other
//! and the goal, they are proved (FORMAT.md section 7) and shrinking starts from them. If not, they are dropped.

use crate::normal::proof::cover::Cover;
use crate::normal::proof::cover::Selection;
use crate::normal::proof::extract::{Proof, assemble};
use crate::normal::proof::obligations::{Aim, Gap, Goal, Obligations};
use crate::normal::proof::select::select;
use crate::normal::proof::shrink::{Effort, shrink};
use crate::normal::{LandTable, Limits, Nimber, NimberSearch, Stopped};
use certificate::NormalResult;
use common::random::Random;
use sprouts::{Land, Position, TooLarge};

/// Why there is no proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoProof {
    #[error("the statement is not true")]
    Untrue,
    #[error("the claims given do not support each other and the results")]
    Unsupported,
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Proves a goal from facts. `limits` apply to lands that have to be searched again, `shrink_limits` to making the proof
/// small (no deadline: it is taken as it comes). `report` is told the number of claims as it shrinks.
pub fn prove(
    facts: &mut Vec<(Land, Nimber)>,
    start: &Position,
    goal: Goal,
    limits: Limits,
    shrink_limits: Limits,
    report: impl FnMut(usize),
) -> Result<Proof, NoProof> {
    let rounds = if shrink_limits.deadline.is_some() { None } else { Some(0) };
    let effort = Effort { limits: shrink_limits, rounds, seed: 0 };
    prove_small(facts, &[], start, goal, limits, effort, report)
}

/// [`prove`] with a choice of effort for shrinking and the claims of an earlier proof. Nimbers found on the way are added to the
/// facts.
pub fn prove_small(
    facts: &mut Vec<(Land, Nimber)>,
    earlier: &[(Land, Nimber)],
    start: &Position,
    goal: Goal,
    limits: Limits,
    effort: Effort,
    report: impl FnMut(usize),
) -> Result<Proof, NoProof> {
    prove_together(facts, earlier, vec![(start.clone(), goal.result())], limits, effort, report)
}

/// [`prove_small`] for several results, which share their claims.
pub fn prove_together(
    facts: &mut Vec<(Land, Nimber)>,
    earlier: &[(Land, Nimber)],
    results: Vec<(Position, NormalResult)>,
    limits: Limits,
    effort: Effort,
    mut report: impl FnMut(usize),
) -> Result<Proof, NoProof> {
    facts.sort_unstable();
    let mut land_table = LandTable::new();
    let proved = prove_again(&mut land_table, earlier, &results);
    if proved.is_none() {
        land_table = LandTable::new();
    }
    add_facts(&mut land_table, facts);
    let aims = aims(&mut land_table, &results);
    let mut selection = match proved {
        Some(selection) => selection,
        None => first_selection(&mut land_table, &aims, limits)?,
    };
    report(selection.len());
    if effort.rounds != Some(0) {
        selection = shrink(&mut land_table, &aims, selection, effort, report);
        *facts = land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
    }
    Ok(assemble(&mut land_table, results, &selection)?)
}

pub fn aims(land_table: &mut LandTable, results: &[(Position, NormalResult)]) -> Vec<Aim> {
    let aim = |(start, result): &(Position, NormalResult)| Aim {
        lands: land_table.position(start),
        goal: Goal::from(*result),
    };
    results.iter().map(aim).collect()
}

pub fn add_facts(land_table: &mut LandTable, facts: &[(Land, Nimber)]) {
    for (land, nimber) in facts {
        let land = land_table.land(land.key());
        if land_table.nimber(land).is_none() {
            land_table.set_nimber(land, *nimber);
        }
    }
}

/// The claims that prove results among those of an earlier proof, found in a land table that knows nothing else.
fn prove_again(
    land_table: &mut LandTable,
    earlier: &[(Land, Nimber)],
    results: &[(Position, NormalResult)],
) -> Option<Selection> {
    if earlier.is_empty() {
        return None;
    }
    add_facts(land_table, earlier);
    let aims = aims(land_table, results);
    let claims = earlier.iter().map(|(land, _)| land_table.land(land.key())).collect();
    let mut obligations = Obligations::new(land_table);
    let goals = obligations.of_aims(&aims).ok()?;
    let mut cover = Cover::with(&mut obligations, goals, &claims).ok()?;
    cover.prune(&mut Random::new(0));
    Some(cover.members().iter().copied().collect())
}

/// A selection, after searching lands again whose facts have no support.
fn first_selection(land_table: &mut LandTable, aims: &[Aim], limits: Limits) -> Result<Selection, NoProof> {
    loop {
        match select(&mut Obligations::new(land_table), aims) {
            Ok(selection) => return Ok(selection),
            Err(Gap::TooLarge(error)) => return Err(error.into()),
            Err(Gap::Unsupported(land)) => {
                land_table.forget(land);
                NimberSearch::new(land_table, limits, ()).nimber(&[land])?;
            }
            Err(Gap::Goal) => aims.iter().try_for_each(|aim| find_again(land_table, aim, limits))?,
        }
    }
}

/// Searches an aim again that facts may not support.
fn find_again(land_table: &mut LandTable, aim: &Aim, limits: Limits) -> Result<(), NoProof> {
    let (nimber, expected) = match aim.goal {
        Goal::Nimber(nimber) => (nimber, true),
        Goal::Not(nimber) => (nimber, false),
    };
    if NimberSearch::new(land_table, limits, ()).has_nimber(&aim.lands, nimber)? != expected {
        return Err(NoProof::Untrue);
    }
    if expected {
        // The nimbers of all lands are wanted, not only their sum.
        NimberSearch::new(land_table, limits, ()).nimber(&aim.lands)?;
    }
    Ok(())
}
