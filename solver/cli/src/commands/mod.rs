//! The commands, one file each. A new one is a file with its arguments and a function that runs it, and a line in the table.

mod bench;
mod bundle;
mod campaign;
mod canon;
mod census;
mod certify;
mod completions;
mod draw;
mod facts;
mod least;
mod man;
mod options;
mod parity;
mod play;
mod plot;
mod puzzles;
mod rct;
mod replay;
mod results;
mod serve;
mod simulate;
pub mod solve;
mod tree;

use crate::failure::Failure;
use clap::Subcommand;
use std::process::ExitCode;

/// Makes the commands from a table: group in the help, name and arguments, function. A function that works on the whole program's
/// arguments gets them, too.
macro_rules! commands {
    ($program:ident; $($group:literal { $($(#[$about:meta])* $name:ident($args:ty) => $run:ident$(::$path:ident)* $(($given:ident))?,)* })*) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($($(#[$about])* $name($args),)*)*
        }

        impl Command {
            pub fn run(&self, $program: fn() -> clap::Command) -> Result<ExitCode, Failure> {
                match self {
                    $($(Command::$name(args) => $run$(::$path)*(args $(, $given())?).map(Done::code),)*)*
                }
            }
        }

        /// Groups of the help, each with the names of its commands.
        pub const GROUPS: &[(&str, &[&str])] = &[$(($group, &[$(stringify!($name)),*])),*];
    };
}

/// What a command returns: an exit code, or nothing to say so.
trait Done {
    fn code(self) -> ExitCode;
}

impl Done for ExitCode {
    fn code(self) -> ExitCode {
        self
    }
}

impl Done for () {
    fn code(self) -> ExitCode {
        ExitCode::SUCCESS
    }
}

commands! {
    program;
    "Prove" {
        /// Prove a game with the help of a foreign database of nimbers
        Certify(certify::CertifyArgs) => certify::run,
        /// Put the results of several certificates in one
        Bundle(bundle::BundleArgs) => bundle::run,
        /// Solve many games one after the other, for days: settled games stay settled, unsettled ones go on
        Campaign(campaign::CampaignArgs) => campaign::run,
        /// Find the least possible certificate of a small game
        Least(least::LeastArgs) => least::run,
        /// Merge, show or export files of proven facts
        Facts(facts::FactsArgs) => facts::run,
        /// Write the manifest and the table of a folder of certificates again
        Results(results::ResultsArgs) => results::run,
    }
    "Look" {
        /// Print the canonical form of a position
        Canon(canon::CanonArgs) => canon::run,
        /// List the options of a position in canonical form
        Options(options::OptionsArgs) => options::run,
        /// Count the positions, lands and canonical trees of a whole game
        Census(census::CensusArgs) => census::run,
        /// Print the reduced canonical tree of a position (misère play)
        Rct(rct::RctArgs) => rct::run,
        /// Measure the solver and print a table
        Bench(bench::BenchArgs) => bench::run,
        /// Simulate a search by many workers: speed-up and waste
        Simulate(simulate::SimulateArgs) => simulate::run,
        /// Draw sizes and times of certificates against the number of spots
        Plot(plot::PlotArgs) => plot::run,
    }
    "Play" {
        /// Play against the machine
        Play(play::PlayArgs) => play::run,
        /// Play a game record: positions, mistakes and the winner
        Replay(replay::ReplayArgs) => replay::run,
        /// Draw a game or a position
        Draw(draw::DrawArgs) => draw::run,
        /// Draw the winning strategy of a small game
        Tree(tree::TreeArgs) => tree::run,
        /// Count cannibals: Purvis's parity argument
        Parity(parity::ParityArgs) => parity::run,
        /// Serve the page that plays, shows and checks proofs in a browser
        Serve(serve::ServeArgs) => serve::run,
    }
    "Puzzles" {
        /// Morpion Solitaire: check a game, or search all that can follow
        Morpion(puzzles::morpion::MorpionArgs) => puzzles::morpion::run,
        /// Gaps, the solitaire with open cards: can a deal be won?
        Gaps(puzzles::gaps::GapsArgs) => puzzles::gaps::run,
    }
    "Set up" {
        /// Print completions for a shell
        Completions(completions::CompletionsArgs) => completions::run(program),
        /// Write manual pages to a folder
        Man(man::ManArgs) => man::run(program),
    }
}
