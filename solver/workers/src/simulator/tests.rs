//! Tests of the simulator: its table can be made again, and its verdicts are those of the search.

use crate::coordinator::Settings;
use crate::message::Sum;
use crate::simulator::{Machine, Network, Prices, Simulation, Team, alone, row, simulate, svg};
use crate::worker::{Worker, question};
use search::common::limits::Limits;
use search::normal::{LandTable, Library, NimberSearch};
use sprouts::{Engine, PlainPosition, Position};

const PRICES: Prices = Prices { per_move: 1000, per_child: 40, per_step: 200 };

fn start(spots: usize) -> Position {
    Engine::new().canonical(&PlainPosition::start(spots)).unwrap()
}

fn game(spots: usize) -> Sum {
    question(&start(spots), 0)
}

/// Machines of so many walkers with a coordinator.
fn run(spots: usize, machines: usize, walkers: usize) -> Simulation {
    let library = Library::default();
    let mut labour: Vec<Machine> = (0..machines)
        .map(|_| Machine {
            worker: Worker::with_library(&library.for_machine()),
            team: Team { walkers, prices: PRICES },
            limits: Limits::default(),
        })
        .collect();
    let settings = Settings { budget: 20, first_budget: 5, ..Settings::default() };
    simulate(game(spots), machines * walkers, settings, &Network::default(), &mut labour).unwrap()
}

fn one_machine(spots: usize, walkers: usize) -> Simulation {
    let team = Team { walkers, prices: PRICES };
    alone(&game(spots), &team, &mut Worker::default(), Limits::default()).unwrap()
}

#[test]
fn the_same_settings_give_the_same_simulation() {
    for (spots, is_lost) in [(8, true), (9, false)] {
        for (machines, walkers) in [(1, 1), (2, 1), (3, 4)] {
            let once = run(spots, machines, walkers);
            assert_eq!(once, run(spots, machines, walkers));
            assert_eq!(once.is_lost, is_lost, "{spots} spots, {machines} machines, {walkers} walkers");
            assert!(once.busy <= once.time * once.workers as u64 && once.service <= once.time);
        }
        for walkers in [1, 2, 7, 100] {
            let once = one_machine(spots, walkers);
            assert_eq!(once, one_machine(spots, walkers));
            assert_eq!(once.is_lost, is_lost, "{spots} spots, {walkers} walkers");
            assert!(once.busy <= once.time * walkers as u64, "{once:?}");
        }
    }
}

#[test]
fn one_walker_does_what_the_search_does() {
    for spots in 6..=11 {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&start(spots));
        let is_lost = NimberSearch::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
        let simulation = one_machine(spots, 1);
        assert_eq!((simulation.is_lost, simulation.expansions), (is_lost, land_table.expansions()), "{spots} spots");
        assert_eq!(simulation.busy, simulation.time);
        assert!(simulation.time > land_table.raw_moves() * PRICES.per_move);
    }
}

#[test]
fn walkers_on_one_table_are_faster_than_one() {
    let times: Vec<u64> = [1, 2, 8].iter().map(|&walkers| one_machine(11, walkers).time).collect();
    assert!(times[0] > times[1] * 3 / 2 && times[1] > times[2] * 2, "{times:?}");
}

#[test]
fn rows_and_plots_are_relative_to_the_search_alone() {
    let time = one_machine(8, 1).time;
    let simulation = Simulation { time: time / 2, ..one_machine(8, 4) };
    assert!(row(&simulation, time).starts_with("| 4 | "), "{}", row(&simulation, time));
    assert!(row(&simulation, time).contains(" | 2.00 | 0.50 | "), "{}", row(&simulation, time));
    let plot = svg("8 spots", &[simulation], time);
    assert!(plot.starts_with("<svg") && plot.ends_with("</svg>\n") && plot.contains("4 workers: 2.0"));
}
