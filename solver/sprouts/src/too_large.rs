//! The error for positions beyond the bounds of this program.

/// A position that this program cannot hold, or will not work on for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    #[error("the position has too many letters (120 lower-case ones in a boundary, 129 upper-case ones in a land)")]
    Letters,
    #[error("the position has too many occurrences of spots (at most 500 besides `0`, and 127 regions)")]
    Occurrences,
    #[error("the position is too symmetric: its canonical string was not found within the work allowed")]
    Symmetry,
    #[error("a land of the position has more than 262,144 moves")]
    Moves,
}
