//! An interner for sequences in little memory: four bytes for the end of a sequence, some five for its slot, and its items.
//!
//! [`common::interner::Interner`] also keeps each hash, which makes growing faster and `retain` impossible to do in place. Here
//! nothing is kept twice: when the table grows it is dropped first and filled again from the sequences. The land table holds
//! millions of lands, so its memory decides which games can be solved; all other tables use the plain interner, whose sequences may
//! have more than 2^32 items together.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A growing set of sequences, numbered from 0 in order of first appearance.
pub struct CompactInterner<T> {
    items: Vec<T>,
    ends: Vec<u32>,
    /// Numbers plus one at their hash's place; 0 is free.
    slots: Vec<u32>,
    /// A byte of the hash of each sequence at its slot: most that are met on the way to the right one differ there.
    tags: Vec<u8>,
}

impl<T: Copy + Eq + Hash> Default for CompactInterner<T> {
    fn default() -> Self {
        CompactInterner { items: Vec::new(), ends: Vec::new(), slots: vec![0; 1024], tags: vec![0; 1024] }
    }
}

impl<T: Copy + Eq + Hash> CompactInterner<T> {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.items.len() * size_of::<T>() + (self.ends.len() + self.slots.len()) * size_of::<u32>() + self.tags.len()
    }

    fn is_full(&self) -> bool {
        (self.ends.len() + 1) * 5 > self.slots.len() * 4
    }

    /// The sequence behind a number.
    pub fn get(&self, number: u32) -> &[T] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.items[start..self.ends[number] as usize]
    }

    /// The number of a sequence, if it has one.
    pub fn find(&self, sequence: &[T]) -> Option<u32> {
        self.locate(sequence, hash(sequence)).ok()
    }

    /// The number of a sequence, a new one if it is met for the first time.
    pub fn intern(&mut self, sequence: &[T]) -> u32 {
        self.intern_hashed(sequence, hash(sequence))
    }

    /// [`CompactInterner::intern`] for a sequence whose [`hash`] is known.
    pub fn intern_hashed(&mut self, sequence: &[T], hash: u32) -> u32 {
        match self.locate(sequence, hash) {
            Ok(number) => number,
            Err(slot) => self.insert(sequence, hash, slot),
        }
    }

    /// Warms the processor's cache for sequences with these hashes. Finding one sequence takes three reads, each of which waits
    /// for the one before; here the reads for many sequences wait together.
    pub fn warm(&self, hashes: impl Iterator<Item = u32>) {
        let mask = self.slots.len() - 1;
        let mut places = [0; 64];
        let mut count = 0;
        for (place, hash) in places.iter_mut().zip(hashes) {
            *place = self.slots[hash as usize & mask];
            count += 1;
        }
        for place in &mut places[..count] {
            *place = place.checked_sub(2).map_or(0, |number| self.ends[number as usize]);
        }
        for start in &places[..count] {
            std::hint::black_box(self.items.get(*start as usize));
        }
    }

    /// The number, or the free slot where it belongs.
    fn locate(&self, sequence: &[T], hash: u32) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let Some(number) = self.slots[slot].checked_sub(1) else { return Err(slot) };
            if self.tags[slot] == tag(hash) && self.get(number) == sequence {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn insert(&mut self, sequence: &[T], hash: u32, slot: usize) -> u32 {
        let number = self.ends.len() as u32;
        self.items.extend_from_slice(sequence);
        self.ends.push(u32::try_from(self.items.len()).expect("the memory limit stays below what numbers can count"));
        self.slots[slot] = number + 1;
        self.tags[slot] = tag(hash);
        if self.is_full() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        self.slots = Vec::new();
        self.tags = Vec::new();
        self.fill(len);
    }

    /// Makes the table anew.
    fn fill(&mut self, len: usize) {
        let mask = len - 1;
        self.slots.resize(len, 0);
        self.tags.resize(len, 0);
        for number in 0..self.ends.len() as u32 {
            let hash = hash(self.get(number));
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number + 1;
            self.tags[slot] = tag(hash);
        }
    }
}

impl<T: Copy + Eq + Hash> CompactInterner<T> {
    /// Keeps some sequences, in place, and renumbers them in their order. `change` is applied to every item kept; it must
    /// leave different sequences different. Returns the new numbers; [`GONE`] for sequences that are not kept.
    pub fn retain(&mut self, keep: impl Fn(u32) -> bool, change: impl Fn(T) -> T) -> Vec<u32> {
        self.slots = Vec::new();
        self.tags = Vec::new();
        let mut renumbered = Vec::with_capacity(self.ends.len());
        let (mut start, mut end, mut kept) = (0, 0, 0);
        for number in 0..self.ends.len() {
            let next = self.ends[number] as usize;
            if keep(number as u32) {
                for at in start..next {
                    self.items[end] = change(self.items[at]);
                    end += 1;
                }
                self.ends[kept] = end as u32;
                renumbered.push(kept as u32);
                kept += 1;
            } else {
                renumbered.push(GONE);
            }
            start = next;
        }
        self.items.truncate(end);
        self.items.shrink_to_fit();
        self.ends.truncate(kept);
        self.ends.shrink_to_fit();
        self.fill((kept * 3 / 2).next_power_of_two().max(1024));
        renumbered
    }
}

/// The new number of a sequence that was not kept.
pub const GONE: u32 = u32::MAX;

/// The hash by which a sequence is found.
pub fn hash<T: Hash>(sequence: &[T]) -> u32 {
    let mut hasher = FxHasher::default();
    T::hash_slice(sequence, &mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

/// The upper byte: the lower ones choose the slot.
fn tag(hash: u32) -> u8 {
    (hash >> 24) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stable_and_sequences_come_back() {
        let mut shelf = CompactInterner::default();
        for round in 0..2 {
            for n in 0..10_000u32 {
                assert_eq!(shelf.intern(&[n, n * n, 7][..1 + (n % 3) as usize]), n, "round {round}");
            }
        }
        assert_eq!(shelf.len(), 10_000);
        assert_eq!(shelf.get(5), &[5, 25, 7]);
        assert_eq!((shelf.find(&[9_998, 99_960_004, 7]), shelf.find(&[9_998, 7])), (Some(9_998), None));
        assert!(shelf.bytes() > 10_000 * (4 + 8) && shelf.bytes() < 10_000 * 40);

        let renumbered = shelf.retain(|number| number % 3 == 1, |item| item + 1);
        assert_eq!((renumbered[4], renumbered[5], shelf.len()), (1, GONE, 3_333));
        assert_eq!(shelf.find(&[5, 17]), Some(1));
        assert_eq!(shelf.intern(&[6, 26, 8]), 3_333);
    }
}
