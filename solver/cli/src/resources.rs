//! Threads and memory: what the command line allows, and what the machine has.

use clap::Args;
use std::num::NonZero;

#[derive(Args, Clone, Copy)]
pub struct Resources {
    /// Threads for the search [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Memory for the search: `4G`, `512M`, or megabytes [default: three quarters of what is free; misère play: 1G]
    #[arg(long, value_name = "SIZE", value_parser = megabytes)]
    memory: Option<usize>,
}

/// What a search takes beside its tables: programs, stacks, and scratch memory of some megabytes a thread.
const BASE: usize = 16 << 20;

impl Resources {
    pub fn threads(&self) -> usize {
        self.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get)
    }

    pub fn are_set(&self) -> bool {
        self.threads.is_some() || self.memory.is_some()
    }

    /// Megabytes asked for.
    pub fn megabytes(&self) -> Option<usize> {
        self.memory
    }

    /// Bytes for the tables of a search.
    pub fn table_bytes(&self) -> Option<usize> {
        let total = self.memory.map(|megabytes| megabytes << 20).or_else(|| free_memory().map(|free| free / 4 * 3))?;
        Some(total.saturating_sub(BASE).max(BASE))
    }
}

fn megabytes(text: &str) -> Result<usize, String> {
    let (digits, factor) = match text.trim().to_ascii_uppercase().trim_end_matches('B') {
        text if text.ends_with('G') => (text.trim_end_matches('G').to_string(), 1024.0),
        text if text.ends_with('M') => (text.trim_end_matches('M').to_string(), 1.0),
        text => (text.to_string(), 1.0),
    };
    let wrong = || format!("`{text}` is no amount of memory; write `4G`, `512M` or megabytes");
    let megabytes = digits.parse::<f64>().map_err(|_| wrong())? * factor;
    if (32.0..1e7).contains(&megabytes) {
        Ok(megabytes as usize)
    } else if megabytes.is_finite() && megabytes < 32.0 {
        Err("the search needs at least 32 megabytes".into())
    } else {
        Err(wrong())
    }
}

/// Bytes that the machine has to spare, where it tells.
fn free_memory() -> Option<usize> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

/// The most bytes that this process has held at a time, where the machine tells.
pub fn peak_memory() -> Option<usize> {
    kilobytes("/proc/self/status", "VmHWM:")
}

fn kilobytes(file: &str, name: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(rest.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? << 10)
}
