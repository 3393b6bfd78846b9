//! `solve play`: a game against the machine or between two people, in a terminal or through a pipe.

mod commands;
mod input;
mod moves;
mod screen;
mod table;
mod talk;

use crate::failure::Failure;
use crate::settle::{INTERRUPTED, seconds};
use board::play::{Claims, Level, LostNodes, Match, Oracle, Player};
use board::records::{Game, MoveNotation};
use clap::Args;
use common::escape::escaped;
use search::normal::Limits;
use sprouts::Engine;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use table::Table;

#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct PlayArgs {
    /// Number of spots
    #[arg(value_parser = clap::value_parser!(u8).range(1..=20), required_unless_present = "resume")]
    spots: Option<u8>,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Answer from this certificate as far as it goes; its claims are checked first
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Whether you move first or second
    #[arg(long, value_name = "first|second", default_value = "first", conflicts_with = "two")]
    you: Player,
    /// How well the machine plays: `easy` plays anything, `medium` sees the end only when few lives are left
    #[arg(long, value_name = "easy|medium|perfect", default_value = "perfect", conflicts_with = "two")]
    level: Level,
    /// Two people play, and the machine only watches
    #[arg(long)]
    two: bool,
    /// Draw with plain characters instead of Unicode dots
    #[arg(long)]
    ascii: bool,
    /// Do not draw positions
    #[arg(long, conflicts_with = "ascii")]
    no_picture: bool,
    /// Keep a picture of the position in this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write moves in this notation
    #[arg(long, value_name = "NOTATION", default_value = "hoey")]
    notation: MoveNotation,
    /// Save the record here at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game of this record
    #[arg(long, value_name = "FILE", conflicts_with = "spots")]
    resume: Option<PathBuf>,
    /// The machine thinks so long about a move at most
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    think: Duration,
    /// Seed of the moves that `easy` and `medium` make [default: the time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

const AFTER_HELP: &str = "\
Examples:
  solve play 5                                     you move first; type `1 2` to join spots 1 and 2
  solve play 5 --you second --proof proofs/normal-05.bin
  solve play 4 --level easy --svg game.svg         with a picture for a browser
  solve play 6 --two --misere                      two people, and who cannot move wins
  printf 'pick 1\\npick 1\\nquit\\n' | solve play 3    through a pipe";

pub fn play(args: &PlayArgs) -> Result<ExitCode, Failure> {
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    let game = match &args.resume {
        None => Game::new(usize::from(args.spots.unwrap_or(1))),
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| Failure::Read { path: path.clone(), error })?;
            Game::read(&text)?
        }
    };
    let mut contest = Match::new(game.positions()[0].spot_count(), oracle(args)?, args.you);
    contest.game = game;
    Table::new(args, contest).run()
}

/// The positions of a certificate in words.
fn about(starts: &[String]) -> String {
    match starts {
        [] | [_] => starts.concat(),
        [first, .., last] => format!("{} positions, {first} to {last}", starts.len()),
    }
}

fn oracle(args: &PlayArgs) -> Result<Oracle, Failure> {
    let Some(path) = &args.proof else {
        return Ok(if args.misere { Oracle::misere() } else { Oracle::normal(Claims::default()) });
    };
    let bytes = std::fs::read(path).map_err(|error| Failure::Read { path: path.clone(), error })?;
    let failure = |error| Failure::Claims { path: path.clone(), error };
    let mut out = stdout();
    if args.misere {
        let nodes = LostNodes::read(&bytes, Limits { interrupt: Some(&INTERRUPTED), ..Limits::default() });
        let nodes = nodes.map_err(failure)?;
        writeln!(out, "c {} claims about {}, all supported", nodes.lost.len(), escaped(&about(&nodes.starts)))?;
        return Ok(Oracle::misere_from(nodes));
    }
    let read = Claims::read(&bytes).and_then(|claims| claims.support(&mut Engine::new()).map(|()| claims));
    let claims = read.map_err(failure)?;
    writeln!(out, "c {} claims about {}, all supported", claims.len(), escaped(&about(claims.starts())))?;
    Ok(Oracle::normal(claims))
}

impl PlayArgs {
    /// Limits for one thought.
    fn limits(&self) -> Limits<'static> {
        Limits { deadline: Some(Instant::now() + self.think), interrupt: Some(&INTERRUPTED), ..Limits::default() }
    }
}
