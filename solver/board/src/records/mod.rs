//! Game records: moves as people write them down, played on the drawn game.
//!
//! | notation | an example | source |
//! |---|---|---|
//! | [`MoveNotation::Hoey`] | `1-6-2; 3-7-4; 1-8-2>; 3-9-4>1` | Dan Hoey's letter, elements 3 to 6 |
//! | [`MoveNotation::Wgosa`] | `1(6)2 3(7)4 1(8)2 3(9)4[1,2,6,8]` | the World Game of Sprouts Association |
//!
//! Both say which spots are joined and then just enough for the drawing to be made again. A written move is understood in
//! two steps: [`syntax`](mod@syntax) takes the text apart, and [`hoey`] or [`wgosa`] holds it against all curves that could be
//! drawn between its two spots. What fits is a *reading*. One reading (up to what no later move can feel) is a move, none or
//! several are a [`Refusal`] that says why, with the readings that would be legal. Writing a move down goes through the
//! same rules, so that what is written is read again as the same move.

mod game;
mod hoey;
mod notation;
mod reading;
mod refusal;
pub mod syntax;
mod wgosa;

pub use game::{Game, RecordError};
pub use notation::{MoveNotation, interpret, write};
pub use reading::{curves_between, cut_side};
pub use refusal::{Reason, Refusal};

#[cfg(test)]
mod tests;
