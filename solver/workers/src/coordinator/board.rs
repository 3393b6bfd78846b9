//! The board of shared facts, and what each worker has read of it.

use crate::message::{Fact, WorkerId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize)]
pub struct Board {
    facts: Vec<Fact>,
    #[serde(skip)]
    authors: Vec<Option<WorkerId>>,
    #[serde(skip)]
    readers: FxHashMap<WorkerId, Reader>,
}

/// A worker's place on the board.
#[derive(Default)]
struct Reader {
    /// Facts before this have been sent or are in the backlog.
    read: usize,
    /// Facts that did not fit into earlier jobs, the dearest last.
    backlog: Vec<u32>,
}

impl Board {
    pub fn join(&mut self, worker: WorkerId) {
        self.readers.entry(worker).or_default();
    }

    pub fn leave(&mut self, worker: WorkerId) {
        self.readers.remove(&worker);
    }

    pub fn worker_count(&self) -> usize {
        self.readers.len()
    }

    pub fn post(&mut self, fact: Fact, author: Option<WorkerId>) {
        self.authors.resize(self.facts.len(), None);
        self.facts.push(fact);
        self.authors.push(author);
    }

    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Facts that a worker has not seen and did not find itself, the dearest first, at most so many.
    pub fn news(&mut self, worker: WorkerId, most: usize) -> Vec<Fact> {
        let Board { facts, authors, readers } = self;
        let reader = readers.entry(worker).or_default();
        let is_foreign = |nth: &usize| authors.get(*nth).is_none_or(|author| *author != Some(worker));
        let fresh = (reader.read..facts.len()).filter(is_foreign).map(|nth| nth as u32);
        reader.backlog.extend(fresh);
        reader.read = facts.len();
        reader.backlog.sort_by_key(|&nth| (facts[nth as usize].effort, std::cmp::Reverse(nth)));
        let kept = reader.backlog.len().saturating_sub(most);
        reader.backlog.drain(kept..).rev().map(|nth| facts[nth as usize].clone()).collect()
    }
}
