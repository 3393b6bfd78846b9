//! Sprouts with another greatest degree than 3 (`proofs/FORMAT-VARIANTS.md`).
//!
//! With greatest degree 2 the game is finite and is solved by search; with 4 or more it never ends.

pub mod certificates;
mod degree_two;
mod endless;

pub use degree_two::{DegreeTwo, Heap, Proof as DegreeTwoProof, Sum};
pub use endless::{Endless, NoEndlessGame};
