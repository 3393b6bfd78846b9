//! A picture: spots with their size, lines with rounded corners, in a frame.

use crate::drawn::{Drawn, Embedding};
use crate::layout::{Layout, Point, area, distance, distance_to_step};

/// A spot in a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpotMark {
    pub number: usize,
    pub lives: usize,
    pub at: Point,
    pub radius: f64,
    /// Whether its number is shown.
    pub is_named: bool,
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
/// Radius of a spot without a number.
const UNNAMED_RADIUS: f64 = 3.0;
/// Straight steps that stand for a rounded corner where distances are measured.
const STEPS: usize = 6;

impl Picture {
    /// Lays a position out and draws it.
    pub fn of(position: &Drawn) -> Picture {
        Picture::of_layout(position, &Layout::of(position))
    }

    /// Draws a position as it was laid out.
    pub fn of_layout(position: &Drawn, layout: &Layout) -> Picture {
        if position.spot_count() == 0 {
            return Picture { spots: vec![], lines: vec![], width: 2.0 * MARGIN, height: 2.0 * MARGIN };
        }
        let frame = Frame::around(layout);
        let around = layout.around();
        let lines: Vec<DrawnLine> =
            (0..layout.line_count()).map(|line| rounded(layout.line(line), layout, &frame, &around)).collect();
        let outlines: Vec<Vec<Point>> = lines.iter().map(DrawnLine::outline).collect();
        let places: Vec<Point> = (0..position.spot_count()).map(|spot| frame.place(layout.spot(spot))).collect();
        let spot = |spot: usize| SpotMark {
            number: spot + 1,
            lives: position.lives(spot),
            at: places[spot],
            radius: radius(spot, &places, &lines, &outlines),
            is_named: true,
        };
        let spots = (0..places.len()).map(spot).collect();
        Picture { spots, lines, width: frame.size[0], height: frame.size[1] }
    }

    /// Draws a drawing that was found for a position, as it was laid out: spots that the position does not name have no
    /// number.
    pub fn of_embedding(embedding: &Embedding, layout: &Layout) -> Picture {
        let mut picture = Picture::of_layout(&embedding.drawn, layout);
        for spot in &mut picture.spots[embedding.named..] {
            spot.is_named = false;
            spot.radius = spot.radius.min(UNNAMED_RADIUS);
        }
        picture
    }
}

/// Where the points of a layout come to lie on paper.
struct Frame {
    low: Point,
    scale: f64,
    size: [f64; 2],
}

impl Frame {
    fn around(layout: &Layout) -> Self {
        let scale = UNIT / layout.unit();
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for point in layout.shown() {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        Frame { low, scale, size: [0, 1].map(|axis| (high[axis] - low[axis]) * scale + 2.0 * MARGIN) }
    }

    fn place(&self, point: Point) -> Point {
        [0, 1].map(|axis| (point[axis] - self.low[axis]) * self.scale + MARGIN)
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

/// A line with its corners rounded as far as nothing else is near.
fn rounded(nodes: &[usize], layout: &Layout, frame: &Frame, around: &Triangles) -> DrawnLine {
    let at = |node: usize| frame.place(layout.point(node));
    let mut pieces = Vec::new();
    for bend in nodes.windows(3) {
        let [before, here, after] = [bend[0], bend[1], bend[2]].map(at);
        let others = around[bend[1]].iter().flatten().copied().filter(|other| !bend.contains(other));
        let others: Vec<Point> = others.map(at).collect();
        let share = share(here, before, after, &others);
        let towards = |other: Point| [here[0] + share * (other[0] - here[0]), here[1] + share * (other[1] - here[1])];
        pieces.push(Piece::To(towards(before)));
        pieces.push(Piece::Around { corner: here, to: towards(after) });
    }
    let last = nodes[nodes.len() - 1];
    pieces.push(Piece::To(at(last)));
    DrawnLine { ends: [nodes[0] + 1, last + 1], from: at(nodes[0]), pieces }
}

/// The triangles around each node.
type Triangles = [Vec<[usize; 3]>];

/// How much of the edges at a node may be cut off: half, or less if a neighbour in the mesh would lie in the corner that is
/// cut off. Within the triangles around the node there is nothing else to meet.
fn share(here: Point, before: Point, after: Point, others: &[Point]) -> f64 {
    let mut share = 0.5;
    for _ in 0..8 {
        let towards = |other: Point| [here[0] + share * (other[0] - here[0]), here[1] + share * (other[1] - here[1])];
        let corner = [towards(before), here, towards(after)];
        if !others.iter().any(|&point| is_inside(point, corner)) {
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
fn radius(spot: usize, places: &[Point], lines: &[DrawnLine], outlines: &[Vec<Point>]) -> f64 {
    let here = places[spot];
    let others = places.iter().enumerate().filter(|&(other, _)| other != spot);
    let nearest_spot = others.map(|(_, &other)| distance(here, other)).fold(f64::MAX, f64::min);
    let foreign = lines.iter().zip(outlines).filter(|(line, _)| !line.ends.contains(&(spot + 1)));
    let steps = foreign.flat_map(|(_, outline)| outline.windows(2));
    let nearest_line = steps.map(|step| distance_to_step(here, step[0], step[1])).fold(f64::MAX, f64::min);
    LARGEST_RADIUS.min(0.45 * nearest_spot).min(0.7 * nearest_line)
}
