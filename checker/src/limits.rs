//! Bounds on the work that one input may cause.

use thiserror::Error;

/// A land with more occurrences is refused. A move costs the game a life and a life is written at most twice, so the
/// game of n spots never has more than 6n occurrences. This also bounds the depth of the only recursion, in `canon`.
pub const MAX_OCCURRENCES: usize = 600;

/// A land with more moves than this is refused.
pub const MAX_MOVES: usize = 1 << 18;

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
