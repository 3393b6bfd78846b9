//! `solve rct`: the reduced canonical tree of a position, its worth in misère play.

use crate::failure::Failure;
use crate::flags::numbers::whole;
use crate::flags::position::PositionArgs;
use crate::flags::report::ReportArgs;
use crate::flags::resources::LimitArgs;
use crate::interrupt::{self, Guard};
use crate::reporting::progress::Ticker;
use crate::reporting::{Printer, json};
use clap::Args;
use search::common::limits::Stopped;
use search::misere::Closure;
use serde_json::json;
use sprouts::{Engine, Outcome, Position};
use std::process::ExitCode;

/// Printed trees are cut to about this many bytes unless told otherwise.
const ROOM: usize = 2_000;

#[derive(Args)]
pub struct RctArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// Print the tree to this depth
    #[arg(long, value_name = "LEVELS", value_parser = whole::<usize>(0, 1_000_000))]
    depth: Option<usize>,
    /// Print the whole tree, however long
    #[arg(long, conflicts_with = "depth")]
    full: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &RctArgs) -> Result<ExitCode, Failure> {
    interrupt::listen();
    let position = args.at.canonical(&mut Engine::new())?;
    args.at.tell(&args.report);
    let guard = Guard::new(&args.limits);
    let ticker = Ticker::start(&args.report, args.limits.time_limit, &format!("tree of {position}"));
    let mut closure = Closure::new();
    let included = closure.include(&position, &guard.limits());
    drop(ticker);
    match included.map_err(|stopped| guard.explain(stopped)) {
        Ok(tree) => report(args, &position, &closure, tree).map(|()| ExitCode::SUCCESS),
        Err(Stopped::TooLarge(error)) => Err(args.at.too_large(error)),
        Err(stopped) => report_stop(args, &position, stopped, guard.seconds()).map(|()| ExitCode::from(3)),
    }
}

fn report(args: &RctArgs, position: &Position, closure: &Closure, tree: search::misere::TreeId) -> Result<(), Failure> {
    let trees = closure.trees();
    let depth = if args.full { Some(usize::MAX) } else { args.depth };
    let written = match depth {
        Some(depth) => trees.text_to_depth(tree, depth, usize::MAX).expect("no text is longer than that"),
        None => trees.text(tree, ROOM),
    };
    let factored = trees.factored(tree);
    let base = factored.plus_one.then(|| trees.text(factored.base, ROOM).text);
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        return printer.object(&json::object(
            "rct",
            json!({
                "position": args.at.print(position),
                "read_as": args.at.read_as().to_string(),
                "tree": written.text,
                "cut": written.is_cut,
                "name": trees.hash(tree).to_string(),
                "height": trees.height(tree),
                "children": trees.children(tree).len(),
                "result": trees.outcome(tree).words(),
                "heap": trees.heap_size(tree),
                "one_plus": base,
                "trees_in_game": trees.count(),
                "reason": null,
            }),
        ));
    }
    printer.line(&format!("tree      {}", written.text))?;
    if written.is_cut {
        printer.line("          (cut; the whole tree: --full, or some levels: --depth)")?;
    }
    if let Some(base) = base {
        printer.line(&format!("is        1 + {base}"))?;
    }
    printer.line(&format!("name      {}", trees.hash(tree)))?;
    printer.line(&format!("height    {}", trees.height(tree)))?;
    printer.line(&format!("children  {}", trees.children(tree).len()))?;
    let winner = match trees.outcome(tree) {
        Outcome::Win => "the player to move wins in misère play",
        Outcome::Loss => "the player who has just moved wins in misère play",
    };
    printer.line(&format!("outcome   {}: {winner}", trees.outcome(tree).words()))
}

fn report_stop(args: &RctArgs, position: &Position, stopped: Stopped, seconds: f64) -> Result<(), Failure> {
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        return printer.object(&json::object(
            "rct",
            json!({
                "position": args.at.print(position), "read_as": args.at.read_as().to_string(), "tree": null, "cut": null,
                "name": null, "height": null, "children": null, "result": "UNKNOWN", "heap": null, "one_plus": null,
                "trees_in_game": null, "reason": stopped.to_string(),
            }),
        ));
    }
    printer.comment(&format!("{stopped} after {seconds:.2} s"))?;
    let sentence = format!("UNKNOWN: the reduced canonical tree of {position} was not found: {stopped}.");
    printer.verdict(&sentence, &format!("rct {position} UNKNOWN"))
}
