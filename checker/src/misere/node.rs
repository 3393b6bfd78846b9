//! Nodes: sums of lands, trees and heaps 1 (FORMAT.md section 12). Lands and trees are given by their numbers.

use crate::coder::Decoder;
use crate::error::{Result, error};

/// A piece of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Land(u32),
    Tree(u32),
    One,
}

/// A node, or what a move puts in the place of a piece. If lands are numbered in their order, the derived order is that of
/// FORMAT.md section 12.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node {
    /// In increasing order, like the trees.
    pub lands: Box<[u32]>,
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
        let lands = self.lands.iter().map(|&land| Piece::Land(land));
        lands.chain(self.trees.iter().map(|&tree| Piece::Tree(tree))).chain(self.one.then_some(Piece::One))
    }

    /// The pieces in order, equal ones only once.
    pub(crate) fn different(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = self.pieces().collect();
        pieces.dedup();
        pieces
    }

    /// The node after a move that puts others in the place of a piece.
    pub(crate) fn after(&self, moved: Piece, put: &Node) -> Node {
        let place = self.pieces().position(|piece| piece == moved);
        let others = self.pieces().enumerate().filter(|(i, _)| Some(*i) != place).map(|(_, piece)| piece);
        Node::sum(others.chain(put.pieces()))
    }

    /// Reads a node (section 13, step 3) of so many lands and trees, after another one.
    pub(crate) fn read(coder: &mut Decoder, before: Option<&Node>, lands: usize, trees: usize) -> Result<Self> {
        let mut node = Node::default();
        let bits = |count: usize| count.next_power_of_two().ilog2() as usize;
        let (mut list, first) =
            (Vec::new(), before.and_then(|node| node.lands.first()).map_or(0, |&first| first.into()));
        for i in 0..coder.number(("lands", 0, 0), 5)? {
            list.push(match i {
                0 => first + coder.small("first")?,
                _ => coder.number(("further", 0, 0), bits(lands))? as u64,
            });
        }
        if let Some(land) = list.iter().find(|land| **land >= lands as u64) {
            return Err(error!(Malformed, "there is no land {land} in the list, which has {lands}"));
        }
        node.lands = list.into_iter().map(|land| land as u32).collect();
        let count = coder.number(("trees", 0, 0), 5)?;
        let list = (0..count).map(|_| coder.number(("tree", 0, 0), bits(trees))).collect::<Result<Vec<usize>>>()?;
        if let Some(tree) = list.iter().find(|tree| **tree >= trees) {
            return Err(error!(Malformed, "there is no tree {tree}; the closure has {trees}"));
        }
        node.trees = list.into_iter().map(|tree| tree as u32).collect();
        node.one = coder.number(("one", 0, 0), 1)? == 1;
        if !node.lands.is_sorted() || !node.trees.is_sorted() {
            return Err(error!(Malformed, "its pieces are not in order"));
        }
        if before.is_some_and(|before| *before >= node) {
            return Err(error!(Malformed, "it does not come after the node before"));
        }
        Ok(node)
    }
}
