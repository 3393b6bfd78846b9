//! Certificates of Morpion Solitaire and Gaps: the true ones are verified, the false ones are answered with what is true,
//! and tampering is noticed.

use crate::certificates::{accepted_mutants, check, dumps, folder};

const TRUE: [(&str, &str); 14] = [
    (
        "gaps-basic-02-deal-8",
        "gaps basic 2 21a73f1c9e174732f659f6714b62c1df0cde2960a13ac2945c9fcdc3d818ae45 UNWINNABLE",
    ),
    ("gaps-basic-03-deal-14", "gaps basic 3 b85feab0a7faf5533ddac32d52d4cf785031988a474d06224bb01d9cf6661fe7 WINNABLE"),
    (
        "gaps-basic-13-deal-16",
        "gaps basic 13 e32c3e80d2fbe6bf8a54d693a744e436b3726ad9dfa9dd42e46662aca7838a12 UNWINNABLE",
    ),
    ("gaps-basic-13-deal-5", "gaps basic 13 6419a00ff2a62cb57334dd79c082e302d3631b80565022ce7d7b9bbd5d244832 WINNABLE"),
    (
        "gaps-basic-13-deal-7",
        "gaps basic 13 2f9d01687f5469b5d17938329d7c4e0ab5085481a32cb09bc9227bd399f6ce5f UNWINNABLE",
    ),
    (
        "gaps-common-03-deal-15",
        "gaps common 3 68798a942208d2b4c36ea9cd07d5dd6f0e439419f78a25b2de13b83fd97bc262 UNWINNABLE",
    ),
    (
        "gaps-common-04-deal-1",
        "gaps common 4 d21e153bcc8fa284495b8a6bdf523739fa65ea7d40cf422d1e10095befd322f2 WINNABLE",
    ),
    (
        "gaps-common-05-deal-49",
        "gaps common 5 789b475484b0defc908a85ade9ac0a8a2f0d3e4fc514d3f760b70edf26ef6195 UNWINNABLE",
    ),
    (
        "morpion-quist136-from-75",
        "morpion 5T d295a3bfc6649baafeb8a6b0c3f425fe2473134b1b52b24fe158364e89f8ef7c FROM 75 BEST 137",
    ),
    (
        "morpion-rosin178-from-140",
        "morpion 5T da9fb11daef700940f073181737eb559a407d64191b7485f98a2c8f16e6d08c6 FROM 140 BEST 178",
    ),
    ("morpion-rosin82", "morpion 5D db0635142414645158174652dd0a545501c01eacd8bc38339e8741cf3c74fc9f GAME 82"),
    (
        "morpion-rosin82-from-50",
        "morpion 5D e7ff35f49f5d845caeb2f559860ff7d38aae21d3e94f78b8f4c9d87d859ab1cd FROM 50 BEST 82",
    ),
    ("morpion-short20", "morpion 5T 6362f8129b9c1bd2cc33c7ec7adc83a53e471e3ea1c4b237faefc8063bd6ded9 GAME 20"),
    (
        "morpion-short20-from-17",
        "morpion 5T fcce413c6b5c0acda1ccbb60c0afe7a2970eb6d97cd10a2e8b31734895fefc87 FROM 17 BEST 20",
    ),
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
    statement.split(' ').filter(|word| word.len() != 64 && !names.contains(word)).collect()
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
