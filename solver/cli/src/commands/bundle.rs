//! `solve bundle`: one certificate for the results of several, made of their claims without a search.

use crate::failure::Failure;
use crate::flags::numbers::{seconds, whole};
use crate::flags::question::{Spots, game};
use crate::flags::report::ReportArgs;
use crate::interrupt::{self, INTERRUPTED};
use crate::outputs::Destination;
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use certificate::{Certificate, ClaimError, MisereClaims, NormalClaims, Stated};
use certificate::{read_claims, read_lost_nodes};
use clap::Args;
use search::misere::unite::NodeReader;
use search::misere::{self, Closure, Outcome, PieceTable};
use search::normal::proof::{Effort, unite};
use search::normal::{Limits, facts};
use serde_json::json;
use sprouts::notation::{self, Notation};
use sprouts::{Engine, Position};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(after_help = "Example: solve bundle proofs/normal-0*.bin --emit-proof few.bin")]
pub struct BundleArgs {
    /// Certificates of Sprouts, all of normal play, or all of misère play with the same closure
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the certificate to this file; `-` is standard output, and the results then go to stderr
    #[arg(long, value_name = "FILE")]
    emit_proof: PathBuf,
    /// Keep the results about these games only: `8`, `1..20`
    #[arg(long, value_name = "SPOTS")]
    only: Option<Spots>,
    /// Spend so long on making the certificate smaller (normal play)
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    shrink: Duration,
    /// Shrink for so many rounds at most
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0, u64::MAX))]
    shrink_rounds: Option<u64>,
    /// Other seeds shrink along other ways
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &BundleArgs) -> Result<ExitCode, Failure> {
    let destination = Destination::probe(&args.emit_proof)?;
    let printer = Printer::beside(&args.report, Some(&destination));
    interrupt::listen();
    let files = args.files.iter().map(|path| Ok((path.as_path(), read(path)?))).collect::<Result<Vec<_>, Failure>>()?;
    let is_misere = matches!(read_claims(&files[0].1), Err(ClaimError::OtherGame));
    let certificate = if is_misere { of_misere(&files, args)? } else { of_normal(&files, args)? };
    let sealed = certificate.seal();
    destination.write(&sealed.bytes)?;
    let (claims, replies) = (certificate.claims, certificate.replies);
    let words = certificate.statement.words();
    if printer.is_json() {
        printer.object(&json::object(
            "bundle",
            json!({
                "files": files.len(),
                "statements": words,
                "proof": json::proof(Some(&sealed), Some((claims, replies)), Some(destination.path())),
            }),
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let kind = if is_misere { "lost nodes" } else { "claims" };
    printer.comment(&format!(
        "proof: {} results, {claims} {kind}, {replies} replies, {} bytes, blake3 {}",
        words.len(),
        sealed.bytes.len(),
        sealed.digest
    ))?;
    words.iter().try_for_each(|words| printer.line(&format!("s {words}")))?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::Read { path: path.into(), error })
}

fn of_normal(files: &[(&Path, Vec<u8>)], args: &BundleArgs) -> Result<Certificate, Failure> {
    let (mut results, mut lists) = (Results(Vec::new()), Vec::new());
    for (path, bytes) in files {
        let read = read_claims(bytes).map_err(|error| unreadable(path, error))?;
        let NormalClaims { results: stated, claims } = read;
        results.add(path, stated)?;
        lists.push(claims);
    }
    let claims = facts::merge(lists)?;
    let is_shrinking = !args.shrink.is_zero();
    let deadline = is_shrinking.then(|| Instant::now() + args.shrink);
    let effort = Effort {
        limits: Limits { deadline, interrupt: Some(&INTERRUPTED), ..Limits::default() },
        rounds: if is_shrinking { args.shrink_rounds } else { Some(0) },
        seed: args.seed,
    };
    let mut line = LiveLine::new(&args.report);
    line.show(&[format!("{} results", results.0.len()), format!("{} claims read", claims.len())]);
    let results = results.positions(args.only.as_ref())?;
    let proof = unite(&claims, results, effort, |claims| line.show(&[format!("proof of {claims} claims")]));
    line.clear();
    Ok(proof.map_err(Failure::NoProof)?.certificate(false))
}

fn of_misere(files: &[(&Path, Vec<u8>)], args: &BundleArgs) -> Result<Certificate, Failure> {
    if !args.shrink.is_zero() {
        return Err(Failure::Usage("--shrink is about normal play"));
    }
    let (mut results, mut lists, mut closures) = (Results(Vec::new()), Vec::new(), Vec::new());
    for (path, bytes) in files {
        let read = read_lost_nodes(bytes).map_err(|error| unreadable(path, error))?;
        let MisereClaims { results: stated, closure, lost } = read;
        results.add(path, stated)?;
        closures.push(closure);
        lists.push((path, lost));
    }
    if let Some((nth, other)) = closures.iter().enumerate().find(|(_, closure)| **closure != closures[0]) {
        let (first, path) = (&closures[0], files[nth].0.display());
        return Err(Failure::Request(format!(
            "{path} was made with the closure `{other}`, {} with `{first}`: make one of them again with --closure",
            files[0].0.display()
        )));
    }
    let mut line = LiveLine::new(&args.report);
    line.show(&["finding the trees of small lands".into()]);
    let start = position(&closures[0])?;
    let limits = Limits { interrupt: Some(&INTERRUPTED), ..Limits::default() };
    let closure = if start.is_empty() { Closure::new() } else { Closure::of(&start, &limits)? };
    let mut reader = NodeReader::new(&closure);
    let mut piece_table = PieceTable::new(closure);
    let mut lost = Vec::new();
    for (path, nodes) in lists {
        for (nth, text) in (1..).zip(nodes) {
            let node = reader.read(&mut piece_table, &text);
            lost.push(node.ok_or_else(|| unreadable(path, ClaimError::NoClaim(nth)))?);
        }
    }
    line.show(&[format!("{} lost nodes read", lost.len())]);
    let results = results.positions(args.only.as_ref())?;
    let results = results.into_iter().map(|(start, result)| (start, Outcome::from(result))).collect();
    let proof = misere::unite::unite(&mut piece_table, lost, results);
    line.clear();
    Ok(proof.map_err(Failure::NoUnion)?.certificate())
}

fn unreadable(path: &Path, error: ClaimError) -> Failure {
    Failure::Certificate { path: path.into(), error }
}

/// The results of all files, each once.
struct Results<R>(Vec<(PathBuf, Stated<R>)>);

impl<R: Copy + PartialEq> Results<R> {
    fn add(&mut self, path: &Path, stated: Vec<Stated<R>>) -> Result<(), Failure> {
        for stated in stated {
            match self.0.iter().find(|(_, known)| known.start == stated.start) {
                None => self.0.push((path.into(), stated)),
                Some((_, known)) if known.result == stated.result => {}
                Some((other, _)) => {
                    return Err(Failure::Request(format!(
                        "{} and {} state different results about `{}`",
                        other.display(),
                        path.display(),
                        stated.start
                    )));
                }
            }
        }
        Ok(())
    }

    /// The results with their positions, games by their numbers of spots.
    fn positions(self, only: Option<&Spots>) -> Result<Vec<(Position, R)>, Failure> {
        let wanted = |start: &str| only.is_none_or(|only| game(start).is_some_and(|spots| only.0.contains(&spots)));
        let mut stated: Vec<Stated<R>> =
            self.0.into_iter().map(|(_, stated)| stated).filter(|stated| wanted(&stated.start)).collect();
        if stated.is_empty() {
            return Err(Failure::Usage("no certificate has a result about a game that --only names"));
        }
        stated.sort_by_key(|stated| (game(&stated.start).unwrap_or(usize::MAX), stated.start.clone()));
        stated.into_iter().map(|stated| Ok((position(&stated.start)?, stated.result))).collect()
    }
}

fn position(text: &str) -> Result<Position, Failure> {
    let failed = |error| Failure::Position { text: text.into(), error };
    let plain = notation::parse_as(text, Notation::Short).map_err(failed)?;
    Engine::new().canonical(&plain).map_err(|error| Failure::TooLarge { text: text.into(), error })
}
