//! From facts to proofs: which claims a proof needs, and how few will do (FORMAT.md section 7).

mod cover;
mod extract;
mod fact_finder;
mod least;
mod obligations;
mod prove;
mod select;
mod shrink;

pub use extract::Proof;
pub use least::{Least, least};
pub use obligations::Goal;
pub use prove::{NoProof, prove, prove_small};
pub use shrink::Effort;
