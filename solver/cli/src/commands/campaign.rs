//! `solve campaign`: many games one after the other, each by a program of its own, for as long as it takes.
//!
//! The folder of a campaign keeps what was reached: for each game a certificate, written the moment it is settled, or a facts
//! file from which the next run goes on, or one for all games; and `log.jsonl`, with a line for each attempt. So the same
//! command picks up where it was stopped, by whatever, and on another machine if the folder is taken there. Facts files of two
//! machines are put together by `solve facts merge`.

use crate::failure::Failure;
use crate::flags::numbers::seconds;
use crate::flags::question::Spots;
use crate::flags::report::ReportArgs;
use crate::interrupt::{self, INTERRUPTED};
use crate::outputs::{Destination, probe_folder};
use crate::publishing::file_name;
use crate::reporting::Printer;
use certificate::read_claims;
use clap::Args;
use search::normal::facts::{self, FactsError};
use search::session::Play;
use serde_json::{Value, json};
use sprouts::{Land, Nimber};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::Ordering;

#[derive(Args)]
#[command(after_help = "\
Examples:
  solve campaign far 46,47,50..60 --time-limit 2h --memory 12G
  solve campaign far 48 --from proofs/normal-01-44.bin   its claims are facts to start from
  solve campaign far 28,29,34,35,40,41 --share-facts     each game begins with what the others have proven")]
pub struct CampaignArgs {
    /// The folder of the campaign; it is made if it is not there
    folder: PathBuf,
    /// The games, in the order in which they are to be tried
    spots: Spots,
    /// Misère play: who cannot move wins
    #[arg(long, conflicts_with = "from")]
    misere: bool,
    /// Begin games that have no facts yet with the claims of these certificates, or with the facts of these files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// All games share one facts file, facts.facts in the folder: what one has proven helps the next
    #[arg(long)]
    share_facts: bool,
    /// Leave a game after so long; the next run goes on with it
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<std::time::Duration>,
    /// All the memory that a search may take, as for `solve N`
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Threads of a search, as for `solve N`
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Save facts so often
    #[arg(long, value_name = "SECONDS", default_value = "5m", value_parser = seconds)]
    save_every: std::time::Duration,
    #[command(flatten)]
    report: ReportArgs,
}

/// The log of a campaign: JSON objects, one a line.
const LOG: &str = "log.jsonl";
/// The facts of all games, where they are shared.
const SHARED: &str = "facts.facts";

pub fn run(args: &CampaignArgs) -> Result<ExitCode, Failure> {
    probe_folder(&args.folder, &[LOG])?;
    interrupt::listen();
    let printer = Printer::new(&args.report);
    let mut code = ExitCode::SUCCESS;
    for &spots in &args.spots.0 {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Ok(ExitCode::from(3));
        }
        let game = Game::new(args, spots);
        if game.certificate.exists() {
            if !printer.is_json() {
                printer.comment(&format!("{spots} spots: settled before"))?;
            }
            continue;
        }
        let start = game.prepare(args)?;
        let object = game.solve(args)?;
        log(&args.folder, &object, start)?;
        if printer.is_json() {
            printer.object(&object)?;
        } else {
            let word = |field: &str| object[field].as_str().unwrap_or_default().to_owned();
            printer.verdict(&word("sentence"), &format!("sprouts {spots} {} {}", word("play"), word("result")))?;
        }
        if object["result"] == "UNKNOWN" {
            code = ExitCode::from(3);
        }
    }
    Ok(code)
}

/// A game and its files.
struct Game {
    spots: usize,
    certificate: PathBuf,
    facts: PathBuf,
}

impl Game {
    fn new(args: &CampaignArgs, spots: usize) -> Self {
        let play = if args.misere { Play::Misere } else { Play::Normal };
        let certificate = args.folder.join(file_name(play, spots));
        let facts = if args.share_facts { args.folder.join(SHARED) } else { certificate.with_extension("facts") };
        Game { spots, facts, certificate }
    }

    /// Lays the facts ready. Returns how the search begins: `cold`, `warm`, or `resumed`.
    fn prepare(&self, args: &CampaignArgs) -> Result<&'static str, Failure> {
        if self.facts.exists() {
            return Ok("resumed");
        }
        if args.from.is_empty() {
            return Ok("cold");
        }
        let mut lists = Vec::new();
        for path in &args.from {
            lists.push(match facts::read(path) {
                Err(FactsError::NotFacts(_)) => claims(path)?,
                facts => facts?,
            });
        }
        facts::write(&self.facts, facts::merge(lists)?)?;
        Ok("warm")
    }

    /// Runs `solve N`, so that each game has its memory for itself. Its report is the object that it prints.
    fn solve(&self, args: &CampaignArgs) -> Result<Value, Failure> {
        let program = std::env::current_exe()?;
        let mut command = Command::new(program);
        command.arg(self.spots.to_string()).arg("--json").arg("--facts").arg(&self.facts);
        command.arg("--emit-proof").arg(&self.certificate);
        command.arg("--save-every").arg(args.save_every.as_secs_f64().to_string());
        if let Some(limit) = args.time_limit {
            command.arg("--time-limit").arg(limit.as_secs_f64().to_string());
        }
        let values = [("--memory", &args.memory), ("--threads", &args.threads)];
        for (flag, value) in values.into_iter().filter_map(|(flag, value)| Some((flag, value.as_ref()?))) {
            command.args([flag, value]);
        }
        let flags = [("--misere", args.misere), ("--quiet", args.report.quiet), ("--progress", args.report.progress)];
        command.args(flags.into_iter().filter(|(_, is_on)| *is_on).map(|(flag, _)| flag));
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        let failed = || {
            let what = output.status.code().map_or("was ended".into(), |code| format!("ended with exit code {code}"));
            Failure::Request(format!("the search of {} spots {what}; the same command goes on", self.spots))
        };
        match output.status.code() {
            Some(0 | 3) => serde_json::from_slice(&output.stdout).map_err(|_| failed()),
            _ => Err(failed()),
        }
    }
}

fn claims(path: &Path) -> Result<Vec<(Land, Nimber)>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::Read { path: path.into(), error })?;
    let read = read_claims(&bytes).map_err(|error| Failure::Certificate { path: path.into(), error })?;
    Ok(read.claims)
}

/// Adds a line to the log.
fn log(folder: &Path, object: &Value, start: &str) -> Result<(), Failure> {
    let path = folder.join(LOG);
    Destination::probe_file(&path)?;
    let mut line = object.clone();
    line["start"] = json!(start);
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
    let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.map_err(|error| Failure::Write { path, error })
}
