//! The options of a land as the engine finds them, before they are entered in the book.
//!
//! Finding options takes most of the time of a search and needs nothing but the land's key, so it is done apart from the
//! book: other threads go on with the book meanwhile.

use super::packed::{packed, unpacked};
use crate::game::{Engine, Stage, TooLarge};

/// Options of one land, repetitions included. Keeps its memory from land to land.
#[derive(Default)]
pub struct Found {
    packed: Vec<u8>,
    /// Where the packed key of each land ends.
    lands: Vec<usize>,
    /// How many lands there are up to the end of each option.
    options: Vec<usize>,
    raw_moves: usize,
}

impl Found {
    /// Finds the options of a land given by its packed key.
    pub fn find(&mut self, engine: &mut Engine, land: &[u8]) -> Result<(), TooLarge> {
        self.packed.clear();
        self.lands.clear();
        self.options.clear();
        self.raw_moves = engine.for_each_move(&unpacked(land), Stage::Canonical, |lands| {
            for key in lands.iter() {
                packed(key, |packed| self.packed.extend_from_slice(packed));
                self.lands.push(self.packed.len());
            }
            self.options.push(self.lands.len());
        })?;
        Ok(())
    }

    /// Moves, before equal results are put together.
    pub fn raw_moves(&self) -> usize {
        self.raw_moves
    }

    /// The options, each as the packed keys of its lands.
    pub fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = &[u8]>> {
        let starts = std::iter::once(0).chain(self.options.iter().copied());
        starts.zip(&self.options).map(|(start, &end)| (start..end).map(|land| self.land(land)))
    }

    fn land(&self, nth: usize) -> &[u8] {
        let start = if nth == 0 { 0 } else { self.lands[nth - 1] };
        &self.packed[start..self.lands[nth]]
    }
}
