//! Nodes: sums of lands, trees and heaps 1 (FORMAT.md section 12). Lands and trees are given by their numbers.

/// A piece of a node. The derived order serves only to compare nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Piece {
    /// The heap 1.
    One,
    Tree(u32),
    Land(u32),
}

/// A node, or what a move puts in the place of a piece: first lands, then trees, both in increasing order, then a piece
/// `1` or none.
///
/// If lands are numbered in their order, the derived order is that of FORMAT.md section 12: where one of two nodes has no
/// more lands, its next piece is a tree, `1` or nothing, and below the land that the other has there; likewise with trees.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node(Box<[Piece]>);

impl Node {
    /// The sum of some pieces. Two pieces `1` are left out together.
    pub(crate) fn sum(mut pieces: Vec<Piece>) -> Self {
        pieces.sort_unstable_by_key(|piece| match *piece {
            Piece::Land(number) => (0, number),
            Piece::Tree(number) => (1, number),
            Piece::One => (2, 0),
        });
        while pieces.ends_with(&[Piece::One, Piece::One]) {
            pieces.truncate(pieces.len() - 2);
        }
        Node(pieces.into())
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// The numbers of its lands.
    pub(crate) fn lands(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map_while(|piece| if let Piece::Land(land) = *piece { Some(land) } else { None })
    }

    /// The pieces in order, equal ones only once.
    pub(crate) fn different(&self) -> Vec<Piece> {
        let mut pieces = self.0.to_vec();
        pieces.dedup();
        pieces
    }

    /// The node after a move that puts others in the place of a piece.
    pub(crate) fn after(&self, moved: Piece, put: &Node) -> Node {
        let place = self.0.iter().position(|piece| *piece == moved).unwrap_or(self.0.len());
        let others = self.0.iter().enumerate().filter(|(i, _)| *i != place).map(|(_, piece)| *piece);
        Node::sum(others.chain(put.0.iter().copied()).collect())
    }

    /// The same node after its lands have got new numbers.
    pub(crate) fn renumbered(&self, new: &[u32]) -> Node {
        let renumber =
            |piece: &Piece| if let Piece::Land(land) = *piece { Piece::Land(new[land as usize]) } else { *piece };
        Node::sum(self.0.iter().map(renumber).collect())
    }
}
