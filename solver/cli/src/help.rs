//! The help: commands in groups, examples, and the versions of everything that is written.

use crate::arguments::Cli;
use crate::commands::GROUPS;
use crate::reporting::json;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};
use common::escape::{escaped, is_unsafe};
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  solve 8                               who wins the 8-spot game
  solve 12 --misere                     the same when the last to move loses
  solve 8 --emit-proof proof.bin        with a certificate: check proof.bin
  solve 12 --emit-proof - | check -     the same through a pipe
  solve 12 --emit-proof p.bin --shrink 60
                                        a minute for a smaller certificate
  solve --position '0*2.AB|AB' --nimber the nimber of a position
  solve 1..20 --emit-proofs proofs      many games with one memory, and a table
  solve 27 --facts f --memory 4G        facts kept in a file, memory limited
  solve canon '0.0.AB.}AB.}]!'          the canonical form of a position
  solve options '0*2.AB|AB' --raw-count every position that one move can reach
  solve census 5                        the whole 5-spot game, counted
  solve play 5                          play against the machine
  solve replay '1-4-2; 1-5-1>3'         a game with its mistakes and its winner

`solve COMMAND --help` has more. Exit codes: 0 solved, 2 an error, 3 stopped by
a limit or Ctrl-C before it was solved; with --sat-exit-codes 10 for a win of
the player to move and 20 for a loss.";

const USAGE: &str = "solve [OPTIONS] SPOTS
       solve [OPTIONS] --position POSITION
       solve COMMAND …";

/// The widest help, in columns.
const WIDEST: usize = 100;

/// The program's arguments as a person sees them.
pub fn command() -> Command {
    let all = plain_command();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}\n{{all-args}}{{after-help}}",
        groups(&all).trim_end_matches('\n').to_owned() + "\n"
    );
    // The groups stand for clap's own list of commands.
    all.mut_subcommands(|command| command.hide(true)).help_template(template)
}

/// The program's arguments with every command listed, for shells and manual pages.
pub fn plain_command() -> Command {
    Cli::command().override_usage(USAGE).after_help(EXAMPLES).long_version(versions()).max_term_width(WIDEST)
}

/// Ends the program with what clap has to say. It repeats arguments, which come from outside: with escaped ones it says the same.
pub fn stop(error: Error) -> ! {
    let arguments = || std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    if !arguments().any(|argument| argument.contains(is_unsafe)) {
        explain(error).exit();
    }
    if let Err(error) = command().try_get_matches_from(arguments().map(|argument| escaped(&argument).into_owned())) {
        explain(error).exit();
    }
    eprintln!("error: an argument has characters in it that are not printed");
    std::process::exit(2);
}

/// Says in our words that a second word follows the numbers of spots: to clap it is a command in the wrong place.
fn explain(error: Error) -> Error {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::ArgumentConflict, Some(ContextValue::String(second))) => {
            let first = std::env::args_os().nth(1).unwrap_or_default();
            let first = escaped(&first.to_string_lossy()).into_owned();
            let message = format!(
                "`{second}` cannot follow `{first}`; write `solve 5,8` for several games, and a command before everything else\n"
            );
            Error::raw(ErrorKind::ArgumentConflict, message)
        }
        _ => error,
    }
}

/// Columns before what is said about a command.
const INDENT: usize = 15;

/// Columns of the help: those of the terminal, as clap finds them.
fn columns() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let found = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    told.or_else(found).unwrap_or(WIDEST).min(WIDEST)
}

/// A text with its lines broken between words.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(text, "{group}:");
        for name in *names {
            let name = name.to_lowercase();
            let command = command.find_subcommand(&name).expect("the name of a command is one word");
            let about = command.get_about().cloned().unwrap_or_default();
            let about = wrapped(&about.to_string(), columns().saturating_sub(INDENT + 1));
            let _ = writeln!(text, "  {name:<12} {}", about.join(&format!("\n{:INDENT$}", "")));
        }
        text.push('\n');
    }
    text
}

/// The version of the program and of everything that it writes.
fn versions() -> String {
    format!(
        "{}\ncertificates of Sprouts: version {}; of variants and puzzles: version {}\nfacts files: version {}\nJSON: version {}",
        env!("CARGO_PKG_VERSION"),
        certificate::SPROUTS_VERSION,
        certificate::OTHERS_VERSION,
        search::common::facts_file::VERSION,
        json::VERSION,
    )
}
