//! The canonical-form cache: recent canonical strings by the raw texts they were made from.
//!
//! Different moves keep producing the same lands: small ones that fall off, and moves that differ only in the choice among several
//! like spots. A land is first written down *raw*, region by region as it stands in the scratch position with its spots renamed
//! in order of appearance; equal raw texts are the same land, so the canonical string of one is that of the other. The cache is
//! direct-mapped and compares texts in full, so it can only save time.

use crate::scratch::{FIRST_NAME, Role, ScratchPosition};
use crate::token::{END_BOUNDARY, END_REGION, TWO};
use rustc_hash::FxHasher;
use std::hash::Hasher;

const SLOTS: usize = 1 << 14;
/// Longest text that is remembered.
const TEXT: usize = 63;
/// Stands for a spot that occurs twice and has no name in the text yet.
const UNNAMED: u8 = u8::MAX;

#[derive(Clone, Copy)]
struct Slot {
    raw_len: u8,
    canonical_len: u8,
    raw: [u8; TEXT],
    canonical: [u8; TEXT],
}

pub struct CanonicalCache {
    slots: Box<[Slot]>,
    raw: [u8; TEXT],
    raw_len: usize,
    /// How the tokens of the scratch position in hand are written.
    written: [u8; 256],
}

impl Default for CanonicalCache {
    fn default() -> Self {
        let empty = Slot { raw_len: 0, canonical_len: 0, raw: [0; TEXT], canonical: [0; TEXT] };
        CanonicalCache { slots: vec![empty; SLOTS].into(), raw: [0; TEXT], raw_len: 0, written: [0; 256] }
    }
}

/// The slot of a land in the cache.
#[derive(Clone, Copy)]
pub struct Place(usize);

impl CanonicalCache {
    /// Sets how the spots of a scratch position are written until they get names; call it for each scratch position.
    pub fn prepare(&mut self, scratch: &ScratchPosition) {
        self.written[..FIRST_NAME as usize].copy_from_slice(&[0, 1, 2]);
        let names = FIRST_NAME as usize..scratch.next_name;
        for (written, role) in self.written[names.clone()].iter_mut().zip(&scratch.role[names]) {
            *written = if matches!(role, Role::Upper | Role::Lower) { UNNAMED } else { TWO };
        }
    }

    /// Writes a land down and finds its place; `None` if it is too long to be remembered.
    pub fn place(&mut self, scratch: &ScratchPosition, in_land: impl Fn(usize) -> bool) -> Option<Place> {
        let mut len = 0;
        let mut next = FIRST_NAME;
        for r in 0..scratch.region_count {
            let row = scratch.regions[r];
            if row.lives == 0 || !in_land(r) {
                continue;
            }
            *self.raw.get_mut(len)? = u8::try_from(row.zeros).ok()?;
            len += 1;
            for b in row.boundaries() {
                let tokens = scratch.tokens(scratch.boundaries[b]);
                let text = self.raw.get_mut(len..len + tokens.len() + 1)?;
                len += text.len();
                for (byte, &token) in text.iter_mut().zip(tokens) {
                    let written = &mut self.written[token as usize];
                    if *written == UNNAMED {
                        *written = next;
                        next += 1;
                    }
                    *byte = *written;
                }
                text[tokens.len()] = END_BOUNDARY;
            }
            *self.raw.get_mut(len)? = END_REGION;
            len += 1;
        }
        self.raw_len = len;
        let mut hasher = FxHasher::default();
        hasher.write(&self.raw[..len]);
        Some(Place(hasher.finish() as usize % SLOTS))
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
