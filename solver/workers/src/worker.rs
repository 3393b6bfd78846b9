//! A worker: does jobs of normal play with a search and a memory of its own.

use crate::message::{Child, Fact, INFINITE, Job, Numbers, Part, Report, Sum, VALUES, Value};
use crate::names::{key, name};
use search::common::limits::{Limits, Stopped};
use search::common::listener::Listener;
use search::common::proof_numbers::ProofNumbers;
use search::normal::jobs::{JobChild, Known, Searcher};
use search::normal::{LandTable, Library, Team, Worked};
use sprouts::Position;

/// Why a job cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error("`{0}` is no land in canonical form")]
    Subject(String),
    #[error("no land has the value {0}")]
    Number(u8),
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

#[derive(Default)]
pub struct Worker {
    searcher: Searcher,
}

impl Worker {
    /// A worker that knows what is in a land table.
    pub fn with(land_table: LandTable) -> Self {
        Worker { searcher: Searcher::with(land_table) }
    }

    /// A worker that takes options from a library.
    pub fn with_library(library: &Library) -> Self {
        Worker { searcher: Searcher::with(LandTable::with_library(library)) }
    }

    pub fn land_table(&self) -> &LandTable {
        self.searcher.land_table()
    }

    pub fn into_land_table(self) -> LandTable {
        self.searcher.into_land_table()
    }

    pub fn bytes(&self) -> usize {
        self.searcher.bytes()
    }

    /// Takes facts from the coordinator. Those that are not about a land are passed over.
    pub fn learn(&mut self, facts: &[Fact]) {
        for fact in facts {
            let known = match fact.value {
                Value::Is(value) if value < VALUES => Known::Is(value),
                Value::IsNot(value) if value < VALUES => Known::IsNot(value),
                _ => continue,
            };
            if let Some(key) = key(&fact.subject) {
                self.searcher.learn(&key, known);
            }
        }
    }

    /// Does a job. Limits apply beside its budget.
    pub fn run(
        &mut self,
        job: &Job,
        limits: Limits,
        listener: &mut impl Listener<LandTable>,
    ) -> Result<Report, JobError> {
        let (key, number) = self.begin(job)?;
        let before = self.land_table().expansions();
        let numbers = self.searcher.search(&key, number, thresholds(job), job.budget, limits, listener)?;
        self.report(job, &key, number, numbers, self.land_table().expansions() - before)
    }

    /// Does a job with a team of walkers in virtual time.
    pub fn run_by(&mut self, team: &Team, job: &Job, limits: Limits) -> Result<(Report, Worked), JobError> {
        let (key, number) = self.begin(job)?;
        let worked = self.searcher.search_by(team, &key, number, thresholds(job), job.budget, limits)?;
        let report = self.report(job, &key, number, worked.numbers, worked.expansions)?;
        Ok((report, worked))
    }

    /// Learns what comes with a job. Returns the key of its land, and its number.
    fn begin(&mut self, job: &Job) -> Result<(Vec<u8>, u8), JobError> {
        let key = key(&job.node.subject).ok_or_else(|| JobError::Subject(job.node.subject.clone()))?;
        let number = Some(job.node.number).filter(|number| *number < VALUES);
        self.learn(&job.facts);
        Ok((key, number.ok_or(JobError::Number(job.node.number))?))
    }

    fn report(
        &mut self,
        job: &Job,
        key: &[u8],
        number: u8,
        numbers: ProofNumbers,
        effort: u64,
    ) -> Result<Report, JobError> {
        let children = if numbers.is_decided() || effort < job.split_from {
            Vec::new()
        } else {
            self.searcher.children(key, number).map_err(Stopped::from)?.into_iter().map(child).collect()
        };
        let facts = self.take_facts(job.share_from);
        Ok(Report { numbers: Numbers { pn: numbers.pn, dn: numbers.dn }, effort, facts, children })
    }

    /// Decides whether a land has a nimber without a coordinator, with a team of walkers in virtual time.
    pub fn decide_by(&mut self, team: &Team, key: &[u8], number: u8, limits: Limits) -> Result<Worked, Stopped> {
        let endless = ProofNumbers { pn: INFINITE, dn: INFINITE };
        self.searcher.search_by(team, key, number, endless, u64::MAX, limits)
    }

    /// What was proven since this was last called, if it took at least so many expansions.
    pub fn take_facts(&mut self, share_from: u64) -> Vec<Fact> {
        let proven = self.searcher.take_proven(share_from).into_iter();
        let facts = proven.map(|proven| {
            let value = match proven.known {
                Known::Is(nimber) => Value::Is(nimber),
                Known::IsNot(nimber) => Value::IsNot(nimber),
            };
            Fact { subject: name(&proven.land), value, effort: proven.effort }
        });
        facts.collect()
    }
}

fn thresholds(job: &Job) -> ProofNumbers {
    ProofNumbers { pn: job.thresholds.pn, dn: job.thresholds.dn }
}

fn child(child: JobChild) -> Child {
    let parts = child.parts.into_iter();
    let parts = parts.map(|part| Part { subject: name(&part.land), hardness: part.lives, guess: part.guess }).collect();
    Child {
        sum: Sum { parts, number: child.nimber },
        numbers: Numbers { pn: child.numbers.pn, dn: child.numbers.dn },
        rest: Numbers { pn: child.rest.pn, dn: child.rest.dn },
    }
}

/// The question whether a position has a nimber; for an outcome, 0.
pub fn question(position: &Position, nimber: u8) -> Sum {
    let part =
        |land: &sprouts::Land| Part { subject: name(land), hardness: sprouts::lives_of_key(land.key()), guess: 0 };
    Sum { parts: position.lands().iter().map(part).collect(), number: nimber }
}
