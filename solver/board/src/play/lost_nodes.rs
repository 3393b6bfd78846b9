//! The lost nodes of a certificate of misère play (FORMAT.md section 12).
//!
//! A file is not believed. [`LostNodes::read`] goes through rule 1 of section 12 with the solver's own moves: every option of a
//! listed node is won at sight, or has an answer that is listed or lost at sight. Replies are not read but looked for.

use crate::play::claims::ClaimsError;
use certificate::reader::canonical_land;
use certificate::{MisereClaims, read_lost_nodes};
use rustc_hash::FxHashSet;
use search::misere::node::Kind;
use search::misere::{Closure, Node, Outcome, Piece, PieceTable, TreeId};
use search::normal::Limits;
use sprouts::{Engine, Position, notation};

/// Nodes that are known to be lost, with the pieces they are made of.
pub struct LostNodes {
    pub start: String,
    pub piece_table: PieceTable,
    pub lost: FxHashSet<Node>,
}

impl LostNodes {
    /// Reads the lost nodes of a certificate and sees that they support each other.
    pub fn read(bytes: &[u8], limits: Limits) -> Result<Self, ClaimsError> {
        let mut nodes = LostNodes::believed(bytes, limits)?;
        nodes.support(limits)?;
        Ok(nodes)
    }

    /// Reads the lost nodes of a certificate that a checker has verified.
    pub fn believed(bytes: &[u8], limits: Limits) -> Result<Self, ClaimsError> {
        let MisereClaims { start, closure, lost } = read_lost_nodes(bytes)?;
        let mut engine = Engine::new();
        let plain = notation::parse_as(&closure, notation::Notation::Short).map_err(|_| ClaimsError::NoClosure)?;
        let position = engine.canonical(&plain)?;
        let closure = if position.is_empty() { Closure::new() } else { Closure::of(&position, &limits)? };
        let trees = closure.numbered_trees();
        let mut nodes = LostNodes { start, piece_table: PieceTable::new(closure), lost: FxHashSet::default() };
        for (line, text) in (1..).zip(&lost) {
            let node = nodes.node(&mut engine, &trees, text).ok_or(ClaimsError::NoNode(line))?;
            nodes.lost.insert(node);
        }
        Ok(nodes)
    }

    /// A node as it is written: lands, trees by their numbers, a nim-heap 1.
    fn node(&mut self, engine: &mut Engine, trees: &[TreeId], text: &str) -> Option<Node> {
        let mut pieces = Vec::new();
        for piece in text.split('+') {
            pieces.push(match piece.strip_prefix('t') {
                _ if piece == "*1" => Piece::ONE,
                Some(number) => Piece::tree(*trees.get(number.parse::<usize>().ok()?)?),
                None => {
                    let land = Position::new(vec![canonical_land(engine, piece)?]);
                    match *self.piece_table.node(&land).pieces() {
                        [piece] if matches!(piece.kind(), Kind::Land(_)) => piece,
                        _ => return None,
                    }
                }
            });
        }
        Some(Node::new(pieces))
    }

    fn support(&mut self, limits: Limits) -> Result<(), ClaimsError> {
        let mut answered: FxHashSet<Node> = FxHashSet::default();
        for node in self.lost.clone() {
            limits.check(0)?;
            let mut is_lost = self.piece_table.closed_outcome(&node).is_none();
            for (option, _) in self.piece_table.node_options(&node)? {
                is_lost = is_lost
                    && match self.outcome(&option) {
                        Some(outcome) => outcome == Outcome::Win,
                        None => answered.contains(&option) || self.has_answer(&option)?,
                    };
                answered.insert(option);
            }
            if !is_lost {
                return Err(ClaimsError::UnsupportedNode);
            }
        }
        Ok(())
    }

    fn has_answer(&mut self, won: &Node) -> Result<bool, ClaimsError> {
        let options = self.piece_table.node_options(won)?;
        Ok(options.iter().any(|(option, _)| self.outcome(option) == Some(Outcome::Loss)))
    }

    /// The outcome of a node that needs no search.
    fn outcome(&self, node: &Node) -> Option<Outcome> {
        let listed = self.lost.contains(node).then_some(Outcome::Loss);
        listed.or_else(|| self.piece_table.closed_outcome(node))
    }

    /// Whether a position is known to be lost, or known to be won.
    pub fn is_lost(&mut self, position: &Position) -> Option<bool> {
        let node = self.piece_table.node(position);
        self.outcome(&node).map(|outcome| outcome == Outcome::Loss)
    }
}
