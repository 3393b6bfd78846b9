//! Limits, listeners and proof numbers, shared by the searches of both plays.

pub mod facts_file;
pub mod limits;
pub mod listener;
pub mod proof_numbers;
