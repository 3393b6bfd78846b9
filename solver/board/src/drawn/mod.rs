//! The drawn game with named spots: the board on which records are played and from which pictures are made.
//!
//! [`position`] holds the drawing as a combinatorial map, [`moves`] its moves, [`listing`] prints it in Hoey's notation. Two
//! readers make drawings: [`rebuild`] from Hoey's full notation, [`embedding`] from a reduced position of any notation.

mod embedding;
mod listing;
mod moves;
mod orientation;
mod position;
mod rebuild;
mod rotation;

pub use embedding::Embedding;
pub use moves::{Curve, Move};
pub use orientation::NoDrawing;
pub use position::{Boundary, Corner, Drawn, Line, ORDINARY, Region, Site, Spot};
pub use rebuild::NotDrawn;
