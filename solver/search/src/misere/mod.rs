//! Misère play: df-pn search on sums of lands and reduced canonical trees.
//!
//! The player who makes the last move loses, and nimbers do not help; Lemoine and Viennot's reduced canonical trees take their
//! place ("Analysis of misère Sprouts game with reduced canonical trees", 2009). In the order of the data: [`trees`] keeps trees,
//! [`closure`] finds them for lands whose whole game can be explored, [`node`] is a sum of pieces and [`piece_table`] knows the
//! options of pieces. [`dfpn`] searches nodes, [`mod@extract`] collects the lost nodes that a result needs, [`minimise`] leaves out
//! those that others can do without, [`proof`] writes the rest down, [`mod@unite`] makes one proof of several, [`facts`] saves lost nodes. [`brute_force`] is a second opinion
//! without trees.

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
pub mod unite;

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
