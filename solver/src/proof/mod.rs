//! From facts to certificates: which claims a proof needs, and how they are written down (FORMAT.md sections 7 to 9).

mod body;
mod certificate;
mod cover;
mod enrich;
mod file;
mod least;
mod needs;
mod prove;
mod puzzle;
mod random;
mod select;
mod shrink;
pub(crate) mod text;
mod unpack;

pub use certificate::Proof;
pub use file::{MisereResult, MisereStatement, Sealed, seal, seal_misere};
pub use least::{Least, least};
pub use needs::Goal;
pub use prove::{NoProof, prove, prove_small};
pub use puzzle::{PuzzleStatement, deal_name, game_name, seal_puzzle};
pub use shrink::Effort;
pub use text::TextError;
pub use unpack::{UnpackError, Unpacked, claims, unpack};
