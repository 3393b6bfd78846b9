//! Arguments from Python: amounts of memory, times, files.

use crate::errors;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The least memory that a search can use.
const LEAST: usize = 32 << 20;
/// Longer than any search: thirty years, in seconds.
const FOREVER: f64 = 1e9;

/// An amount of memory: bytes, or a text such as `4G` or `512M`.
#[derive(FromPyObject)]
pub enum Memory {
    Bytes(u64),
    Text(String),
}

impl Memory {
    /// The memory to be used: what is given, or three quarters of what is free.
    pub fn bytes(given: Option<&Memory>) -> PyResult<Option<usize>> {
        match given {
            None => Ok(crate::work::free_memory().map(|free| free / 4 * 3)),
            Some(memory) => memory.read().map(Some),
        }
    }

    fn read(&self) -> PyResult<usize> {
        let bytes = match self {
            Memory::Bytes(bytes) => usize::try_from(*bytes).unwrap_or(usize::MAX),
            Memory::Text(text) => parse(text).ok_or_else(|| {
                errors::value(format!("`{text}` is no amount of memory; write `4G`, `512M`, or a number of bytes"))
            })?,
        };
        if bytes < LEAST { Err(errors::value("the search needs at least 32 megabytes")) } else { Ok(bytes) }
    }
}

/// An amount with a unit.
fn parse(text: &str) -> Option<usize> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.strip_suffix("IB").or(upper.strip_suffix('B')).unwrap_or(&upper);
    let unit = upper.chars().next_back()?;
    let digits = upper.strip_suffix(unit)?.trim();
    let shift = match unit {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return None,
    };
    let amount = digits.parse::<f64>().ok()? * f64::from(1 << shift.min(30)) * if shift == 40 { 1024.0 } else { 1.0 };
    (0.0..1e16).contains(&amount).then_some(amount as usize)
}

/// A time in seconds.
pub fn seconds(given: f64) -> PyResult<Duration> {
    if given.is_nan() {
        Err(errors::value("a time is a number of seconds"))
    } else if given < 0.0 {
        Err(errors::value("a time is not negative"))
    } else if given > FOREVER {
        Err(errors::value("this is more than thirty years; leave it out for no limit"))
    } else {
        Ok(Duration::from_secs_f64(given))
    }
}

/// The content of a file.
pub fn read(path: &Path) -> PyResult<Vec<u8>> {
    std::fs::read(path).map_err(|error| errors::file(path, &error))
}

/// A certificate: its bytes, or the file that has them.
#[derive(FromPyObject)]
pub enum Content<'py> {
    Bytes(Bound<'py, pyo3::types::PyBytes>),
    File(PathBuf),
}

/// So many cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A number of threads.
pub fn threads(given: Option<usize>) -> PyResult<usize> {
    match given {
        None => Ok(cores()),
        Some(0) => Err(errors::value("a search needs at least 1 thread")),
        Some(threads @ 1..=512) => Ok(threads),
        Some(threads) => Err(errors::value(format!("{threads} threads are too many: at most 512"))),
    }
}
