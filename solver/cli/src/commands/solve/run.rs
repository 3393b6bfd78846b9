//! Games solved one after the other with one session, in normal and in misère play.

use super::closure::ClosureName;
use super::report::{Report, Solved};
use super::{EngineName, SolveArgs};
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
use search::session::{self, Event, FactsFile, Play, Query, Session, SessionError, Settings, Shrinking};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;
use workers::threads::ThreadSession;

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
        let mut code = Ok(ExitCode::SUCCESS);
        for question in std::mem::take(&mut self.questions) {
            match self.solve_one(&question) {
                Ok(Some(next)) => code = Ok(next),
                Ok(None) => {
                    code = Ok(ExitCode::from(3));
                    break;
                }
                Err(failure) => {
                    code = Err(failure);
                    break;
                }
            }
        }
        let saved = self.session.as_mut().map_or(Ok(()), |session| session.save().map_err(Failure::Facts));
        code.and_then(|code| saved.map(|()| code))
    }

    /// Solves and reports one game; `None` if it was stopped.
    fn solve_one(&mut self, question: &Question) -> Result<Option<ExitCode>, Failure> {
        let started = Instant::now();
        self.view.line.begin(self.args.limits.time_limit);
        // A game that the facts decide at once is not a reason to overlook Ctrl-C.
        let interrupted = INTERRUPTED.load(Ordering::Relaxed);
        let result =
            if interrupted { Err(Stopped::Interrupted.into()) } else { self.solve_and_prove(question, started) };
        self.view.line.clear();
        match result {
            Ok(solved) => {
                // What cannot be written after all is told last: the result is worth more than the file.
                let kept = self.keep(&solved);
                let counts = self.session.as_ref().map(|session| session.counts()).unwrap_or_default();
                self.report.solved(&solved, counts)?;
                kept?;
                Ok(Some(self.report.exit_code(solved.answer)))
            }
            Err(SessionError::Stopped(Stopped::TooLarge(error))) => {
                Err(Failure::TooLarge { text: question.start.to_string(), error })
            }
            Err(SessionError::Stopped(stopped)) => {
                let counts = self.session.as_ref().map(|session| session.counts()).unwrap_or_default();
                let saved = self.session.as_mut().map_or(Ok(()), |session| session.save());
                self.report.stopped(question, stopped, counts, started, saved.is_ok())?;
                saved?;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn solve_and_prove(&mut self, question: &Question, started: Instant) -> Result<Solved, SessionError> {
        let args = self.args;
        // Normal play keeps its tables within bounds itself; in misère play somebody has to look.
        let guard = (args.play() == Play::Misere).then(|| Guard::new(&args.limits));
        let limits = match &guard {
            Some(guard) => guard.limits(),
            None => {
                let deadline = args.limits.time_limit.map(|limit| started + limit);
                Limits { deadline, interrupt: Some(&INTERRUPTED), ..Limits::default() }
            }
        };
        let explain = |error| match (error, &guard) {
            (SessionError::Stopped(stopped), Some(guard)) => SessionError::Stopped(guard.explain(stopped)),
            (error, _) => error,
        };
        self.open(question, limits).map_err(explain)?;
        let Some(session) = self.session.as_deref_mut() else { return Err(Stopped::Interrupted.into()) };
        let title = words::title(question, args.play());
        self.view.log.begin(&title, session.counts().expansions);
        let query = if args.nimber { Query::Nimber } else { Query::Outcome };
        let view = &mut self.view;
        let mut events = |event| view.show(&title, event);
        let answer = session.solve(&question.start, query, limits, &mut events).map_err(explain)?;
        let solve_seconds = started.elapsed().as_secs_f64();
        let mut certificate = None;
        if args.wants_proof() || session.owes_proof() {
            let folder = args.emit_proofs.as_deref().filter(|_| !args.shrink.is_zero());
            let earlier = folder.map_or(Vec::new(), |folder| publishing::claims(folder, question));
            let shrinking = Shrinking { time: args.shrink, rounds: args.shrink_rounds, seed: args.seed, earlier };
            let made = session.prove(&question.start, answer, limits, &shrinking, &mut events).map_err(explain)?;
            certificate = Some((made.seal(), made));
        }
        let proof_seconds = started.elapsed().as_secs_f64() - solve_seconds;
        Ok(Solved { question: question.clone(), answer, solve_seconds, proof_seconds, certificate })
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
            self.session = Some(Box::new(ThreadSession::open(workers, memory, facts)?));
            return Ok(());
        }
        let settings = Settings {
            play: args.play(),
            algorithm: args.engine.into(),
            threads: if args.engine == EngineName::Dfpn {
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
        let Some((sealed, certificate)) = &solved.certificate else { return Ok(()) };
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
        format!("still open: {} if a win, {} if a loss", number(now.root.pn), number(now.root.dn)),
        format!("{} facts proven", grouped(now.facts)),
        match memory {
            Some(limit) => format!("{megabytes} of {} MB", grouped((limit >> 20) as u64)),
            None => format!("{megabytes} MB"),
        },
        format!("{} lands met", grouped(now.lands as u64)),
        format!("{} positions expanded", grouped(now.expansions)),
    ]
}
