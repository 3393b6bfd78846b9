//! A picture: spots with their size, lines with rounded corners, in a frame.

use crate::draw::Point;
use crate::draw::mesh::Mesh;
use crate::draw::relax::{Layout, area, distance, lay_out, side};
use crate::drawn::Drawn;

/// A spot in a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpotMark {
    pub number: usize,
    pub lives: usize,
    pub at: Point,
    pub radius: f64,
}

/// A stretch of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Piece {
    /// Straight to a point.
    To(Point),
    /// Around a corner, to a point: the parabola that is tangent to both sides.
    Around { corner: Point, to: Point },
}

/// A line from spot to spot.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnLine {
    /// The numbers of the spots at its ends.
    pub ends: [usize; 2],
    pub from: Point,
    pub pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub spots: Vec<SpotMark>,
    pub lines: Vec<DrawnLine>,
    pub width: f64,
    pub height: f64,
}

/// Length of an edge of the mesh on paper.
const UNIT: f64 = 21.0;
const LARGEST_RADIUS: f64 = 10.5;
const MARGIN: f64 = 16.0;
/// Straight steps that stand for a rounded corner where distances are measured.
const STEPS: usize = 6;

impl Picture {
    pub fn of(position: &Drawn) -> Picture {
        if position.spot_count() == 0 {
            return Picture { spots: vec![], lines: vec![], width: 2.0 * MARGIN, height: 2.0 * MARGIN };
        }
        let mut mesh = Mesh::of(position);
        let mut layout = lay_out(&mut mesh, position.spot_count());
        let (width, height) = put_in_frame(position, &mesh, &mut layout);
        let lines: Vec<DrawnLine> = mesh.lines.iter().map(|nodes| rounded(nodes, &layout)).collect();
        let outlines: Vec<Vec<Point>> = lines.iter().map(DrawnLine::outline).collect();
        let spot = |spot: usize| SpotMark {
            number: spot + 1,
            lives: position.lives(spot),
            at: layout.points[spot],
            radius: radius(spot, position, &layout, &lines, &outlines),
        };
        Picture { spots: (0..position.spot_count()).map(spot).collect(), lines, width, height }
    }
}

impl DrawnLine {
    /// The line as straight steps.
    pub fn outline(&self) -> Vec<Point> {
        let mut points = vec![self.from];
        for piece in &self.pieces {
            match *piece {
                Piece::To(to) => points.push(to),
                Piece::Around { corner, to } => {
                    let from = *points.last().expect("it begins somewhere");
                    for step in 1..=STEPS {
                        let t = step as f64 / STEPS as f64;
                        let at = |axis: usize| {
                            (1.0 - t).powi(2) * from[axis] + 2.0 * t * (1.0 - t) * corner[axis] + t * t * to[axis]
                        };
                        points.push([at(0), at(1)]);
                    }
                }
            }
        }
        points
    }
}

/// Scales and shifts the points so that what is shown fills a frame.
fn put_in_frame(position: &Drawn, mesh: &Mesh, layout: &mut Layout) -> (f64, f64) {
    let scale = UNIT / side(layout.wanted);
    let shown = (0..position.spot_count()).chain(mesh.lines.iter().flatten().copied());
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    for node in shown {
        for axis in 0..2 {
            low[axis] = low[axis].min(layout.points[node][axis]);
            high[axis] = high[axis].max(layout.points[node][axis]);
        }
    }
    for point in &mut layout.points {
        for axis in 0..2 {
            point[axis] = (point[axis] - low[axis]) * scale + MARGIN;
        }
    }
    ((high[0] - low[0]) * scale + 2.0 * MARGIN, (high[1] - low[1]) * scale + 2.0 * MARGIN)
}

/// A line with its corners rounded as far as nothing else is near.
fn rounded(nodes: &[usize], layout: &Layout) -> DrawnLine {
    let at = |node: usize| layout.points[node];
    let mut pieces = Vec::new();
    for bend in nodes.windows(3) {
        let [before, here, after] = [bend[0], bend[1], bend[2]].map(at);
        let share = share(bend[1], before, after, layout);
        let towards = |other: Point| [here[0] + share * (other[0] - here[0]), here[1] + share * (other[1] - here[1])];
        pieces.push(Piece::To(towards(before)));
        pieces.push(Piece::Around { corner: here, to: towards(after) });
    }
    let last = nodes[nodes.len() - 1];
    pieces.push(Piece::To(at(last)));
    DrawnLine { ends: [nodes[0] + 1, last + 1], from: at(nodes[0]), pieces }
}

/// How much of the edges at a node may be cut off: half, or less if a neighbour in the mesh would lie in the corner that is
/// cut off. Within the triangles around the node there is nothing else to meet.
fn share(node: usize, before: Point, after: Point, layout: &Layout) -> f64 {
    let here = layout.points[node];
    let mut share = 0.5;
    let neighbours: Vec<Point> = layout.around[node]
        .iter()
        .flatten()
        .filter(|&&other| other != node)
        .map(|&other| layout.points[other])
        .collect();
    for _ in 0..8 {
        let towards = |other: Point| [here[0] + share * (other[0] - here[0]), here[1] + share * (other[1] - here[1])];
        let corner = [towards(before), here, towards(after)];
        if !neighbours.iter().any(|&point| point != before && point != after && is_inside(point, corner)) {
            return share;
        }
        share *= 0.5;
    }
    0.0
}

fn is_inside(point: Point, [a, b, c]: [Point; 3]) -> bool {
    let signs = [area([a, b, point]), area([b, c, point]), area([c, a, point])];
    signs.iter().all(|&sign| sign >= 0.0) || signs.iter().all(|&sign| sign <= 0.0)
}

/// As large as a spot may be without touching another one or a line that is not its own.
fn radius(spot: usize, position: &Drawn, layout: &Layout, lines: &[DrawnLine], outlines: &[Vec<Point>]) -> f64 {
    let here = layout.points[spot];
    let spots = (0..position.spot_count()).filter(|&other| other != spot);
    let nearest_spot = spots.map(|other| distance(here, layout.points[other])).fold(f64::MAX, f64::min);
    let foreign = lines.iter().zip(outlines).filter(|(line, _)| !line.ends.contains(&(spot + 1)));
    let steps = foreign.flat_map(|(_, outline)| outline.windows(2));
    let nearest_line = steps.map(|step| distance_to_step(here, step[0], step[1])).fold(f64::MAX, f64::min);
    LARGEST_RADIUS.min(0.45 * nearest_spot).min(0.7 * nearest_line)
}

/// The distance of a point from a straight step.
fn distance_to_step(point: Point, from: Point, to: Point) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    if length == 0.0 {
        return distance(point, from);
    }
    let t = ((point[0] - from[0]) * along[0] + (point[1] - from[1]) * along[1]) / length;
    let t = t.clamp(0.0, 1.0);
    distance(point, [from[0] + t * along[0], from[1] + t * along[1]])
}
