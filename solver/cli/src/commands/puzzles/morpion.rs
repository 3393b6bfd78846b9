//! `solve morpion`: is a game of Morpion Solitaire legal, and how far could it go from one of its moves on?

use super::longest::longest;
use super::{ProofArgs, proof_words};
use crate::failure::Failure;
use crate::flags::numbers::{seconds, whole};
use crate::flags::report::ReportArgs;
use crate::flags::resources::{LimitArgs, ThreadArgs};
use crate::outputs::{Destination, write};
use crate::publishing::puzzles::About;
use crate::reporting::{Printer, json};
use clap::Args;
use puzzles::certificates::{game_name, morpion_game};
use puzzles::morpion::{self, CROSS, Game, Move, Rule, decode};
use serde_json::json;
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
  solve morpion rosin82 --svg g.svg               a plain

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

pub fn run(args: &MorpionArgs) -> Result<ExitCode, Failure> {
    let game = read_game(args)?;
    for path in [&args.svg, &args.save, &args.checkpoint].into_iter().flatten() {
        Destination::probe_file(path)?;
    }
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
    let proof = args.proof.probe()?;
    let sealed = proof.seal(&morpion_game(game.rule, &game.moves));
    let written = proof.write(sealed.as_ref(), || About {
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
    });
    let drawn = draw(args, &game.moves, game.moves.len(), game.rule);
    let printer = Printer::beside(&args.report, proof.file());
    let moves = game.moves.len();
    let (result, sentence) = if left.is_empty() {
        ("GAME", format!("GAME: this is a legal game of {moves} moves, and no move is left."))
    } else {
        ("UNFINISHED", format!("UNFINISHED: these {moves} moves are legal, and {} more are possible.", left.len()))
    };
    if printer.is_json() {
        printer.object(&json::object(
            "morpion",
            json!({
                "game": "morpion",
                "rules": game.rule.to_string(),
                "name": name,
                "moves": moves,
                "result": result,
                "sentence": sentence,
                "moves_left": left.len(),
                "proof": proof.object(sealed.as_ref()),
            }),
        ))?;
    } else {
        printer.comment(&format!("{moves} moves, all of them legal; {} left", left.len()))?;
        for &code in &left {
            printer.comment(&format!("left: {}", decode(code)))?;
        }
        if let Some(sealed) = &sealed {
            printer.comment(&proof_words(sealed))?;
        }
        printer.verdict(&sentence, &format!("morpion {} {name} {result} {moves}", game.rule))?;
    }
    written.and(drawn)
}

/// Draws a game if that is wanted; moves after the first `from` stand out.
pub fn draw(args: &MorpionArgs, moves: &[Move], from: usize, rule: Rule) -> Result<(), Failure> {
    let Some(path) = &args.svg else { return Ok(()) };
    let title = format!("Morpion Solitaire {rule}, {} moves", moves.len());
    write(path, morpion::svg(moves, from, &title).as_bytes())
}
