//! Threads, memory and time: what the command line allows, and what the machine has.

use super::heading::LIMITS;
use super::numbers::seconds;
use super::report::ReportArgs;
use clap::Args;
use std::time::Duration;

/// More threads than this only wait for each other.
const MOST_THREADS: usize = 512;

/// An amount of memory in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory(pub usize);

#[derive(Args, Clone, Copy, Default)]
pub struct ThreadArgs {
    /// Threads for the search [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true, help_heading = LIMITS)]
    threads: Option<usize>,
}

#[derive(Args, Clone, Copy, Default)]
pub struct WorkerArgs {
    /// Search with so many workers, threads that share their tables, in place of one search with helpers
    #[arg(long, value_name = "N", value_parser = workers, allow_negative_numbers = true, conflicts_with = "threads", help_heading = LIMITS)]
    workers: Option<usize>,
}

/// Limits of time and memory, for every command that can take long.
#[derive(Args, Clone, Copy, Default)]
pub struct LimitArgs {
    /// Give up after so long (exit code 3): `60`, `0.5`, `10m`, `2h`
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, help_heading = LIMITS)]
    pub time_limit: Option<Duration>,
    /// All the memory that the program may take: `4G`, `512M`, or megabytes [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_negative_numbers = true, help_heading = LIMITS)]
    memory: Option<Memory>,
}

/// Taken beside the tables of a search: programs, stacks, and scratch memory of some megabytes a thread.
const BASE: usize = 16 << 20;

impl WorkerArgs {
    pub fn count(&self) -> Option<usize> {
        self.workers
    }
}

impl ThreadArgs {
    pub fn is_set(&self) -> bool {
        self.threads.is_some()
    }

    pub fn count(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    /// Says so if there are more threads than cores.
    pub fn warn(&self, report: &ReportArgs) {
        let (threads, cores) = (self.count(), cores());
        if threads > cores && !report.quiet {
            let cores = if cores == 1 { "1 core".into() } else { format!("{cores} cores") };
            eprintln!("warning: {threads} threads on {cores}: more threads than cores do not make it faster");
        }
    }
}

impl LimitArgs {
    pub fn has_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Bytes for everything, if the machine says how many are free.
    pub fn total(&self) -> Option<usize> {
        self.memory.map(|memory| memory.0).or_else(|| free_memory().map(|free| free / 4 * 3))
    }

    /// Bytes for the tables of a search.
    pub fn table_bytes(&self) -> Option<usize> {
        self.total().map(|total| total.saturating_sub(BASE).max(BASE))
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn threads(text: &str) -> Result<usize, String> {
    match text.trim().parse::<usize>() {
        Ok(threads) if (1..=MOST_THREADS).contains(&threads) => Ok(threads),
        Ok(0) => Err("a search needs at least 1 thread".into()),
        _ if text.trim().bytes().all(|byte| byte.is_ascii_digit()) && !text.trim().is_empty() => {
            Err(format!("{text} threads are too many: at most {MOST_THREADS}, and no more than cores are of use"))
        }
        _ => Err(format!("`{text}` is no number of threads; write a number from 1 to {MOST_THREADS}")),
    }
}

fn workers(text: &str) -> Result<usize, String> {
    threads(text).map_err(|error| error.replace("thread", "worker"))
}

fn memory(text: &str) -> Result<Memory, String> {
    const LEAST: f64 = 32.0;
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.strip_suffix("IB").or(upper.strip_suffix('B')).unwrap_or(&upper);
    let (digits, megabytes) = match upper.char_indices().next_back() {
        Some((at, 'T')) => (&upper[..at], 1_048_576.0),
        Some((at, 'G')) => (&upper[..at], 1024.0),
        Some((at, 'M')) => (&upper[..at], 1.0),
        Some((at, 'K')) => (&upper[..at], 1.0 / 1024.0),
        _ => (upper, 1.0),
    };
    let wrong = || format!("`{text}` is no amount of memory; write `4G`, `512M`, or a number of megabytes");
    let megabytes = digits.trim().parse::<f64>().map_err(|_| wrong())? * megabytes;
    if (LEAST..1e9).contains(&megabytes) {
        Ok(Memory((megabytes * 1_048_576.0) as usize))
    } else if (0.0..LEAST).contains(&megabytes) {
        Err("the search needs at least 32 megabytes".into())
    } else {
        Err(wrong())
    }
}

/// Bytes that the machine has to spare, where it tells.
fn free_memory() -> Option<usize> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

/// Bytes that this process holds now, where the machine tells.
pub fn memory_now() -> Option<usize> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// The most bytes that this process has held at a time, where the machine tells.
pub fn peak_memory() -> Option<usize> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Processor time that this process has taken, in seconds, where the machine tells.
pub fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may have spaces.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(ticks as f64 / TICKS_PER_SECOND)
}

/// Linux counts processor time for programs in hundredths of a second, whatever its own clock.
const TICKS_PER_SECOND: f64 = 100.0;

fn kilobytes(file: &str, name: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(rest.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? << 10)
}
