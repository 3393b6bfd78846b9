//! Why a certificate is not accepted. Four families stay apart: it could not be checked, it is no certificate at all, a
//! step in it is wrong, or its steps are right but do not prove the statement.

use crate::certificate::{Statement, VERSION};
use crate::limits::Limit;
use crate::parse::NotAPosition;
use crate::token::{Canonical, Land};
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum Error {
    #[error("cannot check: {0}")]
    CannotCheck(#[from] CannotCheck),
    #[error("malformed: {0}")]
    Malformed(#[from] Malformed),
    #[error("wrong step: {0}")]
    Wrong(Box<Wrong>),
    #[error("not proven: {0}")]
    NotProven(#[from] NotProven),
}

/// Nothing need be wrong with the certificate, but nothing is verified.
#[derive(Debug, Error)]
pub enum CannotCheck {
    #[error("{0}")]
    Unreadable(#[from] std::io::Error),
    #[error("{step}: {limit}")]
    Limit { step: Step, limit: Limit },
}

/// Where something was found. Claims are numbered from 1 in the order of the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Start,
    Claim { number: usize, land: Land, nimber: u8 },
}

/// The file is not what FORMAT.md describes.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    #[error("this is no certificate: it does not begin with the magic bytes")]
    NotACertificate,
    #[error("a file of {0} bytes is too short for a digest")]
    TooShort(usize),
    #[error("the digest is not that of the content, which has the blake3 {found}")]
    WrongDigest { found: String },
    #[error("the format version is {0}, and this program knows {VERSION}")]
    OtherVersion(u32),
    #[error("the structure cannot be read: {0}")]
    Structure(postcard::Error),
    #[error("{count} bytes are left over at byte {at}")]
    BytesLeftOver { at: usize, count: usize },
    #[error("a number in the structure is written longer than necessary")]
    LongNumber,
    #[error("the start position cannot be read: {0}")]
    Start(NotAPosition),
    #[error("the start position is written {text:?} and not in its canonical form {canonical:?}")]
    StartNotCanonical { text: String, canonical: String },
    #[error("the body ends before the claims and replies do")]
    BodyTooShort,
    #[error("{0} bytes of the body are left over after the claims and replies")]
    BodyTooLong(usize),
    #[error("the body unpacks to far more than its size")]
    Oversized,
    #[error("claim {number}: it shares {shared} symbols with a land that is not longer")]
    SharedTooLong { number: usize, shared: usize },
    #[error("claim {number}: symbol {symbol} stands for a letter that there is not")]
    NoSuchLetter { number: usize, symbol: usize },
    #[error("claim {number}: the land has too many symbols")]
    LandTooLong { number: usize },
    #[error("claim {number}: what it is about is no land: {problem}")]
    NotALand { number: usize, problem: NotAPosition },
    #[error("claim {number}: {land} does not come after the land of the claim before")]
    NotIncreasing { number: usize, land: Land },
    #[error("{step}: reduced and canonical, this is {canonical}")]
    NotCanonical { step: Step, canonical: Canonical },
    #[error("{step}: {limit}")]
    Impossible { step: Step, limit: Limit },
    #[error("reply {number}: its number cannot have {bits} bits")]
    ReplyLength { number: usize, bits: usize },
    #[error("there are {stated} replies, but only {needed} are needed")]
    SpareReplies { stated: usize, needed: usize },
}

/// A rule of FORMAT.md section 7 is broken.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Wrong {
    #[error("{step}: option {option} has the same nimber")]
    SameNimber { step: Step, option: Canonical },
    #[error("{step}: more than one land of option {option} is not claimed")]
    Open { step: Step, option: Canonical },
    #[error("{step}: no option is settled with nimber {nimber}")]
    NimberMissing { step: Step, nimber: u8 },
    #[error("{step}: for option {option} a reply is needed, and more are needed than the {stated} that are stated")]
    ReplyMissing { step: Step, option: Canonical, stated: usize },
    #[error("{step}: option {option} needs a reply, and move {number} of {land} does not exist")]
    NoSuchMove { step: Step, option: Canonical, land: Land, number: u64 },
    #[error("{step}: option {option} needs a reply, but move {number} of {land} leads to {reply}, {found} {needed}")]
    BadReply { step: Step, option: Canonical, land: Land, number: u64, reply: Canonical, found: Found, needed: u8 },
}

/// The nimber of a position as far as the claims tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nimber(u8),
    NotSettled,
}

/// All steps are right, but the statement does not follow.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{statement}: by the claims, the start position is {found}")]
pub struct NotProven {
    pub statement: Statement,
    pub found: Found,
}

impl From<Wrong> for Error {
    fn from(wrong: Wrong) -> Self {
        Error::Wrong(Box::new(wrong))
    }
}

impl Error {
    /// Which of the four families.
    pub fn family(&self) -> &'static str {
        match self {
            Error::CannotCheck(_) => "cannot check",
            Error::Malformed(_) => "malformed",
            Error::Wrong(_) => "wrong step",
            Error::NotProven(_) => "not proven",
        }
    }
}

impl Step {
    /// The error of a limit met here. A land that nobody can draw is no land.
    pub(crate) fn limit(self, limit: Limit) -> Error {
        match limit {
            Limit::LandNotDrawable => Malformed::Impossible { step: self, limit }.into(),
            _ => CannotCheck::Limit { step: self, limit }.into(),
        }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Step::Start => f.write_str("the start position"),
            Step::Claim { number, land, nimber } => write!(f, "claim {number}, {land} has nimber {nimber}"),
        }
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Found::Nimber(nimber) => write!(f, "settled with nimber {nimber}"),
            Found::NotSettled => f.write_str("not settled"),
        }
    }
}
