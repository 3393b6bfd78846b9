//! Normal play: who wins, and the nimbers that say so.

mod compact_interner;
mod couple;
mod depth_first;
mod dfpn;
mod driver;
mod expander;
pub mod facts;
mod initial_numbers;
mod land_table;
mod packed_key;
mod parallel;
mod predictor;
pub mod proof;
mod sums;
mod transposition_table;

pub use crate::common::limits::{Limits, Stopped};
pub use crate::common::listener::{Listener, Progress};
pub use couple::LandId;
pub use depth_first::DepthFirst;
pub use driver::Dfpn;
pub use land_table::{LandTable, Move};
pub use sprouts::{NIMBERS, Nimber};
