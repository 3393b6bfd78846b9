//! The coordinator: a state machine that gives jobs to workers and knows no engine.
//!
//! It holds the upper part of the proof-number tree. A job is a leaf of it; when its report comes back, the leaf's numbers are
//! backed up, and if the budget was spent without deciding it, its options become leaves. This is the first level of the
//! two-level searches of Winands, Uiterwijk and van den Herik (PN², 2001) and of Čížek, Balko and Schmid (PNS-PDFPN, 2025). A
//! node that is worked on counts as harder by a *virtual* amount for each worker below it, as in the parallel df-pn of Kaneko
//! (2010), so that the next worker goes elsewhere.
//!
//! Nothing here takes time, blocks, or sends anything: drivers do (threads, a cluster, or the simulator). A driver asks
//! [`Coordinator::next_job`], has the job done, and tells [`Coordinator::finish`]. Reports may come in any order, twice, or never
//! ([`Coordinator::lost`]); the verdict rests on facts alone, which are true whenever they arrive.

mod board;
mod checkpoint;
mod select;
mod tree;

#[cfg(test)]
mod tests;

use crate::message::{Fact, Job, JobId, Next, Node, Numbers, Report, Sum, Value, WorkerId};
use board::Board;
pub use checkpoint::CheckpointError;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tree::{NodeId, Tree};

/// How the coordinator divides the work.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Expansions of a job.
    pub budget: u64,
    /// Expansions of a job while there are fewer leaves than workers.
    pub first_budget: u64,
    /// Facts that took at least so many expansions are shared.
    pub share_from: u64,
    /// Facts sent with a job at most.
    pub most_facts: usize,
    /// By how much a worker makes a node look harder, in sixteenths of a proof number.
    pub virtual_weight: u32,
    /// The part, in sixteenths, by which a subtree looks easier to the worker that knows it.
    pub affinity: u32,
    /// How far beyond the next best sibling a job may go, in sixteenths of that sibling's number; none for no such limit.
    pub slack: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            budget: 300,
            first_budget: 30,
            share_from: 8,
            most_facts: 4096,
            virtual_weight: 16,
            affinity: 2,
            slack: None,
        }
    }
}

/// The work done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    pub jobs: u64,
    /// Reports on jobs that had been given up, or that came twice.
    pub late_reports: u64,
    /// Jobs of workers that were lost.
    pub lost_jobs: u64,
    /// Expansions of all reports.
    pub effort: u64,
    /// Facts on the board.
    pub facts: u64,
    /// Facts sent with jobs.
    pub facts_sent: u64,
}

/// A job that has been given out.
struct Running {
    worker: WorkerId,
    /// From the root to the leaf.
    path: Vec<NodeId>,
    budget: u64,
}

pub struct Coordinator {
    settings: Settings,
    question: Sum,
    tree: Tree,
    board: Board,
    counts: Counts,
    next_id: JobId,
    running: FxHashMap<JobId, Running>,
}

impl Coordinator {
    pub fn new(question: Sum, settings: Settings) -> Self {
        let mut coordinator = Coordinator {
            settings,
            question: Sum { parts: Vec::new(), number: 0 },
            tree: Tree::default(),
            board: Board::default(),
            counts: Counts::default(),
            next_id: 0,
            running: FxHashMap::default(),
        };
        coordinator.ask(question);
        coordinator
    }

    /// Turns to another question, with all that is known. Running jobs go on.
    pub fn ask(&mut self, question: Sum) {
        self.tree.set_root(&question);
        self.question = question;
    }

    /// Whether the position of the question is lost for the player to move, once that is known.
    pub fn verdict(&self) -> Option<bool> {
        let numbers = self.tree.root_numbers();
        numbers.is_decided().then_some(numbers.dn == 0)
    }

    /// Work for a worker that has none. A worker is known from its first call on.
    pub fn next_job(&mut self, worker: WorkerId) -> Next {
        if let Some(is_lost) = self.verdict() {
            return Next::Decided { is_lost };
        }
        self.board.join(worker);
        let Some(choice) = self.tree.select(worker, &self.settings) else { return Next::Wait };
        let (id, leaf) = (self.next_id, choice.leaf());
        self.next_id += 1;
        self.counts.jobs += 1;
        let is_young = self.tree.leaf_count() < 4 * self.board.worker_count();
        let budget = if is_young { self.settings.first_budget } else { self.settings.budget };
        let node = self.tree.describe(leaf);
        self.tree.begin(&choice.path, id, worker);
        let facts = self.board.news(worker, self.settings.most_facts);
        self.counts.facts_sent += facts.len() as u64;
        self.running.insert(id, Running { worker, path: choice.path, budget });
        Next::Job(Job { id, node, thresholds: choice.thresholds, budget, facts, share_from: self.settings.share_from })
    }

    /// Takes the report on a job. Returns false if the job had been given up or reported before; its facts count all the same.
    pub fn finish(&mut self, id: JobId, report: Report) -> bool {
        let running = self.running.remove(&id);
        let worker = running.as_ref().map(|running| running.worker);
        for fact in report.facts {
            self.learn_from(fact, worker);
        }
        let Some(Running { path, budget, worker }) = running else {
            self.counts.late_reports += 1;
            return false;
        };
        self.counts.effort += report.effort;
        self.tree.end(&path);
        let leaf = path[path.len() - 1];
        let spent = self.tree.add_effort(&path, report.effort);
        let Numbers { pn, dn } = report.numbers;
        if pn == 0 || dn == 0 {
            let Node { subject, number } = self.tree.describe(leaf);
            let value = if dn == 0 { Value::Is(number) } else { Value::IsNot(number) };
            self.learn_from(Fact { subject, value, effort: spent }, Some(worker));
        } else {
            let children = if spent >= budget { report.children } else { Vec::new() };
            self.tree.update(leaf, report.numbers, &children, worker);
            self.post_derived();
        }
        true
    }

    /// Takes a fact from elsewhere, say from a file or from a worker in the middle of a job.
    pub fn learn(&mut self, fact: Fact) {
        self.learn_from(fact, None);
    }

    fn learn_from(&mut self, fact: Fact, worker: Option<WorkerId>) {
        if !self.tree.learn(&fact.subject, fact.value) {
            return;
        }
        self.post(fact, worker);
        self.post_derived();
    }

    /// Facts that the tree has derived from others are news to all workers.
    fn post_derived(&mut self) {
        for fact in self.tree.take_derived() {
            self.post(fact, None);
        }
    }

    fn post(&mut self, fact: Fact, worker: Option<WorkerId>) {
        if fact.effort >= self.settings.share_from {
            self.board.post(fact, worker);
            self.counts.facts += 1;
        }
    }

    /// Gives back the jobs of a worker that has died. Should it report after all, its facts are still welcome.
    pub fn lost(&mut self, worker: WorkerId) {
        self.board.leave(worker);
        let mut jobs: Vec<JobId> =
            self.running.iter().filter(|(_, running)| running.worker == worker).map(|(id, _)| *id).collect();
        jobs.sort_unstable();
        for id in jobs {
            if let Some(running) = self.running.remove(&id) {
                self.tree.end(&running.path);
                self.counts.lost_jobs += 1;
            }
        }
    }

    /// Whether the result of a running job is still of use: not if facts have decided its node or all that it was to decide.
    pub fn is_wanted(&self, id: JobId) -> bool {
        self.running.get(&id).is_some_and(|running| self.tree.is_open(&running.path))
    }

    pub fn root_numbers(&self) -> Numbers {
        self.tree.root_numbers()
    }

    pub fn running_count(&self) -> usize {
        self.running.len()
    }

    /// Nodes of the upper tree.
    pub fn node_count(&self) -> usize {
        self.tree.node_count()
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// All facts that were dear enough to be shared, in the order in which they came.
    pub fn facts(&self) -> &[Fact] {
        self.board.facts()
    }
}
