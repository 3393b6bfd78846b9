//! Changing the triangles of a laid-out mesh, so that they do not hold the drawing in a bad shape.
//!
//! Only lines and spots matter; the other edges may be anything. An edge that is no part of a line is exchanged for the other
//! diagonal of its two triangles where these make a convex quadrilateral and the other diagonal is better (Delaunay's
//! criterion). A long edge of a line gets a node in its middle. Neither turns a triangle over.

use super::Point;
use super::mesh::Mesh;
use super::relax::{area, distance};
use rustc_hash::{FxHashMap, FxHashSet};

/// Sweeps over all edges.
const SWEEPS: usize = 4;
/// Edges of lines longer than this many times the length wanted are split.
const LONG: f64 = 1.7;
/// The most nodes of a line.
const MOST_NODES: usize = 24;

type Edge = (usize, usize);

fn undirected(a: usize, b: usize) -> Edge {
    (a.min(b), a.max(b))
}

/// Exchanges diagonals until there is little to gain.
pub fn flip(mesh: &mut Mesh, points: &[Point]) {
    let fixed: FxHashSet<Edge> =
        mesh.lines.iter().flat_map(|line| line.windows(2)).map(|pair| undirected(pair[0], pair[1])).collect();
    // The triangle on the left of each directed edge.
    let mut left: FxHashMap<Edge, usize> = FxHashMap::default();
    for (nth, triangle) in mesh.triangles.iter().enumerate() {
        note(&mut left, nth, *triangle);
    }
    for _ in 0..SWEEPS {
        let mut flips = 0;
        for nth in 0..mesh.triangles.len() {
            for turn in 0..3 {
                let [a, b, c] = turned(mesh.triangles[nth], turn);
                if a > b || fixed.contains(&undirected(a, b)) {
                    continue;
                }
                let Some(&other) = left.get(&(b, a)) else { continue };
                let d = third(mesh.triangles[other], a, b);
                if left.contains_key(&(c, d)) || left.contains_key(&(d, c)) || !pays(points, [a, b, c, d]) {
                    continue;
                }
                left.remove(&(a, b));
                left.remove(&(b, a));
                mesh.triangles[nth] = [c, a, d];
                mesh.triangles[other] = [d, b, c];
                note(&mut left, nth, mesh.triangles[nth]);
                note(&mut left, other, mesh.triangles[other]);
                flips += 1;
                break;
            }
        }
        if flips == 0 {
            return;
        }
    }
}

fn note(left: &mut FxHashMap<Edge, usize>, nth: usize, [a, b, c]: [usize; 3]) {
    for edge in [(a, b), (b, c), (c, a)] {
        left.insert(edge, nth);
    }
}

fn turned([a, b, c]: [usize; 3], turn: usize) -> [usize; 3] {
    match turn {
        0 => [a, b, c],
        1 => [b, c, a],
        _ => [c, a, b],
    }
}

fn third(triangle: [usize; 3], a: usize, b: usize) -> usize {
    triangle.into_iter().find(|&node| node != a && node != b).expect("a triangle has three corners")
}

/// Whether the diagonal c–d is better than a–b: both new triangles are well turned, and the angles at c and d are large.
fn pays(points: &[Point], nodes: [usize; 4]) -> bool {
    let [a, b, c, d] = nodes.map(|node| points[node]);
    let new = [area([c, a, d]), area([d, b, c])];
    let old = [area([a, b, c]), area([b, a, d])];
    let least = |areas: [f64; 2]| areas[0].min(areas[1]);
    if least(new) <= 1e-3 * least(old) {
        return false;
    }
    let cosine = |at: Point, p: Point, q: Point| {
        ((p[0] - at[0]) * (q[0] - at[0]) + (p[1] - at[1]) * (q[1] - at[1])) / (distance(at, p) * distance(at, q))
    };
    // The sum of the two angles is above 180 degrees exactly when that of their cosines is negative.
    cosine(c, a, b) + cosine(d, a, b) < -1e-6
}

/// Puts nodes into the middle of long edges of lines.
pub fn split_long_lines(mesh: &mut Mesh, points: &mut Vec<Point>, wanted: f64) {
    let limit = LONG * wanted;
    let mut middles: FxHashMap<Edge, usize> = FxHashMap::default();
    for line in &mut mesh.lines {
        if line.len() >= MOST_NODES {
            continue;
        }
        let mut split = vec![line[0]];
        for pair in line.windows(2) {
            let (from, to) = (points[pair[0]], points[pair[1]]);
            if distance(from, to) > limit {
                middles.insert(undirected(pair[0], pair[1]), points.len());
                split.push(points.len());
                points.push([(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0]);
            }
            split.push(pair[1]);
        }
        *line = split;
    }
    mesh.nodes = points.len();
    let mut triangles = Vec::with_capacity(mesh.triangles.len() + 2 * middles.len());
    let mut open = std::mem::take(&mut mesh.triangles);
    while let Some(triangle) = open.pop() {
        let edge = (0..3).find_map(|turn| {
            let [a, b, c] = turned(triangle, turn);
            middles.get(&undirected(a, b)).map(|&middle| (a, b, c, middle))
        });
        match edge {
            Some((a, b, c, middle)) => open.extend([[a, middle, c], [middle, b, c]]),
            None => triangles.push(triangle),
        }
    }
    mesh.triangles = triangles;
}
