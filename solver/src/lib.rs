//! Sprouts, solved with evidence: positions, exact canonical forms, options, search and certificates.
//!
//! The rules and the canonical form are defined in `proofs/FORMAT.md`; each module names the section it implements.

pub mod census;
pub mod draw;
pub mod drawing;
pub mod drawn;
pub mod escape;
pub mod facts;
pub mod files;
pub mod game;
pub mod gaps;
pub mod hints;
pub mod incremental;
pub mod intern;
pub mod misere;
pub mod morpion;
pub mod notation;
pub mod parity;
pub mod play;
pub mod proof;
pub mod records;
pub mod search;
pub mod variants;
