//! `solve N --misere` and `solve --position P --misere`: who wins when the last to move loses, with a certificate.

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::publish::{self, Candidate};
use crate::question::Question;
use crate::settle::{EngineName, SettleArgs};
use certificate::{Certificate, Sealed};
use clap::Args;
use common::files::write_atomically;
use search::normal::{Limits, Stopped};
use search::session::{self, Answer, Event, Play, Query, Session, SessionError, Shrinking};
use serde_json::{Value, json};
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

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
}

/// What was found out about a game, with words and numbers about the effort.
struct Settled {
    answer: Answer,
    comments: Vec<String>,
    details: Value,
    certificate: Option<(Sealed, Certificate)>,
}

pub fn settle(args: &SettleArgs, questions: &[Question]) -> Result<ExitCode, Failure> {
    let mut published = args.published()?;
    let mut line = LiveLine::new(args.quiet, args.progress);
    let mut session = None;
    for question in questions {
        let started = Instant::now();
        let limits = args.limits(started);
        let opened = session.take().map_or_else(|| open(args, questions, limits, &mut line), Ok);
        let result = opened.and_then(|open| {
            let result = solve(session.insert(open).as_mut(), args, question, limits, &mut line);
            line.clear();
            result
        });
        if let Some(session) = &mut session {
            session.save()?;
        }
        match result {
            Ok(settled) => {
                let seconds = started.elapsed().as_secs_f64();
                keep(args, question, &settled, seconds, &mut published)?;
                report(args, question, &settled, seconds)?;
            }
            Err(SessionError::Stopped(Stopped::TooLarge(error))) => {
                return Err(Failure::TooLarge { text: question.start.to_string(), error });
            }
            Err(SessionError::Stopped(stopped)) => {
                report_stop(args, question, stopped)?;
                return Ok(ExitCode::from(3));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The closure counts against the limits of the first game.
fn open(
    args: &SettleArgs,
    questions: &[Question],
    limits: Limits,
    line: &mut LiveLine,
) -> Result<Box<dyn Session>, SessionError> {
    let closure = args.misere_args.closure.unwrap_or_else(|| ClosureName::for_questions(questions));
    let memory = args.resources.megabytes().map(|megabytes| megabytes << 20);
    let settings = args.settings(Play::Misere, memory, closure.spots);
    session::open(settings, limits, &mut |_| line.show("finding the trees of small lands"))
}

fn solve(
    session: &mut dyn Session,
    args: &SettleArgs,
    question: &Question,
    limits: Limits,
    line: &mut LiveLine,
) -> Result<Settled, SessionError> {
    let title = question.to_string();
    let mut events = |event| match event {
        Event::Search(now) => line.update(|| {
            let (expansions, lands, nodes, lost) = (now.expansions, now.lands, now.nodes, now.facts);
            format!("{title}: {expansions} expansions, {lands} lands, {nodes} nodes, {lost} lost")
        }),
        Event::Extraction => line.show(&format!("{title}: collecting the proof")),
        Event::Closure | Event::Claims(_) => {}
    };
    let answer = session.solve(&question.start, Query::Outcome, limits, &mut events)?;
    let counts = session.counts();
    if args.engine == EngineName::DepthFirst {
        let comments = vec![format!("plain search: {} positions so far", counts.nodes)];
        return Ok(Settled { answer, comments, details: json!({ "positions": counts.nodes }), certificate: None });
    }
    let (expansions, lands, nodes) = (counts.expansions, counts.lands, counts.nodes);
    let mut comments = vec![format!("{expansions} expansions; so far {lands} lands, {nodes} nodes")];
    let mut details = json!({ "expansions": expansions, "lands": lands, "nodes": nodes });
    let mut certificate = None;
    if args.wants_proof() || session.owes_proof() {
        let proof = session.prove(&question.start, answer, limits, &Shrinking::default(), &mut events)?;
        let sealed = proof.seal();
        let (lost, replies, bytes) = (proof.claims, proof.replies, sealed.bytes.len());
        let digest = sealed.digest.to_string();
        comments.push(format!("proof: {lost} lost nodes, {replies} replies, {bytes} bytes, blake3 {digest}"));
        details["proof"] = json!({ "claims": lost, "replies": replies, "bytes": bytes, "blake3": digest });
        certificate = Some((sealed, proof));
    }
    Ok(Settled { answer, comments, details, certificate })
}

/// Writes the certificate where it is wanted.
fn keep(
    args: &SettleArgs,
    question: &Question,
    settled: &Settled,
    solve_seconds: f64,
    published: &mut Vec<publish::Row>,
) -> Result<(), Failure> {
    let Some((sealed, proof)) = &settled.certificate else { return Ok(()) };
    if let Some(path) = &args.emit_proof {
        write_atomically(path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
    }
    if let Some(folder) = &args.emit_proofs {
        let candidate = Candidate {
            play: publish::Play::Misere,
            spots: question.spots,
            result: settled.answer.to_string(),
            claims: proof.claims,
            replies: proof.replies,
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
        let mut object = about(question, &settled.answer.to_string());
        object["solve_seconds"] = json!(seconds);
        object["search"] = settled.details.clone();
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "c {question} solved in {seconds:.2} s")?;
    for comment in &settled.comments {
        writeln!(out, "c {comment}")?;
    }
    writeln!(out, "s {question} misere {}", settled.answer)?;
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
