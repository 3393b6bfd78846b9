//! Checks results about Sprouts and other games, trusting nothing but the rules.
//!
//! Everything here is written from the documents in `proofs/` alone and shares no code with the programs that search. What
//! it reads is taken to be hostile: every length and every amount of work has a bound, and going beyond it is an
//! error, never a verdict.
//!
//! The way of a position: [`parse_position`] reads it, [`Position::canonical`] reduces it and writes each land as its
//! canonical string, [`options`] lists what one move can make of it, [`Land::play`] makes the move with a number.
//!
//! The way of a certificate: [`verify`] reads it and checks every step; what it gives back says what is proved.
#![forbid(unsafe_code)]

mod canon;
mod certificate;
mod claims;
mod error;
mod explain;
mod fault;
mod limits;
mod memo;
mod misere;
mod moves;
mod options;
mod parallel;
mod parse;
mod position;
mod puzzles;
mod range_coder;
mod reduce;
#[cfg(test)]
mod testing;
mod text;
mod token;
mod variants;
mod verify;

pub use certificate::{LossOrWin, Outcome, Play, Sprouts, Statement};
pub use error::{CannotCheck, Error, Found, Lost, Malformed, NotProven, Step, Wrong};
pub use explain::{Explanation, Reason};
pub use fault::Fault;
pub use limits::{Limit, Work};
pub use options::{land_options, options};
pub use parse::{NotAPosition, parse_position};
pub use position::{Position, Spot};
pub use token::{Canonical, Land, Token};
pub use verify::{Settings, Verified, verify};
