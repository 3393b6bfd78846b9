//! Nodes of the misère search: sums of lands, trees and nim-heaps 1.
//!
//! A node is a sum of *pieces* (Lemoine and Viennot, section 4.1): lands that have no tree, trees that cannot be written with a
//! nim-heap 1, and at most one nim-heap 1, since two of them are worth nothing. The search knows a sum by its [`Tally`], which is
//! found by addition: the tally of an option is that of the node less that of the piece moved in, plus that of the sum that the
//! move leaves of it.

use crate::misere::Outcome;
use crate::misere::tree_hash::TreeHash;
use crate::misere::trees::TreeId;

/// A summand of a node, as a number: 0 is the nim-heap 1, odd numbers are trees, the others lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u32);

/// The kinds of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    One,
    Tree(TreeId),
    /// A land of the [`crate::misere::PieceTable`].
    Land(u32),
}

impl Piece {
    pub const ONE: Piece = Piece(0);

    pub fn tree(tree: TreeId) -> Self {
        Piece(2 * tree.index() as u32 + 1)
    }

    pub fn land(land: u32) -> Self {
        Piece(2 * land + 2)
    }

    pub fn kind(self) -> Kind {
        match self.0 {
            0 => Kind::One,
            odd if odd % 2 == 1 => Kind::Tree(TreeId::from_index(odd / 2)),
            even => Kind::Land(even / 2 - 1),
        }
    }
}

/// 128 bits that stand for a sum of pieces, whatever their order, and are the same in every run. The lowest bit says
/// whether there is a nim-heap 1; the others are the sum of the pieces' own bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    const ONE: Fingerprint = Fingerprint(1);

    fn of_bytes(bytes: &[u8; 32]) -> Self {
        let (half, _) = bytes.split_first_chunk().expect("32 bytes have a half");
        Fingerprint(u128::from_le_bytes(*half) & !1)
    }

    pub fn has_one(self) -> bool {
        self.0 & 1 == 1
    }

    fn plus(self, other: Fingerprint) -> Self {
        Fingerprint((self.0 & !1).wrapping_add(other.0 & !1) | (self.0 ^ other.0) & 1)
    }

    fn minus(self, other: Fingerprint) -> Self {
        Fingerprint((self.0 & !1).wrapping_sub(other.0 & !1) | (self.0 ^ other.0) & 1)
    }
}

/// Additive properties of a sum of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub fingerprint: Fingerprint,
    /// An estimate of the number of options.
    pub options: u32,
    /// Pieces that are no nim-heaps.
    wild: u16,
    /// Nim-heaps other than the nim-heap 1, and the exclusive or of their sizes.
    heaps: u16,
    nim_sum: u16,
}

impl Tally {
    pub fn of_one() -> Self {
        Tally { fingerprint: Fingerprint::ONE, ..Tally::default() }
    }

    pub fn of_tree(hash: &TreeHash, heap: Option<u32>, options: u32) -> Self {
        let fingerprint = Fingerprint::of_bytes(hash.bytes());
        match heap {
            Some(size) => Tally { fingerprint, options, wild: 0, heaps: 1, nim_sum: size as u16 },
            None => Tally { fingerprint, options, wild: 1, heaps: 0, nim_sum: 0 },
        }
    }

    pub fn of_land(key: &[u8], options: u32) -> Self {
        let fingerprint = Fingerprint::of_bytes(blake3::hash(key).as_bytes());
        Tally { fingerprint, options, wild: 1, heaps: 0, nim_sum: 0 }
    }

    pub fn plus(self, other: Tally) -> Self {
        Tally {
            fingerprint: self.fingerprint.plus(other.fingerprint),
            options: self.options + other.options,
            wild: self.wild + other.wild,
            heaps: self.heaps + other.heaps,
            nim_sum: self.nim_sum ^ other.nim_sum,
        }
    }

    pub fn minus(self, other: Tally) -> Self {
        Tally {
            fingerprint: self.fingerprint.minus(other.fingerprint),
            options: self.options - other.options,
            wild: self.wild - other.wild,
            heaps: self.heaps - other.heaps,
            nim_sum: self.nim_sum ^ other.nim_sum,
        }
    }

    /// The outcome of a sum of nim-heaps: with a heap above 1 as in normal play, else the parity of the heaps decides.
    pub fn outcome_of_heaps(self) -> Option<Outcome> {
        let one = u16::from(self.fingerprint.has_one());
        let is_won = if self.heaps > 0 { self.nim_sum ^ one != 0 } else { one == 0 };
        (self.wild == 0).then_some(if is_won { Outcome::Win } else { Outcome::Loss })
    }
}

/// A sum of pieces, sorted; at most one of them is the nim-heap 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Node {
    pieces: Vec<Piece>,
}

impl Node {
    pub fn new(pieces: Vec<Piece>) -> Self {
        let mut node = Node { pieces };
        node.normalise();
        node
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The node after a move in its nth piece.
    pub fn after(&self, nth: usize, left: &[Piece]) -> Self {
        let mut pieces = Vec::with_capacity(self.pieces.len() + left.len());
        pieces.extend_from_slice(&self.pieces[..nth]);
        pieces.extend_from_slice(&self.pieces[nth + 1..]);
        pieces.extend_from_slice(left);
        Node::new(pieces)
    }

    /// Sorts, and takes out pairs of nim-heaps 1.
    fn normalise(&mut self) {
        self.pieces.sort_unstable();
        let ones = self.pieces.iter().take_while(|&&piece| piece == Piece::ONE).count();
        self.pieces.drain(..ones - ones % 2);
    }

    /// The places of the pieces, equal ones only once.
    pub fn places(&self) -> impl Iterator<Item = (usize, Piece)> {
        let pieces = self.pieces.iter().copied().enumerate();
        pieces.filter(|&(nth, piece)| nth == 0 || self.pieces[nth - 1] != piece)
    }
}
