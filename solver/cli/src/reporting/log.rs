//! The log of `--verbose`: a table on stderr with a legend, as SAT solvers print it.

use search::common::listener::Progress;
use search::common::proof_numbers::INFINITE;
use std::io::{Write, stderr};
use std::time::{Duration, Instant};

const LEGEND: &str = "\
c time   seconds since this game was begun
c nodes  positions whose moves have been listed, and how many a second
c lands  independent parts of positions met so far
c facts  lands whose nimber is proven; in misère play positions proven lost
c win    open positions to settle if it is a win, as the search counts them; the same for a loss (proof numbers)
c MB     memory of the tables
c
c    time       nodes  nodes/s       lands       facts       win      loss      MB";

/// The time between two rows grows, so that a long search has a log of some hundred rows.
const FIRST: Duration = Duration::from_secs(1);
const GROWTH: u32 = 20;

/// Prints a row now and then.
pub struct Log {
    is_on: bool,
    has_legend: bool,
    started: Instant,
    next: Instant,
    before: u64,
}

impl Log {
    pub fn new(is_on: bool) -> Self {
        let now = Instant::now();
        Log { is_on, has_legend: false, started: now, next: now, before: 0 }
    }

    /// Starts a new game; expansions so far belong to earlier ones.
    pub fn begin(&mut self, title: &str, before: u64) {
        if !self.is_on {
            return;
        }
        if !self.has_legend {
            self.write(LEGEND);
            self.has_legend = true;
        }
        self.write(&format!("c {title}"));
        (self.started, self.before) = (Instant::now(), before);
        self.next = self.started + FIRST;
    }

    /// Prints a row if it is time to.
    pub fn update(&mut self, now: Progress) {
        if !self.is_on || Instant::now() < self.next {
            return;
        }
        self.row(now);
        self.next = Instant::now() + FIRST.max(self.started.elapsed() / GROWTH);
    }

    fn row(&self, now: Progress) {
        let seconds = self.started.elapsed().as_secs_f64();
        let nodes = now.expansions.saturating_sub(self.before);
        let rate = nodes as f64 / seconds.max(0.001);
        let number = |number: u32| if number >= INFINITE { "never".into() } else { number.to_string() };
        let (win, loss) = (number(now.root.pn), number(now.root.dn));
        let (lands, facts, megabytes) = (now.lands, now.facts, now.bytes >> 20);
        self.write(&format!(
            "c {seconds:>7.1} {nodes:>11} {rate:>8.0} {lands:>11} {facts:>11} {win:>9} {loss:>9} {megabytes:>7}"
        ));
    }

    pub fn remark(&self, text: &str) {
        if self.is_on {
            self.write(&format!("c {:>7.1} {text}", self.started.elapsed().as_secs_f64()));
        }
    }

    fn write(&self, text: &str) {
        // A terminal that went away is no reason to stop.
        let _ = writeln!(stderr(), "{text}");
    }
}
