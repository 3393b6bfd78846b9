//! Games solved one after the other with one session, in normal and in misère play.

use super::args::{AlgorithmName, SolveArgs};
use super::closure::ClosureName;
use super::report::{Report, Solved};
use crate::failure::Failure;
use crate::flags::numbers::grouped;
use crate::flags::question::Question;
use crate::interrupt::{Guard, INTERRUPTED};
use crate::outputs::{Destination, probe_folder};
use crate::publishing::{self, Candidate};
use crate::reporting::log::Log;
use crate::reporting::progress::{LiveLine, Ticker};
use crate::reporting::words;
use search::common::limits::{Limits, Stopped};
use search::common::listener::Progress;
use search::session::{self, Event, FactsFile, NormalSession, Play, Query, Session, SessionError, Settings, Shrinking};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The work of one command.
pub struct Run<'a> {
    args: &'a SolveArgs,
    questions: Vec<Question>,
    closure: ClosureName,
    /// Opened with the first game, whose time the closure of misère play counts against.
    session: Option<Box<dyn Session>>,
    view: View,
    report: Report<'a>,
    proof: Option<Destination>,
    published: Vec<publishing::Row>,
}

/// Where progress is shown.
struct View {
    line: LiveLine,
    log: Log,
    /// Bytes that the tables may take, if that is limited.
    memory: Option<usize>,
}

impl<'a> Run<'a> {
    /// Probes all outputs: an error must not wait for the end of the search.
    pub fn new(args: &'a SolveArgs, questions: Vec<Question>) -> Result<Self, Failure> {
        let proof = Destination::probe_some(args.proof.emit_proof.as_ref())?;
        if let Some(path) = &args.facts {
            let facts = Destination::probe_file(path)?;
            if proof.as_ref().is_some_and(|proof| proof.is_same_as(&facts)) {
                return Err(Failure::Usage("--facts and --emit-proof name the same file"));
            }
        }
        let mut published = Vec::new();
        if let Some(folder) = &args.emit_proofs {
            let spots = questions.iter().filter_map(|question| question.spots);
            let files: Vec<String> = spots.map(|spots| publishing::file_name(args.play(), spots)).collect();
            let names: Vec<&str> = files.iter().map(String::as_str).chain(publishing::TABLES).collect();
            probe_folder(folder, &names)?;
            published = publishing::manifest(folder)?;
        }
        let log = Log::new(args.verbose);
        let line = if args.verbose { LiveLine::off() } else { LiveLine::new(&args.report) };
        let view = View { line, log, memory: args.limits.table_bytes() };
        let report = Report::new(args, proof.as_ref());
        let closure = args.closure.unwrap_or_else(|| ClosureName::for_questions(&questions));
        Ok(Run { args, questions, closure, session: None, view, report, proof, published })
    }

    /// Solves games until one is not solved. Facts are saved whatever happens.
    pub fn solve_all(mut self) -> Result<ExitCode, Failure> {
        let questions = std::mem::take(&mut self.questions);
        let code = if self.proof.is_some() && questions.len() > 1 {
            self.solve_together(&questions)
        } else {
            self.solve_in_turn(&questions)
        };
        let saved = self.session.as_mut().map_or(Ok(()), |session| session.save().map_err(Failure::Facts));
        code.and_then(|code| saved.map(|()| code))
    }

    /// Solves, proves and reports one game after the other.
    fn solve_in_turn(&mut self, questions: &[Question]) -> Result<ExitCode, Failure> {
        let mut code = ExitCode::SUCCESS;
        for question in questions {
            let started = Instant::now();
            let result = self.solve(question, started).and_then(|mut solved| {
                self.prove(std::slice::from_mut(&mut solved), started)?;
                Ok(solved)
            });
            self.view.line.clear();
            match result {
                Ok(solved) => {
                    // What cannot be written after all is told last: the result is worth more than the file.
                    let kept = self.keep(&solved);
                    self.report.solved(&solved, true)?;
                    kept?;
                    code = self.report.exit_code(solved.answer);
                }
                Err(error) => return self.stopped(question, error, started),
            }
        }
        Ok(code)
    }

    /// Solves all games, and proves them with one certificate. Nothing is written if one of them is not solved.
    fn solve_together(&mut self, questions: &[Question]) -> Result<ExitCode, Failure> {
        let mut all: Vec<Solved> = Vec::new();
        let mut end = None;
        for question in questions {
            let started = Instant::now();
            match self.solve(question, started) {
                Ok(solved) => all.push(solved),
                Err(error) => {
                    end = Some((question, error, started));
                    break;
                }
            }
        }
        let started = Instant::now();
        // What facts of a file have decided is not told before it is proved.
        let is_owed = self.session.as_ref().is_some_and(|session| session.owes_proof());
        if end.is_none() || is_owed && !INTERRUPTED.load(Ordering::Relaxed) {
            if let Err(error) = self.prove(&mut all, started) {
                self.view.line.clear();
                return self.stopped(&all[0].question, error, started);
            }
        } else if is_owed {
            all.clear();
        }
        self.view.line.clear();
        let mut kept = Ok(());
        if end.is_none() {
            kept = self.keep(&all[0]);
        } else {
            all.iter_mut().for_each(|solved| solved.certificate = None);
        }
        for (nth, solved) in all.iter().enumerate() {
            self.report.solved(solved, nth + 1 == all.len())?;
        }
        kept?;
        match end {
            None => Ok(ExitCode::SUCCESS),
            Some((question, error, started)) => self.stopped(question, error, started),
        }
    }

    /// Reports a game that was not solved or not proved.
    fn stopped(&mut self, question: &Question, error: SessionError, started: Instant) -> Result<ExitCode, Failure> {
        match error {
            SessionError::Stopped(Stopped::TooLarge(error)) => {
                Err(Failure::TooLarge { text: question.start.to_string(), error })
            }
            SessionError::Stopped(stopped) => {
                let counts = self.session.as_ref().map(|session| session.counts()).unwrap_or_default();
                let saved = self.session.as_mut().map_or(Ok(()), |session| session.save());
                self.report.stopped(question, stopped, counts, started, saved.is_ok())?;
                saved?;
                Ok(ExitCode::from(3))
            }
            error => Err(error.into()),
        }
    }

    fn solve(&mut self, question: &Question, started: Instant) -> Result<Solved, SessionError> {
        let args = self.args;
        self.view.line.begin(args.limits.time_limit);
        // A game that the facts decide at once is not a reason to overlook Ctrl-C.
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted.into());
        }
        let guard = Watch::new(args, started);
        self.open(question, guard.limits()).map_err(|error| guard.explain(error))?;
        let Some(session) = self.session.as_deref_mut() else { return Err(Stopped::Interrupted.into()) };
        let title = words::title(question, args.play());
        self.view.log.begin(&title, session.counts().expansions);
        let query = if args.nimber { Query::Nimber } else { Query::Outcome };
        let view = &mut self.view;
        let mut events = |event| view.show(&title, event);
        let answer = session.solve(&question.start, query, guard.limits(), &mut events);
        let answer = answer.map_err(|error| guard.explain(error))?;
        let (counts, solve_seconds) = (session.counts(), started.elapsed().as_secs_f64());
        Ok(Solved { question: question.clone(), answer, counts, solve_seconds, proof_seconds: 0.0, certificate: None })
    }

    /// Makes one certificate of solved games, if there is to be one.
    fn prove(&mut self, all: &mut [Solved], started: Instant) -> Result<(), SessionError> {
        let args = self.args;
        let (Some(session), [first, ..]) = (self.session.as_deref_mut(), &*all) else { return Ok(()) };
        if !args.wants_proof() && !session.owes_proof() {
            return Ok(());
        }
        let guard = Watch::new(args, started);
        let folder = args.emit_proofs.as_deref().filter(|_| !args.shrink.is_zero());
        let earlier = folder.map_or(Vec::new(), |folder| publishing::claims(folder, &first.question));
        let shrinking = Shrinking { time: args.shrink, rounds: args.shrink_rounds, seed: args.seed, earlier };
        let title = match all {
            [one] => words::title(&one.question, args.play()),
            _ => format!("{} games", all.len()),
        };
        let view = &mut self.view;
        let mut events = |event| view.show(&title, event);
        let results: Vec<_> = all.iter().map(|solved| (solved.question.start.clone(), solved.answer)).collect();
        let proving = Instant::now();
        let made = session.prove(&results, guard.limits(), &shrinking, &mut events);
        let made = made.map_err(|error| guard.explain(error))?;
        let certificate = Rc::new((made.seal(), made));
        for solved in all {
            solved.proof_seconds = proving.elapsed().as_secs_f64();
            solved.certificate = Some(certificate.clone());
        }
        Ok(())
    }

    fn open(&mut self, question: &Question, limits: Limits) -> Result<(), SessionError> {
        if self.session.is_some() {
            return Ok(());
        }
        let args = self.args;
        let memory = match args.play() {
            Play::Normal => args.limits.table_bytes(),
            // The table of nodes gets half; lands and their trees, which are not bounded, have the other half.
            Play::Misere => args.limits.table_bytes().map(|bytes| bytes / 2),
        };
        let facts = args.facts.clone().map(|path| FactsFile { path, save_every: args.save_every });
        if let Some(workers) = args.workers.count().filter(|&workers| workers > 1) {
            self.session = Some(Box::new(NormalSession::open(1, memory, facts)?.with_walkers(workers)));
            return Ok(());
        }
        let settings = Settings {
            play: args.play(),
            algorithm: args.engine.into(),
            threads: if args.engine == AlgorithmName::Dfpn {
                args.workers.count().unwrap_or(args.threads.count())
            } else {
                1
            },
            memory,
            closure_spots: self.closure.spots,
            facts,
        };
        // The closure of misère play has nothing to tell while it is built.
        let title = format!("{}: finding the trees of small lands", words::title(question, args.play()));
        let _ticker = (args.play() == Play::Misere && !args.verbose)
            .then(|| Ticker::start(&args.report, args.limits.time_limit, &title));
        let log = &self.view.log;
        self.session = Some(session::open(settings, limits, &mut |event| {
            if matches!(event, Event::Closure) {
                log.remark("finding the trees of small lands");
            }
        })?);
        Ok(())
    }

    /// Writes the certificate where it is wanted.
    fn keep(&mut self, solved: &Solved) -> Result<(), Failure> {
        let Some((sealed, certificate)) = solved.certificate.as_deref() else { return Ok(()) };
        if let Some(proof) = &self.proof {
            proof.write(&sealed.bytes)?;
        }
        if let Some(folder) = &self.args.emit_proofs {
            let candidate = Candidate {
                play: self.args.play().into(),
                spots: solved.question.spots,
                result: solved.answer.to_string(),
                claims: certificate.claims,
                replies: certificate.replies,
                sealed,
                solve_seconds: solved.solve_seconds,
            };
            let row = publishing::certificate(folder, &candidate, &self.published)?;
            publishing::record(folder, &mut self.published, row)?;
        }
        Ok(())
    }
}

/// Limits of the work on a game.
enum Watch {
    /// Normal play keeps its tables within bounds itself.
    Normal { deadline: Option<Instant> },
    /// In misère play somebody has to look.
    Misere(Guard),
}

impl Watch {
    fn new(args: &SolveArgs, started: Instant) -> Self {
        match args.play() {
            Play::Normal => Watch::Normal { deadline: args.limits.time_limit.map(|limit| started + limit) },
            Play::Misere => Watch::Misere(Guard::new(&args.limits)),
        }
    }

    fn limits(&self) -> Limits<'_> {
        match self {
            Watch::Normal { deadline } => {
                Limits { deadline: *deadline, interrupt: Some(&INTERRUPTED), ..Limits::default() }
            }
            Watch::Misere(guard) => guard.limits(),
        }
    }

    /// Finds out why the work was stopped.
    fn explain(&self, error: SessionError) -> SessionError {
        match (error, self) {
            (SessionError::Stopped(stopped), Watch::Misere(guard)) => SessionError::Stopped(guard.explain(stopped)),
            (error, _) => error,
        }
    }
}

impl View {
    fn show(&mut self, title: &str, event: Event) {
        let message = match event {
            Event::Search(now) => {
                self.log.update(now);
                let memory = self.memory;
                return self.line.update(|| search_words(title, now, memory));
            }
            Event::Closure => return,
            Event::Extraction => "collecting the proof".into(),
            Event::Claims(claims) => format!("proof of {claims} claims"),
        };
        self.log.remark(&message);
        self.line.show(&[title.into(), message]);
    }
}

/// The progress of a search in words, the most telling first.
fn search_words(title: &str, now: Progress, memory: Option<usize>) -> Vec<String> {
    let number = |number: u32| grouped(number.into());
    let megabytes = grouped((now.bytes >> 20) as u64);
    vec![
        title.into(),
        format!("positions to settle: {} if a win, {} if a loss", number(now.root.pn), number(now.root.dn)),
        format!("{} facts proven", grouped(now.facts)),
        match memory {
            Some(limit) => format!("{megabytes} of {} MB", grouped((limit >> 20) as u64)),
            None => format!("{megabytes} MB"),
        },
        format!("{} lands met", grouped(now.lands as u64)),
        format!("{} positions expanded", grouped(now.expansions)),
    ]
}
