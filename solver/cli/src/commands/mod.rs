//! The commands, one file each. A new one is a file with its arguments and a function that runs it, and a line in the table.

mod bench;
pub mod bundle;
mod campaign;
mod canon;
mod census;
mod certify;
mod completions;
mod facts;
mod least;
mod man;
mod options;
mod plot;
mod puzzles;
mod rct;
mod results;
mod serve;
pub mod solve;

use crate::failure::Failure;
use crate::{draw, parity, play, replay};
use clap::Subcommand;
use std::process::ExitCode;

/// Makes the commands from a table: group in the help, name and arguments, function.
macro_rules! commands {
    ($($group:literal { $($(#[$about:meta])* $name:ident($args:ty) => $run:path,)* })*) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($($(#[$about])* $name($args),)*)*
        }

        impl Command {
            pub fn run(&self) -> Result<ExitCode, Failure> {
                match self {
                    $($(Command::$name(args) => $run(args).map(Done::code),)*)*
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
        /// Draw sizes and times of certificates against the number of spots
        Plot(plot::PlotArgs) => plot::run,
    }
    "Play" {
        /// Play against the machine
        Play(play::PlayArgs) => play::play,
        /// Play a game record: positions, mistakes and the winner
        Replay(replay::ReplayArgs) => replay::replay,
        /// Draw a game or a position
        Draw(draw::DrawArgs) => draw::draw,
        /// Draw the winning strategy of a small game
        Tree(draw::TreeArgs) => draw::tree,
        /// Count cannibals: Purvis's parity argument
        Parity(parity::ParityArgs) => parity::parity,
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
        Completions(completions::CompletionsArgs) => completions::run,
        /// Write manual pages to a folder
        Man(man::ManArgs) => man::run,
    }
}
