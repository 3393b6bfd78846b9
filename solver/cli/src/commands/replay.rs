//! `solve replay`: a game record, move by move.

use crate::failure::Failure;
use crate::flags::numbers::seconds;
use crate::flags::record;
use crate::flags::report::ReportArgs;
use crate::reporting::{Printer, json};
use board::play::{Claims, Oracle, Player};
use board::records::{Game, MoveNotation, RecordError, write};
use clap::Args;
use search::normal::{Limits, Stopped};
use serde_json::{Value, json};
use sprouts::{Position, notation};
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// The record, a file that holds it, or `-`: `1-6-2; 3-7-4; 1-8-2>; 3-9-4>1` or `1(6)2 3(7)4 1(8)2 3(9)4[5]!`
    record: String,
    /// Only print the record, in this notation
    #[arg(long, value_name = "NOTATION")]
    convert: Option<MoveNotation>,
    /// Print moves in this notation
    #[arg(long, value_name = "NOTATION", default_value = "hoey", conflicts_with = "convert")]
    notation: MoveNotation,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Give up on who wins a position after so long
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Duration,
    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  solve replay '1-6-2; 3-7-4; 1-8-2>; 3-9-4>1'     Hoey's example, with mistakes
  solve replay game.txt --misere                   a record in a file, one move to a line or several
  solve replay '3: 1(4)1[2]' --convert hoey        the same record in the other notation

A record begins with the number of spots and a colon, which may be left out if a move follows.";

/// What is known of the position that a player faces.
struct Stage {
    canonical: Position,
    is_lost: Option<bool>,
    /// For a position that was won and given away: a move that would have kept it.
    better: Option<String>,
}

pub fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let text = record::text(&args.record)?;
    let (game, error) = Game::replay(&text);
    let Some(game) = game else { return Err(refusal(&text, error.unwrap_or(RecordError::Empty))) };
    match (args.convert, error) {
        (Some(_), Some(error)) => return Err(error.into()),
        (Some(notation), None) => {
            writeln!(stdout(), "{}", game.record(notation))?;
            return Ok(());
        }
        (None, error) => {
            let stages = stages(args, &game)?;
            print(args, &game, &stages)?;
            if let Some(error) = error {
                return Err(error.into());
            }
        }
    }
    Ok(())
}

/// Why a text is no record. One that is a position gets an answer of its own.
fn refusal(text: &str, error: RecordError) -> Failure {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Failure::Request(format!(
            "`{text}` is no record; write `{text}:` for the start of a game of {text} spots, and moves behind it"
        ));
    }
    if text.is_empty() || text.contains('-') || notation::parse(text).is_err() {
        return error.into();
    }
    Failure::Request(format!(
        "`{text}` is a position and no record of moves, as in `1-6-2; 3-7-4`; `solve --position` tells who wins from it"
    ))
}

fn stages(args: &ReplayArgs, game: &Game) -> Result<Vec<Stage>, Failure> {
    let mut oracle = if args.misere { Oracle::misere() } else { Oracle::normal(Claims::default()) };
    let limits = || Limits { deadline: Some(Instant::now() + args.time_limit), ..Limits::default() };
    let mut stages = Vec::new();
    for position in game.positions() {
        let canonical = oracle.canonical(position).map_err(Stopped::from)?;
        let is_lost = oracle.verdict(&canonical, limits()).ok().map(|verdict| verdict.is_lost);
        stages.push(Stage { canonical, is_lost, better: None });
    }
    for nth in 0..game.moves().len() {
        if stages[nth].is_lost == Some(false) && stages[nth + 1].is_lost == Some(false) {
            let before = &game.positions()[nth];
            let best = oracle.best_move(before, limits()).ok().flatten().filter(|choice| choice.source.is_some());
            stages[nth].better = best.map(|choice| write(before, &choice.played, args.notation));
        }
    }
    Ok(stages)
}

fn print(args: &ReplayArgs, game: &Game, stages: &[Stage]) -> Result<(), Failure> {
    let printer = Printer::new(&args.report);
    let written = game.written(args.notation);
    if printer.is_json() {
        return printer.object(&object(args, game, stages, &written));
    }
    let first = &stages[0];
    let start = game.positions()[0].hoey();
    printer.comment(&format!("start  {start} = {}{}", first.canonical, forecast(first, 0)))?;
    for (nth, text) in written.iter().enumerate() {
        let after = &stages[nth + 1];
        let player = Player::after(nth).words();
        let position = game.positions()[nth + 1].hoey();
        let outlook = forecast(after, nth + 1);
        printer.line(&format!("{:>3}. {player:<6} {text:<16} {position} = {}{outlook}", nth + 1, after.canonical))?;
        if let Some(remark) = remark(stages, nth) {
            printer.comment(&format!("     {remark}"))?;
        }
    }
    printer.line(&format!("s {}", result(args, game, stages)))
}

/// The winner of a game that is over, or of a position that is known.
fn winner(args: &ReplayArgs, game: &Game, stages: &[Stage]) -> Option<Player> {
    let mover = Player::after(game.moves().len());
    if game.is_over() {
        return Some(if args.misere { mover } else { mover.other() });
    }
    let is_lost = stages.last().and_then(|stage| stage.is_lost)?;
    Some(if is_lost { mover.other() } else { mover })
}

fn object(args: &ReplayArgs, game: &Game, stages: &[Stage], written: &[String]) -> Value {
    let moves: Vec<Value> = (0..written.len()).map(|nth| move_json(game, stages, nth, &written[nth])).collect();
    json::object(
        "replay",
        json!({
            "play": if args.misere { "misere" } else { "normal" },
            "spots": game.positions()[0].spot_count(),
            "over": game.is_over(),
            "winner": winner(args, game, stages).map(Player::words),
            "sentence": result(args, game, stages),
            "moves": moves,
        }),
    )
}

fn move_json(game: &Game, stages: &[Stage], nth: usize, text: &str) -> Value {
    let position = &game.positions()[nth + 1];
    json!({
        "player": Player::after(nth).words(),
        "move": text,
        "position": position.hoey(),
        "full_position": position.full_hoey(),
        "canonical": stages[nth + 1].canonical.to_string(),
        "mover_loses": stages[nth + 1].is_lost.map(|is_lost| !is_lost),
        "mistake": is_mistake(stages, nth),
        "better": stages[nth].better,
    })
}

/// Whether a move gave a won game away.
fn is_mistake(stages: &[Stage], nth: usize) -> bool {
    stages[nth].is_lost == Some(false) && stages[nth + 1].is_lost == Some(false)
}

/// Who wins from here, if that is known.
fn forecast(stage: &Stage, moves: usize) -> String {
    let mover = Player::after(moves);
    match stage.is_lost {
        Some(true) => format!("  ({} wins)", mover.other().words()),
        Some(false) => format!("  ({} wins)", mover.words()),
        None => String::new(),
    }
}

fn remark(stages: &[Stage], nth: usize) -> Option<String> {
    let player = Player::after(nth).words();
    if !is_mistake(stages, nth) {
        return None;
    }
    let better = stages[nth].better.as_ref().map(|better| format!("; {better} would have kept it")).unwrap_or_default();
    Some(format!("mistake: the {player} player gives a won game away{better}"))
}

fn result(args: &ReplayArgs, game: &Game, stages: &[Stage]) -> String {
    let spots = game.positions()[0].spot_count();
    let play = if args.misere { "misere" } else { "normal" };
    let moves = game.moves().len();
    let mover = Player::after(moves);
    if game.is_over() {
        let winner = if args.misere { mover } else { mover.other() };
        return format!("record {spots} {play} {moves} moves, {} player WON", winner.words());
    }
    let outlook = match stages.last().and_then(|stage| stage.is_lost) {
        Some(true) => "LOSES",
        Some(false) => "WINS",
        None => "has an UNKNOWN outlook",
    };
    format!("record {spots} {play} {moves} moves, not over, {} player to move {outlook}", mover.words())
}
