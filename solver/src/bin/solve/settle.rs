//! `solve N` and `solve --position P`: who wins, with a certificate.

use crate::failure::Failure;
use crate::misere;
use crate::progress::LiveLine;
use crate::publish;
use crate::question::{Question, Spots};
use clap::{Args, ValueEnum};
use serde_json::json;
use solver::files::write_atomically;
use solver::game::Land;
use solver::proof::{Goal, Sealed, prove, seal};
use solver::search::{Book, Dfpn, Dfs, Limits, Listener, Nimber, Snapshot, Stopped};
use solver::{facts, proof};
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct SettleArgs {
    /// Numbers of spots: `8`, `1..20` or `1..20,22,23`, solved in this order with one memory
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    spots: Option<Spots>,
    /// Settle this position instead, in any notation
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    #[command(flatten)]
    pub misere_args: misere::MisereArgs,
    /// Find the nimber instead of the outcome
    #[arg(long)]
    nimber: bool,
    /// How to search: `dfs` is the plain search of 1991, a slow second opinion without certificates
    #[arg(long, value_enum, default_value = "dfpn")]
    pub engine: EngineName,
    /// Write a certificate to this file
    #[arg(long, value_name = "FILE")]
    pub emit_proof: Option<PathBuf>,
    /// Write certificates `normal-NN.bin` or `misere-NN.bin`, a manifest and the table of results to this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["emit_proof", "position", "nimber"])]
    pub emit_proofs: Option<PathBuf>,
    /// Spend so long on making each certificate smaller
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    shrink: Duration,
    /// Load proven facts from this file if it exists, and save them there at the end
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// Give up after so long (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Print one JSON object for each game
    #[arg(long)]
    pub json: bool,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
    /// Progress on stderr even if it is no terminal
    #[arg(long, conflicts_with = "quiet")]
    pub progress: bool,
}

impl SettleArgs {
    pub fn wants_proof(&self) -> bool {
        self.emit_proof.is_some() || self.emit_proofs.is_some()
    }

    /// What the folder for certificates holds; it is made if it is not there.
    pub fn published(&self) -> Result<Vec<publish::Row>, Failure> {
        let Some(folder) = &self.emit_proofs else { return Ok(Vec::new()) };
        std::fs::create_dir_all(folder).map_err(|error| Failure::Write { path: folder.clone(), error })?;
        publish::manifest(folder)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    Dfpn,
    Dfs,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Set by Ctrl-C. The work stops at the next look, saves its facts and reports.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What was found out about a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Loss,
    Win,
    Nimber(Nimber),
}

impl Answer {
    fn goal(self) -> Goal {
        match self {
            Answer::Loss => Goal::Nimber(0),
            Answer::Win => Goal::Not(0),
            Answer::Nimber(nimber) => Goal::Nimber(nimber),
        }
    }

    pub fn words(self) -> String {
        match self {
            Answer::Loss => "LOSS".into(),
            Answer::Win => "WIN".into(),
            Answer::Nimber(nimber) => format!("NIMBER {nimber}"),
        }
    }
}

/// A settled game with its certificate, if one was asked for.
pub struct Settled {
    pub question: Question,
    pub answer: Answer,
    pub solve_seconds: f64,
    pub certificate: Option<(proof::Proof, Sealed)>,
}

struct Watcher<'a> {
    line: &'a mut LiveLine,
    title: String,
}

impl Listener for Watcher<'_> {
    fn progress(&mut self, now: Snapshot) {
        self.line.update(|| {
            format!("{}: {} expansions, {} lands, {} facts", self.title, now.expansions, now.lands, now.facts)
        });
    }
}

pub fn settle(args: &SettleArgs) -> Result<ExitCode, Failure> {
    check_usage(args)?;
    let questions = questions(args)?;
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    if args.misere {
        return misere::settle(args, &questions);
    }
    let mut session = Session::open(args)?;
    let mut undecided = false;
    for question in questions {
        match session.settle(&question)? {
            Ok(settled) => session.report(settled)?,
            Err(stopped) => {
                undecided = true;
                session.report_stop(&question, stopped)?;
                break;
            }
        }
    }
    session.close()?;
    Ok(if undecided { ExitCode::from(3) } else { ExitCode::SUCCESS })
}

fn check_usage(args: &SettleArgs) -> Result<(), Failure> {
    let wants_proof = args.wants_proof();
    if args.engine == EngineName::Dfs && (args.nimber || wants_proof || args.facts.is_some()) {
        return Err(Failure::Usage("--engine dfs finds outcomes only: no --nimber, --emit-proof or --facts"));
    }
    if args.emit_proof.is_some() && args.spots.as_ref().is_some_and(|spots| spots.0.len() > 1) {
        return Err(Failure::Usage("--emit-proof takes one game; use --emit-proofs DIR for several"));
    }
    if args.misere && args.nimber {
        return Err(Failure::Usage("--nimber is about normal play: positions have no nimber in misère play"));
    }
    if args.misere && !args.shrink.is_zero() {
        return Err(Failure::Usage("--shrink is about normal play"));
    }
    if !args.misere && args.misere_args.is_set() {
        return Err(Failure::Usage("--closure and --memory go with --misere"));
    }
    if !wants_proof && !args.shrink.is_zero() {
        return Err(Failure::Usage("--shrink goes with --emit-proof or --emit-proofs"));
    }
    Ok(())
}

fn questions(args: &SettleArgs) -> Result<Vec<Question>, Failure> {
    match (&args.spots, &args.position) {
        (_, Some(text)) => Ok(vec![Question::position(text)?]),
        (Some(spots), None) => spots.0.iter().map(|&spots| Question::spots(spots)).collect(),
        (None, None) => Ok(vec![]),
    }
}

/// The memory that several games share, and where results go.
struct Session<'a> {
    args: &'a SettleArgs,
    book: Book,
    line: LiveLine,
    loaded: usize,
    published: Vec<publish::Row>,
}

impl<'a> Session<'a> {
    fn open(args: &'a SettleArgs) -> Result<Self, Failure> {
        let mut book = Book::new();
        let mut loaded = 0;
        if let Some(path) = args.facts.as_ref().filter(|path| path.exists()) {
            loaded = facts::load(path, &mut book)?;
        }
        let published = args.published()?;
        let line = LiveLine::new(args.quiet, args.progress);
        Ok(Session { args, book, line, loaded, published })
    }

    fn limits(&self, started: Instant) -> Limits<'static> {
        Limits {
            deadline: self.args.time_limit.map(|limit| started + limit),
            interrupt: Some(&INTERRUPTED),
            ..Limits::default()
        }
    }

    /// Settles one game and proves it if that is wanted. Facts from a file are never taken at their word: with them the
    /// proof is made in any case.
    fn settle(&mut self, question: &Question) -> Result<Result<Settled, Stopped>, Failure> {
        let started = Instant::now();
        let limits = self.limits(started);
        let lands = self.book.position(&question.start);
        let title = question.to_string();
        let answer = match self.args.engine {
            EngineName::Dfs => Dfs::new(&mut self.book, limits).is_lost(&lands).map(outcome),
            EngineName::Dfpn => {
                let watcher = Watcher { line: &mut self.line, title: title.clone() };
                let mut search = Dfpn::new(&mut self.book, limits, watcher);
                if self.args.nimber {
                    search.nimber(&lands).map(Answer::Nimber)
                } else {
                    search.has_nimber(&lands, 0).map(outcome)
                }
            }
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(Stopped::TooLarge(error)) => {
                return Err(Failure::TooLarge { text: question.start.to_string(), error });
            }
            Err(stopped) => return Ok(Err(stopped)),
        };
        let solve_seconds = started.elapsed().as_secs_f64();
        let wanted = self.args.wants_proof() || self.loaded > 0;
        let mut certificate = None;
        if wanted {
            match self.certify(question, answer, limits)? {
                Ok(made) => certificate = Some(made),
                Err(stopped) => return Ok(Err(stopped)),
            }
        }
        Ok(Ok(Settled { question: question.clone(), answer, solve_seconds, certificate }))
    }

    fn certify(
        &mut self,
        question: &Question,
        answer: Answer,
        limits: Limits,
    ) -> Result<Result<(proof::Proof, Sealed), Stopped>, Failure> {
        let mut facts: Vec<(Land, Nimber)> =
            self.book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
        let shrinking = !self.args.shrink.is_zero();
        let shrink_limits = Limits {
            deadline: shrinking.then(|| Instant::now() + self.args.shrink),
            interrupt: Some(&INTERRUPTED),
            ..Limits::default()
        };
        let line = &mut self.line;
        let title = question.to_string();
        let report = |claims: usize| line.show(&format!("{title}: proof of {claims} claims"));
        let proof = match prove(&mut facts, &question.start, answer.goal(), limits, shrink_limits, report) {
            Ok(proof) => proof,
            Err(proof::NoProof::Stopped(stopped)) => return Ok(Err(stopped)),
            Err(no_proof) => return Err(Failure::NoProof(no_proof)),
        };
        for (land, nimber) in &facts {
            let land = self.book.land(land.key());
            if self.book.nimber(land).is_none() {
                self.book.set_nimber(land, *nimber);
            }
        }
        let sealed = seal(&proof, self.args.nimber);
        Ok(Ok((proof, sealed)))
    }

    fn report(&mut self, settled: Settled) -> Result<(), Failure> {
        self.line.clear();
        if let (Some(path), Some((_, sealed))) = (&self.args.emit_proof, &settled.certificate) {
            write_atomically(path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
        }
        if let (Some(folder), Some((proof, sealed))) = (&self.args.emit_proofs, &settled.certificate) {
            let candidate = publish::Candidate {
                play: publish::Play::Normal,
                spots: settled.question.spots,
                result: settled.answer.words(),
                claims: proof.claims.len(),
                replies: proof.replies.len(),
                sealed,
                solve_seconds: settled.solve_seconds,
            };
            let row = publish::certificate(folder, &candidate, &self.published)?;
            publish::record(folder, &mut self.published, row)?;
        }
        let mut out = stdout().lock();
        if self.args.json {
            writeln!(out, "{}", self.as_json(&settled))?;
            return Ok(());
        }
        let book = &self.book;
        writeln!(
            out,
            "c {} solved in {:.2} s; so far {} expansions, {} lands, {} facts",
            settled.question,
            settled.solve_seconds,
            book.expansions(),
            book.land_count(),
            book.proven_count()
        )?;
        if let Some((proof, sealed)) = &settled.certificate {
            writeln!(
                out,
                "c proof: {} claims, {} replies, {} bytes, blake3 {}",
                proof.claims.len(),
                proof.replies.len(),
                sealed.bytes.len(),
                sealed.digest
            )?;
        }
        writeln!(out, "s {} normal {}", settled.question, settled.answer.words())?;
        Ok(())
    }

    fn as_json(&self, settled: &Settled) -> serde_json::Value {
        let mut object = json!({
            "game": "sprouts",
            "play": "normal",
            "position": settled.question.start.to_string(),
            "spots": settled.question.spots,
            "result": settled.answer.words(),
            "solve_seconds": settled.solve_seconds,
            "expansions": self.book.expansions(),
            "raw_moves": self.book.raw_moves(),
            "lands": self.book.land_count(),
            "facts": self.book.proven_count(),
        });
        if let Some((proof, sealed)) = &settled.certificate {
            object["proof"] = json!({
                "claims": proof.claims.len(),
                "replies": proof.replies.len(),
                "bytes": sealed.bytes.len(),
                "blake3": sealed.digest.to_string(),
            });
        }
        object
    }

    fn report_stop(&mut self, question: &Question, stopped: Stopped) -> Result<(), Failure> {
        self.line.clear();
        let mut out = stdout().lock();
        if self.args.json {
            let object = json!({ "game": "sprouts", "play": "normal", "position": question.start.to_string(),
                "spots": question.spots, "result": "UNKNOWN", "reason": stopped.to_string() });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        let book = &self.book;
        let (lands, known) = (book.land_count(), book.proven_count());
        writeln!(out, "c {stopped} after {} expansions, {lands} lands, {known} facts", book.expansions())?;
        writeln!(out, "s {question} normal UNKNOWN")?;
        Ok(())
    }

    fn close(self) -> Result<(), Failure> {
        if let Some(path) = &self.args.facts {
            facts::save(path, &self.book)?;
        }
        Ok(())
    }
}

fn outcome(lost: bool) -> Answer {
    if lost { Answer::Loss } else { Answer::Win }
}
