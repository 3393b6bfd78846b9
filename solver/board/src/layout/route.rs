//! The curve of a move, cut through the triangles of a laid-out mesh.
//!
//! A curve that joins two boundaries may run anywhere. One that cuts its region must have the boundaries on the sides where the
//! move sends them. So each of these is first tied by an auxiliary path to the part of the cut boundary on its side; then there
//! is only one way left for the curve, up to what can be bent straight. In the outermost region the frame of the layout is
//! one more boundary to be tied. For a loop the right side is a tree that grows from the spot itself.

use crate::drawn::{Boundary, Drawn, Move, Site};
use crate::layout::geometry::Point;
use crate::layout::mesh::Mesh;
use crate::layout::paths::{Carver, NodeCorner, corners};

/// The fewest nodes on the way from end to end, both included: two lines with three nodes between their ends.
const FEWEST_NODES: usize = 9;

/// Draws the lines of a move. `None` if no way is left for it, which a mesh of the position rules out.
pub fn draw_move(mesh: &mut Mesh, points: &mut Vec<Point>, position: &Drawn, played: &Move) -> Option<()> {
    let region = &position.regions()[played.curve.region];
    let walks: Vec<Vec<usize>> = region.iter().map(|boundary| mesh.walk_along(boundary)).collect();
    let place = |site: Site| place(mesh, &region[site.boundary], site.at);
    let (x, y) = (place(played.curve.x), place(played.curve.y));
    let frame = [mesh.outer[0], mesh.outer[2], mesh.outer[1]];
    let mut carver = Carver::new(mesh, points);
    let mut path = if played.curve.cuts() {
        let mut sides = Sides::new(&walks[played.curve.x.boundary], x, y);
        sides.separate(&mut carver, &walks, played, frame)?;
        sides.carve(&mut carver)?
    } else {
        let corner = |boundary: usize, nth: usize| corners(&walks[boundary]).nth(nth);
        let ends = [corner(played.curve.x.boundary, x)?, corner(played.curve.y.boundary, y)?];
        carver.carve(&ends[..1], &ends[1..])?.2
    };
    while path.len() < FEWEST_NODES {
        let mut longer = vec![path[0]];
        for step in path.windows(2) {
            longer.extend([carver.split(step[0], step[1]), step[1]]);
        }
        path = longer;
    }
    add_lines(mesh, points, path, position.spot_count());
    Some(())
}

/// The place of a corner among the nodes of its boundary.
fn place(mesh: &Mesh, boundary: &Boundary, at: usize) -> usize {
    boundary[..at].iter().map(|corner| corner.out.map_or(1, |line| mesh.lines[line].len() - 1)).sum()
}

/// Makes a path two lines, with the new spot in its middle.
fn add_lines(mesh: &mut Mesh, points: &mut [Point], mut path: Vec<usize>, spot: usize) {
    let middle = path.len() / 2;
    let node = path[middle];
    let renamed = |other: &mut usize| {
        if *other == node {
            *other = spot;
        } else if *other == spot {
            *other = node;
        }
    };
    points.swap(spot, node);
    mesh.triangles.iter_mut().flatten().for_each(renamed);
    mesh.outer.iter_mut().for_each(renamed);
    mesh.lines.iter_mut().flatten().for_each(renamed);
    path.iter_mut().for_each(renamed);
    mesh.lines.push(path[..=middle].to_vec());
    mesh.lines.push(path[middle..].to_vec());
}

/// The two parts of a cut boundary, each with everything that is tied to it.
struct Sides {
    x: usize,
    y: usize,
    /// The nodes between x and y, and between y and x, in the order of the walk.
    left: Vec<usize>,
    right: Vec<usize>,
    /// Whether left and right have changed places.
    is_exchanged: bool,
}

impl Sides {
    fn new(walk: &[usize], x: usize, y: usize) -> Self {
        let turned: Vec<usize> = walk[x..].iter().chain(&walk[..x]).copied().collect();
        let length = turned.len();
        let steps = (y + length - x) % length;
        let (left, right) =
            if steps == 0 { (&turned[1..], &[][..]) } else { (&turned[1..steps], &turned[steps + 1..]) };
        Sides { x: walk[x], y: walk[y], left: left.to_vec(), right: right.to_vec(), is_exchanged: false }
    }

    fn is_loop(&self) -> bool {
        self.x == self.y
    }

    /// Ties the other boundaries of the region to their sides, and the frame if it is there.
    fn separate(&mut self, carver: &mut Carver, walks: &[Vec<usize>], played: &Move, frame: [usize; 3]) -> Option<()> {
        let others = (0..walks.len()).filter(|&b| b != played.curve.x.boundary);
        let (mut right, mut left): (Vec<&[usize]>, Vec<&[usize]>) = (vec![], vec![]);
        for other in others {
            let side = if played.right.contains(&other) { &mut right } else { &mut left };
            side.push(&walks[other]);
        }
        let has_frame = carver.reaches(&[self.corner_of_x()], &corners(&frame).collect::<Vec<_>>());
        if has_frame {
            let weight = |own: &Vec<usize>, others: &Vec<&[usize]>| {
                own.len() + others.iter().map(|walk| walk.len()).sum::<usize>()
            };
            // The inside of a loop is its right side; another curve has the lesser side inside.
            let is_left = self.is_loop() || weight(&self.left, &left) >= weight(&self.right, &right);
            if is_left { left.push(&frame) } else { right.push(&frame) }
        }
        if self.left.is_empty() && left.is_empty() {
            // A loop on a spot without lines, with everything on its right: its sides are alike.
            std::mem::swap(&mut left, &mut right);
            self.is_exchanged = true;
        }
        right.iter().try_for_each(|walk| self.tie(carver, walk, true))?;
        if self.right.is_empty() && self.is_loop() {
            let spike = carver.split_edge_of(&self.corner_of_x())?;
            self.right.push(spike);
        }
        left.iter().try_for_each(|walk| self.tie(carver, walk, false))
    }

    /// The corner of x in the walk; for a loop, what is left of it on both sides together.
    fn corner_of_x(&self) -> NodeCorner {
        let around: Vec<usize> = self.left.iter().chain(&self.right).copied().collect();
        let before = if self.right.is_empty() && !self.is_loop() { Some(&self.y) } else { around.last() };
        let after = if self.left.is_empty() && !self.is_loop() { Some(&self.y) } else { around.first() };
        let at = self.x;
        NodeCorner { before: *before.unwrap_or(&at), at, after: *after.unwrap_or(&at) }
    }

    /// Ties a boundary to a side.
    fn tie(&mut self, carver: &mut Carver, walk: &[usize], is_right: bool) -> Option<()> {
        let from: Vec<NodeCorner> = corners(walk).collect();
        let (side, ends) = if is_right { (&self.right, [self.y, self.x]) } else { (&self.left, [self.x, self.y]) };
        let to: Vec<NodeCorner> = match side[..] {
            [] => vec![self.corner_of_x()],
            _ => {
                let whole: Vec<usize> = [ends[0]].iter().chain(side).chain(&ends[1..]).copied().collect();
                whole.windows(3).map(|w| NodeCorner { before: w[0], at: w[1], after: w[2] }).collect()
            }
        };
        let (first, last, path) = carver.carve(&from, &to)?;
        let between = &path[1..path.len() - 1];
        let mut detour: Vec<usize> = between.iter().rev().copied().collect();
        detour.extend(walk[first..].iter().chain(&walk[..first]));
        if walk.len() > 1 {
            detour.push(walk[first]);
        }
        detour.extend(between);
        let side = if is_right { &mut self.right } else { &mut self.left };
        if side.is_empty() {
            *side = detour;
        } else {
            detour.push(side[last]);
            side.splice(last + 1..last + 1, detour);
        }
        Some(())
    }

    /// Cuts the curve itself, from x to y.
    fn carve(&self, carver: &mut Carver) -> Option<Vec<usize>> {
        let (first, last) = (|side: &[usize]| side.first().copied(), |side: &[usize]| side.last().copied());
        let (from, to) = if self.is_loop() {
            let inside = [first(&self.right)?, last(&self.right)?];
            let after = first(&self.left).unwrap_or(inside[0]);
            let before = last(&self.left).unwrap_or(inside[1]);
            let from = NodeCorner { before: inside[1], at: self.x, after };
            (from, NodeCorner { before, at: self.x, after: inside[0] })
        } else {
            let [x, y] = [self.x, self.y];
            let from = NodeCorner { before: last(&self.right)?, at: x, after: first(&self.left)? };
            (from, NodeCorner { before: last(&self.left)?, at: y, after: first(&self.right)? })
        };
        let mut path = carver.carve(&[from], &[to])?.2;
        if self.is_exchanged {
            path.reverse();
        }
        Some(path)
    }
}
