//! The arguments of `solve morpion`.

use crate::commands::puzzles::ProofArgs;
use crate::failure::Failure;
use crate::flags::numbers::{seconds, whole};
use crate::flags::report::ReportArgs;
use crate::flags::resources::{LimitArgs, ThreadArgs};
use crate::outputs::write;
use clap::Args;
use puzzles::morpion::{self, Move, Rule};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  solve morpion bruneau170                        is the game legal, and is any move left?
  solve morpion bruneau170 --from 120             everything that can follow its first 120 moves
  solve morpion rosin178 --from 110 --emit-proof p.bin
  solve morpion quist136 --from 75 --save g.txt   a longer game than the one given
  solve morpion bruneau170 --from 90 --checkpoint b.json   stop with Ctrl-C, go on with the same command
  solve morpion rosin82 --svg g.svg               a plain

A file holds a move a line, `x y start_x start_y direction` (new dot, start of the line, E, S, SE or NE; y downwards; the
cross lies in [0, 9] × [0, 9]), or is a list as Pentasol writes it: `(x,y)` of the cross's dot (3, 3) first, then `(x,y) | +2`.

Exit codes: 0 settled, 2 an error, 3 stopped by a limit or Ctrl-C before it was settled.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MorpionArgs {
    /// A file, `cross` for the start, or a game that comes with the program: bruneau170, quist136, rosin178, rosin82
    pub game: String,
    /// 5T: lines may touch; 5D: lines are disjoint [default: what the file says, else 5T]
    #[arg(long, value_name = "RULE")]
    pub rules: Option<Rule>,
    /// Play the first K moves, then search all that can follow
    #[arg(long, value_name = "K", value_parser = whole::<usize>(0, 100_000))]
    pub from: Option<usize>,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Draw the game (with --from: a longest one) to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a longest game to this file
    #[arg(long, value_name = "FILE", requires = "from")]
    pub save: Option<PathBuf>,
    /// Keep the state of the search in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", requires = "from")]
    pub checkpoint: Option<PathBuf>,
    /// Save the state so often
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub save_every: Duration,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

impl MorpionArgs {
    /// The game's name in names of files.
    pub fn stem(&self) -> String {
        let stem = Path::new(&self.game).file_stem().unwrap_or_default().to_string_lossy();
        stem.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
    }

    /// Draws a game if that is wanted; moves after the first `from` stand out.
    pub fn draw(&self, moves: &[Move], from: usize, rule: Rule) -> Result<(), Failure> {
        let Some(path) = &self.svg else { return Ok(()) };
        let title = format!("Morpion Solitaire {rule}, {} moves", moves.len());
        write(path, morpion::svg(moves, from, &title).as_bytes())
    }
}
