//! The scratch memory and the entry points: canonical form of a drawing, options of a land.

use crate::TooLarge;
use crate::batches::Batches;
use crate::cache::CanonicalCache;
use crate::canonical::Canonizer;
use crate::land::{Land, Position};
use crate::moves::Parent;
use crate::plain::PlainPosition;
use crate::scratch::ScratchPosition;

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
    memo: CanonicalCache,
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

    /// Exchanges what is remembered of canonical strings. It changes no result.
    pub fn swap_memo(&mut self, other: &mut Engine) {
        std::mem::swap(&mut self.memo, &mut other.memo);
    }

    /// Reduces a drawing and brings it into canonical form.
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
        self.scratch.settle();
        self.scratch.components();
        if stage == Stage::Reduced {
            return Ok(());
        }
        self.canonizer.prepare(&self.scratch);
        self.memo.prepare(&self.scratch);
        for root in 0..self.scratch.region_count {
            if self.scratch.regions[root].lives > 0 && self.scratch.land_of(root) == root {
                let scratch = &*self.scratch;
                let in_land = |r| scratch.land_of(r) == root;
                let place = self.memo.place(scratch, in_land);
                if let Some(key) = place.and_then(|place| self.memo.recall(place)) {
                    self.lands.push(key);
                    continue;
                }
                let key = self.canonizer.land(scratch, in_land)?;
                self.lands.push(key);
                if let Some(place) = place {
                    self.memo.remember(place, key);
                }
            }
        }
        Ok(())
    }

    /// The options of a land, each once, in the order of FORMAT.md section 6, and the number of raw moves.
    pub fn land_options(&mut self, land: &Land) -> Result<(Vec<Position>, usize), TooLarge> {
        let mut options = Vec::new();
        let raw = self.for_each_move(land.key(), Stage::Canonical, |lands| options.push(lands.position()))?;
        options.sort_unstable();
        options.dedup();
        Ok((options, raw))
    }

    /// The options of a position: a move in one land, the others as they are.
    pub fn options(&mut self, position: &Position) -> Result<(Vec<Position>, usize), TooLarge> {
        let mut options = Vec::new();
        let mut raw = 0;
        for (nth, land) in position.lands().iter().enumerate() {
            let rest = position.lands().iter().enumerate().filter(|(other, _)| *other != nth);
            let rest: Vec<Land> = rest.map(|(_, land)| land.clone()).collect();
            let (land_options, land_raw) = self.land_options(land)?;
            raw += land_raw;
            options.extend(land_options.iter().map(|option| {
                let lands = option.lands().iter().chain(&rest).cloned().collect();
                Position::new(lands)
            }));
        }
        options.sort_unstable();
        options.dedup();
        Ok((options, raw))
    }
}
