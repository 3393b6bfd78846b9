//! The options of a land as the engine finds them, before they are entered in the book.
//!
//! Finding options takes most of the time of a search and needs nothing but the land's key, so it is done apart from the
//! book: other threads can do it ahead of time (see [`super::ahead`]).
//!
//! Two moves in five lead where an earlier one led; most of them are noticed here, before their keys are packed. One slot
//! per hash, the last comer stays, keys are compared in full: what is not noticed here is noticed by the book.

use super::packed::{packed, unpacked};
use super::shelf;
use crate::game::{Engine, Lands, Stage, TooLarge};

/// Options of one land, few of them repeated. Keeps its memory from land to land.
#[derive(Default)]
pub struct Found {
    keys: Vec<u8>,
    packed: Vec<u8>,
    lands: Vec<Ends>,
    /// How many lands there are up to the end of each option.
    options: Vec<u32>,
    raw_moves: usize,
}

/// Where the key of a land and its packed form end, and the hash of the latter.
#[derive(Clone, Copy, Default)]
struct Ends {
    key: u32,
    packed: u32,
    hash: u32,
}

/// A land as the book wants it.
pub struct FoundLand<'a> {
    pub key: &'a [u8],
    pub packed: &'a [u8],
    /// What the packed key is found by on the shelf of lands.
    pub hash: u32,
}

impl Found {
    /// With room for the options of most lands.
    pub fn with_room() -> Self {
        let (keys, packed) = (Vec::with_capacity(2048), Vec::with_capacity(1024));
        Found { keys, packed, lands: Vec::with_capacity(64), options: Vec::with_capacity(64), raw_moves: 0 }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.packed.clear();
        self.lands.clear();
        self.options.clear();
    }

    fn push(&mut self, lands: &Lands) {
        for key in lands.iter() {
            self.keys.extend_from_slice(key);
            let hash = packed(key, |packed| {
                self.packed.extend_from_slice(packed);
                shelf::hash(packed)
            });
            self.lands.push(Ends { key: self.keys.len() as u32, packed: self.packed.len() as u32, hash });
        }
        self.options.push(self.lands.len() as u32);
    }

    /// Moves, before equal results are put together.
    pub fn raw_moves(&self) -> usize {
        self.raw_moves
    }

    /// The hashes of all lands.
    pub fn hashes(&self) -> impl Iterator<Item = u32> {
        self.lands.iter().map(|ends| ends.hash)
    }

    /// The options, each as its lands.
    pub fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = FoundLand<'_>>> {
        (0..self.options.len()).map(|nth| self.option(nth))
    }

    fn option(&self, nth: usize) -> impl Iterator<Item = FoundLand<'_>> {
        let start = if nth == 0 { 0 } else { self.options[nth - 1] };
        (start..self.options[nth]).map(|land| self.land(land as usize))
    }

    fn land(&self, nth: usize) -> FoundLand<'_> {
        let start = if nth == 0 { Ends::default() } else { self.lands[nth - 1] };
        let Ends { key, packed, hash } = self.lands[nth];
        let key = &self.keys[start.key as usize..key as usize];
        FoundLand { key, packed: &self.packed[start.packed as usize..packed as usize], hash }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let numbers = self.lands.capacity() * size_of::<Ends>() + self.options.capacity() * size_of::<u32>();
        self.keys.capacity() + self.packed.capacity() + numbers
    }
}

const SLOTS: usize = 1 << 10;

/// Finds options. Large; make one per thread and keep it.
pub struct Finder {
    engine: Engine,
    /// Numbers of options plus one at their hash's place; 0 is free.
    slots: Box<[u32]>,
}

impl Default for Finder {
    fn default() -> Self {
        Finder { engine: Engine::new(), slots: vec![0; SLOTS].into() }
    }
}

impl Finder {
    /// Finds the options of a land given by its packed key.
    pub fn find(&mut self, land: &[u8], found: &mut Found) -> Result<(), TooLarge> {
        found.clear();
        self.slots.fill(0);
        found.raw_moves = self.engine.for_each_move(&unpacked(land), Stage::Canonical, |lands| {
            let slot = &mut self.slots[shelf::hash(lands.text()) as usize % SLOTS];
            let is_repeated =
                slot.checked_sub(1).is_some_and(|nth| found.option(nth as usize).map(|land| land.key).eq(lands.iter()));
            if !is_repeated {
                found.push(lands);
                *slot = found.options.len() as u32;
            }
        })?;
        Ok(())
    }
}
