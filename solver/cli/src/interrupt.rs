//! Ctrl-C and limits: the flags that stop a search at its next look.

use crate::flags::resources::{LimitArgs, memory_now};
use search::common::limits::{Limits, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by Ctrl-C. The work stops at the next look, saves its facts and reports.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C has ended.
const ENDED_BY_CTRL_C: i32 = 130;

/// Makes Ctrl-C stop the work; a second one ends the program at once.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_CTRL_C);
        }
    });
}

/// How often the guard looks.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    is_full: AtomicBool,
    is_over: AtomicBool,
}

impl Shared {
    /// Looks once; whether the work has to stop.
    fn look(&self, total: Option<usize>) -> bool {
        let is_full = total.zip(memory_now()).is_some_and(|(total, now)| now > total);
        if is_full {
            self.is_full.store(true, Ordering::Relaxed);
        }
        let must_stop = is_full || INTERRUPTED.load(Ordering::Relaxed);
        if must_stop {
            self.stop.store(true, Ordering::Release);
        }
        must_stop
    }
}

/// A thread that stops work when the memory of the whole process is used up, or at Ctrl-C, and a deadline. For work that does
/// not bound its memory itself.
pub struct Guard {
    shared: Arc<Shared>,
    started: Instant,
    deadline: Option<Instant>,
}

impl Guard {
    /// Begins to watch.
    pub fn new(limits: &LimitArgs) -> Self {
        let shared = Arc::new(Shared::default());
        let watched = shared.clone();
        let started = Instant::now();
        let deadline = limits.time_limit.map(|limit| started + limit);
        let total = limits.total();
        std::thread::spawn(move || {
            while !watched.is_over.load(Ordering::Relaxed) && !watched.look(total) {
                std::thread::sleep(LOOK);
            }
        });
        Guard { shared, started, deadline }
    }

    /// Limits that end with the guard's word.
    pub fn limits(&self) -> Limits<'_> {
        Limits { deadline: self.deadline, interrupt: Some(&self.shared.stop), ..Limits::default() }
    }

    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Fails once the work has to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        self.limits().check(0).map_err(|stopped| self.explain(stopped))
    }

    /// The reason of a stop that limits made by [`Guard::limits`] call an interrupt.
    pub fn explain(&self, stopped: Stopped) -> Stopped {
        match stopped {
            Stopped::Interrupted if self.shared.is_full.load(Ordering::Relaxed) => Stopped::MemoryFull,
            stopped => stopped,
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}
