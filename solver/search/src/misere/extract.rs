//! Extraction of a proof from the transposition table: the lost nodes that a result needs.
//!
//! A lost node is proved by its options: each of them is won, by a reply to a lost node. So a set of lost nodes is a proof if
//! from every option of each of them some reply leads back into the set, or to a node whose outcome needs no search. Starting
//! from the roots this collects such a set. Where several replies are known to be lost, those come first that are in the set
//! already; then, from the second round on, those that most options could use in the round before; then the smallest. Rounds
//! go on while they make the set smaller.

use crate::common::proof_numbers::ProofNumbers;
use crate::misere::Outcome;
use crate::misere::node::{Fingerprint, Node};
use crate::misere::piece_table::PieceTable;
use crate::misere::transposition_table::TranspositionTable;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::TooLarge;
use std::collections::BinaryHeap;

/// A won node and the lost node that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub won: Node,
    pub lost: Node,
}

/// A proof of the outcomes of roots: lost nodes, the lost roots among them, and replies to their options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// One for each root.
    pub outcomes: Vec<Outcome>,
    /// The lost nodes, largest first. Nodes whose outcome needs no search are not listed.
    pub lost: Vec<Node>,
    /// One for every option of these nodes (and for each root that is won) whose outcome needs search.
    pub replies: Vec<Reply>,
}

/// The reason why no proof was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    #[error("a node is not decided in the table")]
    Open(Node),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Rounds that made the set no smaller before the search for a smaller one ends.
const PATIENCE: u32 = 3;

/// Extracts the proof of the outcome of a node that has been searched.
pub fn extract(
    piece_table: &mut PieceTable,
    table: &TranspositionTable,
    root: &Node,
) -> Result<Extraction, ExtractError> {
    extract_together(piece_table, table, std::slice::from_ref(root))
}

/// Extracts one proof of the outcomes of several nodes that have been searched.
pub fn extract_together(
    piece_table: &mut PieceTable,
    table: &TranspositionTable,
    roots: &[Node],
) -> Result<Extraction, ExtractError> {
    let mut collector = Collector { piece_table, table, moves: FxHashMap::default(), uses: FxHashMap::default() };
    let mut best = collector.round(roots)?;
    let mut idle = 0;
    while idle < PATIENCE {
        collector.count_uses(&best);
        let next = collector.round(roots)?;
        idle += 1;
        if next.lost.len() < best.lost.len() {
            best = next;
            idle = 0;
        }
    }
    Ok(best)
}

/// A lost node that can be moved to.
#[derive(Clone)]
struct Lost {
    node: Node,
    fingerprint: Fingerprint,
    size: u32,
    is_closed: bool,
}

struct Collector<'a> {
    piece_table: &'a mut PieceTable,
    table: &'a TranspositionTable,
    /// The lost options of won nodes.
    moves: FxHashMap<Fingerprint, Vec<Lost>>,
    /// How many won nodes of the round before could use a lost node as reply.
    uses: FxHashMap<Fingerprint, u32>,
}

impl Collector<'_> {
    fn round(&mut self, roots: &[Node]) -> Result<Extraction, ExtractError> {
        let mut extraction = Extraction { outcomes: Vec::new(), lost: Vec::new(), replies: Vec::new() };
        let mut wanted = FxHashSet::default();
        let mut answered = FxHashSet::default();
        let mut won_roots = Vec::new();
        // Largest first, so that a reply is chosen when as many nodes as possible are already wanted.
        let mut queue: BinaryHeap<(u32, Node)> = BinaryHeap::new();
        for root in roots {
            let fingerprint = self.piece_table.tally(root).fingerprint;
            if self.known_outcome(root) == Some(Outcome::Loss) {
                extraction.outcomes.push(Outcome::Loss);
                if wanted.insert(fingerprint) {
                    queue.push((self.piece_table.lives(root), root.clone()));
                }
            } else {
                extraction.outcomes.push(Outcome::Win);
                won_roots.push((fingerprint, root));
            }
        }
        for (fingerprint, root) in won_roots {
            if answered.insert(fingerprint) {
                self.answer(root.clone(), &mut wanted, &mut queue, &mut extraction)?;
            }
        }
        while let Some((_, node)) = queue.pop() {
            if self.piece_table.closed_outcome(&node).is_some() {
                continue;
            }
            for (option, fingerprint) in self.piece_table.node_options(&node)? {
                if self.piece_table.closed_outcome(&option).is_none() && answered.insert(fingerprint) {
                    self.answer(option, &mut wanted, &mut queue, &mut extraction)?;
                }
            }
            extraction.lost.push(node);
        }
        Ok(extraction)
    }

    /// Chooses a reply to a won node.
    fn answer(
        &mut self,
        won: Node,
        wanted: &mut FxHashSet<Fingerprint>,
        queue: &mut BinaryHeap<(u32, Node)>,
        extraction: &mut Extraction,
    ) -> Result<(), ExtractError> {
        if self.piece_table.closed_outcome(&won).is_some() {
            return Ok(());
        }
        self.find_moves(&won)?;
        let moves = &self.moves[&self.piece_table.tally(&won).fingerprint];
        let uses = |lost: &Lost| self.uses.get(&lost.fingerprint).copied().unwrap_or(0);
        let best = moves.iter().max_by_key(|lost| {
            let is_free = lost.is_closed || wanted.contains(&lost.fingerprint);
            (is_free, uses(lost), std::cmp::Reverse(lost.size))
        });
        let best = best.ok_or_else(|| ExtractError::Open(won.clone()))?;
        if !best.is_closed && wanted.insert(best.fingerprint) {
            queue.push((best.size, best.node.clone()));
        }
        extraction.replies.push(Reply { lost: best.node.clone(), won });
        Ok(())
    }

    /// Finds all options of a won node that are known to be lost; one is enough if its outcome needs no search.
    fn find_moves(&mut self, won: &Node) -> Result<(), ExtractError> {
        let fingerprint = self.piece_table.tally(won).fingerprint;
        if self.moves.contains_key(&fingerprint) {
            return Ok(());
        }
        let mut moves = Vec::new();
        for (node, fingerprint) in self.piece_table.node_options(won)? {
            if self.known_outcome(&node) == Some(Outcome::Loss) {
                let is_closed = self.piece_table.closed_outcome(&node).is_some();
                moves.push(Lost { size: self.piece_table.lives(&node), node, fingerprint, is_closed });
                if is_closed {
                    moves.drain(..moves.len() - 1);
                    break;
                }
            }
        }
        self.moves.insert(fingerprint, moves);
        Ok(())
    }

    fn known_outcome(&self, node: &Node) -> Option<Outcome> {
        self.piece_table.closed_outcome(node).or_else(|| {
            match self.table.get(self.piece_table.tally(node).fingerprint)? {
                ProofNumbers { dn: 0, .. } => Some(Outcome::Loss),
                ProofNumbers { pn: 0, .. } => Some(Outcome::Win),
                _ => None,
            }
        })
    }

    fn count_uses(&mut self, extraction: &Extraction) {
        self.uses.clear();
        for reply in &extraction.replies {
            for lost in &self.moves[&self.piece_table.tally(&reply.won).fingerprint] {
                *self.uses.entry(lost.fingerprint).or_default() += 1;
            }
        }
    }
}
