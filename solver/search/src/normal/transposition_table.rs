//! The transposition table of normal play: proof numbers of couples that have been searched and are not decided.
//!
//! Decided couples are facts of the land table; the numbers of all others are estimates ([`crate::normal::initial_numbers`]). When
//! memory is short, the couples with the least effort are dropped ([`TranspositionTable::collect`]).

use crate::common::proof_numbers::ProofNumbers;
use crate::normal::couple::{Couple, LandId};
use crate::normal::initial_numbers::initial_numbers;
use crate::normal::land_table::{LandTable, map_bytes};
use rustc_hash::FxHashMap;

/// The entry of a couple that has been searched and is not decided.
#[derive(Debug, Clone, Copy)]
struct Entry {
    numbers: ProofNumbers,
    /// Expansions spent on it.
    effort: u32,
}

#[derive(Default)]
pub struct TranspositionTable {
    entries: FxHashMap<Couple, Entry>,
    /// Couples decided, with the expansions that each took, if a log is kept.
    log: Option<Vec<(Couple, u64)>>,
}

impl TranspositionTable {
    /// The numbers of a couple: decided by the land table, stored here, or estimated.
    pub fn look_up(&self, land_table: &LandTable, couple: Couple) -> ProofNumbers {
        match land_table.nimber(couple.land) {
            Some(nimber) if nimber == couple.nimber => return ProofNumbers::LOST,
            Some(_) => return ProofNumbers::WON,
            None if land_table.is_excluded(couple.land, couple.nimber) => return ProofNumbers::WON,
            None => {}
        }
        self.entries.get(&couple).map_or_else(|| initial_numbers(land_table, couple), |entry| entry.numbers)
    }

    pub fn remember(&mut self, couple: Couple, numbers: ProofNumbers, effort: u64) {
        let entry = self.entries.entry(couple).or_insert(Entry { numbers, effort: 0 });
        entry.numbers = numbers;
        entry.effort = entry.effort.saturating_add(effort.min(u64::from(u32::MAX)) as u32);
    }

    pub fn forget(&mut self, couple: Couple) {
        self.entries.remove(&couple);
    }

    /// Expansions spent on a couple that is not decided.
    pub fn effort(&self, couple: Couple) -> u64 {
        self.entries.get(&couple).map_or(0, |entry| entry.effort.into())
    }

    /// Keeps a log of decided couples from now on.
    pub fn keep_log(&mut self) {
        self.log.get_or_insert_default();
    }

    pub fn log(&mut self, couple: Couple, effort: u64) {
        if let Some(log) = &mut self.log {
            log.push((couple, effort));
        }
    }

    /// The log, which begins anew.
    pub fn take_log(&mut self) -> Vec<(Couple, u64)> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn bytes(&self) -> usize {
        map_bytes(&self.entries)
    }

    /// Collects garbage here and in the land table: options and numbers stay for the `share` of couples with the most effort.
    /// Returns the new numbers of the lands.
    pub fn collect(&mut self, land_table: &mut LandTable, roots: &[LandId], share: f64, lives: u32) -> Vec<LandId> {
        let mut efforts: Vec<u32> = self.entries.values().map(|entry| entry.effort).collect();
        let kept = (efforts.len() as f64 * share) as usize;
        let cut = if kept < efforts.len() {
            let at = efforts.len() - 1 - kept;
            *efforts.select_nth_unstable(at).1 + 1
        } else {
            0
        };
        drop(efforts);
        self.entries.retain(|couple, entry| entry.effort >= cut && land_table.nimber(couple.land).is_none());
        let worked_on: rustc_hash::FxHashSet<LandId> = self.entries.keys().map(|couple| couple.land).collect();
        let renumbered = land_table.collect(roots, lives, |land| worked_on.contains(&land));
        let entries = self.entries.drain();
        let entries =
            entries.map(|(couple, entry)| (Couple { land: renumbered[couple.land as usize], ..couple }, entry));
        self.entries = entries.collect::<Vec<_>>().into_iter().collect();
        renumbered
    }
}
