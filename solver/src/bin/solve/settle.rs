//! `solve N` and `solve --position P`: who wins, with a certificate.

use crate::failure::Failure;
use crate::misere;
use crate::publish;
use crate::question::{Question, Spots};
use crate::resources::Resources;
use crate::session::Session;
use crate::variants;
use clap::{Args, ValueEnum};
use solver::files::probe;
use solver::proof::{Goal, Proof, Sealed};
use solver::search::Nimber;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Args)]
pub struct SettleArgs {
    /// Numbers of spots: `8`, `1..20` or `1..20,22,23`, solved in this order with one memory
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    pub spots: Option<Spots>,
    /// Settle this position instead, in any notation
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Misère play: who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// The most line ends a spot may have: 2 and 4 or more are other games than Sprouts
    #[arg(long, value_name = "D", default_value = "3", value_parser = clap::value_parser!(u8).range(2..))]
    max_degree: u8,
    #[command(flatten)]
    pub misere_args: misere::MisereArgs,
    /// Find the nimber instead of the outcome
    #[arg(long)]
    pub nimber: bool,
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
    pub shrink: Duration,
    /// Shrink for so many rounds at most: with the same seed and `--threads 1`, what comes out does not depend on the time
    #[arg(long, value_name = "NUMBER")]
    pub shrink_rounds: Option<u64>,
    /// Other seeds shrink along other ways
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    pub seed: u64,
    #[command(flatten)]
    pub resources: Resources,
    /// Load proven facts from this file if it exists, and save them there now and then and at the end
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// Save facts so often
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub save_every: Duration,
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
        let probed = std::fs::create_dir_all(folder).and_then(|()| probe(&folder.join("manifest.json")));
        probed.map_err(|error| Failure::Write { path: folder.clone(), error })?;
        publish::manifest(folder)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    Dfpn,
    Dfs,
}

pub fn seconds(text: &str) -> Result<Duration, String> {
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
    pub fn outcome(lost: bool) -> Self {
        if lost { Answer::Loss } else { Answer::Win }
    }

    pub fn goal(self) -> Goal {
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
    pub certificate: Option<(Proof, Sealed)>,
}

pub fn settle(args: &SettleArgs) -> Result<ExitCode, Failure> {
    check_usage(args)?;
    let questions = questions(args)?;
    for path in [&args.facts, &args.emit_proof].into_iter().flatten() {
        probe(path).map_err(|error| Failure::Write { path: path.clone(), error })?;
    }
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    if args.max_degree != 3 {
        let spots = args.spots.as_ref().map_or(&[][..], |spots| &spots.0);
        return variants::settle(args, spots, usize::from(args.max_degree));
    }
    if args.misere {
        return misere::settle(args, &questions);
    }
    Session::open(args)?.settle_all(&questions)
}

fn check_usage(args: &SettleArgs) -> Result<(), Failure> {
    let wants_proof = args.wants_proof();
    if args.max_degree != 3 {
        return variants::check_usage(args);
    }
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
        return Err(Failure::Usage("--closure goes with --misere"));
    }
    if args.engine == EngineName::Dfs && args.resources.are_set() {
        return Err(Failure::Usage("--threads and --memory go with the default engine"));
    }
    if args.shrink.is_zero() && args.shrink_rounds.is_some() {
        return Err(Failure::Usage("--shrink-rounds goes with --shrink"));
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
