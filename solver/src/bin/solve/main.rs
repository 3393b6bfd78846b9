//! `solve`: the solver's command line.

mod bench;
mod census;
mod certify;
mod draw;
mod facts;
mod failure;
mod inspect;
mod least;
mod misere;
mod parity;
mod play;
mod progress;
mod publish;
mod puzzles;
mod question;
mod rct;
mod record;
mod replay;
mod resources;
mod session;
mod settle;
mod variants;
mod watcher;

use clap::{Parser, Subcommand};
use failure::Failure;
use solver::escape::is_unsafe;
use std::process::ExitCode;

/// Finds who wins a Sprouts position and writes a certificate that `check` verifies.
#[derive(Parser)]
#[command(name = "solve", version, about, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    settle: settle::SettleArgs,
}

const EXAMPLES: &str = "\
Examples:
  solve 8                                 who wins the 8-spot game
  solve 8 --emit-proof proof.bin          the same, with a certificate (then: check proof.bin)
  solve 12 --emit-proof p.bin --shrink 60 spend a minute on a smaller certificate
  solve --position '0*2.AB|AB' --nimber   the nimber of a position
  solve 1..20 --emit-proofs proofs        many games with one memory, and the table of results
  solve 27 --facts f --memory 4G          with proven facts kept in a file, and no more memory than that
  solve facts merge f g -o h              all facts of two files in one (also: facts show, facts export)
  solve certify 8 --from database.spr --emit-proof p.bin
                                          a certificate with the help of a SPOTS database, believing none of it
  solve bench                             a table of times and sizes
  solve 12 --misere                       who wins when the last to move loses
  solve canon '0.0.AB.}AB.}]!'            the canonical form of a position, whatever its notation
  solve options '0*2.AB|AB' --raw-count   every position that one move can reach
  solve census 5                          the whole 5-spot game: positions, lands, canonical trees
  solve least 5                           the least number of claims that a proof can have
  solve rct '0.0.AB.}AB.}]!'              the reduced canonical tree of a position, for misère play
  solve morpion bruneau170 --from 120     how far this game of Morpion Solitaire could go from move 120 on
  solve gaps --seed 5                     can this deal of the solitaire Gaps be won?
  solve replay '1-4-2; 1-5-1>3'           a game record, move by move, with mistakes and the winner
  solve play 5 --proof proof.bin          play against a certificate
  solve 3 --max-degree 4                  the game with more line ends to a spot

Exit codes: 0 settled, 2 an error, 3 stopped by a limit or Ctrl-C before it was settled.";

#[derive(Subcommand)]
enum Command {
    /// Print the canonical form of a position
    Canon(inspect::CanonArgs),
    /// List the options of a position in canonical form
    Options(inspect::OptionsArgs),
    /// Explore a whole game and count its positions, lands and canonical trees
    Census(census::CensusArgs),
    /// Prove a game with the help of a foreign database of nimbers
    Certify(certify::CertifyArgs),
    /// Merge, show or export files of proven facts
    Facts(facts::FactsArgs),
    /// Measure the solver and print a table
    Bench(bench::BenchArgs),
    /// Find the least possible certificate of a small game
    Least(least::LeastArgs),
    /// Print what a position is worth in misère play: its reduced canonical tree
    Rct(rct::RctArgs),
    /// Morpion Solitaire: check a game, or search all that can follow its first moves
    Morpion(puzzles::MorpionArgs),
    /// Gaps, the solitaire with open cards: can a deal be won?
    Gaps(puzzles::GapsArgs),
    /// Play a game record and print the position after each move, mistakes and the winner
    Replay(replay::ReplayArgs),
    /// Play against the machine
    Play(play::PlayArgs),
    /// Draw a game or a position
    Draw(draw::DrawArgs),
    /// Draw the winning strategy of a small game
    Tree(draw::TreeArgs),
    /// Count cannibals: Purvis's parity argument
    Parity(parity::ParityArgs),
}

fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        None => return settle::settle(&cli.settle),
        Some(Command::Canon(args)) => inspect::canon(&args)?,
        Some(Command::Options(args)) => inspect::options(&args)?,
        Some(Command::Census(args)) => census::census(&args)?,
        Some(Command::Certify(args)) => return certify::certify(&args),
        Some(Command::Facts(args)) => facts::facts(&args)?,
        Some(Command::Bench(args)) => bench::bench(&args)?,
        Some(Command::Least(args)) => return least::least_proof(&args),
        Some(Command::Rct(args)) => rct::rct(&args)?,
        Some(Command::Morpion(args)) => return puzzles::morpion(&args),
        Some(Command::Gaps(args)) => return puzzles::gaps(&args),
        Some(Command::Replay(args)) => replay::replay(&args)?,
        Some(Command::Play(args)) => return play::play(&args),
        Some(Command::Draw(args)) => draw::draw(&args)?,
        Some(Command::Tree(args)) => draw::tree(&args)?,
        Some(Command::Parity(args)) => parity::parity(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    match run(arguments()) {
        Ok(code) => code,
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        Err(failure) => {
            eprintln!("error: {}", failure.printed());
            ExitCode::from(2)
        }
    }
}

/// The command line. Clap repeats arguments as they are in its errors: those that are not safe to print are not repeated.
fn arguments() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        if error.use_stderr() && std::env::args_os().any(|argument| argument.to_string_lossy().contains(is_unsafe)) {
            eprintln!("error: an argument with control characters is not understood ({})\n", error.kind());
            eprintln!("For more information, try '--help'.");
            std::process::exit(2);
        }
        error.exit()
    })
}
