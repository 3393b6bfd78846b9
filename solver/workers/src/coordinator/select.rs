//! Selection of the next job: down the most proving children, around what is being worked on.

use crate::coordinator::settings::Settings;
use crate::coordinator::tree::{ChildState, NodeId, Resolved, Tree};
use crate::message::{INFINITE, Numbers, WorkerId};
use rustc_hash::FxHashSet;

/// A leaf to work on.
pub struct Choice {
    /// From the root to the leaf.
    pub path: Vec<NodeId>,
    pub thresholds: Numbers,
}

impl Choice {
    pub fn leaf(&self) -> NodeId {
        self.path[self.path.len() - 1]
    }
}

/// One descent.
struct Descent<'a> {
    tree: &'a Tree,
    worker: WorkerId,
    settings: &'a Settings,
    path: Vec<NodeId>,
    /// Nodes below which everything is being worked on.
    busy: FxHashSet<NodeId>,
}

const UNLIMITED: Numbers = Numbers { pn: INFINITE, dn: INFINITE };

impl Tree {
    /// The leaf that a worker should work on, if there is one that nobody works on.
    pub fn select(&self, worker: WorkerId, settings: &Settings) -> Option<Choice> {
        let (node, _) = self.next_node(self.root()?)?;
        let mut descent = Descent { tree: self, worker, settings, path: Vec::new(), busy: FxHashSet::default() };
        let thresholds = descent.descend(node, UNLIMITED)?;
        Some(Choice { path: descent.path, thresholds })
    }

    /// The node that is to be decided next for a sum, and whether others come after it.
    fn next_node(&self, child: &ChildState) -> Option<(NodeId, bool)> {
        match self.resolve(child) {
            Resolved::Decided(_) => None,
            Resolved::One(subject, number) => Some((self.find(subject, number)?, false)),
            Resolved::First(subject, number) => Some((self.find(subject, number)?, true)),
        }
    }
}

/// A child that may be chosen.
struct Candidate {
    key: u64,
    node: NodeId,
    numbers: Numbers,
    is_first_of_many: bool,
}

impl Descent<'_> {
    /// Returns the thresholds of the leaf that was found, whose path is then in `self.path`.
    fn descend(&mut self, id: NodeId, thresholds: Numbers) -> Option<Numbers> {
        let node = self.tree.node(id);
        if self.busy.contains(&id) {
            return None;
        }
        self.path.push(id);
        let found = match &node.children {
            None if node.job.is_none() => Some(thresholds),
            None => None,
            Some(children) => self.descend_into(children, node.numbers, thresholds),
        };
        if found.is_none() {
            self.path.pop();
            self.busy.insert(id);
        }
        found
    }

    fn descend_into(&mut self, children: &[ChildState], numbers: Numbers, thresholds: Numbers) -> Option<Numbers> {
        let mut candidates: Vec<Candidate> = children.iter().filter_map(|child| self.candidate(child)).collect();
        candidates.sort_by_key(|candidate| candidate.key);
        for nth in 0..candidates.len() {
            let Candidate { node, numbers: own, is_first_of_many, .. } = candidates[nth];
            let second = candidates.get(if nth == 0 { 1 } else { 0 }).map_or(INFINITE, |other| other.numbers.dn);
            let next = match self.settings.slack {
                Some(slack) if !is_first_of_many => Numbers {
                    pn: (u64::from(thresholds.dn) + u64::from(own.pn))
                        .saturating_sub(numbers.dn.into())
                        .clamp(u64::from(own.pn) + 1, INFINITE.into()) as u32,
                    dn: thresholds.pn.min(widened(second, slack)).max(widened(own.dn, slack)),
                },
                _ => UNLIMITED,
            };
            if let Some(found) = self.descend(node, next) {
                return Some(found);
            }
        }
        None
    }

    fn candidate(&self, child: &ChildState) -> Option<Candidate> {
        let (node, is_first_of_many) = self.tree.next_node(child)?;
        let numbers = self.tree.numbers_of_child(child);
        let state = self.tree.node(node);
        let mut key = 16 * u64::from(numbers.dn) + u64::from(state.below) * u64::from(self.settings.virtual_weight);
        if state.owner == Some(self.worker) {
            key -= key * u64::from(self.settings.affinity) / 16;
        } else if state.owner.is_some() && state.children.is_none() {
            key += key * u64::from(self.settings.foreign) / 16;
        }
        Some(Candidate { key, node, numbers, is_first_of_many })
    }
}

/// A number and some sixteenths more.
fn widened(number: u32, slack: u32) -> u32 {
    let more = u64::from(number) * (16 + u64::from(slack)) / 16 + 1;
    more.min(INFINITE.into()) as u32
}
