//! Broken lines in the plane: crossings, winding numbers, smoothing. The y axis goes up.

pub use board::layout::Point;
use board::layout::{area, distance, distance_to_step};

/// A place on a broken line: the number of the step, and the part of it that lies before.
pub type Place = f64;

/// A crossing of two straight steps, as parts of the first and of the second one.
pub fn crossing([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<[f64; 2]> {
    let (c_side, d_side) = (area([a, b, c]), area([a, b, d]));
    let (a_side, b_side) = (area([c, d, a]), area([c, d, b]));
    // A touch counts for the side on which the area is not negative, so that a line through a corner is met once.
    if (c_side < 0.0) == (d_side < 0.0) || (a_side < 0.0) == (b_side < 0.0) {
        return None;
    }
    Some([a_side / (a_side - b_side), c_side / (c_side - d_side)])
}

/// All crossings of two broken lines, in the order of the first.
pub fn crossings(one: &[Point], other: &[Point]) -> Vec<[Place; 2]> {
    let mut found = Vec::new();
    for (i, step) in one.windows(2).enumerate() {
        for (j, across) in other.windows(2).enumerate() {
            if let Some([s, t]) = crossing([step[0], step[1]], [across[0], across[1]]) {
                found.push([i as f64 + s, j as f64 + t]);
            }
        }
    }
    found.sort_by(|a, b| a[0].total_cmp(&b[0]));
    found
}

/// The first two steps of a broken line that meet, not being neighbours, and where they do.
pub fn self_crossing(line: &[Point]) -> Option<(usize, usize, Point)> {
    for (i, step) in line.windows(2).enumerate() {
        for (j, across) in line.windows(2).enumerate().skip(i + 2) {
            if let Some([s, _]) = crossing([step[0], step[1]], [across[0], across[1]]) {
                // The ends of a loop meet in the spot.
                let is_closing = i == 0 && j + 2 == line.len() && s < 1e-9;
                if !is_closing {
                    return Some((i, j, [0, 1].map(|axis| step[0][axis] + s * (step[1][axis] - step[0][axis]))));
                }
            }
        }
    }
    None
}

pub fn point_at(line: &[Point], place: Place) -> Point {
    let step = (place as usize).min(line.len() - 2);
    let part = place - step as f64;
    [0, 1].map(|axis| line[step][axis] + part * (line[step + 1][axis] - line[step][axis]))
}

/// How often a closed line goes counterclockwise around a point.
pub fn winding(closed: &[Point], around: Point) -> i32 {
    let mut turns = 0;
    for at in 0..closed.len() {
        let (from, to) = (closed[at], closed[(at + 1) % closed.len()]);
        let side = area([from, to, around]);
        if from[1] <= around[1] && to[1] > around[1] && side > 0.0 {
            turns += 1;
        } else if from[1] > around[1] && to[1] <= around[1] && side < 0.0 {
            turns -= 1;
        }
    }
    turns
}

/// The area inside of a closed line, positive if it goes counterclockwise.
pub fn enclosed(closed: &[Point]) -> f64 {
    let ends = (0..closed.len()).map(|at| (closed[at], closed[(at + 1) % closed.len()]));
    ends.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
}

pub fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|step| distance(step[0], step[1])).sum()
}

pub fn distance_to_line(point: Point, line: &[Point]) -> f64 {
    line.windows(2).map(|step| distance_to_step(point, step[0], step[1])).fold(f64::INFINITY, f64::min)
}

/// The same line with points at equal distances of about `step`.
pub fn resampled(line: &[Point], step: f64) -> Vec<Point> {
    let whole = length(line);
    let count = ((whole / step).round() as usize).clamp(2, 2000);
    let mut points = vec![line[0]];
    let (mut walked, mut wanted) = (0.0, whole / count as f64);
    for ends in line.windows(2) {
        let here = distance(ends[0], ends[1]);
        while here > 0.0 && wanted <= walked + here && points.len() < count {
            let part = (wanted - walked) / here;
            points.push([0, 1].map(|axis| ends[0][axis] + part * (ends[1][axis] - ends[0][axis])));
            wanted += whole / count as f64;
        }
        walked += here;
    }
    points.push(line[line.len() - 1]);
    points
}

/// The line with every inner point moved towards its neighbours, some times.
pub fn smoothed(line: &[Point], times: usize) -> Vec<Point> {
    let mut points = line.to_vec();
    for _ in 0..times {
        let before = points.clone();
        for at in 1..before.len().saturating_sub(1) {
            points[at] =
                [0, 1].map(|axis| (before[at - 1][axis] + 2.0 * before[at][axis] + before[at + 1][axis]) / 4.0);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

    #[test]
    fn a_line_through_a_corner_is_met_once() {
        let corner = [[0.0, 2.0], [2.0, 0.0], [4.0, 2.0]];
        assert_eq!(crossings(&[[2.0, -1.0], [2.0, 1.0]], &corner).len(), 1);
        assert_eq!(crossings(&[[0.0, 1.0], [4.0, 1.0]], &corner).len(), 2);
        assert_eq!(crossings(&[[0.0, 3.0], [4.0, 3.0]], &corner), Vec::<[f64; 2]>::new());
    }

    #[test]
    fn windings_and_areas_have_the_sign_of_the_turn() {
        assert_eq!((winding(&SQUARE, [1.0, 1.0]), winding(&SQUARE, [5.0, 1.0])), (1, 0));
        assert_eq!(enclosed(&SQUARE), 16.0);
        let back: Vec<Point> = SQUARE.iter().rev().copied().collect();
        assert_eq!((winding(&back, [1.0, 1.0]), enclosed(&back)), (-1, -16.0));
    }

    #[test]
    fn lines_meet_themselves_or_not() {
        assert!(self_crossing(&SQUARE).is_none());
        let eight = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]];
        assert_eq!(self_crossing(&eight), Some((0, 2, [2.0, 2.0])));
    }

    #[test]
    fn lines_are_resampled_from_end_to_end() {
        let line = resampled(&SQUARE, 1.0);
        assert_eq!((line.len(), line[0], line[12]), (13, SQUARE[0], SQUARE[3]));
        assert!((length(&line) - 12.0).abs() < 1e-9);
    }
}
