//! `solve tree`: a picture of the winning strategy of a small game.

use crate::failure::Failure;
use crate::flags::numbers::{seconds, whole};
use crate::flags::report::ReportArgs;
use crate::interrupt::{self, INTERRUPTED};
use crate::outputs::Outputs;
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use board::play::{Claims, Oracle};
use board::strategy::{self, StrategyTree, TreeTooLarge};
use clap::Args;
use search::normal::{Limits, Stopped};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TreeArgs {
    /// Number of spots
    #[arg(value_parser = whole::<usize>(1, 6), allow_negative_numbers = true)]
    spots: usize,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Write the picture to this file, as SVG
    #[arg(long, value_name = "FILE", required_unless_present = "html")]
    svg: Option<PathBuf>,
    /// Write a page to this file in which the picture can be moved and zoomed
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Give up after so long (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  solve tree 2 --svg tree.svg      how the second player wins with 2 spots
  solve tree 4 --html tree.html    a larger tree, as a page to move about in

Heavy lines are the winner's moves, one in each position; thin ones are all moves of the opponent. In a single frame the player \
to move wins, in a double frame loses. Moves are written in Hoey's notation, as the position above them is numbered.";

pub fn run(args: &TreeArgs) -> Result<ExitCode, Failure> {
    interrupt::listen();
    let outputs = Outputs::probe(&[&args.svg, &args.html])?;
    let printer = Printer::beside(&args.report, outputs.on_stdout());
    match grown(args) {
        Err(TreeTooLarge::Stopped(stopped @ (Stopped::TimeOver | Stopped::Interrupted))) => {
            let reason = stopped.to_string();
            if printer.is_json() {
                printer.object(&object(args, None, Some(&reason), &[]))?;
            } else {
                printer.comment(&format!("{reason}: no picture"))?;
            }
            Ok(ExitCode::from(3))
        }
        tree => {
            draw(args, &outputs, &printer, &tree?)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn grown(args: &TreeArgs) -> Result<StrategyTree, TreeTooLarge> {
    let mut oracle = if args.misere { Oracle::misere() } else { Oracle::normal(Claims::default()) };
    let deadline = args.time_limit.map(|time| Instant::now() + time);
    let limits = Limits { deadline, interrupt: Some(&INTERRUPTED), ..Limits::default() };
    let mut line = LiveLine::new(&args.report);
    StrategyTree::of(args.spots, &mut oracle, limits, |nodes| line.show(&[format!("{nodes} positions laid out")]))
}

fn draw(args: &TreeArgs, outputs: &Outputs, printer: &Printer, tree: &StrategyTree) -> Result<(), Failure> {
    let words = title(args, tree);
    let drawn = strategy::svg(tree, &words);
    let mut files = Vec::new();
    for (nth, text) in [drawn.clone(), strategy::html(&words, &drawn)].iter().enumerate() {
        if let Some(file) = outputs.get(nth) {
            file.write(text.as_bytes())?;
            files.push(file.path().display().to_string());
        }
    }
    if printer.is_json() {
        return printer.object(&object(args, Some(tree), None, &files));
    }
    for file in &files {
        let file = common::escape::escaped(file);
        printer.line(&format!("s drawn {} positions in {file}", tree.nodes.len()))?;
    }
    Ok(())
}

fn winner(tree: &StrategyTree) -> &'static str {
    if tree.nodes[0].is_lost { "second" } else { "first" }
}

fn title(args: &TreeArgs, tree: &StrategyTree) -> String {
    let play = if args.misere { "misère play" } else { "normal play" };
    let spots = if args.spots == 1 { "1 spot".into() } else { format!("{} spots", args.spots) };
    format!("How the {} player wins with {spots} in {play}", winner(tree))
}

fn object(args: &TreeArgs, tree: Option<&StrategyTree>, reason: Option<&str>, files: &[String]) -> serde_json::Value {
    json::object(
        "tree",
        json!({
            "play": if args.misere { "misere" } else { "normal" },
            "spots": args.spots,
            "winner": tree.map(winner),
            "positions": tree.map(|tree| tree.nodes.len()),
            "moves": tree.map(|tree| tree.edges.len()),
            "reason": reason,
            "files": files,
        }),
    )
}
