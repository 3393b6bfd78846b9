//! Limits of time, memory and effort, and the reasons for which a search stops without an answer.

use sprouts::TooLarge;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When to give up.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    pub deadline: Option<Instant>,
    /// Set from outside, on Ctrl-C.
    pub interrupt: Option<&'a AtomicBool>,
    /// Bytes that the land table and the numbers may take. A search that reaches it drops options and numbers that are cheap to find again, and the
    /// lands of the land table get other numbers; it gives up only when proven nimbers alone fill the memory.
    pub memory: Option<usize>,
    /// Expansions of the land table beyond which the effort is not worth it.
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

impl Limits<'_> {
    /// Fails if a limit other than that of memory has been reached.
    pub fn check(&self, expansions: u64) -> Result<(), Stopped> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::TimeOver);
        }
        if self.expansions.is_some_and(|limit| expansions > limit) {
            return Err(Stopped::EffortSpent);
        }
        Ok(())
    }
}
