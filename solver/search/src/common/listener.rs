//! Listeners: told how a search is doing, and when its table can be saved.

use crate::common::proof_numbers::ProofNumbers;

/// A search seen from outside.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The proof numbers of the root.
    pub root: ProofNumbers,
    /// Positions whose options have been generated.
    pub expansions: u64,
    /// Lands met.
    pub lands: usize,
    /// Nodes in the transposition table.
    pub nodes: usize,
    /// Proven nimbers; in misère play, lost nodes.
    pub facts: u64,
    pub raw_moves: u64,
    pub bytes: usize,
}

/// The receiver of news about a search; `T` is the table that holds its facts.
pub trait Listener<T> {
    fn progress(&mut self, progress: Progress);

    /// A moment at which the facts of the table can be saved.
    fn checkpoint(&mut self, _table: &T) {}
}

impl<T> Listener<T> for () {
    fn progress(&mut self, _: Progress) {}
}
