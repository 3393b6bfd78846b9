//! Libraries: options found once and entered in many land tables.
//!
//! A simulation of many workers searches the same lands in many land tables. Finding options takes nearly all the time and
//! gives the same every time, so they are taken from one land table that all share. A land table with a library counts
//! expansions and moves as if it had found them itself.

use crate::normal::couple::LandId;
use crate::normal::land_table::table::{EMPTY, LandTable, Move, SUM};
use rustc_hash::FxHashMap;
use sprouts::TooLarge;
use std::sync::{Arc, Mutex, PoisonError};

/// A land table that others take options from.
#[derive(Clone, Default)]
pub struct Library(Arc<Mutex<Shelf>>);

#[derive(Default)]
struct Shelf {
    land_table: LandTable,
    /// Moves of each land that has been expanded.
    raw_moves: FxHashMap<LandId, u64>,
}

impl LandTable {
    /// A land table that takes options from a library.
    pub fn with_library(library: &Library) -> Self {
        LandTable { library: Some(library.clone()), ..LandTable::default() }
    }

    /// Enters the options of a land, found by the library. Returns the option codes, which may repeat, and the moves.
    pub(super) fn take_from_library(&mut self, land: LandId) -> Result<Option<(Vec<Move>, u64)>, TooLarge> {
        let Some(library) = self.library.clone() else { return Ok(None) };
        let mut shelf = library.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Shelf { land_table: shelf, raw_moves } = &mut *shelf;
        let there = match shelf.lands.find(self.lands.get(land)) {
            Some(there) => there,
            None => shelf.land(&self.key(land)),
        };
        let before = shelf.raw_moves;
        shelf.options(there)?;
        let found = shelf.raw_moves - before;
        let moves = *raw_moves.entry(there).or_insert(found);
        let mut codes = Vec::with_capacity(shelf.option_count(there));
        let mut sum = Vec::new();
        for option in shelf.options(there)?.to_vec() {
            sum.clear();
            sum.extend(shelf.lands_after(&option).iter().map(|&land| {
                let id = self.lands.intern(shelf.lands.get(land));
                if id as usize == self.traits.len() {
                    self.traits.push(shelf.traits[land as usize]);
                    self.states.push(0);
                }
                id
            }));
            codes.push(match sum.as_mut_slice() {
                [] => Move(EMPTY),
                [only] => Move(*only),
                many => {
                    many.sort_unstable();
                    Move(SUM | self.sums.intern(many))
                }
            });
        }
        Ok(Some((codes, moves)))
    }
}
