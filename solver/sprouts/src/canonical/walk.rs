//! Walks along boundaries: where they begin, and on which hand they go.

/// How a region is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    Forward,
    Backward,
    /// All boundaries written so far read the same both ways.
    Either,
}

/// A way to write the next boundary.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub region: u8,
    pub hand: Hand,
    pub boundary: u16,
    pub start: u16,
}

/// The place after `place` on a boundary of `len` tokens.
#[inline]
pub fn step(place: usize, hand: Hand, len: usize) -> usize {
    match hand {
        Hand::Backward if place == 0 => len - 1,
        Hand::Backward => place - 1,
        _ if place + 1 == len => 0,
        _ => place + 1,
    }
}
