//! Walkers in virtual time: they work in turn on this machine as if each had a processor of its own.
//!
//! Every expansion is really done, and its options can be read when the virtual time that it takes is over. The walker that is
//! the earliest makes the next step, so the same team does the same on every machine. What is charged are moves and looks at
//! children; tables cost nothing beyond, however many use them.

use crate::common::limits::{Limits, Stopped};
use crate::common::proof_numbers::ProofNumbers;
use crate::normal::couple::{Couple, LandId};
use crate::normal::land_table::LandTable;
use crate::normal::transposition_table::TranspositionTable;
use crate::normal::walkers::tables::Tables;
use crate::normal::walkers::walker::{Step, Walker};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Virtual nanoseconds.
pub type Time = u64;

/// Steps between two polls of the limits.
const STEPS_PER_POLL: u32 = 4096;

/// The virtual time that things take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// A move of a land that is expanded.
    pub per_move: Time,
    /// A child that is looked at to back up the numbers of a couple.
    pub per_child: Time,
    /// A step, beside that.
    pub per_step: Time,
}

/// Walkers with processors of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Team {
    pub walkers: usize,
    pub prices: Prices,
}

/// What a team has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worked {
    pub numbers: ProofNumbers,
    /// When the search was over.
    pub time: Time,
    /// When the last walker had finished its expansion.
    pub end: Time,
    /// Time in which walkers were at work, together, up to the end of the search.
    pub busy: Time,
    pub expansions: u64,
}

impl Team {
    /// Searches a couple until it is decided, one of its numbers reaches its threshold, or so many expansions are spent.
    pub fn search(
        &self,
        land_table: &mut LandTable,
        table: &mut TranspositionTable,
        couple: Couple,
        thresholds: ProofNumbers,
        budget: u64,
        limits: Limits,
    ) -> Result<Worked, Stopped> {
        let mut tables = Tables::new(land_table, table, couple, thresholds);
        let mut run = Run {
            prices: self.prices,
            walkers: (0..self.walkers).map(|_| Walker::default()).collect(),
            finishing: vec![None; self.walkers],
            waiting: FxHashMap::default(),
            events: (0..self.walkers).map(|walker| Reverse((0, walker))).collect(),
            worked: Worked { numbers: tables.look_up(couple), time: 0, end: 0, busy: 0, expansions: 0 },
        };
        run.run(&mut tables, budget, limits)?;
        run.worked.numbers = tables.look_up(couple);
        Ok(run.worked)
    }
}

struct Run {
    prices: Prices,
    walkers: Vec<Walker>,
    /// The land that each walker is expanding.
    finishing: Vec<Option<LandId>>,
    /// Walkers that wait for the options of a land, and since when.
    waiting: FxHashMap<LandId, Vec<usize>>,
    /// When each walker makes its next step.
    events: BinaryHeap<Reverse<(Time, usize)>>,
    worked: Worked,
}

impl Run {
    fn run(&mut self, tables: &mut Tables, budget: u64, limits: Limits) -> Result<(), Stopped> {
        let mut steps = 0u32;
        while let Some(Reverse((now, walker))) = self.events.pop() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS_PER_POLL) {
                limits.check(tables.land_table.expansions())?;
                let bytes = tables.land_table.bytes() + tables.table.bytes();
                if limits.memory.is_some_and(|limit| bytes > limit) {
                    return Err(Stopped::MemoryFull);
                }
            }
            if let Some(land) = self.finishing[walker].take() {
                tables.end_expansion(land);
                self.worked.expansions += 1;
                self.walkers[walker].expansions += 1;
                let waiting = self.waiting.remove(&land).unwrap_or_default();
                self.events.extend(waiting.into_iter().map(|walker| Reverse((now, walker))));
            }
            let step = if self.worked.expansions >= budget { Step::Over } else { self.walkers[walker].step(tables) };
            let time = match step {
                Step::Over => {
                    self.end(now);
                    return Ok(());
                }
                Step::Wait(land) => {
                    self.waiting.entry(land).or_default().push(walker);
                    continue;
                }
                Step::Looked(children) => self.prices.per_step + children as u64 * self.prices.per_child,
                Step::Expand(land) => {
                    self.finishing[walker] = Some(land);
                    tables.begin_expansion(land);
                    let before = tables.land_table.raw_moves();
                    tables.land_table.options(land)?;
                    (tables.land_table.raw_moves() - before) * self.prices.per_move
                }
            };
            self.worked.busy += time;
            self.events.push(Reverse((now + time, walker)));
        }
        unreachable!("not all walkers wait: one of them is expanding")
    }

    /// Ends the search. Expansions that are under way are finished, but not counted.
    fn end(&mut self, now: Time) {
        self.worked.time = now;
        self.worked.end = self.events.iter().map(|Reverse((end, _))| *end).max().unwrap_or(now).max(now);
        let beyond: Time = self.events.iter().map(|Reverse((end, _))| end.saturating_sub(now)).sum();
        self.worked.busy = self.worked.busy.saturating_sub(beyond);
    }
}
