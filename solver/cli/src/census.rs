//! `solve census`: counting a whole game.

use crate::failure::Failure;
use crate::progress::LiveLine;
use clap::Args;
use search::census::{self, Listener};
use serde_json::json;
use sprouts::Engine;
use sprouts::plain::PlainPosition;
use sprouts::token::MAX_SPOTS;
use std::io::{Write, stdout};
use std::time::Instant;

#[derive(Args)]
pub struct CensusArgs {
    /// Number of spots at the start (6 takes seconds, 7 minutes, 8 more memory than most machines have)
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_SPOTS as u64))]
    spots: u64,
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

struct Watcher {
    line: LiveLine,
}

impl Listener for Watcher {
    fn explored(&mut self, done: usize, found: usize) {
        self.line.update(|| format!("explored {done} of {found} positions found so far"));
    }

    fn built(&mut self, done: usize, positions: usize) {
        self.line.update(|| format!("built the trees of {done} of {positions} positions"));
    }
}

pub fn census(args: &CensusArgs) -> Result<(), Failure> {
    let started = Instant::now();
    let too_large = |error| Failure::TooLarge { text: format!("0*{}", args.spots), error };
    let start = Engine::new().canonical(&PlainPosition::start(args.spots as usize)).map_err(too_large)?;
    let mut watcher = Watcher { line: LiveLine::new(args.quiet, args.progress) };
    let counts = census::census(&start, &mut watcher).map_err(too_large)?;
    drop(watcher);
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        let mut object = json!(counts);
        object["spots"] = json!(args.spots);
        object["seconds"] = json!(seconds);
        writeln!(stdout(), "{object}")?;
        return Ok(());
    }
    let rows = [
        ("spots", args.spots as usize),
        ("positions", counts.positions),
        ("lands", counts.lands),
        ("canonical trees", counts.canonical_trees),
        ("RCTs", counts.reduced_trees),
        ("options", counts.edges),
        ("raw moves", counts.raw_moves),
    ];
    let mut out = stdout().lock();
    for (name, value) in rows {
        writeln!(out, "{name:<16}{value:>12}")?;
    }
    writeln!(out, "{:<16}{seconds:>12.2}", "seconds")?;
    Ok(())
}
