//! A simulator: machines in virtual time, each of them a team of walkers that share their tables.
//!
//! One machine searches by itself ([`alone`]). Several have a coordinator ([`simulate`]): each is a worker with a memory of its own,
//! and every job is really done, one after another on this computer. Only the clock is virtual: a walker takes as long as the
//! moves that it makes and the children that it looks at, a message as long as the network says, and the coordinator handles one
//! message at a time. The same settings give the same events in the same order, so a table can be made again.

mod plot;
mod run;
mod table;

#[cfg(test)]
mod tests;

pub use plot::svg;
pub use run::{Labour, Machine, Network, Simulation, alone, simulate};
pub use search::normal::{Prices, Team, Time};
pub use table::{HEADER, row};
