//! Where solver, checker and the drawn game meet.

pub mod container;
pub mod crowd;
pub mod drawn;
pub mod json_schema;
pub mod markdown;
pub mod program;
pub mod puzzles;
pub mod random_game;
pub mod sides;
pub mod solved;
pub mod structural;
pub mod symmetric;
