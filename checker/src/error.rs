//! Why a certificate is not accepted. Four families stay apart; the text says which claim or move, which option, and why.

use std::fmt::{self, Display, Formatter};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Nothing need be wrong with the certificate, but nothing is verified.
    CannotCheck,
    /// The file is not what the documents in `proofs/` describe.
    Malformed,
    /// A step breaks a rule.
    WrongStep,
    /// All steps are right, but the statement does not follow.
    NotProven,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub family: Family,
    pub why: String,
}

pub type Result<T> = std::result::Result<T, Error>;

/// The error of a family with a text.
macro_rules! error {
    ($family:ident, $($text:tt)*) => {
        $crate::error::Error { family: $crate::error::Family::$family, why: format!($($text)*) }
    };
}
pub(crate) use error;

impl Error {
    /// The same error, with the place where it was met.
    pub(crate) fn at(self, place: impl Display) -> Self {
        Error { why: format!("{place}: {}", self.why), ..self }
    }
}

impl Display for Family {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(["cannot check", "malformed", "wrong step", "not proven"][*self as usize])
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.family, self.why)
    }
}

impl std::error::Error for Error {}
