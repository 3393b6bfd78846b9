//! The engine: the memory for positions in the making, and the way from a reduced position to canonical strings.

use crate::batches::Batches;
use crate::cache::CanonicalCache;
use crate::canonical::Canonizer;
use crate::land::{Land, Position};
use crate::parent::Parent;
use crate::plain::PlainPosition;
use crate::scratch::ScratchPosition;
use crate::too_large::TooLarge;

/// The lands of one position, as keys in one buffer; in no particular order.
#[derive(Default)]
pub struct Lands {
    pub(super) move_number: u64,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Lands {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.bytes[start..end])
    }

    /// The keys one after another.
    pub fn text(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of the move that led here, in the order of FORMAT.md section 6.
    pub fn move_number(&self) -> u64 {
        self.move_number
    }

    pub fn position(&self) -> Position {
        Position::new(self.iter().map(Land::from_key).collect())
    }
}

/// How far an option is carried; everything but `Canonical` exists to measure where the time goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Generated,
    Reduced,
    Canonical,
}

/// Makes canonical forms and options. Large; make one per thread and keep it.
#[derive(Default)]
pub struct Engine {
    pub(super) scratch: Box<ScratchPosition>,
    canonizer: Box<Canonizer>,
    cache: CanonicalCache,
    pub(super) parent: Box<Parent>,
    pub(super) batches: Batches,
    pub(super) lands: Lands,
}

impl Engine {
    pub fn new() -> Self {
        Self::default()
    }

    /// The batches of the land that is loaded.
    pub fn batches(&self) -> &Batches {
        &self.batches
    }

    /// Exchanges the caches of canonical forms. It changes no result.
    pub fn swap_cache(&mut self, other: &mut Engine) {
        std::mem::swap(&mut self.cache, &mut other.cache);
    }

    /// Reduces a position and brings it into canonical form.
    pub fn canonical(&mut self, plain: &PlainPosition) -> Result<Position, TooLarge> {
        self.scratch.load_plain(plain)?;
        self.finish(Stage::Canonical)?;
        Ok(self.lands.position())
    }

    /// Steps 5 to 8 of reduction on the scratch position and the canonical strings of its lands.
    pub(super) fn finish(&mut self, stage: Stage) -> Result<(), TooLarge> {
        self.lands.clear();
        if stage == Stage::Generated {
            return Ok(());
        }
        self.scratch.reduce();
        self.scratch.components();
        if stage == Stage::Reduced {
            return Ok(());
        }
        self.canonizer.prepare(&self.scratch);
        self.cache.prepare(&self.scratch);
        for root in 0..self.scratch.region_count {
            if self.scratch.regions[root].lives > 0 && self.scratch.land_of(root) == root {
                let scratch = &*self.scratch;
                let in_land = |r| scratch.land_of(r) == root;
                let place = self.cache.place(scratch, in_land);
                if let Some(key) = place.and_then(|place| self.cache.recall(place)) {
                    self.lands.push(key);
                    continue;
                }
                let key = self.canonizer.land(scratch, in_land)?;
                self.lands.push(key);
                if let Some(place) = place {
                    self.cache.remember(place, key);
                }
            }
        }
        Ok(())
    }
}
