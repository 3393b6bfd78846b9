//! The run of a simulation: events in the order of virtual time.

use crate::coordinator::{Coordinator, Counts, Settings};
use crate::message::{Fact, Job, JobId, Next, Part, Report, Sum};
use crate::names::key;
use crate::worker::{JobError, Worker};
use search::common::limits::Limits;
use search::normal::{Team, Time, Worked};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What is between the machines.
#[derive(Debug, Clone, Copy)]
pub struct Network {
    /// Time that a message takes from a machine to the coordinator, or back.
    pub latency: Time,
    /// Time that a message takes for each thousand of its bytes.
    pub per_kilobyte: Time,
    /// Time that the coordinator takes for a report and the job that answers it.
    pub service: Time,
}

impl Default for Network {
    /// A gigabit a second; a coordinator in this language.
    fn default() -> Self {
        Network { latency: 100_000, per_kilobyte: 8_000, service: 20_000 }
    }
}

/// Someone who does jobs, in the simulation.
pub trait Labour {
    /// Does a job. Returns the time that it took and the time that processors were busy with it, too.
    fn work(&mut self, job: &Job) -> Result<(Report, Time, Time), JobError>;
}

/// A machine of normal play.
pub struct Machine<'a> {
    pub worker: Worker,
    pub team: Team,
    pub limits: Limits<'a>,
}

impl Labour for Machine<'_> {
    fn work(&mut self, job: &Job) -> Result<(Report, Time, Time), JobError> {
        let (report, worked) = self.worker.run_by(&self.team, job, self.limits)?;
        Ok((report, worked.end, worked.busy))
    }
}

/// The result of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Simulation {
    /// Walkers of all machines together.
    pub workers: usize,
    pub is_lost: bool,
    /// When the result was known.
    pub time: Time,
    /// Time that the walkers were at work, together, up to then.
    pub busy: Time,
    /// Expansions of jobs that were reported.
    pub expansions: u64,
    /// Time that the coordinator spent.
    pub service: Time,
    pub bytes_sent: u64,
    pub counts: Counts,
}

/// A message to the coordinator: who asks for work, with the report on what was done last.
struct Message {
    worker: usize,
    report: Option<(JobId, Report)>,
}

struct Run<'s, L> {
    coordinator: Coordinator,
    network: &'s Network,
    labour: &'s mut [L],
    /// Messages by the time of their arrival, and by their number.
    events: BinaryHeap<Reverse<(Time, u64)>>,
    messages: Vec<Option<Message>>,
    /// Workers for whom there was no job.
    waiting: VecDeque<usize>,
    /// When the coordinator has handled all that has come in.
    free: Time,
    /// Beginnings and ends of jobs, and the time that processors were busy with them.
    shifts: Vec<(Time, Time, Time)>,
    result: Simulation,
}

/// Simulates machines with so many workers together until the question is decided.
pub fn simulate<L: Labour>(
    question: Sum,
    workers: usize,
    settings: Settings,
    network: &Network,
    labour: &mut [L],
) -> Result<Simulation, JobError> {
    let result = Simulation {
        workers,
        is_lost: false,
        time: 0,
        busy: 0,
        expansions: 0,
        service: 0,
        bytes_sent: 0,
        counts: Counts::default(),
    };
    let mut run = Run {
        coordinator: Coordinator::new(question, settings),
        network,
        events: BinaryHeap::new(),
        messages: Vec::new(),
        waiting: VecDeque::new(),
        free: 0,
        shifts: Vec::new(),
        result,
        labour,
    };
    for worker in 0..run.labour.len() {
        run.send(0, Message { worker, report: None });
    }
    run.run()
}

impl<L: Labour> Run<'_, L> {
    fn send(&mut self, at: Time, message: Message) {
        self.events.push(Reverse((at, self.messages.len() as u64)));
        self.messages.push(Some(message));
    }

    fn run(mut self) -> Result<Simulation, JobError> {
        while let Some(Reverse((time, nth))) = self.events.pop() {
            let Some(Message { worker, report }) = self.messages[nth as usize].take() else { continue };
            let begin = time.max(self.free);
            self.free = begin + self.network.service;
            self.result.service += self.network.service;
            let is_news = report.is_some();
            if let Some((id, report)) = report {
                self.coordinator.finish(id, report);
            }
            self.waiting.push_back(worker);
            if is_news || self.waiting.len() == 1 {
                self.employ()?;
            }
            if let Some(is_lost) = self.coordinator.verdict() {
                return Ok(self.end(is_lost));
            }
        }
        // No worker has anything left to do, so the tree has no leaves: it is decided.
        unreachable!("a tree without leaves is decided")
    }

    /// Gives jobs to those who wait, as long as there are any.
    fn employ(&mut self) -> Result<(), JobError> {
        while let Some(worker) = self.waiting.pop_front() {
            let Next::Job(job) = self.coordinator.next_job(worker as u64) else {
                self.waiting.push_front(worker);
                return Ok(());
            };
            let (report, time, busy) = self.labour[worker].work(&job)?;
            let (there, back) = (size_of_job(&job), size_of_report(&report));
            self.result.bytes_sent += there + back;
            let begin = self.free + self.travel(there);
            let end = begin + time;
            self.shifts.push((begin, end, busy));
            self.send(end + self.travel(back), Message { worker, report: Some((job.id, report)) });
        }
        Ok(())
    }

    fn travel(&self, bytes: u64) -> Time {
        self.network.latency + bytes * self.network.per_kilobyte / 1000
    }

    fn end(mut self, is_lost: bool) -> Simulation {
        let time = self.free;
        self.result.time = time;
        self.result.is_lost = is_lost;
        // Of a job that is under way, a part.
        let part = |&(begin, end, busy): &(Time, Time, Time)| {
            let done = end.min(time).saturating_sub(begin.min(time));
            (u128::from(busy) * u128::from(done) / u128::from((end - begin).max(1))) as Time
        };
        self.result.busy = self.shifts.iter().map(part).sum();
        self.result.counts = self.coordinator.counts();
        self.result.expansions = self.result.counts.effort;
        self.result
    }
}

fn size_of_facts(facts: &[Fact]) -> u64 {
    facts.iter().map(|fact| fact.subject.len() as u64 + 6).sum()
}

fn size_of_job(job: &Job) -> u64 {
    40 + job.node.subject.len() as u64 + size_of_facts(&job.facts)
}

fn size_of_report(report: &Report) -> u64 {
    let part = |part: &Part| part.subject.len() as u64 + 3;
    let children = report.children.iter().map(|child| 12 + child.sum.parts.iter().map(part).sum::<u64>());
    20 + size_of_facts(&report.facts) + children.sum::<u64>()
}

/// Simulates one machine, which needs no coordinator. The question is about a single land.
pub fn alone(question: &Sum, team: &Team, worker: &mut Worker, limits: Limits) -> Result<Simulation, JobError> {
    let subject = question.parts.first().map_or("", |part| part.subject.as_str());
    let land = key(subject).ok_or_else(|| JobError::Subject(subject.into()))?;
    let Worked { numbers, time, busy, expansions, .. } = worker.decide_by(team, &land, question.number, limits)?;
    let is_lost = numbers.dn == 0;
    let counts = Counts::default();
    Ok(Simulation { workers: team.walkers, is_lost, time, busy, expansions, service: 0, bytes_sent: 0, counts })
}
