//! Libraries: options found once and entered in many land tables, for simulations.
//!
//! Simulated machines have land tables of their own and meet the same lands, and so do simulations one after the other. Finding the
//! options of a land takes some ten times as long as entering them. So a library holds options by packed keys, on *shelves* with
//! a lock each, and each machine is charged as if it had found them. Options do not depend on who finds them.

use crate::normal::compact_interner;
use crate::normal::couple::LandId;
use crate::normal::expander::OptionBuffer;
use crate::normal::land_table::table::{EMPTY, LandTable, Move, SUM, SharedOptions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, PoisonError};

const SHELVES: usize = 64;

/// Lands whose options a machine has found, by shelf.
type Found = FxHashSet<(usize, LandId)>;

/// Options that simulated machines have found.
#[derive(Clone)]
pub struct Library {
    shelves: Arc<[Mutex<Shelf>; SHELVES]>,
    /// In a simulation of several machines, what this one has found: a library serves them all, to save time, and this
    /// says what is charged.
    machine: Option<Arc<Mutex<Found>>>,
}

#[derive(Default)]
struct Shelf {
    land_table: LandTable,
    /// Moves of each land that has been expanded.
    raw_moves: FxHashMap<LandId, u64>,
}

impl Default for Library {
    fn default() -> Self {
        Library { shelves: Arc::new(std::array::from_fn(|_| Mutex::default())), machine: None }
    }
}

impl Library {
    /// The same library for another simulated machine, which has found nothing yet.
    pub fn for_machine(&self) -> Self {
        Library { shelves: self.shelves.clone(), machine: Some(Arc::default()) }
    }

    fn shelf(&self, land: &[u8]) -> usize {
        // The low bits of the hash choose the slot on the shelf.
        (compact_interner::hash(land) >> 26) as usize % SHELVES
    }

    /// Whether options that the library has are new to the simulated machine.
    fn is_new(&self, shelf: usize, land: LandId) -> bool {
        let machine = self.machine.as_ref();
        machine.is_some_and(|machine| machine.lock().unwrap_or_else(PoisonError::into_inner).insert((shelf, land)))
    }
}

impl SharedOptions for Library {
    fn take(&self, land_table: &mut LandTable, land: LandId) -> bool {
        let number = self.shelf(land_table.lands.get(land));
        let guard = self.shelves[number].lock().unwrap_or_else(PoisonError::into_inner);
        let shelf = &guard.land_table;
        let Some(there) = shelf.lands.find(land_table.lands.get(land)) else { return false };
        let Some(&moves) = guard.raw_moves.get(&there) else { return false };
        let start = land_table.moves.len();
        let mut sum = Vec::new();
        for nth in 0..shelf.option_count(there) {
            let option = shelf.option(there, nth);
            sum.clear();
            sum.extend(shelf.lands_after(&option).iter().map(|&land| land_table.copy_land(shelf, land)));
            land_table.moves.push(match sum.as_mut_slice() {
                [] => Move(EMPTY),
                [only] => Move(*only),
                many => {
                    many.sort_unstable();
                    Move(SUM | land_table.sums.intern(many))
                }
            });
        }
        drop(guard);
        if self.is_new(number, there) {
            land_table.raw_moves += moves;
        }
        land_table.enter_run(land, start);
        true
    }

    fn give(&self, land_table: &LandTable, land: LandId, options: &OptionBuffer) {
        let number = self.shelf(land_table.lands.get(land));
        let mut guard = self.shelves[number].lock().unwrap_or_else(PoisonError::into_inner);
        let Shelf { land_table: shelf, raw_moves } = &mut *guard;
        let there = shelf.copy_land(land_table, land);
        if raw_moves.insert(there, options.raw_moves() as u64).is_none() {
            shelf.enter_options(there, options);
        }
        drop(guard);
        self.is_new(number, there);
    }
}

impl LandTable {
    /// A land table that shares options through a library.
    pub fn with_library(library: &Library) -> Self {
        LandTable { shared: Some(Arc::new(library.clone())), ..LandTable::default() }
    }

    /// The number here of a land of another table.
    fn copy_land(&mut self, other: &LandTable, land: LandId) -> LandId {
        let id = self.lands.intern(other.lands.get(land));
        if id as usize == self.traits.len() {
            self.traits.push(other.traits[land as usize]);
            self.states.push(0);
        }
        id
    }
}
