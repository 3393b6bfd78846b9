//! What is told about a search while it runs, and the facts that are saved meanwhile.

use crate::progress::LiveLine;
use search::normal::facts::{self, FactsError};
use search::normal::{LandTable, Listener, Progress};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Saves the facts of a land table to a file from time to time, and at the end.
pub struct Keeper {
    path: Option<PathBuf>,
    every: Duration,
    next: Instant,
    /// Facts in the file.
    saved: u64,
}

/// Saving takes at most this part of the time.
const PART: u32 = 20;

impl Keeper {
    pub fn new(path: Option<PathBuf>, every: Duration, saved: u64) -> Self {
        Keeper { path, every, next: Instant::now() + every, saved }
    }

    /// Saves new facts if it is time to. A failure is told at the end, when saving fails again.
    fn save_if_due(&mut self, land_table: &LandTable) {
        if self.path.is_none() || Instant::now() < self.next {
            return;
        }
        let started = Instant::now();
        let _ = self.save(land_table);
        self.next = Instant::now() + self.every.max(started.elapsed() * PART);
    }

    pub fn save(&mut self, land_table: &LandTable) -> Result<(), FactsError> {
        let Some(path) = &self.path else { return Ok(()) };
        if land_table.proven_count() != self.saved || !path.exists() {
            facts::save(path, land_table)?;
            self.saved = land_table.proven_count();
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

impl Listener<LandTable> for Watcher<'_> {
    fn progress(&mut self, now: Progress) {
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
                now.root.pn, now.root.dn, now.facts, now.lands, now.expansions
            )
        });
    }

    fn checkpoint(&mut self, land_table: &LandTable) {
        self.keeper.save_if_due(land_table);
    }
}
