//! Searches by many workers.
//!
//! In the order of the data: [`message`]s are plain data, the [`coordinator`] gives jobs to workers and knows no engine, the
//! [`worker`] does jobs of normal play with a search of its own. Two drivers bring them together: a [`simulator`] of many machines
//! in virtual time, and one for clusters, which is written in Python. Threads of one machine need no coordinator: they share
//! their tables (`search::normal::walkers`).

pub mod coordinator;
pub mod message;
pub mod names;
pub mod simulator;
pub mod worker;
