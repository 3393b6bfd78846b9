//! What is told about a search while it runs, and the facts that are saved meanwhile.

use crate::progress::LiveLine;
use solver::escape::escaped;
use solver::facts::{self, FactsError};
use solver::files::{Lock, Stamp};
use solver::search::{Book, Listener, Snapshot};
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Saves the facts of a book to a file from time to time, and at the end.
pub struct Keeper {
    path: Option<PathBuf>,
    every: Duration,
    next: Instant,
    /// Facts in the file.
    saved: u64,
    /// The file as this process has read or written it.
    stamp: Option<Stamp>,
    has_failed: bool,
}

/// Saving takes at most this part of the time.
const PART: u32 = 20;

impl Keeper {
    /// `stamp` is that of the file before it was read.
    pub fn new(path: Option<PathBuf>, every: Duration, saved: u64, stamp: Option<Stamp>) -> Self {
        Keeper { path, every, next: Instant::now() + every, saved, stamp, has_failed: false }
    }

    /// Saves new facts if it is time to. A failure is told once, and does not end the work: there may be room again later.
    fn save_if_due(&mut self, book: &Book) {
        if self.path.is_none() || Instant::now() < self.next {
            return;
        }
        let started = Instant::now();
        if let Err(error) = self.save(book)
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let _ =
                writeln!(stderr(), "c facts are not saved, which will be tried again: {}", escaped(&error.to_string()));
        }
        self.next = Instant::now() + self.every.max(started.elapsed() * PART);
    }

    pub fn save(&mut self, book: &Book) -> Result<(), FactsError> {
        let Some(path) = &self.path else { return Ok(()) };
        if book.proven_count() != self.saved || !path.exists() {
            let _lock = Lock::of(path);
            match Stamp::of(path) {
                Some(stamp) if self.stamp.as_ref() != Some(&stamp) => facts::save_beside_others(path, book)?,
                _ => facts::save(path, book)?,
            }
            self.stamp = Stamp::of(path);
            self.saved = book.proven_count();
        }
        Ok(())
    }
}

/// Shows how a search is doing.
pub struct Watcher<'a> {
    line: &'a mut LiveLine,
    keeper: &'a mut Keeper,
    title: String,
    memory: Option<usize>,
    started: Instant,
    /// Expansions before this search.
    before: u64,
}

impl<'a> Watcher<'a> {
    pub fn new(
        line: &'a mut LiveLine,
        keeper: &'a mut Keeper,
        title: String,
        memory: Option<usize>,
        before: u64,
    ) -> Self {
        Watcher { line, keeper, title, memory, started: Instant::now(), before }
    }
}

impl Listener for Watcher<'_> {
    fn progress(&mut self, now: Snapshot) {
        let (title, memory, before) = (&self.title, self.memory, self.before);
        let seconds = self.started.elapsed().as_secs_f64();
        self.line.update(|| {
            let rate = (now.expansions - before) as f64 / seconds.max(0.001);
            let megabytes = now.bytes >> 20;
            let load = match memory {
                Some(limit) => format!("{megabytes} MB ({}% of what is allowed)", now.bytes * 100 / limit.max(1)),
                None => format!("{megabytes} MB"),
            };
            format!(
                "{title}: win {} loss {} to go, {} facts, {} lands, {load}, {} expansions, {rate:.0}/s",
                now.root_win, now.root_loss, now.facts, now.lands, now.expansions
            )
        });
    }

    fn checkpoint(&mut self, book: &Book) {
        self.keeper.save_if_due(book);
    }
}
