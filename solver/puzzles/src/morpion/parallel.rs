//! Parallel search on several threads, which can be stopped at any time and taken up again.
//!
//! Each thread takes one task after the other and searches it in slices of a fraction of a second; after each slice it notes
//! in the common state how far it has come. So the state is complete at every moment: the counts of finished tasks,
//! and for each task in progress its counts and its place.

use crate::morpion::board::{Board, OffPaper};
use crate::morpion::search::{Counted, Search};
use crate::morpion::split::Split;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// A task in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    pub task: usize,
    pub progress: Vec<usize>,
    pub counted: Counted,
}

/// Everything there is to know about a search between two slices.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// The first task that has not been begun.
    pub next: usize,
    /// Counts of the nodes above the tasks and of finished tasks.
    pub counted: Counted,
    /// Tasks that are begun and not finished, in progress or waiting for a thread.
    pub open: Vec<Open>,
    pub sample: Sample,
}

/// The sizes of the finished tasks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sample {
    pub tasks: usize,
    pub sum: f64,
    pub sum_of_squares: f64,
}

/// Finished tasks from which on an estimate is worth something.
const ENOUGH: usize = 30;

impl Sample {
    pub fn add(&mut self, nodes: u64) {
        self.tasks += 1;
        self.sum += nodes as f64;
        self.sum_of_squares += (nodes as f64).powi(2);
    }

    /// The nodes in all tasks, and the standard error of that. The finished tasks are as good as drawn by lot (only the few
    /// in progress are missing, and those are rather large ones), so this is the usual estimate of a sum from a sample
    /// without repetition.
    pub fn estimate(&self, all: usize) -> Option<(f64, f64)> {
        if self.tasks < ENOUGH {
            return None;
        }
        let (count, all) = (self.tasks as f64, all as f64);
        let mean = self.sum / count;
        let variance = (self.sum_of_squares / count - mean * mean).max(0.0) * count / (count - 1.0);
        let error = all * (variance / count * (1.0 - count / all)).sqrt();
        Some((all * mean, error))
    }
}

impl State {
    /// Nothing searched but the nodes above the tasks.
    pub fn new(split: &Split) -> Self {
        State { counted: split.above.clone(), ..State::default() }
    }

    pub fn nodes(&self) -> u64 {
        self.counted.histogram.nodes() + self.open.iter().map(|open| open.counted.histogram.nodes()).sum::<u64>()
    }

    /// A longest continuation found so far, finished or not, in moves from the first position.
    pub fn longest(&self, split: &Split) -> usize {
        let of = |open: &Open| split.tasks[open.task].path.len() + open.counted.histogram.longest();
        self.open.iter().map(of).chain([self.counted.histogram.longest()]).max().unwrap_or(0)
    }

    pub fn is_finished(&self, split: &Split) -> bool {
        self.next == split.tasks.len() && self.open.is_empty()
    }
}

/// Nodes between two notes: about a fifth of a second.
const SLICE: u64 = 1 << 23;
/// How often the caller hears about the state.
const INTERVAL: Duration = Duration::from_millis(200);

/// The state that the threads share.
struct Shared<'a> {
    board: &'a Board,
    split: &'a Split,
    state: Mutex<Work>,
    /// Signalled when a thread ends.
    ended: Condvar,
    stop: AtomicBool,
}

struct Work {
    state: State,
    /// Which entries of `state.open` wait for a thread, by task.
    waiting: Vec<usize>,
    threads: usize,
    failed: Option<OffPaper>,
}

/// Runs a search until it is finished or `watch` says to stop. `watch` is called at the start and then a few times a second.
pub fn run(
    board: &Board,
    split: &Split,
    state: &mut State,
    threads: usize,
    mut watch: impl FnMut(&State) -> bool,
) -> Result<(), OffPaper> {
    let stop = AtomicBool::new(!watch(state));
    let waiting = state.open.iter().map(|open| open.task).collect();
    let work = Work { state: std::mem::take(state), waiting, threads, failed: None };
    let shared = Shared { board, split, state: Mutex::new(work), ended: Condvar::new(), stop };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| shared.work());
        }
        let mut work = shared.lock();
        while work.threads > 0 {
            work = shared.ended.wait_timeout(work, INTERVAL).unwrap_or_else(|poisoned| poisoned.into_inner()).0;
            let state = work.state.clone();
            drop(work);
            if !watch(&state) {
                shared.stop.store(true, Ordering::Relaxed);
            }
            work = shared.lock();
        }
    });
    let work = shared.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    *state = work.state;
    work.failed.map_or(Ok(()), Err)
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn work(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some((task, search)) = self.take() else { break };
            if let Err(error) = self.search(task, search) {
                self.stop.store(true, Ordering::Relaxed);
                self.lock().failed = Some(error);
            }
        }
        self.lock().threads -= 1;
        self.ended.notify_one();
    }

    /// The next task: one that was begun and waits, else a new one.
    fn take(&self) -> Option<(usize, Search)> {
        let mut work = self.lock();
        if let Some(task) = work.waiting.pop() {
            let open = work.state.open.iter().find(|open| open.task == task)?.clone();
            drop(work);
            let search = self.split.tasks[task].search(self.board).resume(&open.progress, open.counted);
            return Some((task, search.expect("a state is checked when it is read")));
        }
        let task = work.state.next;
        let search = self.split.tasks.get(task)?.search(self.board);
        work.state.next += 1;
        let (progress, counted) = (search.progress(), search.counted().clone());
        work.state.open.push(Open { task, progress, counted });
        Some((task, search))
    }

    /// Searches a task slice by slice until it is finished or the work is to stop.
    fn search(&self, task: usize, mut search: Search) -> Result<(), OffPaper> {
        while !search.is_finished() && !self.stop.load(Ordering::Relaxed) {
            search.run(SLICE)?;
            if !search.is_finished() {
                let mut work = self.lock();
                let open = work.state.open.iter_mut().find(|open| open.task == task).expect("it is open");
                *open = Open { task, progress: search.progress(), counted: search.counted().clone() };
            }
        }
        if search.is_finished() {
            let state = &mut self.lock().state;
            state.open.retain(|open| open.task != task);
            state.counted.add(&self.split.tasks[task].path, search.counted());
            state.sample.add(search.counted().histogram.nodes());
        }
        Ok(())
    }
}
