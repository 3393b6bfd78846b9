//! `solve`: the solver's command line.

mod commands;
mod draw;
mod failure;
mod flags;
mod help;
mod interrupt;
mod outputs;
mod parity;
mod play;
mod publishing;
mod record;
mod replay;
mod reporting;

/// Names under which commands of the drawn game know shared things.
mod settle {
    pub use crate::flags::numbers::seconds;
    pub use crate::interrupt::INTERRUPTED;
}

use clap::{FromArgMatches, Parser};
use failure::Failure;
use std::io::ErrorKind;
use std::process::ExitCode;

/// Finds who wins a Sprouts position and writes a certificate that `check` verifies.
#[derive(Parser)]
#[command(name = "solve", version, about, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<commands::Command>,
    #[command(flatten)]
    solve: commands::solve::SolveArgs,
}

fn run() -> Result<ExitCode, Failure> {
    let matches = help::command().try_get_matches().unwrap_or_else(|error| help::stop(error));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| help::stop(error));
    match cli.command {
        Some(command) => command.run(),
        None => commands::solve::run(&cli.solve),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        // A reader such as `head` that has seen enough is nothing to talk about.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::from(2),
        Err(failure) => {
            eprintln!("error: {}", failure.printed());
            ExitCode::from(2)
        }
    }
}
