//! Pictures of laid-out positions.
//!
//! [`scene`] turns a layout into disks and rounded curves, and [`style`] holds their colours; [`svg`](mod@svg) writes them as
//! SVG, [`terminal`] as characters, [`raster`] as pixels, which [`png`](mod@png) puts into a file. [`animation`] is a game as
//! a moving SVG.

mod animation;
mod png;
mod raster;
mod scene;
mod style;
mod svg;
pub mod terminal;

pub use animation::animate;
pub use raster::png;
pub use scene::{DrawnLine, Picture, Piece, SpotMark};
pub use svg::{file, group, svg};
