//! `check`: the checker's command line. Results go to stdout, everything else to stderr; exit code 2 means that
//! nothing could be checked.
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Checks results about games, trusting nothing but the rules
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the canonical form of a Sprouts position
    Canon {
        /// The position in short notation, such as '0*2.AB|AB'
        position: String,
    },
}

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<String, Box<dyn std::error::Error>> {
    match command {
        Command::Canon { position } => Ok(checker::parse_position(position)?.canonical()?.to_string()),
    }
}
