//! When a search gives up, and whom it tells how it is doing.

use super::book::Book;
use crate::game::TooLarge;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When to give up.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    pub deadline: Option<Instant>,
    /// Set from outside, on Ctrl-C.
    pub interrupt: Option<&'a AtomicBool>,
    /// Bytes that the book and the numbers may take. A search that reaches it drops what is cheap to find again, and the
    /// lands of the book get other numbers; it gives up only when proven nimbers alone fill the memory.
    pub memory: Option<usize>,
    /// Expansions of the book beyond which the effort is not worth it.
    pub expansions: Option<u64>,
}

/// Why a search ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    #[error("interrupted")]
    Interrupted,
    #[error("the time allowed is over")]
    TimeOver,
    #[error("the memory allowed is full")]
    MemoryFull,
    #[error("the effort allowed is spent")]
    EffortSpent,
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// What a search looks like from outside.
#[derive(Debug, Clone, Copy)]
pub struct Snapshot {
    pub root_win: u32,
    pub root_loss: u32,
    pub expansions: u64,
    pub lands: usize,
    pub facts: u64,
    pub raw_moves: u64,
    pub bytes: usize,
}

/// Told about the search now and then.
pub trait Listener {
    fn progress(&mut self, snapshot: Snapshot);

    /// A moment at which the facts of the book can be saved.
    fn checkpoint(&mut self, _book: &Book) {}
}

impl Listener for () {
    fn progress(&mut self, _: Snapshot) {}
}

impl Limits<'_> {
    /// Fails if a limit other than that of memory has been reached.
    pub fn check(&self, book: &Book) -> Result<(), Stopped> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::TimeOver);
        }
        if self.expansions.is_some_and(|limit| book.expansions() > limit) {
            return Err(Stopped::EffortSpent);
        }
        Ok(())
    }
}
