//! The ground truth of the theory in `proofs/theory` (`Drawn.v`) against the judge: they list the same moves.
//!
//! `make -C proofs/theory drawn` builds the program that is asked here, from a list of moves that Coq has shown to be sound
//! and complete for the relation `step`. So the relation in which the theorems are stated is tested, not proved, to be the
//! game: on every position of the games up to three spots.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use sproof_tests::drawn::Identification::NoMirror;
use sproof_tests::drawn::{Drawn, Key, Region, explore};

/// As `proofs/theory/drawn/main.ml` reads it.
fn text(position: &Drawn) -> String {
    let mut text = String::new();
    for region in &position.regions {
        for boundary in region {
            for spot in boundary {
                write!(text, "{spot} ").unwrap();
            }
            text.push_str(". ");
        }
        text.push_str("| ");
    }
    text + "\n"
}

/// The drawing of a printed line, with the lives that are printed after it.
fn parse(line: &str) -> Drawn {
    let (drawing, lives) = line.split_once(" :").expect("regions, then lives");
    let mut regions: Vec<Region> = Vec::new();
    let (mut region, mut boundary) = (Vec::new(), Vec::new());
    for word in drawing.split_whitespace() {
        match word {
            "." => region.push(std::mem::take(&mut boundary)),
            "|" => regions.push(std::mem::take(&mut region)),
            spot => boundary.push(spot.parse().unwrap()),
        }
    }
    let lives = lives.split_whitespace().map(|lives| lives.parse().unwrap()).collect();
    Drawn { lives, regions, outer: None }
}

/// The answers to some positions: for each the lines of its successors.
fn ask(program: &Path, positions: &[Drawn]) -> Vec<Vec<String>> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("run `make -C proofs/theory drawn` first");
    let mut stdin = child.stdin.take().unwrap();
    let questions: String = positions.iter().map(text).collect();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout).unwrap();
    let mut answers = vec![Vec::new()];
    for line in output.lines() {
        if line.is_empty() {
            answers.push(Vec::new());
        } else {
            answers.last_mut().unwrap().push(line.to_owned());
        }
    }
    assert_eq!(answers.pop(), Some(Vec::new()));
    answers
}

#[test]
#[ignore = "needs the program that `make -C proofs/theory drawn` builds, with Coq and OCaml"]
fn moves_of_every_drawing_up_to_three_spots() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proofs/theory/drawn/moves");
    for (n, count) in [(1, 3), (2, 57), (3, 4249)] {
        let game = explore(&Drawn::start(n), NoMirror);
        let positions: Vec<Drawn> = game.iter().map(|(position, _)| position).collect();
        assert_eq!(positions.len(), count);
        let answers = ask(&program, &positions);
        assert_eq!(answers.len(), count);
        for (position, answer) in positions.iter().zip(&answers) {
            let keys =
                |successors: &[Drawn]| successors.iter().map(|after| after.key(NoMirror)).collect::<BTreeSet<Key>>();
            let listed: Vec<Drawn> = answer.iter().map(|line| parse(line)).collect();
            for after in &listed {
                assert_eq!(after.lives, Drawn::from_regions(after.regions.clone()).lives, "{}", after.hoey());
            }
            assert_eq!(keys(&listed), keys(&position.moves()), "successors of {}", position.hoey());
        }
    }
}
