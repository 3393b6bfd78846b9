//! The game of Sprouts, fast: notations, reduction, exact canonical forms and moves (FORMAT.md sections 1 to 6).
//!
//! In the order of the data: [`notation`] reads a [`PlainPosition`]; [`Engine`] loads it (`load`) into a scratch position (`scratch`), reduces it and
//! finds the canonical strings of its lands (`canonical`, with a `cache`); `batches` lists the moves of a land, `moves` makes them. The
//! engine owns all memory: nothing is allocated per option. Slow and plain counterparts of everything here stand in the crate
//! `checker` and in the drawn game of `tests`, and the differential tests compare all three.

mod batches;
mod cache;
mod canonical;
mod drawable;
mod engine;
mod land;
mod load;
mod moves;
pub mod notation;
mod options;
mod outcome;
mod parent;
pub mod plain;
mod scratch;
pub mod token;
mod too_large;

pub use batches::Batches;
pub use drawable::{NotDrawable, drawable};
pub use engine::{Engine, Lands, Stage};
pub use land::{Land, Position, lives_of_key};
pub use outcome::{NIMBERS, Nimber, Outcome};
pub use plain::PlainPosition;
pub use too_large::TooLarge;
