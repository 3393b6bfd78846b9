//! `solve parity`: what Purvis's parity argument says about a position or a game.

use crate::failure::Failure;
use crate::record;
use board::parity::Parity;
use board::records::{Game, MoveNotation};
use clap::Args;
use serde_json::{Value, json};
use sprouts::notation;
use sprouts::plain::PlainPosition;
use std::io::{Write, stdout};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ParityArgs {
    /// A record or a position, in any notation, or a file that holds it
    what: String,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  solve parity '1-6-2; 3-7-4; 1-8-2>'     after each move
  solve parity '0*2.AB|AB'                of one position

A cannibal is a spot with no line or with two. Every move changes their number by an odd number, and at the end those that are
left are the survivors. So the player to move wins in normal play exactly when cannibals now and survivors at the end differ in
parity, and in misère play exactly when they do not.";

pub fn parity(args: &ParityArgs) -> Result<(), Failure> {
    let text = record::text(&args.what)?;
    let mut out = stdout().lock();
    match record::as_record(&text) {
        Some(game) => {
            let game = game?;
            let rows = rows(args, &game);
            if args.json {
                writeln!(out, "{}", json!({ "misere": args.misere, "positions": rows }))?;
            } else {
                for (row, position) in rows.iter().zip(game.positions()) {
                    let played = row["move"].as_str().unwrap_or("start");
                    writeln!(out, "{played:<16} {}", sentence(args, Parity::of(&position.plain())))?;
                }
                if game.is_over() {
                    writeln!(out, "s parity over, {} survivors", Parity::of(&game.position().plain()).cannibals)?;
                }
            }
        }
        None => {
            let text = text.trim();
            let plain = notation::parse(text).map_err(|error| Failure::Position { text: text.into(), error })?;
            if args.json {
                writeln!(out, "{}", object(args, &plain))?;
            } else {
                writeln!(out, "{}", sentence(args, Parity::of(&plain)))?;
            }
        }
    }
    Ok(())
}

fn rows(args: &ParityArgs, game: &Game) -> Vec<Value> {
    let written = game.written(MoveNotation::Hoey);
    let moves = std::iter::once(None).chain(written.iter().map(Some));
    let row = |(played, position): (Option<&String>, &board::drawn::Drawn)| {
        let mut row = object(args, &position.plain());
        row["move"] = json!(played);
        row
    };
    moves.zip(game.positions()).map(row).collect()
}

fn object(args: &ParityArgs, plain: &PlainPosition) -> Value {
    let parity = Parity::of(plain);
    let wanted = if parity.mover_wants_even(args.misere) { "even" } else { "odd" };
    json!({ "cannibals": parity.cannibals, "ghosts": parity.ghosts, "mover_wants_survivors": wanted })
}

fn sentence(args: &ParityArgs, parity: Parity) -> String {
    let wanted = if parity.mover_wants_even(args.misere) { "an even" } else { "an odd" };
    let Parity { cannibals, ghosts } = parity;
    format!("cannibals {cannibals}, ghosts {ghosts}: the player to move wants {wanted} number of survivors")
}
