//! Proof numbers: the efforts to prove a win and a loss, remembered or guessed.

use crate::common::proof_numbers::ProofNumbers;
use crate::normal::land_table::{LandId, LandTable, map_bytes};
use rustc_hash::FxHashMap;
use sprouts::Nimber;

/// Lives from which on a guess at the nimber is listened to: below, finding out is cheap and guesses are worse.
const GUIDED: u32 = 18;

/// A land and a heap. The player to move loses their sum exactly when the land has this nimber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Couple {
    pub land: LandId,
    pub nimber: Nimber,
}

/// The effort expected for a loss that has not been looked at: it grows like the number of options, as the square of
/// the lives. Starting leaves on the scale of expanded couples is what makes the numbers comparable; of the divisors 4,
/// 8, 16, 24, 32 and 48 this one needed the fewest expansions over 8, 12 to 18 and 20 spots, 8 about three times as many.
pub fn expected_options(lives: u32) -> u32 {
    (lives * lives / 24).max(1)
}

/// The numbers of a couple that has not been looked at. A win takes one good option; a loss takes them all.
///
/// *Guidance*: if lands that look alike have been proven ([`crate::normal::guide`]), what they suggest is taken to be easier and
/// the contrary harder. One game from scratch gains little by it (12% fewer moves generated, geometric mean over 12 to
/// 20, 22 and 23 spots), games in sequence more: 28% fewer over 1 to 24 spots. Not testing the guessed nimber first in
/// sums did worse from scratch; numbers kept from game to game cost 15% more moves.
pub fn first_guess(land_table: &LandTable, couple: Couple) -> ProofNumbers {
    let lives = land_table.lives(couple.land);
    let options = expected_options(lives);
    match guided(land_table, couple.land) {
        Some(nimber) if nimber == couple.nimber => ProofNumbers { pn: 3, dn: (options / 2).max(1) },
        Some(_) => ProofNumbers { pn: 1, dn: 3 * options },
        None => ProofNumbers { pn: 1, dn: options },
    }
}

fn guided(land_table: &LandTable, land: LandId) -> Option<Nimber> {
    if land_table.lives(land) >= GUIDED { land_table.guess(land) } else { None }
}

/// The nimber of a land to be tested first: the one guessed, or the least that is possible.
pub fn to_be_tested(land_table: &LandTable, land: LandId) -> Nimber {
    guided(land_table, land).unwrap_or_else(|| land_table.least_possible(land))
}

/// What is remembered of a couple that has been worked on and is not decided.
#[derive(Debug, Clone, Copy)]
struct Entry {
    numbers: ProofNumbers,
    /// Expansions spent on it.
    effort: u32,
}

/// ProofNumbers of couples that have been worked on.
#[derive(Default)]
pub struct TranspositionTable {
    entries: FxHashMap<Couple, Entry>,
}

impl TranspositionTable {
    /// The numbers of a couple: decided by the land table, remembered, or guessed.
    pub fn look_up(&self, land_table: &LandTable, couple: Couple) -> ProofNumbers {
        match land_table.nimber(couple.land) {
            Some(nimber) if nimber == couple.nimber => return ProofNumbers::LOST,
            Some(_) => return ProofNumbers::WON,
            None if land_table.is_excluded(couple.land, couple.nimber) => return ProofNumbers::WON,
            None => {}
        }
        self.entries.get(&couple).map_or_else(|| first_guess(land_table, couple), |entry| entry.numbers)
    }

    pub fn remember(&mut self, couple: Couple, numbers: ProofNumbers, effort: u64) {
        let entry = self.entries.entry(couple).or_insert(Entry { numbers, effort: 0 });
        entry.numbers = numbers;
        entry.effort = entry.effort.saturating_add(effort.min(u64::from(u32::MAX)) as u32);
    }

    pub fn forget(&mut self, couple: Couple) {
        self.entries.remove(&couple);
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn bytes(&self) -> usize {
        map_bytes(&self.entries)
    }

    /// Makes room in the land table and here: options and numbers stay where the most effort went, the dearest `share` of the
    /// couples worked on. Returns the new numbers of the lands.
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
