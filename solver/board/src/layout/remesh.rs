//! Changing the triangles of a laid-out mesh, so that they do not hold the drawing in a bad shape.
//!
//! Only lines and spots matter; the other edges may be anything. An edge that is no part of a line is exchanged for the other
//! diagonal of its two triangles where these make a convex quadrilateral and the other diagonal is better (Delaunay's
//! criterion). A long edge of a line gets a node in its middle. A node that is no spot and too near to another one is merged with
//! it. Nothing of this turns a triangle over.

use crate::layout::geometry::{Point, area, distance};
use crate::layout::mesh::Mesh;
use rustc_hash::{FxHashMap, FxHashSet};

/// Sweeps over all edges.
const SWEEPS: usize = 4;
/// Edges of lines longer than this many times the length wanted are split.
const LONG: f64 = 1.7;
/// Edges shorter than this many times the length wanted are given up, if one of their ends can be.
const SHORT: f64 = 0.65;
/// The same for nodes all of whose neighbours are free: empty room need not be filled with many triangles.
const SHORT_IN_EMPTY_ROOM: f64 = 1.2;
/// The fewest and the most nodes of a line, its ends included.
const FEWEST_NODES: usize = 5;
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

/// Merges nodes that are too near to their neighbours: those of no line with any neighbour, those of a line with the next ones
/// on it.
pub fn merge_near(mesh: &mut Mesh, points: &[Point], spots: usize, wanted: f64) {
    let mut on_line: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for (nth, line) in mesh.lines.iter().enumerate() {
        (1..line.len() - 1).for_each(|at| _ = on_line.insert(line[at], (nth, at)));
    }
    let around = mesh.around();
    let mut is_touched = vec![false; mesh.nodes];
    mesh.outer.iter().for_each(|&node| is_touched[node] = true);
    let mut merged: FxHashMap<usize, usize> = FxHashMap::default();
    for node in spots..mesh.nodes {
        if is_touched[node] {
            continue;
        }
        let mut others = link(&around[node], node);
        if let Some(&(line, at)) = on_line.get(&node) {
            let line = &mesh.lines[line];
            others.retain(|other| line.len() > FEWEST_NODES && (*other == line[at - 1] || *other == line[at + 1]));
        }
        let is_free = |other: usize| other >= spots && !on_line.contains_key(&other);
        let short = if others.iter().chain([&node]).all(|&other| is_free(other)) { SHORT_IN_EMPTY_ROOM } else { SHORT };
        others.retain(|&other| distance(points[node], points[other]) < short * wanted && !is_touched[other]);
        let fits = |&other: &usize| may_merge(points, &around, node, other);
        let Some(other) = others.into_iter().find(fits) else { continue };
        merged.insert(node, other);
        link(&around[node], node).into_iter().chain([node]).for_each(|node| is_touched[node] = true);
    }
    for triangle in &mut mesh.triangles {
        triangle.iter_mut().for_each(|node| *node = *merged.get(node).unwrap_or(node));
    }
    mesh.triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    mesh.lines.iter_mut().for_each(|line| line.retain(|node| !merged.contains_key(node)));
}

/// The neighbours of a node.
fn link(around: &[[usize; 3]], node: usize) -> Vec<usize> {
    let mut link: Vec<usize> = around.iter().flatten().copied().filter(|&other| other != node).collect();
    link.sort_unstable();
    link.dedup();
    link
}

/// Whether a node can be put on a neighbour: they have only the neighbours of their two triangles in common, and no triangle
/// is turned over or becomes thin.
fn may_merge(points: &[Point], around: &[Vec<[usize; 3]>], node: usize, other: usize) -> bool {
    let theirs = link(&around[other], other);
    let common = link(&around[node], node).into_iter().filter(|neighbour| theirs.contains(neighbour)).count();
    let stays = around[node].iter().filter(|triangle| !triangle.contains(&other));
    let is_fine = |triangle: &[usize; 3]| {
        let [a, b, c] = triangle.map(|corner| points[if corner == node { other } else { corner }]);
        let longest = distance(a, b).max(distance(b, c)).max(distance(c, a));
        area([a, b, c]) > 0.05 * longest * longest
    };
    common == 2 && stays.into_iter().all(is_fine)
}
