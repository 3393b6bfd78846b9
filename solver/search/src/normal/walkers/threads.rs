//! Walkers as threads of this machine.
//!
//! The tables have one lock. Expansions, which take most of the time, are made without it; steps are made with it. The thread that
//! calls is one of the walkers, and the only one that reports progress and looks at the limits.

use crate::common::limits::Limits;
use crate::common::listener::{Listener, Progress};
use crate::common::proof_numbers::{INFINITE, ProofNumbers};
use crate::normal::couple::{Couple, LandId};
use crate::normal::dfpn::Halt;
use crate::normal::expander::{Expander, OptionBuffer};
use crate::normal::land_table::LandTable;
use crate::normal::transposition_table::TranspositionTable;
use crate::normal::walkers::tables::Tables;
use crate::normal::walkers::walker::{Step, Walker};
use sprouts::TooLarge;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Steps between two polls of the limits.
const STEPS_PER_POLL: u32 = 64;

/// Attempts to get the lock before a thread goes to sleep: some tens of microseconds.
const PATIENCE: u32 = 2000;

/// The longest sleep of a thread that waits for options.
const NAP: Duration = Duration::from_millis(2);

/// The memory of a thread, kept from one search to the next.
#[derive(Default)]
pub struct Scratch {
    expander: Expander,
    buffer: OptionBuffer,
    key: Vec<u8>,
}

struct Crew<'t> {
    tables: Mutex<Tables<'t>>,
    /// Options have been entered, or the search is over.
    news: Condvar,
}

/// Searches a couple until it is decided, by as many walkers as there are scratch memories.
pub fn search<L: Listener<LandTable>>(
    land_table: &mut LandTable,
    table: &mut TranspositionTable,
    listener: &mut L,
    limits: Limits,
    couple: Couple,
    scratch: &mut [Option<Box<Scratch>>],
) -> Result<ProofNumbers, Halt> {
    let endless = ProofNumbers { pn: INFINITE, dn: INFINITE };
    let crew = Crew { tables: Mutex::new(Tables::new(land_table, table, couple, endless)), news: Condvar::new() };
    let Some((own, others)) = scratch.split_first_mut() else { return Ok(crew.lock().look_up(couple)) };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .map(|scratch| scope.spawn(|| crew.walk(scratch.get_or_insert_default(), |_| Ok(()))))
            .collect();
        let mut steps = STEPS_PER_POLL - 1;
        let result = crew.walk(own.get_or_insert_default(), |tables| {
            steps += 1;
            if steps.is_multiple_of(STEPS_PER_POLL) { poll(tables, listener, limits) } else { Ok(()) }
        });
        let results =
            helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        results.fold(result, Result::and)
    })?;
    Ok(crew.lock().look_up(couple))
}

/// Reports progress and checks the limits.
fn poll<L: Listener<LandTable>>(tables: &Tables, listener: &mut L, limits: Limits) -> Result<(), Halt> {
    let bytes = tables.land_table.bytes() + tables.table.bytes();
    listener.progress(Progress {
        root: tables.look_up(tables.root),
        nodes: tables.table.len(),
        expansions: tables.land_table.expansions(),
        lands: tables.land_table.land_count(),
        facts: tables.land_table.proven_count(),
        raw_moves: tables.land_table.raw_moves(),
        bytes,
    });
    listener.checkpoint(tables.land_table);
    limits.check(tables.land_table.expansions()).map_err(Halt::Stopped)?;
    if limits.memory.is_some_and(|limit| bytes > limit) { Err(Halt::Full) } else { Ok(()) }
}

/// Ends the search when a walker leaves it, by whatever way: others would wait for its options.
struct Ending<'c, 't>(&'c Crew<'t>);

impl Drop for Ending<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.news.notify_all();
    }
}

impl<'t> Crew<'t> {
    /// A poisoned lock is no harm: the search is over, and the panic goes on where the threads are joined.
    fn lock(&self) -> MutexGuard<'_, Tables<'t>> {
        for _ in 0..PATIENCE {
            match self.tables.try_lock() {
                Ok(guard) => return guard,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => std::hint::spin_loop(),
            }
        }
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The life of a walker.
    fn walk(&self, scratch: &mut Scratch, mut poll: impl FnMut(&Tables) -> Result<(), Halt>) -> Result<(), Halt> {
        let ending = Ending(self);
        let mut walker = Walker::default();
        let mut tables = self.lock();
        let result = loop {
            if let Err(halt) = poll(&tables) {
                break Err(halt);
            }
            match walker.step(&mut tables) {
                Step::Looked(_) => {}
                Step::Over => break Ok(()),
                Step::Wait(_) => {
                    let woken = self.news.wait_timeout(tables, NAP);
                    tables = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
                Step::Expand(land) => {
                    let (locked, expanded) = self.expand(tables, land, scratch);
                    tables = locked;
                    if let Err(error) = expanded {
                        break Err(error.into());
                    }
                    walker.expansions += 1;
                }
            }
        };
        drop(tables);
        drop(ending);
        result
    }

    /// Finds the options of a land without the lock, and enters them with it.
    fn expand<'c>(
        &'c self,
        mut tables: MutexGuard<'c, Tables<'t>>,
        land: LandId,
        scratch: &mut Scratch,
    ) -> (MutexGuard<'c, Tables<'t>>, Result<(), TooLarge>) {
        tables.begin_expansion(land);
        scratch.key.clear();
        scratch.key.extend_from_slice(tables.land_table.packed_key(land));
        drop(tables);
        let result = scratch.expander.expand(&scratch.key, &mut scratch.buffer);
        let mut tables = self.lock();
        if result.is_ok() {
            tables.land_table.enter_options(land, &scratch.buffer);
        }
        tables.end_expansion(land);
        self.news.notify_all();
        (tables, result)
    }
}
