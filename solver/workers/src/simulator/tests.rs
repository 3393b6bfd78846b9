//! Tests of the simulator: its table can be made again, and its verdicts are those of the search.

use crate::coordinator::Settings;
use crate::simulator::{Network, Simulated, Simulation, alone, row, simulate, svg};
use crate::worker::{Worker, question};
use search::common::limits::Limits;
use search::normal::Library;
use sprouts::{Engine, PlainPosition};

fn run(spots: usize, workers: usize, per_machine: usize) -> Simulation {
    let question = question(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap(), 0);
    let library = Library::default();
    let machines: Vec<Library> = (0..workers).map(|_| library.for_machine()).collect();
    let mut labour: Vec<Simulated> = (0..workers)
        .map(|nth| Simulated { worker: Worker::with_library(&machines[nth / per_machine]), limits: Limits::default() })
        .collect();
    simulate(
        question,
        Settings { budget: 20, first_budget: 5, ..Settings::default() },
        &Network::default(),
        &mut labour,
    )
    .unwrap()
}

#[test]
fn the_same_settings_give_the_same_simulation() {
    for (spots, is_lost) in [(8, true), (9, false)] {
        for workers in [1, 2, 7] {
            let once = run(spots, workers, 1);
            assert_eq!(once, run(spots, workers, 1));
            assert_eq!(once.is_lost, is_lost, "{spots} spots, {workers} workers");
            assert!(once.busy <= once.time * workers as u64 && once.service <= once.time);
        }
    }
}

#[test]
fn workers_of_one_machine_copy_what_others_have_found() {
    let (apart, together) = (run(9, 4, 1), run(9, 4, 4));
    assert!(together.busy < apart.busy, "{together:?} {apart:?}");
}

#[test]
fn rows_and_plots_are_relative_to_the_search_alone() {
    let question = question(&Engine::new().canonical(&PlainPosition::start(8)).unwrap(), 0);
    let mut worker = Worker::default();
    let (time, expansions) = alone(&question, &Network::default(), &mut worker, Limits::default()).unwrap();
    assert!(expansions > 0 && time == worker.land_table().raw_moves() * 1000);
    let simulation = Simulation { time: time / 2, ..run(8, 4, 4) };
    assert!(row(&simulation, time).starts_with("| 4 | "), "{}", row(&simulation, time));
    assert!(row(&simulation, time).contains(" | 2.00 | 0.50 | "), "{}", row(&simulation, time));
    let plot = svg("8 spots", &[simulation], time);
    assert!(plot.starts_with("<svg") && plot.ends_with("</svg>\n") && plot.contains("4 workers: 2.0"));
}
