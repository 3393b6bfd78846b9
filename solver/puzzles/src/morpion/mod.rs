//! Morpion Solitaire: the game with one player, and how far it can go from a given position.

mod board;
mod checkpoint;
mod line;
mod parallel;
mod picture;
mod puzzle;
mod record;
mod search;
mod split;

pub use board::{Board, Code, Illegal, OffPaper, decode};
pub use checkpoint::{CheckpointError, load, save};
pub use line::{Direction, LENGTH, Move, Point, Rule, cross};
pub use parallel::{Open, Sample, State, run};
pub use picture::svg;
pub use puzzle::Solitaire;
pub use record::{CROSS, Game, GameError, known, known_names, parse};
pub use search::{Counted, Histogram, Search};
pub use split::{Split, Task};
