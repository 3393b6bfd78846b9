//! From facts to certificates: which claims a proof needs, and how they are written down (FORMAT.md sections 7 to 9).

mod body;
mod certificate;
mod file;
mod needs;
mod prove;
mod range_coder;
mod select;
mod shrink;

pub use certificate::Proof;
pub use file::{Sealed, seal};
pub use needs::Goal;
pub use prove::{NoProof, prove};
