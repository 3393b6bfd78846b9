//! One proof for many outcomes of misère play, made of the lost nodes of their certificates, without a search.

use crate::misere::minimise::Minimiser;
use crate::misere::node::{Kind, Node, Piece};
use crate::misere::piece_table::PieceTable;
use crate::misere::proof::MisereProof;
use crate::misere::trees::TreeId;
use crate::misere::{Closure, Outcome};
use certificate::reader::canonical_land;
use rustc_hash::FxHashSet;
use sprouts::{Engine, Position, TooLarge};
use std::cmp::Reverse;

/// Why lost nodes make no proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoUnion {
    #[error("the lost nodes do not support each other and the outcomes")]
    Unsupported,
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Reads nodes as certificates write them (FORMAT.md section 13).
pub struct NodeReader {
    engine: Engine,
    trees: Vec<TreeId>,
}

impl NodeReader {
    pub fn new(closure: &Closure) -> Self {
        NodeReader { engine: Engine::new(), trees: closure.numbered_trees() }
    }

    /// A node given by its lands, the numbers of its trees, and a nim-heap 1.
    pub fn read(&mut self, piece_table: &mut PieceTable, text: &str) -> Option<Node> {
        let mut pieces = Vec::new();
        for piece in text.split('+') {
            pieces.push(match piece.strip_prefix('t') {
                _ if piece == "*1" => Piece::ONE,
                Some(number) => Piece::tree(*self.trees.get(number.parse::<usize>().ok()?)?),
                None => {
                    let land = Position::new(vec![canonical_land(&mut self.engine, piece)?]);
                    match *piece_table.node(&land).pieces() {
                        [piece] if matches!(piece.kind(), Kind::Land(_)) => piece,
                        _ => return None,
                    }
                }
            });
        }
        Some(Node::new(pieces))
    }
}

/// Proves outcomes by some of these lost nodes. Nodes that do not support each other and the outcomes are refused.
pub fn unite(
    piece_table: &mut PieceTable,
    mut lost: Vec<Node>,
    results: Vec<(Position, Outcome)>,
) -> Result<MisereProof, NoUnion> {
    let roots: Vec<Node> = results.iter().map(|(start, _)| piece_table.node(start)).collect();
    let listed: FxHashSet<Node> = lost.drain(..).collect();
    for (root, (_, outcome)) in roots.iter().zip(&results) {
        let known = listed.contains(root).then_some(Outcome::Loss);
        // A root that nothing is known about has to be won by a move.
        if known.or_else(|| piece_table.closed_outcome(root)).unwrap_or(Outcome::Win) != *outcome {
            return Err(NoUnion::Unsupported);
        }
    }
    lost.extend(listed);
    lost.sort_by_cached_key(|node| (Reverse(piece_table.lives(node)), piece_table.tally(node).fingerprint));
    let mut minimiser = Minimiser::new(piece_table, lost, &roots)?;
    if !minimiser.is_supported(piece_table)? {
        return Err(NoUnion::Unsupported);
    }
    minimiser.minimise();
    Ok(MisereProof::new(piece_table, &minimiser, results)?)
}
