//! The hot path: options of lands met in searches of the 12- to 20-spot games.
//!
//! `cargo bench -p sproof-search` prints a table: microseconds per raw move for each stage (generate; and reduce; and
//! canonicalise; and look up in the land table), the best of 15 rounds, and options per second. A raw move is one move after
//! equal boundaries have been put into classes; several can lead to the same option. Every round starts with a fresh engine,
//! so that its cache of recent lands has nothing from the round before.

use common::interner::Interner;
use search::normal::{LandTable, Limits, NimberSearch};
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Land, Lands, Stage};
use std::hint::black_box;
use std::time::Instant;

/// Every 16th land that the first 4,000 expansions of each search met with eight lives or more.
fn sample() -> Vec<Land> {
    let mut lands = Vec::new();
    for spots in 12..=20 {
        let mut land_table = LandTable::new();
        let start = land_table.position(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap());
        let limits = Limits { expansions: Some(4_000), ..Limits::default() };
        let _ = NimberSearch::new(&mut land_table, limits, ()).has_nimber(&start, 0);
        let met = (0..land_table.land_count() as u32)
            .filter(|&land| land_table.is_expanded(land) && land_table.lives(land) >= 8);
        lands.extend(met.step_by(16).map(|land| Land::from_key(land_table.key(land))));
    }
    lands
}

/// Carries every move of the sample to a stage and returns the number of moves.
fn run(lands: &[Land], stage: Stage) -> usize {
    let mut engine = Engine::new();
    let mut moves = 0;
    for land in lands {
        moves += engine
            .for_each_move(land.key(), stage, |after| {
                black_box(after.iter().count());
            })
            .unwrap();
    }
    moves
}

/// The same with every resulting land looked up.
fn run_with_look_up(table: &mut Interner<u8>, lands: &[Land]) -> usize {
    let mut engine = Engine::new();
    let mut moves = 0;
    for land in lands {
        let look_up = |after: &Lands| {
            for key in after.iter() {
                black_box(table.intern(key));
            }
        };
        moves += engine.for_each_move(land.key(), Stage::Canonical, look_up).unwrap();
    }
    moves
}

const STAGES: [(&str, Stage); 3] =
    [("generate", Stage::Generated), ("reduce", Stage::Reduced), ("canonicalise", Stage::Canonical)];

/// Microseconds per raw move, the best of several rounds.
fn microseconds(mut work: impl FnMut() -> usize) -> f64 {
    let best = (0..15).map(|_| {
        let started = Instant::now();
        let moves = work();
        started.elapsed().as_secs_f64() * 1e6 / moves as f64
    });
    best.fold(f64::INFINITY, f64::min)
}

fn main() {
    let lands = sample();
    let mut engine = Engine::new();
    let mut table = Interner::default();
    let options: usize = lands.iter().map(|land| engine.land_options(land).unwrap().0.len()).sum();
    let moves = run_with_look_up(&mut table, &lands);
    println!("\n{} lands, {moves} raw moves, {options} options; microseconds per raw move:", lands.len());
    let mut before = 0.0;
    let mut row = |name: &str, total: f64| {
        println!("  {name:<14}{total:>8.3} in all {:>8.3} for this stage", total - before);
        before = total;
    };
    for (name, stage) in STAGES {
        row(name, microseconds(|| run(&lands, stage)));
    }
    let total = microseconds(|| run_with_look_up(&mut table, &lands));
    row("look up", total);
    println!("  {:.0} options per second, duplicates removed", options as f64 / moves as f64 * 1e6 / total);
}
