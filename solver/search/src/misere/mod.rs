//! Misère play: who cannot move wins.
//!
//! Sprague and Grundy's nimbers do not help here; Lemoine and Viennot's reduced canonical trees take their place
//! ("Analysis of misère Sprouts game with reduced canonical trees", 2009). [`trees`] keeps them, [`closure`] finds them
//! for lands whose whole game can be explored. The search ([`dfpn`]) works on sums of lands and trees ([`node`],
//! [`piece table`]), [`needs`] keeps what a result rests on, [`minimiser`] leaves out what it does not, and [`proof`] writes the rest down. [`plain`] knows nothing of trees.

pub mod brute_force;
pub mod closure;
pub mod dfpn;
pub mod extract;
pub mod facts;
pub mod minimise;
pub mod node;
pub mod piece_table;
pub mod proof;
pub mod transposition_table;
pub mod tree_hash;
pub mod tree_notation;
pub mod trees;

pub use brute_force::BruteForce;
pub use closure::Closure;
pub use dfpn::Dfpn;
pub use extract::{Extraction, extract};
pub use node::{Node, Piece};
pub use piece_table::PieceTable;
pub use proof::MisereProof;
pub use sprouts::Outcome;
pub use transposition_table::TranspositionTable;
pub use tree_hash::TreeHash;
pub use tree_notation::{TreeError, TreeText};
pub use trees::{TreeId, Trees};

#[cfg(test)]
mod tests;
