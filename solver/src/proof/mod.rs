//! From facts to certificates: which claims a proof needs, and how they are written down (FORMAT.md sections 7 to 9).

mod body;
mod certificate;
pub(crate) mod coders;
mod file;
mod needs;
mod prove;
mod puzzle;
pub(crate) mod range_coder;
mod select;
mod shrink;

pub use certificate::Proof;
pub use file::{MisereResult, MisereStatement, Sealed, seal, seal_misere};
pub use needs::Goal;
pub use prove::{NoProof, prove};
pub use puzzle::{PuzzleStatement, deal_name, game_name, seal_puzzle};
