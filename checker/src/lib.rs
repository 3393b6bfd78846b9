//! Checks results about Sprouts and other games, trusting nothing but the rules.
//!
//! Everything here is written from the documents in `proofs/` alone and shares no code with the programs that search. What
//! it reads is taken to be hostile: every length and every amount of work has a bound, and going beyond it is an
//! error, never a verdict.
//!
//! The way of a position: [`parse_position`] reads it, [`Position::canonical`] reduces it and writes each land as its
//! canonical string, [`options`] lists what one move can make of it, [`tree_name`] names its tree in misère play.
//!
//! The way of a certificate: [`verify`] reads it and checks every step; what it gives back says what is proved.
#![forbid(unsafe_code)]

mod canon;
mod certificate;
mod compare;
mod error;
mod explain;
mod fault;
mod land;
mod misere;
mod moves;
mod normal;
mod others;
mod parallel;
mod position;
mod puzzles;

#[cfg(test)]
mod tests;
mod variants;

pub use certificate::{Outcome, Statement, Verified, verify};
pub use compare::options;
pub use error::{Error, Family};
pub use land::{Canonical, Land, parse_position};
pub use misere::tree_name;
pub use parallel::Settings;
pub use position::Position;
