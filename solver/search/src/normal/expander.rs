//! Expansion of lands: their options in a buffer, before they are entered in the land table.
//!
//! Generating options takes most of the time of a search and depends on the key of the land only, so it is done apart from the
//! land table: other threads can do it ahead of time ([`crate::normal::parallel::prefetch`]), or make some of the batches
//! ([`crate::normal::parallel::shared_expansion`]).
//!
//! Two moves in five repeat the result of an earlier one; most repetitions are dropped here, before their keys are packed, by a
//! direct-mapped cache whose keys are compared in full. The land table drops the others.

use crate::normal::compact_interner;
use crate::normal::packed_key::{packed, unpacked};
use sprouts::{Engine, Lands, Stage, TooLarge};

/// Options of one land, few of them repeated. Keeps its memory from land to land.
#[derive(Default)]
pub struct OptionBuffer {
    keys: Vec<u8>,
    packed: Vec<u8>,
    lands: Vec<Ends>,
    /// How many lands there are up to the end of each option.
    options: Vec<u32>,
    /// In the order of their batches.
    runs: Vec<Run>,
    raw_moves: usize,
}

/// Options that batches in a row have led to.
#[derive(Clone, Copy)]
struct Run {
    /// The first batch.
    batch: u32,
    /// The first option, and the one after the last.
    start: u32,
    end: u32,
}

/// Where the key of a land and its packed form end, and the hash of the latter.
#[derive(Clone, Copy, Default)]
struct Ends {
    key: u32,
    packed: u32,
    hash: u32,
}

/// A land as the land table wants it.
pub struct OptionLand<'a> {
    pub key: &'a [u8],
    pub packed: &'a [u8],
    /// The hash of the packed key in the interner of lands.
    pub hash: u32,
}

impl OptionBuffer {
    /// With room for the options of most lands.
    pub fn with_room() -> Self {
        let (keys, packed) = (Vec::with_capacity(2048), Vec::with_capacity(1024));
        let (lands, options) = (Vec::with_capacity(64), Vec::with_capacity(64));
        OptionBuffer { keys, packed, lands, options, runs: Vec::with_capacity(4), raw_moves: 0 }
    }

    pub fn clear(&mut self) {
        self.keys.clear();
        self.packed.clear();
        self.lands.clear();
        self.options.clear();
        self.runs.clear();
        self.raw_moves = 0;
    }

    /// Warms the processor's cache: lines that another processor has written take long to come, but come together when they
    /// are asked for together.
    pub fn warm(&self) {
        const LINE: usize = 64;
        let touch = |number: u32| {
            std::hint::black_box(number);
        };
        self.keys.chunks(LINE).for_each(|line| touch(line[0].into()));
        self.packed.chunks(LINE).for_each(|line| touch(line[0].into()));
        self.lands.chunks(LINE / size_of::<Ends>()).for_each(|line| touch(line[0].hash));
        self.options.chunks(LINE / size_of::<u32>()).for_each(|line| touch(line[0]));
    }

    /// Becomes a copy of other options.
    pub fn copy(&mut self, other: &OptionBuffer) {
        self.clear();
        self.append(other);
    }

    /// Adds the options that another thread has found for the same land.
    pub fn append(&mut self, other: &OptionBuffer) {
        let (key, packed) = (self.keys.len() as u32, self.packed.len() as u32);
        let (land, option) = (self.lands.len() as u32, self.options.len() as u32);
        self.keys.extend_from_slice(&other.keys);
        self.packed.extend_from_slice(&other.packed);
        let ends = other.lands.iter();
        self.lands.extend(ends.map(|ends| Ends { key: key + ends.key, packed: packed + ends.packed, ..*ends }));
        self.options.extend(other.options.iter().map(|end| land + end));
        let runs = other.runs.iter();
        self.runs.extend(runs.map(|run| Run { start: option + run.start, end: option + run.end, ..*run }));
        self.runs.sort_unstable_by_key(|run| run.batch);
        self.raw_moves += other.raw_moves;
    }

    fn push(&mut self, lands: &Lands) {
        for key in lands.iter() {
            self.keys.extend_from_slice(key);
            let hash = packed(key, |packed| {
                self.packed.extend_from_slice(packed);
                compact_interner::hash(packed)
            });
            self.lands.push(Ends { key: self.keys.len() as u32, packed: self.packed.len() as u32, hash });
        }
        self.options.push(self.lands.len() as u32);
        self.runs.last_mut().expect("a run has begun").end += 1;
    }

    /// Moves, before equal results are put together.
    pub fn raw_moves(&self) -> usize {
        self.raw_moves
    }

    /// The hashes of all lands.
    pub fn hashes(&self) -> impl Iterator<Item = u32> {
        self.lands.iter().map(|ends| ends.hash)
    }

    /// The options in the order of their moves, each as its lands.
    pub fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = OptionLand<'_>>> {
        self.runs.iter().flat_map(|run| run.start..run.end).map(|nth| self.option(nth as usize))
    }

    fn option(&self, nth: usize) -> impl Iterator<Item = OptionLand<'_>> {
        let start = if nth == 0 { 0 } else { self.options[nth - 1] };
        (start..self.options[nth]).map(|land| self.land(land as usize))
    }

    fn land(&self, nth: usize) -> OptionLand<'_> {
        let start = if nth == 0 { Ends::default() } else { self.lands[nth - 1] };
        let Ends { key, packed, hash } = self.lands[nth];
        let key = &self.keys[start.key as usize..key as usize];
        OptionLand { key, packed: &self.packed[start.packed as usize..packed as usize], hash }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let numbers = self.lands.capacity() * size_of::<Ends>() + self.options.capacity() * size_of::<u32>();
        self.keys.capacity() + self.packed.capacity() + numbers + self.runs.capacity() * size_of::<Run>()
    }
}

const SLOTS: usize = 1 << 10;

/// The expander of a thread. Large; make one per thread, on that thread, and keep it.
#[repr(align(128))]
pub struct Expander {
    engine: Engine,
    /// Numbers of options plus one at their hash's place; 0 is free.
    slots: Box<[u32]>,
}

impl Default for Expander {
    fn default() -> Self {
        Expander { engine: Engine::new(), slots: vec![0; SLOTS].into() }
    }
}

impl Expander {
    /// Finds the options of a land given by its packed key.
    pub fn expand(&mut self, land: &[u8], buffer: &mut OptionBuffer) -> Result<(), TooLarge> {
        self.load(land)?;
        self.expand_loaded(buffer)
    }

    /// [`Expander::expand`] for the land that is loaded.
    pub fn expand_loaded(&mut self, buffer: &mut OptionBuffer) -> Result<(), TooLarge> {
        buffer.clear();
        self.begin(0, buffer);
        (0..self.batches()).try_for_each(|nth| self.make(nth, buffer))
    }

    /// Gets a land ready for its batches to be made, given by its packed key.
    pub fn load(&mut self, land: &[u8]) -> Result<(), TooLarge> {
        unpacked(land, |key| self.engine.load_land(key))
    }

    /// How many batches the land has.
    pub fn batches(&self) -> usize {
        self.engine.batches().count()
    }

    /// How many moves, about, the batches before this one have.
    pub fn moves_before(&self, batch: usize) -> u64 {
        self.engine.batches().moves_before(batch)
    }

    /// Prepares for batches in a row. A repeated option is left out only if both moves are in the same row, so the one that
    /// is first in the order of batches stays, independent of the order of the rows.
    pub fn begin(&mut self, batch: usize, buffer: &mut OptionBuffer) {
        self.slots.fill(0);
        let option = buffer.options.len() as u32;
        buffer.runs.push(Run { batch: batch as u32, start: option, end: option });
    }

    /// Makes the next batch of the row that was begun last.
    pub fn make(&mut self, batch: usize, buffer: &mut OptionBuffer) -> Result<(), TooLarge> {
        let slots = &mut self.slots;
        let moves = self.engine.make_batch(batch, Stage::Canonical, |lands| {
            let slot = &mut slots[compact_interner::hash(lands.text()) as usize % SLOTS];
            let is_repeated = slot
                .checked_sub(1)
                .is_some_and(|nth| buffer.option(nth as usize).map(|land| land.key).eq(lands.iter()));
            if !is_repeated {
                buffer.push(lands);
                *slot = buffer.options.len() as u32;
            }
        })?;
        buffer.raw_moves += moves;
        Ok(())
    }

    /// Exchanges the caches of canonical forms.
    pub fn swap_cache(&mut self, other: &mut Expander) {
        self.engine.swap_cache(&mut other.engine);
    }
}
