//! Why a certificate about a puzzle or a variant is not accepted, in the same four families as everywhere.

use thiserror::Error;

/// Moves and claims are numbered from 1.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("cannot check: {count} {what} are more than {limit}, where this program stops")]
    TooMany { what: &'static str, count: u64, limit: u64 },
    #[error("cannot check: a dot at ({x}, {y}) does not fit on the paper of this program")]
    OffPaper { x: i32, y: i32 },

    #[error("malformed: {what}: {found} is stated, and it should be {wanted}")]
    Value { what: &'static str, found: u64, wanted: &'static str },
    #[error("malformed: the deal does not consist of four gaps and one card of each suit and rank from 2 to {0}")]
    Deal(u8),
    #[error("malformed: the body does not end with its last number, or a number is not written in the fewest bytes")]
    Body,
    #[error("malformed: claim {0}: its regions are not in order, or it does not come after the claim before")]
    Order(usize),

    #[error("wrong step: move {number}, {played}: {why}")]
    Illegal { number: usize, played: String, why: &'static str },
    #[error("wrong step: claim {number}, {position}: the option {option} has no option that is claimed")]
    Unanswered { number: usize, position: String, option: String },
    #[error("wrong step: claim {0} is the empty position, which is won in misère play")]
    EmptyClaimed(usize),

    #[error("not proven: {what}: {stated} is stated, but {found} was found")]
    Refuted { what: &'static str, stated: String, found: String },
    #[error("not proven: {0} positions are stated, but there are more")]
    More(u64),
    #[error("not proven: best: {best} is stated, but there is a continuation to {found} moves: {line:?}")]
    Longer { best: u32, found: usize, line: Vec<(i8, i8, u8)> },
    #[error("not proven: the game is not complete: {0:?} can be played")]
    MoveLeft((i8, i8, u8)),
    #[error("not proven: the deal can be won in {moves} moves: {line}")]
    Winnable { moves: usize, line: String },
    #[error("not proven: after {0} moves the position is not won")]
    NotWon(usize),
    #[error("not proven: by the claims, the start {0} is not settled as stated")]
    NotSettled(String),
    #[error("not proven: spot {0} cannot be joined to itself")]
    NoLoop(usize),
}

impl Fault {
    /// Which of the four families.
    pub fn family(&self) -> &'static str {
        match self {
            Fault::TooMany { .. } | Fault::OffPaper { .. } => "cannot check",
            Fault::Value { .. } | Fault::Deal(_) | Fault::Body | Fault::Order(_) => "malformed",
            Fault::Illegal { .. } | Fault::Unanswered { .. } | Fault::EmptyClaimed(_) => "wrong step",
            _ => "not proven",
        }
    }
}

/// What a certificate brings besides its statement.
pub(crate) struct Evidence<'a> {
    pub claims: u32,
    pub replies: u32,
    pub body: &'a [u8],
}

impl Evidence<'_> {
    /// Asks that there is nothing but claims or a body, where they are allowed.
    pub(crate) fn only(&self, claims: bool, body: bool) -> Result<(), Fault> {
        must(claims || self.claims == 0, "claims", self.claims, "0")?;
        must(self.replies == 0, "replies", self.replies, "0")?;
        must(body || self.body.is_empty(), "length of the body", self.body.len() as u64, "0")
    }
}

/// Asks for a value that the document allows.
pub(crate) fn must(holds: bool, what: &'static str, found: impl Into<u64>, wanted: &'static str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Value { what, found: found.into(), wanted }) }
}

/// Asks for an amount that this program takes on.
pub(crate) fn within(limit: u64, count: u64, what: &'static str) -> Result<(), Fault> {
    if count <= limit { Ok(()) } else { Err(Fault::TooMany { what, count, limit }) }
}

/// Compares what is stated with what was found.
pub(crate) fn same(what: &'static str, stated: impl ToString, found: impl ToString) -> Result<(), Fault> {
    let (stated, found) = (stated.to_string(), found.to_string());
    if stated == found { Ok(()) } else { Err(Fault::Refuted { what, stated, found }) }
}
