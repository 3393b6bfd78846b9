//! Why a certificate is not accepted. Four families stay apart: it could not be checked, it is no certificate at all, a
//! step in it is wrong, or its steps are right but do not prove the statement.

use crate::certificate::{Outcome, Sprouts, VERSION};
use crate::fault::Fault;
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
    /// In any of the four families, about another game.
    #[error(transparent)]
    Other(#[from] Fault),
}

/// Nothing need be wrong with the certificate, but nothing is verified.
#[derive(Debug, Error)]
pub enum CannotCheck {
    #[error("{0}")]
    Unreadable(#[from] std::io::Error),
    #[error("{step}: {limit}")]
    Limit { step: Step, limit: Limit },
}

/// Where something was found. Claims, lands and nodes are numbered from 1 in the order of the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Start,
    Closure,
    Certificate,
    Claim { number: usize, land: Land, nimber: u8 },
    Land { number: usize, land: Land },
    Node { number: usize, node: String },
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
    #[error("{step} cannot be read: {problem}")]
    Position { step: Step, problem: NotAPosition },
    #[error("{step} is written {text:?} and not in its canonical form {canonical:?}")]
    PositionNotCanonical { step: Step, text: String, canonical: String },
    #[error("the body ends before the claims and replies do")]
    BodyTooShort,
    #[error("{0} bytes of the body are left over after the claims and replies")]
    BodyTooLong(usize),
    #[error("the body unpacks to far more than its size")]
    Oversized,
    #[error("land {number}: it shares {shared} symbols with a land that is not longer")]
    SharedTooLong { number: usize, shared: usize },
    #[error("land {number}: symbol {symbol} stands for a letter that there is not")]
    NoSuchLetter { number: usize, symbol: usize },
    #[error("land {number}: it has too many symbols")]
    LandTooLong { number: usize },
    #[error("land {number}: what is written is no land: {problem}")]
    NotALand { number: usize, problem: NotAPosition },
    #[error("land {number}: {land} does not come after the land before")]
    NotIncreasing { number: usize, land: Land },
    #[error("{step}: reduced and canonical, this is {canonical}")]
    NotCanonical { step: Step, canonical: Canonical },
    #[error("{step}: {limit}")]
    Impossible { step: Step, limit: Limit },
    #[error("reply {number}: its number cannot have {bits} bits")]
    ReplyLength { number: usize, bits: usize },
    #[error("node {number}: a number cannot have {bits} bits")]
    NumberLength { number: usize, bits: usize },
    #[error("{step}: this land is small and should have been replaced by its tree")]
    SmallLand { step: Step },
    #[error("{step}: this land is in no listed node")]
    UnusedLand { step: Step },
    #[error("node {number}: there is no land {land} in the list, which has {count}")]
    NoSuchLand { number: usize, land: u64, count: usize },
    #[error("node {number}: there is no tree {tree}; the closure has {count}")]
    NoSuchTree { number: usize, tree: usize, count: usize },
    #[error("node {number}: its pieces are not in order")]
    PiecesNotSorted { number: usize },
    #[error("node {number}: it does not come after the node before")]
    NodesNotIncreasing { number: usize },
    #[error("there are {stated} replies, but only {needed} are needed")]
    SpareReplies { stated: usize, needed: usize },
}

/// A rule of FORMAT.md section 7 or 12 is broken.
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
    #[error("{step}: this node is closed and cannot be listed")]
    ListedClosed { step: Step },
    #[error("{step}: option {option} is lost too: it is {lost}")]
    LostOption { step: Step, option: String, lost: Lost },
    #[error("{step}: for option {option} a reply is needed, and more are needed than the {stated} that are stated")]
    NodeReplyMissing { step: Step, option: String, stated: usize },
    #[error("{step}: option {option} needs a reply, and {played} does not exist")]
    NoSuchNodeMove { step: Step, option: String, played: String },
    #[error("{step}: option {option} needs a reply, but {played} leads to {reply}, which is not known to be lost")]
    ReplyNotLost { step: Step, option: String, played: String, reply: String },
}

/// Why a node is known to be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// With this number, from 1.
    Listed(usize),
    Closed,
}

/// The nimber or the outcome of a position as far as the claims tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nimber(u8),
    Outcome(Outcome),
    NotSettled,
}

/// All steps are right, but the statement does not follow.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{statement}: by the claims, the start position is {found}")]
pub struct NotProven {
    pub statement: Sprouts,
    pub found: Found,
}

impl From<Wrong> for Error {
    fn from(wrong: Wrong) -> Self {
        Error::Wrong(Box::new(wrong))
    }
}

impl Error {
    /// Whether nothing need be wrong with the certificate.
    pub fn is_unchecked(&self) -> bool {
        self.family() == "cannot check"
    }

    /// Which of the four families.
    pub fn family(&self) -> &'static str {
        match self {
            Error::CannotCheck(_) => "cannot check",
            Error::Malformed(_) => "malformed",
            Error::Wrong(_) => "wrong step",
            Error::NotProven(_) => "not proven",
            Error::Other(fault) => fault.family(),
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
            Step::Certificate => f.write_str("the certificate"),
            Step::Closure => f.write_str("the closure position"),
            Step::Claim { number, land, nimber } => write!(f, "claim {number}, {land} has nimber {nimber}"),
            Step::Land { number, land } => write!(f, "land {number}, {land}"),
            Step::Node { number, node } => write!(f, "node {number}, {node}"),
        }
    }
}

impl Display for Lost {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Lost::Listed(number) => write!(f, "node {number}"),
            Lost::Closed => f.write_str("closed with LOSS"),
        }
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Found::Nimber(nimber) => write!(f, "settled with nimber {nimber}"),
            Found::Outcome(outcome) => write!(f, "known to be a {outcome}"),
            Found::NotSettled => f.write_str("not settled"),
        }
    }
}
