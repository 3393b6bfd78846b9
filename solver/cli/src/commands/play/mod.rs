//! `solve play`: a game against the machine or between two people, in a terminal or through a pipe.

mod args;
mod commands;
mod input;
mod moves;
mod screen;
mod table;
mod talk;

pub use args::PlayArgs;

use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::outputs::Outputs;
use board::play::{Claims, LostNodes, Match, Oracle};
use board::records::Game;
use common::escape::escaped;
use search::normal::Limits;
use sprouts::Engine;
use std::io::{Write, stdout};
use std::process::ExitCode;
use table::Table;

pub fn run(args: &PlayArgs) -> Result<ExitCode, Failure> {
    interrupt::listen();
    Outputs::probe(&[&args.svg, &args.save])?;
    let game = match &args.resume {
        None => Game::new(args.spots.unwrap_or(1)),
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
