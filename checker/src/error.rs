//! Why a certificate is not accepted. Four families stay apart; the text says which claim or move, which option, and why.

use std::fmt::Display;
use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Family {
    /// Nothing need be wrong with the certificate, but nothing is verified.
    #[error("cannot check")]
    CannotCheck,
    /// The file is not what the documents in `proofs/` describe.
    #[error("malformed")]
    Malformed,
    /// A step breaks a rule.
    #[error("wrong step")]
    WrongStep,
    /// All steps are right, but the statement does not follow.
    #[error("not proven")]
    NotProven,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{family}: {}", printable(why))]
pub struct Error {
    pub family: Family,
    pub why: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The same error, with the place where it was met.
    pub(crate) fn at(self, place: impl Display) -> Self {
        Error { why: format!("{place}: {}", self.why), ..self }
    }
}

/// The error of a family with a text.
macro_rules! error {
    ($family:ident, $($text:tt)*) => {
        $crate::error::Error { family: $crate::error::Family::$family, why: format!($($text)*) }
    };
}
pub(crate) use error;

/// Asks that something holds.
pub(crate) fn ensure(holds: bool, error: impl FnOnce() -> Error) -> Result<()> {
    if holds { Ok(()) } else { Err(error()) }
}

/// A text in which everything but printable ASCII is escaped: nothing in it can move a cursor or begin a line.
pub fn printable(text: &str) -> String {
    let escaped = |c: char| if matches!(c, ' '..='~') { c.to_string() } else { c.escape_default().to_string() };
    text.chars().map(escaped).collect()
}

/// A text from a file, in quotes, escaped, and cut if it is long.
pub(crate) fn cited(text: &str) -> String {
    const MOST: usize = 100;
    let start: String = text.chars().take(MOST).collect();
    let rest = text.len() - start.len();
    format!("\"{}\"", start.escape_default())
        + &if rest > 0 { format!(" and {rest} more bytes") } else { String::new() }
}
