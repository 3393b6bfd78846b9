//! Nodes: sums of lands and trees (FORMAT.md section 12), and how they are written (section 13).

use super::trees::{ONE, Tree, ZERO};
use crate::token::Land;
use std::fmt::{self, Display, Formatter};

/// A piece of a node. The piece `1` is the tree `ONE`; all other trees are even.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Piece {
    Tree(Tree),
    Land(Land),
}

/// A node: its lands in increasing order, then its trees in increasing order, then the piece `1`.
///
/// The derived order is that of section 12: where one node has a land and the other has none left, this is the lesser
/// one, whether its next piece is a tree, the piece `1` or nothing; and likewise for the trees, `ONE` being the least.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node(pub Box<[Piece]>);

impl Node {
    /// The sum of some pieces: 0 is left out, trees are split, and two pieces `1` are left out together.
    pub(crate) fn sum(pieces: impl IntoIterator<Item = Piece>) -> Self {
        let mut one = ZERO;
        let halves = pieces.into_iter().map(|piece| match piece {
            Piece::Land(_) => piece,
            Piece::Tree(tree) => {
                one ^= tree & ONE;
                Piece::Tree(tree & !ONE)
            }
        });
        let mut pieces: Vec<Piece> = halves.filter(|piece| *piece != Piece::Tree(ZERO)).collect();
        pieces.sort_unstable();
        // Trees are less than lands, but are written after them.
        let trees = pieces.partition_point(|piece| matches!(piece, Piece::Tree(_)));
        pieces.rotate_left(trees);
        pieces.extend((one == ONE).then_some(Piece::Tree(ONE)));
        Node(pieces.into())
    }

    /// How many bytes it takes, at most.
    pub(crate) fn size(&self) -> usize {
        let size = |piece: &Piece| if let Piece::Land(land) = piece { 64 + land.size() } else { 16 };
        100 + self.0.iter().map(size).sum::<usize>()
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let text = |piece: &Piece| match piece {
            Piece::Land(land) => land.to_string(),
            Piece::Tree(ONE) => "*1".to_string(),
            Piece::Tree(tree) => format!("t{}", tree / 2 - 1),
        };
        let pieces: Vec<String> = self.0.iter().map(text).collect();
        f.write_str(if pieces.is_empty() { "!".to_string() } else { pieces.join("+") }.as_str())
    }
}
