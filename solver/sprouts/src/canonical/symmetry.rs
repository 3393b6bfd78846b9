//! Symmetries of a land that move the spots of one boundary among themselves and leave all others in place.
//!
//! Two walks along a boundary that write the same string pair its spots off: the first spot of one walk with the first of the
//! other, and so on. Let every other spot stay where it is. If each region then still has the same boundaries, read as
//! they are or all of them mirrored, the pairing is an automorphism of the land that carries one walk to the other, and
//! only one of them need be followed. Spots that have a letter already are paired with themselves, since the walks write
//! the same, so the string written so far does not change. In `0.ABCD|0.ABCD` one walk is left of eight.

use crate::canonical::walk::{Candidate, Hand, step};
use crate::scratch::{Role, ScratchPosition};
use crate::token::TWO;

/// How two walks along one boundary that write the same compare.
pub enum Walks {
    /// They meet the same spots in the same order, from opposite hands.
    Same,
    /// An automorphism carries one to the other.
    Equivalent,
    /// No automorphism of this kind does.
    Different,
}

/// A pairing of spots, with room to build it.
pub struct Symmetry {
    image: [u8; 256],
    moved: [u8; 256],
}

impl Default for Symmetry {
    fn default() -> Self {
        Symmetry { image: std::array::from_fn(|token| token as u8), moved: [0; 256] }
    }
}

impl Symmetry {
    /// Compares two walks along the same boundary.
    pub fn of_walks(&mut self, scratch: &ScratchPosition, a: Candidate, b: Candidate) -> Walks {
        let count = self.pair_off(scratch, a, b);
        let mirrored = (a.hand == Hand::Backward) != (b.hand == Hand::Backward);
        if count == 0 && mirrored {
            return Walks::Same;
        }
        let equivalent = self.keeps_regions(scratch, a, mirrored, count);
        for &spot in &self.moved[..count] {
            self.image[spot as usize] = spot;
        }
        if equivalent { Walks::Equivalent } else { Walks::Different }
    }

    /// Sets the images of the spots that are paired with another one, and returns how many there are.
    fn pair_off(&mut self, scratch: &ScratchPosition, a: Candidate, b: Candidate) -> usize {
        let tokens = scratch.tokens(scratch.boundaries[a.boundary as usize]);
        let (mut at_a, mut at_b) = (a.start as usize, b.start as usize);
        let mut count = 0;
        for _ in 0..tokens.len() {
            let (s, t) = (tokens[at_a], tokens[at_b]);
            if s != t && plain(scratch, s) != plain(scratch, t) && self.image[s as usize] == s {
                self.image[s as usize] = t;
                self.moved[count] = s;
                count += 1;
            }
            at_a = step(at_a, a.hand, tokens.len());
            at_b = step(at_b, b.hand, tokens.len());
        }
        count
    }

    /// Whether every region keeps its boundaries. The walks themselves show that the boundary does that they run along;
    /// its region holds no other occurrence of a spot that moves, and the other regions concerned are not begun yet.
    fn keeps_regions(&self, scratch: &ScratchPosition, walk: Candidate, mirrored: bool, count: usize) -> bool {
        let own = walk.boundary as usize;
        let mut others = scratch.regions[walk.region as usize].boundaries().filter(|&b| b != own);
        if mirrored && !others.all(|b| self.keeps(scratch, b, Hand::Backward)) {
            return false;
        }
        let mut seen = own;
        self.moved[..count].iter().filter(|&&spot| scratch.role[spot as usize] == Role::Upper).all(|&spot| {
            let [first, second] = scratch.boundaries_of[spot as usize].map(usize::from);
            let other = if first == own { second } else { first };
            if other == seen {
                return true;
            }
            seen = other;
            // Boundaries without a spot that moves stay as they are, unless the region has to be mirrored.
            let region = scratch.region_xor[spot as usize] ^ walk.region;
            let mut all = scratch.regions[region as usize].boundaries();
            self.keeps(scratch, other, Hand::Forward) || all.all(|b| self.keeps(scratch, b, Hand::Backward))
        })
    }

    /// Whether the image of a boundary, walked by this hand, is the boundary.
    fn keeps(&self, scratch: &ScratchPosition, boundary: usize, hand: Hand) -> bool {
        let tokens = scratch.tokens(scratch.boundaries[boundary]);
        let image = |token: u8| plain(scratch, self.image[token as usize]);
        let first = image(tokens[0]);
        (0..tokens.len()).filter(|&start| plain(scratch, tokens[start]) == first).any(|start| {
            let mut place = start;
            tokens[1..].iter().all(|&token| {
                place = step(place, hand, tokens.len());
                image(token) == plain(scratch, tokens[place])
            })
        })
    }
}

/// A token as it counts: spots that are left alone are all written `2`.
fn plain(scratch: &ScratchPosition, token: u8) -> u8 {
    if scratch.role[token as usize] == Role::Single { TWO } else { token }
}
