//! Certificates of Sprouts with another greatest degree. What the checker accepts is compared here with the theorems that
//! it must not use.

use crate::certificates::{accepted_mutants, check, dumps, folder};

/// Whether a statement is true: with greatest degree 2 a game of n spots takes n moves, with 4 or more it never ends.
fn is_true(statement: &str) -> bool {
    let words: Vec<&str> = statement.split(' ').collect();
    let number = |word: &str| word.parse::<u32>().ok();
    match words[..] {
        ["sprouts", spots, "max-degree", "2", play @ ("normal" | "misere"), result] => {
            let first_player_moves_last = number(spots).is_some_and(|spots| spots % 2 == 1);
            result == if first_player_moves_last == (play == "normal") { "WIN" } else { "LOSS" }
        }
        ["sprouts", spots, "max-degree", degree, "DRAW"] => number(spots) >= Some(1) && number(degree) >= Some(4),
        _ => false,
    }
}

/// What a file proves, by its name.
fn expected(name: &str) -> (String, String) {
    let parts: Vec<&str> = name.split('-').collect();
    let number = |text: &str| text.parse::<u32>().expect("a number");
    match parts[..] {
        ["degree2", play, spots] => (format!("sprouts {} max-degree 2 {play} ", number(spots)), String::new()),
        [degree, spots, ..] => {
            let degree = degree.strip_prefix("degree").expect("the greatest degree");
            (format!("sprouts {} max-degree {degree} ", number(spots)), "DRAW".to_string())
        }
        _ => panic!("{name}"),
    }
}

#[test]
fn certificates_are_verified() {
    let files = folder("variants");
    assert_eq!(files.len(), 30);
    for (name, bytes) in files {
        let statement = check(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (begin, end) = expected(&name);
        assert!(statement.starts_with(&begin) && statement.ends_with(&end), "{name}: {statement}");
        assert!(is_true(&statement), "{name}: {statement}");
    }
}

#[test]
fn the_worked_examples_are_verified() {
    let dumps = dumps(include_str!("../../../proofs/FORMAT-VARIANTS.md"));
    let verdicts: Vec<_> = dumps.iter().map(|bytes| check(bytes)).collect();
    let expected = ["sprouts 2 max-degree 2 normal LOSS", "sprouts 3 max-degree 4 DRAW"];
    assert_eq!(verdicts, expected.map(|statement| Ok(statement.to_string())));
}

/// A mutant may prove something else, since the claims serve for other statements too, but nothing that is false.
#[test]
fn tampering_proves_nothing_false() {
    for (name, bytes) in folder("variants") {
        for mutant in accepted_mutants(&bytes) {
            assert!(is_true(&mutant), "{name}: {mutant}");
        }
    }
}
