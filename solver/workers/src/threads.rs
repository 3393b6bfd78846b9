//! Workers as threads of one machine: a session of normal play whose search is driven by a coordinator.
//!
//! Every thread is a worker with tables of its own; options are shared through a library, facts through the coordinator. Which
//! job comes when depends on the clock, so the facts that are found, and with them the certificate, differ from run to run; the
//! answer does not. With one worker there is nothing to coordinate, and the session is the ordinary one.

use crate::coordinator::{Coordinator, Settings};
use crate::message::{Fact, Next, Numbers, Value};
use crate::names::key;
use crate::worker::{JobError, Worker, question};
use certificate::Certificate;
use search::common::facts_file::FactsError;
use search::common::limits::{Limits, Stopped};
use search::common::listener::{Listener, Progress};
use search::common::proof_numbers::ProofNumbers;
use search::normal::{LandTable, Library, NIMBERS};
use search::session::{
    Answer, Counts, Event, Events, FactsFile, NormalSession, Query, Session, SessionError, Shrinking,
};
use sprouts::{Outcome, Position};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often the limits are looked at and progress is told.
const TICK: Duration = Duration::from_millis(20);

/// The settings for threads, between which a message costs nothing.
pub const SETTINGS: Settings = Settings {
    budget: 50,
    first_budget: 10,
    share_from: 2,
    most_facts: usize::MAX,
    virtual_weight: 16,
    // What another worker has found is at hand in the library.
    affinity: 0,
    foreign: 0,
    split: 16,
    slack: Some(16),
};

pub struct ThreadSession {
    /// Proves and saves; it does not search.
    inner: NormalSession,
    workers: Vec<Worker>,
    /// Bytes for the tables of each worker, if they are limited.
    memory: Option<usize>,
}

/// What the threads of a search share.
struct Shared {
    coordinator: Mutex<Coordinator>,
    /// A report has come, or the search is over.
    news: Condvar,
    stop: AtomicBool,
    /// How far each worker is.
    progress: Vec<Mutex<Progress>>,
    /// Why a worker cannot go on.
    failure: Mutex<Option<Stopped>>,
}

const NO_PROGRESS: Progress = Progress {
    root: ProofNumbers { pn: 1, dn: 1 },
    expansions: 0,
    lands: 0,
    nodes: 0,
    facts: 0,
    raw_moves: 0,
    bytes: 0,
};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ThreadSession {
    /// A session with so many workers, at least two, and the facts of a file if it exists.
    pub fn open(workers: usize, memory: Option<usize>, file: Option<FactsFile>) -> Result<Self, FactsError> {
        let inner = NormalSession::open(1, memory, file)?;
        // The library takes a part as large as that of each worker.
        let share = memory.map(|bytes| bytes / (workers + 1));
        let library = share.map_or_else(Library::default, Library::with_limit);
        let workers = (0..workers).map(|_| Worker::with_library(&library)).collect();
        Ok(ThreadSession { inner, workers, memory: share })
    }

    /// Whether a position has a nimber.
    fn has_nimber(
        &mut self,
        start: &Position,
        nimber: u8,
        limits: Limits,
        events: &mut dyn FnMut(Event),
    ) -> Result<bool, Stopped> {
        self.tell_workers();
        let shared = Shared {
            coordinator: Mutex::new(Coordinator::new(question(start, nimber), SETTINGS)),
            news: Condvar::new(),
            stop: AtomicBool::new(false),
            progress: self.workers.iter().map(|_| Mutex::new(NO_PROGRESS)).collect(),
            failure: Mutex::new(None),
        };
        let memory = self.memory;
        let ThreadSession { inner, workers, .. } = self;
        let answer = std::thread::scope(|scope| {
            let _stopping = Stopping(&shared);
            for (nth, worker) in workers.iter_mut().enumerate() {
                scope.spawn({
                    let shared = &shared;
                    move || shared.serve(nth, worker, memory)
                });
            }
            shared.watch(inner, limits, events)
        });
        self.collect_facts();
        answer
    }

    /// All that the session knows, say from a file, is told to the workers.
    fn tell_workers(&mut self) {
        for worker in &mut self.workers {
            if self.inner.land_table().proven_count() > worker.land_table().proven_count() {
                worker.learn_nimbers(self.inner.land_table().facts());
            }
        }
    }

    fn collect_facts(&mut self) {
        for worker in &self.workers {
            for (key, nimber) in worker.land_table().facts() {
                self.inner.learn(&key, nimber);
            }
        }
    }
}

/// Stops the threads when the search is left, by whatever way.
struct Stopping<'a>(&'a Shared);

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
        // Whoever is about to wait has seen the flag or will hear this.
        drop(lock(&self.0.coordinator));
        self.0.news.notify_all();
    }
}

/// Notes how far a worker is.
struct Reporter<'a>(&'a Mutex<Progress>);

impl Listener<LandTable> for Reporter<'_> {
    fn progress(&mut self, progress: Progress) {
        *lock(self.0) = progress;
    }
}

impl Shared {
    /// The life of a worker.
    fn serve(&self, nth: usize, worker: &mut Worker, memory: Option<usize>) {
        let limits = Limits { interrupt: Some(&self.stop), memory, ..Limits::default() };
        let mut coordinator = lock(&self.coordinator);
        while !self.stop.load(Ordering::Relaxed) {
            match coordinator.next_job(nth as u64) {
                Next::Decided { .. } => {
                    self.stop.store(true, Ordering::Relaxed);
                    self.news.notify_all();
                }
                Next::Wait => {
                    let waited = self.news.wait(coordinator);
                    coordinator = waited.unwrap_or_else(PoisonError::into_inner);
                }
                Next::Job(job) => {
                    drop(coordinator);
                    let report = worker.run(&job, limits, &mut Reporter(&self.progress[nth]));
                    coordinator = lock(&self.coordinator);
                    match report {
                        Ok(report) => {
                            coordinator.finish(job.id, report);
                        }
                        Err(error) => self.fail(error),
                    }
                    self.news.notify_all();
                }
            }
        }
    }

    /// Notes why the search cannot go on, unless it is over anyway.
    fn fail(&self, error: JobError) {
        if !self.stop.swap(true, Ordering::Relaxed) {
            let stopped = match error {
                JobError::Stopped(stopped) => stopped,
                JobError::Subject(_) | JobError::Number(_) => unreachable!("jobs are about lands: {error}"),
            };
            *lock(&self.failure) = Some(stopped);
        }
    }

    /// Waits for the verdict, tells progress and looks at the limits.
    fn watch(&self, inner: &mut NormalSession, limits: Limits, events: &mut dyn FnMut(Event)) -> Result<bool, Stopped> {
        let mut read = 0;
        loop {
            let coordinator = lock(&self.coordinator);
            let verdict = coordinator.verdict();
            if let Some(is_lost) = verdict {
                return Ok(is_lost);
            }
            if let Some(stopped) = *lock(&self.failure) {
                return Err(stopped);
            }
            let root = coordinator.root_numbers();
            let fresh: Vec<Fact> = coordinator.facts()[read..].to_vec();
            read += fresh.len();
            drop(coordinator);
            let progress = self.progress(root);
            events(Event::Search(progress));
            for fact in fresh {
                if let (Value::Is(nimber), Some(key)) = (fact.value, key(&fact.subject)) {
                    inner.learn(&key, nimber);
                }
            }
            inner.save_if_due();
            limits.check(progress.expansions)?;
            let coordinator = lock(&self.coordinator);
            if coordinator.verdict().is_none() {
                drop(self.news.wait_timeout(coordinator, TICK).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    fn progress(&self, root: Numbers) -> Progress {
        let mut sum = Progress { root: ProofNumbers { pn: root.pn, dn: root.dn }, ..NO_PROGRESS };
        for progress in &self.progress {
            let progress = *lock(progress);
            sum.expansions += progress.expansions;
            sum.lands += progress.lands;
            sum.nodes += progress.nodes;
            sum.facts = sum.facts.max(progress.facts);
            sum.raw_moves += progress.raw_moves;
            sum.bytes += progress.bytes;
        }
        sum
    }
}

impl Session for ThreadSession {
    fn solve(
        &mut self,
        start: &Position,
        query: Query,
        limits: Limits,
        events: Events,
    ) -> Result<Answer, SessionError> {
        if query == Query::Outcome {
            let is_lost = self.has_nimber(start, 0, limits, events)?;
            return Ok(Answer::Outcome(if is_lost { Outcome::Loss } else { Outcome::Win }));
        }
        for nimber in 0..NIMBERS as u8 {
            if self.has_nimber(start, nimber, limits, events)? {
                return Ok(Answer::Nimber(nimber));
            }
        }
        unreachable!("no position met in play has a nimber of {NIMBERS} or more")
    }

    fn owes_proof(&self) -> bool {
        self.inner.owes_proof()
    }

    fn prove(
        &mut self,
        results: &[(Position, Answer)],
        limits: Limits,
        shrinking: &Shrinking,
        events: Events,
    ) -> Result<Certificate, SessionError> {
        self.inner.prove(results, limits, shrinking, events)
    }

    fn save(&mut self) -> Result<(), FactsError> {
        self.inner.save()
    }

    fn counts(&self) -> Counts {
        let tables = self.workers.iter().map(Worker::land_table);
        Counts {
            expansions: tables.clone().map(LandTable::expansions).sum(),
            raw_moves: tables.clone().map(LandTable::raw_moves).sum(),
            lands: tables.map(LandTable::land_count).sum(),
            nodes: 0,
            facts: self.inner.land_table().proven_count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::{Engine, PlainPosition};

    fn start(spots: usize) -> Position {
        Engine::new().canonical(&PlainPosition::start(spots)).unwrap()
    }

    #[test]
    fn threads_find_the_outcomes_and_nimbers_of_small_games() {
        for workers in [2, 3] {
            let mut session = ThreadSession::open(workers, Some(1 << 28), None).unwrap();
            for spots in 1..=9 {
                let lost = [1, 2, 6, 7, 8].contains(&spots);
                let answer = session.solve(&start(spots), Query::Outcome, Limits::default(), &mut |_| ()).unwrap();
                assert_eq!(answer, Answer::Outcome(if lost { Outcome::Loss } else { Outcome::Win }), "{spots}");
                let answer = session.solve(&start(spots), Query::Nimber, Limits::default(), &mut |_| ()).unwrap();
                assert_eq!(answer, Answer::Nimber(u8::from(!lost)), "{spots}");
            }
        }
    }

    #[test]
    fn an_interrupt_and_a_deadline_stop_the_threads() {
        let mut session = ThreadSession::open(2, None, None).unwrap();
        let interrupted = AtomicBool::new(true);
        let limits = Limits { interrupt: Some(&interrupted), ..Limits::default() };
        let answer = session.solve(&start(14), Query::Outcome, limits, &mut |_| ());
        assert!(matches!(answer, Err(SessionError::Stopped(Stopped::Interrupted))));
        let deadline = Some(std::time::Instant::now());
        let answer = session.solve(&start(14), Query::Outcome, Limits { deadline, ..Limits::default() }, &mut |_| ());
        assert!(matches!(answer, Err(SessionError::Stopped(Stopped::TimeOver))));
    }

    #[test]
    fn the_certificate_rests_on_what_the_threads_have_proved() {
        let mut session = ThreadSession::open(2, None, None).unwrap();
        let answer = session.solve(&start(10), Query::Outcome, Limits::default(), &mut |_| ()).unwrap();
        let results = [(start(10), answer)];
        let proof = session.prove(&results, Limits::default(), &Shrinking::default(), &mut |_| ()).unwrap();
        assert!(proof.claims > 0 && session.counts().facts > 0);
    }
}
