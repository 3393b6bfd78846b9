//! `solve census`: counting a whole game.

use crate::failure::Failure;
use crate::flags::numbers::{grouped, whole};
use crate::flags::report::ReportArgs;
use crate::flags::resources::LimitArgs;
use crate::interrupt::{self, Guard};
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use clap::Args;
use search::census::{self, Counts, Listener};
use search::common::limits::Stopped;
use serde_json::json;
use sprouts::Engine;
use sprouts::plain::PlainPosition;
use sprouts::token::MAX_SPOTS;
use std::process::ExitCode;

#[derive(Args)]
pub struct CensusArgs {
    /// Number of spots at the start (6 takes seconds, 7 minutes, 8 more memory than most machines have)
    #[arg(value_parser = whole::<usize>(1, MAX_SPOTS as u64))]
    spots: usize,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    report: ReportArgs,
}

struct Watcher<'a> {
    line: LiveLine,
    guard: &'a Guard,
    title: String,
    found: usize,
}

impl Listener for Watcher<'_> {
    fn explored(&mut self, done: usize, found: usize) {
        self.found = found;
        let title = &self.title;
        self.line.update(|| {
            let (done, found) = (grouped(done as u64), grouped(found as u64));
            vec![title.clone(), format!("{done} positions explored of {found} found so far")]
        });
    }

    fn built(&mut self, done: usize, positions: usize) {
        let title = &self.title;
        self.line.update(|| {
            let percent = done * 100 / positions.max(1);
            vec![title.clone(), format!("trees of {percent}% of {} positions built", grouped(positions as u64))]
        });
    }

    fn check(&mut self) -> Result<(), Stopped> {
        self.guard.check()
    }
}

pub fn run(args: &CensusArgs) -> Result<ExitCode, Failure> {
    interrupt::listen();
    let too_large = |error| Failure::TooLarge { text: format!("0*{}", args.spots), error };
    let start = Engine::new().canonical(&PlainPosition::start(args.spots)).map_err(too_large)?;
    let guard = Guard::new(&args.limits);
    let mut line = LiveLine::new(&args.report);
    line.begin(args.limits.time_limit);
    let mut watcher = Watcher { line, guard: &guard, title: format!("census of {} spots", args.spots), found: 0 };
    let counted = census::census(&start, &mut watcher);
    let found = watcher.found;
    drop(watcher);
    match counted {
        Ok(counts) => report(args, &guard, Ok(counts)).map(|()| ExitCode::SUCCESS),
        Err(Stopped::TooLarge(error)) => Err(too_large(error)),
        Err(stopped) => report(args, &guard, Err((stopped, found))).map(|()| ExitCode::from(3)),
    }
}

fn report(args: &CensusArgs, guard: &Guard, counted: Result<Counts, (Stopped, usize)>) -> Result<(), Failure> {
    let printer = Printer::new(&args.report);
    let seconds = guard.seconds();
    if printer.is_json() {
        let counts = counted.as_ref().ok();
        return printer.object(&json::object(
            "census",
            json!({
                "spots": args.spots,
                "complete": counted.is_ok(),
                "positions": counts.map(|counts| counts.positions),
                "lands": counts.map(|counts| counts.lands),
                "canonical_trees": counts.map(|counts| counts.canonical_trees),
                "reduced_trees": counts.map(|counts| counts.reduced_trees),
                "edges": counts.map(|counts| counts.edges),
                "raw_moves": counts.map(|counts| counts.raw_moves),
                "reason": counted.as_ref().err().map(|(stopped, _)| stopped.to_string()),
                "seconds": seconds,
            }),
        ));
    }
    let counts = match counted {
        Ok(counts) => counts,
        Err((stopped, found)) => {
            printer.comment(&format!("{stopped} after {seconds:.2} s, with {found} positions found"))?;
            let spots = args.spots;
            let sentence = format!("UNKNOWN: the positions of the {spots}-spot game were not counted: {stopped}.");
            return printer.verdict(&sentence, &format!("census {spots} UNKNOWN"));
        }
    };
    let rows = [
        ("spots", args.spots),
        ("positions", counts.positions),
        ("lands", counts.lands),
        ("canonical trees", counts.canonical_trees),
        ("RCTs", counts.reduced_trees),
        ("options", counts.edges),
        ("raw moves", counts.raw_moves),
    ];
    for (name, value) in rows {
        printer.line(&format!("{name:<16}{value:>12}"))?;
    }
    printer.line(&format!("{:<16}{seconds:>12.2}", "seconds"))
}
