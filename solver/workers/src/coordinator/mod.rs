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
mod settings;
mod state_machine;
mod tree;

#[cfg(test)]
mod tests;

pub use checkpoint::CheckpointError;
pub use settings::Settings;
pub use state_machine::{Coordinator, Counts};
