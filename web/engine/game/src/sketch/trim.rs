//! The spots that a sketch means, and the curve between their middles.

use crate::sketch::geometry::{Point, length};
use crate::sketch::plane::Plane;
use board::layout::distance;

/// How far from the rim of a spot a sketch may begin or end.
const REACH: f64 = 16.0;
/// A spot that is so many times as far away as the nearest one may be meant, too.
const DOUBT: f64 = 1.25;
/// The distance between the points of a curve.
pub const STEP: f64 = 2.0;
/// Rounds of smoothing.
pub const SMOOTHING: usize = 10;

/// The spots that may be meant by a point, the nearest first. Live ones go before dead ones that are as near.
pub fn meant(plane: &Plane, point: Point) -> Vec<usize> {
    let away = |spot: usize| distance(plane.spots[spot].at, point);
    let mut near: Vec<usize> =
        (0..plane.spots.len()).filter(|&spot| away(spot) <= plane.spots[spot].radius + REACH).collect();
    near.sort_by(|&a, &b| away(a).total_cmp(&away(b)));
    let Some(&nearest) = near.first() else { return near };
    if away(nearest) <= plane.spots[nearest].radius {
        return vec![nearest];
    }
    near.retain(|&spot| away(spot) <= DOUBT * away(nearest));
    if near.iter().any(|&spot| plane.position.is_alive(spot)) {
        near.retain(|&spot| plane.position.is_alive(spot));
    }
    near
}

/// The sketch from the middle of one spot to that of another, without what was drawn on the spots themselves.
pub fn curve(plane: &Plane, sketch: &[Point], [x, y]: [usize; 2]) -> Option<Vec<Point>> {
    let outside = |spot: usize| move |point: &Point| distance(plane.spots[spot].at, *point) > plane.spots[spot].radius;
    let start = sketch.iter().position(outside(x));
    let goal = sketch.iter().rposition(outside(y));
    let between = match (start, goal) {
        (Some(start), Some(goal)) if start <= goal => &sketch[start..=goal],
        _ if x == y => return None,
        _ => &[],
    };
    let ends = [plane.spots[x].at, plane.spots[y].at];
    let whole: Vec<Point> = [ends[0]].iter().chain(between).chain(&ends[1..]).copied().collect();
    let is_long = x != y || length(&whole) > 6.0 * plane.spots[x].radius.max(3.0);
    is_long.then_some(whole)
}
