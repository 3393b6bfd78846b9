//! Morpion Solitaire: the game with one player, and how far it can go from a given position.

mod board;
mod line;
mod record;
mod search;

pub use board::{Board, Code, Illegal, OffPaper, decode};
pub use line::{Direction, LENGTH, Move, Point, Rule, cross};
pub use record::{CROSS, Game, GameError, known, known_names, parse};
pub use search::{Histogram, Search};
