//! The set stays closed, whatever is done to it.

use super::*;
use crate::normal::proof::Goal;
use crate::normal::{LandTable, Limits, NimberSearch};
use common::random::Random;
use sprouts::Engine;
use sprouts::plain::PlainPosition;

fn solved(spots: usize) -> (LandTable, Vec<LandId>) {
    let mut land_table = LandTable::new();
    let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap());
    NimberSearch::new(&mut land_table, Limits::default(), ()).nimber(&lands).unwrap();
    (land_table, lands)
}

fn sorted(cover: &Cover) -> Vec<LandId> {
    let mut members = cover.members().to_vec();
    members.sort_unstable();
    members
}

/// Closed, by the definition; and every obligation that a claim has stands with the lands of its witness.
fn assert_closed(cover: &Cover, goal: ObligationId) {
    let obligations = cover.members().iter().flat_map(|&land| cover.obligations.known_of_claim(land).unwrap().to_vec());
    for obligation in obligations.chain([goal]) {
        assert!(cover.find(obligation, NONE).is_some());
        let witness = cover.witness[obligation as usize];
        assert!(cover.within(witness));
        assert!(
            cover.obligations.lands(witness).iter().all(|&land| cover.watchers[land as usize].contains(&obligation))
        );
    }
}

fn assert_none_can_be_dropped(cover: &Cover, goal: ObligationId) {
    for &land in cover.members() {
        let others = cover.members().iter().filter(|&&other| other != land);
        let mut obligations = others.flat_map(|&other| cover.obligations.known_of_claim(other).unwrap().to_vec());
        assert!(
            cover.find(goal, land).is_none() || obligations.any(|obligation| cover.find(obligation, land).is_none())
        );
    }
}

#[test]
fn steps_keep_the_set_closed_and_undo_takes_them_back() {
    let (mut land_table, lands) = solved(7);
    let mut obligations = Obligations::new(&mut land_table);
    let goal = obligations.of_goal(&lands, Goal::Nimber(0)).unwrap().unwrap();
    let mut cover = Cover::new(&mut obligations, Some(goal));
    assert!(cover.repair(&Prices::PLAIN, usize::MAX).unwrap());
    assert_closed(&cover, goal);
    cover.prune(&mut Random::new(1));
    assert_none_can_be_dropped(&cover, goal);
    cover.commit();
    let mut random = Random::new(2);
    let mut changed = 0;
    for nth in 0..600 {
        let before = sorted(&cover);
        let banned = vec![random.pick(cover.members()).unwrap(), random.pick(cover.members()).unwrap()];
        cover.remove(banned[0]);
        if banned[1] != banned[0] {
            cover.remove(banned[1]);
        }
        let prices = Prices { banned, noise: random.next_u64(), jitter: 64, ..Prices::PLAIN };
        // Now and then the step is given up half-way.
        let limit = if nth % 5 == 0 { before.len() - 1 } else { usize::MAX };
        let closed = cover.repair(&prices, limit).unwrap();
        if closed {
            assert_closed(&cover, goal);
            cover.prune(&mut random);
            assert_none_can_be_dropped(&cover, goal);
        }
        if nth % 3 == 0 && closed {
            changed += u32::from(sorted(&cover) != before);
            cover.commit();
        } else {
            cover.undo();
            assert_eq!(sorted(&cover), before);
        }
        assert_closed(&cover, goal);
    }
    assert!(changed > 20, "{changed}");
}

#[test]
fn what_a_need_keeps_cannot_be_dropped_because_of_it() {
    let (mut land_table, lands) = solved(6);
    let mut obligations = Obligations::new(&mut land_table);
    let goal = obligations.of_goal(&lands, Goal::Nimber(0)).unwrap();
    let mut cover = Cover::new(&mut obligations, goal);
    cover.repair(&Prices::PLAIN, usize::MAX).unwrap();
    cover.prune(&mut Random::new(1));
    let blockades = cover.blockades();
    for (obligation, kept) in &blockades {
        assert!(kept.iter().all(|&land| cover.contains(land) && cover.find(*obligation, land).is_none()));
    }
    // The start is kept by the goal alone, all others by obligations of claims.
    let kept = |land: LandId| blockades.iter().any(|(_, kept)| kept.contains(&land));
    assert!(cover.members().iter().all(|&land| kept(land) != lands.contains(&land)));
}
