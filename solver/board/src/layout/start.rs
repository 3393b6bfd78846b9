//! The start of a game: spots in a row, or in a circle if they are many, in a round mesh.
//!
//! The mesh has a node in the middle and rings of 6, 12, 18, … nodes around it. In the row all spots are nodes of one
//! diameter, two rings apart.

use crate::layout::geometry::Point;
use crate::layout::mesh::Mesh;
use std::f64::consts::TAU;

/// The most spots in a row.
const LONGEST_ROW: usize = 9;
/// Rings outside the outermost spot.
const RIM: usize = 2;
/// Distance of the corners of the outermost triangle, in radii of the round mesh.
const FAR: f64 = 6.0;

/// A mesh without lines and the places of its nodes; the first ones are the spots.
pub fn start(spots: usize) -> (Mesh, Vec<Point>) {
    let is_row = spots <= LONGEST_ROW;
    // In a circle, neighbours are two nodes of the ring apart or more.
    let ring = if is_row { spots.saturating_sub(1) } else { spots.div_ceil(3) };
    let mut disk = Disk::new(ring + RIM);
    let places: Vec<usize> = (0..spots)
        .map(|nth| {
            if is_row {
                disk.on_diameter(2 * nth as isize - (spots as isize - 1))
            } else {
                disk.node(ring, nearest(ring, turns(nth, spots)))
            }
        })
        .collect();
    if !is_row {
        for (nth, &node) in places.iter().enumerate() {
            disk.points[node] = polar(ring as f64, turns(nth, spots));
        }
    }
    disk.finish(&places)
}

/// The angle of a spot in a circle, in turns: clockwise from the top.
fn turns(nth: usize, spots: usize) -> f64 {
    (1.25 - nth as f64 / spots as f64) % 1.0
}

/// The node of a ring that is nearest to an angle.
fn nearest(ring: usize, turns: f64) -> usize {
    (turns * 6.0 * ring as f64).round() as usize
}

/// A point by its distance from the middle and its angle in turns.
fn polar(radius: f64, turns: f64) -> Point {
    [radius * (turns * TAU).cos(), radius * (turns * TAU).sin()]
}

struct Disk {
    rings: usize,
    points: Vec<Point>,
}

impl Disk {
    fn new(rings: usize) -> Self {
        let mut points = vec![[0.0, 0.0]];
        for ring in 1..=rings {
            points.extend((0..6 * ring).map(|nth| polar(ring as f64, nth as f64 / (6 * ring) as f64)));
        }
        Disk { rings, points }
    }

    fn node(&self, ring: usize, nth: usize) -> usize {
        if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) + nth % (6 * ring) }
    }

    /// The node of the horizontal diameter at this distance from the middle.
    fn on_diameter(&self, x: isize) -> usize {
        let ring = x.unsigned_abs();
        self.node(ring, if x < 0 { 3 * ring } else { 0 })
    }

    /// Counterclockwise triangles between the rings: each sixth of a ring is joined to the same sixth of the next one.
    fn triangles(&self) -> Vec<[usize; 3]> {
        let mut triangles = Vec::new();
        for ring in 0..self.rings {
            for sixth in 0..6 {
                for step in 0..=ring {
                    let inner = |step: usize| self.node(ring, sixth * ring + step);
                    let outer = |step: usize| self.node(ring + 1, sixth * (ring + 1) + step);
                    triangles.push([inner(step), outer(step), outer(step + 1)]);
                    if step < ring {
                        triangles.push([inner(step), outer(step + 1), inner(step + 1)]);
                    }
                }
            }
        }
        triangles
    }

    /// Numbers the nodes so that the given ones come first, and adds the outermost triangle.
    fn finish(self, places: &[usize]) -> (Mesh, Vec<Point>) {
        let mut number = vec![usize::MAX; self.points.len()];
        places.iter().enumerate().for_each(|(nth, &node)| number[node] = nth);
        let unnumbered = number.iter_mut().filter(|number| **number == usize::MAX);
        for (next, number) in (places.len()..).zip(unnumbered) {
            *number = next;
        }
        let mut points = vec![[0.0, 0.0]; self.points.len()];
        for (node, &point) in self.points.iter().enumerate() {
            points[number[node]] = point;
        }
        let triangles = self.triangles().into_iter().map(|triangle| triangle.map(|node| number[node])).collect();
        let mut mesh = Mesh { nodes: points.len(), triangles, outer: [0; 3], lines: Vec::new() };
        let rim: Vec<usize> = (0..6 * self.rings).map(|nth| number[self.node(self.rings, nth)]).collect();
        mesh.pad(&rim);
        points.extend((0..3).map(|nth| polar(FAR * self.rings as f64, (2.0 * nth as f64 + 1.0) / 6.0)));
        (mesh, points)
    }
}
