//! The game behind the page: it decides which move a sketched curve is, answers moves, and makes pictures.
//!
//! [`table`] holds a game and takes requests; [`sketch`] reads curves; [`player`] is the machine; [`view`] describes pictures to the
//! page; [`puzzles`] unfolds certificates about other games; [`exports`] is what the page calls.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
pub mod exports;
pub mod player;
pub mod puzzles;
pub mod sketch;
pub mod table;
pub mod view;
