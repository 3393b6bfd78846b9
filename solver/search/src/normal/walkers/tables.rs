//! The tables that walkers share.
//!
//! Proof numbers in the table are never virtual: that walkers are below a couple is counted apart, and only counts where one
//! chooses a child ([`Tables::crowd`]).

use crate::common::proof_numbers::ProofNumbers;
use crate::normal::couple::{Couple, LandId};
use crate::normal::land_table::LandTable;
use crate::normal::transposition_table::TranspositionTable;
use rustc_hash::{FxHashMap, FxHashSet};

/// A couple looks so much harder to prove lost for each walker below it.
const CROWD: u32 = 4;

pub struct Tables<'t> {
    pub land_table: &'t mut LandTable,
    pub table: &'t mut TranspositionTable,
    pub root: Couple,
    /// The search ends when one of the root's numbers reaches its threshold.
    pub thresholds: ProofNumbers,
    pub is_over: bool,
    /// How many walkers are at a couple or below it, if there are any.
    walkers: FxHashMap<Couple, u32>,
    /// Lands that a walker is expanding.
    in_progress: FxHashSet<LandId>,
}

/// Whether the options of a land can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    Ready,
    Unknown,
    InProgress,
}

impl<'t> Tables<'t> {
    pub fn new(
        land_table: &'t mut LandTable,
        table: &'t mut TranspositionTable,
        root: Couple,
        thresholds: ProofNumbers,
    ) -> Self {
        Tables {
            land_table,
            table,
            root,
            thresholds,
            is_over: false,
            walkers: FxHashMap::default(),
            in_progress: FxHashSet::default(),
        }
    }

    pub fn look_up(&self, couple: Couple) -> ProofNumbers {
        self.table.look_up(self.land_table, couple)
    }

    pub fn is_decided(&self, couple: Couple) -> bool {
        self.land_table.nimber(couple.land).is_some() || self.land_table.is_excluded(couple.land, couple.nimber)
    }

    pub fn readiness(&self, land: LandId) -> Readiness {
        if self.in_progress.contains(&land) {
            Readiness::InProgress
        } else if self.land_table.is_expanded(land) {
            Readiness::Ready
        } else {
            Readiness::Unknown
        }
    }

    /// A walker begins to expand a land; nobody else does until [`Tables::end_expansion`].
    pub fn begin_expansion(&mut self, land: LandId) {
        self.in_progress.insert(land);
    }

    pub fn end_expansion(&mut self, land: LandId) {
        self.in_progress.remove(&land);
    }

    pub fn enter(&mut self, couple: Couple) {
        *self.walkers.entry(couple).or_default() += 1;
    }

    pub fn leave(&mut self, couple: Couple) {
        let count = self.walkers.entry(couple).or_default();
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.walkers.remove(&couple);
        }
    }

    /// How much harder to prove lost a couple looks because of the walkers at it and below.
    pub fn crowd(&self, couple: Couple) -> u32 {
        self.walkers.get(&couple).map_or(0, |&walkers| walkers * CROWD)
    }
}
