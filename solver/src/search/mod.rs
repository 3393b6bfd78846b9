//! Normal play: who wins, and the nimbers that say so.

mod book;
mod dfpn;
mod dfs;
mod limits;

pub use book::{Book, LandId, Move, Nimber};
pub use dfpn::Dfpn;
pub use dfs::Dfs;
pub use limits::{Limits, Listener, Snapshot, Stopped};
