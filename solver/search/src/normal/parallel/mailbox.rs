//! Mailboxes: orders from the search to one helper thread, and options back.
//!
//! A mailbox has two slots: while the helper expands the land of one order, the next one waits. The search puts the packed key
//! of a land into a free slot: an *order*. The helper takes the order of the highest rank, expands the land and leaves the
//! options in the slot, from where the search collects them. Until the helper has begun, the search can withdraw an order;
//! after that, if it cannot wait, it steals from the helper.
//!
//! Why nothing is lost or read half written: a slot belongs to the search while it is free or done and to the helper while it
//! is in progress; its word says which, and changes from ordered to in progress or free by a compare-and-swap.

use crate::normal::expander::{Expander, OptionBuffer};
use crate::normal::parallel::shared_expansion::{CacheAligned, SharedExpansion, SpinWait};
use sprouts::TooLarge;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

pub const SLOTS: usize = 2;

/// The words of slots; all others are the rank of an order that has not been begun.
const FREE: u32 = 0;
const IN_PROGRESS: u32 = 1;
const DONE: u32 = 2;
const LEAST_RANK: u32 = 3;

/// Polls of the slots before a helper goes to sleep: some 100 microseconds, which is longer than most pauses.
const PATIENCE: u32 = 5000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Free,
    Ordered,
    InProgress,
    Done,
}

#[derive(Default)]
pub struct Mailbox {
    /// The land of the order in progress, for the search to steal from.
    own: SharedExpansion,
    slots: CacheAligned<[AtomicU32; SLOTS]>,
    keys: [CacheAligned<Mutex<Vec<u8>>>; SLOTS],
    options: [CacheAligned<Mutex<OptionBuffer>>; SLOTS],
    is_closed: CacheAligned<AtomicBool>,
    is_asleep: AtomicBool,
    sleep_lock: Mutex<()>,
    wake_up: Condvar,
}

/// The memory of a helper thread, kept from one search to the next.
#[derive(Default)]
pub struct HelperState {
    /// One for orders, one for batches stolen from the search in between. They have one cache of canonical forms, which is with
    /// the one in use.
    ahead: Expander,
    stealing: Expander,
    buffer: OptionBuffer,
    stolen: OptionBuffer,
    key: Vec<u8>,
    /// The last round of the search's shared expansion that was seen.
    round: u32,
}

/// The search's side.
impl Mailbox {
    pub fn state(&self, slot: usize) -> State {
        match self.slots.0[slot].load(SeqCst) {
            FREE => State::Free,
            IN_PROGRESS => State::InProgress,
            DONE => State::Done,
            _ => State::Ordered,
        }
    }

    /// Orders the options of a land given by its packed key. The slot must be free.
    pub fn order(&self, slot: usize, key: &[u8], rank: u32) {
        let mut kept = lock(&self.keys[slot].0);
        kept.clear();
        kept.extend_from_slice(key);
        drop(kept);
        self.slots.0[slot].store(LEAST_RANK.saturating_add(rank), SeqCst);
        if self.is_asleep.load(SeqCst) {
            self.wake();
        }
    }

    /// Takes an order back; fails if it has been begun.
    pub fn withdraw(&self, slot: usize) -> bool {
        let word = self.slots.0[slot].load(SeqCst);
        word >= LEAST_RANK && self.slots.0[slot].compare_exchange(word, FREE, SeqCst, SeqCst).is_ok()
    }

    /// Steals from an order that has been begun until it is no longer in progress, or the wait is over.
    pub fn help(&self, slot: usize, expander: &mut Expander, buffer: &mut OptionBuffer) {
        let (mut key, mut round, mut wait) = (Vec::new(), 0, SpinWait::default());
        while self.state(slot) == State::InProgress && wait.spin() {
            if self.own.has_work(round) {
                round = self.own.steal(&mut key, expander, buffer);
            }
        }
    }

    /// Takes the options from a slot that is done, and leaves memory for others.
    pub fn collect(&self, slot: usize, spare: OptionBuffer) -> OptionBuffer {
        let options = std::mem::replace(&mut *lock(&self.options[slot].0), spare);
        self.slots.0[slot].store(FREE, SeqCst);
        options
    }

    /// Ends the service of the helper.
    pub fn close(&self) {
        self.is_closed.0.store(true, SeqCst);
        self.wake();
    }

    fn wake(&self) {
        let _guard = lock(&self.sleep_lock);
        self.wake_up.notify_one();
    }
}

/// The helper's side.
impl Mailbox {
    /// Serves orders, and steals from the expansions that the search shares, until the mailbox is closed.
    pub fn serve(&self, search: &SharedExpansion, helper: &mut HelperState) {
        helper.round = 0;
        while let Some(slot) = self.next(search, helper) {
            let mut in_progress = InProgress { mailbox: self, slot, final_word: FREE };
            let key = lock(&self.keys[slot].0);
            // A land that is too large is left to the search, which reports it.
            if self.expand(&key, search, helper).is_ok() {
                lock(&self.options[slot].0).copy(&helper.buffer);
                in_progress.final_word = DONE;
            }
        }
    }

    /// Expands a land, and steals from the search in between.
    fn expand(&self, key: &[u8], search: &SharedExpansion, helper: &mut HelperState) -> Result<(), TooLarge> {
        let HelperState { ahead, stealing, buffer, stolen, key: other, round } = helper;
        ahead.load(key)?;
        self.own.expand(key, ahead, buffer, |ahead| {
            if search.has_work(*round) {
                stealing.swap_cache(ahead);
                *round = search.steal(other, stealing, stolen);
                stealing.swap_cache(ahead);
            }
        })
    }

    /// Begins the next order. None if the mailbox is closed.
    fn next(&self, search: &SharedExpansion, helper: &mut HelperState) -> Option<usize> {
        let mut spins = 0;
        while !self.is_closed.0.load(SeqCst) {
            if search.has_work(helper.round) {
                helper.round = search.steal(&mut helper.key, &mut helper.ahead, &mut helper.stolen);
                spins = 0;
            } else if let Some((slot, word)) = self.best() {
                if self.slots.0[slot].compare_exchange(word, IN_PROGRESS, SeqCst, SeqCst).is_ok() {
                    return Some(slot);
                }
            } else if spins < PATIENCE {
                spins += 1;
                spin_loop();
            } else {
                self.sleep();
            }
        }
        None
    }

    /// The order of the highest rank.
    fn best(&self) -> Option<(usize, u32)> {
        let words = self.slots.0.iter().map(|word| word.load(SeqCst)).enumerate();
        words.filter(|(_, word)| *word >= LEAST_RANK).max_by_key(|(_, word)| *word)
    }

    /// Sleeps until there may be something to do.
    fn sleep(&self) {
        let sleep_lock = lock(&self.sleep_lock);
        self.is_asleep.store(true, SeqCst);
        if self.best().is_none() && !self.is_closed.0.load(SeqCst) {
            drop(self.wake_up.wait(sleep_lock).unwrap_or_else(PoisonError::into_inner));
        }
        self.is_asleep.store(false, SeqCst);
    }
}

/// An order in progress. Dropping it sets the word of its slot, also by a panic: the search may wait for it.
struct InProgress<'t> {
    mailbox: &'t Mailbox,
    slot: usize,
    final_word: u32,
}

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.mailbox.slots.0[self.slot].store(self.final_word, SeqCst);
    }
}

/// Closes mailboxes when it is dropped, also by a panic: the threads that serve them are waited for.
pub struct Closing<'t>(pub &'t [Mailbox]);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(Mailbox::close);
    }
}

/// A poisoned lock is no harm: options that a helper was writing when it panicked are never collected.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::packed_key::packed;

    #[test]
    fn orders_are_served_by_rank_or_withdrawn() {
        let mailbox = Mailbox::default();
        let key = packed(b"\0\xfe\0\xfe\xff", <[u8]>::to_vec);
        mailbox.order(0, &key, 5);
        mailbox.order(1, &key, 7);
        assert_eq!(mailbox.best().map(|(slot, _)| slot), Some(1));
        assert!(mailbox.withdraw(1) && !mailbox.withdraw(1));
        assert_eq!((mailbox.state(0), mailbox.state(1)), (State::Ordered, State::Free));
        std::thread::scope(|scope| {
            let _closing = Closing(std::slice::from_ref(&mailbox));
            scope.spawn(|| mailbox.serve(&SharedExpansion::default(), &mut HelperState::default()));
            let (mut expander, mut found) = (Expander::default(), OptionBuffer::default());
            while mailbox.state(0) != State::Done {
                mailbox.help(0, &mut expander, &mut found);
            }
            let found = mailbox.collect(0, OptionBuffer::default());
            assert_eq!((found.iter().count(), mailbox.state(0)), (2, State::Free));
        });
    }
}
