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
    let fan = |node: usize| around[node].iter().map(move |triangle| (opposite(*triangle, node), weigh(triangle)));
    let fans: Vec<Vec<([usize; 2], f64)>> = (0..mesh.nodes).map(|node| fan(node).collect()).collect();
    let free: Vec<usize> = (0..mesh.nodes).filter(|node| !mesh.outer.contains(node)).collect();
    let mut is_restless = vec![true; mesh.nodes];
    for pass in 0..PASSES {
        for at in 0..free.len() {
            let node = if pass % 2 == 0 { free[at] } else { free[free.len() - 1 - at] };
            if !is_restless[node] {
                continue;
            }
            let (fan, bends, threads) = (&fans[node], &bends[node], &threads[node]);
            let to = Around { node, points, fan, bends, threads, wanted, side: side(wanted), taste }.downhill();
            let moved = distance(points[node], to) / side(wanted);
            points[node] = to;
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

/// The other two corners of a triangle, counterclockwise.
fn opposite([a, b, c]: [usize; 3], node: usize) -> [usize; 2] {
    match node {
        _ if node == a => [b, c],
        _ if node == b => [c, a],
        _ => [a, b],
    }
}

/// The triangles and lines at a node.
struct Around<'a> {
    node: usize,
    points: &'a [Point],
    /// The other corners of the triangles, counterclockwise, and what the triangles weigh.
    fan: &'a [([usize; 2], f64)],
    bends: &'a [[usize; 3]],
    /// The edges of lines.
    threads: &'a [[usize; 2]],
    wanted: f64,
    side: f64,
    taste: Taste,
}

/// The value, the slope and the second derivatives of an energy at a point.
#[derive(Default)]
struct Terms {
    value: f64,
    slope: Point,
    curved: Point,
    twisted: f64,
}

impl Terms {
    /// Adds a term of which the second derivatives are a multiple of the identity.
    fn add(&mut self, value: f64, slope: Point, round: f64) {
        self.value += value;
        self.slope = [self.slope[0] + slope[0], self.slope[1] + slope[1]];
        self.curved = self.curved.map(|part| part + round);
    }

    /// Adds second derivatives: so many times the product of two directions, made symmetric.
    fn bend(&mut self, times: f64, [u, v]: [Point; 2]) {
        self.curved = [self.curved[0] + times * u[0] * v[0], self.curved[1] + times * u[1] * v[1]];
        self.twisted += times * (u[0] * v[1] + u[1] * v[0]) / 2.0;
    }
}

/// The length of three equal sides squared, in areas.
const REGULAR: f64 = 3.464_101_615_137_754_4;

impl Around<'_> {
    /// Where one of Newton's steps leads, made shorter until it pays.
    fn downhill(&self) -> Point {
        let here = self.points[self.node];
        let Some(Terms { value: now, slope, curved, twisted }) = self.terms(here) else { return here };
        let Some(step) = newton(slope, curved, twisted) else { return here };
        // A step never goes farther than the triangles around could allow.
        let others = self.fan.iter().flat_map(|(others, _)| others);
        let scale = others.map(|&other| square(here, self.points[other])).fold(f64::MAX, f64::min).sqrt();
        let length = step[0].hypot(step[1]);
        let mut share = (4.0 * scale / length).min(1.0);
        for _ in 0..12 {
            let to = [here[0] + share * step[0], here[1] + share * step[1]];
            if self.energy(to) < now {
                return to;
            }
            share *= 0.4;
        }
        here
    }

    /// Least for equilateral triangles of the wanted area and straight lines; infinite for a triangle that is flat or turned
    /// over. Areas count by their logarithms, so that small triangles grow as fast as large ones shrink, whatever they begin
    /// with.
    fn energy(&self, here: Point) -> f64 {
        let mut sum = 0.0;
        for &([q, r], weight) in self.fan {
            let (q, r) = (self.points[q], self.points[r]);
            let area = area([here, q, r]);
            if area <= 0.0 {
                return f64::INFINITY;
            }
            let shape = (square(here, q) + square(q, r) + square(r, here)) / (REGULAR * area);
            let size = if weight == 1.0 { (self.wanted / area).ln().powi(2) } else { 0.0 };
            sum += weight * (shape + size);
        }
        for bend in self.bends {
            let (off, _) = self.off(bend, here);
            sum += self.taste.straightness * (off[0].powi(2) + off[1].powi(2)) / self.wanted;
        }
        for &thread in self.threads {
            sum += self.taste.tension * distance(here, self.far_end(thread)) / self.side;
        }
        sum
    }

    /// The energy with its derivatives; `None` where it is infinite.
    fn terms(&self, here: Point) -> Option<Terms> {
        let mut terms = Terms::default();
        for &([q, r], weight) in self.fan {
            let (q, r) = (self.points[q], self.points[r]);
            let area = area([here, q, r]);
            if area <= 0.0 {
                return None;
            }
            // The area is linear in the corner, the sum of the squares is quadratic.
            let growth = [(q[1] - r[1]) / area, (r[0] - q[0]) / area];
            let spread = [4.0 * here[0] - 2.0 * (q[0] + r[0]), 4.0 * here[1] - 2.0 * (q[1] + r[1])];
            let per_area = weight / (REGULAR * area);
            let shape = per_area * (square(here, q) + square(q, r) + square(r, here));
            let slope = [0, 1].map(|axis| per_area * spread[axis] - shape * growth[axis]);
            terms.add(shape, slope, 4.0 * per_area);
            terms.bend(2.0 * shape, [growth, growth]);
            terms.bend(-2.0 * per_area, [growth, spread]);
            if weight == 1.0 {
                let log = (self.wanted / area).ln();
                terms.add(log * log, growth.map(|part| -2.0 * log * part), 0.0);
                terms.bend(2.0 + 2.0 * log, [growth, growth]);
            }
        }
        for bend in self.bends {
            let (off, times) = self.off(bend, here);
            let stiff = self.taste.straightness / self.wanted;
            let slope = off.map(|part| 2.0 * stiff * times * part);
            terms.add(stiff * (off[0].powi(2) + off[1].powi(2)), slope, 2.0 * stiff * times * times);
        }
        for &thread in self.threads {
            let far = self.far_end(thread);
            let length = distance(here, far);
            let pull = self.taste.tension / self.side;
            let away = [0, 1].map(|axis| (here[axis] - far[axis]) / length);
            terms.add(pull * length, away.map(|part| pull * part), pull / length);
            terms.bend(-pull / length, [away, away]);
        }
        Some(terms)
    }

    /// How far the middle of a bend is from being straight between its ends, and how often this counts the node.
    fn off(&self, bend: &[usize; 3], here: Point) -> (Point, f64) {
        let [a, b, c] = bend.map(|node| if node == self.node { here } else { self.points[node] });
        let times =
            [1.0, -2.0, 1.0].iter().zip(bend).map(|(times, &node)| if node == self.node { *times } else { 0.0 });
        ([a[0] - 2.0 * b[0] + c[0], a[1] - 2.0 * b[1] + c[1]], times.sum())
    }

    fn far_end(&self, [a, b]: [usize; 2]) -> Point {
        self.points[if a == self.node { b } else { a }]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The derivatives are those that small steps show.
    #[test]
    fn derivatives_are_those_of_the_energy() {
        let points = [[0.1, -0.2], [2.0, 0.3], [0.4, 1.7], [-1.9, 0.2], [0.3, -1.5]];
        let fan = [([1, 2], 1.0), ([2, 3], 1.0), ([3, 4], PADDING), ([4, 1], 1.0)];
        let (bends, threads) = ([[1, 0, 3], [0, 1, 2], [4, 3, 0]], [[0, 1], [3, 0]]);
        let taste = Taste { tension: 0.7, straightness: 1.3 };
        let around = Around {
            node: 0,
            points: &points,
            fan: &fan,
            bends: &bends,
            threads: &threads,
            wanted: 1.5,
            side: 1.1,
            taste,
        };
        let Terms { value, slope, curved, twisted } = around.terms(points[0]).unwrap();
        let step = 1e-4;
        let at = |x: f64, y: f64| around.energy([points[0][0] + x * step, points[0][1] + y * step]);
        let is_near =
            |told: f64, shown: f64| assert!((told - shown).abs() < 1e-4 * (1.0 + told.abs()), "{told} {shown}");
        is_near(value, at(0.0, 0.0));
        is_near(slope[0], (at(1.0, 0.0) - at(-1.0, 0.0)) / (2.0 * step));
        is_near(slope[1], (at(0.0, 1.0) - at(0.0, -1.0)) / (2.0 * step));
        is_near(curved[0], (at(1.0, 0.0) + at(-1.0, 0.0) - 2.0 * value) / step.powi(2));
        is_near(curved[1], (at(0.0, 1.0) + at(0.0, -1.0) - 2.0 * value) / step.powi(2));
        is_near(twisted, (at(1.0, 1.0) + at(-1.0, -1.0) - at(1.0, -1.0) - at(-1.0, 1.0)) / (4.0 * step.powi(2)));
    }
}
