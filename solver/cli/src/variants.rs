//! `solve N --max-degree D`: the game with another greatest degree than 3.

use crate::failure::Failure;
use crate::settle::{EngineName, SettleArgs};
use board::variants::certificates;
use board::variants::{DegreeTwo, Endless, Sum};
use certificate::Sealed;
use common::files::write_atomically;
use serde_json::json;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

/// Beyond this the positions of the game with greatest degree 2 are too many to be listed for fun.
const MOST_SPOTS: usize = 24;

/// What goes with another greatest degree than 3.
pub fn check_usage(args: &SettleArgs) -> Result<(), Failure> {
    let is_other = args.position.is_some() || args.nimber || args.emit_proofs.is_some() || args.facts.is_some();
    if is_other || args.engine != EngineName::Dfpn || args.misere_args.is_set() || !args.shrink.is_zero() {
        return Err(Failure::Usage("--max-degree goes with a number of spots, --misere, --emit-proof and --json only"));
    }
    if args.emit_proof.is_some() && args.spots.as_ref().is_some_and(|spots| spots.0.len() > 1) {
        return Err(Failure::Usage("--emit-proof takes one game"));
    }
    Ok(())
}

/// Settles the games of `spots` spots.
pub fn settle(args: &SettleArgs, spots: &[usize], degree: usize) -> Result<ExitCode, Failure> {
    for &spots in spots {
        match degree {
            2 if spots > MOST_SPOTS => {
                return Err(Failure::Usage("--max-degree 2 is searched for up to 24 spots"));
            }
            2 => degree_two(args, spots)?,
            _ => endless(args, spots, degree)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn degree_two(args: &SettleArgs, spots: usize) -> Result<(), Failure> {
    let started = Instant::now();
    let mut search = DegreeTwo::new(args.misere);
    let is_lost = search.is_lost(&Sum::start(spots as u32));
    let result = if is_lost { "LOSS" } else { "WIN" };
    let sealed = args.emit_proof.as_ref().map(|_| {
        let proof = search.prove(spots as u32);
        (proof.lost.len(), certificates::degree_two(&proof).seal())
    });
    let play = if args.misere { "misere" } else { "normal" };
    let known = search.known_count();
    let seconds = started.elapsed().as_secs_f64();
    let comments = vec![format!("max-degree 2: {known} positions searched in {seconds:.2} s")];
    report(args, spots, 2, play, result, &comments, sealed)
}

fn endless(args: &SettleArgs, spots: usize, degree: usize) -> Result<(), Failure> {
    let mut game = Endless::start(spots, degree).map_err(|_| Failure::Usage("--max-degree takes 2, 3 or more"))?;
    game.play(game.loop_on_newest());
    let newest = game.position.spot_count();
    let again = game.position.play(&game.loop_on_newest());
    let comments = vec![
        format!("with {degree} line ends to a spot the game never ends, in normal and in misère play:"),
        "a new spot has two line ends, and no move has touched the newest one yet;".into(),
        format!("two more make four, and {degree} are allowed: it can be joined to itself, so there is always a move."),
        format!("For example after {}, in {}", first_loop(spots), game.position.full_hoey()),
        format!("the move {newest}-{}-{newest} leads to {}, and so on.", newest + 1, again.full_hoey()),
    ];
    let sealed = args.emit_proof.as_ref().map(|_| (game.moves.len(), certificates::endless(&game).seal()));
    report(args, spots, degree, "any", "DRAW", &comments, sealed)
}

/// The first move of the example: the last spot joined to itself.
fn first_loop(spots: usize) -> String {
    format!("{spots}-{}-{spots}", spots + 1)
}

fn report(
    args: &SettleArgs,
    spots: usize,
    degree: usize,
    play: &str,
    result: &str,
    comments: &[String],
    sealed: Option<(usize, Sealed)>,
) -> Result<(), Failure> {
    if let (Some(path), Some((_, sealed))) = (&args.emit_proof, &sealed) {
        write_atomically(path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
    }
    let mut out = stdout().lock();
    if args.json {
        let mut object = json!({ "game": "sprouts", "play": play, "max_degree": degree, "spots": spots,
            "result": result, "comments": comments });
        if let Some((claims, sealed)) = &sealed {
            object["proof"] = json!({ "claims": claims, "bytes": sealed.bytes.len(),
                "blake3": sealed.digest.to_string() });
        }
        writeln!(out, "{object}")?;
        return Ok(());
    }
    for comment in comments {
        writeln!(out, "c {comment}")?;
    }
    if let Some((claims, sealed)) = &sealed {
        writeln!(out, "c proof: {claims} claims, {} bytes, blake3 {}", sealed.bytes.len(), sealed.digest)?;
    }
    // What never ends has the same result whoever would have won at the end.
    let play = if result == "DRAW" { String::new() } else { format!("{play} ") };
    writeln!(out, "s sprouts {spots} max-degree {degree} {play}{result}")?;
    Ok(())
}
