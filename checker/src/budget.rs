//! Limits on the cost of a certificate: work and memory (FORMAT.md section 16). Both follow from the size of its file, so that no small file
//! keeps the checker busy for long or fills the machine; more must be asked for.

use crate::error::{CannotCheck, Result};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Work is counted in steps of some 10 ns. A file of 1 kB may take so many, and so many more for each further byte.
const WORK: u64 = 450_000_000;
const WORK_PER_BYTE: u64 = 400_000;
/// Bytes of memory that a file may take, and how many more for each of its bytes.
const MEMORY: u64 = 256_000_000;
const MEMORY_PER_BYTE: u64 = 100;

/// The cost that is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Steps of work.
    pub work: u64,
    /// Bytes.
    pub memory: u64,
}

impl Allowance {
    /// What a file of so many bytes may cost.
    pub fn of_size(bytes: usize) -> Self {
        let bytes = bytes as u64;
        let work = WORK.saturating_add(WORK_PER_BYTE.saturating_mul(bytes.saturating_sub(1000)));
        Allowance { work, memory: MEMORY.saturating_add(MEMORY_PER_BYTE.saturating_mul(bytes)) }
    }
}

/// What is left of the allowance. All threads take from it. (`Relaxed` is enough: each of the two numbers is changed in one
/// piece, and nothing else is read or written by what they are.)
pub(crate) struct Budget {
    work: AtomicU64,
    memory: AtomicU64,
    allowed: Allowance,
}

impl Budget {
    pub(crate) fn new(allowed: Allowance) -> Self {
        Budget { work: allowed.work.into(), memory: allowed.memory.into(), allowed }
    }

    pub(crate) fn work_left(&self) -> u64 {
        self.work.load(Relaxed)
    }

    /// A budget that is counted by itself, with no more work than is left in this one.
    pub(crate) fn fork(&self) -> Self {
        Self::new(Allowance { work: self.work_left(), memory: self.memory.load(Relaxed) })
    }

    /// What was taken.
    pub(crate) fn spent(&self) -> Allowance {
        let Allowance { work, memory } = self.allowed;
        Allowance { work: work - self.work_left(), memory: memory - self.memory.load(Relaxed) }
    }

    /// Takes steps of work.
    pub(crate) fn work(&self, steps: u64) -> Result<()> {
        Ok(take(&self.work, steps).ok_or(CannotCheck::Work)?)
    }

    /// Takes bytes of memory.
    pub(crate) fn memory(&self, bytes: usize) -> Result<()> {
        Ok(take(&self.memory, bytes as u64).ok_or(CannotCheck::Memory)?)
    }
}

fn take(from: &AtomicU64, amount: u64) -> Option<()> {
    from.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(amount)).ok().map(drop)
}
