//! Nodes: sums of lands, trees and heaps 1 (FORMAT.md section 12). Trees are given by their numbers.

use crate::coder::Decoder;
use crate::error::{Result, error};
use crate::land::Land;

/// A piece of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Land(Land),
    Tree(u32),
    One,
}

/// A node, or what a move puts in the place of a piece. The derived order is that of FORMAT.md section 12.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node {
    /// In increasing order, like the trees.
    pub lands: Box<[Land]>,
    pub trees: Box<[u32]>,
    pub one: bool,
}

impl Node {
    /// The sum of some pieces. Two pieces `1` are left out together.
    pub(crate) fn sum(pieces: impl IntoIterator<Item = Piece>) -> Self {
        let (mut lands, mut trees, mut one) = (Vec::new(), Vec::new(), false);
        for piece in pieces {
            match piece {
                Piece::Land(land) => lands.push(land),
                Piece::Tree(tree) => trees.push(tree),
                Piece::One => one = !one,
            }
        }
        lands.sort_unstable();
        trees.sort_unstable();
        Node { lands: lands.into(), trees: trees.into(), one }
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let lands = self.lands.iter().cloned().map(Piece::Land);
        lands.chain(self.trees.iter().copied().map(Piece::Tree)).chain(self.one.then_some(Piece::One))
    }

    /// The pieces in order, equal ones only once.
    pub(crate) fn different(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = self.pieces().collect();
        pieces.dedup();
        pieces
    }

    /// The node after a move that puts others in the place of a piece.
    pub(crate) fn after(&self, moved: &Piece, put: &Node) -> Node {
        let place = self.pieces().position(|piece| piece == *moved);
        let others = self.pieces().enumerate().filter(|(i, _)| Some(*i) != place).map(|(_, piece)| piece);
        Node::sum(others.chain(put.pieces()))
    }

    /// Reads a node (section 13, step 3) of these lands and so many trees. `first` is the place of the first land of the
    /// node before.
    pub(crate) fn read(coder: &mut Decoder, listed: &[Land], trees: usize, first: &mut u64) -> Result<Self> {
        let bits = |count: usize| count.next_power_of_two().ilog2() as usize;
        let (mut pieces, before) = (Vec::new(), std::mem::take(first));
        for i in 0..coder.number(("lands", 0, 0), 5)? {
            let place = match i {
                0 => before + coder.small("first")?,
                _ => coder.number(("further", 0, 0), bits(listed.len()))? as u64,
            };
            *first = if i == 0 { place } else { *first };
            let no_land = || error!(Malformed, "there is no land {place} in the list, which has {}", listed.len());
            pieces.push(Piece::Land(listed.get(place as usize).ok_or_else(no_land)?.clone()));
        }
        for _ in 0..coder.number(("trees", 0, 0), 5)? {
            let tree = coder.number(("tree", 0, 0), bits(trees))?;
            if tree >= trees {
                return Err(error!(Malformed, "there is no tree {tree}; the closure has {trees}"));
            }
            pieces.push(Piece::Tree(tree as u32));
        }
        pieces.extend((coder.number(("one", 0, 0), 1)? == 1).then_some(Piece::One));
        let node = Node::sum(pieces.iter().cloned());
        if node.pieces().eq(pieces) { Ok(node) } else { Err(error!(Malformed, "its pieces are not in order")) }
    }
}
