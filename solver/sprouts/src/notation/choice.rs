//! The notations that are read and written, their bounds, and how the notation of a text is recognised.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

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
/// So texts printed in a notation are recognised, but for three kinds of text: `1`, which is printed in Hoey's
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

pub(super) fn is_one_hoey_spot(text: &str) -> bool {
    let number = text.strip_suffix(['o', 't']).unwrap_or(text);
    let is_marked = number.len() < text.len();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (is_marked || number.contains(|digit| ('3'..='9').contains(&digit)))
}
