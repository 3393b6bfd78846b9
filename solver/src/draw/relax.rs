//! Where the nodes of a mesh go.
//!
//! The rim is put on a circle. With any positive weights on the edges, the equilibrium of springs puts every other node into
//! the inside of the polygon of its neighbours, and by Tutte's theorem (Floater's for weights) no triangle is turned over.
//! Springs crowd what is far from the rim, so long edges are given more weight and the equilibrium is taken again, some
//! times. The rest is done node by node, by going downhill in an energy that is infinite where a triangle becomes flat.

use super::Point;
use super::mesh::Mesh;

/// Equilibria taken one after the other.
const ROUNDS: usize = 24;
/// Passes over all nodes.
const PASSES: usize = 120;
/// How much straight lines are worth against regular triangles.
const STRAIGHTNESS: f64 = 1.5;

pub struct Layout {
    pub points: Vec<Point>,
    /// The triangles around each node.
    pub around: Vec<Vec<[usize; 3]>>,
}

/// Twice the signed area of a triangle.
pub fn area([a, b, c]: [Point; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

pub fn lay_out(mesh: &Mesh) -> Layout {
    let mut around: Vec<Vec<[usize; 3]>> = vec![Vec::new(); mesh.nodes];
    for triangle in &mesh.triangles {
        triangle.iter().for_each(|&node| around[node].push(*triangle));
    }
    let mut springs = Springs::new(mesh);
    let mut points = springs.start(mesh);
    springs.settle(&mut points);
    for _ in 0..ROUNDS {
        let before = points.clone();
        springs.stiffen_long_edges(&points);
        springs.settle(&mut points);
        if !is_plane(mesh, &points) {
            // Rounding got the better of it: what was there before is good enough to go on from.
            points = before;
            break;
        }
    }
    let mut layout = Layout { points, around };
    smooth(mesh, &mut layout);
    layout
}

/// Whether no triangle is turned over.
pub fn is_plane(mesh: &Mesh, points: &[Point]) -> bool {
    mesh.triangles.iter().all(|triangle| area(triangle.map(|node| points[node])) > 0.0)
}

struct Springs {
    /// For each node its neighbours and the weights of the edges to them.
    edges: Vec<Vec<(usize, f64)>>,
    is_fixed: Vec<bool>,
}

impl Springs {
    fn new(mesh: &Mesh) -> Self {
        let mut edges: Vec<Vec<(usize, f64)>> = vec![Vec::new(); mesh.nodes];
        for &[a, b, c] in &mesh.triangles {
            for (from, to) in [(a, b), (b, c), (c, a), (b, a), (c, b), (a, c)] {
                if !edges[from].iter().any(|&(other, _)| other == to) {
                    edges[from].push((to, 1.0));
                }
            }
        }
        let mut is_fixed = vec![false; mesh.nodes];
        mesh.rim.iter().for_each(|&node| is_fixed[node] = true);
        Springs { edges, is_fixed }
    }

    /// The rim on a circle, everything else in its middle.
    fn start(&self, mesh: &Mesh) -> Vec<Point> {
        let mut points = vec![[0.0, 0.0]; mesh.nodes];
        for (nth, &node) in mesh.rim.iter().enumerate() {
            let angle = std::f64::consts::TAU * nth as f64 / mesh.rim.len() as f64;
            points[node] = [angle.cos(), angle.sin()];
        }
        points
    }

    fn stiffen_long_edges(&mut self, points: &[Point]) {
        for (from, edges) in self.edges.iter_mut().enumerate() {
            for (to, weight) in edges.iter_mut() {
                *weight = (*weight * distance(points[from], points[*to]).sqrt()).max(1e-12);
            }
        }
        let largest = self.edges.iter().flatten().map(|edge| edge.1).fold(0.0, f64::max);
        self.edges.iter_mut().flatten().for_each(|edge| edge.1 /= largest);
    }

    /// The equilibrium, by conjugate gradients with the diagonal as preconditioner.
    fn settle(&self, points: &mut [Point]) {
        let nodes = points.len();
        let diagonal: Vec<f64> = self.edges.iter().map(|edges| edges.iter().map(|edge| edge.1).sum()).collect();
        let pull = |at: &[Point], node: usize| -> Point {
            let mut sum = [0.0, 0.0];
            for &(other, weight) in &self.edges[node] {
                sum[0] += weight * (at[other][0] - at[node][0]);
                sum[1] += weight * (at[other][1] - at[node][1]);
            }
            sum
        };
        let free = |node: usize| !self.is_fixed[node];
        let forces = |at: &[Point]| -> Vec<Point> {
            (0..nodes).map(|node| if free(node) { pull(at, node) } else { [0.0, 0.0] }).collect()
        };
        for axis in 0..2 {
            let mut residual: Vec<f64> = forces(points).iter().map(|force| force[axis]).collect();
            let mut scaled: Vec<f64> = (0..nodes).map(|node| residual[node] / diagonal[node]).collect();
            let mut direction = scaled.clone();
            let mut product = dot(&residual, &scaled);
            let small = 1e-26 * product.max(1e-300);
            for _ in 0..6 * nodes {
                if product <= small {
                    break;
                }
                let along: Vec<Point> = direction.iter().map(|&d| [d, 0.0]).collect();
                let image: Vec<f64> = forces(&along).iter().map(|force| -force[0]).collect();
                let step = product / dot(&direction, &image);
                for node in 0..nodes {
                    points[node][axis] += step * direction[node];
                    residual[node] -= step * image[node];
                    scaled[node] = residual[node] / diagonal[node];
                }
                let next = dot(&residual, &scaled);
                for node in 0..nodes {
                    direction[node] = scaled[node] + next / product * direction[node];
                }
                product = next;
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Goes downhill, node by node.
fn smooth(mesh: &Mesh, layout: &mut Layout) {
    let mut is_fixed = vec![false; mesh.nodes];
    mesh.rim.iter().for_each(|&node| is_fixed[node] = true);
    let mut bends: Vec<Vec<[usize; 3]>> = vec![Vec::new(); mesh.nodes];
    for bend in mesh.lines.iter().flat_map(|line| line.windows(3)) {
        bend.iter().for_each(|&node| bends[node].push([bend[0], bend[1], bend[2]]));
    }
    let wanted = std::f64::consts::TAU / mesh.triangles.len() as f64;
    let mut reach: Vec<f64> = vec![0.3; mesh.nodes];
    for _ in 0..PASSES {
        for node in (0..mesh.nodes).filter(|&node| !is_fixed[node]) {
            let energy = |points: &[Point]| energy(points, &layout.around[node], &bends[node], wanted);
            go_downhill(&mut layout.points, node, &mut reach[node], wanted.sqrt(), energy);
        }
    }
}

/// One step of a node against the slope of its energy, made shorter until it pays.
fn go_downhill(points: &mut [Point], node: usize, reach: &mut f64, scale: f64, energy: impl Fn(&[Point]) -> f64) {
    let here = points[node];
    let now = energy(points);
    let shift = 1e-5 * scale * *reach;
    let mut slope = [0.0, 0.0];
    for axis in 0..2 {
        points[node][axis] = here[axis] + shift;
        let ahead = energy(points);
        points[node][axis] = here[axis] - shift;
        let behind = energy(points);
        points[node][axis] = here[axis];
        slope[axis] = (ahead - behind) / (2.0 * shift);
    }
    let steepness = slope[0].hypot(slope[1]);
    if !steepness.is_finite() || steepness == 0.0 {
        *reach *= 0.5;
        return;
    }
    let mut step = scale * *reach;
    for _ in 0..12 {
        points[node] = [here[0] - step * slope[0] / steepness, here[1] - step * slope[1] / steepness];
        if energy(points) < now {
            *reach = (1.6 * step / scale).min(0.5);
            return;
        }
        step *= 0.5;
    }
    points[node] = here;
    *reach = (step / scale).max(1e-9);
}

/// Least, namely 1 + 1, for an equilateral triangle of the wanted area; infinite for a flat one or one that is turned over.
fn energy(points: &[Point], triangles: &[[usize; 3]], bends: &[[usize; 3]], wanted: f64) -> f64 {
    let mut sum = 0.0;
    for triangle in triangles {
        let corners = triangle.map(|node| points[node]);
        let area = area(corners);
        if area <= 0.0 {
            return f64::INFINITY;
        }
        let [a, b, c] = corners;
        let squares = distance(a, b).powi(2) + distance(b, c).powi(2) + distance(c, a).powi(2);
        let shape = squares / (12f64.sqrt() * area);
        let size = 0.5 * (wanted / area + area / wanted);
        sum += shape + size;
    }
    for bend in bends {
        let [a, b, c] = bend.map(|node| points[node]);
        let off = [a[0] - 2.0 * b[0] + c[0], a[1] - 2.0 * b[1] + c[1]];
        sum += STRAIGHTNESS * (off[0].powi(2) + off[1].powi(2)) / wanted;
    }
    sum
}
