//! `solve completions`: what a shell needs to complete our flags.

use crate::failure::Failure;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::io::{Write, stdout};
use std::process::ExitCode;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  solve completions bash > ~/.local/share/bash-completion/completions/solve
  solve completions fish > ~/.config/fish/completions/solve.fish
  solve completions zsh > ~/.zfunc/_solve";

pub fn run(args: &CompletionsArgs, mut program: Command) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut program, "solve", &mut text);
    stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}
