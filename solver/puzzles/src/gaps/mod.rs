//! Gaps (also Montana or Superpuzz): a solitaire with open cards, and whether a deal can be won.

mod deal;
pub mod experiment;
mod plot;
mod solve;
mod table;

pub use deal::{Card, Deal, DealError, GAP, LEAST_RANKS, MOST_RANKS, SUITS, Variant, letters, rank, suit};
pub use solve::{End, Fingerprint, Found, Keep, MemoryKind, Method, search, shorten};
pub use table::{Move, Table};
