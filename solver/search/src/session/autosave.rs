//! Autosave: the facts of a table written to a file now and then, and at the end.

use crate::common::facts_file::FactsError;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file that keeps the facts of a session between runs.
#[derive(Debug, Clone)]
pub struct FactsFile {
    pub path: PathBuf,
    pub save_every: Duration,
}

/// Saving takes at most this part of the time.
const PART: u32 = 20;

/// The times at which facts are saved.
pub struct Autosave {
    file: Option<FactsFile>,
    next: Instant,
    /// Facts in the file.
    saved: u64,
}

impl Autosave {
    /// For a table with so many facts, all of which come from the file.
    pub fn new(file: Option<FactsFile>, saved: u64) -> Self {
        let every = file.as_ref().map_or(Duration::ZERO, |file| file.save_every);
        Autosave { file, next: Instant::now() + every, saved }
    }

    /// The file, if there is one to load facts from.
    pub fn source(file: Option<&FactsFile>) -> Option<&Path> {
        file.map(|file| file.path.as_path()).filter(|path| path.exists())
    }

    /// Saves if it is time to. A failure is told at the end, when saving fails again.
    pub fn save_if_due(&mut self, facts: u64, write: impl FnOnce(&Path) -> Result<(), FactsError>) {
        let Some(every) = self.file.as_ref().map(|file| file.save_every) else { return };
        let started = Instant::now();
        if started < self.next {
            return;
        }
        let _ = self.save(facts, write);
        self.next = Instant::now() + every.max(started.elapsed() * PART);
    }

    /// Saves unless the file has all facts, which are so many.
    pub fn save(&mut self, facts: u64, write: impl FnOnce(&Path) -> Result<(), FactsError>) -> Result<(), FactsError> {
        let Some(file) = &self.file else { return Ok(()) };
        if facts != self.saved || !file.path.exists() {
            write(&file.path)?;
            self.saved = facts;
        }
        Ok(())
    }
}
