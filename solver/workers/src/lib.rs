//! Searches by many workers.
//!
//! In the order of the data: [`message`]s are plain data, the [`coordinator`] gives jobs to workers and knows no engine, the
//! [`worker`] does jobs of normal play with a search of its own. Two drivers bring them together: [`threads`] of one machine and
//! a [`simulator`] of many machines in virtual time. A third, for clusters, is written in Python.

pub mod coordinator;
pub mod message;
pub mod names;
pub mod simulator;
pub mod threads;
pub mod worker;
