//! Normal play: the searches agree with each other and with the definition, and the checker verifies what they prove.

use search::normal::proof::{Effort, Goal, Proof, prove, prove_small};
use search::normal::{DepthFirst, LandId, LandTable, Limits, Nimber, NimberSearch};
use sproof_tests::drawn::{SplitMix64, random_position};
use sproof_tests::solved::{check, proof, search, start};
use sprouts::{Engine, Land, Position};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

/// First player's outcome for 1 to 20 spots, as published.
const OUTCOMES: &str = "LLWWWLLLWWWLLLWWWLLL";

/// All lands of the game of some number of spots.
fn lands_of_game(spots: usize) -> BTreeSet<Land> {
    let mut engine = Engine::new();
    let mut lands = BTreeSet::new();
    let mut open: Vec<_> = start(spots).lands().to_vec();
    while let Some(land) = open.pop() {
        if lands.insert(land.clone()) {
            let (options, _) = engine.land_options(&land).unwrap();
            open.extend(options.iter().flat_map(|option| option.lands().to_vec()));
        }
    }
    lands
}

/// The lands of a game with their nimbers, as the definition gives them.
fn by_definition(spots: usize) -> BTreeMap<Land, Nimber> {
    let mut land_table = LandTable::new();
    let mut nimber = |land: Land| {
        let id = land_table.land(land.key());
        (land, land_table.mex(id).unwrap())
    };
    lands_of_game(spots).into_iter().map(&mut nimber).collect()
}

#[test]
fn searches_find_the_nimbers_that_the_definition_gives() {
    let nimbers = by_definition(4);
    assert_eq!(nimbers.len(), 1_122);
    search_agrees(&nimbers);
    plain_search_agrees(&nimbers);
}

#[test]
#[ignore = "deep: 12,631 lands"]
fn searches_find_the_nimbers_of_five_spots() {
    let nimbers = by_definition(5);
    assert_eq!(nimbers.len(), 12_631);
    search_agrees(&nimbers);
    plain_search_agrees(&nimbers);
}

fn search_agrees(nimbers: &BTreeMap<Land, Nimber>) {
    let mut land_table = LandTable::new();
    let mut lands: Vec<_> = nimbers.keys().collect();
    // The largest first, so that the search has to find out for itself.
    lands.sort_by_key(|land| std::cmp::Reverse(sprouts::lives_of_key(land.key())));
    for (nth, land) in lands.iter().enumerate() {
        let expected = nimbers[*land];
        if nth % 64 == 0 {
            land_table = LandTable::new();
        }
        let id = land_table.land(land.key());
        let found = NimberSearch::new(&mut land_table, Limits::default(), ()).nimber(&[id]).unwrap();
        assert_eq!(found, expected, "{land}");
    }
}

fn plain_search_agrees(nimbers: &BTreeMap<Land, Nimber>) {
    let mut land_table = LandTable::new();
    let lands: Vec<(&Land, &Nimber)> = nimbers.iter().collect();
    let mut random = SplitMix64::new(5);
    for (nth, &land) in lands.iter().enumerate() {
        // A land by itself, and in a sum with another one.
        let other = lands[random.below(lands.len())];
        let sum = if nth % 4 == 0 { vec![land, other] } else { vec![land] };
        let expected = sum.iter().fold(0, |expected, (_, nimber)| expected ^ **nimber);
        let ids: Vec<LandId> = sum.iter().map(|(land, _)| land_table.land(land.key())).collect();
        let lost = DepthFirst::new(&mut land_table, Limits::default()).is_lost(&ids).unwrap();
        assert_eq!(lost, expected == 0, "{sum:?}");
    }
}

#[test]
fn small_games_are_solved_proved_and_verified() {
    solve_prove_and_verify(1..=8);
}

#[test]
#[ignore = "deep: larger games"]
fn larger_games_are_solved_proved_and_verified() {
    solve_prove_and_verify(9..=13);
}

fn solve_prove_and_verify(games: RangeInclusive<usize>) {
    for spots in games {
        let proof = proof(&start(spots));
        let sealed = proof.certificate(false).seal();
        let verified = check(&sealed.bytes, 2).unwrap_or_else(|error| panic!("{spots} spots: {error}"));
        let outcome = if OUTCOMES.as_bytes()[spots - 1] == b'L' { "LOSS" } else { "WIN" };
        assert_eq!(verified.statement.to_string(), format!("sprouts {spots} normal {outcome}"));
        assert_eq!(verified.counts, (proof.claims.len(), proof.replies.len()));
        assert_eq!(verified.digest, sealed.digest);
    }
}

/// A position from the middle of a random game of 4 to 9 spots, in canonical form.
fn random_canonical(seed: u64) -> Position {
    let spots = 4 + (seed % 6) as usize;
    let drawn = random_position(spots, spots + (seed % 4) as usize, seed);
    let plain = sprouts::plain::PlainPosition { lives: drawn.lives, regions: drawn.regions };
    Engine::new().canonical(&plain).unwrap()
}

#[test]
fn random_positions_are_solved_proved_and_verified() {
    solve_prove_and_verify_positions(0..40);
}

#[test]
#[ignore = "deep: more positions"]
fn many_positions_are_solved_proved_and_verified() {
    solve_prove_and_verify_positions(40..200);
}

fn solve_prove_and_verify_positions(seeds: Range<u64>) {
    for seed in seeds {
        let position = random_canonical(seed);
        let (lost, mut facts) = search(&position);
        let mut land_table = LandTable::new();
        let lands = land_table.position(&position);
        let nimber = NimberSearch::new(&mut land_table, Limits::default(), ()).nimber(&lands).unwrap();
        assert_eq!(lost, nimber == 0, "{position}");

        let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
        let proof = prove(&mut facts, &position, goal, Limits::default(), Limits::default(), |_| ()).unwrap();
        let verified =
            check(&proof.certificate(false).seal().bytes, 1).unwrap_or_else(|error| panic!("{position}: {error}"));
        let outcome = if lost { "LOSS" } else { "WIN" };
        assert!(verified.statement.to_string().ends_with(outcome), "{position}");

        // From facts that say nothing about it, the nimber is searched for and proved all the same.
        let goal = Goal::Nimber(nimber);
        let proof = prove(&mut facts, &position, goal, Limits::default(), Limits::default(), |_| ()).unwrap();
        let verified =
            check(&proof.certificate(true).seal().bytes, 1).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert!(verified.statement.to_string().ends_with(&format!("NIMBER {nimber}")), "{position}");
    }
}

#[test]
fn the_same_facts_give_the_same_bytes() {
    let position = start(8);
    let (_, facts) = search(&position);
    let seal_from = |mut facts: Vec<_>| {
        let proof =
            prove(&mut facts, &position, Goal::Nimber(0), Limits::default(), Limits::default(), |_| ()).unwrap();
        proof.certificate(false).seal().bytes
    };
    let mut turned = facts.clone();
    turned.reverse();
    turned.rotate_left(facts.len() / 3);
    assert_eq!(seal_from(facts), seal_from(turned));
}

#[test]
fn wrong_facts_never_make_a_wrong_proof() {
    let position = start(7);
    let (_, facts) = search(&position);
    for nth in (0..facts.len()).step_by(40) {
        let mut wrong = facts.clone();
        for fact in wrong.iter_mut().skip(nth).step_by(facts.len() / 5) {
            fact.1 ^= 1;
        }
        match prove(&mut wrong, &position, Goal::Nimber(0), Limits::default(), Limits::default(), |_| ()) {
            Ok(proof) => {
                let verified = check(&proof.certificate(false).seal().bytes, 1).unwrap();
                assert_eq!(verified.statement.to_string(), "sprouts 7 normal LOSS");
            }
            // The facts lied about the statement itself: an honest failure.
            Err(search::normal::proof::NoProof::Untrue) => {}
            Err(other) => panic!("{other}"),
        }
    }
}

/// Shrinks a proof for some rounds, from an earlier one if there is one.
fn shrunk(spots: usize, earlier: &[(Land, Nimber)], rounds: u64, seed: u64) -> Proof {
    let position = start(spots);
    let (lost, mut facts) = search(&position);
    let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
    let effort = Effort { rounds: Some(rounds), seed, ..Effort::default() };
    prove_small(&mut facts, earlier, &position, goal, Limits::default(), effort, |_| ()).unwrap()
}

fn assert_no_claim_can_be_dropped(proof: &Proof, spots: usize) {
    for nth in 0..proof.claims.len() {
        let mut less = proof.clone();
        less.claims.remove(nth);
        assert!(check(&less.certificate(false).seal().bytes, 1).is_err(), "{spots} spots, claim {nth}");
    }
}

#[test]
fn no_claim_can_be_dropped() {
    drop_claims(&[4, 6], &[4, 5]);
}

#[test]
#[ignore = "deep: larger certificates"]
fn no_claim_of_larger_games_can_be_dropped() {
    drop_claims(&[8], &[7, 9]);
}

/// Drops claims from certificates as they are found first, and from certificates that were made smaller.
fn drop_claims(first: &[usize], smaller: &[usize]) {
    for &spots in first {
        assert_no_claim_can_be_dropped(&proof(&start(spots)), spots);
    }
    for &spots in smaller {
        let proof = shrunk(spots, &[], 2, 1);
        check(&proof.certificate(false).seal().bytes, 1).unwrap();
        assert_no_claim_can_be_dropped(&proof, spots);
    }
}

#[test]
fn shrinking_can_be_repeated_and_goes_on_from_an_earlier_proof() {
    let first = shrunk(8, &[], 1, 7);
    assert!(first.claims.len() < proof(&start(8)).claims.len());
    assert_eq!(first.certificate(false).seal().bytes, shrunk(8, &[], 1, 7).certificate(false).seal().bytes);
    let same = shrunk(8, &first.claims, 0, 7);
    assert_eq!(same, first, "an earlier proof is found again as it was");
    let second = shrunk(8, &first.claims, 1, 8);
    assert!(second.claims.len() <= first.claims.len());
    check(&second.certificate(false).seal().bytes, 1).unwrap();
}

/// Claims that are wrong, or too few, or about something else, do no harm.
#[test]
fn an_earlier_proof_is_not_believed() {
    let good = shrunk(7, &[], 0, 1).claims;
    for nth in (0..good.len()).step_by(5) {
        let mut wrong = good.clone();
        match nth % 3 {
            0 => wrong[nth].1 ^= 1,
            1 => drop(wrong.remove(nth)),
            _ => wrong.truncate(nth),
        }
        let proof = shrunk(7, &wrong, 0, 1);
        let verified = check(&proof.certificate(false).seal().bytes, 1).unwrap();
        assert_eq!(verified.statement.to_string(), "sprouts 7 normal LOSS");
    }
    let proof = shrunk(7, &shrunk(6, &[], 0, 1).claims, 0, 1);
    check(&proof.certificate(false).seal().bytes, 1).unwrap();
}
