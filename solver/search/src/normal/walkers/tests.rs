//! Tests of walkers as threads: the answers are those of one thread, limits stop them, and room is made when memory is full.

use crate::common::limits::{Limits, Stopped};
use crate::normal::{LandTable, NimberSearch};
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Nimber};
use std::sync::atomic::AtomicBool;

fn start(land_table: &mut LandTable, spots: usize) -> Vec<u32> {
    land_table.position(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap())
}

#[test]
fn walkers_find_the_outcomes_and_nimbers_of_small_games() {
    for walkers in [2, 3, 8] {
        for spots in 1..=9 {
            let is_lost = [1, 2, 6, 7, 8].contains(&spots);
            let mut land_table = LandTable::new();
            let lands = start(&mut land_table, spots);
            let mut search = NimberSearch::new(&mut land_table, Limits::default(), ()).with_walkers(walkers);
            assert_eq!(search.has_nimber(&lands, 0).unwrap(), is_lost, "{walkers} walkers, {spots} spots");
            assert_eq!(search.nimber(&lands).unwrap(), Nimber::from(!is_lost), "{walkers} walkers, {spots} spots");
        }
    }
}

#[test]
fn all_that_walkers_prove_is_what_one_thread_proves() {
    let mut land_table = LandTable::new();
    let lands = start(&mut land_table, 12);
    assert!(NimberSearch::new(&mut land_table, Limits::default(), ()).with_walkers(3).has_nimber(&lands, 0).unwrap());
    let mut again = LandTable::new();
    let facts: Vec<_> = land_table.facts().filter(|(key, _)| sprouts::lives_of_key(key) <= 20).collect();
    assert!(facts.len() > 300);
    for (key, nimber) in facts.iter().step_by(7) {
        let land = again.land(key);
        assert_eq!(NimberSearch::new(&mut again, Limits::default(), ()).nimber(&[land]).unwrap(), *nimber);
    }
}

#[test]
fn limits_stop_all_walkers_and_full_tables_make_room() {
    let interrupted = AtomicBool::new(true);
    let in_time = Limits { interrupt: Some(&interrupted), ..Limits::default() };
    let too_late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    for (limits, why) in [(in_time, Stopped::Interrupted), (too_late, Stopped::TimeOver)] {
        let mut land_table = LandTable::new();
        let lands = start(&mut land_table, 30);
        assert_eq!(NimberSearch::new(&mut land_table, limits, ()).with_walkers(2).has_nimber(&lands, 0), Err(why));
    }
    let mut land_table = LandTable::new();
    let lands = start(&mut land_table, 12);
    let tight = Limits { memory: Some(5 << 20), ..Limits::default() };
    assert!(NimberSearch::new(&mut land_table, tight, ()).with_walkers(2).has_nimber(&lands, 0).unwrap());
}
