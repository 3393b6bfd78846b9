//! The arguments of `solve N` and `solve --position P`.

use super::closure::ClosureName;
use crate::failure::Failure;
use crate::flags::heading::{LIMITS, PROOF, QUESTION, REPORT};
use crate::flags::numbers::{seconds, whole};
use crate::flags::position::ReadingArgs;
use crate::flags::question::{Question, Spots};
use crate::flags::report::ReportArgs;
use crate::flags::resources::{LimitArgs, ThreadArgs, WorkerArgs};
use crate::outputs::ProofFile;
use clap::{Args, ValueEnum};
use search::session::{Algorithm, Play};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct SolveArgs {
    /// Numbers of spots: `8`, `1..20` or `1..20,22,23`, solved in this order with one memory
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    pub spots: Option<Spots>,
    /// Solve this position instead, in any notation
    #[arg(long, value_name = "POSITION", help_heading = QUESTION)]
    pub position: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Misère play: who cannot move wins
    #[arg(long, help_heading = QUESTION)]
    pub misere: bool,
    /// Find the nimber instead of the outcome
    #[arg(long, help_heading = QUESTION)]
    pub nimber: bool,
    /// The most line ends a spot may have: 2 and 4 or more are other games than Sprouts
    #[arg(long, value_name = "D", default_value = "3", value_parser = whole::<u8>(2, 255), help_heading = QUESTION)]
    pub max_degree: u8,
    #[command(flatten)]
    pub proof: ProofFile,
    /// Write certificates `normal-NN.bin` or `misere-NN.bin`, a manifest and the table of results to this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["emit_proof", "position", "nimber"], help_heading = PROOF)]
    pub emit_proofs: Option<PathBuf>,
    /// Spend so long on making each certificate smaller
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds, allow_negative_numbers = true, help_heading = PROOF)]
    pub shrink: Duration,
    /// Shrink for so many rounds at most: with the same seed and `--threads 1`, what comes out does not depend on the time
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0, u64::MAX), help_heading = PROOF)]
    pub shrink_rounds: Option<u64>,
    /// Other seeds shrink along other ways
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = whole::<u64>(0, u64::MAX), help_heading = PROOF)]
    pub seed: u64,
    /// Load proven facts from this file if it exists, and save them there now and then and at the end
    #[arg(long, value_name = "FILE", help_heading = LIMITS)]
    pub facts: Option<PathBuf>,
    /// Save facts so often
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, help_heading = LIMITS)]
    pub save_every: Duration,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub workers: WorkerArgs,
    /// How to search: `depth-first` is the plain search of 1991, a slow second opinion without certificates
    #[arg(long, value_enum, default_value = "dfpn", help_heading = LIMITS)]
    pub engine: AlgorithmName,
    /// Misère play: replace the lands of the game of so many spots by trees: `s5`, `s6`, or `none`
    /// [default: s6 from 15 spots on, else s5]
    #[arg(long, value_name = "NAME", help_heading = LIMITS)]
    pub closure: Option<ClosureName>,
    #[command(flatten)]
    pub report: ReportArgs,
    /// A log of the search on stderr, with columns and a legend
    #[arg(long, short, conflicts_with = "quiet", help_heading = REPORT)]
    pub verbose: bool,
    /// Exit codes as SAT solvers have them: 10 if the player to move wins, 20 if not, for one game
    #[arg(long, help_heading = REPORT)]
    pub sat_exit_codes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AlgorithmName {
    Dfpn,
    #[value(alias = "dfs")]
    DepthFirst,
}

impl From<AlgorithmName> for Algorithm {
    fn from(engine: AlgorithmName) -> Self {
        match engine {
            AlgorithmName::Dfpn => Algorithm::Dfpn,
            AlgorithmName::DepthFirst => Algorithm::DepthFirst,
        }
    }
}

impl SolveArgs {
    pub fn wants_proof(&self) -> bool {
        self.proof.emit_proof.is_some() || self.emit_proofs.is_some()
    }

    pub fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }

    pub fn games(&self) -> &[usize] {
        self.spots.as_ref().map_or(&[], |spots| &spots.0)
    }

    pub fn questions(&self) -> Result<Vec<Question>, Failure> {
        match &self.position {
            Some(text) => Ok(vec![Question::position(text, &self.reading)?]),
            None => self.games().iter().map(|&spots| Question::spots(spots)).collect(),
        }
    }
}
