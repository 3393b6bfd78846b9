//! Canonical strings of lands: the same string for two lands exactly when they are the same up to names, order and mirroring.
//!
//! [`search`] finds the least string by depth-first search over the ways to write a land, [`candidates`] lists the ways to write
//! the next boundary, [`symmetry`] leaves out those that an automorphism repeats.

mod candidates;
mod search;
mod state;
mod symmetry;
mod walk;

pub use state::Canonizer;
