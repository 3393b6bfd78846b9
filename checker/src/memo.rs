//! Remembers the canonical strings of lands, by the way they happened to be written.
//!
//! The options of a claim and of related claims come in the same few forms again and again. This saves most of the
//! time and changes no result: a land that is written as one before, spot for spot, is that land.

use crate::canon::canonical_string;
use crate::limits::{Limit, Work};
use crate::position::Position;
use crate::token::{Canonical, Land};
use std::collections::HashMap;
use std::num::NonZero;

pub(crate) struct Memo {
    known: HashMap<Vec<u16>, Land>,
    /// Everything is forgotten when this many tokens have been stored.
    room: usize,
    stored: usize,
}

impl Memo {
    /// For one of several threads; all together keep some 20 MB at most.
    pub(crate) fn for_one_of(threads: NonZero<usize>) -> Self {
        Memo { known: HashMap::new(), room: (1 << 21) / threads, stored: 0 }
    }

    /// The same with more room, for a closure: some 150 MB in all.
    pub(crate) fn for_closure(threads: NonZero<usize>) -> Self {
        Memo { room: (1 << 25) / threads, ..Memo::for_one_of(threads) }
    }

    pub(crate) fn canonical(&mut self, position: Position, work: &mut Work) -> Result<Canonical, Limit> {
        position.canonical_with(|land| {
            let writing = writing(land);
            if let Some(known) = self.known.get(&writing) {
                return Ok(known.clone());
            }
            let string = canonical_string(land, work)?;
            self.stored += writing.len() + 32; // for the entry itself
            if self.stored > self.room {
                self.known.clear();
                self.stored = writing.len();
            }
            self.known.insert(writing, string.clone());
            Ok(string)
        })
    }
}

/// A land as it is written: every occurrence with the number and degree of its spot, and every end. A land that is too
/// large for this to be exact is refused by `canonical_string`.
fn writing(land: &Position) -> Vec<u16> {
    let mut writing = Vec::with_capacity(64);
    for region in &land.regions {
        for boundary in region {
            writing.extend(boundary.iter().map(|&spot| 4 * spot as u16 + u16::from(land.degree[spot])));
            writing.push(u16::MAX);
        }
        writing.push(u16::MAX - 1);
    }
    writing
}
