//! Proofs of normal play: claims about nimbers that support each other, extracted from facts and made few (FORMAT.md section 7).
//!
//! `obligations` lists the obligations of each claim, `cover` is a set of claims that meets all of its obligations, `select`
//! finds a first one, `shrink` smaller ones with the help of `fact_finder`, and `extract` writes the proof down. `prove` is
//! all of that in order; `unite` makes one proof of several. `least` finds the least proofs of small games.

mod cover;
mod extract;
mod fact_finder;
mod least;
mod obligations;
mod prove;
mod select;
mod shrink;
mod unite;

pub use extract::Proof;
pub use least::{Least, least};
pub use obligations::Goal;
pub use prove::{NoProof, prove, prove_small, prove_together};
pub use shrink::Effort;
pub use unite::unite;
