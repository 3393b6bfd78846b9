//! Sprouts as people play it: the drawn game, game records, play against a proof, pictures and variants.
//!
//! The modules in the order of their dependencies: [`drawn`], [`records`], [`layout`], [`picture`], [`play`], [`strategy`];
//! [`parity`] and [`variants`] stand on [`drawn`] alone.

pub mod drawn;
pub mod layout;
pub mod parity;
pub mod picture;
pub mod play;
pub mod records;
pub mod strategy;
pub mod variants;
