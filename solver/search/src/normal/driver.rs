//! The driver of df-pn search: nimbers of sums of lands, memory limits and threads.
//!
//! A *couple* (L, k) stands for the sum of L and a nim-heap of k: the player to move loses it exactly when L has nimber k. Its
//! options are the options of L with the same k, and (L, j) for j < k. [`NimberSearch`] reduces a question about a sum of lands to
//! couples of its lands, runs the recursion ([`crate::normal::dfpn`]) on them, and makes room when it reports that the memory
//! is full.

use crate::common::limits::{Limits, Stopped};
use crate::common::listener::Listener;
use crate::common::proof_numbers::ProofNumbers;
use crate::normal::couple::Couple;
use crate::normal::couple::LandId;
use crate::normal::dfpn::{Dfpn, Halt};
use crate::normal::initial_numbers::nimber_to_test;
use crate::normal::land_table::LandTable;
use crate::normal::parallel::mailbox::{Closing, HelperState, Mailbox};
use crate::normal::parallel::prefetch::Prefetcher;
use crate::normal::parallel::shared_expansion::SharedExpansion;
use crate::normal::sums::{Split, split_sum};
use crate::normal::transposition_table::TranspositionTable;
use crate::normal::walkers::threads::{self, Scratch};
use sprouts::Nimber;

/// After making room, memory is at most this full.
const ROOM: f64 = 0.6;

/// Attempts to make room: the share of couples that keep their options and numbers, and the lives from which on
/// exclusions are kept.
const ATTEMPTS: [(f64, u32); 5] = [(1.0, 0), (0.5, 0), (0.2, 12), (0.05, 18), (0.0, 30)];

/// Prefetched options may take this part of the memory allowed, and no more than so many bytes.
const PART_AHEAD: usize = 32;
const BYTES_AHEAD: usize = 32 << 20;

pub struct NimberSearch<'a, L> {
    pub land_table: &'a mut LandTable,
    table: TranspositionTable,
    limits: Limits<'a>,
    listener: L,
    /// One for each thread beside the first, once that has begun.
    helpers: Vec<Option<Box<HelperState>>>,
    /// One for each walker, if walkers search in place of one thread with helpers.
    walkers: Vec<Option<Box<Scratch>>>,
    /// The lands of the question: garbage collection may renumber them.
    roots: Vec<LandId>,
}

impl<'a, L: Listener<LandTable>> NimberSearch<'a, L> {
    pub fn new(land_table: &'a mut LandTable, limits: Limits<'a>, listener: L) -> Self {
        NimberSearch {
            land_table,
            table: TranspositionTable::default(),
            limits,
            listener,
            helpers: Vec::new(),
            walkers: Vec::new(),
            roots: Vec::new(),
        }
    }

    /// Searches with so many threads. Their number changes no result.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.helpers.resize_with(threads.saturating_sub(1), || None);
        self
    }

    /// Searches with so many walkers, each a thread, in place of one thread with helpers. The facts that they find, though not
    /// the answer, depend on the clock.
    pub fn with_walkers(mut self, walkers: usize) -> Self {
        self.walkers.resize_with(if walkers > 1 { walkers } else { 0 }, || None);
        self
    }

    /// Whether a sum of lands has this nimber.
    pub fn has_nimber(&mut self, lands: &[LandId], nimber: Nimber) -> Result<bool, Stopped> {
        self.roots = lands.to_vec();
        loop {
            match split_sum(self.land_table, &self.table, &self.roots, nimber) {
                Split::Decided(numbers) => return Ok(numbers.dn == 0),
                Split::Couple(couple) => return Ok(self.decide(couple)?.dn == 0),
                Split::Sum { first, .. } => {
                    self.decide(first)?;
                }
            }
        }
    }

    /// The nimber of a sum of lands.
    pub fn nimber(&mut self, lands: &[LandId]) -> Result<Nimber, Stopped> {
        self.roots = lands.to_vec();
        let mut sum = 0;
        for nth in 0..lands.len() {
            sum ^= loop {
                let land = self.roots[nth];
                if let Some(nimber) = self.land_table.nimber(land) {
                    break nimber;
                }
                let nimber = nimber_to_test(self.land_table, land);
                self.decide(Couple { land, nimber })?;
            };
        }
        Ok(sum)
    }

    /// Decides a couple of one of the roots.
    fn decide(&mut self, mut couple: Couple) -> Result<ProofNumbers, Stopped> {
        loop {
            match self.search(couple) {
                Ok(numbers) => return Ok(numbers),
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                Err(Halt::Full) => couple = self.make_room(couple)?,
            }
        }
    }

    /// Runs the recursion on a couple, with helper threads if there are any, or walkers.
    fn search(&mut self, couple: Couple) -> Result<ProofNumbers, Halt> {
        let NimberSearch { land_table, table, limits, listener, helpers, walkers, .. } = self;
        if !walkers.is_empty() {
            return threads::search(land_table, table, listener, *limits, couple, walkers);
        }
        if helpers.is_empty() {
            return Dfpn::new(land_table, table, listener, *limits, None, couple).run();
        }
        let max_ready_bytes = limits.memory.map_or(BYTES_AHEAD, |limit| (limit / PART_AHEAD).min(BYTES_AHEAD));
        let mailboxes: Vec<Mailbox> = helpers.iter().map(|_| Mailbox::default()).collect();
        let shared = SharedExpansion::default();
        std::thread::scope(|scope| {
            let _closing = Closing(&mailboxes);
            for (helper, mailbox) in helpers.iter_mut().zip(&mailboxes) {
                // The memory that a thread writes to is its own, not beside another's in a cache line.
                scope.spawn(|| mailbox.serve(&shared, helper.get_or_insert_default()));
            }
            let prefetcher = Prefetcher::new(&mailboxes, &shared, max_ready_bytes);
            Dfpn::new(land_table, table, listener, *limits, Some(&prefetcher), couple).run()
        })
    }

    /// Drops options and numbers that are cheap to find again until there is room. Returns the couple with its new number.
    fn make_room(&mut self, mut couple: Couple) -> Result<Couple, Stopped> {
        self.roots.push(couple.land);
        let made = make_room(self.land_table, &mut self.table, &mut self.roots, self.limits.memory);
        couple.land = self.roots.pop().unwrap_or(couple.land);
        made.map(|()| couple)
    }
}

/// Drops options and numbers that are cheap to find again until the memory is at most [`ROOM`] full. The roots, which stay, get
/// their new numbers.
pub(super) fn make_room(
    land_table: &mut LandTable,
    table: &mut TranspositionTable,
    roots: &mut [LandId],
    memory: Option<usize>,
) -> Result<(), Stopped> {
    let limit = memory.unwrap_or(usize::MAX) as f64;
    for (share, lives) in ATTEMPTS {
        let renumbered = table.collect(land_table, roots, share, lives);
        for land in roots.iter_mut() {
            *land = renumbered[*land as usize];
        }
        if ((land_table.bytes() + table.bytes()) as f64) < ROOM * limit {
            return Ok(());
        }
    }
    Err(Stopped::MemoryFull)
}
