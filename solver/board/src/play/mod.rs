//! Playing against a proof.
//!
//! [`Claims`] are read from a certificate and supported again by the options of the lands themselves. [`Oracle`] says who wins
//! a position, from claims as far as they go and by search otherwise, and finds winning moves on the drawn game.
//! [`Match`] is a game between a person and the oracle.

mod claims;
mod contest;
mod oracle;

pub use claims::{Claims, ClaimsError};
pub use contest::{Ending, Match, Player};
pub use oracle::{Choice, Explanation, Oracle, Source, Verdict};
