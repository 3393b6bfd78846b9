//! Settings of the coordinator.

use serde::{Deserialize, Serialize};

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
    /// The part, in sixteenths, by which a leaf looks harder to a worker if another one knows it.
    pub foreign: u32,
    /// A leaf is split if it has taken more than one part in so many of all work, for each worker.
    pub split: u64,
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
            foreign: 16,
            split: 16,
            slack: Some(16),
        }
    }
}
