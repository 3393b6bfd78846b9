//! Points of the plane, areas and distances.

/// A point of the plane; y grows upwards, so that left and right are those of the notation.
pub type Point = [f64; 2];

/// Twice the signed area of a triangle.
pub fn area([a, b, c]: [Point; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

pub fn square(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

pub fn distance(a: Point, b: Point) -> f64 {
    square(a, b).sqrt()
}

/// The side of an equilateral triangle of which this is twice the area.
pub fn side(area: f64) -> f64 {
    (area * 2.0 / 3f64.sqrt()).sqrt()
}

pub fn middle(a: Point, b: Point) -> Point {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

/// The distance of a point from a straight step.
pub fn distance_to_step(point: Point, from: Point, to: Point) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    if length == 0.0 {
        return distance(point, from);
    }
    let t = ((point[0] - from[0]) * along[0] + (point[1] - from[1]) * along[1]) / length;
    let t = t.clamp(0.0, 1.0);
    distance(point, [from[0] + t * along[0], from[1] + t * along[1]])
}
