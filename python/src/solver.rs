//! The solver: questions answered with one memory, and certificates of the answers.
#![expect(clippy::too_many_arguments, reason = "they are keywords of Python")]

use crate::arguments::{self, Memory};
use crate::certificates::Certificate;
use crate::errors;
use crate::positions::{Game, Position};
use crate::statements;
use crate::work::{self, Control};
use pyo3::prelude::*;
use search::common::limits::{Limits, Stopped};
use search::session::{
    Answer, FactsFile, MisereBruteForce, MisereSession, NormalSession, Query, Session, SessionError, Shrinking,
};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// Spots from which on the larger closure of misère play is worth the ten seconds that it takes.
const LARGE: usize = 15;
/// Spots beyond which the closure would take hours.
const LARGEST_CLOSURE: usize = 6;

/// Counters of a solver. Those without a meaning for its search are 0.
#[pyclass(frozen, skip_from_py_object, get_all, module = "sproof")]
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Positions whose options have been generated: in normal play since the solver was made, in misère play for the last
    /// question.
    pub expansions: u64,
    pub raw_moves: u64,
    /// Lands met.
    pub lands: usize,
    /// Nodes in the transposition table of misère play.
    pub nodes: usize,
    /// Proven nimbers; in misère play, lost nodes.
    pub facts: u64,
}

#[pymethods]
impl Counts {
    fn __repr__(&self) -> String {
        format!("<Counts {} expansions, {} lands, {} facts>", self.expansions, self.lands, self.facts)
    }
}

/// The answer to a question, and its certificate if one was asked for.
#[pyclass(frozen, get_all, module = "sproof")]
pub struct Solution {
    /// The result, in the words of a certificate.
    pub result: Py<statements::Result>,
    /// The position that the question was about.
    pub position: Position,
    /// "WIN" or "LOSS" for the player to move.
    pub outcome: &'static str,
    /// The nimber, if that was the question.
    pub nimber: Option<u8>,
    /// The certificate, if it was asked for.
    pub certificate: Option<Py<Certificate>>,
    /// Seconds of the search, and of making the certificate.
    pub seconds: f64,
    pub proof_seconds: f64,
    pub counts: Counts,
}

#[pymethods]
impl Solution {
    fn __str__(&self) -> String {
        self.result.get().text.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Solution {}, {:.2} s>", self.result.get().text, self.seconds)
    }
}

impl Solution {
    fn answer(&self) -> Answer {
        match (self.nimber, self.outcome) {
            (Some(nimber), _) => Answer::Nimber(nimber),
            (None, "WIN") => Answer::Outcome(sprouts::Outcome::Win),
            (None, _) => Answer::Outcome(sprouts::Outcome::Loss),
        }
    }
}

/// The sessions by their types: unlike a boxed trait object, they can be moved to another thread.
enum AnySession {
    Normal(Box<NormalSession>),
    Misere(Box<MisereSession>),
    BruteForce(Box<MisereBruteForce>),
}

impl AnySession {
    fn get(&mut self) -> &mut dyn Session {
        match self {
            AnySession::Normal(session) => session.as_mut(),
            AnySession::Misere(session) => session.as_mut(),
            AnySession::BruteForce(session) => session.as_mut(),
        }
    }
}

/// A solver with a memory: what it has proved for one game helps with the next.
///
/// misere: who cannot move wins. engine: "dfpn", or "depth-first", the plain search of 1991 as a second opinion, which finds
/// outcomes only. threads: for the search of normal play [default: one for each core]. memory: bytes or a text such as "4G"
/// [default: three quarters of what is free]. facts: a file from which proven facts are loaded if it exists, and to
/// which they are saved every `save_every` seconds and by save(). closure: misère play replaces the lands of the game of so
/// many spots by trees, 0 to 6.
#[pyclass(frozen, module = "sproof")]
pub struct Solver {
    is_misere: bool,
    is_depth_first: bool,
    threads: usize,
    memory: Option<usize>,
    facts: Option<FactsFile>,
    closure: Option<usize>,
    /// Opened by the first question.
    session: Mutex<Option<AnySession>>,
}

/// What is asked, and how much may be spent on it.
struct Question {
    position: Position,
    spots: Option<usize>,
    query: Query,
    wants_certificate: bool,
    shrinking: Shrinking,
    time_limit: Option<Duration>,
}

/// What was found.
struct Found {
    answer: Answer,
    file: Option<Vec<u8>>,
    seconds: f64,
    proof_seconds: f64,
    counts: Counts,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, misere=false, engine="dfpn", threads=None, memory=None, facts=None, save_every=60.0, closure=None))]
    fn new(
        misere: bool,
        engine: &str,
        threads: Option<usize>,
        memory: Option<Memory>,
        facts: Option<PathBuf>,
        save_every: f64,
        closure: Option<usize>,
    ) -> PyResult<Self> {
        let is_depth_first = match engine {
            "dfpn" => false,
            "depth-first" => true,
            _ => return Err(errors::value(format!("`{engine}` is no engine; write `dfpn` or `depth-first`"))),
        };
        if closure.is_some_and(|spots| spots > LARGEST_CLOSURE) {
            return Err(errors::value(format!("a closure is that of 0 to {LARGEST_CLOSURE} spots")));
        }
        if is_depth_first && facts.is_some() {
            return Err(errors::value("the engine depth-first keeps no facts"));
        }
        let save_every = arguments::seconds(save_every)?;
        Ok(Solver {
            is_misere: misere,
            is_depth_first,
            threads: arguments::threads(threads)?,
            memory: Memory::bytes(memory.as_ref())?,
            facts: facts.map(|path| FactsFile { path, save_every }),
            closure,
            session: Mutex::new(None),
        })
    }

    /// Solves a game: a number of spots, a position, or a text in any notation.
    ///
    /// nimber: find the nimber instead of the outcome. certificate: make one. shrink: spend so many seconds on making it smaller, at
    /// most shrink_rounds rounds, along a way that `seed` chooses. progress: called several times a second with a Progress; an
    /// exception that it raises stops the search. time_limit: seconds after which TimeOver is raised.
    #[pyo3(signature = (game, *, nimber=false, certificate=false, shrink=0.0, shrink_rounds=None, seed=1, time_limit=None, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        game: Game<'_>,
        nimber: bool,
        certificate: bool,
        shrink: f64,
        shrink_rounds: Option<u64>,
        seed: u64,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Solution> {
        let (position, spots) = (game.position()?, game.spots());
        let shrinking =
            Shrinking { time: arguments::seconds(shrink)?, rounds: shrink_rounds, seed, ..Shrinking::default() };
        let query = if nimber { Query::Nimber } else { Query::Outcome };
        let time_limit = time_limit.map(arguments::seconds).transpose()?;
        let question = Question { position, spots, query, wants_certificate: certificate, shrinking, time_limit };
        // Normal play keeps its tables within bounds itself; in misère play somebody has to look.
        let watched = self.memory.filter(|_| self.is_misere);
        let found = work::run(py, progress, watched, |control| self.find(&question, control))?;
        self.solution(py, question, found)
    }

    /// Makes one certificate of several solutions of this solver, which rest on the same claims: neighbouring games share most
    /// of them.
    #[pyo3(signature = (solutions, *, shrink=0.0, shrink_rounds=None, seed=1, time_limit=None, progress=None))]
    fn prove(
        &self,
        py: Python<'_>,
        solutions: Vec<Bound<'_, Solution>>,
        shrink: f64,
        shrink_rounds: Option<u64>,
        seed: u64,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Certificate> {
        if solutions.is_empty() {
            return Err(errors::value("a certificate has at least one result"));
        }
        let results: Vec<(sprouts::Position, Answer)> =
            solutions.iter().map(|solution| (solution.get().position.0.clone(), solution.get().answer())).collect();
        let shrinking =
            Shrinking { time: arguments::seconds(shrink)?, rounds: shrink_rounds, seed, ..Shrinking::default() };
        let time_limit = time_limit.map(arguments::seconds).transpose()?;
        let watched = self.memory.filter(|_| self.is_misere);
        let file = work::run(py, progress, watched, |control| {
            let limits = control.limits(time_limit.map(|limit| Instant::now() + limit));
            let mut session = self.lock()?;
            let Some(session) = session.as_mut().map(AnySession::get) else {
                return Err(errors::value("these are not solutions of this solver: it has found none"));
            };
            let made = session.prove(&results, limits, &shrinking, &mut |event| control.event(event));
            made.map(|made| made.seal().bytes).map_err(errors::session)
        })?;
        Certificate::open(file)
    }

    /// Writes the facts to the solver's file, if it has one and there are new ones.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
            session.as_mut().map_or(Ok(()), |session| session.get().save())
        })
        .map_err(|error| errors::session(error.into()))
    }

    fn __repr__(&self) -> String {
        let play = if self.is_misere { "misere" } else { "normal" };
        format!("<Solver of {play} play, {} threads>", self.threads)
    }
}

impl Solver {
    /// The session, unless another thread has it.
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<AnySession>>> {
        match self.session.try_lock() {
            Ok(session) => Ok(session),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(errors::value("this solver is at work in another thread: make one for each thread"))
            }
        }
    }

    /// Answers a question, on whatever thread this is.
    fn find(&self, question: &Question, control: &Control) -> PyResult<Found> {
        let started = Instant::now();
        let limits = control.limits(question.time_limit.map(|limit| started + limit));
        let mut session = self.lock()?;
        let found = self.find_with(&mut session, question, control, limits, started);
        if matches!(found, Err(SessionError::Stopped(Stopped::Interrupted | Stopped::TimeOver | Stopped::MemoryFull)))
            && let Some(session) = session.as_mut()
        {
            session.get().save().map_err(|error| errors::session(error.into()))?;
        }
        found.map_err(errors::session)
    }

    fn find_with(
        &self,
        session: &mut Option<AnySession>,
        question: &Question,
        control: &Control,
        limits: Limits,
        started: Instant,
    ) -> Result<Found, SessionError> {
        if session.is_none() {
            *session = Some(self.open(question, control, limits)?);
        }
        let Some(session) = session.as_mut().map(AnySession::get) else { return Err(Stopped::Interrupted.into()) };
        let events = &mut |event| control.event(event);
        let answer = session.solve(&question.position.0, question.query, limits, events)?;
        let seconds = started.elapsed().as_secs_f64();
        let mut file = None;
        // Facts of a file are never taken at their word: an answer that may rest on them is proved in any case.
        if question.wants_certificate || session.owes_proof() {
            let results = [(question.position.0.clone(), answer)];
            let made = session.prove(&results, limits, &question.shrinking, events)?;
            file = question.wants_certificate.then(|| made.seal().bytes);
        }
        let proof_seconds = started.elapsed().as_secs_f64() - seconds;
        let counts = session.counts();
        let counts = Counts {
            expansions: counts.expansions,
            raw_moves: counts.raw_moves,
            lands: counts.lands,
            nodes: counts.nodes,
            facts: counts.facts,
        };
        Ok(Found { answer, file, seconds, proof_seconds, counts })
    }

    fn open(&self, question: &Question, control: &Control, limits: Limits) -> Result<AnySession, SessionError> {
        let facts = self.facts.clone();
        Ok(match (self.is_misere, self.is_depth_first) {
            (false, false) => AnySession::Normal(Box::new(NormalSession::open(self.threads, self.memory, facts)?)),
            (false, true) => AnySession::Normal(Box::new(NormalSession::depth_first())),
            (true, true) => AnySession::BruteForce(Box::default()),
            (true, false) => {
                let is_large = question.spots.is_some_and(|spots| spots >= LARGE);
                let closure = self.closure.unwrap_or(if is_large { 6 } else { 5 });
                // The table of nodes gets half; lands and their trees, which are not bounded, have the other half.
                let (memory, events) = (self.memory.map(|bytes| bytes / 2), &mut |event| control.event(event));
                AnySession::Misere(Box::new(MisereSession::open(closure, memory, facts, limits, events)?))
            }
        })
    }

    fn solution(&self, py: Python<'_>, question: Question, found: Found) -> PyResult<Solution> {
        let Question { position, .. } = question;
        let play = if self.is_misere { "misere" } else { "normal" };
        let answer = found.answer.to_string();
        let result = statements::Result::of_words(&format!("{} {play} {answer}", position.subject()));
        let (outcome, nimber) = match found.answer {
            Answer::Outcome(outcome) => (outcome.words(), None),
            Answer::Nimber(nimber) => (if nimber == 0 { "LOSS" } else { "WIN" }, Some(nimber)),
        };
        let certificate = found.file.map(|file| Py::new(py, Certificate::open(file)?)).transpose()?;
        let Found { seconds, proof_seconds, counts, .. } = found;
        let result = Py::new(py, result)?;
        Ok(Solution { result, position, outcome, nimber, certificate, seconds, proof_seconds, counts })
    }
}

/// Solves one game: who wins, or its nimber. The arguments are those of Solver and of Solver.solve.
#[pyfunction]
#[pyo3(signature = (game, *, misere=false, nimber=false, certificate=false, shrink=0.0, shrink_rounds=None, seed=1,
    engine="dfpn", threads=None, memory=None, time_limit=None, facts=None, save_every=60.0, closure=None, progress=None))]
pub fn solve(
    py: Python<'_>,
    game: Game<'_>,
    misere: bool,
    nimber: bool,
    certificate: bool,
    shrink: f64,
    shrink_rounds: Option<u64>,
    seed: u64,
    engine: &str,
    threads: Option<usize>,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    facts: Option<PathBuf>,
    save_every: f64,
    closure: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solution> {
    let solver = Solver::new(misere, engine, threads, memory, facts, save_every, closure)?;
    let solution = solver.solve(py, game, nimber, certificate, shrink, shrink_rounds, seed, time_limit, progress)?;
    solver.save(py)?;
    Ok(solution)
}

/// The nimber of a game in normal play.
#[pyfunction]
#[pyo3(signature = (game, *, threads=None, memory=None, time_limit=None, progress=None))]
pub fn nimber(
    py: Python<'_>,
    game: Game<'_>,
    threads: Option<usize>,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<u8> {
    let solver = Solver::new(false, "dfpn", threads, memory, None, 60.0, None)?;
    let solution = solver.solve(py, game, true, false, 0.0, None, 1, time_limit, progress)?;
    Ok(solution.nimber.expect("the nimber was the question"))
}
