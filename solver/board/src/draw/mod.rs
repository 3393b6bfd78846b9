//! Pictures of drawn positions: spots, and curves that do not cross.
//!
//! A drawing is a combinatorial map, so it has a plane picture; finding a good one is done in three steps.
//!
//! 1. [`mesh`](mod@mesh): lines get points in between, the boundaries of a region are tied together, and every region is
//!    filled with triangles. The result is a triangulation, a simple graph.
//! 2. [`grid`](mod@grid) gives it a plane picture with straight edges, exact but ugly. In [`relax`](mod@relax) points are moved one
//!    at a time so that the triangles become alike. No move may turn a triangle over, and as long as none is turned over,
//!    nothing crosses. Now and then the triangles are made anew where others would be better ([`remesh`](mod@remesh)).
//! 3. [`svg`](mod@svg): the auxiliary points are left out, and corners are rounded as far as the triangles around them allow.

mod grid;
mod mesh;
mod picture;
mod relax;
mod remesh;
mod svg;
mod tree;

pub use picture::{Picture, Piece, SpotMark};
pub use svg::svg;
pub use tree::{StrategyTree, TreeTooLarge};

/// A point of the plane; y grows upwards, so that left and right are those of the notation.
pub type Point = [f64; 2];
