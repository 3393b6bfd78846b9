//! Danny Purvis's parity argument of 2000: cannibals and survivors.
//!
//! A *cannibal* is a spot with no line or with two. An end of a curve turns a spot of degree 0 into one of degree 1, one of
//! degree 1 into one of degree 2, one of degree 2 into a dead one: each changes the number of cannibals by one. A loop changes
//! it not at all (0 to 2, 1 to 3). The new spot is one more cannibal. So every move changes the number by an odd number. At
//! the end every live spot has degree 2, since one of degree 0 or 1 could be joined to itself: *survivors* are cannibals, and
//! there are no others. Hence the number of moves that are left has the parity of cannibals minus survivors.

use sprouts::plain::PlainPosition;

/// What parity says about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parity {
    /// Spots of degree 0 or 2.
    pub cannibals: usize,
    /// Spots of degree 1.
    pub ghosts: usize,
}

impl Parity {
    /// Counts the spots of a position. Only spots that are listed count, dead ones or not.
    pub fn of(plain: &PlainPosition) -> Self {
        let mut occurs = vec![false; plain.lives.len()];
        plain.regions.iter().flatten().flatten().for_each(|&spot| occurs[spot] = true);
        let count = |wanted: &[u8]| {
            let spots = plain.lives.iter().zip(&occurs);
            spots.filter(|&(lives, &occurs)| occurs && wanted.contains(lives)).count()
        };
        Parity { cannibals: count(&[1, 3]), ghosts: count(&[2]) }
    }

    /// Whether the number of survivors that lets the player to move win is even.
    pub fn mover_wants_even(self, misere: bool) -> bool {
        (self.cannibals % 2 == 1) != misere
    }
}
