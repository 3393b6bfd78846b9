//! The arguments of `solve gaps`.

use crate::commands::puzzles::ProofArgs;
use crate::flags::numbers::whole;
use crate::flags::report::ReportArgs;
use crate::flags::resources::LimitArgs;
use clap::{Args, ValueEnum};
use puzzles::gaps::{Keep, LEAST_RANKS, MOST_RANKS};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  solve gaps --seed 5                           a deal of 52 cards made from a number: can it be won?
  solve gaps --seed 5 --emit-proof p.bin        with a certificate
  solve gaps deal.txt --variant common          a deal from a file
  solve gaps --seed 1 --count 100               a hundred deals, and how many can be won
  solve gaps --seed 7 --mode table --table 1M   table only, with a million entries
  solve gaps --experiment --count 100 --plots . the figures of Helmstetter and Cazenave

A file has four rows of cards, rank and suit as in `2S TH KD`, `--` or an Ace for a gap; `#` begins a comment.
In a line, `5H:2.7` puts the 5 of hearts into row 2, column 7, counted from 1.

Exit codes: 0 settled, 2 an error, 3 stopped by a limit or Ctrl-C before it was settled.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct GapsArgs {
    /// A file with a deal
    #[arg(required_unless_present_any = ["seed", "experiment"], conflicts_with_all = ["seed", "experiment"])]
    pub deal: Option<PathBuf>,
    /// The deal with this number
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
    /// So many deals, with consecutive numbers
    #[arg(long, value_name = "N", conflicts_with_all = ["deal", "emit_proof", "emit_proofs"], value_parser = whole::<u64>(1, 1_000_000))]
    pub count: Option<u64>,
    /// Ranks in each suit of a deal made from a number
    #[arg(long, value_name = "R", default_value = "13", conflicts_with = "deal",
        value_parser = whole::<u8>(LEAST_RANKS.into(), MOST_RANKS.into()))]
    pub ranks: u8,
    /// `basic`: Aces on the left; `common`: no Aces, a gap on the left takes any Two
    #[arg(long, value_enum, default_value = "basic")]
    pub variant: VariantName,
    /// How transpositions are found
    #[arg(long, value_enum, default_value = "both")]
    pub mode: Mode,
    /// Entries of the table: `all` remembers every position, `1M` or `32M` (powers of two) overwrite old ones
    #[arg(long, value_name = "SIZE", default_value = "all", value_parser = table_size)]
    pub table: TableSize,
    /// Which positions stay in a table that is too small
    #[arg(long, value_enum, default_value = "latest")]
    pub keep: KeepName,
    /// Stop at the first win instead of searching everything
    #[arg(long)]
    pub first_win: bool,
    /// Give up on a deal after so many positions (exit code 3)
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    pub max_nodes: Option<u64>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Compare the methods on --count deals, as in figures 5 to 7 of Helmstetter and Cazenave
    #[arg(long, conflicts_with_all = ["variant", "mode", "table", "first_win", "max_nodes", "emit_proof", "emit_proofs"])]
    pub experiment: bool,
    /// Cut off a search of the experiment after so many nodes
    #[arg(long, value_name = "N", requires = "experiment", default_value = "100000000", value_parser = whole::<u64>(1, u64::MAX))]
    pub cut: u64,
    /// Write the plots of the experiment to this folder
    #[arg(long, value_name = "DIR", requires = "experiment")]
    pub plots: Option<PathBuf>,
    #[command(flatten)]
    pub report: ReportArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VariantName {
    Basic,
    Common,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    Table,
    Incremental,
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KeepName {
    /// The latest, one for each place
    Latest,
    /// Two for each place: the one with the most positions searched below it, and the latest
    Biggest,
}

impl From<KeepName> for Keep {
    fn from(name: KeepName) -> Self {
        match name {
            KeepName::Latest => Keep::Latest,
            KeepName::Biggest => Keep::Biggest,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableSize {
    All,
    Bits(u32),
}

fn table_size(text: &str) -> Result<TableSize, String> {
    if text == "all" {
        return Ok(TableSize::All);
    }
    let wrong =
        || format!("`{text}` is no size of a table: `all`, or a power of two such as 1M, 32M or 4096 up to 1024M");
    let (digits, unit) = match text.strip_suffix('M') {
        Some(digits) => (digits, 1u64 << 20),
        None => (text, 1),
    };
    let entries = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(wrong)?;
    let is_good = entries.is_power_of_two() && entries <= 1 << 30;
    if is_good { Ok(TableSize::Bits(entries.ilog2())) } else { Err(wrong()) }
}
