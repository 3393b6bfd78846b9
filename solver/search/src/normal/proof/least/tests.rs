//! Least proofs of small games, also by trying all sets of claims.

use crate::normal::proof::least::search::{Search, Verdict};
use crate::normal::proof::obligations::Obligations;
use crate::normal::proof::{Goal, NoProof, least};
use crate::normal::{LandId, LandTable};
use sprouts::Engine;
use sprouts::plain::PlainPosition;

fn counts(text: &str, goal: Goal, nodes: u64) -> (usize, usize) {
    let start = Engine::new().canonical(&sprouts::notation::parse(text).unwrap()).unwrap();
    let found = least(&start, goal, nodes, |_, _, _| ()).unwrap();
    (found.at_least, found.proof.claims.len())
}

#[test]
fn least_proofs_of_small_games() {
    for (spots, claims) in [(1, 1), (2, 3), (3, 4), (4, 13)] {
        let start = Engine::new().canonical(&PlainPosition::start(spots)).unwrap();
        let goal = if spots < 3 { Goal::Nimber(0) } else { Goal::Not(0) };
        let found = least(&start, goal, 10_000, |_, _, _| ()).unwrap();
        assert_eq!((found.at_least, found.proof.claims.len()), (claims, claims), "{spots} spots");
    }
}

#[test]
fn without_effort_nothing_is_said() {
    let mut land_table = LandTable::new();
    let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(4)).unwrap());
    land_table.mex(lands[0]).unwrap();
    let mut obligations = Obligations::new(&mut land_table);
    let goal = obligations.of_goal(&lands, Goal::Not(0)).unwrap().unwrap();
    let mut outcome = |limit, nodes| Search::new(&mut obligations, limit, nodes).run(goal).unwrap();
    assert!(matches!(outcome(14, 0), Verdict::Spent));
    assert!(matches!(outcome(14, 1_000), Verdict::Closed(set) if set.len() <= 14));
    assert!(matches!(outcome(12, 1_000), Verdict::NotEnough));
}

#[test]
fn what_is_false_has_no_proof() {
    let start = Engine::new().canonical(&PlainPosition::start(2)).unwrap();
    assert!(matches!(least(&start, Goal::Not(0), 1000, |_, _, _| ()), Err(NoProof::Untrue)));
}

/// By trying all sets of lands of the 2-spot game.
#[test]
fn the_least_proof_is_the_smallest_of_all_closed_sets() {
    let mut land_table = LandTable::new();
    let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(2)).unwrap());
    land_table.mex(lands[0]).unwrap();
    let all: Vec<LandId> = (0..land_table.land_count() as LandId).collect();
    let mut obligations = Obligations::new(&mut land_table);
    let mut smallest = usize::MAX;
    for mask in 0u32..1 << all.len() {
        let holds = |land: &LandId| mask & 1 << land != 0;
        let size = mask.count_ones() as usize;
        if !holds(&lands[0]) || size >= smallest {
            continue;
        }
        let closed = all.iter().filter(|land| holds(land)).all(|&land| {
            let of_claim = obligations.of_claim(land).unwrap();
            of_claim.iter().all(|&obligation| {
                obligations.alternatives(obligation).any(|way| obligations.lands(way).iter().all(holds))
            })
        });
        if closed {
            smallest = size;
        }
    }
    assert_eq!(counts("0*2", Goal::Nimber(0), 1000), (smallest, smallest));
}
