//! `solve N --misere` and `solve --position P --misere`: who wins when the last to move loses, with a certificate.

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::publish::{self, Candidate};
use crate::question::Question;
use crate::settle::{EngineName, INTERRUPTED, SettleArgs};
use clap::Args;
use serde_json::{Value, json};
use solver::drawing::Drawing;
use solver::facts::FactsError;
use solver::files::{Lock, Stamp, write_atomically};
use solver::game::{Engine, Position};
use solver::misere::needs::NotSolved;
use solver::misere::proof::prove;
use solver::misere::{
    Atlas, Closure, Dfpn, Listener, MisereProof, Node, Outcome, Plain, Progress, Table, facts, needs,
};
use solver::proof::Sealed;
use solver::search::{Limits, Stopped};
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

const DEFAULT_MEGABYTES: usize = 1024;

#[derive(Args)]
pub struct MisereArgs {
    /// Misère play: replace the lands of the game of so many spots by trees: `s5`, `s6`, or `none` [default: s6 from 15 spots on, else s5]
    #[arg(long)]
    closure: Option<ClosureName>,
}

impl MisereArgs {
    pub fn is_set(&self) -> bool {
        self.closure.is_some()
    }
}

/// The lands of the game of some number of spots; none for 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosureName {
    spots: usize,
}

/// Spots beyond which the closure would take hours.
const MAX_CLOSURE: usize = 6;

impl FromStr for ClosureName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        let spots =
            if lower == "none" { Some(0) } else { lower.strip_prefix('s').and_then(|spots| spots.parse().ok()) };
        match spots {
            Some(spots) if spots <= MAX_CLOSURE => Ok(ClosureName { spots }),
            _ => Err(format!("`{text}` is no closure; write `none` or `s1` to `s{MAX_CLOSURE}`")),
        }
    }
}

/// Spots from which on the larger closure is worth the ten seconds it takes: it halves the work of 15 spots.
const LARGE: usize = 15;

impl ClosureName {
    fn for_questions(questions: &[Question]) -> Self {
        let is_large = questions.iter().any(|question| question.spots.is_some_and(|spots| spots >= LARGE));
        ClosureName { spots: if is_large { 6 } else { 5 } }
    }

    fn closure(self, limits: &Limits) -> Result<Closure, Stopped> {
        match self.spots {
            0 => Ok(Closure::new()),
            spots => Closure::of(&Engine::new().canonical(&Drawing::start(spots))?, limits),
        }
    }
}

struct Watcher<'a> {
    line: &'a mut LiveLine,
    title: String,
}

impl Listener for Watcher<'_> {
    fn progress(&mut self, now: Progress) {
        let Progress { expansions, lands, nodes, lost } = now;
        let title = &self.title;
        self.line.update(|| format!("{title}: {expansions} expansions, {lands} lands, {nodes} nodes, {lost} lost"));
    }
}

/// What was found out about a game, with words and numbers about the effort.
struct Settled {
    outcome: Outcome,
    comments: Vec<String>,
    details: Value,
    certificate: Option<(MisereProof, Sealed)>,
}

/// Why a game was not settled.
enum Unsettled {
    Stopped(Stopped),
    Failed(Failure),
}

impl From<Stopped> for Unsettled {
    fn from(stopped: Stopped) -> Self {
        Unsettled::Stopped(stopped)
    }
}

impl From<Failure> for Unsettled {
    fn from(failure: Failure) -> Self {
        Unsettled::Failed(failure)
    }
}

pub fn settle(args: &SettleArgs, questions: &[Question]) -> Result<ExitCode, Failure> {
    let mut published = args.published()?;
    let mut session = None;
    for question in questions {
        let started = Instant::now();
        let limits = Limits {
            deadline: args.time_limit.map(|limit| started + limit),
            interrupt: Some(&INTERRUPTED),
            ..Limits::default()
        };
        let opened = session.take().map_or_else(|| Session::open(args, questions, limits), Ok);
        let result = opened.and_then(|open| session.insert(open).settle(args, question, limits));
        // A certificate is written even if the facts could not be saved.
        let saved = session.as_mut().map_or(Ok(()), |session| session.save(args));
        match result {
            Ok(settled) => {
                let seconds = started.elapsed().as_secs_f64();
                keep(args, question, &settled, seconds, &mut published)?;
                report(args, question, &settled, seconds)?;
            }
            Err(Unsettled::Failed(failure)) => return Err(failure),
            Err(Unsettled::Stopped(Stopped::TooLarge(error))) => {
                return Err(Failure::TooLarge { text: question.start.to_string(), error });
            }
            Err(Unsettled::Stopped(stopped)) => {
                report_stop(args, question, stopped)?;
                saved?;
                return Ok(ExitCode::from(3));
            }
        }
        saved?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The memory that several games share.
enum Session {
    Nodes(Box<Nodes>),
    Plain(Box<Plain>),
}

impl Session {
    /// The closure counts against the limits of the first game.
    fn open(args: &SettleArgs, questions: &[Question], limits: Limits) -> Result<Self, Unsettled> {
        if args.engine == EngineName::Dfs {
            return Ok(Session::Plain(Box::default()));
        }
        let name = args.misere_args.closure.unwrap_or_else(|| ClosureName::for_questions(questions));
        let megabytes = args.resources.megabytes().unwrap_or(DEFAULT_MEGABYTES);
        let mut line = LiveLine::new(args.quiet, args.progress);
        line.show("finding the trees of small lands");
        let atlas = Atlas::new(name.closure(&limits)?);
        let mut table = Table::new(megabytes << 20);
        let mut has_loaded = false;
        let stamp = args.facts.as_deref().and_then(Stamp::of);
        if let Some(path) = args.facts.as_ref().filter(|path| path.exists()) {
            facts::load(path, atlas.closure().start(), &mut table).map_err(Failure::Facts)?;
            has_loaded = true;
        }
        Ok(Session::Nodes(Box::new(Nodes { atlas, table, line, has_loaded, stamp, expansions: 0 })))
    }

    fn settle(&mut self, args: &SettleArgs, question: &Question, limits: Limits) -> Result<Settled, Unsettled> {
        match self {
            Session::Plain(search) => {
                let outcome = search.outcome(&question.start, limits)?;
                let known = search.known_count();
                let comments = vec![format!("plain search: {known} positions so far")];
                Ok(Settled { outcome, comments, details: json!({ "positions": known }), certificate: None })
            }
            Session::Nodes(nodes) => nodes.settle(args, question, limits),
        }
    }

    fn save(&mut self, args: &SettleArgs) -> Result<(), Failure> {
        match (self, &args.facts) {
            (Session::Nodes(nodes), Some(path)) => nodes.save(path),
            _ => Ok(()),
        }
    }
}

/// The search with trees.
struct Nodes {
    atlas: Atlas,
    table: Table,
    line: LiveLine,
    /// Whether nodes were taken from a file. Then every result is proved, wanted or not.
    has_loaded: bool,
    /// The file of facts as this process has read or written it.
    stamp: Option<Stamp>,
    expansions: u64,
}

impl Nodes {
    /// Saves the lost nodes, and keeps those that another process has saved in the file meanwhile. A file that is damaged
    /// is replaced.
    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        let _lock = Lock::of(path);
        let stamp = Stamp::of(path);
        if stamp.is_some() && stamp != self.stamp {
            match facts::load(path, self.atlas.closure().start(), &mut self.table) {
                Ok(_) => self.has_loaded = true,
                Err(FactsError::Read { .. } | FactsError::Damaged { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        facts::save(path, self.atlas.closure().start(), &self.table)?;
        self.stamp = Stamp::of(path);
        Ok(())
    }

    fn settle(&mut self, args: &SettleArgs, question: &Question, limits: Limits) -> Result<Settled, Unsettled> {
        let title = question.to_string();
        let node = self.atlas.node(&question.start);
        self.expansions = 0;
        let outcome = self.search(args, &title, &node, limits)?;
        let (expansions, lands, nodes) = (self.expansions, self.atlas.land_count(), self.table.len());
        let mut comments = vec![format!("{expansions} expansions; so far {lands} lands, {nodes} nodes")];
        let mut details = json!({ "expansions": expansions, "lands": lands, "nodes": nodes });
        let mut certificate = None;
        if args.wants_proof() || self.has_loaded {
            let proof = self.prove(args, &title, &question.start, outcome, limits)?;
            let sealed = proof.seal();
            let (lost, replies, bytes) = (proof.lost.len(), proof.replies.len(), sealed.bytes.len());
            let digest = sealed.digest.to_string();
            comments.push(format!("proof: {lost} lost nodes, {replies} replies, {bytes} bytes, blake3 {digest}"));
            details["proof"] = json!({ "claims": lost, "replies": replies, "bytes": bytes, "blake3": digest });
            certificate = Some((proof, sealed));
        }
        self.line.clear();
        Ok(Settled { outcome, comments, details, certificate })
    }

    /// Searches in stretches, between which the facts are saved.
    fn search(&mut self, args: &SettleArgs, title: &str, node: &Node, limits: Limits) -> Result<Outcome, Unsettled> {
        loop {
            let pause = args.facts.is_some().then(|| Instant::now() + args.save_every);
            let deadline = [limits.deadline, pause].into_iter().flatten().min();
            let watcher = Watcher { line: &mut self.line, title: title.into() };
            let mut search = Dfpn::new(&mut self.atlas, &mut self.table, Limits { deadline, ..limits }, watcher);
            let outcome = search.outcome(node);
            self.expansions += search.expansions();
            match (outcome, &args.facts) {
                (Err(Stopped::TimeOver), Some(path)) if deadline == pause => self.save(path)?,
                (outcome, _) => return Ok(outcome?),
            }
        }
    }

    /// Collects a proof. What the table has forgotten, or what a file did not tell, is searched for again.
    fn prove(
        &mut self,
        args: &SettleArgs,
        title: &str,
        start: &Position,
        outcome: Outcome,
        limits: Limits,
    ) -> Result<MisereProof, Unsettled> {
        let root = self.atlas.node(start);
        loop {
            self.line.show(&format!("{title}: collecting the proof"));
            match needs(&mut self.atlas, &self.table, &root) {
                Ok(needs) if needs.outcome == outcome => {
                    let proof = prove(&mut self.atlas, needs.lost, start, outcome);
                    return proof.map_err(|error| Stopped::TooLarge(error).into());
                }
                Err(NotSolved::TooLarge(error)) => return Err(Stopped::TooLarge(error).into()),
                Err(NotSolved::Open(open)) if self.search(args, title, &open, limits)? == Outcome::Win => {}
                _ => return Err(Failure::FalseFacts.into()),
            }
        }
    }
}

/// Writes the certificate where it is wanted.
fn keep(
    args: &SettleArgs,
    question: &Question,
    settled: &Settled,
    solve_seconds: f64,
    published: &mut Vec<publish::Row>,
) -> Result<(), Failure> {
    let Some((proof, sealed)) = &settled.certificate else { return Ok(()) };
    if let Some(path) = &args.emit_proof {
        write_atomically(path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
    }
    if let Some(folder) = &args.emit_proofs {
        let candidate = Candidate {
            play: publish::Play::Misere,
            spots: question.spots,
            result: settled.outcome.words().into(),
            claims: proof.lost.len(),
            replies: proof.replies.len(),
            sealed,
            solve_seconds,
        };
        let row = publish::certificate(folder, &candidate, published)?;
        publish::record(folder, published, row)?;
    }
    Ok(())
}

fn report(args: &SettleArgs, question: &Question, settled: &Settled, seconds: f64) -> Result<(), Failure> {
    let mut out = stdout().lock();
    if args.json {
        let mut object = about(question, settled.outcome.words());
        object["solve_seconds"] = json!(seconds);
        object["search"] = settled.details.clone();
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "c {question} solved in {seconds:.2} s")?;
    for comment in &settled.comments {
        writeln!(out, "c {comment}")?;
    }
    writeln!(out, "s {question} misere {}", settled.outcome.words())?;
    Ok(())
}

fn report_stop(args: &SettleArgs, question: &Question, stopped: Stopped) -> Result<(), Failure> {
    let mut out = stdout().lock();
    if args.json {
        let mut object = about(question, "UNKNOWN");
        object["reason"] = json!(stopped.to_string());
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "c {stopped}")?;
    writeln!(out, "s {question} misere UNKNOWN")?;
    Ok(())
}

fn about(question: &Question, result: &str) -> Value {
    json!({ "game": "sprouts", "play": "misere", "position": question.start.to_string(), "spots": question.spots,
        "result": result })
}
