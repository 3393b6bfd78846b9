//! Walkers: several searches that share one land table and one set of proof numbers.

mod walker;

pub use walker::{Rule, Shared, Step, Walker, simulate};
