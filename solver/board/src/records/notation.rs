//! The two notations of moves: reading and writing a move of a position.

use crate::drawn::{Drawn, Move};
use crate::records::refusal::Refusal;
use crate::records::syntax::Written;
use crate::records::{hoey, wgosa};
use std::str::FromStr;

/// A way to write moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// Dan Hoey's: `3-9-4>1`
    Hoey,
    /// The World Game of Sprouts Association's: `3(9)4[1,2,6,8]`
    Wgosa,
}

impl FromStr for MoveNotation {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "hoey" => Ok(MoveNotation::Hoey),
            "wgosa" => Ok(MoveNotation::Wgosa),
            _ => Err("write `hoey` or `wgosa`".into()),
        }
    }
}

/// Finds the move that a text means in a position.
pub fn interpret(position: &Drawn, written: &Written) -> Result<Move, Refusal> {
    match written {
        Written::Hoey(text) => hoey::interpret(position, text),
        Written::Wgosa(text) => wgosa::interpret(position, text),
    }
}

/// Writes a move of a position down.
pub fn write(position: &Drawn, played: &Move, notation: MoveNotation) -> String {
    match notation {
        MoveNotation::Hoey => hoey::write(position, played),
        MoveNotation::Wgosa => wgosa::write(position, played),
    }
}
