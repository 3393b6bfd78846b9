//! One proof for many results, made of the claims of their certificates, without a search.
//!
//! Claims of valid certificates are true, so those of several certificates agree, and together they support all results. What one
//! result needs often serves another, and some claims are not needed any more. Two ways to leave these out are tried: all claims
//! are taken and those dropped that the others can do without, or claims are chosen anew from the goals down.

use crate::normal::proof::cover::{Cover, Selection};
use crate::normal::proof::extract::{Proof, assemble};
use crate::normal::proof::obligations::{Aim, Gap, Obligations};
use crate::normal::proof::prove::{NoProof, add_facts, aims};
use crate::normal::proof::select::select;
use crate::normal::proof::shrink::{Effort, shrink};
use crate::normal::{LandId, LandTable, Nimber};
use certificate::NormalResult;
use common::random::Random;
use sprouts::{Land, Position};

/// Proves results by some of these claims. Claims that do not support each other and the results are refused.
pub fn unite(
    claims: &[(Land, Nimber)],
    results: Vec<(Position, NormalResult)>,
    effort: Effort,
    mut report: impl FnMut(usize),
) -> Result<Proof, NoProof> {
    let mut land_table = LandTable::new();
    add_facts(&mut land_table, claims);
    let aims = aims(&mut land_table, &results);
    let all: Selection = claims.iter().map(|(land, _)| land_table.land(land.key())).collect();
    let mut selection = smallest(&mut land_table, &aims, &all).map_err(|gap| match gap {
        Gap::TooLarge(error) => NoProof::TooLarge(error),
        Gap::Goal | Gap::Unsupported(_) => NoProof::Unsupported,
    })?;
    report(selection.len());
    if effort.rounds != Some(0) {
        selection = shrink(&mut land_table, &aims, selection, effort, report);
    }
    Ok(assemble(&mut land_table, results, &selection)?)
}

/// The smaller of the two selections.
fn smallest(land_table: &mut LandTable, aims: &[Aim], all: &Selection) -> Result<Selection, Gap> {
    let mut obligations = Obligations::new(land_table);
    let pruned: Vec<LandId> = {
        let goals = obligations.of_aims(aims)?;
        let mut cover = Cover::with(&mut obligations, goals, all)?;
        cover.prune(&mut Random::new(0));
        cover.members().to_vec()
    };
    let chosen = select(&mut obligations, aims)?;
    Ok(if chosen.len() < pruned.len() { chosen } else { pruned.into_iter().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::proof::{Goal, prove};
    use crate::normal::{Limits, NimberSearch};
    use sprouts::Engine;
    use sprouts::plain::PlainPosition;

    fn proof(spots: usize) -> Proof {
        let start = Engine::new().canonical(&PlainPosition::start(spots)).unwrap();
        let mut land_table = LandTable::new();
        let lands = land_table.position(&start);
        let lost = NimberSearch::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
        let mut facts = land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
        let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
        prove(&mut facts, &start, goal, Limits::default(), Limits::default(), |_| ()).unwrap()
    }

    #[test]
    fn a_united_proof_is_smaller_than_its_parts() {
        let proofs: Vec<Proof> = (5..=9).map(proof).collect();
        let mut claims: Vec<(Land, Nimber)> = proofs.iter().flat_map(|proof| proof.claims.clone()).collect();
        claims.sort_unstable();
        claims.dedup();
        let results: Vec<_> = proofs.iter().flat_map(|proof| proof.results.clone()).collect();
        let effort = Effort { rounds: Some(0), ..Effort::default() };
        let united = unite(&claims, results.clone(), effort, |_| ()).unwrap();
        assert_eq!(united.results, results);
        assert!(united.claims.len() <= claims.len());
        assert!(united.claims.iter().all(|claim| claims.contains(claim)), "nothing is searched");
        let claimed: usize = proofs.iter().map(|proof| proof.claims.len()).sum();
        assert!(united.claims.len() < claimed, "{} of {claimed}", united.claims.len());
        // One of the results again: nothing of the others is left.
        let one = unite(&united.claims, proofs[0].results.clone(), effort, |_| ()).unwrap();
        assert!(one.claims.len() <= united.claims.len() && one.results == proofs[0].results);
    }

    #[test]
    fn claims_without_support_are_refused() {
        let Proof { results, claims, .. } = proof(7);
        let effort = Effort { rounds: Some(0), ..Effort::default() };
        assert!(unite(&claims, results.clone(), effort, |_| ()).is_ok());
        for nth in 0..claims.len() {
            let mut fewer = claims.clone();
            fewer.remove(nth);
            assert_eq!(unite(&fewer, results.clone(), effort, |_| ()), Err(NoProof::Unsupported), "claim {nth}");
        }
    }
}
