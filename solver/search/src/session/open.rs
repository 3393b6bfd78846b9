//! Opening a session: the choice of play, algorithm, memory and facts file.

use crate::common::limits::Limits;
use crate::session::api::{Events, Play, Session, SessionError};
use crate::session::autosave::FactsFile;
use crate::session::misere::{MisereBruteForce, MisereSession};
use crate::session::normal::NormalSession;

/// The search that a session uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// Depth-first proof-number search (Nagai 2002).
    Dfpn,
    /// Depth-first search as a second opinion: outcomes only, no proofs, no facts.
    DepthFirst,
}

#[derive(Debug, Clone)]
pub struct Settings {
    pub play: Play,
    pub algorithm: Algorithm,
    /// Threads of the df-pn search of normal play.
    pub threads: usize,
    /// Bytes for the tables of the search, if they are limited. Misère play takes a gigabyte if nothing is said.
    pub memory: Option<usize>,
    /// The game whose lands misère play replaces by trees, as a number of spots; 0 for none.
    pub closure_spots: usize,
    /// Facts are loaded from this file if it exists, and saved there.
    pub facts: Option<FactsFile>,
}

/// Opens a session. The limits apply to work in advance: the trees of misère play.
pub fn open(settings: Settings, limits: Limits, events: Events) -> Result<Box<dyn Session>, SessionError> {
    let Settings { play, algorithm, threads, memory, closure_spots, facts } = settings;
    Ok(match (play, algorithm) {
        (Play::Normal, Algorithm::Dfpn) => Box::new(NormalSession::open(threads, memory, facts)?),
        (Play::Normal, Algorithm::DepthFirst) => Box::new(NormalSession::depth_first()),
        (Play::Misere, Algorithm::Dfpn) => Box::new(MisereSession::open(closure_spots, memory, facts, limits, events)?),
        (Play::Misere, Algorithm::DepthFirst) => Box::new(MisereBruteForce::default()),
    })
}
