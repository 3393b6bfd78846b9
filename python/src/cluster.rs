//! The coordinator and its workers (crate `workers`), for drivers written in Python: jobs and reports travel as bytes.

use crate::arguments::Memory;
use crate::errors::{self, CheckpointError, SearchError};
use crate::positions::{Game, Position};
use crate::work;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use search::common::limits::Limits;
use search::normal::facts;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sprouts::Land;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use workers::coordinator::{Coordinator as Machine, Settings};
use workers::message::{self, Next, Value};
use workers::{names, worker};

fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    serde_json::to_vec(message).expect("messages can be written")
}

fn decode<T: DeserializeOwned>(bytes: &[u8], what: &str) -> PyResult<T> {
    serde_json::from_slice(bytes).map_err(|error| errors::value(format!("this is no {what}: {error}")))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work for a worker.
#[pyclass(frozen, module = "sproof._native")]
pub struct Job(message::Job);

#[pymethods]
impl Job {
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        decode(bytes, "job").map(Job)
    }

    #[getter]
    fn id(&self) -> u64 {
        self.0.id
    }

    /// The land that is asked about, and the nimber that it may have.
    #[getter]
    fn node(&self) -> (String, u8) {
        (self.0.node.subject.clone(), self.0.node.number)
    }

    /// Expansions that may be spent.
    #[getter]
    fn budget(&self) -> u64 {
        self.0.budget
    }

    /// How many facts come with it.
    #[getter]
    fn facts(&self) -> usize {
        self.0.facts.len()
    }

    fn __repr__(&self) -> String {
        format!("<Job {}: {} {}, {} expansions>", self.0.id, self.0.node.subject, self.0.node.number, self.0.budget)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>,)) {
        (slf.get_type().into_any(), (PyBytes::new(slf.py(), &encode(&slf.get().0)),))
    }
}

/// The result of a job.
#[pyclass(frozen, module = "sproof._native")]
pub struct Report(message::Report);

#[pymethods]
impl Report {
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        decode(bytes, "report").map(Report)
    }

    /// Expansions that were spent.
    #[getter]
    fn effort(&self) -> u64 {
        self.0.effort
    }

    /// How many facts were proven that are worth sharing.
    #[getter]
    fn facts(&self) -> usize {
        self.0.facts.len()
    }

    fn __repr__(&self) -> String {
        format!("<Report of {} expansions, {} facts>", self.0.effort, self.0.facts.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>,)) {
        (slf.get_type().into_any(), (PyBytes::new(slf.py(), &encode(&slf.get().0)),))
    }
}

/// A worker: does jobs of normal play with a memory of its own.
#[pyclass(frozen, module = "sproof._native")]
pub struct Worker {
    worker: Mutex<worker::Worker>,
    memory: Option<usize>,
}

#[pymethods]
impl Worker {
    #[new]
    #[pyo3(signature = (*, memory=None))]
    fn new(memory: Option<Memory>) -> PyResult<Self> {
        Ok(Worker { worker: Mutex::default(), memory: Memory::bytes(memory.as_ref())? })
    }

    /// Does a job.
    fn run(&self, py: Python<'_>, job: &Job) -> PyResult<Report> {
        let job = &job.0;
        work::run(py, None, None, |control| {
            let limits = Limits { memory: self.memory, ..control.limits(None) };
            let report = lock(&self.worker).run(job, limits, &mut ());
            report.map(Report).map_err(|error| match error {
                worker::JobError::Stopped(why) => errors::stopped(why),
                error => SearchError::new_err(error.to_string()),
            })
        })
    }

    /// Bytes that its tables take.
    #[getter]
    fn bytes(&self) -> usize {
        lock(&self.worker).bytes()
    }
}

/// The coordinator: gives jobs to workers and puts their reports together, for one question about a game in normal play.
///
/// It sends nothing and waits for nothing: next_job() says what a worker is to do, finish() takes its report, lost() gives
/// back what a dead worker had. checkpoint() is its state as bytes, from which restore() goes on.
#[pyclass(frozen, module = "sproof._native")]
pub struct Coordinator {
    machine: Mutex<Machine>,
    position: Position,
}

#[pymethods]
impl Coordinator {
    #[new]
    #[pyo3(signature = (game, *, nimber=0, budget=None, share_from=None))]
    fn new(game: Game<'_>, nimber: u8, budget: Option<u64>, share_from: Option<u64>) -> PyResult<Self> {
        let position = game.position()?;
        let mut settings = Settings::default();
        settings.budget = budget.unwrap_or(settings.budget);
        settings.share_from = share_from.unwrap_or(settings.share_from);
        let machine = Mutex::new(Machine::new(worker::question(&position.0, nimber), settings));
        Ok(Coordinator { machine, position })
    }

    /// The coordinator that goes on from a checkpoint about the same game.
    #[staticmethod]
    fn restore(game: Game<'_>, checkpoint: &[u8]) -> PyResult<Self> {
        let machine = Machine::restore(checkpoint).map_err(|error| CheckpointError::new_err(error.to_string()))?;
        Ok(Coordinator { machine: Mutex::new(machine), position: game.position()? })
    }

    /// Asks whether the game has another nimber, with all that is known.
    fn ask(&self, nimber: u8) {
        lock(&self.machine).ask(worker::question(&self.position.0, nimber));
    }

    /// A job for a worker; None if there is none now, because the question is decided or all that can be done is being done.
    fn next_job(&self, py: Python<'_>, worker: u64) -> Option<Job> {
        match py.detach(|| lock(&self.machine).next_job(worker)) {
            Next::Job(job) => Some(Job(job)),
            Next::Wait | Next::Decided { .. } => None,
        }
    }

    /// Takes a report. False if the job had been given up or reported before; its facts count all the same.
    fn finish(&self, py: Python<'_>, job: u64, report: &Report) -> bool {
        let report = report.0.clone();
        py.detach(|| lock(&self.machine).finish(job, report))
    }

    /// Gives back the jobs of a worker that has died.
    fn lost(&self, worker: u64) {
        lock(&self.machine).lost(worker);
    }

    /// Whether the result of a running job is still of use.
    fn is_wanted(&self, job: u64) -> bool {
        lock(&self.machine).is_wanted(job)
    }

    /// Whether the game has the nimber that was asked about; None until that is known.
    #[getter]
    fn verdict(&self) -> Option<bool> {
        lock(&self.machine).verdict()
    }

    /// The proof number and the disproof number of the question.
    #[getter]
    fn numbers(&self) -> (u32, u32) {
        let numbers = lock(&self.machine).root_numbers();
        (numbers.pn, numbers.dn)
    }

    /// What has been done so far, by name.
    #[getter]
    fn counts(&self) -> std::collections::BTreeMap<&'static str, u64> {
        let machine = lock(&self.machine);
        let counts = machine.counts();
        [
            ("jobs", counts.jobs),
            ("late_reports", counts.late_reports),
            ("lost_jobs", counts.lost_jobs),
            ("effort", counts.effort),
            ("facts", counts.facts),
            ("facts_sent", counts.facts_sent),
            ("nodes", machine.node_count() as u64),
            ("running", machine.running_count() as u64),
        ]
        .into()
    }

    /// The state as bytes.
    fn checkpoint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| lock(&self.machine).checkpoint());
        PyBytes::new(py, &bytes)
    }

    /// Writes the proven nimbers that are known to a file of facts, from which a Solver makes a certificate.
    fn write_facts(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            let machine = lock(&self.machine);
            let nimbers = machine.facts().iter().filter_map(|fact| match fact.value {
                Value::Is(nimber) => Some((Land::from_key(names::key(&fact.subject)?), nimber)),
                Value::IsNot(_) => None,
            });
            facts::write(&path, nimbers.collect())
        })
        .map_err(|error| errors::FactsError::new_err(error.to_string()))
    }
}
