//! Progress on stderr: a live line on a terminal, a line now and then elsewhere, and never in the way of the work.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// How the latest of many messages is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Off,
    /// On one line of a terminal that is written again and again.
    Live,
    /// On lines of their own.
    Lines,
}

/// Shows the latest of many messages.
pub struct LiveLine {
    shown: bool,
    style: Style,
    interval: Duration,
    next: Instant,
    started: Instant,
    /// Calls until the clock is looked at again.
    patience: u32,
}

const ON_A_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(30);
const ELSEWHERE_FORCED: Duration = Duration::from_millis(200);
const CALLS_PER_LOOK: u32 = 16;

impl LiveLine {
    /// Shows nothing if `quiet`; more lines where there is no terminal if `forced`.
    pub fn new(quiet: bool, forced: bool) -> Self {
        let (style, interval) = match (quiet, stderr().is_terminal()) {
            (true, _) => (Style::Off, ELSEWHERE),
            (false, true) => (Style::Live, ON_A_TERMINAL),
            (false, false) => (Style::Lines, if forced { ELSEWHERE_FORCED } else { ELSEWHERE }),
        };
        let now = Instant::now();
        LiveLine { shown: false, style, interval, next: now + interval, started: now, patience: CALLS_PER_LOOK }
    }

    /// Shows a message if the last one is old enough.
    pub fn update(&mut self, message: impl FnOnce() -> String) {
        if self.style == Style::Off {
            return;
        }
        self.patience -= 1;
        if self.patience > 0 {
            return;
        }
        self.patience = CALLS_PER_LOOK;
        if Instant::now() >= self.next {
            self.write(&message());
        }
    }

    /// Shows a message at once on a terminal, and elsewhere if the last one is old enough.
    pub fn show(&mut self, message: &str) {
        if self.style == Style::Live || self.style == Style::Lines && Instant::now() >= self.next {
            self.write(message);
        }
    }

    fn write(&mut self, message: &str) {
        self.next = Instant::now() + self.interval;
        let elapsed = self.started.elapsed().as_secs();
        // A terminal that went away is no reason to stop.
        let _ = match self.style {
            Style::Live => write!(stderr(), "\r\x1b[K{message} ({elapsed} s)"),
            _ => writeln!(stderr(), "c {message} ({elapsed} s)"),
        };
        let _ = stderr().flush();
        self.shown = self.style == Style::Live;
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
