//! Checks results about Sprouts and other games, trusting nothing but the rules.
//!
//! Everything here is written from the documents in `proofs/` alone and shares no code with the programs that search. What
//! it reads is taken to be hostile: every length and every amount of work has a bound, and going beyond it is an
//! error, never a verdict.
//!
//! [`verify`] reads a certificate and checks every step; what it gives back says what is proved. ([`Checker`] does the same
//! for many certificates, and finds no closure twice.) A [`Certificate`] can be looked at without being checked. A position
//! is read by [`parse_position`]; [`Position::canonical`] reduces it and writes each land as its canonical string;
//! [`options`] lists what one move can make of it.
//!
//! The modules in the order in which they are to be read: each uses only those before it. Whoever doubts a result in
//! normal play need not read `options`, `misere`, `variants` and `puzzles`, nor what comes after `certificate`.
#![forbid(unsafe_code)]

// What can be wrong, what may be spent, and threads.
mod error;

mod budget;

mod parallel;

// The game.
mod token;

mod position;

mod moves;

mod canon;

mod notation;

mod options;

// Certificates.
mod container;

mod normal;

mod misere;

// Other games.
mod values;

mod puzzles;
mod variants;

mod statement;

mod certificate;

// For people; nothing of it is used in verifying.
mod explain;

mod sentences;

mod contents;

#[cfg(test)]
mod tests;

pub use budget::Allowance;
pub use certificate::{Certificate, Checker, Contents, Verified, verify};
pub use contents::Stats;
pub use error::{CannotCheck, Error, Family, Malformed, NotProven, Place, Why, WrongStep, printable};
pub use explain::{Because, ExplainedOption, Explanation, Reply};
pub use misere::{MisereResult, tree_name};
pub use normal::{NormalResult, Outcome};
pub use notation::parse_position;
pub use options::options;
pub use parallel::Settings;
pub use position::Position;
pub use puzzles::{gaps, morpion};
pub use statement::Statement;
pub use token::{Canonical, Land};
pub use variants::{degree_two, endless};
