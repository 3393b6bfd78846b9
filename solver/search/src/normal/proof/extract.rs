//! Extraction: a selection of claims written down as a proof, with the replies that it needs (FORMAT.md section 7).

use crate::normal::proof::cover::Selection;
use crate::normal::proof::obligations::Goal;
use crate::normal::{LandId, LandTable, Nimber};
use certificate::{Certificate, NormalResult};
use rustc_hash::FxHashMap;
use sprouts::{Engine, Land, Position, Stage, TooLarge};
use std::collections::BTreeSet;

/// Results, claims sorted by land, and one reply for each refutation that the claims leave to be shown, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub results: Vec<(Position, NormalResult)>,
    pub claims: Vec<(Land, Nimber)>,
    /// The number of the replying move for each refutation.
    pub replies: Vec<u64>,
}

impl Proof {
    /// `as_nimber` states a loss as what it is, the nimber 0.
    pub fn certificate(&self, as_nimber: bool) -> Certificate {
        let mut results = self.results.clone();
        for (_, result) in &mut results {
            if as_nimber && *result == NormalResult::Loss {
                *result = NormalResult::Nimber(0);
            }
        }
        Certificate::normal(&results, &self.claims, &self.replies)
    }
}

/// That a land does not have a nimber, to be shown by a reply.
type Refutation = (LandId, Nimber);

/// Writes out the proof that a selection of claims makes.
pub fn assemble(
    land_table: &mut LandTable,
    results: Vec<(Position, NormalResult)>,
    selection: &Selection,
) -> Result<Proof, TooLarge> {
    let refutations = refutations(land_table, &results, selection)?;
    let mut sorted: Vec<Refutation> = refutations.into_iter().collect();
    sorted.sort_by_cached_key(|&(land, nimber)| (land_table.key(land), nimber));
    let mut engine = Engine::new();
    let claimed: FxHashMap<Vec<u8>, Nimber> = selection
        .iter()
        .map(|&land| (land_table.key(land), land_table.nimber(land).expect("claims are facts")))
        .collect();
    let mut replies = Vec::with_capacity(sorted.len());
    for (land, nimber) in sorted {
        replies.push(reply(&mut engine, &land_table.key(land), nimber, &claimed)?);
    }
    let mut claims: Vec<(Land, Nimber)> = claimed.iter().map(|(key, &nimber)| (Land::from_key(key), nimber)).collect();
    claims.sort_unstable();
    Ok(Proof { results, claims, replies })
}

/// The refutations that replies have to show once all selected lands are claimed.
fn refutations(
    land_table: &mut LandTable,
    results: &[(Position, NormalResult)],
    selection: &Selection,
) -> Result<BTreeSet<Refutation>, TooLarge> {
    let mut found = BTreeSet::new();
    let mut note = |land_table: &LandTable, lands: &[LandId], nimber: Nimber| {
        let mut open = lands.iter().filter(|land| !selection.contains(land));
        if let Some(&land) = open.next() {
            assert!(open.next().is_none(), "at most one land of an option is not claimed");
            let claimed = lands.iter().filter(|&&other| other != land);
            let sum = claimed.fold(0, |sum, &other| sum ^ land_table.nimber(other).expect("claims are facts"));
            found.insert((land, nimber ^ sum));
        }
    };
    for (start, result) in results {
        if let Goal::Not(nimber) = Goal::from(*result) {
            let lands = land_table.position(start);
            note(land_table, &lands, nimber);
        }
    }
    for &land in selection {
        let nimber = land_table.nimber(land).expect("claims are facts");
        for option in land_table.options(land)?.to_vec() {
            note(land_table, land_table.lands_after(&option), nimber);
        }
    }
    Ok(found)
}

/// The first move in a land to a position whose lands are all claimed, but for pairs of equal ones, and have this nimber together.
fn reply(
    engine: &mut Engine,
    key: &[u8],
    nimber: Nimber,
    claimed: &FxHashMap<Vec<u8>, Nimber>,
) -> Result<u64, TooLarge> {
    let mut found = None;
    let mut open: Vec<Vec<u8>> = Vec::new();
    engine.for_each_move(key, Stage::Canonical, |after| {
        if found.is_none() {
            let mut sum = 0;
            for key in after.iter() {
                match claimed.get(key) {
                    Some(nimber) => sum ^= nimber,
                    None => match open.iter().position(|other| other == key) {
                        Some(pair) => drop(open.swap_remove(pair)),
                        None => open.push(key.to_vec()),
                    },
                }
            }
            found = (open.is_empty() && sum == nimber).then_some(after.move_number());
            open.clear();
        }
    })?;
    Ok(found.expect("a selection has a reply to every refutation"))
}
