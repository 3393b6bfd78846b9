//! Depth-first proof-number search (df-pn, Nagai 2002) on misère nodes.
//!
//! Only nodes that have been expanded are in the transposition table, by their fingerprint; the numbers of all others are
//! estimates from their tally, so an option costs nothing until it is chosen. Two nodes with one fingerprint of 128 bits would
//! be taken for the same: certificates are therefore made from pieces, never from fingerprints.

use crate::common::limits::{Limits, Stopped};
use crate::common::listener::{Listener, Progress};
use crate::common::proof_numbers::{INFINITE, ProofNumbers};
use crate::misere::Outcome;
use crate::misere::node::{Fingerprint, Node, Tally};
use crate::misere::piece_table::{PieceTable, SumId};
use crate::misere::transposition_table::TranspositionTable;

/// A child of the node that is searched.
#[derive(Clone, Copy)]
struct Child {
    fingerprint: Fingerprint,
    numbers: ProofNumbers,
    /// The place of the piece moved in, and the sum that the move leaves of it.
    place: u32,
    left: SumId,
}

/// The proof numbers of a node, backed up from its children; the most proving child and the disproof number of the next best.
struct Backup {
    numbers: ProofNumbers,
    best: usize,
    second: u32,
}

pub struct Dfpn<'a, L> {
    piece_table: &'a mut PieceTable,
    table: &'a mut TranspositionTable,
    limits: Limits<'a>,
    listener: L,
    expansions: u64,
    /// The proof numbers of the root, as last seen.
    root: ProofNumbers,
}

impl<'a, L: Listener<TranspositionTable>> Dfpn<'a, L> {
    pub fn new(
        piece_table: &'a mut PieceTable,
        table: &'a mut TranspositionTable,
        limits: Limits<'a>,
        listener: L,
    ) -> Self {
        let mut search =
            Dfpn { piece_table, table, limits, listener, expansions: 0, root: ProofNumbers { pn: 1, dn: 1 } };
        search.remember_trees();
        search
    }

    /// The outcome of a single tree, with or without a nim-heap 1, is known without search.
    fn remember_trees(&mut self) {
        for node in self.piece_table.single_trees() {
            if let Some(outcome) = self.piece_table.closed_outcome(&node) {
                self.table.set(self.piece_table.tally(&node).fingerprint, ProofNumbers::decided(outcome));
            }
        }
    }

    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Who wins a node.
    pub fn outcome(&mut self, node: &Node) -> Result<Outcome, Stopped> {
        if let Some(outcome) = self.piece_table.closed_outcome(node) {
            return Ok(outcome);
        }
        let fingerprint = self.piece_table.tally(node).fingerprint;
        let numbers = match self.table.get(fingerprint) {
            Some(numbers) if numbers.is_decided() => numbers,
            _ => self.mid(node, INFINITE, INFINITE)?,
        };
        Ok(if numbers.pn == 0 { Outcome::Win } else { Outcome::Loss })
    }

    /// Nagai's `MID`: searches a node until it is decided or one of its numbers reaches its threshold.
    fn mid(&mut self, node: &Node, pn_threshold: u32, dn_threshold: u32) -> Result<ProofNumbers, Stopped> {
        self.poll_limits()?;
        let tally = self.piece_table.tally(node);
        let mut children = self.children(node, tally)?;
        loop {
            let backup = backup(&mut children);
            let numbers = backup.numbers;
            if numbers.is_decided() || numbers.pn >= pn_threshold || numbers.dn >= dn_threshold {
                self.table.set(tally.fingerprint, numbers);
                return Ok(numbers);
            }
            let child = &mut children[backup.best];
            let child_dn_threshold = pn_threshold.min(widened(backup.second));
            let child_pn_threshold = dn_threshold - numbers.dn + child.numbers.pn;
            // It may have been decided on the way through another node.
            child.numbers = match self.table.get(child.fingerprint) {
                Some(known) if known.is_decided() => known,
                _ => {
                    let next = node.after(child.place as usize, self.piece_table.pieces(child.left));
                    self.mid(&next, child_pn_threshold, child_dn_threshold)?
                }
            };
        }
    }

    /// The options of a node, each once, without those that are won for the opponent; only one that is lost, if there is.
    fn children(&mut self, node: &Node, tally: Tally) -> Result<Vec<Child>, Stopped> {
        self.expansions += 1;
        let mut children = Vec::new();
        for (place, piece) in node.places() {
            let rest = tally.minus(self.piece_table.tally_of_piece(piece));
            let count = self.piece_table.options(piece)?.len();
            children.reserve(count);
            for nth in 0..count {
                let left = self.piece_table.options(piece)?[nth];
                let after = rest.plus(self.piece_table.tally_of_sum(left));
                let numbers = self.look_up(after);
                let child = Child { fingerprint: after.fingerprint, numbers, place: place as u32, left };
                if numbers.dn == 0 {
                    return Ok(vec![child]);
                }
                if numbers.pn > 0 {
                    children.push(child);
                }
            }
        }
        children.sort_unstable_by_key(|child| child.fingerprint);
        children.dedup_by_key(|child| child.fingerprint);
        Ok(children)
    }

    /// The numbers of a node: decided by its nim-heaps, stored, or estimated. A win takes one good option, a loss all.
    fn look_up(&self, tally: Tally) -> ProofNumbers {
        match tally.outcome_of_heaps() {
            Some(outcome) => ProofNumbers::decided(outcome),
            None => {
                let guess = ProofNumbers { pn: 1, dn: tally.options.max(1) };
                self.table.get(tally.fingerprint).unwrap_or(guess)
            }
        }
    }

    fn poll_limits(&mut self) -> Result<(), Stopped> {
        if !self.expansions.is_multiple_of(64) {
            return Ok(());
        }
        self.listener.progress(Progress {
            expansions: self.expansions,
            root: self.root,
            lands: self.piece_table.land_count(),
            nodes: self.table.len(),
            facts: self.table.lost_count() as u64,
            raw_moves: self.piece_table.land_table().raw_moves(),
            bytes: 0,
        });
        self.listener.checkpoint(self.table);
        self.limits.check(self.piece_table.land_table().expansions())
    }
}

/// The disproof threshold of a child when the next best has `second`: a quarter more (1 + ε trick, Pawlewicz and Lew 2007) saves
/// going back and forth between two children.
fn widened(second: u32) -> u32 {
    second.saturating_add(second / 4 + 1)
}

/// Backs up the numbers of a node from those of its children. Children that are won for the opponent are dropped.
fn backup(children: &mut Vec<Child>) -> Backup {
    children.retain(|child| child.numbers.pn > 0);
    let mut best = 0;
    let (mut least, mut second) = (INFINITE, INFINITE);
    let mut dn = 0u32;
    for (nth, child) in children.iter().enumerate() {
        dn = dn.saturating_add(child.numbers.pn).min(INFINITE - 1);
        if child.numbers.dn < least {
            second = least;
            least = child.numbers.dn;
            best = nth;
        } else {
            second = second.min(child.numbers.dn);
        }
    }
    let numbers = if children.is_empty() {
        ProofNumbers::LOST
    } else if least == 0 {
        ProofNumbers::WON
    } else {
        ProofNumbers { pn: least, dn }
    };
    Backup { numbers, best, second }
}
