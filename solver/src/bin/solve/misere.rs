//! `solve N --misere` and `solve --position P --misere`: who wins when the last to move loses.

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::question::Question;
use crate::settle::{EngineName, INTERRUPTED, SettleArgs};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use solver::drawing::Drawing;
use solver::game::Engine;
use solver::misere::needs::NotSolved;
use solver::misere::{Atlas, Closure, Dfpn, Listener, Outcome, Plain, Progress, Table, needs};
use solver::search::{Limits, Stopped};
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

const DEFAULT_MEGABYTES: usize = 1024;

#[derive(Args)]
pub struct MisereArgs {
    /// Misère play: replace the lands of the game of 5 spots, of 6, or none by trees [default: s6 from 15 spots on, else s5]
    #[arg(long, value_enum, ignore_case = true)]
    closure: Option<ClosureName>,
    /// Misère play: memory for searched nodes, in megabytes; lands come on top [default: 1024]
    #[arg(long, value_name = "MEGABYTES")]
    memory: Option<usize>,
}

impl MisereArgs {
    pub fn is_set(&self) -> bool {
        self.closure.is_some() || self.memory.is_some()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClosureName {
    S5,
    S6,
    None,
}

/// Spots from which on the larger closure is worth the ten seconds it takes: it halves the work of 15 spots.
const LARGE: usize = 15;

impl ClosureName {
    fn for_questions(questions: &[Question]) -> Self {
        let is_large = questions.iter().any(|question| question.spots.is_some_and(|spots| spots >= LARGE));
        if is_large { ClosureName::S6 } else { ClosureName::S5 }
    }

    fn closure(self, limits: &Limits) -> Result<Closure, Stopped> {
        let spots = match self {
            ClosureName::S5 => 5,
            ClosureName::S6 => 6,
            ClosureName::None => return Ok(Closure::new()),
        };
        Closure::of(&Engine::new().canonical(&Drawing::start(spots))?, limits)
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

/// The memory that several games share.
enum Session {
    Nodes { atlas: Box<Atlas>, table: Table, line: LiveLine },
    Plain(Box<Plain>),
}

/// What was found out about a game, with words and numbers about the effort.
struct Settled {
    outcome: Outcome,
    comments: Vec<String>,
    details: Value,
}

pub fn settle(args: &SettleArgs, questions: &[Question]) -> Result<ExitCode, Failure> {
    let limits = || Limits {
        deadline: args.time_limit.map(|limit| Instant::now() + limit),
        interrupt: Some(&INTERRUPTED),
        ..Limits::default()
    };
    let mut session = None;
    for question in questions {
        let started = Instant::now();
        let limits = limits();
        let result = match session.take().map_or_else(|| Session::open(args, questions, limits), Ok) {
            Ok(open) => session.insert(open).settle(question, limits),
            Err(stopped) => Err(stopped),
        };
        match result {
            Ok(settled) => report(args, question, &settled, started.elapsed().as_secs_f64())?,
            Err(Stopped::TooLarge(error)) => {
                return Err(Failure::TooLarge { text: question.start.to_string(), error });
            }
            Err(stopped) => {
                report_stop(args, question, stopped)?;
                return Ok(ExitCode::from(3));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Session {
    /// The closure counts against the limits of the first game.
    fn open(args: &SettleArgs, questions: &[Question], limits: Limits) -> Result<Self, Stopped> {
        if args.engine == EngineName::Dfs {
            return Ok(Session::Plain(Box::default()));
        }
        let name = args.misere_args.closure.unwrap_or_else(|| ClosureName::for_questions(questions));
        let megabytes = args.misere_args.memory.unwrap_or(DEFAULT_MEGABYTES);
        let mut line = LiveLine::new(args.quiet, args.progress);
        line.show("finding the trees of small lands");
        let atlas = Box::new(Atlas::new(name.closure(&limits)?));
        Ok(Session::Nodes { atlas, table: Table::new(megabytes << 20), line })
    }

    fn settle(&mut self, question: &Question, limits: Limits) -> Result<Settled, Stopped> {
        match self {
            Session::Plain(search) => {
                let outcome = search.outcome(&question.start, limits)?;
                let known = search.known_count();
                let comments = vec![format!("plain search: {known} positions so far")];
                Ok(Settled { outcome, comments, details: json!({ "positions": known }) })
            }
            Session::Nodes { atlas, table, line } => {
                let node = atlas.node(&question.start);
                let watcher = Watcher { line, title: question.to_string() };
                let mut search = Dfpn::new(atlas, table, limits, watcher);
                let outcome = search.outcome(&node);
                let expansions = search.expansions();
                line.clear();
                let outcome = outcome?;
                let (lands, nodes) = (atlas.land_count(), table.len());
                let needs = needs(atlas, table, &node).map_err(|error| match error {
                    NotSolved::TooLarge(error) => Stopped::TooLarge(error),
                    NotSolved::Open(_) => unreachable!("lost nodes stay in the table"),
                })?;
                let (lost, replies) = (needs.lost.len(), needs.replies.len());
                let comments = vec![
                    format!("{expansions} expansions; so far {lands} lands, {nodes} nodes"),
                    format!("needed: {lost} lost nodes, {replies} replies"),
                ];
                let details = json!({ "expansions": expansions, "lands": lands, "nodes": nodes,
                    "needed_lost_nodes": lost, "needed_replies": replies });
                Ok(Settled { outcome, comments, details })
            }
        }
    }
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
