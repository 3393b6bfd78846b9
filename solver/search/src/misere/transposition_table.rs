//! The transposition table of misère play: proof numbers by fingerprint.
//!
//! Open addressing with a window: a node stands within `WINDOW` slots of its place. The table doubles while it may; when it has
//! all the memory allowed, a new node replaces the one in its window that is cheapest to find again. Lost nodes are never
//! replaced: proofs are made of them, and a won node is found again by looking up its options.

use crate::common::proof_numbers::ProofNumbers;
use crate::misere::node::Fingerprint;
use rustc_hash::FxHashSet;

/// The estimated cost of losing an entry; `None` for those that must stay.
fn value(numbers: ProofNumbers) -> Option<u32> {
    match numbers {
        ProofNumbers { dn: 0, .. } => None,
        ProofNumbers { pn: 0, .. } => Some(16),
        ProofNumbers { pn, dn } => Some(pn.saturating_add(dn)),
    }
}

/// A node's fingerprint in two halves (a `u128` would cost eight bytes more) and its numbers; free if both are 0.
#[derive(Clone, Copy)]
struct Slot {
    key: [u64; 2],
    numbers: ProofNumbers,
}

const FREE: Slot = Slot { key: [0; 2], numbers: ProofNumbers { pn: 0, dn: 0 } };
const WINDOW: usize = 32;
const FIRST_SIZE: usize = 1 << 12;

pub struct TranspositionTable {
    slots: Vec<Slot>,
    used: usize,
    max_slots: usize,
    lost: usize,
    /// Lost nodes that found only lost nodes in their window.
    crowded_out: FxHashSet<[u64; 2]>,
}

fn key_of(fingerprint: Fingerprint) -> [u64; 2] {
    [fingerprint.0 as u64, (fingerprint.0 >> 64) as u64]
}

impl TranspositionTable {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Slot>()).max(FIRST_SIZE);
        // The largest power of two that fits.
        let max_slots = 1 << fitting.ilog2();
        TranspositionTable {
            slots: vec![FREE; FIRST_SIZE],
            used: 0,
            max_slots,
            lost: 0,
            crowded_out: FxHashSet::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.used + self.crowded_out.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Nodes known to be lost.
    pub fn lost_count(&self) -> usize {
        self.lost
    }

    /// The nodes known to be lost, in no order.
    pub fn lost(&self) -> impl Iterator<Item = Fingerprint> {
        let whole = |key: [u64; 2]| Fingerprint(u128::from(key[1]) << 64 | u128::from(key[0]));
        let slots =
            self.slots.iter().filter(|slot| slot.numbers == ProofNumbers::LOST).map(move |slot| whole(slot.key));
        slots.chain(self.crowded_out.iter().map(move |&key| whole(key)))
    }

    fn window(&self, key: [u64; 2]) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len() - 1;
        let place = key[1] as usize;
        (0..WINDOW).map(move |step| (place + step) & mask)
    }

    pub fn get(&self, fingerprint: Fingerprint) -> Option<ProofNumbers> {
        let key = key_of(fingerprint);
        for at in self.window(key) {
            let slot = &self.slots[at];
            if slot.numbers == FREE.numbers {
                return None;
            }
            if slot.key == key {
                return Some(slot.numbers);
            }
        }
        self.crowded_out.contains(&key).then_some(ProofNumbers::LOST)
    }

    pub fn set(&mut self, fingerprint: Fingerprint, numbers: ProofNumbers) {
        let key = key_of(fingerprint);
        while self.slots.len() < self.max_slots && (self.used * 8 > self.slots.len() * 5 || !self.has_room(key)) {
            self.grow();
        }
        self.lost += usize::from(numbers.dn == 0 && self.get(fingerprint) != Some(ProofNumbers::LOST));
        self.put(Slot { key, numbers });
    }

    fn has_room(&self, key: [u64; 2]) -> bool {
        let mut slots = self.window(key).map(|at| &self.slots[at]);
        slots.any(|slot| slot.numbers == FREE.numbers || slot.key == key)
    }

    fn put(&mut self, new: Slot) {
        let mut weakest = None;
        for at in self.window(new.key) {
            let slot = &mut self.slots[at];
            if slot.numbers == FREE.numbers {
                self.used += 1;
                *slot = new;
                return;
            }
            if slot.key == new.key {
                slot.numbers = new.numbers;
                return;
            }
            let value = value(slot.numbers);
            if value.is_some_and(|value| weakest.is_none_or(|(least, _)| value < least)) {
                weakest = value.map(|value| (value, at));
            }
        }
        if let Some((_, at)) = weakest {
            self.slots[at] = new;
        } else if new.numbers.dn == 0 {
            self.crowded_out.insert(new.key);
        }
    }

    fn grow(&mut self) {
        let doubled = vec![FREE; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.numbers != FREE.numbers) {
            self.put(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nth(n: u64) -> Fingerprint {
        Fingerprint(u128::from_le_bytes(blake3::hash(&n.to_le_bytes()).as_bytes()[..16].try_into().unwrap()))
    }

    #[test]
    fn a_roomy_table_forgets_nothing() {
        let mut table = TranspositionTable::new(1 << 24);
        for n in 0..100_000 {
            table.set(nth(n), ProofNumbers { pn: 1, dn: n as u32 + 1 });
        }
        assert_eq!(table.len(), 100_000);
        for n in 0..100_000 {
            assert_eq!(table.get(nth(n)), Some(ProofNumbers { pn: 1, dn: n as u32 + 1 }));
        }
        assert_eq!(table.get(nth(100_000)), None);
    }

    #[test]
    fn a_full_table_forgets_everything_but_losses() {
        let mut table = TranspositionTable::new(1);
        for n in 0..20_000 {
            table.set(nth(n), if n % 2 == 0 { ProofNumbers::LOST } else { ProofNumbers { pn: 1, dn: 1 } });
        }
        assert_eq!(table.lost_count(), 10_000);
        assert!((0..20_000).step_by(2).all(|n| table.get(nth(n)) == Some(ProofNumbers::LOST)));
        assert!(table.len() < 15_000);
    }
}
