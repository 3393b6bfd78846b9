//! Bounds on the work that one input may cause.

use crate::token::Land;
use thiserror::Error;

/// A land with more occurrences is refused. A move costs the game a life and a life is written at most twice, so the
/// game of n spots never has more than 6n occurrences. This also bounds the depth of the only recursion, in `canon`.
pub const MAX_OCCURRENCES: usize = 600;

/// A land with more moves than this is refused.
pub const MAX_MOVES: u64 = 1 << 18;

/// A land is refused if more tokens than this, some 16 MB, would have to be remembered while it is written.
pub const MAX_STORED: usize = 1 << 22;

/// A closure with more lands than this is refused.
pub const MAX_CLOSURE: usize = 400_000;

/// The program does not go on with this input: nothing need be wrong with it, but nothing is verified either.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Limit {
    #[error("a land has {0} spot occurrences, more than {MAX_OCCURRENCES}")]
    LandTooLarge(usize),
    #[error("a land needs too much work to be written or moved in: it is too large for its symmetry")]
    LandTooSymmetric,
    #[error("a land cannot be drawn: two boundaries of a region are connected elsewhere")]
    LandNotDrawable,
    #[error("a land has more than {MAX_MOVES} moves")]
    TooManyMoves,
    #[error("it has more than {MAX_CLOSURE} lands")]
    ClosureTooLarge,
    #[error("it needs more memory than a file of its size may")]
    OutOfMemory,
}

/// An allowance of work, in tokens handled (one is some 10 ns).
#[derive(Debug)]
pub struct Work {
    left: u64,
}

impl Work {
    /// Enough to write any position that is worth checking, about a second.
    pub fn for_position() -> Self {
        Work { left: 1 << 26 }
    }

    /// Enough for all options of a land, less than a minute.
    pub fn for_options() -> Self {
        Work { left: 1 << 31 }
    }

    pub(crate) fn spend(&mut self, tokens: usize) -> Result<(), Limit> {
        self.left = self.left.checked_sub(tokens as u64).ok_or(Limit::LandTooSymmetric)?;
        Ok(())
    }
}

/// An allowance of memory for what a certificate makes the checker keep: claims, replies and refutations. It leaves
/// room, within 10 times the file and 100 MB, for the file itself and for all other work.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    left: usize,
}

impl Memory {
    /// A reply, in a vector that grows by doubling.
    pub(crate) const REPLY: usize = 24;

    pub(crate) fn for_file(bytes: usize) -> Self {
        Memory { left: bytes.saturating_mul(8).saturating_add(50_000_000) }
    }

    /// For the lands of a closure, their options and their trees; that of `0*6` needs half of it.
    pub(crate) fn for_closure() -> Self {
        Memory { left: 400_000_000 }
    }

    /// For the lands, nodes and replies of a misère certificate.
    pub(crate) fn for_nodes(bytes: usize) -> Self {
        Memory { left: bytes.saturating_mul(8).saturating_add(150_000_000) }
    }

    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Limit> {
        self.left = self.left.checked_sub(bytes).ok_or(Limit::OutOfMemory)?;
        Ok(())
    }

    /// A land, with its share of the table that it is in.
    pub(crate) fn keep(&mut self, land: &Land) -> Result<(), Limit> {
        self.take(160 + size_of_val(land.tokens()))
    }

    /// A node, with its share of the table that it is in and its reply.
    pub(crate) fn keep_node(&mut self, pieces: usize) -> Result<(), Limit> {
        self.take(100 + 8 * pieces)
    }
}
