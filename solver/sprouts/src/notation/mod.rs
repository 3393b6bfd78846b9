//! Reads and prints positions in the notations that have been published.
//!
//! | notation | an example | source |
//! |---|---|---|
//! | [`Notation::Short`] | `0*2.AB\|AB` | FORMAT.md section 5; SPOTS |
//! | [`Notation::LemoineViennot`] | `0.0.AB.}AB.}]!` | Lemoine and Viennot's papers |
//! | [`Notation::Hoey`] | `1;2;3,4/3,4` | Dan Hoey's letter |
//!
//! A text is hostile input: its length and the number of its spots are bounded, and no text makes a reader panic.
//! Readers establish the invariant of [`PlainPosition`] but do not ask whether the position can be drawn in the plane:
//! see [`crate::drawable`] for that.

mod cursor;
mod error;
mod hoey;
mod lemoine_viennot;
mod letter;
mod lettered;
mod listing;
mod naming;
mod short;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use error::{MAX_SPOT_NUMBER, ParseError, ParseErrorKind};
pub use letter::Letter;

use crate::plain::PlainPosition;
use error::{Fault, Span};

/// The longest text that is read, in characters.
pub const MAX_CHARACTERS: usize = 10_000;

/// The most spots that are read.
pub const MAX_SPOTS: usize = 1_000;

/// A way to write positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The notation of FORMAT.md: `0*2.AB|AB`
    Short,
    /// The notation of Lemoine and Viennot's papers: `0.0.AB.}AB.}]!`
    LemoineViennot,
    /// Dan Hoey's notation: `1;2;3,4/3,4`
    Hoey,
}

/// A name that no notation has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a notation; write `short`, `lv` or `hoey`")]
pub struct UnknownNotation(pub String);

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        match name {
            "short" => Ok(Notation::Short),
            "lv" | "lemoine-viennot" => Ok(Notation::LemoineViennot),
            "hoey" => Ok(Notation::Hoey),
            _ => Err(UnknownNotation(name.to_owned())),
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Notation::Short => "short",
            Notation::LemoineViennot => "lv",
            Notation::Hoey => "hoey",
        })
    }
}

/// Guesses the notation of a text. The first of these rules that applies decides:
///
/// 1. a text with `}` or `]` is Lemoine-Viennot;
/// 2. a text with `,`, `;`, `/` or `-` is Hoey's;
/// 3. a text that is just a number with the mark `o` or `t`, or just a number with a digit from 3 to 9, is Hoey's: one
///    spot (`1t`, `7`, `13`);
/// 4. every other text is short, among them `0`, `1`, `2`, `12`, `!` and the empty text.
///
/// So what is printed in one notation is recognised, but for three kinds of text: `1`, which is printed in Hoey's
/// notation for one spot without lines; short texts that are one boundary of digits with dead spots, such as `13`; and
/// the empty position of Lemoine and Viennot, `!`, which means the same in the short notation.
pub fn detect(text: &str) -> Notation {
    if text.contains(['}', ']']) {
        Notation::LemoineViennot
    } else if text.contains([',', ';', '/', '-']) || is_one_hoey_spot(text.trim()) {
        Notation::Hoey
    } else {
        Notation::Short
    }
}

fn is_one_hoey_spot(text: &str) -> bool {
    let number = text.strip_suffix(['o', 't']).unwrap_or(text);
    let is_marked = number.len() < text.len();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (is_marked || number.contains(|digit| ('3'..='9').contains(&digit)))
}

/// Reads a position in the notation that [`detect`] finds.
pub fn parse(text: &str) -> Result<PlainPosition, ParseError> {
    parse_as(text, detect(text))
}

/// Reads a position.
pub fn parse_as(text: &str, notation: Notation) -> Result<PlainPosition, ParseError> {
    let read = match notation {
        Notation::Short => short::parse,
        Notation::LemoineViennot => lemoine_viennot::parse,
        Notation::Hoey => hoey::parse,
    };
    check_length(text).and_then(|()| read(text)).map_err(|fault| fault.in_notation(notation))
}

/// Refuses a text that reads as a position but is hardly meant as one: no text at all, and a capital that occurs once. The
/// text must be one that [`parse_as`] reads.
pub fn check_meant(text: &str, notation: Notation) -> Result<(), ParseError> {
    let meant = match notation {
        _ if text.trim().is_empty() => Err(Fault::new(Span { offset: 0, length: 0 }, ParseErrorKind::NoText)),
        Notation::Short => short::unpaired(text),
        Notation::LemoineViennot => lemoine_viennot::unpaired(text),
        Notation::Hoey => Ok(()),
    };
    meant.map_err(|fault| fault.in_notation(notation))
}

/// Refuses a number alone in a text whose notation was guessed: `3` is one spot in Hoey's notation, and hardly meant so.
pub fn check_guess(text: &str) -> Result<(), ParseError> {
    let number = text.trim();
    if !is_one_hoey_spot(number) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(());
    }
    let span = Span { offset: text.len() - text.trim_start().len(), length: number.len() };
    Err(Fault::new(span, ParseErrorKind::NumberAlone(number.into())).in_notation(Notation::Hoey))
}

fn check_length(text: &str) -> Result<(), Fault> {
    match text.char_indices().nth(MAX_CHARACTERS) {
        None => Ok(()),
        Some((offset, _)) => {
            let length = text.len() - offset;
            let span = Span { offset, length };
            Err(Fault::new(span, ParseErrorKind::TextTooLong))
        }
    }
}

/// Prints a position on one line. Reading it again gives the same position (in Hoey's notation: without its dead
/// spots), as far as it is within the bounds of what is read.
pub fn print(plain: &PlainPosition, notation: Notation) -> String {
    match notation {
        Notation::Short => short::print(plain),
        Notation::LemoineViennot => lemoine_viennot::print(plain),
        Notation::Hoey => hoey::print(plain),
    }
}

#[cfg(test)]
mod tests;
