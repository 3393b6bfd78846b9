//! Misère play: what the solver proves, the checker verifies, and what is changed it does not.

use search::misere::{BruteForce, Closure, Outcome};
use search::normal::Limits;
use sproof_tests::program::{check as check_program, scratch, solve};
use sproof_tests::solved::{check, misere_proof, start};
use sprouts::{Engine, Land, Position, lives_of_key};
use std::ops::RangeInclusive;

/// Outcomes for 1 spot and more: won (W) or lost (L).
const KNOWN: &str = "WLLLWWLLLWW";

#[test]
fn games_are_solved_and_verified_with_every_closure() {
    solve_and_verify(1..=4, 0..=3);
    solve_and_verify(6..=7, 4..=4);
}

#[test]
#[ignore = "deep: larger games and closures"]
fn larger_games_are_solved_and_verified_with_every_closure() {
    solve_and_verify(5..=5, 0..=4);
    solve_and_verify(6..=9, 3..=5);
}

fn solve_and_verify(games: RangeInclusive<usize>, closures: RangeInclusive<usize>) {
    for spots in games {
        let result = if KNOWN.as_bytes()[spots - 1] == b'W' { "WIN" } else { "LOSS" };
        for closure in closures.clone() {
            let sealed = misere_proof(&start(spots), closure).certificate().seal();
            let verified =
                check(&sealed.bytes, 2).unwrap_or_else(|error| panic!("{spots}, closure {closure}: {error}"));
            assert_eq!(verified.statement.to_string(), format!("sprouts {spots} misere {result}"));
        }
    }
}

/// Positions met when playing at random from 6 to 8 spots.
fn random_positions(count: usize) -> Vec<Position> {
    let mut state = 7u64;
    let mut dice = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut engine = Engine::new();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = start(6 + dice(3));
        let total = |position: &Position| position.lands().iter().map(|land| lives_of_key(land.key())).sum::<u32>();
        while total(&position) > 13 {
            let (options, _) = engine.options(&position).unwrap();
            position = options[dice(options.len())].clone();
        }
        positions.push(position);
    }
    positions
}

#[test]
fn random_positions_are_proved_as_plain_search_has_them() {
    prove_random_positions(12);
}

#[test]
#[ignore = "deep: more positions"]
fn many_positions_are_proved_as_plain_search_has_them() {
    prove_random_positions(100);
}

fn prove_random_positions(count: usize) {
    let mut plain = BruteForce::new();
    for (nth, position) in random_positions(count).iter().enumerate() {
        let proof = misere_proof(position, nth % 4);
        assert_eq!(plain.outcome(position, Limits::default()), Ok(proof.results[0].1), "{position}");
        let verified =
            check(&proof.certificate().seal().bytes, 1).unwrap_or_else(|error| panic!("{position}: {error}"));
        let result = if proof.results[0].1 == Outcome::Win { "WIN" } else { "LOSS" };
        let statement = verified.statement.to_string();
        assert!(statement.ends_with(&format!("misere {result}")), "{statement}");
    }
}

/// Solver and checker give the trees of positions the same names: the lands of the 5-spot game with up to 7 lives and some of
/// the others, and positions of several lands.
#[test]
#[ignore = "deep: the closure of 5 spots"]
fn trees_of_5_spots_have_the_same_names() {
    let mut closure = Closure::of(&start(5), &Limits::default()).unwrap();
    let is_small = |key: &[u8]| lives_of_key(key) <= 7;
    let is_chosen = |key: &[u8]| key.iter().map(|&token| u32::from(token)).sum::<u32>().is_multiple_of(512);
    let lands: Vec<_> = closure.lands().filter(|(key, _)| is_small(key) || is_chosen(key)).collect();
    assert!(lands.len() > 300, "{}", lands.len());
    for (key, tree) in lands {
        let land = Land::from_key(&key).to_string();
        assert_eq!(checker::tree_name(&land).unwrap(), closure.trees().hash(tree).to_string(), "{land}");
    }
    for position in random_positions(8) {
        let tree = closure.include(&position, &Limits::default()).unwrap();
        let text = position.to_string();
        assert_eq!(checker::tree_name(&text).unwrap(), closure.trees().hash(tree).to_string(), "{text}");
    }
}

/// A changed certificate with a digest that fits again.
fn resealed(mut content: Vec<u8>) -> Vec<u8> {
    let digest = blake3::hash(&content);
    content.extend_from_slice(digest.as_bytes());
    content
}

/// The same for all lands of the 3-spot game.
#[test]
fn trees_have_the_same_names() {
    let closure = Closure::of(&start(3), &Limits::default()).unwrap();
    let lands: Vec<_> = closure.lands().collect();
    assert!(lands.len() > 100, "{}", lands.len());
    for (key, tree) in lands {
        let land = Land::from_key(&key).to_string();
        assert_eq!(checker::tree_name(&land).unwrap(), closure.trees().hash(tree).to_string(), "{land}");
    }
}

#[test]
fn changed_bits_are_noticed_or_prove_the_same() {
    change_bits(&[(3, 2), (4, 3)]);
}

#[test]
#[ignore = "deep: larger games"]
fn changed_bits_of_larger_games_are_noticed_or_prove_the_same() {
    change_bits(&[(6, 4), (7, 4)]);
}

fn change_bits(games: &[(usize, usize)]) {
    for &(spots, closure) in games {
        let bytes = misere_proof(&start(spots), closure).certificate().seal().bytes;
        let content = &bytes[..bytes.len() - 32];
        let truth = check(&bytes, 1).unwrap().statement.to_string();
        let mut rejected = 0;
        // The statement itself is changed elsewhere: another true statement may well be proved.
        for bit in 20 * 8..content.len() * 8 {
            let mut changed = content.to_vec();
            changed[bit / 8] ^= 1 << (bit % 8);
            match check(&resealed(changed), 1) {
                Ok(verified) => assert_eq!(verified.statement.to_string(), truth, "bit {bit}"),
                Err(_) => rejected += 1,
            }
        }
        assert!(rejected > (content.len() - 20) * 4, "{spots} spots: {rejected} rejected");
    }
}

#[test]
fn cut_certificates_are_rejected() {
    let bytes = misere_proof(&start(6), 4).certificate().seal().bytes;
    for length in 0..bytes.len() {
        assert!(check(&bytes[..length], 1).is_err(), "{length} bytes");
        if length >= 32 {
            assert!(check(&resealed(bytes[..length - 32].to_vec()), 1).is_err(), "{length} bytes, sealed again");
        }
    }
    let mut longer = bytes[..bytes.len() - 32].to_vec();
    longer.push(0);
    assert!(check(&resealed(longer), 1).is_err());
}

#[test]
fn a_wrong_result_is_rejected() {
    let mut proof = misere_proof(&start(7), 4);
    assert_eq!(proof.results[0].1, Outcome::Loss);
    proof.results[0].1 = Outcome::Win;
    assert!(check(&proof.certificate().seal().bytes, 1).is_err());
    let mut short = misere_proof(&start(7), 4);
    short.lost.pop();
    assert!(check(&short.certificate().seal().bytes, 1).is_err());
    let mut unanswered = misere_proof(&start(7), 4);
    unanswered.replies.pop();
    assert!(check(&unanswered.certificate().seal().bytes, 1).is_err());
}

#[test]
fn the_programs_agree() {
    let folder = scratch("misere");
    let file = folder.join("p.bin");
    let file = file.to_str().unwrap();
    let facts = folder.join("facts");
    let facts = facts.to_str().unwrap();
    let solved = solve(&["7", "--misere", "--closure", "s4", "--facts", facts, "--emit-proof", file]);
    assert_eq!(solved.code, Some(0), "{solved:?}");
    let first = std::fs::read(file).unwrap();
    let checked = check_program(&[file]);
    assert!(checked.stdout.ends_with("s VERIFIED sprouts 7 misere LOSS\n"), "{checked:?}");
    assert_eq!(check_program(&[file, "--explain", "1"]).code, Some(0));
    let again = solve(&["7", "--misere", "--closure", "s4", "--facts", facts, "--emit-proof", file]);
    assert!(again.stdout.contains("so far 0 expansions, "), "{again:?}");
    assert_eq!(std::fs::read(file).unwrap().len(), first.len());
    let other = solve(&["7", "--misere", "--closure", "s3", "--facts", facts]);
    assert_eq!(other.code, Some(2), "{other:?}");
    assert!(other.stderr.contains("closure"), "{}", other.stderr);
    let nonsense = solve(&["7", "--misere", "--closure", "s9"]);
    assert_eq!(nonsense.code, Some(2), "{nonsense:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}
