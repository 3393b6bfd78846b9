//! Relaxation of a mesh: its nodes go downhill one by one in an energy that is infinite where a triangle becomes flat. So no
//! triangle is ever turned over.

use crate::layout::geometry::{Point, area, distance, side, square};
use crate::layout::mesh::Mesh;
use rustc_hash::FxHashMap;

/// Passes over all nodes.
const PASSES: usize = 12;
/// A node that moves less than this many sides of a triangle waits until a neighbour moves more.
const RESTLESS: f64 = 0.004;
/// The triangles of the padding need only not be turned over.
const PADDING: f64 = 0.003;

/// How much short lines and straight lines are worth against regular triangles.
#[derive(Clone, Copy)]
pub struct Taste {
    pub tension: f64,
    pub straightness: f64,
}

/// Moves every free node downhill, some times. Twice the area `wanted` is what triangles are made to have.
pub fn smooth(mesh: &Mesh, points: &mut [Point], wanted: f64, taste: Taste) {
    let mut bends: Vec<Vec<[usize; 3]>> = vec![Vec::new(); mesh.nodes];
    for bend in mesh.lines.iter().flat_map(|line| line.windows(3)) {
        bend.iter().for_each(|&node| bends[node].push([bend[0], bend[1], bend[2]]));
    }
    for bend in through_spots(mesh) {
        bend.iter().for_each(|&node| bends[node].push(bend));
    }
    let mut threads: Vec<Vec<[usize; 2]>> = vec![Vec::new(); mesh.nodes];
    for pair in mesh.lines.iter().flat_map(|line| line.windows(2)) {
        pair.iter().for_each(|&node| threads[node].push([pair[0], pair[1]]));
    }
    let weigh =
        |triangle: &[usize; 3]| if triangle.iter().any(|node| mesh.outer.contains(node)) { PADDING } else { 1.0 };
    let around = mesh.around();
    let weighed: Vec<Vec<([usize; 3], f64)>> =
        around.iter().map(|list| list.iter().map(|triangle| (*triangle, weigh(triangle))).collect()).collect();
    let free: Vec<usize> = (0..mesh.nodes).filter(|node| !mesh.outer.contains(node)).collect();
    let mut is_restless = vec![true; mesh.nodes];
    for pass in 0..PASSES {
        for at in 0..free.len() {
            let node = if pass % 2 == 0 { free[at] } else { free[free.len() - 1 - at] };
            if !is_restless[node] {
                continue;
            }
            let (triangles, bends, threads) = (&weighed[node], &bends[node], &threads[node]);
            let before = points[node];
            Around { triangles, bends, threads, wanted, taste }.go_downhill(points, node);
            let moved = distance(before, points[node]) / side(wanted);
            if moved > RESTLESS {
                around[node].iter().flatten().for_each(|&other| is_restless[other] = true);
            }
            is_restless[node] = moved > RESTLESS;
        }
    }
}

/// The bends at spots where just two lines end: a curve goes straight through its new spot.
fn through_spots(mesh: &Mesh) -> Vec<[usize; 3]> {
    let mut neighbours: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for line in &mesh.lines {
        let last = line.len() - 1;
        neighbours.entry(line[0]).or_default().push(line[1]);
        neighbours.entry(line[last]).or_default().push(line[last - 1]);
    }
    let bends = neighbours.into_iter().filter(|(_, others)| others.len() == 2);
    let mut bends: Vec<[usize; 3]> = bends.map(|(spot, others)| [others[0], spot, others[1]]).collect();
    bends.sort_unstable();
    bends
}

/// The triangles and lines at a node.
struct Around<'a> {
    /// Triangles and what they weigh.
    triangles: &'a [([usize; 3], f64)],
    bends: &'a [[usize; 3]],
    /// The edges of lines.
    threads: &'a [[usize; 2]],
    wanted: f64,
    taste: Taste,
}

impl Around<'_> {
    /// One of Newton's steps, made shorter until it pays. Steps are measured by the nearest neighbour, since a drawing may
    /// begin with details that are thousands of times smaller than others.
    fn go_downhill(&self, points: &mut [Point], node: usize) {
        let here = points[node];
        let others = self.triangles.iter().flat_map(|(triangle, _)| triangle).filter(|&&other| other != node);
        let scale = others.map(|&other| distance(here, points[other])).fold(f64::MAX, f64::min);
        let shift = 1e-4 * scale;
        let mut at = |x: f64, y: f64| {
            points[node] = [here[0] + x, here[1] + y];
            self.energy(points)
        };
        let now = at(0.0, 0.0);
        let (east, west, north, south) = (at(shift, 0.0), at(-shift, 0.0), at(0.0, shift), at(0.0, -shift));
        let corner = at(shift, shift);
        let slope = [(east - west) / (2.0 * shift), (north - south) / (2.0 * shift)];
        let square = shift * shift;
        let curved = [(east + west - 2.0 * now) / square, (north + south - 2.0 * now) / square];
        let twisted = (corner - east - north + now) / square;
        let Some(step) = newton(slope, curved, twisted) else {
            points[node] = here;
            return;
        };
        // A step never goes farther than the triangles around could allow.
        let length = step[0].hypot(step[1]);
        let mut share = (4.0 * scale / length).min(1.0);
        for _ in 0..12 {
            if at(share * step[0], share * step[1]) < now {
                return;
            }
            share *= 0.4;
        }
        points[node] = here;
    }

    /// Least for equilateral triangles of the wanted area and straight lines; infinite for a triangle that is flat or turned
    /// over. Areas count by their logarithms, so that small triangles grow as fast as large ones shrink, whatever they begin
    /// with.
    fn energy(&self, points: &[Point]) -> f64 {
        let mut sum = 0.0;
        for &(triangle, weight) in self.triangles {
            let corners = triangle.map(|node| points[node]);
            let area = area(corners);
            if area <= 0.0 {
                return f64::INFINITY;
            }
            let [a, b, c] = corners;
            let squares = square(a, b) + square(b, c) + square(c, a);
            let shape = squares / (12f64.sqrt() * area);
            let size = if weight == 1.0 { (self.wanted / area).ln().powi(2) } else { 0.0 };
            sum += weight * (shape + size);
        }
        for bend in self.bends {
            let [a, b, c] = bend.map(|node| points[node]);
            let off = [a[0] - 2.0 * b[0] + c[0], a[1] - 2.0 * b[1] + c[1]];
            sum += self.taste.straightness * (off[0].powi(2) + off[1].powi(2)) / self.wanted;
        }
        for thread in self.threads {
            let [a, b] = thread.map(|node| points[node]);
            sum += self.taste.tension * distance(a, b) / side(self.wanted);
        }
        sum
    }
}

/// Newton's step for a slope and second derivatives, or straight downhill where the energy is not curved upwards.
fn newton(slope: Point, curved: Point, twisted: f64) -> Option<Point> {
    let determinant = curved[0] * curved[1] - twisted * twisted;
    let steepness = slope[0].hypot(slope[1]);
    if !steepness.is_finite() || steepness == 0.0 {
        return None;
    }
    if curved[0] > 0.0 && determinant > 1e-12 * curved[0] * curved[1] {
        let x = (twisted * slope[1] - curved[1] * slope[0]) / determinant;
        let y = (twisted * slope[0] - curved[0] * slope[1]) / determinant;
        return Some([x, y]);
    }
    let stiffness = curved[0].abs().max(curved[1].abs()).max(1e-300);
    Some([-slope[0] / stiffness, -slope[1] / stiffness])
}
