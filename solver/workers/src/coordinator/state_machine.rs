//! The state machine: jobs out, reports in.

use crate::coordinator::board::Board;
use crate::coordinator::settings::Settings;
use crate::coordinator::tree::{NodeId, Tree};
use crate::message::{Fact, Job, JobId, Next, Node, Numbers, Report, Sum, Value, WorkerId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

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
pub(super) struct Running {
    worker: WorkerId,
    /// From the root to the leaf.
    path: Vec<NodeId>,
}

pub struct Coordinator {
    pub(super) settings: Settings,
    pub(super) question: Sum,
    pub(super) tree: Tree,
    pub(super) board: Board,
    pub(super) counts: Counts,
    pub(super) next_id: JobId,
    pub(super) running: FxHashMap<JobId, Running>,
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
        // A leaf that has taken more than this is split.
        let share = self.counts.effort / (self.settings.split * self.board.worker_count() as u64).max(1);
        let budget = if is_young { self.settings.first_budget } else { self.settings.budget.max(share / 2) };
        let split_from = budget.max(share).saturating_sub(self.tree.node(leaf).effort);
        let node = self.tree.describe(leaf);
        self.tree.begin(&choice.path, id, worker);
        let facts = self.board.news(worker, self.settings.most_facts);
        self.counts.facts_sent += facts.len() as u64;
        self.running.insert(id, Running { worker, path: choice.path });
        Next::Job(Job {
            id,
            node,
            thresholds: choice.thresholds,
            budget,
            split_from,
            facts,
            share_from: self.settings.share_from,
        })
    }

    /// Takes the report on a job. Returns false if the job had been given up or reported before; its facts count all the same.
    pub fn finish(&mut self, id: JobId, report: Report) -> bool {
        let running = self.running.remove(&id);
        let worker = running.as_ref().map(|running| running.worker);
        for fact in report.facts {
            self.learn_from(fact, worker);
        }
        let Some(Running { path, worker }) = running else {
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
            self.tree.update(leaf, report.numbers, &report.children, worker);
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
