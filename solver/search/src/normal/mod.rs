//! Normal play: df-pn search for nimbers of lands, and proofs made of them.
//!
//! The player who makes the last move wins, so a position is worth its nimber (Sprague 1935, Grundy 1939), and a sum of lands
//! the exclusive or of theirs. In the order of the data: `packed_key` and `compact_interner` keep lands, `expander` finds
//! their options, `land_table` keeps both and the proven nimbers, `transposition_table` the proof numbers of `couple`s,
//! `sums` splits sums into couples, `dfpn` is the recursion and `driver` runs it, with the threads of `parallel` or with `walkers`. [`proof`]
//! makes proofs of the facts, [`facts`] saves them. `depth_first` is a second opinion.

mod compact_interner;
mod couple;
mod depth_first;
mod dfpn;
mod driver;
mod expander;
pub mod facts;
pub mod hints;
mod initial_numbers;
pub mod jobs;
mod land_table;
mod packed_key;
mod pairs;
mod parallel;
mod predictor;
pub mod proof;
mod sums;
mod transposition_table;
mod walkers;

pub use crate::common::limits::{Limits, Stopped};
pub use crate::common::listener::{Listener, Progress};
pub use couple::LandId;
pub use depth_first::DepthFirst;
pub use driver::NimberSearch;
pub use land_table::{LandTable, Library, Move};
pub use sprouts::{NIMBERS, Nimber};
pub use walkers::team::{Prices, Team, Time, Worked};
