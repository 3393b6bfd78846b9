//! The land table: every land met, its options once they are known, and the facts proven about its nimber.
//!
//! Every fact that the search proves about normal play is a nimber of a land, or a nimber that a land does not have (FORMAT.md
//! section 7). The land table only gains facts, so it can be shared from one game to the next, and proofs are extracted from
//! it. When memory is short, garbage collection ([`LandTable::collect`]) drops lands and options that are cheap to find again;
//! proven nimbers stay.
//!
//! A land takes 8 bytes beside its packed key and its slot in the interner, 28 in all on average; an expanded land takes 12
//! more and 4 for each option.

use crate::normal::compact_interner::{self, CompactInterner, GONE};
use crate::normal::couple::LandId;
use crate::normal::expander::{Expander, OptionBuffer, OptionLand};
use crate::normal::packed_key::{packed, unpacked};
use crate::normal::parallel::prefetch::Prefetcher;
use crate::normal::predictor::{Predictor, Signature, SignatureReader};
use rustc_hash::FxHashMap;
use sprouts::{NIMBERS, Nimber, Position, TooLarge, lives};

/// Marks a state that is a proven nimber; otherwise it is the set of nimbers proven wrong.
const PROVEN: u32 = 1 << 31;

/// The most lives that are told apart.
const MAX_LIVES: u32 = 1023;

/// Bits of a [`Signature`].
const SIGNATURE_BITS: u32 = 22;

/// The result of a move in a land, four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// Marks a sum of several lands.
const SUM: u32 = 1 << 31;
const EMPTY: u32 = SUM - 1;

/// A run of `LandTable::moves`.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: u32,
    len: u32,
}

#[derive(Default)]
pub struct LandTable {
    /// Taken out while a land is expanded.
    expander: Option<Box<Expander>>,
    buffer: OptionBuffer,
    /// Packed keys.
    lands: CompactInterner<u8>,
    sums: CompactInterner<LandId>,
    /// Lives and signature of each land.
    traits: Vec<u32>,
    /// The facts about each land: its nimber, or the set of nimbers proven wrong.
    states: Vec<u32>,
    runs: FxHashMap<LandId, Run>,
    moves: Vec<Move>,
    predictor: Predictor,
    signature_reader: SignatureReader,
    raw_moves: u64,
    expanded: u64,
    proven: u64,
}

impl LandTable {
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of a land given by its key.
    pub fn land(&mut self, key: &[u8]) -> LandId {
        packed(key, |packed| self.intern_land(OptionLand { key, packed, hash: compact_interner::hash(packed) }))
    }

    fn intern_land(&mut self, land: OptionLand) -> LandId {
        let id = self.lands.intern_hashed(land.packed, land.hash);
        if id as usize == self.traits.len() {
            let signature = self.signature_reader.read(land.key);
            self.traits.push(lives(land.key).min(MAX_LIVES) << SIGNATURE_BITS | signature.to_bits());
            self.states.push(0);
        }
        id
    }

    /// The land with this key, if it has been met.
    pub fn find(&self, key: &[u8]) -> Option<LandId> {
        packed(key, |packed| self.lands.find(packed))
    }

    pub fn position(&mut self, position: &Position) -> Vec<LandId> {
        let mut lands: Vec<LandId> = position.lands().iter().map(|land| self.land(land.key())).collect();
        lands.sort_unstable();
        lands
    }

    pub fn key(&self, land: LandId) -> Vec<u8> {
        unpacked(self.lands.get(land), <[u8]>::to_vec)
    }

    /// The key of a land as it is kept.
    #[cfg(test)]
    pub(super) fn packed_key(&self, land: LandId) -> &[u8] {
        self.lands.get(land)
    }

    /// The packed key of a land, if its options are not known and its nimber is not either.
    pub(super) fn key_if_unexpanded(&self, land: LandId) -> Option<&[u8]> {
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

    /// The options of a land, each once, found on first use.
    pub fn options(&mut self, land: LandId) -> Result<&[Move], TooLarge> {
        self.options_from(land, None)
    }

    /// [`LandTable::options`], taken from the prefetcher if it has them.
    pub(super) fn options_from(&mut self, land: LandId, prefetcher: Option<&Prefetcher>) -> Result<&[Move], TooLarge> {
        let run = match self.runs.get(&land) {
            Some(run) => *run,
            None => {
                self.expand(land, prefetcher)?;
                self.runs[&land]
            }
        };
        Ok(&self.moves[run.start as usize..(run.start + run.len) as usize])
    }

    /// How many options a land has; they must have been found.
    pub fn option_count(&self, land: LandId) -> usize {
        self.runs[&land].len as usize
    }

    /// The nth option of a land; they must have been found.
    pub fn option(&self, land: LandId, nth: usize) -> Move {
        self.moves[self.runs[&land].start as usize + nth]
    }

    pub fn is_expanded(&self, land: LandId) -> bool {
        self.runs.contains_key(&land)
    }

    /// The lands after a move; none for the empty position.
    pub fn lands_after<'a>(&'a self, after: &'a Move) -> &'a [LandId] {
        if after.0 & SUM != 0 {
            self.sums.get(after.0 & !SUM)
        } else if after.0 == EMPTY {
            &[]
        } else {
            std::slice::from_ref(&after.0)
        }
    }

    fn expand(&mut self, land: LandId, prefetcher: Option<&Prefetcher>) -> Result<(), TooLarge> {
        let mut expander = self.expander.take().unwrap_or_default();
        let mut buffer = std::mem::take(&mut self.buffer);
        let result = match prefetcher {
            Some(prefetcher) => prefetcher
                .options(land, self.lands.get(land), &mut expander, &mut buffer, |land| self.key_if_unexpanded(land)),
            None => expander.expand(self.lands.get(land), &mut buffer).map(|()| None),
        };
        let result = result.map(|ready| match (prefetcher, ready) {
            (Some(prefetcher), Some(ready)) => {
                ready.warm();
                self.enter_options(land, &ready);
                prefetcher.reuse(ready);
            }
            _ => self.enter_options(land, &buffer),
        });
        self.expander = Some(expander);
        self.buffer = buffer;
        result
    }

    /// Enters the options found for a land.
    fn enter_options(&mut self, land: LandId, options: &OptionBuffer) {
        let start = self.moves.len();
        self.lands.warm(options.hashes());
        let mut sum = Vec::new();
        for option in options.iter() {
            sum.clear();
            for land in option {
                sum.push(self.intern_land(land));
            }
            let code = match sum.as_slice() {
                [] => EMPTY,
                [only] => *only,
                _ => {
                    sum.sort_unstable();
                    SUM | self.sums.intern(&sum)
                }
            };
            self.moves.push(Move(code));
        }
        self.raw_moves += options.raw_moves() as u64;
        self.expanded += 1;
        self.moves[start..].sort_unstable();
        let mut end = start;
        for at in start..self.moves.len() {
            if at == start || self.moves[at] != self.moves[end - 1] {
                self.moves[end] = self.moves[at];
                end += 1;
            }
        }
        self.moves.truncate(end);
        self.runs.insert(land, Run { start: start as u32, len: (end - start) as u32 });
    }

    /// The nimber of a land by its definition: the least that no option has. For small lands only: it visits all.
    pub fn mex(&mut self, land: LandId) -> Result<Nimber, TooLarge> {
        self.mex_from(land, None)
    }

    /// [`LandTable::mex`] with the help of the prefetcher, if there is one: helper threads begin at the last option.
    pub(super) fn mex_from(&mut self, land: LandId, prefetcher: Option<&Prefetcher>) -> Result<Nimber, TooLarge> {
        if let Some(nimber) = self.nimber(land) {
            return Ok(nimber);
        }
        let options = self.options_from(land, prefetcher)?.to_vec();
        if let Some(prefetcher) = prefetcher {
            let lands = options.iter().flat_map(|option| self.lands_after(option));
            let open = lands.filter(|land| self.nimber(**land).is_none() && !self.is_expanded(**land));
            prefetcher.ask(open.map(|&land| (land, 0)), |land| self.key_if_unexpanded(land));
        }
        let mut reached = 0u32;
        for option in &options {
            let mut xor = 0;
            for land in self.lands_after(option).to_vec() {
                xor ^= self.mex_from(land, prefetcher)?;
            }
            reached |= 1 << xor;
        }
        let nimber = reached.trailing_ones() as Nimber;
        self.set_nimber(land, nimber);
        Ok(nimber)
    }

    /// Drops everything but proven nimbers. Lands are renumbered.
    pub fn keep_facts(&mut self) {
        self.collect(&[], MAX_LIVES + 1, |_| false);
    }

    /// Garbage collection. Drops the options of all lands but the unproven ones that `keep_options` selects, and then all
    /// lands that are neither proven, nor in `roots`, nor among the options kept; unproven lands with exclusions stay if they
    /// have at least `lives`. Returns the new numbers of the lands, [`GONE`] for those dropped.
    pub(super) fn collect(
        &mut self,
        roots: &[LandId],
        lives: u32,
        keep_options: impl Fn(LandId) -> bool,
    ) -> Vec<LandId> {
        let is_open = |land: LandId| self.nimber(land).is_none() && keep_options(land);
        let mut runs: Vec<(LandId, Run)> = self.runs.iter().map(|(&land, &run)| (land, run)).collect();
        runs.retain(|&(land, _)| is_open(land));
        runs.sort_unstable_by_key(|(_, run)| run.start);
        self.runs = FxHashMap::default();
        let mut keep_sum = vec![false; self.sums.len()];
        let mut keep: Vec<bool> = (0..self.lands.len() as LandId)
            .map(|land| {
                let state = self.states[land as usize];
                state & PROVEN != 0 || state != 0 && self.lives(land) >= lives
            })
            .collect();
        roots.iter().chain(runs.iter().map(|(land, _)| land)).for_each(|&land| keep[land as usize] = true);
        for (_, run) in &runs {
            for option in &self.moves[run.start as usize..(run.start + run.len) as usize] {
                if option.0 & SUM != 0 {
                    keep_sum[(option.0 & !SUM) as usize] = true;
                }
                self.lands_after(option).iter().for_each(|&land| keep[land as usize] = true);
            }
        }
        let lands = self.keep_lands(&keep);
        let sums = self.sums.retain(|sum| keep_sum[sum as usize], |land| lands[land as usize]);
        self.keep_runs(runs, &lands, &sums);
        lands
    }

    fn keep_lands(&mut self, keep: &[bool]) -> Vec<LandId> {
        for column in [&mut self.traits, &mut self.states] {
            let mut land = 0;
            column.retain(|_| {
                land += 1;
                keep[land - 1]
            });
            column.shrink_to_fit();
        }
        self.lands.retain(|land| keep[land as usize], |byte| byte)
    }

    fn keep_runs(&mut self, runs: Vec<(LandId, Run)>, lands: &[LandId], sums: &[u32]) {
        let mut end = 0;
        for (land, run) in runs {
            let start = end;
            for at in run.start as usize..(run.start + run.len) as usize {
                self.moves[end] = match self.moves[at].0 {
                    EMPTY => Move(EMPTY),
                    sum if sum & SUM != 0 => Move(SUM | sums[(sum & !SUM) as usize]),
                    land => Move(lands[land as usize]),
                };
                end += 1;
            }
            debug_assert!(lands[land as usize] != GONE);
            self.runs.insert(lands[land as usize], Run { start: start as u32, len: run.len });
        }
        self.moves.truncate(end);
        self.moves.shrink_to_fit();
    }
}

/// Bytes of a hash map, counting the larger table that it is about to grow into.
pub(super) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    let table = map.capacity() / 7 * 8 * (size_of::<(K, V)>() + 1);
    if map.len() + map.len() / 32 >= map.capacity() { 3 * table } else { table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::{Dfpn, Limits};
    use sprouts::Engine;
    use sprouts::plain::PlainPosition;

    fn solved(spots: usize) -> LandTable {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap());
        Dfpn::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
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
}
