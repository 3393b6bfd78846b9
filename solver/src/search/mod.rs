//! Normal play: who wins, and the nimbers that say so.

mod ahead;
mod bench;
mod book;
mod dfpn;
mod dfs;
mod found;
mod guide;
mod limits;
mod numbers;
mod packed;
mod resolve;
mod shelf;
mod tray;
mod worker;

pub use book::{Book, LandId, Move, NIMBERS, Nimber};
pub use dfpn::Dfpn;
pub use dfs::Dfs;
pub use limits::{Limits, Listener, Snapshot, Stopped};
