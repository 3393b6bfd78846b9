//! The lost nodes of a certificate of misère play (FORMAT.md section 12).
//!
//! A file is not believed. [`LostNodes::read`] goes through rule 1 of section 12 with the solver's own moves: every option of a
//! listed node is won at sight, or has an answer that is listed or lost at sight. Replies are not read but looked for.

use crate::play::claims::ClaimsError;
use certificate::{MisereClaims, read_lost_nodes};
use rustc_hash::FxHashSet;
use search::misere::unite::NodeReader;
use search::misere::{Closure, Node, Outcome, PieceTable};
use search::normal::Limits;
use sprouts::{Engine, Position, notation};

/// Nodes that are known to be lost, with the pieces they are made of.
pub struct LostNodes {
    /// The positions that the certificate is about, in short notation.
    pub starts: Vec<String>,
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
        let MisereClaims { results, closure, lost } = read_lost_nodes(bytes)?;
        let starts = results.into_iter().map(|stated| stated.start).collect();
        let mut engine = Engine::new();
        let plain = notation::parse_as(&closure, notation::Notation::Short).map_err(|_| ClaimsError::NoClosure)?;
        let position = engine.canonical(&plain)?;
        let closure = if position.is_empty() { Closure::new() } else { Closure::of(&position, &limits)? };
        let mut reader = NodeReader::new(&closure);
        let mut nodes = LostNodes { starts, piece_table: PieceTable::new(closure), lost: FxHashSet::default() };
        for (line, text) in (1..).zip(&lost) {
            let node = reader.read(&mut nodes.piece_table, text).ok_or(ClaimsError::NoNode(line))?;
            nodes.lost.insert(node);
        }
        Ok(nodes)
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
