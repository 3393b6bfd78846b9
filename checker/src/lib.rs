//! Checks results about Sprouts and other games, trusting nothing but the rules.
//!
//! Everything here is written from the documents in `proofs/` alone and shares no code with the programs that search. What
//! it reads is taken to be hostile: every length and every amount of work has a bound, and going beyond it is an
//! error, never a verdict.
//!
//! [`verify`] reads a certificate and checks every step; what it gives back says what is proved. A position is read by
//! [`parse_position`]; [`Position::canonical`] reduces it and writes each land as its canonical string; [`options`] lists
//! what one move can make of it. Whoever doubts a result in normal play need not read `others` and `compare`.
#![forbid(unsafe_code)]

mod budget;
mod canon;
mod certificate;
mod compare;
mod error;
mod land;
mod moves;
mod normal;
mod others;
mod parallel;
mod position;
#[cfg(test)]
mod tests;

pub use budget::Allowance;
pub use certificate::{Outcome, Statement, Verified, verify};
pub use compare::options;
pub use error::{Error, Family, printable};
pub use land::{Canonical, Land, parse_position};
pub use others::misere::tree_name;
pub use parallel::Settings;
pub use position::Position;
