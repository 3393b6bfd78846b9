//! Certificates of Morpion Solitaire and Gaps: the true ones are verified, the false ones are answered with what is true,
//! and tampering is noticed.

use crate::certificates::{accepted_mutants, check, dumps, folder};

const TRUE: [(&str, &str); 14] = [
    ("gaps-basic-02-deal-8", "gaps basic 2 21a73f1c9e17 UNWINNABLE"),
    ("gaps-basic-03-deal-14", "gaps basic 3 b85feab0a7fa WINNABLE"),
    ("gaps-basic-13-deal-16", "gaps basic 13 e32c3e80d2fb UNWINNABLE"),
    ("gaps-basic-13-deal-5", "gaps basic 13 6419a00ff2a6 WINNABLE"),
    ("gaps-basic-13-deal-7", "gaps basic 13 2f9d01687f54 UNWINNABLE"),
    ("gaps-common-03-deal-15", "gaps common 3 68798a942208 UNWINNABLE"),
    ("gaps-common-04-deal-1", "gaps common 4 d21e153bcc8f WINNABLE"),
    ("gaps-common-05-deal-49", "gaps common 5 789b475484b0 UNWINNABLE"),
    ("morpion-quist136-from-75", "morpion 5T d295a3bfc664 FROM 75 BEST 137"),
    ("morpion-rosin178-from-140", "morpion 5T da9fb11daef7 FROM 140 BEST 178"),
    ("morpion-rosin82", "morpion 5D db0635142414 GAME 82"),
    ("morpion-rosin82-from-50", "morpion 5D e7ff35f49f5d FROM 50 BEST 82"),
    ("morpion-short20", "morpion 5T 6362f8129b9c GAME 20"),
    ("morpion-short20-from-17", "morpion 5T fcce413c6b5c FROM 17 BEST 20"),
];

/// How the answer to a false one begins.
const FALSE: [(&str, &str); 15] = [
    ("gaps-basic-03-deal-14-denied", "not proven: the deal can be won in 8 moves: "),
    ("gaps-basic-03-deal-14-not-yet", "not proven: after 7 moves the position is not won"),
    ("gaps-basic-13-deal-5-denied", "not proven: the deal can be won in 137 moves: "),
    ("gaps-basic-13-deal-5-not-yet", "not proven: after 136 moves the position is not won"),
    ("gaps-common-04-deal-1-denied", "not proven: the deal can be won in 12 moves: "),
    ("gaps-common-04-deal-1-not-yet", "not proven: after 11 moves the position is not won"),
    ("gaps-illegal-move", "wrong step: move 2, 10C to cell 5: "),
    ("gaps-one-more", "not proven: positions: 477 is stated, but 476 was found"),
    ("gaps-other-fingerprint", "not proven: fingerprint: "),
    ("morpion-moved-count", "not proven: histogram: "),
    ("morpion-quist136-from-75", "not proven: best: 136 is stated, but there is a continuation to 137 moves: "),
    ("morpion-too-early", "wrong step: move 1, (3, 4, 6): "),
    ("morpion-too-long", "not proven: best: 179 is stated, but 178 was found"),
    ("morpion-unfinished", "not proven: the game is not complete: (13, 11, 9) can be played"),
    ("morpion-wrong-rule", "wrong step: move 2, (3, 4, 6): "),
];

/// The one about 21,636,720 positions.
const SLOW: &str = "morpion-quist136-from-75";

fn verify(is_chosen: impl Fn(&str) -> bool) {
    let files = folder("puzzles/true");
    assert!(files.keys().eq(TRUE.iter().map(|(name, _)| name)), "{:?}", files.keys());
    for (name, expected) in TRUE.into_iter().filter(|(name, _)| is_chosen(name)) {
        assert_eq!(check(&files[name]).as_deref(), Ok(expected), "{name}");
    }
}

fn refute(is_chosen: impl Fn(&str) -> bool) {
    let files = folder("puzzles/false");
    assert!(files.keys().eq(FALSE.iter().map(|(name, _)| name)), "{:?}", files.keys());
    for (name, expected) in FALSE.into_iter().filter(|(name, _)| is_chosen(name)) {
        let answer = check(&files[name]).expect_err(name);
        assert!(answer.starts_with(expected), "{name}: {answer}");
    }
}

#[test]
fn true_certificates_are_verified() {
    verify(|name| name != SLOW);
}

#[test]
fn false_certificates_are_answered_with_what_is_true() {
    refute(|name| name != SLOW);
}

#[test]
#[ignore = "deep: 21,636,720 positions"]
fn large_certificates_are_verified_and_answered() {
    verify(|name| name == SLOW);
    refute(|name| name == SLOW);
}

#[test]
fn the_worked_examples_are_among_the_samples() {
    let document = include_str!("../../../proofs/FORMAT-PUZZLES.md");
    let files = folder("puzzles/true");
    assert_eq!(dumps(document), [&files["morpion-short20-from-17"][..], &files["gaps-basic-02-deal-8"][..]]);
}

/// The words of a statement without those that tell which game or deal it is about.
fn result(statement: &str) -> Vec<&str> {
    let names = ["5T", "5D", "basic", "common"];
    statement.split(' ').filter(|word| word.len() != 12 && !names.contains(word)).collect()
}

/// Everything is played and searched anew, so that a mutant may happen to be right about another game or deal: a line
/// that wins two deals, a game that is complete by both rules, a move exchanged that makes no difference.
fn tamper(is_chosen: impl Fn(&str) -> bool) {
    for (name, bytes) in folder("puzzles/true").into_iter().filter(|(name, _)| is_chosen(name)) {
        let statement = check(&bytes).expect("the original is valid");
        let accepted = accepted_mutants(&bytes);
        for other in &accepted {
            assert_eq!(result(other), result(&statement), "{name}: {other}");
        }
        assert!(accepted.len() < bytes.len() / 2, "{name}: {}", accepted.len());
    }
}

/// Those about few positions.
const SMALL: [&str; 4] = ["gaps-basic-02-deal-8", "gaps-basic-03-deal-14", "gaps-common-03-deal-15", "morpion-short20"];

#[test]
fn tampering_does_not_change_the_result() {
    tamper(|name| SMALL.contains(&name));
}

#[test]
#[ignore = "deep: larger certificates"]
fn tampering_with_larger_certificates_does_not_change_the_result() {
    tamper(|name| !SMALL.contains(&name) && ![SLOW, "gaps-basic-13-deal-7"].contains(&name));
}
