//! Checks results about the game Sprouts, trusting nothing but the rules.
//!
//! Everything here is written from `proofs/FORMAT.md` alone and shares no code with the programs that search. What
//! it reads is taken to be hostile: every length and every amount of work has a bound, and going beyond it is an
//! error, never a verdict.
//!
//! The way of a position: [`parse_position`] reads it, [`Position::canonical`] reduces it and writes each land as its
//! canonical string, [`options`] lists what one move can make of it, [`Land::play`] makes one given move.
#![forbid(unsafe_code)]

mod canon;
mod limits;
mod moves;
mod options;
mod parse;
mod position;
mod reduce;
#[cfg(test)]
mod testing;
mod text;
mod token;

pub use limits::{Limit, Work};
pub use moves::{IllegalMove, Move, Place};
pub use options::{land_options, options};
pub use parse::{ParseError, Problem, parse_position};
pub use position::{Position, Spot};
pub use token::{Canonical, Land, Token};
