//! Certificates of the variants (`proofs/FORMAT-VARIANTS.md`): the samples in `data/variants` are what the solver writes.

use solver::variants::{DegreeTwo, Endless, seal_degree_two, seal_endless};
use sproof_tests::drawn::SplitMix64;
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
            let bytes = seal_degree_two(&DegreeTwo::new(misere).prove(spots)).bytes;
            samples.push((format!("degree2-{play}-{spots:02}.bin"), bytes));
        }
    }
    samples.push(("degree4-01-start.bin".into(), seal_endless(&Endless::start(1, 4).unwrap()).bytes));
    for (spots, degree, length, seed) in [(1, 4, 1, 1), (3, 4, 8, 2), (5, 4, 20, 3), (4, 5, 15, 4), (6, 7, 25, 5)] {
        let game = random_game(spots, degree, length, seed);
        samples.push((format!("degree{degree}-{spots:02}-{length}-moves.bin"), seal_endless(&game).bytes));
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
