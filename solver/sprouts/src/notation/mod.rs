//! Notations of positions: readers and printers of those that have been published.
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

mod choice;
mod cursor;
mod error;
mod hoey;
mod lemoine_viennot;
mod letter;
mod lettered;
mod listing;
mod naming;
mod short;

pub use choice::{MAX_CHARACTERS, MAX_SPOTS, Notation, UnknownNotation, detect};
pub use error::{MAX_SPOT_NUMBER, ParseError, ParseErrorKind};
pub use letter::Letter;

use crate::plain::PlainPosition;
use choice::is_one_hoey_spot;
use error::{Fault, Span};

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
/// spots), as far as it is within the bounds of the readers.
pub fn print(plain: &PlainPosition, notation: Notation) -> String {
    match notation {
        Notation::Short => short::print(plain),
        Notation::LemoineViennot => lemoine_viennot::print(plain),
        Notation::Hoey => hoey::print(plain),
    }
}

#[cfg(test)]
mod tests;
