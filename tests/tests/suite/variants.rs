//! Certificates of the variants (`proofs/FORMAT-VARIANTS.md`): the samples in `data/variants` are what the solver writes.

use board::variants::{DegreeTwo, Endless, certificates};
use sproof_tests::drawn::SplitMix64;
use sproof_tests::program::{scratch, solve};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data/variants"))
}

/// A game of random moves with a greatest degree of 4 or more.
fn random_game(spots: usize, degree: usize, length: usize, seed: u64) -> Endless {
    let mut random = SplitMix64::new(seed);
    let mut game = Endless::start(spots, degree).expect("an endless game");
    for _ in 0..length {
        let moves = game.position.moves_up_to_fresh_spots();
        game.play(moves[random.below(moves.len())].clone());
    }
    game
}

fn samples() -> Vec<(String, Vec<u8>)> {
    let mut samples = Vec::new();
    for spots in 1..=12 {
        for (play, misere) in [("normal", false), ("misere", true)] {
            let bytes = certificates::degree_two(&DegreeTwo::new(misere).prove(spots)).seal().bytes;
            samples.push((format!("degree2-{play}-{spots:02}.bin"), bytes));
        }
    }
    samples.push(("degree4-01-start.bin".into(), certificates::endless(&Endless::start(1, 4).unwrap()).seal().bytes));
    for (spots, degree, length, seed) in [(1, 4, 1, 1), (3, 4, 8, 2), (5, 4, 20, 3), (4, 5, 15, 4), (6, 7, 25, 5)] {
        let game = random_game(spots, degree, length, seed);
        samples
            .push((format!("degree{degree}-{spots:02}-{length}-moves.bin"), certificates::endless(&game).seal().bytes));
    }
    samples
}

/// With `SPROOF_WRITE_SAMPLES=1` the samples are written instead.
#[test]
fn samples_are_up_to_date() {
    for (name, bytes) in samples() {
        let path = folder().join(&name);
        if std::env::var_os("SPROOF_WRITE_SAMPLES").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        assert_eq!(std::fs::read(&path).unwrap_or_default(), bytes, "{name}");
    }
}

#[test]
fn the_program_solves_and_explains() {
    for spots in 1..=12 {
        let text = spots.to_string();
        for (play, flag, odd) in [("normal", None, "WIN"), ("misere", Some("--misere"), "LOSS")] {
            let even = if odd == "WIN" { "LOSS" } else { "WIN" };
            let expected = if spots % 2 == 1 { odd } else { even };
            let arguments: Vec<&str> = [text.as_str(), "--max-degree", "2"].into_iter().chain(flag).collect();
            let solved = solve(&arguments);
            let last = format!("s sprouts {spots} max-degree 2 {play} {expected}\n");
            assert!(solved.code == Some(0) && solved.stdout.ends_with(&last), "{solved:?}");
        }
    }
    let drawn = solve(&["3", "--max-degree", "4"]);
    assert!(drawn.stdout.contains("never ends") && drawn.stdout.contains("joined to itself"), "{drawn:?}");
    assert!(drawn.stdout.ends_with("s sprouts 3 max-degree 4 DRAW\n"), "{drawn:?}");
    assert!(solve(&["3", "--max-degree", "3"]).stdout.ends_with("s sprouts 3 normal WIN\n"));
    for mistake in
        [&["3", "--max-degree", "1"][..], &["25", "--max-degree", "2"], &["3", "--max-degree", "4", "--nimber"]]
    {
        assert_eq!(solve(mistake).code, Some(2), "{mistake:?}");
    }
}

#[test]
fn the_bytes_of_the_document_are_those_of_the_program() {
    let folder = scratch("variants");
    let file = folder.join("p.bin");
    let document =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../proofs/FORMAT-VARIANTS.md")).unwrap();
    let lines = document.lines().filter_map(|line| line.strip_prefix("    "));
    let rows = lines.filter(|line| line.as_bytes().get(2..4) == Some(b"  "));
    let rows: Vec<(u8, Vec<u8>)> = rows.filter_map(row).collect();
    let mut documented: Vec<Vec<u8>> = Vec::new();
    for (offset, bytes) in rows {
        if offset == 0 {
            documented.push(Vec::new());
        }
        documented.last_mut().expect("a dump begins at 0").extend(bytes);
    }
    let written = [["2", "--max-degree", "2"], ["3", "--max-degree", "4"]].map(|arguments| {
        let arguments = [&arguments[..], &["--emit-proof", file.to_str().unwrap()]].concat();
        assert_eq!(solve(&arguments).code, Some(0));
        std::fs::read(&file).unwrap()
    });
    assert_eq!(documented, written);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A row of a dump: its offset and its bytes.
fn row(line: &str) -> Option<(u8, Vec<u8>)> {
    let byte = |word: &str| u8::from_str_radix(word, 16).ok();
    let mut words = line.split_whitespace();
    let offset = byte(words.next()?)?;
    Some((offset, words.map(byte).collect::<Option<_>>()?))
}
