//! Why a certificate is not accepted: four families of reasons, and the place where the reason was met.
//!
//! - [`CannotCheck`]: nothing need be wrong with the certificate, but nothing is verified.
//! - [`Malformed`]: the file is not what the documents in `proofs/` describe.
//! - [`WrongStep`]: a step breaks a rule.
//! - [`NotProven`]: all steps are right, but what is stated does not follow.
//!
//! Texts from a file are cited by [`cited`], and a whole message is escaped when it is printed: nothing that a file or a name
//! contains can move a cursor or begin a line.

use std::fmt::{self, Display, Formatter};
use thiserror::Error;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Error {
    /// Where it was met, the outermost place first.
    pub places: Vec<Place>,
    pub why: Why,
}

/// A reason, by its family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Why {
    #[error(transparent)]
    CannotCheck(#[from] CannotCheck),
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error(transparent)]
    WrongStep(#[from] WrongStep),
    #[error(transparent)]
    NotProven(#[from] NotProven),
}

/// The families of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Family {
    #[error("cannot check")]
    CannotCheck,
    #[error("malformed")]
    Malformed,
    #[error("wrong step")]
    WrongStep,
    #[error("not proven")]
    NotProven,
}

/// Where in a certificate. Claims, nodes, replies, moves and lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Place {
    #[error("{0}")]
    Result(String),
    #[error("the closure position")]
    Closure,
    #[error("the position {}", cited(.0))]
    Position(String),
    /// The line of the text with a claim that is not read yet.
    #[error("claim {number}")]
    ClaimLine { number: usize, line: usize },
    #[error("claim {number}, {land} has nimber {nimber}")]
    Claim { number: usize, land: String, nimber: u8 },
    #[error("node {number}")]
    NodeLine { number: usize, line: usize },
    #[error("node {number}, {node}")]
    Node { number: usize, node: String },
    #[error("reply {number}")]
    ReplyLine { number: usize, line: usize },
    #[error("option {option} needs a reply")]
    Option { option: String },
    #[error("{0} needs a reply")]
    Needs(String),
    #[error("claim {0}")]
    Lost(usize),
    #[error("move {number}, {text}")]
    Move { number: usize, text: String },
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotCheck {
    #[error("{0}")]
    Unreadable(String),
    #[error("it needs more work than the size of its file allows (--work allows more)")]
    Work,
    #[error("it needs more memory than is allowed (--memory allows more)")]
    Memory,
    #[error("it was told to stop")]
    Stopped,
    #[error(
        "it is a certificate of version {0}, and this program reads version 3: make it again with this version's solve"
    )]
    OldVersion(u32),
    #[error("the text has more than {0} bytes")]
    LongText(usize),
    #[error("line {line} of the text has more than {most} characters")]
    LongLine { line: usize, most: usize },
    #[error("more than {0} occurrences")]
    ManyOccurrences(usize),
    #[error("it has a land of more than {0} tokens")]
    LargeLand(usize),
    #[error("{count} {what} are more than {most}, where this program stops")]
    TooMany { what: &'static str, count: u64, most: u64 },
    #[error("a dot at ({0}, {1}) does not fit on our paper")]
    OffPaper(i32, i32),
    #[error("there is no claim {number}: they are numbered 1 to {count}")]
    NoSuchClaim { number: usize, count: usize },
    #[error("only claims about Sprouts can be explained")]
    NotExplained,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    #[error("it does not begin with the magic bytes, or is too short for a digest")]
    NoMagic,
    #[error("the digest is not that of the content, blake3 {0}")]
    Digest(String),
    #[error("the structure cannot be read: at byte {byte} there should be {wanted}")]
    Structure { byte: usize, wanted: &'static str },
    #[error("bytes are left over from byte {0} on")]
    LeftOver(usize),
    #[error("the version is {found}, and it should be {wanted}")]
    Version { found: u32, wanted: u32 },
    #[error("it has no result")]
    NoResult,
    #[error("the start {0} occurs twice")]
    StartTwice(String),
    #[error("the body is not a compressed text, all of it and no more")]
    NotCompressed,
    #[error("the text is not ASCII")]
    NotAscii,
    #[error("the text has {found} lines with an end, not {stated} and no more")]
    Lines { found: usize, stated: u64 },
    #[error("{} should be a number from {least} to {most}", cited(.text))]
    Number { text: String, least: u64, most: u64 },
    #[error("{} has no place in a boundary", cited(.0))]
    Character(String),
    #[error("{0} occurs where it should not")]
    Misplaced(String),
    #[error("the position {} is {canonical} in its canonical form", cited(.text))]
    NotCanonical { text: String, canonical: String },
    #[error("{} is not a single land and its nimber", cited(.0))]
    NotAClaim(String),
    #[error("{0} does not come after the land before")]
    LandOrder(String),
    #[error("{0} does not come after the node before")]
    NodeOrder(String),
    #[error("there are {stated} replies, but only {needed} are needed")]
    SpareReplies { stated: usize, needed: usize },
    #[error("there is no tree {}; the closure has {count}", cited(.text))]
    NoTree { text: String, count: usize },
    #[error("{} should be written {node}", cited(.text))]
    NotTheNode { text: String, node: String },
    #[error("{what}: {found} is stated, and it should be {wanted}")]
    Value { what: &'static str, found: u64, wanted: &'static str },
    #[error("the deal does not consist of four gaps and one card of each suit and rank from 2 to {0}")]
    NotADeal(u8),
    #[error("the body does not end with its last number, or a number is not written in the fewest bytes")]
    Body,
    #[error("its regions are not in order, or it does not come after the claim before")]
    RegionOrder,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongStep {
    /// Rule 1 of FORMAT.md section 7.
    #[error("option {option} has the same nimber")]
    SameNimber { option: String },
    #[error("more than one land of option {option} is not claimed")]
    Open { option: String },
    /// Rule 2.
    #[error("no option is settled with nimber {0}")]
    Missing(u8),
    /// Rule 3; and the same in misère play.
    #[error("there are only {0} replies")]
    NoReply(usize),
    #[error("move {number} of {of} does not exist")]
    NoMove { number: u64, of: String },
    #[error("move {number} of {land} leads to {after}, not settled with nimber {nimber}")]
    WrongReply { number: u64, land: String, after: String, nimber: u8 },
    #[error("move {number} of {node} leads to {after}, which is not known to be lost")]
    NotLost { number: u64, node: String, after: String },
    /// Rule 1 of section 12.
    #[error("{0} is closed and cannot be listed")]
    ListedClosed(String),
    #[error("option {option} is lost too: it is {why}")]
    LostOption { option: String, why: String },
    #[error("it is the empty position, which is won in misere play")]
    EmptyClaim,
    #[error("{position}: the option {option} has no option that is claimed")]
    Unanswered { position: String, option: String },
    #[error("{0}")]
    Illegal(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotProven {
    #[error("the claimed lands of the start have nimber {nimber}, {unclaimed} lands are not claimed")]
    Normal { nimber: u8, unclaimed: usize },
    #[error("by the listed nodes, the start position is {0}")]
    Misere(String),
    #[error("{what}: {} is stated, but {} was found", cut(.stated), cut(.found))]
    Differs { what: &'static str, stated: String, found: String },
    #[error("the game is not complete: {0} can be played")]
    NotComplete(String),
    #[error("{0} positions are stated, but there are more")]
    MorePositions(u64),
    #[error("best: {best} is stated, but there is a continuation to {found} moves: {line}")]
    Longer { best: u32, found: usize, line: String },
    #[error("the deal can be won in {moves} moves: {line}")]
    Winnable { moves: usize, line: String },
    #[error("after {0} moves the position is not won")]
    NotWon(usize),
    #[error("by the claims, the start {0} is not settled as stated")]
    NotSettled(String),
    #[error("spot {0} cannot be joined to itself")]
    NoLoop(usize),
}

impl Error {
    pub fn family(&self) -> Family {
        match self.why {
            Why::CannotCheck(_) => Family::CannotCheck,
            Why::Malformed(_) => Family::Malformed,
            Why::WrongStep(_) => Family::WrongStep,
            Why::NotProven(_) => Family::NotProven,
        }
    }

    /// The same error, with the place around it.
    pub(crate) fn at(mut self, place: Place) -> Self {
        self.places.insert(0, place);
        self
    }
}

impl<W: Into<Why>> From<W> for Error {
    fn from(why: W) -> Self {
        Error { places: vec![], why: why.into() }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let places = self.places.iter().map(|place| format!("{place}: "));
        let text = format!("{}: {}{}", self.family(), places.collect::<String>(), self.why);
        f.write_str(&printable(&text))
    }
}

/// Asks that something holds.
pub(crate) fn ensure<W: Into<Why>>(holds: bool, why: impl FnOnce() -> W) -> Result<()> {
    if holds { Ok(()) } else { Err(why().into().into()) }
}

/// A text in which everything but printable ASCII is escaped.
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

/// A text, cut if it is long.
pub(crate) fn cut(text: &str) -> String {
    let start: String = text.chars().take(200).collect();
    if start == text { start } else { start + "..." }
}
