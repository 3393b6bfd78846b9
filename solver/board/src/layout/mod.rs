//! Plane layouts of drawn positions: places for spots, and curves that do not cross.
//!
//! A drawing is a combinatorial map, so it has a plane picture; a good one is found in three steps.
//!
//! 1. [`mesh`]: lines get points in between, the boundaries of a region are tied together, and every region is filled with
//!    triangles. The result is a triangulation, a simple graph.
//! 2. [`grid`] gives it a plane picture with straight edges, exact but ugly.
//! 3. [`relax`] moves points one at a time so that the triangles become alike. No move may turn a triangle over, and as long
//!    as none is turned over, nothing crosses. Now and then the triangles are made anew where others would be better
//!    ([`remesh`]).
//!
//! A layout can also be carried on from one position to the next ([`route`]): the curve of a move is cut through the triangles,
//! and a short relaxation leaves the spots about where they were. [`start`] lays out the start of a game in a row or a circle.
//! [`plan`] puts these together.

mod geometry;
mod grid;
mod mesh;
mod paths;
mod plan;
mod relax;
mod remesh;
mod route;
mod start;

pub use geometry::{Point, area, distance, distance_to_step};
pub use plan::Layout;
