//! `solve morpion`: is a game of Morpion Solitaire legal, and how far could it go from one of its moves on?

use super::longest::longest;
use super::publish::About;
use super::{ProofArgs, add_proof, print_proof, write};
use crate::failure::Failure;
use crate::settle::seconds;
use clap::Args;
use serde_json::json;
use solver::morpion::{self, CROSS, Game, Move, Rule, decode};
use solver::proof::{PuzzleStatement, game_name};
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  solve morpion bruneau170                        is the game legal, and is any move left?
  solve morpion bruneau170 --from 120             everything that can follow its first 120 moves
  solve morpion rosin178 --from 110 --emit-proof p.bin
  solve morpion quist136 --from 75 --save g.txt   a longer game than the one given
  solve morpion bruneau170 --from 90 --checkpoint b.json   stop with Ctrl-C, go on with the same command
  solve morpion rosin82 --svg g.svg               a drawing

A file holds a move a line, `x y start_x start_y direction` (new dot, start of the line, E, S, SE or NE; y downwards; the
cross lies in [0, 9] × [0, 9]), or is a list as Pentasol writes it: `(x,y)` of the cross's dot (3, 3) first, then `(x,y) | +2`.

Exit codes: 0 settled, 2 an error, 3 stopped by a limit or Ctrl-C before it was settled.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MorpionArgs {
    /// A file, `cross` for the start, or a game that comes with the program: bruneau170, quist136, rosin178, rosin82
    game: String,
    /// 5T: lines may touch; 5D: lines are disjoint [default: what the file says, else 5T]
    #[arg(long, value_name = "RULE")]
    pub rules: Option<Rule>,
    /// Play the first K moves, then search all that can follow
    #[arg(long, value_name = "K")]
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
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, requires = "checkpoint")]
    pub save_every: Duration,
    /// Threads to search with [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Give up after so long (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
    /// Progress on stderr even if it is no terminal
    #[arg(long, conflicts_with = "quiet")]
    pub progress: bool,
}

pub fn morpion(args: &MorpionArgs) -> Result<ExitCode, Failure> {
    let game = read_game(args)?;
    match args.from {
        None => about_game(args, &game).map(|()| ExitCode::SUCCESS),
        Some(from) if from > game.moves.len() => {
            Err(Failure::Request(format!("--from {from}: the game has only {} moves", game.moves.len())))
        }
        Some(from) => longest(args, &game, from),
    }
}

/// A game by its name, or from a file. A file `./bruneau170` needs its path.
fn read_game(args: &MorpionArgs) -> Result<Game, Failure> {
    if let Some(known) = morpion::known(&args.game) {
        let Some(rule) = args.rules.filter(|&rule| rule != known.rule) else { return Ok(known) };
        let other = Game { rule, ..known };
        return other.play(other.moves.len()).map(|_| other.clone()).map_err(|error| bad_game(args, error));
    }
    let path = Path::new(&args.game);
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            let known: Vec<&str> = morpion::known_names().chain([CROSS]).collect();
            Failure::Request(format!(
                "there is no file `{}`, and no game of that name: {}",
                args.game,
                known.join(", ")
            ))
        }
        _ => Failure::Read { path: path.into(), error },
    })?;
    morpion::parse(&text, args.rules).map_err(|error| bad_game(args, error))
}

/// The game's name in names of files.
pub fn stem(args: &MorpionArgs) -> String {
    let stem = Path::new(&args.game).file_stem().unwrap_or_default().to_string_lossy();
    stem.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

fn bad_game(args: &MorpionArgs, error: morpion::GameError) -> Failure {
    Failure::Request(format!("{}: {error}", args.game))
}

/// Without a search: the moves are legal (or there would be no game), and what is left.
fn about_game(args: &MorpionArgs, game: &Game) -> Result<(), Failure> {
    let started = Instant::now();
    let left = game.moves_left().map_err(|error| Failure::Request(error.to_string()))?;
    let name = game_name(game.rule, &game.moves);
    if args.proof.is_wanted() && !left.is_empty() {
        let (count, first) = (left.len(), decode(left[0]));
        return Err(Failure::Request(format!("{count} moves are left, for example {first}: nothing to prove")));
    }
    let statement = PuzzleStatement::MorpionGame { rule: game.rule, moves: &game.moves };
    let sealed = args.proof.write(&statement, || About {
        stem: format!("morpion-{}", stem(args)),
        statement: format!("morpion {} {name} GAME {}", game.rule, game.moves.len()),
        meaning: format!(
            "{}, {}: a legal game of {} moves, and no move is left",
            stem(args),
            game.rule,
            game.moves.len()
        ),
        positions: 1,
        solve_seconds: started.elapsed().as_secs_f64(),
    })?;
    draw(args, &game.moves, game.moves.len(), game.rule)?;
    let mut out = stdout().lock();
    if args.json {
        let mut object = json!({ "game": "morpion", "rules": game.rule.to_string(), "name": name,
            "moves": game.moves.len(), "moves_left": left.len() });
        add_proof(&mut object, sealed.as_ref());
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "c {} moves, all of them legal; {} left", game.moves.len(), left.len())?;
    for &code in &left {
        writeln!(out, "c left: {}", decode(code))?;
    }
    print_proof(&mut out, sealed.as_ref())?;
    let result = if left.is_empty() { "GAME" } else { "UNFINISHED" };
    writeln!(out, "s morpion {} {name} {result} {}", game.rule, game.moves.len())?;
    Ok(())
}

/// Draws a game if that is wanted; moves after the first `from` stand out.
pub fn draw(args: &MorpionArgs, moves: &[Move], from: usize, rule: Rule) -> Result<(), Failure> {
    let Some(path) = &args.svg else { return Ok(()) };
    let title = format!("Morpion Solitaire {rule}, {} moves", moves.len());
    write(path, morpion::svg(moves, from, &title).as_bytes())
}
