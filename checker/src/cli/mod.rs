//! The arguments of `check`.

use clap::Parser;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

const EXAMPLES: &str = "Examples:
  check proofs/normal-08.bin                 Is the game of 8 spots really lost?
  check proofs                               Check all certificates in a folder
  check proofs/normal-08.bin --explain 1     See why its first claim is true
  check proofs/normal-08.bin --text          Read it, without checking it
  check proofs --json --threads 1            One JSON object for each file
  curl https://example.org/p.bin | check -   Check what comes in at stdin
  check large.bin --memory 4G --work 20      Allow 4 GiB, and 20 times the usual work

Exit code 0: all verified; 1: one was rejected; 2: none was rejected, but one could not be checked or explained.";

/// Checks results about games, trusting nothing but the rules
#[derive(Parser)]
#[command(version, name = "check", bin_name = "check", after_help = EXAMPLES)]
pub struct Cli {
    /// Certificates, or folders of certificates (all *.bin in them); - is stdin
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON object for each file in place of text
    #[arg(long)]
    pub json: bool,
    /// Print nothing but verdicts
    #[arg(long, short)]
    pub quiet: bool,
    /// Use this many threads
    #[arg(long, value_name = "N", default_value_t = available_parallelism().unwrap_or(NonZero::<usize>::MIN))]
    pub threads: NonZero<usize>,
    /// Show why claim K (in misere play: lost node K) is true
    #[arg(long, value_name = "K")]
    pub explain: Option<usize>,
    /// Print certificates as text, without checking them
    #[arg(long, conflicts_with_all = ["explain", "stats"])]
    pub text: bool,
    /// Print how many claims there are, by lives and nimbers, without checking them
    #[arg(long, conflicts_with = "explain")]
    pub stats: bool,
    /// Let a certificate use this much memory in all, such as 500M or 2G (a number alone is in MiB) [default: what follows
    /// from the size of the file, 256 MB and 100 times as much as it has, but not more than half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Let a certificate take N times the work that the size of its file allows. Without this a file of 1 kB is answered
    /// within some 5 seconds on one core
    #[arg(long, value_name = "N", default_value_t = NonZero::<u32>::MIN)]
    pub work: NonZero<u32>,
}

/// A number of bytes, with a unit or in MiB.
fn bytes(text: &str) -> Result<u64, String> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let (digits, unit) = text.split_at(text.find(|c| !is_number(c)).unwrap_or(text.len()));
    let unit = match unit.to_ascii_uppercase().as_str() {
        "K" | "KB" | "KIB" => 1_u64 << 10,
        "" | "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        "T" | "TB" | "TIB" => 1 << 40,
        _ => return Err("it should be a number and one of K, M, G, T".to_string()),
    };
    let bytes = digits.parse::<f64>().ok().map(|number| number * unit as f64);
    let bytes = bytes.filter(|bytes| (1.0..1e15).contains(bytes)).map(|bytes| bytes as u64);
    bytes.ok_or("it should be such as 500M or 2G".to_string())
}

/// Half of the memory that is free, if the system tells.
pub fn half_of_free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024 / 2)
}
