//! The game of Sprouts, fast: notations, reduction, exact canonical forms and moves (FORMAT.md sections 1 to 6).
//!
//! [`Engine`] owns the scratch memory; nothing is allocated per option. Slow and plain counterparts of everything here
//! stand in the crate `checker` and in the drawn game of `tests`, and the differential tests compare all three.

mod batches;
mod cache;
mod canonical;
mod drawable;
mod engine;
mod land;
mod load;
mod moves;
pub mod notation;
mod outcome;
pub mod plain;
mod scratch;
pub mod token;

pub use batches::Batches;
pub use drawable::{NotDrawable, drawable};
pub use engine::{Engine, Lands, Stage};
pub use land::{Land, Position, lives_of_key as lives};
pub use outcome::{NIMBERS, Nimber, Outcome};
pub use plain::PlainPosition;

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
