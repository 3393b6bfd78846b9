//! Memories of visited positions: none, a complete set, or a transposition table of fixed size.

use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The state of a position in a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    New,
    /// Visited, but perhaps not all its children yet.
    Visited,
    Finished,
}

/// A memory of positions.
pub trait Memory {
    /// Notes a visit and returns the state before.
    fn visit(&mut self, key: u128) -> Known;
    /// Notes that all that can be reached from a position has been visited, with so many visits.
    fn finish(&mut self, key: u128, visits: u64);
    fn is_finished(&self, key: u128) -> bool;
}

/// No memory: every position is new.
pub struct Forgetful;

impl Memory for Forgetful {
    fn visit(&mut self, _: u128) -> Known {
        Known::New
    }

    fn finish(&mut self, _: u128, _: u64) {}

    fn is_finished(&self, _: u128) -> bool {
        false
    }
}

/// Remembers every position, with whether it is finished. Halves of keys take less room than whole ones.
#[derive(Default)]
pub struct Complete(FxHashMap<[u64; 2], bool>);

fn halves(key: u128) -> [u64; 2] {
    [(key >> 64) as u64, key as u64]
}

impl Memory for Complete {
    fn visit(&mut self, key: u128) -> Known {
        match self.0.entry(halves(key)) {
            Entry::Occupied(finished) if *finished.get() => Known::Finished,
            Entry::Occupied(_) => Known::Visited,
            Entry::Vacant(vacant) => {
                vacant.insert(false);
                Known::New
            }
        }
    }

    fn finish(&mut self, key: u128, _: u64) {
        self.0.insert(halves(key), true);
    }

    fn is_finished(&self, key: u128) -> bool {
        self.0.get(&halves(key)) == Some(&true)
    }
}

/// A table with one position per entry, the newer one replacing the older, as Helmstetter and Cazenave had it. For puzzles
/// without cycles only: it does not know which positions are finished, and it may forget positions on the path.
pub struct Replacing {
    entries: Vec<u64>,
    mask: u128,
}

impl Replacing {
    /// A table of 2^`bits` entries.
    pub fn new(bits: u32) -> Self {
        Replacing { entries: vec![0; 1 << bits], mask: (1 << bits) - 1 }
    }
}

impl Memory for Replacing {
    fn visit(&mut self, key: u128) -> Known {
        // 0 marks an empty entry; a position whose key is 0 there is merely never remembered.
        let (entry, tag) = (&mut self.entries[(key & self.mask) as usize], (key >> 64) as u64);
        if *entry == tag && tag != 0 {
            return Known::Finished;
        }
        *entry = tag;
        Known::New
    }

    fn finish(&mut self, _: u128, _: u64) {}

    fn is_finished(&self, _: u128) -> bool {
        false
    }
}

/// A table of fixed size with two positions in each place: the one with the most visits below it, and the one met last
/// (Breuker's scheme). For puzzles without cycles only: a position is entered when it is left, since nothing below it can
/// lead back to it.
pub struct TwoDeep {
    places: Vec<Pair>,
    mask: u128,
}

/// A position with key 0 is merely never remembered.
#[derive(Clone, Copy, Default)]
struct Pair {
    biggest: u64,
    latest: u64,
    /// Visits below the biggest.
    visits: u64,
}

impl TwoDeep {
    /// A table of 2^`bits` entries, at least two.
    pub fn new(bits: u32) -> Self {
        let places = 1usize << bits.saturating_sub(1);
        TwoDeep { places: vec![Pair::default(); places], mask: places as u128 - 1 }
    }

    fn place(&mut self, key: u128) -> (&mut Pair, u64) {
        (&mut self.places[(key & self.mask) as usize], (key >> 64) as u64)
    }
}

impl Memory for TwoDeep {
    fn visit(&mut self, key: u128) -> Known {
        let (pair, tag) = self.place(key);
        let known = tag != 0 && (pair.biggest == tag || pair.latest == tag);
        if known { Known::Finished } else { Known::New }
    }

    fn finish(&mut self, key: u128, visits: u64) {
        let (pair, tag) = self.place(key);
        if visits >= pair.visits {
            *pair = Pair { biggest: tag, latest: pair.biggest, visits };
        } else {
            pair.latest = tag;
        }
    }

    fn is_finished(&self, _: u128) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_forgets() {
        let mut table = Replacing::new(1);
        let key = |tag: u128, index: u128| tag << 64 | index;
        assert_eq!(table.visit(key(7, 0)), Known::New);
        assert_eq!(table.visit(key(7, 0)), Known::Finished);
        assert_eq!(table.visit(key(8, 2)), Known::New);
        assert_eq!(table.visit(key(7, 0)), Known::New);
    }

    #[test]
    fn a_small_table_keeps_the_biggest_and_the_latest() {
        let mut table = TwoDeep::new(1);
        let key = |tag: u128| tag << 64 | tag;
        for (tag, visits) in [(1, 5), (2, 9), (3, 4), (4, 3)] {
            assert_eq!(table.visit(key(tag)), Known::New);
            table.finish(key(tag), visits);
            assert_eq!(table.visit(key(tag)), Known::Finished);
        }
        assert_eq!([1, 2, 3, 4].map(|tag| table.visit(key(tag)) == Known::Finished), [false, true, false, true]);
    }
}
