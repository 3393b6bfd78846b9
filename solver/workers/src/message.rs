//! Messages between the coordinator and its workers: plain data, to be sent in any format.
//!
//! A *subject* is the name of something that has a value: in normal play a land in short notation, whose value is its nimber.
//! A *node* (subject, number) is lost for the player to move exactly when the subject has this value. In misère play the
//! subject is a node of the search, 0 stands for lost and 1 for won, and only the number 0 is asked.

use serde::{Deserialize, Serialize};

/// A worker, by a number that its driver chooses. A worker that comes back without its memory takes a new number.
pub type WorkerId = u64;

/// A job, by its number in the order in which jobs are given out.
pub type JobId = u64;

/// Effort beyond counting: proven impossible. The same as in the search.
pub const INFINITE: u32 = 1 << 30;

/// Values are below this.
pub const VALUES: u8 = 31;

/// The effort still expected for proving a win (`pn`) and for proving a loss (`dn`) of the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    pub pn: u32,
    pub dn: u32,
}

impl Numbers {
    pub const WON: Numbers = Numbers { pn: 0, dn: INFINITE };
    pub const LOST: Numbers = Numbers { pn: INFINITE, dn: 0 };

    pub fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Node {
    pub subject: String,
    pub number: u8,
}

/// Knowledge about the value of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    Is(u8),
    IsNot(u8),
}

/// Something proven, and the expansions that it took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    pub subject: String,
    pub value: Value,
    pub effort: u64,
}

/// A summand of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub subject: String,
    /// Of several parts the one with the least is settled first.
    pub hardness: u32,
    /// The value to be tested first.
    pub guess: u8,
}

/// A sum of parts and a heap of `number`: lost for the player to move exactly when the exclusive or of the parts' values is
/// `number`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    pub parts: Vec<Part>,
    pub number: u8,
}

/// An option of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Child {
    pub sum: Sum,
    /// The numbers of the only part with this number or, if there are several, of the easiest part with its guess.
    pub numbers: Numbers,
    /// The effort for the other parts, if there are several.
    pub rest: Numbers,
}

/// Work for a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    pub id: JobId,
    pub node: Node,
    /// The job ends when the node is decided, when one of its numbers reaches these, or when the budget is spent.
    pub thresholds: Numbers,
    /// Expansions.
    pub budget: u64,
    /// Options are wanted if the job takes at least so many expansions.
    pub split_from: u64,
    /// News for this worker, the dearest first. They are to be believed.
    pub facts: Vec<Fact>,
    /// Facts that took fewer expansions are not worth reporting.
    pub share_from: u64,
}

/// The result of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub numbers: Numbers,
    /// Expansions.
    pub effort: u64,
    /// Facts proven in this job that took at least the job's `share_from` expansions.
    pub facts: Vec<Fact>,
    /// All options of the node but those that are proven wins, with their numbers; empty if the node is decided or the options
    /// are not wanted. A report without options leaves the node a leaf.
    pub children: Vec<Child>,
}

/// The answer to a worker that asks for work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Next {
    Job(Job),
    /// All that can be worked on is being worked on: ask again after any report.
    Wait,
    /// The question is decided: whether its position is lost for the player to move.
    Decided {
        is_lost: bool,
    },
}
