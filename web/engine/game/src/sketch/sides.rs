//! The boundaries that a curve which cuts its region has on its right, as `board` defines it.
//!
//! The curve and the boundary that it cuts make the walk around the right side, the room on the right hand. A walk around a
//! bounded room goes clockwise; one that goes counterclockwise has its room outside. A boundary lies in the room if the walk
//! winds around it, or does not. For a loop the right side is the one without the other lines of its spot.

use crate::sketch::geometry::{Point, enclosed, winding};
use crate::sketch::plane::Plane;
use board::drawn::{Curve, Drawn, Move};
use board::layout::{Layout, distance};

pub fn right(plane: &Plane, drawn: &Curve, curve: &[Point]) -> Vec<usize> {
    let boundaries = &plane.position.regions()[drawn.region];
    let others = (0..boundaries.len()).filter(|&boundary| boundary != drawn.x.boundary);
    let (closed, is_inside) =
        if drawn.is_loop() { around_loop(plane, drawn, curve) } else { around(plane, drawn, curve) };
    let place = |boundary: usize| plane.spots[boundaries[boundary][0].spot].at;
    others.filter(|&boundary| (winding(&closed, place(boundary)) != 0) == is_inside).collect()
}

/// Whether the last curve of a layout has the boundaries on its sides where the move sends them.
pub fn are_kept(before: &Drawn, played: &Move, drawn: &Layout) -> bool {
    if !played.curve.cuts() {
        return true;
    }
    let points = |line: usize| drawn.line(line).iter().map(|&node| drawn.point(node));
    let first = before.line_count();
    let curve: Vec<Point> = points(first).chain(points(first + 1).skip(1)).collect();
    let found = right(&Plane::of_mesh(before, drawn), &played.curve, &curve);
    let others = (0..before.regions()[played.curve.region].len()).filter(|&other| other != played.curve.x.boundary);
    let (mut on_right, mut on_left): (Vec<usize>, Vec<usize>) = others.partition(|other| played.right.contains(other));
    on_right.sort_unstable();
    on_left.sort_unstable();
    // The sides of a loop on a spot without lines are alike.
    let spot = before.spot_at(played.curve.region, played.curve.x);
    found == on_right || before.degree(spot) == 0 && found == on_left
}

/// A closed line, and whether the right side is its inside.
type Around = (Vec<Point>, bool);

fn around_loop(plane: &Plane, drawn: &Curve, curve: &[Point]) -> Around {
    let corner = &plane.position.regions()[drawn.region][drawn.x.boundary][drawn.x.at];
    let middle = plane.spots[corner.spot].at;
    let line = plane.leaving(corner);
    let farthest = line.iter().max_by(|a, b| distance(**a, middle).total_cmp(&distance(**b, middle)));
    (curve.to_vec(), farthest.is_none_or(|&point| winding(curve, point) == 0))
}

fn around(plane: &Plane, drawn: &Curve, curve: &[Point]) -> Around {
    let boundary = &plane.position.regions()[drawn.region][drawn.x.boundary];
    let mut closed = curve.to_vec();
    let mut at = drawn.y.at;
    while at != drawn.x.at {
        closed.extend(plane.leaving(&boundary[at]));
        at = (at + 1) % boundary.len();
    }
    let is_inside = enclosed(&closed) < 0.0;
    (closed, is_inside)
}
