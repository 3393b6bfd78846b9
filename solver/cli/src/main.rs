//! `solve`: the solver's command line.

mod arguments;
mod commands;
mod failure;
mod flags;
mod help;
mod interrupt;
mod outputs;
mod publishing;
mod reporting;

use arguments::Cli;
use clap::FromArgMatches;
use failure::Failure;
use std::io::ErrorKind;
use std::process::ExitCode;

fn run() -> Result<ExitCode, Failure> {
    let matches = help::command().try_get_matches().unwrap_or_else(|error| help::stop(error));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| help::stop(error));
    match cli.command {
        Some(command) => command.run(help::plain_command),
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
