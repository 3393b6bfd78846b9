//! Sprouts as people play it: the drawn game, game records, play against a proof, pictures and variants.

pub mod draw;
pub mod drawn;
pub mod parity;
pub mod play;
pub mod records;
pub mod variants;
