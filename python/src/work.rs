//! Long work without Python's lock, with progress callbacks and Ctrl-C.
//!
//! The work runs on a thread of its own. The calling thread waits without the lock, and several times a second takes it to let
//! Python handle signals and to call the caller's callback with the latest news. If either raises an exception the work is
//! told to stop, and the exception is raised when it has. So the work needs no more than to look at [`Control::stop`] now
//! and then, and to tell its news when it has any.

use crate::errors;
use pyo3::prelude::*;
use search::common::limits::Limits;
use search::session::Event;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// How often signals and callbacks are served.
const TICK: Duration = Duration::from_millis(100);
/// Searches recurse as deep as games are long.
const STACK: usize = 64 << 20;

/// How far some work has come. What the stage does not count is 0.
#[pyclass(frozen, skip_from_py_object, get_all, module = "sproof")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// What is being done: "closure", "search", "extraction", "claims" or "check".
    pub stage: &'static str,
    /// Seconds since the call.
    pub seconds: f64,
    /// Positions whose options have been generated.
    pub expansions: u64,
    /// Lands met.
    pub lands: usize,
    /// Proven nimbers; in misère play, lost nodes.
    pub facts: u64,
    /// Bytes that the tables take.
    pub bytes: usize,
    /// Proof number of the question: the effort still expected for a win.
    pub pn: u32,
    /// Disproof number of the question.
    pub dn: u32,
    /// Claims of the proof found so far.
    pub claims: usize,
    /// Steps done, of so many.
    pub done: u64,
    pub total: u64,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let Progress { stage, seconds, expansions, facts, claims, done, total, .. } = self;
        format!(
            "<Progress {stage}: {seconds:.1} s, {expansions} expansions, {facts} facts, {claims} claims, {done} of {total}>"
        )
    }
}

/// What the work and the thread that waits for it share.
pub struct Control {
    pub stop: AtomicBool,
    is_full: AtomicBool,
    /// Bytes that the process may grow by.
    memory: Option<usize>,
    before: usize,
    news: Mutex<Progress>,
    is_over: Mutex<bool>,
    ended: Condvar,
}

impl Control {
    /// Limits that end when the work is told to stop.
    pub fn limits(&self, deadline: Option<Instant>) -> Limits<'_> {
        Limits { deadline, interrupt: Some(&self.stop), ..Limits::default() }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells news of a search.
    pub fn event(&self, event: Event) {
        let mut news = lock(&self.news);
        match event {
            Event::Closure => news.stage = "closure",
            Event::Extraction => news.stage = "extraction",
            Event::Claims(claims) => (news.stage, news.claims) = ("claims", claims),
            Event::Search(now) => {
                news.stage = "search";
                (news.expansions, news.lands, news.facts) = (now.expansions, now.lands, now.facts);
                (news.bytes, news.pn, news.dn) = (now.bytes, now.root.pn, now.root.dn);
            }
        }
    }

    /// Tells that so many steps of so many are done.
    pub fn step(&self, stage: &'static str, done: u64, total: u64) {
        let mut news = lock(&self.news);
        (news.stage, news.done, news.total) = (stage, done.max(news.done), total);
    }

    /// Stops the work when it has filled the memory that it was given.
    fn look_at_memory(&self) {
        let grown = self.memory.and_then(|limit| Some((limit, memory_now()?.saturating_sub(self.before))));
        if grown.is_some_and(|(limit, now)| now > limit) {
            self.is_full.store(true, Ordering::Relaxed);
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells that the work is over, however it ends.
struct Ending<'a>(&'a Control);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *lock(&self.0.is_over) = true;
        self.0.ended.notify_one();
    }
}

/// Does some work. `memory` limits what does not bound its memory itself.
pub fn run<T: Send>(
    py: Python<'_>,
    callback: Option<&Bound<'_, PyAny>>,
    memory: Option<usize>,
    work: impl FnOnce(&Control) -> PyResult<T> + Send,
) -> PyResult<T> {
    let (started, callback) = (Instant::now(), callback.map(|callback| callback.clone().unbind()));
    let control = Control {
        stop: AtomicBool::new(false),
        is_full: AtomicBool::new(false),
        memory,
        before: memory_now().unwrap_or(0),
        news: Mutex::default(),
        is_over: Mutex::new(false),
        ended: Condvar::new(),
    };
    let serve = || -> PyResult<()> {
        control.look_at_memory();
        Python::attach(|py| {
            py.check_signals()?;
            let Some(callback) = &callback else { return Ok(()) };
            let news = Progress { seconds: started.elapsed().as_secs_f64(), ..*lock(&control.news) };
            if news.stage.is_empty() { Ok(()) } else { callback.call1(py, (news,)).map(drop) }
        })
    };
    let (result, raised) = py.detach(|| {
        scope(|scope| {
            let mut raised = None;
            let worker = Builder::new().name("sproof".into()).stack_size(STACK).spawn_scoped(scope, || {
                let _ending = Ending(&control);
                work(&control)
            });
            let worker = match worker {
                Ok(worker) => worker,
                Err(error) => return (Err(error.into()), None),
            };
            loop {
                let is_over = lock(&control.is_over);
                let wait = control.ended.wait_timeout_while(is_over, TICK, |is_over| !*is_over);
                if *wait.unwrap_or_else(PoisonError::into_inner).0 {
                    break;
                }
                if raised.is_none()
                    && let Err(error) = serve()
                {
                    control.stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            (worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), raised)
        })
    });
    match (result, raised) {
        // What is done is done, but an exception is not overlooked.
        (_, Some(error)) => Err(error),
        (Err(_), None) if control.is_full.load(Ordering::Relaxed) => {
            Err(errors::MemoryFull::new_err("the memory allowed is full"))
        }
        (Err(error), None) => Err(error),
        (Ok(value), None) => {
            // The last news, for work that ends within a tick, and a Ctrl-C that came too late to stop anything.
            serve()?;
            Ok(value)
        }
    }
}

/// Bytes that this process holds, where the machine tells.
fn memory_now() -> Option<usize> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// Bytes that the machine has to spare, where it tells.
pub fn free_memory() -> Option<usize> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

fn kilobytes(file: &str, name: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(rest.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? << 10)
}
