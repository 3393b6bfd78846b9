//! Where the nodes of a mesh go: from the grid downhill, node by node, in an energy that is infinite where a triangle becomes
//! flat. So no triangle is ever turned over.

use crate::draw::Point;
use crate::draw::grid::on_grid;
use crate::draw::mesh::Mesh;
use crate::draw::remesh::{flip, merge_near, split_long_lines};

/// The most rounds, in each of which the triangles are made anew, and the passes over all nodes in a round.
const MOST_ROUNDS: usize = 120;
const PASSES: usize = 12;
/// How much short lines and straight lines are worth against regular triangles.
#[derive(Clone, Copy)]
struct Taste {
    tension: f64,
    straightness: f64,
}

/// First the drawing is pulled together, then the spots are given room.
const TASTES: [Taste; 2] = [Taste { tension: 4.0, straightness: 2.0 }, Taste { tension: 0.3, straightness: 4.0 }];
/// A node that moves less than this many sides of a triangle waits until a neighbour moves more.
const RESTLESS: f64 = 0.004;
/// What part of the triangle that holds everything the drawing may fill.
const FILLED: f64 = 0.3;
/// The triangles of the padding need only not be turned over.
const PADDING: f64 = 0.003;

pub struct Layout {
    pub points: Vec<Point>,
    /// The triangles around each node.
    pub around: Vec<Vec<[usize; 3]>>,
    /// Twice the area that the triangles were made to have.
    pub wanted: f64,
}

/// Twice the signed area of a triangle.
pub fn area([a, b, c]: [Point; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

pub fn lay_out(mesh: &mut Mesh, spots: usize) -> Layout {
    let mut points = on_grid(mesh.nodes, &mesh.triangles, mesh.outer);
    let wanted = FILLED * area(mesh.outer.map(|node| points[node])) / mesh.triangles.len() as f64;
    // Small drawings find their shape sooner.
    let rounds = (30 + mesh.nodes / 6).min(MOST_ROUNDS);
    for round in 0..rounds {
        flip(mesh, &points);
        // Lines are left alone until the drawing has found its shape, and at the end.
        if (rounds / 4..rounds - 5).contains(&round) {
            merge_near(mesh, &points, spots, side(wanted));
            split_long_lines(mesh, &mut points, side(wanted));
        }
        smooth(mesh, &mut points, wanted, TASTES[usize::from(round >= rounds * 3 / 5)]);
    }
    Layout { around: around(mesh), points, wanted }
}

/// The side of an equilateral triangle of which this is twice the area.
pub fn side(area: f64) -> f64 {
    (area * 2.0 / 3f64.sqrt()).sqrt()
}

/// The triangles around each node.
pub fn around(mesh: &Mesh) -> Vec<Vec<[usize; 3]>> {
    let mut around: Vec<Vec<[usize; 3]>> = vec![Vec::new(); mesh.nodes];
    for triangle in &mesh.triangles {
        triangle.iter().for_each(|&node| around[node].push(*triangle));
    }
    around
}

pub fn distance(a: Point, b: Point) -> f64 {
    square(a, b).sqrt()
}

/// Goes downhill, node by node.
fn smooth(mesh: &Mesh, points: &mut [Point], wanted: f64, taste: Taste) {
    let mut bends: Vec<Vec<[usize; 3]>> = vec![Vec::new(); mesh.nodes];
    for bend in mesh.lines.iter().flat_map(|line| line.windows(3)) {
        bend.iter().for_each(|&node| bends[node].push([bend[0], bend[1], bend[2]]));
    }
    let mut threads: Vec<Vec<[usize; 2]>> = vec![Vec::new(); mesh.nodes];
    for pair in mesh.lines.iter().flat_map(|line| line.windows(2)) {
        pair.iter().for_each(|&node| threads[node].push([pair[0], pair[1]]));
    }
    let weigh =
        |triangle: &[usize; 3]| if triangle.iter().any(|node| mesh.outer.contains(node)) { PADDING } else { 1.0 };
    let around = around(mesh);
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

/// What a node has to do with.
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

fn square(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
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
    use crate::records::Game;

    /// Whether no triangle is turned over.
    fn is_plane(mesh: &Mesh, points: &[Point]) -> bool {
        mesh.triangles.iter().all(|triangle| area(triangle.map(|node| points[node])) > 0.0)
    }

    #[test]
    fn nothing_is_turned_over() {
        let text = "5: 3-6-4; 1-7-2; 5-8-7.2; 3-9-3<; 4-10-6.4; 1-11-1<; 9-12-11; 4-13-10=; 5-14-8.5; 5-15-14=; 2-16-2";
        for position in Game::read(text).unwrap().positions() {
            let mut mesh = Mesh::of(position);
            let points = on_grid(mesh.nodes, &mesh.triangles, mesh.outer);
            assert!(is_plane(&mesh, &points), "{}", position.full_hoey());
            let layout = lay_out(&mut mesh, position.spot_count());
            assert!(is_plane(&mesh, &layout.points), "{}", position.full_hoey());
            let nodes: std::collections::HashSet<usize> = mesh.triangles.iter().flatten().copied().collect();
            assert_eq!(mesh.triangles.len(), 2 * nodes.len() - 5, "a triangulation less its outer face");
        }
    }
}
