//! Autosave: the facts of a table written to a file now and then, and at the end.

use crate::common::facts_file::FactsError;
use common::file_version::{Lock, Stamp};
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
    /// The file as this process has read or written it.
    stamp: Option<Stamp>,
    /// Whether the file has ever held facts of another process. They were put together in the file, not in our table, so
    /// from then on they are in no place but the file.
    has_foreign: bool,
}

impl Autosave {
    /// For a table with so many facts, all of which come from the file; `stamp` is that of the file before it was read.
    pub fn new(file: Option<FactsFile>, saved: u64, stamp: Option<Stamp>) -> Self {
        let every = file.as_ref().map_or(Duration::ZERO, |file| file.save_every);
        Autosave { file, next: Instant::now() + every, saved, stamp, has_foreign: false }
    }

    /// The stamp of the file before it is read.
    pub fn stamp(file: Option<&FactsFile>) -> Option<Stamp> {
        file.and_then(|file| Stamp::of(&file.path))
    }

    /// The file, if there is one to load facts from.
    pub fn source(file: Option<&FactsFile>) -> Option<&Path> {
        file.map(|file| file.path.as_path()).filter(|path| path.exists())
    }

    /// Saves if it is time to. A failure is told at the end, when saving fails again.
    pub fn save_if_due(&mut self, facts: u64, write: impl FnOnce(&Path, bool) -> Result<(), FactsError>) {
        let Some(every) = self.file.as_ref().map(|file| file.save_every) else { return };
        let started = Instant::now();
        if started < self.next {
            return;
        }
        let _ = self.save(facts, write);
        self.next = Instant::now() + every.max(started.elapsed() * PART);
    }

    /// Saves unless the file has all facts, which are so many. `write` is told whether another process has written the file
    /// since it was read, whose facts are to be kept.
    pub fn save(
        &mut self,
        facts: u64,
        write: impl FnOnce(&Path, bool) -> Result<(), FactsError>,
    ) -> Result<(), FactsError> {
        let Some(file) = &self.file else { return Ok(()) };
        if facts != self.saved || !file.path.exists() {
            let _lock = Lock::of(&file.path);
            let there = Stamp::of(&file.path);
            self.has_foreign |= there.is_some() && there != self.stamp;
            write(&file.path, self.has_foreign)?;
            self.stamp = Stamp::of(&file.path);
            self.saved = facts;
        }
        Ok(())
    }
}
