//! An interner: every distinct sequence gets the next number, and is stored once.
//!
//! Open addressing over 32-bit numbers beside a flat store. Hashes only find candidates: equality is decided on the
//! sequences themselves, so two different lands can never share a number.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A growing set of sequences, numbered from 0 in order of first appearance.
pub struct Interner<T> {
    items: Vec<T>,
    ends: Vec<usize>,
    hashes: Vec<u32>,
    /// Numbers plus one at their hash's place; 0 is free.
    slots: Vec<u32>,
}

impl<T: Copy + Eq + Hash> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: Vec::new(), ends: Vec::new(), hashes: Vec::new(), slots: vec![0; 1024] }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The sequence behind a number.
    pub fn get(&self, number: u32) -> &[T] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.items[start..self.ends[number]]
    }

    /// The number of a sequence, if it has one.
    pub fn find(&self, sequence: &[T]) -> Option<u32> {
        self.locate(sequence, hash(sequence)).ok()
    }

    /// The number of a sequence, a new one if it is met for the first time.
    pub fn intern(&mut self, sequence: &[T]) -> u32 {
        let hash = hash(sequence);
        match self.locate(sequence, hash) {
            Ok(number) => number,
            Err(slot) => self.insert(sequence, hash, slot),
        }
    }

    /// The number, or the free slot where it belongs.
    fn locate(&self, sequence: &[T], hash: u32) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let Some(number) = self.slots[slot].checked_sub(1) else { return Err(slot) };
            if self.hashes[number as usize] == hash && self.get(number) == sequence {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn insert(&mut self, sequence: &[T], hash: u32, slot: usize) -> u32 {
        let number = self.ends.len() as u32;
        self.items.extend_from_slice(sequence);
        self.ends.push(self.items.len());
        self.hashes.push(hash);
        self.slots[slot] = number + 1;
        if self.ends.len() * 8 > self.slots.len() * 5 {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, 0);
        for (number, &hash) in self.hashes.iter().enumerate() {
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

fn hash<T: Hash>(sequence: &[T]) -> u32 {
    let mut hasher = FxHasher::default();
    T::hash_slice(sequence, &mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stable_and_sequences_come_back() {
        let mut interner = Interner::default();
        for round in 0..2 {
            for n in 0..10_000u32 {
                let sequence = [n, n * n, 7];
                assert_eq!(interner.intern(&sequence[..(n % 4) as usize]), expected(n), "round {round}");
            }
        }
        assert_eq!(interner.get(0), &[] as &[u32]);
        assert_eq!(interner.find(&[9_999, 99_980_001, 7]), Some(expected(9_999)));
        assert_eq!(interner.find(&[9_998, 7]), None);
    }

    /// The empty sequence is number 0 and recurs; the others get new numbers.
    fn expected(n: u32) -> u32 {
        if n.is_multiple_of(4) { 0 } else { n - n / 4 }
    }
}
