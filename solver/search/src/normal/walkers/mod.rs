//! Walkers: several df-pn searches on one land table and one set of proof numbers.
//!
//! Kaneko 2010 ("Parallel depth first proof number search"): every thread searches the root, what one of them has found is in
//! the tables for all at once, and a couple looks harder to others while someone works below it. [`tables`] is what they share,
//! [`walker`] one search on an explicit stack. Two drivers move walkers: [`threads`] in real time, [`team`] in virtual time.

pub mod tables;
pub mod team;
pub mod threads;
pub mod walker;

#[cfg(test)]
mod tests;
