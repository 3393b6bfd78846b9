//! `solve least`: the least possible certificate of a small game.

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::question::Question;
use clap::Args;
use common::files::write_atomically;
use search::normal::proof::{Goal, least};
use search::normal::{Dfpn, LandTable, Limits};
use serde_json::json;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct LeastArgs {
    /// Number of spots at the start (5 takes seconds, 6 minutes, 7 more memory than most machines have)
    #[arg(value_parser = clap::value_parser!(u64).range(1..=7))]
    spots: u64,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE")]
    emit_proof: Option<PathBuf>,
    /// Nodes of the search for each number of claims, before it gives up and states bounds
    #[arg(long, value_name = "NUMBER", default_value = "1000000")]
    nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress on stderr
    #[arg(long, short)]
    quiet: bool,
    /// Progress on stderr even if it is no terminal
    #[arg(long, conflicts_with = "quiet")]
    progress: bool,
}

/// Exit code 0 if the least number of claims is known, 3 if there are bounds only.
pub fn least_proof(args: &LeastArgs) -> Result<ExitCode, Failure> {
    let question = Question::spots(args.spots as usize)?;
    let too_large = |error| Failure::TooLarge { text: question.start.to_string(), error };
    let mut line = LiveLine::new(args.quiet, args.progress);
    let mut land_table = LandTable::new();
    let lands = land_table.position(&question.start);
    let lost = match Dfpn::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0) {
        Ok(lost) => lost,
        Err(search::normal::Stopped::TooLarge(error)) => return Err(too_large(error)),
        Err(stopped) => return Err(Failure::NoProof(stopped.into())),
    };
    let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
    let found = least(&question.start, goal, args.nodes, |claims, enough, nodes| {
        let verdict = match enough {
            Some(true) => "are enough",
            Some(false) => "are not enough",
            None => "may be enough or not",
        };
        line.show(&format!("{question}: {claims} claims {verdict} ({nodes} nodes)"));
    });
    let found = found.map_err(Failure::NoProof)?;
    line.clear();
    if let Some(path) = &args.emit_proof {
        let bytes = found.proof.certificate(false).seal().bytes;
        write_atomically(path, &bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
    }
    let (at_least, claims) = (found.at_least, found.proof.claims.len());
    let result = if lost { "LOSS" } else { "WIN" };
    if args.json {
        let object = json!({ "game": "sprouts", "play": "normal", "spots": args.spots, "result": result,
            "claims": claims, "claims_at_least": at_least });
        writeln!(stdout(), "{object}")?;
    } else if at_least == claims {
        writeln!(stdout(), "s {question} normal {result}, least number of claims: {claims}")?;
    } else {
        writeln!(stdout(), "s {question} normal {result}, least number of claims: {at_least} to {claims}")?;
    }
    Ok(if at_least == claims { ExitCode::SUCCESS } else { ExitCode::from(3) })
}
