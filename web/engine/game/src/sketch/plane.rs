//! A picture of a drawn position as broken lines, the y axis going up.

use crate::sketch::geometry::Point;
use board::drawn::{Corner, Drawn};
use board::layout::Layout;
use board::picture::{DrawnLine, Picture};

pub struct Plane<'a> {
    pub position: &'a Drawn,
    pub spots: Vec<Disk>,
    /// Each from its first end to its second one.
    pub lines: Vec<Thread>,
}

#[derive(Debug, Clone, Copy)]
pub struct Disk {
    pub at: Point,
    pub radius: f64,
}

#[derive(Debug, Clone)]
pub struct Thread {
    pub ends: [usize; 2],
    pub points: Vec<Point>,
}

impl<'a> Plane<'a> {
    pub fn of(position: &'a Drawn, picture: &Picture) -> Self {
        let spots = picture.spots.iter().map(|spot| Disk { at: spot.at, radius: spot.radius }).collect();
        let thread = |line: &DrawnLine| Thread { ends: line.ends.map(|end| end - 1), points: line.outline() };
        Plane { position, spots, lines: picture.lines.iter().map(thread).collect() }
    }

    /// The lines of a layout as they are in its mesh, which pictures round. The layout may have further lines.
    pub fn of_mesh(position: &'a Drawn, layout: &Layout) -> Self {
        let disk = |spot| Disk { at: layout.spot(spot), radius: 0.0 };
        let thread = |line| {
            let nodes = layout.line(line);
            let points = nodes.iter().map(|&node| layout.point(node)).collect();
            Thread { ends: [nodes[0], nodes[nodes.len() - 1]], points }
        };
        let spots = (0..position.spot_count()).map(disk).collect();
        Plane { position, spots, lines: (0..position.line_count()).map(thread).collect() }
    }

    /// The points of the line along which a walk leaves a corner, in the direction of the walk.
    pub fn leaving(&self, corner: &Corner) -> Vec<Point> {
        let Some(line) = corner.out else { return vec![] };
        let Thread { ends, points } = &self.lines[line];
        if ends[0] == corner.spot { points.clone() } else { points.iter().rev().copied().collect() }
    }
}
