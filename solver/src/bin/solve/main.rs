//! `solve`: the solver's command line.

mod census;
mod failure;
mod inspect;
mod progress;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Finds out about Sprouts positions.
#[derive(Parser)]
#[command(name = "solve", version, about, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  solve canon '0.0.AB.}AB.}]!'          the canonical form of a position, whatever its notation
  solve options '0*2.AB|AB' --raw-count every position that one move can reach
  solve census 5                        the whole 5-spot game: positions, lands, canonical trees

Exit codes: 0 done, 2 an error.";

#[derive(Subcommand)]
enum Command {
    /// Print the canonical form of a position
    Canon(inspect::CanonArgs),
    /// List the options of a position in canonical form
    Options(inspect::OptionsArgs),
    /// Explore a whole game and count its positions, lands and canonical trees
    Census(census::CensusArgs),
}

fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Command::Canon(args) => inspect::canon(&args),
        Command::Options(args) => inspect::options(&args),
        Command::Census(args) => census::census(&args),
    }
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}
