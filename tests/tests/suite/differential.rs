//! Solver and checker, written separately from FORMAT.md, say the same: the same canonical strings and the same options
//! in the same order, on whole small games and on random positions of large ones.

use sproof_tests::crowd;
use sproof_tests::drawn::{Identification, SplitMix64, random_position};
use sproof_tests::sides::{agreed, agreed_options, plain, undrawn};
use sprouts::{Engine, Position};
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

/// Options of whole positions, sums of several lands among them.
#[test]
fn options_of_every_position_up_to_four_spots() {
    let mut engine = Engine::new();
    for (n, positions) in [(1, 3), (2, 16), (3, 137), (4, 1389)] {
        let start = agreed(&mut engine, &format!("0{}", ".0".repeat(n - 1)));
        let mut seen = BTreeSet::from([start.clone()]);
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            for option in agreed_options(&mut engine, &position) {
                if seen.insert(option.clone()) {
                    waiting.push(option);
                }
            }
        }
        assert_eq!(seen.len(), positions, "{n} spots");
    }
}

/// A move is made in one land, so the options of all lands are the options of all positions.
#[test]
#[ignore = "deep: 12,631 lands"]
fn options_of_every_land_with_five_spots() {
    let mut seen = BTreeSet::from(["0*5".to_string()]);
    let mut generation = vec!["0*5".to_string()];
    while !generation.is_empty() {
        let options = crowd::map(generation.len(), Engine::new, |engine, at| agreed_options(engine, &generation[at]));
        let mut next = Vec::new();
        for land in options.iter().flatten().flat_map(|option| option.split('+')).filter(|land| *land != "!") {
            if seen.insert(land.to_string()) {
                next.push(land.to_string());
            }
        }
        generation = next;
    }
    assert_eq!(seen.len(), 12_631);
}

/// A position after a random part of a random play, written down in another way than it was drawn, whole or reduced; and
/// what the solver makes of the drawing itself, dead spots and all.
fn random_text(engine: &mut Engine, spots: RangeInclusive<usize>, index: usize) -> (String, Position) {
    let mut random = SplitMix64::new(index as u64);
    let n = spots.start() + random.below(spots.end() - spots.start() + 1);
    let drawn = random_position(n, random.below(3 * n), random.next_u64());
    let reduced = engine.canonical(&plain(&drawn)).unwrap_or_else(|error| panic!("{}: {error}", drawn.hoey()));
    let written = if index.is_multiple_of(2) { drawn } else { undrawn(&reduced) };
    (written.disguised(Identification::MirrorPerRegion, &mut random).short(), reduced)
}

/// How many random positions to try. The full run is a million:
/// `SPROOF_RANDOM_POSITIONS=1000000 cargo test --release -p sproof-tests --test suite random_positions_up_to_30`
fn random_positions() -> usize {
    let count = std::env::var("SPROOF_RANDOM_POSITIONS").ok();
    count.map_or(2_000, |count| count.parse().expect("SPROOF_RANDOM_POSITIONS is a number"))
}

#[test]
fn canon_agrees_on_random_positions_up_to_30_spots() {
    canon_agrees(0..random_positions());
}

#[test]
#[ignore = "deep: many more positions"]
fn canon_agrees_on_many_positions() {
    canon_agrees(2_000..20_000);
}

fn canon_agrees(indices: Range<usize>) {
    crowd::for_each(indices.len(), Engine::new, |engine, index| {
        let index = indices.start + index;
        let (text, reduced) = random_text(engine, 1..=30, index);
        assert_eq!(agreed(engine, &text), reduced.to_string(), "index {index}");
    });
}

#[test]
fn options_of_random_positions_with_12_to_20_spots() {
    options_agree(60, 3_000);
}

#[test]
#[ignore = "deep: many more positions"]
fn options_of_many_positions_with_12_to_20_spots() {
    options_agree(400, 30_000);
}

/// Compares the options of so many positions, and of so many options at least.
fn options_agree(positions: usize, least: usize) {
    let compared = crowd::map(positions, Engine::new, |engine, index| {
        let (_, position) = random_text(engine, 12..=20, index);
        position.lands().iter().map(|land| agreed_options(engine, &land.to_string()).len()).sum::<usize>()
    });
    let compared: usize = compared.iter().sum();
    assert!(compared > least, "only {compared} options were compared");
}
