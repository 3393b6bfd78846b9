//! Pictures of drawn positions: spots, and curves that do not cross.
//!
//! A drawing is a combinatorial map, so it has a plane picture; finding a good one is done in three steps.
//!
//! 1. [`mesh`](mod@mesh): lines get points in between, the boundaries of a region are tied together, and every region is
//!    filled with triangles. The result is a triangulated disk, a simple graph.
//! 2. [`relax`](mod@relax): Tutte's theorem gives such a disk a plane picture with straight edges, found as the equilibrium of
//!    springs. Then points are moved one at a time so that the triangles become alike. No move may turn a triangle over, and as
//!    long as none is turned over, nothing crosses.
//! 3. [`svg`](mod@svg): the auxiliary points are left out, and corners are rounded as far as the triangles around them allow.

mod mesh;
mod picture;
mod relax;
mod svg;
mod tree;

pub use picture::{Picture, Piece, SpotMark};
pub use svg::svg;
pub use tree::{StrategyTree, TreeTooLarge};

/// A point of the plane; y grows upwards, so that left and right are those of the notation.
pub type Point = [f64; 2];
