//! The failures of a command, in words for a person, with their exit codes.

use board::drawn::NotDrawn;
use board::play::ClaimsError;
use board::records::RecordError;
use board::strategy::TreeTooLarge;
use certificate::ClaimError;
use common::escape::escaped;
use common::files::OutputError;
use search::misere::unite::NoUnion;
use search::normal::Stopped;
use search::normal::facts::FactsError;
use search::normal::proof::NoProof;
use search::session::SessionError;
use sprouts::notation::{Notation, ParseError};
use sprouts::{NotDrawable, TooLarge};
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{}", .error.pointing(.text))]
    Position { text: String, error: ParseError },
    #[error("`{}` cannot be drawn (read in {notation} notation): {why}", shorten(.text))]
    NotDrawable { text: String, notation: Notation, why: NotDrawable },
    #[error("cannot write {}: {error}", .path.display())]
    CannotWrite { path: PathBuf, error: OutputError },
    #[error("cannot work on `{}`: {error}", shorten(.text))]
    TooLarge { text: String, error: TooLarge },
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    #[error("cannot write {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot read {}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Facts(#[from] FactsError),
    #[error("cannot prove the result: {0}")]
    NoProof(NoProof),
    #[error("cannot prove the results: {0}")]
    NoUnion(NoUnion),
    #[error("cannot use {}: {error}", .path.display())]
    Certificate { path: PathBuf, error: ClaimError },
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("{} holds no line of the form `position nimber`, such as `0*2.AB|AB 3`", .path.display())]
    NoHints { path: PathBuf },
    #[error("`solve {arguments}` failed: {why}")]
    Bench { arguments: String, why: String },
    #[error("{0}")]
    Usage(&'static str),
    /// About a puzzle: what is wrong with what was asked for or given.
    #[error("{0}")]
    Request(String),
    #[error("cannot read the record: {0}")]
    Record(#[from] RecordError),
    #[error("cannot play from {}: {error}", .path.display())]
    Claims { path: PathBuf, error: ClaimsError },
    #[error("cannot go on: {0}")]
    Stopped(#[from] Stopped),
    #[error("cannot draw this: {0}")]
    NotDrawn(#[from] NotDrawn),
    #[error("cannot draw this: {0}")]
    Tree(#[from] TreeTooLarge),
}

impl Failure {
    /// The message as it is printed: on one line, with nothing from outside in it that a terminal would obey. Only what
    /// points at a place in a position has three lines, and takes care of them itself.
    pub fn printed(&self) -> String {
        match self {
            Failure::Position { text, error } if text.trim().is_empty() => error.to_string(),
            Failure::Position { .. } => self.to_string(),
            _ => escaped(&self.to_string()).into_owned(),
        }
    }
}

/// Positions can be long; the beginning is enough to recognise one.
fn shorten(text: &str) -> String {
    let mut chars = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let head: String = chars.by_ref().take(60).collect();
    if chars.next().is_some() { format!("{head}…") } else { head }
}
