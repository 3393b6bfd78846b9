//! Misère play: checks the rules of FORMAT.md section 12, every listed node and every reply by itself, in any order.

mod closure;
mod node;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trees;

use crate::budget::Budget;
use crate::canon::canonical;
use crate::container::{Evidence, Reader};
use crate::error::{Malformed, NotProven, Place, Result, WrongStep, ensure};
use crate::moves::Moves;
use crate::normal::{Outcome, read_starts};
use crate::notation::{read_canonical, start_in_words};
use crate::parallel::{Settings, in_parallel, lock};
use crate::token::Canonical;
use closure::Closure;
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::sync::{Arc, Mutex};

pub(crate) use closure::Closures;
pub use closure::tree_name;
pub(crate) use node::{Node, Piece};

/// One result that a certificate is to prove, a LOSS or a WIN. The start is in short notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct MisereResult {
    pub start: String,
    pub outcome: Outcome,
}

impl Display for MisereResult {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "sprouts {} misere {}", start_in_words(&self.start), self.outcome)
    }
}

impl MisereResult {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        let start = reader.string()?;
        let outcome = [Outcome::Loss, Outcome::Win][reader.variant(2, "a result: 0 or 1")? as usize];
        Ok(MisereResult { start, outcome })
    }
}

/// The listed nodes, and the nodes that need a reply, both sorted.
pub(crate) struct Proof {
    pub closure: Arc<Closure>,
    pub nodes: Vec<Node>,
    pub replies: Vec<u64>,
    /// The i-th reply is to the i-th of these. With the number of the first listed node that has it as an option, counted
    /// from 0; `nodes.len()` stands for the results.
    pub needed: Vec<(Node, usize)>,
}

/// What is known of a node, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    ClosedWin,
    ClosedLoss,
    /// The number of a listed node, counted from 0.
    Listed(usize),
    /// Neither closed nor listed.
    Open,
}

impl Known {
    pub fn is_lost(self) -> bool {
        matches!(self, Known::ClosedLoss | Known::Listed(_))
    }
}

impl Display for Known {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Known::ClosedWin => f.write_str("closed with WIN"),
            Known::ClosedLoss => f.write_str("closed with LOSS"),
            Known::Listed(i) => write!(f, "node {}", i + 1),
            Known::Open => f.write_str("not known to be lost"),
        }
    }
}

/// Verifies that all nodes and replies are right, and that every result follows. Afterwards the proof knows what needs a reply.
pub(crate) fn verify(results: &[MisereResult], proof: &mut Proof, settings: &Settings, budget: &Budget) -> Result<()> {
    let starts = read_starts(results.iter().map(|result| &result.start[..]), budget)?;
    proof.check_nodes(results, &starts, settings, budget)?;
    let (stated, needed) = (proof.replies.len(), proof.needed.len());
    ensure(stated <= needed, || Malformed::SpareReplies { stated, needed })?;
    in_parallel(needed, settings, |i| {
        let (option, first) = &proof.needed[i];
        let place = Place::Option { option: option.to_string() };
        proof.reply(i, budget).map_err(|error| error.at(place).at(proof.place(*first, results))).map(drop)
    })?;
    for (result, start) in results.iter().zip(&starts) {
        let known = proof.known(&Node::sum(proof.closure.pieces(start)));
        let found = match known {
            Known::ClosedWin => "known to be a WIN",
            Known::ClosedLoss | Known::Listed(_) => "known to be a LOSS",
            Known::Open => "not settled",
        };
        // A start that is not settled is a WIN, if it is stated as one: its reply was checked with the others.
        let follows = known.is_lost() == (result.outcome == Outcome::Loss);
        let place = Place::Result(result.to_string());
        ensure(follows, || NotProven::Misere(found.to_string())).map_err(|error| error.at(place))?;
    }
    Ok(())
}

impl Proof {
    /// Reads the nodes, none of them closed, and the replies (section 13).
    pub(crate) fn read(
        evidence: &Evidence,
        closure: &str,
        closures: &Closures,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Self> {
        let closure = read_canonical(closure, budget)?;
        let text = evidence.text(budget)?;
        budget.memory(64 * evidence.replies as usize)?; // There may be room for three while the list grows.
        let closure = closures.of(&closure, settings, budget)?;
        let mut nodes = Vec::<Node>::new();
        for (number, line) in text.claims() {
            let node = closure.read(line, budget).and_then(|node| {
                let is_next = nodes.last().is_none_or(|before| *before < node);
                ensure(is_next, || Malformed::NodeOrder(node.to_string()))?;
                ensure(closure.is_won(&node).is_none(), || WrongStep::ListedClosed(node.to_string()))?;
                budget.memory(node.size())?;
                Ok(node)
            });
            nodes.push(node.map_err(|error| error.at(Place::NodeLine { number, line: number }))?);
        }
        Ok(Proof { closure, nodes, replies: text.replies()?, needed: vec![] })
    }

    pub(crate) fn known(&self, node: &Node) -> Known {
        match self.closure.is_won(node) {
            Some(true) => Known::ClosedWin,
            Some(false) => Known::ClosedLoss,
            None => self.nodes.binary_search(node).map_or(Known::Open, Known::Listed),
        }
    }

    /// The place of a listed node, counted from 0; the results come after the last one.
    fn place(&self, i: usize, results: &[MisereResult]) -> Place {
        match self.nodes.get(i) {
            Some(node) => Place::Node { number: i + 1, node: node.to_string() },
            None => Place::Result(results[i - self.nodes.len()].to_string()),
        }
    }

    /// Rule 1 for all nodes, but for the replies. Collects what needs one, also for the results.
    pub(crate) fn check_nodes(
        &mut self,
        results: &[MisereResult],
        starts: &[Canonical],
        settings: &Settings,
        budget: &Budget,
    ) -> Result<()> {
        let needed = Mutex::new(HashMap::<Node, usize>::new());
        let need = |node: Node, i: usize| -> Result<()> {
            let mut needed = lock(&needed);
            budget.memory(if needed.contains_key(&node) { 0 } else { node.size() })?;
            let first = needed.entry(node).or_insert(i);
            *first = i.min(*first);
            Ok(())
        };
        let wins = (self.nodes.len()..).zip(results.iter().zip(starts));
        for (i, (_, start)) in wins.filter(|(_, (result, _))| result.outcome == Outcome::Win) {
            let node = Node::sum(self.closure.pieces(start));
            if self.known(&node) == Known::Open {
                need(node, i)?;
            }
        }
        in_parallel(self.nodes.len(), settings, |i| {
            let check = |option: Node| -> Result<()> {
                match self.known(&option) {
                    Known::ClosedWin => Ok(()),
                    Known::Open => need(option, i),
                    known => Err(WrongStep::LostOption { option: option.to_string(), why: known.to_string() }.into()),
                }
            };
            let check_all = NodeMoves::of(&self.nodes[i], &self.closure, budget).and_then(|moves| {
                (0..).map_while(|number| moves.play(number, budget).transpose()).try_for_each(|option| check(option?))
            });
            check_all.map_err(|error| error.at(self.place(i, results)))
        })?;
        self.needed = std::mem::take(&mut *lock(&needed)).into_iter().collect();
        self.needed.sort_unstable();
        Ok(())
    }

    /// The reply to a node that needs one, where it leads, and what is known of that.
    pub(crate) fn reply(&self, i: usize, budget: &Budget) -> Result<(u64, Node, Known)> {
        let node = &self.needed[i].0;
        let number = *self.replies.get(i).ok_or(WrongStep::NoReply(self.replies.len()))?;
        let after = NodeMoves::of(node, &self.closure, budget)?.play(number, budget)?;
        let after = after.ok_or_else(|| WrongStep::NoMove { number, of: node.to_string() })?;
        let known = self.known(&after);
        let wrong = || WrongStep::NotLost { number, node: node.to_string(), after: after.to_string() };
        ensure(known.is_lost(), wrong)?;
        Ok((number, after, known))
    }
}

/// The moves of a node in their order (section 13): piece by piece, of equal pieces those of the first.
pub(crate) struct NodeMoves<'a> {
    node: &'a Node,
    closure: &'a Closure,
    pieces: Vec<PieceMoves>,
}

/// The moves in a piece.
struct PieceMoves {
    /// The place of the piece in the node.
    place: usize,
    /// The number of its first move.
    first: u64,
    count: u64,
    /// Of a land. In a tree, a move is a child.
    moves: Option<Moves>,
}

/// Where a move of a node takes place.
pub(crate) enum InPiece<'a> {
    Land(&'a Moves),
    Tree,
}

impl<'a> NodeMoves<'a> {
    pub(crate) fn of(node: &'a Node, closure: &'a Closure, budget: &Budget) -> Result<Self> {
        let (mut pieces, mut first, mut place) = (vec![], 0_u64, 0);
        for equal in node.0.chunk_by(PartialEq::eq) {
            let (count, moves) = match &equal[0] {
                Piece::Land(land) => {
                    let moves = Moves::of(land, budget)?;
                    (moves.count, Some(moves))
                }
                Piece::Tree(tree) => (closure.trees[*tree].children.len() as u64, None),
            };
            pieces.push(PieceMoves { place, first, count, moves });
            (first, place) = (first.saturating_add(count), place + equal.len());
        }
        Ok(NodeMoves { node, closure, pieces })
    }

    /// The piece in which the move with this number takes place, and the number of the move there.
    fn find(&self, number: u64) -> Option<(&PieceMoves, u64)> {
        let piece = self.pieces.iter().rev().find(|piece| piece.first <= number)?;
        let in_piece = number - piece.first;
        (in_piece < piece.count).then_some((piece, in_piece))
    }

    pub(crate) fn in_piece(&self, number: u64) -> Option<(&Piece, InPiece<'_>, u64)> {
        let (piece, in_piece) = self.find(number)?;
        Some((&self.node.0[piece.place], piece.moves.as_ref().map_or(InPiece::Tree, InPiece::Land), in_piece))
    }

    /// The node after the move with this number, if there is one.
    pub(crate) fn play(&self, number: u64, budget: &Budget) -> Result<Option<Node>> {
        let Some((piece, in_piece)) = self.find(number) else { return Ok(None) };
        let put = match (&piece.moves, &self.node.0[piece.place]) {
            (Some(moves), _) => match moves.play(in_piece) {
                Some(position) => self.closure.pieces(&canonical(position, budget)?),
                None => return Ok(None),
            },
            (None, Piece::Tree(tree)) => vec![Piece::Tree(self.closure.trees[*tree].children[in_piece as usize])],
            (None, Piece::Land(_)) => return Ok(None),
        };
        budget.work(10 * (self.node.0.len() + put.len()) as u64)?;
        let others = self.node.0.iter().enumerate().filter(|(place, _)| *place != piece.place);
        Ok(Some(Node::sum(others.map(|(_, other)| other.clone()).chain(put))))
    }
}
