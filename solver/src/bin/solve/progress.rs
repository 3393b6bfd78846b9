//! A live line on stderr: only on a terminal, a few times a second, and never in the way of the work.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// Shows the latest of many messages.
pub struct LiveLine {
    shown: bool,
    enabled: bool,
    next: Instant,
    started: Instant,
    /// Calls until the clock is looked at again.
    patience: u32,
}

const INTERVAL: Duration = Duration::from_millis(200);
const CALLS_PER_LOOK: u32 = 64;

impl LiveLine {
    /// A line that is shown on a terminal unless `quiet`, or everywhere if `forced`.
    pub fn new(quiet: bool, forced: bool) -> Self {
        let now = Instant::now();
        LiveLine {
            shown: false,
            enabled: forced || (!quiet && stderr().is_terminal()),
            next: now + INTERVAL,
            started: now,
            patience: CALLS_PER_LOOK,
        }
    }

    /// Shows a message if the last one is old enough.
    pub fn update(&mut self, message: impl FnOnce() -> String) {
        if !self.enabled {
            return;
        }
        self.patience -= 1;
        if self.patience > 0 {
            return;
        }
        self.patience = CALLS_PER_LOOK;
        let now = Instant::now();
        if now < self.next {
            return;
        }
        self.next = now + INTERVAL;
        self.show(&message());
    }

    /// Shows a message at once.
    pub fn show(&mut self, message: &str) {
        if !self.enabled {
            return;
        }
        let elapsed = self.started.elapsed().as_secs();
        // A terminal that went away is no reason to stop.
        let _ = write!(stderr(), "\r\x1b[K{message} ({elapsed} s)");
        let _ = stderr().flush();
        self.shown = true;
    }

    /// Wipes the line, to make room for a result.
    pub fn clear(&mut self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
            self.shown = false;
        }
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.clear();
    }
}
