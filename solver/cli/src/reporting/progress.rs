//! Progress on stderr: one live line that fits the terminal, a line now and then elsewhere, and never in the way of the work.

use crate::flags::report::ReportArgs;
use crate::flags::resources::memory_now;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
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

/// Shows the latest of many messages. A message is a list of parts, the most important first: those that do not fit are left out.
pub struct LiveLine {
    shown: bool,
    style: Style,
    interval: Duration,
    next: Instant,
    started: Instant,
    limit: Option<Duration>,
    /// Calls until the clock is looked at again.
    patience: u32,
}

const ON_A_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(30);
const ELSEWHERE_FORCED: Duration = Duration::from_millis(200);
const CALLS_PER_LOOK: u32 = 16;

/// Columns of a terminal that does not say how many it has.
const USUAL_COLUMNS: usize = 80;

const SEPARATOR: &str = " · ";

impl LiveLine {
    /// Shows nothing if that is wanted; more lines where there is no terminal if they are asked for.
    pub fn new(report: &ReportArgs) -> Self {
        let (style, interval) = match (report.quiet, stderr().is_terminal()) {
            (true, _) => (Style::Off, ELSEWHERE),
            (false, true) => (Style::Live, ON_A_TERMINAL),
            (false, false) => (Style::Lines, if report.progress { ELSEWHERE_FORCED } else { ELSEWHERE }),
        };
        let now = Instant::now();
        let (shown, limit, patience) = (false, None, CALLS_PER_LOOK);
        LiveLine { shown, style, interval, next: now + interval, started: now, limit, patience }
    }

    /// A line that stays empty.
    pub fn off() -> Self {
        LiveLine::new(&ReportArgs { quiet: true, ..ReportArgs::default() })
    }

    /// Starts the clock of a new task, which has so much time.
    pub fn begin(&mut self, limit: Option<Duration>) {
        (self.started, self.limit) = (Instant::now(), limit);
    }

    /// Shows a message if the last one is old enough.
    pub fn update(&mut self, message: impl FnOnce() -> Vec<String>) {
        if self.style == Style::Off {
            return;
        }
        self.patience -= 1;
        if self.patience > 0 {
            return;
        }
        self.patience = CALLS_PER_LOOK;
        if Instant::now() >= self.next {
            self.write(message());
        }
    }

    /// Shows a message at once on a terminal, and elsewhere if the last one is old enough.
    pub fn show(&mut self, message: &[String]) {
        if self.style == Style::Live || self.style == Style::Lines && Instant::now() >= self.next {
            self.write(message.to_vec());
        }
    }

    fn write(&mut self, mut parts: Vec<String>) {
        self.next = Instant::now() + self.interval;
        let elapsed = self.started.elapsed().as_secs();
        let clock = match self.limit {
            Some(limit) => format!("{elapsed} of {} s", limit.as_secs_f64().ceil()),
            None => format!("{elapsed} s"),
        };
        parts.insert(1.min(parts.len()), clock);
        // A terminal that went away is no reason to stop.
        let _ = match self.style {
            Style::Live => write!(stderr(), "\r\x1b[K{}", fitted(&parts, columns())),
            _ => writeln!(stderr(), "c {}", parts.join(SEPARATOR)),
        };
        let _ = stderr().flush();
        self.shown = self.style == Style::Live;
    }

    /// Wipes the line, to make room for a result.
    pub fn clear(&mut self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
            let _ = stderr().flush();
            self.shown = false;
        }
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Columns of the terminal that stderr is.
fn columns() -> usize {
    let size = terminal_size::terminal_size_of(stderr());
    size.map_or(USUAL_COLUMNS, |(width, _)| usize::from(width.0))
}

/// As many parts as fit, at least the first one, cut if need be. The last column stays free: a terminal may go to the next
/// line when it is filled.
fn fitted(parts: &[String], columns: usize) -> String {
    let room = columns.saturating_sub(1);
    let mut line = String::new();
    for part in parts {
        let separator = if line.is_empty() { "" } else { SEPARATOR };
        let length = line.chars().count() + separator.chars().count() + part.chars().count();
        if length > room && !line.is_empty() {
            break;
        }
        line = format!("{line}{separator}{part}");
    }
    line.chars().take(room).collect()
}

/// Shows that work goes on which has nothing else to tell: how long it takes, and how much memory.
pub struct Ticker {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    pub fn start(report: &ReportArgs, limit: Option<Duration>, title: &str) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let (watched, title) = (is_over.clone(), title.to_owned());
        let mut line = LiveLine::new(report);
        line.begin(limit);
        let thread = std::thread::spawn(move || {
            while !watched.load(Ordering::Relaxed) {
                std::thread::park_timeout(ON_A_TERMINAL);
                if Instant::now() >= line.next && line.style != Style::Off && !watched.load(Ordering::Relaxed) {
                    let memory = memory_now().map(|bytes| format!("{} MB", bytes >> 20));
                    line.write([Some(title.clone()), memory].into_iter().flatten().collect());
                }
            }
        });
        Ticker { is_over, thread: Some(thread) }
    }
}

impl Drop for Ticker {
    /// Waits until the line is gone.
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}
