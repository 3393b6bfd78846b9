//! `solve certify`: a certificate with the help of somebody else's nimbers.
//!
//! A SPOTS database is a text with one `position nimber` a line. Its lines are hints: they say where the search should
//! look first, and every claim that the certificate makes is supported by the options of its land, down to the end of the
//! game. A hint that is not supported is forgotten and what it was about is searched for. If wrong hints make the search
//! believe the wrong outcome, that cannot be proved. When it turns out so, or when finding the wrong hints takes more effort
//! than hints can save, the game is solved without them.

use crate::failure::Failure;
use crate::flags::question::{Question, one};
use crate::flags::report::ReportArgs;
use crate::flags::resources::{LimitArgs, ThreadArgs};
use crate::interrupt::{self, INTERRUPTED};
use crate::outputs::Destination;
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json, words};
use certificate::Sealed;
use clap::Args;
use search::normal::hints::Hints;
use search::normal::proof::{NoProof, Proof, prove};
use search::normal::{LandTable, Limits, Nimber, NimberSearch, Stopped};
use search::session::{Answer, Play};
use serde_json::{Value, json};
use sprouts::{Land, Outcome};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct CertifyArgs {
    /// Number of spots
    #[arg(value_parser = one)]
    spots: usize,
    /// A database of SPOTS: text, one `position nimber` a line
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// Write the certificate to this file; `-` is standard output, and the results then go to stderr
    #[arg(long, value_name = "FILE")]
    emit_proof: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &CertifyArgs) -> Result<ExitCode, Failure> {
    let question = Question::spots(args.spots)?;
    let destination = Destination::probe(&args.emit_proof)?;
    let printer = Printer::beside(&args.report, Some(&destination));
    args.threads.warn(&args.report);
    interrupt::listen();
    let started = Instant::now();
    let hints = read_hints(&args.from)?;
    let limits = Limits {
        deadline: args.limits.time_limit.map(|limit| started + limit),
        interrupt: Some(&INTERRUPTED),
        memory: args.limits.table_bytes(),
        ..Limits::default()
    };
    let mut line = LiveLine::new(&args.report);
    line.show(&[question.to_string(), format!("{} hints read", hints.nimbers.len())]);
    let facts: Vec<(Land, Nimber)> = hints.nimbers.iter().map(|(land, &nimber)| (land.clone(), nimber)).collect();
    let proved = prove_with(&question, facts, limits, args.threads.count());
    line.clear();
    match proved {
        Ok((answer, proof)) => {
            let sealed = proof.certificate(false).seal();
            let written = destination.write(&sealed.bytes);
            report(&printer, &question, &hints, answer, &proof, &sealed, &destination)?;
            written?;
            Ok(ExitCode::SUCCESS)
        }
        Err(NoProof::Stopped(stopped)) if !matches!(stopped, Stopped::TooLarge(_)) => {
            report_stop(&printer, &question, &hints, stopped)?;
            Ok(ExitCode::from(3))
        }
        Err(no_proof) => Err(Failure::NoProof(no_proof)),
    }
}

fn read_hints(path: &Path) -> Result<Hints, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Read { path: path.into(), error })?;
    let hints = Hints::read(&text);
    if hints.nimbers.is_empty() && hints.skipped > 0 {
        return Err(Failure::NoHints { path: path.into() });
    }
    Ok(hints)
}

/// Expansions that hints may cost: so many, and so many more for each of them.
const EFFORT: u64 = 20_000;
const EFFORT_PER_HINT: u64 = 20;

/// Proves the outcome that the hints suggest, or else what the search finds without hints.
fn prove_with(
    question: &Question,
    facts: Vec<(Land, Nimber)>,
    limits: Limits,
    threads: usize,
) -> Result<(Answer, Proof), NoProof> {
    let effort = EFFORT + EFFORT_PER_HINT * facts.len() as u64;
    match prove_from(question, facts, Limits { expansions: Some(effort), ..limits }, threads) {
        Err(NoProof::Untrue | NoProof::Stopped(Stopped::EffortSpent)) => {
            prove_from(question, Vec::new(), limits, threads)
        }
        result => result,
    }
}

fn prove_from(
    question: &Question,
    facts: Vec<(Land, Nimber)>,
    limits: Limits,
    threads: usize,
) -> Result<(Answer, Proof), NoProof> {
    let (mut facts, answer) = search(question, facts, limits, threads)?;
    // The land table of a proof must not be renumbered.
    let limits = Limits { memory: None, ..limits };
    let proof = prove(&mut facts, &question.start, answer.into(), limits, Limits::default(), |_| ())?;
    Ok((answer, proof))
}

/// What the search believes, given what it is told.
fn search(
    question: &Question,
    facts: Vec<(Land, Nimber)>,
    limits: Limits,
    threads: usize,
) -> Result<(Vec<(Land, Nimber)>, Answer), NoProof> {
    let mut land_table = LandTable::new();
    for (land, nimber) in facts {
        let land = land_table.land(land.key());
        land_table.set_nimber(land, nimber);
    }
    let lands = land_table.position(&question.start);
    let lost = NimberSearch::new(&mut land_table, limits, ()).with_threads(threads).has_nimber(&lands, 0)?;
    let facts = land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
    Ok((facts, Answer::Outcome(if lost { Outcome::Loss } else { Outcome::Win })))
}

fn report(
    printer: &Printer,
    question: &Question,
    hints: &Hints,
    answer: Answer,
    proof: &Proof,
    sealed: &Sealed,
    destination: &Destination,
) -> Result<(), Failure> {
    let claimed = |claim: &&(Land, Nimber)| hints.nimbers.get(&claim.0) == Some(&claim.1);
    let confirmed = proof.claims.iter().filter(claimed).count();
    let refuted = proof.claims.iter().filter(|claim| hints.nimbers.get(&claim.0).is_some_and(|hint| *hint != claim.1));
    let refuted = refuted.count();
    let (claims, replies, bytes) = (proof.claims.len(), proof.replies.len(), sealed.bytes.len());
    let sentence = words::verdict(question, Play::Normal, answer);
    if printer.is_json() {
        let proof = json::proof(Some(sealed), Some((claims, replies)), Some(destination.path()));
        let counts = (Some(confirmed), Some(refuted));
        return printer.object(&object(question, hints, &answer.to_string(), &sentence, None, counts, proof));
    }
    printer.comment(&format!("{} hints, {} lines skipped", hints.nimbers.len(), hints.skipped))?;
    printer.comment(&format!(
        "proof: {claims} claims, of which {confirmed} were hints; {refuted} hints about them were wrong"
    ))?;
    printer.comment(&format!("{replies} replies, {bytes} bytes, blake3 {}", sealed.digest))?;
    printer.verdict(&sentence, &format!("{question} normal {answer}"))
}

fn report_stop(printer: &Printer, question: &Question, hints: &Hints, stopped: Stopped) -> Result<(), Failure> {
    let reason = stopped.to_string();
    let sentence = words::unknown(question, Play::Normal, &reason);
    if printer.is_json() {
        let object = object(question, hints, "UNKNOWN", &sentence, Some(&reason), (None, None), Value::Null);
        return printer.object(&object);
    }
    printer.comment(&reason)?;
    printer.verdict(&sentence, &format!("{question} normal UNKNOWN"))
}

/// The counts are those of hints that the proof confirms and refutes.
fn object(
    question: &Question,
    hints: &Hints,
    result: &str,
    sentence: &str,
    reason: Option<&str>,
    (confirmed, refuted): (Option<usize>, Option<usize>),
    proof: Value,
) -> Value {
    json::object(
        "certify",
        json!({
            "game": "sprouts",
            "play": "normal",
            "spots": question.spots,
            "result": result,
            "sentence": sentence,
            "statements": if reason.is_none() { vec![format!("{question} normal {result}")] } else { vec![] },
            "reason": reason,
            "hints": hints.nimbers.len(),
            "lines_skipped": hints.skipped,
            "hints_confirmed": confirmed,
            "hints_refuted": refuted,
            "proof": proof,
        }),
    )
}
