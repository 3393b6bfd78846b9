//! Reduction, step by step.

use crate::position::Position;
use crate::tests::{Random, anything, canonical, whole_game};

#[test]
fn step_by_step() {
    let table = [
        (2, "0.aa", "0.2"),
        (2, "0.1bb", "0.12"),
        (2, "0.a1a", "0.12"),
        (2, "0.1abba", "0.1a2a"), // a and a are not adjacent: a 2 is between them
        (2, "0.abba", "0.1"),     // but here they are, around the end; then step 7
        (4, "2", "!"),
        (4, "2+2.A|A", "1"),
        (4, "0.1|2", "0.1"),
        (5, "1.2", "12"),
        (5, "0.AB|A.B", "0.AB|AB"),
        (5, "0.AB|A.B.2", "0.AB|2AB"),
        (5, "0.ABC|A.C.B", "0.ABC|ABC"),
        (5, "1a2a", "1a2a"),
        (6, "0.A|A", "0.2"),
        (6, "0.1A|1.1A|B|0.B", "0.1A|1A.1+0.2"),
        (7, "22", "1"),
        (7, "2.2", "1"),
        (7, "222", "12"),
        (7, "2a2a", "12"),
        (7, "0.22", "0.1"),
        (7, "0.222", "0.222"),
        (7, "0.2.2", "0.2.2"),
        (7, "0.A|22A", "0.A|1A"),
        (7, "0.AB|2AB", "0.AB|2AB"),
        (7, "0.AC|A2|C", "0.2A|2A"),
        (8, "0|1", "0+1"),
        (8, "AB|1|AB|0.1", "0.1+1+AB|AB"),
    ];
    for (step, text, expected) in table {
        assert_eq!(canonical(text).to_string(), expected, "step {step}: {text}");
    }
}

#[test]
fn empty_boundaries_go() {
    // So do regions that have nothing but them.
    let regions = vec![vec![vec![], vec![1, 2], vec![], vec![0]], vec![vec![]], vec![]];
    let position = Position { lives: vec![3, 2, 1], regions };
    assert_eq!(position.canonical().unwrap().to_string(), "0.12");
}

#[test]
fn a_second_time_changes_nothing() {
    for position in whole_game(4) {
        assert_eq!(canonical(&position.to_string()), position);
    }
    let mut random = Random::new(1);
    for _ in 0..10_000 {
        let spots = 1 + random.below(8);
        if let Ok(once) = anything(&mut random, spots).canonical() {
            assert_eq!(canonical(&once.to_string()), once);
        }
    }
}
