//! Remembers recent canonical strings by what they were made from.
//!
//! Different moves keep producing the same sketches: small lands that fall off, and moves that differ only in which of
//! several like spots they use. A land is first written down *raw*, region by region as it stands in the sketch with its
//! spots renamed in order of appearance; equal raw texts are the same land, so the canonical string found for one is
//! that of the other. One slot per hash, the last comer stays, texts are compared in full: a memo can only save time.

use super::alphabet::{END_BOUNDARY, END_REGION};
use super::sketch::{FIRST_NAME, Role, Sketch};
use rustc_hash::FxHasher;
use std::hash::Hasher;

const SLOTS: usize = 1 << 14;
/// Longest text that is remembered.
const TEXT: usize = 63;

#[derive(Clone, Copy)]
struct Slot {
    raw_len: u8,
    canonical_len: u8,
    raw: [u8; TEXT],
    canonical: [u8; TEXT],
}

pub struct Memo {
    slots: Box<[Slot]>,
    raw: [u8; TEXT],
    raw_len: usize,
    /// New names of the spots of the land in hand.
    renamed: [u8; 256],
}

impl Default for Memo {
    fn default() -> Self {
        let empty = Slot { raw_len: 0, canonical_len: 0, raw: [0; TEXT], canonical: [0; TEXT] };
        Memo { slots: vec![empty; SLOTS].into(), raw: [0; TEXT], raw_len: 0, renamed: [0; 256] }
    }
}

/// Where a land belongs in the memo.
#[derive(Clone, Copy)]
pub struct Place(usize);

impl Memo {
    /// Forgets the names given to spots; call it for each sketch.
    pub fn prepare(&mut self, sketch: &Sketch) {
        self.renamed[FIRST_NAME as usize..sketch.next_name].fill(0);
    }

    /// Writes a land down and finds its place; `None` if it is too long to be remembered.
    pub fn place(&mut self, sketch: &Sketch, in_land: impl Fn(usize) -> bool) -> Option<Place> {
        self.raw_len = 0;
        let mut next = FIRST_NAME;
        for r in 0..sketch.region_count {
            let row = sketch.regions[r];
            if row.lives == 0 || !in_land(r) {
                continue;
            }
            self.push(u8::try_from(row.zeros).ok()?)?;
            for b in row.boundaries() {
                for &token in sketch.tokens(sketch.boundaries[b]) {
                    let written = match sketch.role[token as usize] {
                        _ if token < FIRST_NAME => token,
                        Role::Single | Role::Absent => 2,
                        Role::Lower | Role::Upper => {
                            if self.renamed[token as usize] == 0 {
                                self.renamed[token as usize] = next;
                                next += 1;
                            }
                            self.renamed[token as usize]
                        }
                    };
                    self.push(written)?;
                }
                self.push(END_BOUNDARY)?;
            }
            self.push(END_REGION)?;
        }
        let mut hasher = FxHasher::default();
        hasher.write(&self.raw[..self.raw_len]);
        Some(Place(hasher.finish() as usize % SLOTS))
    }

    fn push(&mut self, byte: u8) -> Option<()> {
        *self.raw.get_mut(self.raw_len)? = byte;
        self.raw_len += 1;
        Some(())
    }

    /// The canonical string of the land written down last, if it is remembered.
    pub fn recall(&self, place: Place) -> Option<&[u8]> {
        let slot = &self.slots[place.0];
        let same = slot.raw_len as usize == self.raw_len && slot.raw[..self.raw_len] == self.raw[..self.raw_len];
        same.then(|| &slot.canonical[..slot.canonical_len as usize])
    }

    /// Remembers the canonical string of the land written down last.
    pub fn remember(&mut self, place: Place, canonical: &[u8]) {
        if canonical.len() <= TEXT {
            let slot = &mut self.slots[place.0];
            slot.raw = self.raw;
            slot.raw_len = self.raw_len as u8;
            slot.canonical[..canonical.len()].copy_from_slice(canonical);
            slot.canonical_len = canonical.len() as u8;
        }
    }
}
