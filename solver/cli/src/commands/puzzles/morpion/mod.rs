//! `solve morpion`: is a game of Morpion Solitaire legal, and how far could it go from one of its moves on?

mod args;
mod longest;

pub use args::MorpionArgs;

use crate::commands::puzzles::proof_words;
use crate::failure::Failure;
use crate::outputs::Destination;
use crate::publishing::puzzles::About;
use crate::reporting::{Printer, json};
use longest::longest;
use puzzles::certificates::{game_name, morpion_game};
use puzzles::morpion::{self, CROSS, Game, decode};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

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
        stem: format!("morpion-{}", args.stem()),
        statement: format!("morpion {} {name} GAME {}", game.rule, game.moves.len()),
        meaning: format!(
            "{}, {}: a legal game of {} moves, and no move is left",
            args.stem(),
            game.rule,
            game.moves.len()
        ),
        positions: 1,
        solve_seconds: started.elapsed().as_secs_f64(),
    });
    let drawn = args.draw(&game.moves, game.moves.len(), game.rule);
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
