//! `solve least`: the least possible certificate of a small game.

use crate::failure::Failure;
use crate::flags::numbers::whole;
use crate::flags::question::Question;
use crate::flags::report::ReportArgs;
use crate::outputs::{Destination, ProofFile};
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json, words};
use clap::Args;
use search::normal::proof::{Goal, least};
use search::normal::{LandTable, Limits, NimberSearch};
use search::session::{Answer, Play};
use serde_json::json;
use sprouts::Outcome;
use std::process::ExitCode;

#[derive(Args)]
pub struct LeastArgs {
    /// Number of spots at the start (5 takes seconds, 6 minutes, 7 more memory than most machines have)
    #[arg(value_parser = whole::<usize>(1, 7))]
    spots: usize,
    #[command(flatten)]
    proof: ProofFile,
    /// Nodes of the search for each number of claims, before it gives up and states bounds
    #[arg(long, value_name = "NUMBER", default_value = "1000000", value_parser = whole::<u64>(1, u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    report: ReportArgs,
}

/// Exit code 0 if the least number of claims is known, 3 if there are bounds only.
pub fn run(args: &LeastArgs) -> Result<ExitCode, Failure> {
    let question = Question::spots(args.spots)?;
    let destination = Destination::probe_some(args.proof.emit_proof.as_ref())?;
    let printer = Printer::beside(&args.report, destination.as_ref());
    let too_large = |error| Failure::TooLarge { text: question.start.to_string(), error };
    let mut line = LiveLine::new(&args.report);
    let mut land_table = LandTable::new();
    let lands = land_table.position(&question.start);
    let lost = match NimberSearch::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0) {
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
        line.show(&[question.to_string(), format!("{claims} claims {verdict}"), format!("{nodes} nodes")]);
    });
    let found = found.map_err(Failure::NoProof)?;
    line.clear();
    let sealed = destination.as_ref().map(|_| found.proof.certificate(false).seal());
    let written = match (&destination, &sealed) {
        (Some(destination), Some(sealed)) => destination.write(&sealed.bytes),
        _ => Ok(()),
    };
    let (at_least, claims, replies) = (found.at_least, found.proof.claims.len(), found.proof.replies.len());
    let answer = Answer::Outcome(if lost { Outcome::Loss } else { Outcome::Win });
    let sentence = words::verdict(&question, Play::Normal, answer);
    if printer.is_json() {
        let file = destination.as_ref().map(Destination::path);
        printer.object(&json::object(
            "least",
            json!({
                "game": "sprouts",
                "play": "normal",
                "spots": args.spots,
                "result": answer.to_string(),
                "sentence": sentence,
                "statements": [format!("{question} normal {answer}")],
                "claims": claims,
                "claims_at_least": at_least,
                "proof": json::proof(sealed.as_ref(), Some((claims, replies)), file),
            }),
        ))?;
    } else {
        let bounds = if at_least == claims { claims.to_string() } else { format!("{at_least} to {claims}") };
        printer.verdict(&sentence, &format!("{question} normal {answer}, least number of claims: {bounds}"))?;
    }
    written?;
    Ok(if at_least == claims { ExitCode::SUCCESS } else { ExitCode::from(3) })
}
