//! The part of the Python package `sproof` that is written in Rust: the module `sproof._native`.
//!
//! Every class here is a thin cover over the crates of the solver and over the checker; nothing about games is decided in
//! this crate. The checker that [`checking`] calls is the crate `checker`, unchanged. Long work runs without Python's lock on a thread of
//! its own ([`work`]), so progress callbacks and Ctrl-C are served by the thread that waits for it.

mod arguments;
mod certificates;
mod checking;
mod cluster;
mod errors;
mod morpion;
mod positions;
mod records;
mod solver;
mod statements;
mod trees;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::certificates::Certificate;
    #[pymodule_export]
    use super::checking::{Verified, check};
    #[pymodule_export]
    use super::cluster::{Coordinator, Job, Report, Worker};
    #[pymodule_export]
    use super::morpion::{MorpionGame, MorpionSearch};
    #[pymodule_export]
    use super::positions::{Position, canonical, options};
    #[pymodule_export]
    use super::records::Record;
    #[pymodule_export]
    use super::solver::{Counts, Solution, Solver, nimber, solve};
    #[pymodule_export]
    use super::statements::{Claim, Result};
    #[pymodule_export]
    use super::trees::{Tree, rct};
    #[pymodule_export]
    use super::work::Progress;
}
