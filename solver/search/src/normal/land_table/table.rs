//! The lands of a land table and the facts about them.

use crate::normal::compact_interner::{self, CompactInterner};
use crate::normal::couple::LandId;
use crate::normal::expander::{Expander, OptionBuffer, OptionLand};
use crate::normal::packed_key::{packed, unpacked};
use crate::normal::predictor::{Predictor, Signature, SignatureReader};
use rustc_hash::FxHashMap;
use sprouts::{NIMBERS, Nimber, Position, lives_of_key};
use std::sync::Arc;

/// Marks a state that is a proven nimber; otherwise it is the set of nimbers proven wrong.
pub(super) const PROVEN: u32 = 1 << 31;

/// The most lives that are told apart.
pub(super) const MAX_LIVES: u32 = 1023;

/// Bits of a [`Signature`].
const SIGNATURE_BITS: u32 = 22;

/// The result of a move in a land, four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub(super) u32);

/// Marks a sum of several lands.
pub(super) const SUM: u32 = 1 << 31;
pub(super) const EMPTY: u32 = SUM - 1;

/// A run of `LandTable::moves`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub start: u32,
    pub len: u32,
}

/// Options that several land tables share.
pub trait SharedOptions: Send + Sync {
    /// Enters the options of a land, if they are there. Returns whether they were.
    fn take(&self, land_table: &mut LandTable, land: LandId) -> bool;

    /// Takes options that have been found for a land.
    fn give(&self, land_table: &LandTable, land: LandId, options: &OptionBuffer);
}

#[derive(Default)]
pub struct LandTable {
    /// Taken out while a land is expanded.
    pub(super) expander: Option<Box<Expander>>,
    pub(super) buffer: OptionBuffer,
    /// Packed keys.
    pub(super) lands: CompactInterner<u8>,
    pub(super) sums: CompactInterner<LandId>,
    /// Lives and signature of each land.
    pub(super) traits: Vec<u32>,
    /// The facts about each land: its nimber, or the set of nimbers proven wrong.
    pub(super) states: Vec<u32>,
    pub(super) runs: FxHashMap<LandId, Run>,
    pub(super) moves: Vec<Move>,
    pub(super) predictor: Predictor,
    pub(super) signature_reader: SignatureReader,
    pub(super) raw_moves: u64,
    pub(super) expanded: u64,
    pub(super) proven: u64,
    /// Where options are shared, if they are.
    pub(super) shared: Option<Arc<dyn SharedOptions>>,
    /// Whether equal lands in a sum stay, as misère play needs it.
    pub(super) keeps_pairs: bool,
}

impl LandTable {
    pub fn new() -> Self {
        Self::default()
    }

    /// A land table in which equal lands do not cancel: in misère play they may not.
    pub fn with_pairs() -> Self {
        LandTable { keeps_pairs: true, ..Self::default() }
    }

    /// The number of a land given by its key.
    pub fn land(&mut self, key: &[u8]) -> LandId {
        packed(key, |packed| self.intern_land(OptionLand { key, packed, hash: compact_interner::hash(packed) }))
    }

    pub(super) fn intern_land(&mut self, land: OptionLand) -> LandId {
        let id = self.lands.intern_hashed(land.packed, land.hash);
        if id as usize == self.traits.len() {
            let signature = self.signature_reader.read(land.key);
            self.traits.push(lives_of_key(land.key).min(MAX_LIVES) << SIGNATURE_BITS | signature.to_bits());
            self.states.push(0);
        }
        id
    }

    /// The land with this key, if it has been met.
    pub fn find(&self, key: &[u8]) -> Option<LandId> {
        packed(key, |packed| self.lands.find(packed))
    }

    /// The lands of a position, sorted, without those that cancel.
    pub fn position(&mut self, position: &Position) -> Vec<LandId> {
        let mut lands: Vec<LandId> = position.lands().iter().map(|land| self.land(land.key())).collect();
        self.settle(&mut lands);
        lands
    }

    pub fn key(&self, land: LandId) -> Vec<u8> {
        unpacked(self.lands.get(land), <[u8]>::to_vec)
    }

    /// The key of a land as it is kept.
    pub(in crate::normal) fn packed_key(&self, land: LandId) -> &[u8] {
        self.lands.get(land)
    }

    /// The packed key of a land, if its options are not known and its nimber is not either.
    pub(in crate::normal) fn key_if_unexpanded(&self, land: LandId) -> Option<&[u8]> {
        (self.nimber(land).is_none() && !self.is_expanded(land)).then(|| self.lands.get(land))
    }

    pub fn lives(&self, land: LandId) -> u32 {
        self.traits[land as usize] >> SIGNATURE_BITS
    }

    fn signature(&self, land: LandId) -> Signature {
        Signature::from_bits(self.traits[land as usize])
    }

    pub fn nimber(&self, land: LandId) -> Option<Nimber> {
        let state = self.states[land as usize];
        (state & PROVEN != 0).then_some(state as Nimber)
    }

    /// Whether the land is known not to have this nimber.
    pub fn is_excluded(&self, land: LandId, nimber: Nimber) -> bool {
        match self.nimber(land) {
            Some(known) => known != nimber,
            None => u32::from(nimber) < NIMBERS && self.states[land as usize] & (1 << nimber) != 0,
        }
    }

    /// The least nimber that the land may have.
    pub fn least_possible(&self, land: LandId) -> Nimber {
        self.nimber(land).unwrap_or_else(|| self.states[land as usize].trailing_ones() as Nimber)
    }

    /// The nimber that the predictor suggests for a land, if it is possible.
    pub fn predict(&self, land: LandId) -> Option<Nimber> {
        self.predictor.predict(self.signature(land)).filter(|&nimber| !self.is_excluded(land, nimber))
    }

    pub fn set_nimber(&mut self, land: LandId, nimber: Nimber) {
        debug_assert!(!self.is_excluded(land, nimber), "a land has one nimber");
        if self.nimber(land).is_none() {
            self.proven += 1;
        }
        self.states[land as usize] = PROVEN | u32::from(nimber);
        self.predictor.learn(self.signature(land), nimber);
    }

    pub fn exclude(&mut self, land: LandId, nimber: Nimber) {
        assert!(u32::from(nimber) < NIMBERS, "no land met in play has a nimber of 31 or more");
        debug_assert!(self.nimber(land) != Some(nimber), "a land has its nimber");
        if self.nimber(land).is_none() {
            self.states[land as usize] |= 1 << nimber;
        }
    }

    /// Forgets the nimber believed of a land, so that it has to be proved again. Exclusions are forgotten everywhere: they
    /// may rest on that belief.
    pub fn forget(&mut self, land: LandId) {
        if self.nimber(land).is_some() {
            self.proven -= 1;
        }
        self.states[land as usize] = 0;
        self.states.iter_mut().filter(|state| **state & PROVEN == 0).for_each(|state| *state = 0);
    }

    /// The lands whose nimber is proven, by key.
    pub fn facts(&self) -> impl Iterator<Item = (Vec<u8>, Nimber)> {
        (0..self.lands.len() as u32).filter_map(|land| self.nimber(land).map(|nimber| (self.key(land), nimber)))
    }

    pub fn land_count(&self) -> usize {
        self.lands.len()
    }

    pub fn proven_count(&self) -> u64 {
        self.proven
    }

    pub fn raw_moves(&self) -> u64 {
        self.raw_moves
    }

    pub fn expansions(&self) -> u64 {
        self.expanded
    }

    /// Bytes in use, without the engine's scratch memory.
    pub fn bytes(&self) -> usize {
        let columns = (self.traits.len() + self.states.len() + self.moves.len()) * size_of::<u32>();
        self.lands.bytes() + self.sums.bytes() + columns + map_bytes(&self.runs) + self.predictor.bytes()
    }
}

/// Bytes of a hash map, counting the larger table that it is about to grow into.
pub(in crate::normal) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    let table = map.capacity() / 7 * 8 * (size_of::<(K, V)>() + 1);
    if map.len() + map.len() / 32 >= map.capacity() { 3 * table } else { table }
}
