//! The memory of a land, and garbage collection.

use crate::normal::couple::LandId;
use crate::normal::land_table::LandTable;
use crate::normal::{Limits, NimberSearch};
use sprouts::Engine;
use sprouts::plain::PlainPosition;

fn solved(spots: usize) -> LandTable {
    let mut land_table = LandTable::new();
    let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap());
    NimberSearch::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
    land_table
}

#[test]
fn an_unexpanded_land_takes_at_most_32_bytes() {
    let land_table = solved(13);
    let count = land_table.land_count();
    let keys: usize = (0..count as LandId).map(|land| land_table.key(land).len()).sum();
    let packed: usize = (0..count as LandId).map(|land| land_table.packed_key(land).len()).sum();
    let bytes = land_table.lands.bytes() + 8 * count;
    let average = |sum: usize| sum as f64 / count as f64;
    println!("key {:.1}, packed {:.1}, in all {:.1} bytes", average(keys), average(packed), average(bytes));
    assert!(count > 20_000 && average(packed) < 16.0 && average(bytes) <= 32.0);
}

#[test]
fn collecting_keeps_facts_and_the_options_that_are_wanted() {
    let mut land_table = solved(9);
    let sorted = |land_table: &LandTable| {
        let mut facts: Vec<_> = land_table.facts().collect();
        facts.sort();
        facts
    };
    let facts = sorted(&land_table);
    let open: Vec<LandId> =
        land_table.runs.keys().copied().filter(|&land| land_table.nimber(land).is_none()).take(5).collect();
    assert_eq!(open.len(), 5);
    let names = |land_table: &mut LandTable, land: LandId| -> Vec<Vec<Vec<u8>>> {
        let options = land_table.options(land).unwrap().to_vec();
        let mut names: Vec<Vec<Vec<u8>>> = options
            .iter()
            .map(|option| {
                let mut keys: Vec<_> =
                    land_table.lands_after(option).iter().map(|&land| land_table.key(land)).collect();
                keys.sort();
                keys
            })
            .collect();
        names.sort();
        names
    };
    let before: Vec<_> = open.iter().map(|&land| (land_table.key(land), names(&mut land_table, land))).collect();
    let expansions = land_table.expansions();
    let renumbered = land_table.collect(&[], 0, |land| open.contains(&land));
    for (&land, (key, options)) in open.iter().zip(&before) {
        let land = renumbered[land as usize];
        assert_eq!(land_table.find(key), Some(land));
        assert_eq!(&names(&mut land_table, land), options);
    }
    assert_eq!((land_table.expansions(), land_table.runs.len()), (expansions, 5), "nothing had to be found again");
    assert_eq!(sorted(&land_table), facts);
    land_table.keep_facts();
    assert_eq!((sorted(&land_table) == facts, land_table.land_count()), (true, facts.len()));
}
