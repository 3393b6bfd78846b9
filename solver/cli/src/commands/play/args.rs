//! The arguments of `solve play`.

use crate::flags::numbers::{seconds, whole};
use crate::interrupt::INTERRUPTED;
use board::play::{Level, Player};
use board::records::MoveNotation;
use clap::Args;
use search::normal::Limits;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct PlayArgs {
    /// Number of spots
    #[arg(value_parser = whole::<usize>(1, 20), allow_negative_numbers = true, required_unless_present = "resume")]
    pub spots: Option<usize>,
    /// Misère play: who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Answer from this certificate as far as it goes; its claims are checked first
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Whether you move first or second
    #[arg(long, value_name = "first|second", default_value = "first", conflicts_with = "two")]
    pub you: Player,
    /// How well the machine plays: `easy` plays anything, `medium` sees the end only when few lives are left
    #[arg(long, value_name = "easy|medium|perfect", default_value = "perfect", conflicts_with = "two")]
    pub level: Level,
    /// Two people play, and the machine only watches
    #[arg(long)]
    pub two: bool,
    /// Draw with plain characters instead of Unicode dots
    #[arg(long)]
    pub ascii: bool,
    /// Do not draw positions
    #[arg(long, conflicts_with = "ascii")]
    pub no_picture: bool,
    /// Keep a picture of the position in this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write moves in this notation
    #[arg(long, value_name = "NOTATION", default_value = "hoey")]
    pub notation: MoveNotation,
    /// Save the record here at the end
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with the game of this record
    #[arg(long, value_name = "FILE", conflicts_with = "spots")]
    pub resume: Option<PathBuf>,
    /// The machine thinks so long about a move at most
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub think: Duration,
    /// Seed of the moves that `easy` and `medium` make [default: the time]
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
}

const AFTER_HELP: &str = "\
Examples:
  solve play 5                                     you move first; type `1 2` to join spots 1 and 2
  solve play 5 --you second --proof proofs/normal-05.bin
  solve play 4 --level easy --svg game.svg         with a picture for a browser
  solve play 6 --two --misere                      two people, and who cannot move wins
  printf 'pick 1\\npick 1\\nquit\\n' | solve play 3    through a pipe";

impl PlayArgs {
    /// Limits for one thought.
    pub fn limits(&self) -> Limits<'static> {
        Limits { deadline: Some(Instant::now() + self.think), interrupt: Some(&INTERRUPTED), ..Limits::default() }
    }
}
