//! The land table: every land met, its options once they are known, and the facts proven about its nimber.
//!
//! Every fact that the search proves about normal play is a nimber of a land, or a nimber that a land does not have (FORMAT.md
//! section 7). The land table only gains facts, so it can be shared from one game to the next, and proofs are extracted from
//! it. When memory is short, garbage collection ([`LandTable::collect`]) drops lands and options that are cheap to find again;
//! proven nimbers stay.
//!
//! Equal lands in a position cancel in pairs ([`crate::normal::pairs`]), so the lands after a move are all different; a table for
//! misère play keeps them ([`LandTable::with_pairs`]).
//!
//! A land takes 8 bytes beside its packed key and its slot in the interner, 28 in all on average; an expanded land takes 12
//! more and 4 for each option.

mod collect;
mod library;
mod options;
mod table;

pub use library::Library;
pub(super) use table::map_bytes;
pub use table::{LandTable, Move};

#[cfg(test)]
mod tests;
