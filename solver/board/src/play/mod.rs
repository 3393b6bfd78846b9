//! Playing against a proof.
//!
//! [`Claims`] and [`LostNodes`] are read from certificates and supported again by the moves of the game itself. [`Oracle`] says
//! who wins a position, from these as far as they go and by search otherwise, and finds winning moves on the drawn game.
//! [`Match`] is a game between a person and the oracle. [`ways`] understands a move that is typed as two spots.

mod claims;
mod contest;
mod lost_nodes;
mod oracle;
pub mod ways;

pub use claims::{Claims, ClaimsError};
pub use contest::{Ending, Level, Match, Player};
pub use lost_nodes::LostNodes;
pub use oracle::{Choice, Explanation, Oracle, Source, Verdict};
