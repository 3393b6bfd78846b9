//! `solve certify`: a certificate with the help of somebody else's nimbers.
//!
//! A SPOTS database is a text with one `position nimber` a line. Its lines are hints: they say where the search should
//! look first, and every claim that the certificate makes is supported by the options of its land, down to the end of the
//! game. A hint that is not supported is forgotten and what it was about is searched for. If wrong hints make the search
//! believe the wrong outcome, that cannot be proved. When it turns out so, or when finding the wrong hints takes more effort
//! than hints can save, the game is solved without them.

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::question::{Question, Spots};
use crate::resources::Resources;
use crate::settle::{Answer, INTERRUPTED, seconds};
use clap::Args;
use serde_json::json;
use solver::files::{probe, write_atomically};
use solver::game::Land;
use solver::hints::Hints;
use solver::proof::{NoProof, Proof, prove, seal};
use solver::search::{Book, Dfpn, Limits, Nimber, Stopped};
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct CertifyArgs {
    /// Number of spots
    spots: Spots,
    /// A database of SPOTS: text, one `position nimber` a line
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE")]
    emit_proof: PathBuf,
    /// Give up after so long (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    resources: Resources,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress on stderr
    #[arg(long, short)]
    quiet: bool,
}

pub fn certify(args: &CertifyArgs) -> Result<ExitCode, Failure> {
    let [spots] = args.spots.0[..] else {
        return Err(Failure::Usage("certify takes one number of spots"));
    };
    let question = Question::spots(spots)?;
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    let started = Instant::now();
    let hints = read_hints(&args.from)?;
    probe(&args.emit_proof).map_err(|error| Failure::Write { path: args.emit_proof.clone(), error })?;
    let limits = Limits {
        deadline: args.time_limit.map(|limit| started + limit),
        interrupt: Some(&INTERRUPTED),
        memory: args.resources.table_bytes(),
        ..Limits::default()
    };
    let mut line = LiveLine::new(args.quiet, false);
    line.show(&format!("{question}: {} hints read", hints.nimbers.len()));
    let facts: Vec<(Land, Nimber)> = hints.nimbers.iter().map(|(land, &nimber)| (land.clone(), nimber)).collect();
    let proved = prove_with(&question, facts, limits, args.resources.threads());
    line.clear();
    match proved {
        Ok((answer, proof)) => {
            report(args, &question, &hints, answer, &proof)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(NoProof::Stopped(stopped)) if !matches!(stopped, Stopped::TooLarge(_)) => {
            writeln!(stdout(), "c {stopped}\ns {question} normal UNKNOWN")?;
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
    // The book of a proof must not be renumbered.
    let limits = Limits { memory: None, ..limits };
    let proof = prove(&mut facts, &question.start, answer.goal(), limits, Limits::default(), |_| ())?;
    Ok((answer, proof))
}

/// What the search believes, given what it is told.
fn search(
    question: &Question,
    facts: Vec<(Land, Nimber)>,
    limits: Limits,
    threads: usize,
) -> Result<(Vec<(Land, Nimber)>, Answer), NoProof> {
    let mut book = Book::new();
    for (land, nimber) in facts {
        let land = book.land(land.key());
        book.set_nimber(land, nimber);
    }
    let lands = book.position(&question.start);
    let lost = Dfpn::new(&mut book, limits, ()).with_threads(threads).has_nimber(&lands, 0)?;
    let facts = book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
    Ok((facts, Answer::outcome(lost)))
}

fn report(
    args: &CertifyArgs,
    question: &Question,
    hints: &Hints,
    answer: Answer,
    proof: &Proof,
) -> Result<(), Failure> {
    let sealed = seal(proof, false);
    let path = &args.emit_proof;
    write_atomically(path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
    let claimed = |claim: &&(Land, Nimber)| hints.nimbers.get(&claim.0) == Some(&claim.1);
    let from_hints = proof.claims.iter().filter(claimed).count();
    let wrong = proof.claims.iter().filter(|claim| hints.nimbers.get(&claim.0).is_some_and(|hint| *hint != claim.1));
    let wrong = wrong.count();
    let (claims, replies, bytes) = (proof.claims.len(), proof.replies.len(), sealed.bytes.len());
    let mut out = stdout().lock();
    if args.json {
        let object = json!({ "game": "sprouts", "play": "normal", "spots": question.spots, "result": answer.words(),
            "hints": hints.nimbers.len(), "lines_skipped": hints.skipped, "hints_confirmed": from_hints,
            "hints_refuted": wrong, "proof": { "claims": claims, "replies": replies, "bytes": bytes,
            "blake3": sealed.digest.to_string() } });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "c {} hints, {} lines skipped", hints.nimbers.len(), hints.skipped)?;
    writeln!(out, "c proof: {claims} claims, of which {from_hints} were hints; {wrong} hints about them were wrong")?;
    writeln!(out, "c {replies} replies, {bytes} bytes, blake3 {}", sealed.digest)?;
    writeln!(out, "s {question} normal {}", answer.words())?;
    Ok(())
}
