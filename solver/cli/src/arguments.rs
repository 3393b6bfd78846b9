//! The arguments of the program.

use crate::commands::Command;
use crate::commands::solve::SolveArgs;
use clap::Parser;

/// Finds who wins a Sprouts position and writes a certificate that `check` verifies.
#[derive(Parser)]
#[command(name = "solve", version, about, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub solve: SolveArgs,
}
