//! The recursion of depth-first proof-number search (df-pn) on couples of a land and a nimber.
//!
//! Nagai 2002 ("Df-pn algorithm for searching AND/OR trees and its applications"): every couple has a proof number and a
//! disproof number, the effort still expected for a win and for a loss of the player to move (Allis, van der Meulen and van
//! den Herik 1994). [`Dfpn::mid`] expands the most proving couple below a couple until one of its numbers reaches a threshold; the
//! thresholds of a child are such that the search stays in its subtree as long as the child remains the most proving one.
//!
//! The recursion alone changes the land table and the transposition table. Other threads may find options ahead of it; here
//! it is chosen which ([`crate::normal::parallel::prefetch`] says why that changes no result).

use crate::common::limits::{Limits, Stopped};
use crate::common::listener::{Listener, Progress};
use crate::common::proof_numbers::{INFINITE, ProofNumbers};
use crate::normal::couple::Couple;
use crate::normal::couple::LandId;
use crate::normal::land_table::{LandTable, Move};
use crate::normal::parallel::prefetch::{PRIORITIES, Prefetcher, Priority};
use crate::normal::sums::{Split, numbers_of_split, split_sum};
use crate::normal::transposition_table::TranspositionTable;
use sprouts::Nimber;
use sprouts::TooLarge;

/// Lands with at most this many lives get their nimber by its definition as soon as they are met: there are few of them
/// and they occur everywhere.
pub const SMALL: u32 = 9;

/// Couples between two polls of the limits. The first couple polls: many small searches must not overlook a limit that one
/// large search would see.
const STEPS_PER_POLL: u32 = 64;

/// Children whose options are requested at a time: the next best ones beside the child that is searched (*rivals*), and the
/// best ones of a couple that is left (*prospects*).
const RIVALS: usize = 3;
const PROSPECTS: usize = 2;

/// The reason why the recursion ended before its root was decided.
#[derive(Debug, Clone, Copy)]
pub enum Halt {
    Stopped(Stopped),
    /// The memory allowed is full: room has to be made.
    Full,
}

impl From<TooLarge> for Halt {
    fn from(error: TooLarge) -> Self {
        Halt::Stopped(error.into())
    }
}

pub struct Dfpn<'w, L> {
    land_table: &'w mut LandTable,
    table: &'w mut TranspositionTable,
    listener: &'w mut L,
    limits: Limits<'w>,
    /// Other threads that find options ahead, if there are any.
    prefetcher: Option<&'w Prefetcher<'w>>,
    root: Couple,
    root_numbers: ProofNumbers,
    steps: u32,
}

/// The proof numbers of a couple, backed up from its children.
struct Backup {
    numbers: ProofNumbers,
    /// The most proving child, and the disproof number of the next best one.
    best: usize,
    second: u32,
}

/// A child of the couple that is searched.
#[derive(Clone, Copy)]
struct Child {
    after: After,
    numbers: ProofNumbers,
}

#[derive(Clone, Copy)]
enum After {
    Move(Move),
    /// The heap is made smaller.
    Heap(Nimber),
}

impl<'w, L: Listener<LandTable>> Dfpn<'w, L> {
    pub fn new(
        land_table: &'w mut LandTable,
        table: &'w mut TranspositionTable,
        listener: &'w mut L,
        limits: Limits<'w>,
        prefetcher: Option<&'w Prefetcher<'w>>,
        root: Couple,
    ) -> Self {
        let root_numbers = table.look_up(land_table, root);
        Dfpn { land_table, table, listener, limits, prefetcher, root, root_numbers, steps: STEPS_PER_POLL - 1 }
    }

    /// Searches the root until it is decided.
    pub fn run(mut self) -> Result<ProofNumbers, Halt> {
        self.mid(self.root, INFINITE, INFINITE)
    }

    /// Searches the root until it is decided or one of its numbers reaches its threshold.
    pub fn run_within(mut self, thresholds: ProofNumbers) -> Result<ProofNumbers, Halt> {
        self.mid(self.root, thresholds.pn, thresholds.dn)
    }

    /// Nagai's `MID` (multiple iterative deepening): searches a couple until it is decided or one of its numbers reaches its
    /// threshold.
    fn mid(&mut self, couple: Couple, pn_threshold: u32, dn_threshold: u32) -> Result<ProofNumbers, Halt> {
        let known = self.look_up(couple);
        if known.is_decided() {
            return Ok(known);
        }
        self.poll_limits()?;
        let before = self.land_table.expansions();
        if self.land_table.lives(couple.land) <= SMALL {
            self.land_table.mex_from(couple.land, self.prefetcher)?;
            self.table.log(couple, self.land_table.expansions() - before);
            return Ok(self.look_up(couple));
        }
        let earlier = self.table.effort(couple);
        let (numbers, result) = match self.iterate(couple, pn_threshold, dn_threshold) {
            Ok(numbers) => (numbers, Ok(numbers)),
            Err((numbers, halt)) => (numbers, Err(halt)),
        };
        let effort = self.land_table.expansions() - before;
        if self.look_up(couple).is_decided() {
            self.table.log(couple, earlier + effort);
        } else {
            self.table.remember(couple, numbers, effort);
        }
        result
    }

    /// The loop of [`Dfpn::mid`] on a couple that is not decided. When it is halted, the last numbers come with the error.
    fn iterate(
        &mut self,
        couple: Couple,
        pn_threshold: u32,
        dn_threshold: u32,
    ) -> Result<ProofNumbers, (ProofNumbers, Halt)> {
        let mut numbers = self.look_up(couple);
        let mut children = self.children(couple).map_err(|error| (numbers, error.into()))?;
        loop {
            // The search of a child may have decided the couple on the way.
            let known = self.look_up(couple);
            if known.is_decided() {
                return Ok(known);
            }
            let backup = self.backup(couple, &mut children);
            numbers = backup.numbers;
            if numbers.is_decided() {
                self.record(couple, numbers);
                return Ok(numbers);
            }
            if couple == self.root {
                self.root_numbers = numbers;
            }
            if numbers.pn >= pn_threshold || numbers.dn >= dn_threshold {
                if numbers.dn < dn_threshold {
                    self.ask_for_prospects(couple, &children);
                }
                return Ok(numbers);
            }
            let child = children[backup.best];
            let child_dn_threshold = pn_threshold.min(backup.second.saturating_add(1)).max(child.numbers.dn + 1);
            let child_pn_threshold = dn_threshold - numbers.dn + child.numbers.pn;
            let split = self.split(couple, child.after);
            self.ask_for_rivals(couple, &children, &backup, split, pn_threshold);
            self.descend(split, child_pn_threshold, child_dn_threshold).map_err(|halt| (numbers, halt))?;
        }
    }

    fn descend(&mut self, split: Split, pn_threshold: u32, dn_threshold: u32) -> Result<(), Halt> {
        match split {
            Split::Decided(_) => {}
            Split::Couple(next) => {
                self.mid(next, pn_threshold, dn_threshold)?;
            }
            Split::Sum { first, rest } => {
                // Stay with the couple while the effort to decide it either way is below both thresholds.
                let limit = pn_threshold.saturating_sub(rest.pn).min(dn_threshold.saturating_sub(rest.dn)).max(1);
                let numbers = self.look_up(first);
                if numbers.pn <= numbers.dn {
                    self.mid(first, limit.max(numbers.pn + 1), INFINITE)?;
                } else {
                    self.mid(first, INFINITE, limit.max(numbers.dn + 1))?;
                }
            }
        }
        Ok(())
    }

    fn children(&mut self, couple: Couple) -> Result<Vec<Child>, TooLarge> {
        let start = ProofNumbers { pn: 1, dn: 1 };
        let options = self.land_table.options_from(couple.land, self.prefetcher)?;
        let mut children = Vec::with_capacity(options.len() + usize::from(couple.nimber));
        children.extend((0..couple.nimber).map(|nimber| Child { after: After::Heap(nimber), numbers: start }));
        children.extend(options.iter().map(|&option| Child { after: After::Move(option), numbers: start }));
        Ok(children)
    }

    fn look_up(&self, couple: Couple) -> ProofNumbers {
        self.table.look_up(self.land_table, couple)
    }

    fn split(&self, couple: Couple, after: After) -> Split {
        match after {
            After::Heap(nimber) => Split::Couple(Couple { nimber, ..couple }),
            After::Move(option) => {
                split_sum(self.land_table, self.table, self.land_table.lands_after(&option), couple.nimber)
            }
        }
    }

    fn record(&mut self, couple: Couple, numbers: ProofNumbers) {
        if numbers.dn == 0 {
            self.land_table.set_nimber(couple.land, couple.nimber);
        } else {
            self.land_table.exclude(couple.land, couple.nimber);
        }
        self.table.forget(couple);
    }

    /// Backs up the numbers of a couple from those of its children. Children that are won for the opponent are dropped.
    fn backup(&self, couple: Couple, children: &mut Vec<Child>) -> Backup {
        let mut backup = Backup { numbers: ProofNumbers { pn: INFINITE, dn: 0 }, best: 0, second: INFINITE };
        let mut nth = 0;
        while nth < children.len() {
            let numbers = numbers_of_split(self.land_table, self.table, self.split(couple, children[nth].after));
            if numbers.pn == 0 {
                children.swap_remove(nth);
                continue;
            }
            children[nth].numbers = numbers;
            backup.numbers.dn = backup.numbers.dn.saturating_add(numbers.pn).min(INFINITE - 1);
            if numbers.dn < backup.numbers.pn {
                backup.second = backup.numbers.pn;
                backup.numbers.pn = numbers.dn;
                backup.best = nth;
            } else {
                backup.second = backup.second.min(numbers.dn);
            }
            nth += 1;
        }
        if children.is_empty() {
            backup.numbers = ProofNumbers::LOST;
        } else if backup.numbers.pn == 0 {
            backup.numbers = ProofNumbers::WON;
        }
        backup
    }

    /// Reports progress and checks the limits, every few couples.
    fn poll_limits(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if !self.steps.is_multiple_of(STEPS_PER_POLL) {
            return Ok(());
        }
        let snapshot = self.snapshot();
        self.listener.progress(snapshot);
        self.listener.checkpoint(self.land_table);
        self.limits.check(self.land_table.expansions()).map_err(Halt::Stopped)?;
        if self.limits.memory.is_some_and(|limit| snapshot.bytes > limit) { Err(Halt::Full) } else { Ok(()) }
    }

    fn snapshot(&self) -> Progress {
        Progress {
            root: self.root_numbers,
            nodes: self.table.len(),
            expansions: self.land_table.expansions(),
            lands: self.land_table.land_count(),
            facts: self.land_table.proven_count(),
            raw_moves: self.land_table.raw_moves(),
            bytes: self.land_table.bytes() + self.table.bytes(),
        }
    }
}

impl<L: Listener<LandTable>> Dfpn<'_, L> {
    /// Requests the options of the rivals of a child that is about to be expanded for the first time. Rivals are the more
    /// likely to be searched too the more effort it takes to refute all children, compared with proving the best one.
    fn ask_for_rivals(&self, couple: Couple, children: &[Child], backup: &Backup, best: Split, pn_threshold: u32) {
        let Some(prefetcher) = self.prefetcher.filter(|_| self.unexpanded_land(best).is_some()) else { return };
        let ProofNumbers { pn, dn } = backup.numbers;
        let priority = |rank: usize| match dn / pn {
            8.. => 0,
            4.. => rank.min(1),
            2.. => rank.min(3),
            _ => rank.min(PRIORITIES - 1),
        };
        let others = children.iter().enumerate().filter(|(nth, _)| *nth != backup.best).map(|(_, child)| child);
        self.ask::<RIVALS>(prefetcher, couple, others.filter(|child| child.numbers.dn < pn_threshold), priority);
    }

    /// Requests the options of the best children of a couple that is left because its proof number, not its disproof number,
    /// reached the threshold: the search is likely to come back to it.
    fn ask_for_prospects(&self, couple: Couple, children: &[Child]) {
        if let Some(prefetcher) = self.prefetcher {
            self.ask::<PROSPECTS>(prefetcher, couple, children.iter(), |rank| rank);
        }
    }

    /// Requests the options of the `N` best children.
    fn ask<'c, const N: usize>(
        &self,
        prefetcher: &Prefetcher,
        couple: Couple,
        children: impl Iterator<Item = &'c Child>,
        priority: impl Fn(usize) -> Priority,
    ) {
        let mut best: [Option<&Child>; N] = [None; N];
        for child in children {
            let mut at = N;
            while at > 0 && best[at - 1].is_none_or(|other| other.numbers.dn > child.numbers.dn) {
                at -= 1;
            }
            if at < N {
                best[at..].rotate_right(1);
                best[at] = Some(child);
            }
        }
        let best = best.iter().enumerate().rev().filter_map(|(rank, child)| Some((rank, (*child)?)));
        let lands = best.filter_map(|(rank, child)| {
            let land = self.unexpanded_land(self.split(couple, child.after))?;
            Some((land, priority(rank)))
        });
        prefetcher.ask(lands, |land| self.land_table.key_if_unexpanded(land));
    }

    /// The land that has to be expanded when a split is searched.
    fn unexpanded_land(&self, split: Split) -> Option<LandId> {
        let (Split::Couple(Couple { land, .. }) | Split::Sum { first: Couple { land, .. }, .. }) = split else {
            return None;
        };
        (self.land_table.lives(land) > SMALL && !self.land_table.is_expanded(land)).then_some(land)
    }
}
