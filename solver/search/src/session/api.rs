//! The interface of sessions: questions, answers, events and errors.

use crate::common::facts_file::FactsError;
use crate::common::limits::{Limits, Stopped};
use crate::common::listener::Progress;
use crate::normal::proof::{Goal, NoProof};
use certificate::{Certificate, NormalResult};
use sprouts::{Land, Nimber, Outcome, Position};
use std::fmt;
use std::time::Duration;

/// The rule that says who wins: in normal play the player who makes the last move, in misère play the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Play {
    Normal,
    Misere,
}

/// The question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    Outcome,
    /// The nimber, which only normal play has.
    Nimber,
}

/// The answer to a [`Query`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Outcome(Outcome),
    Nimber(Nimber),
}

impl fmt::Display for Answer {
    /// `WIN`, `LOSS` or `NIMBER 3`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Answer::Outcome(outcome) => f.write_str(outcome.words()),
            Answer::Nimber(nimber) => write!(f, "NIMBER {nimber}"),
        }
    }
}

impl From<Answer> for NormalResult {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Outcome(Outcome::Loss) => NormalResult::Loss,
            Answer::Outcome(Outcome::Win) => NormalResult::Win,
            Answer::Nimber(nimber) => NormalResult::Nimber(nimber),
        }
    }
}

impl From<Answer> for Goal {
    fn from(answer: Answer) -> Self {
        NormalResult::from(answer).into()
    }
}

/// News about the work, for a progress line.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// The trees of the closure are being built.
    Closure,
    /// The search goes on; told every few dozen expansions.
    Search(Progress),
    /// A proof is being extracted from the table.
    Extraction,
    /// A proof has been found, or has become smaller: its number of claims.
    Claims(usize),
}

/// The receiver of events.
pub type Events<'a> = &'a mut dyn FnMut(Event);

/// How much effort goes into a smaller certificate of normal play. Misère proofs are always minimised, which is quick.
#[derive(Debug, Clone, Default)]
pub struct Shrinking {
    /// None is spent if this is zero.
    pub time: Duration,
    /// Rounds at most, if they are limited.
    pub rounds: Option<u64>,
    pub seed: u64,
    /// Claims of an earlier certificate to start from. They are proved again.
    pub earlier: Vec<(Land, Nimber)>,
}

/// Counters of a session. Those without a meaning for its search are 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes expanded: in normal play since the session was opened, in misère play for the last question.
    pub expansions: u64,
    pub raw_moves: u64,
    pub lands: usize,
    /// Nodes in the transposition table of misère play.
    pub nodes: usize,
    /// Proven nimbers; in misère play, lost nodes.
    pub facts: u64,
}

/// Why a session gives no answer or no proof.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error(transparent)]
    Facts(#[from] FactsError),
    #[error("cannot prove the result: {0}")]
    NoProof(NoProof),
    #[error("the facts loaded contradict the rules: delete the file or restore a copy")]
    FalseFacts,
    #[error("this search finds outcomes, not nimbers")]
    OutcomesOnly,
    #[error("this search makes no proofs")]
    NoCertificates,
}

/// A solver that answers questions one after the other with one memory.
pub trait Session {
    /// Finds the answer to a question about a position. The memory that limits allow is the session's own affair.
    fn solve(&mut self, start: &Position, query: Query, limits: Limits, events: Events)
    -> Result<Answer, SessionError>;

    /// Whether an answer has to be proved even if nobody asks for the proof: facts of a file may have gone into it, and those
    /// are never taken at their word.
    fn owes_proof(&self) -> bool;

    /// Makes one certificate of answers that [`Session::solve`] gave.
    fn prove(
        &mut self,
        results: &[(Position, Answer)],
        limits: Limits,
        shrinking: &Shrinking,
        events: Events,
    ) -> Result<Certificate, SessionError>;

    /// Writes the facts to the session's file, if it has one and they have changed.
    fn save(&mut self) -> Result<(), FactsError>;

    fn counts(&self) -> Counts;
}
