//! Misère play: who cannot move wins.
//!
//! Sprague and Grundy's nimbers do not help here; Lemoine and Viennot's reduced canonical trees take their place
//! ("Analysis of misère Sprouts game with reduced canonical trees", 2009). [`trees`] keeps them, [`closure`] finds them
//! for lands whose whole game can be explored. The search ([`dfpn`]) works on sums of lands and trees ([`node`],
//! [`atlas`]), [`needs`] keeps what a result rests on, [`support`] leaves out what it does not, and [`proof`] writes the rest down. [`plain`] knows nothing of trees.

pub mod atlas;
mod body;
pub mod closure;
pub mod dfpn;
pub mod facts;
pub mod name;
pub mod needs;
pub mod node;
pub mod plain;
pub mod proof;
pub mod support;
pub mod table;
pub mod trees;
pub mod written;

pub use atlas::Atlas;
pub use closure::Closure;
pub use dfpn::{Dfpn, Listener, Progress};
pub use name::Name;
pub use needs::{Needs, needs};
pub use node::{Node, Piece};
pub use plain::Plain;
pub use proof::MisereProof;
pub use table::Table;
pub use trees::{TreeId, Trees};
pub use written::{TreeError, Written};

/// Who wins with best play, seen from the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Outcome {
    Win,
    Loss,
}

impl Outcome {
    /// The outcome of a position from those of its options: won without options, or with one that is lost.
    pub fn of_options(options: impl Iterator<Item = Outcome>) -> Outcome {
        let mut options = options.peekable();
        let at_end = options.peek().is_none();
        if at_end || options.any(|option| option == Outcome::Loss) { Outcome::Win } else { Outcome::Loss }
    }

    pub fn words(self) -> &'static str {
        match self {
            Outcome::Win => "WIN",
            Outcome::Loss => "LOSS",
        }
    }
}

#[cfg(test)]
mod tests;
