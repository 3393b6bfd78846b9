//! A simulator: one coordinator and many workers in virtual time.
//!
//! Every job is really done, by a worker with a memory of its own, one job after another on this machine. Only the clock is
//! virtual: a job takes as long as the moves that it generates, a message as long as the network says, and the coordinator
//! handles one message at a time. The same settings give the same events in the same order, so a table can be made again.

mod plot;
mod run;
mod table;

#[cfg(test)]
mod tests;

pub use plot::svg;
pub use run::{Labour, Network, Simulated, Simulation, Time, alone, simulate};
pub use table::{HEADER, row};
