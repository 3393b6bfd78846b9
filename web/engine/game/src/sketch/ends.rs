//! The corners at which a curve leaves its spots.
//!
//! A spot with two lines has two corners. Which one is meant is told by where the curve and the lines leave the disk of the spot.

use crate::sketch::geometry::Point;
use crate::sketch::plane::{Disk, Plane};
use board::drawn::Site;
use board::layout::distance;
use std::f64::consts::TAU;

/// An angle below which a curve may have been meant for the other side of a line.
const DOUBT: f64 = 0.1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub region: usize,
    pub site: Site,
}

/// The corners of a spot at which a curve that begins there may leave it, the likeliest first.
pub fn corners(plane: &Plane, spot: usize, curve: &[Point]) -> Vec<Place> {
    let disk = plane.spots[spot];
    let direction = exit(curve, disk);
    let mut found: Vec<(f64, Place)> = Vec::new();
    for (region, boundaries) in plane.position.regions().iter().enumerate() {
        for (boundary, walk) in boundaries.iter().enumerate() {
            for at in (0..walk.len()).filter(|&at| walk[at].spot == spot) {
                let place = Place { region, site: Site { boundary, at } };
                let before = walk[(at + walk.len() - 1) % walk.len()];
                if before.out.is_none() || before.out == walk[at].out {
                    return vec![place];
                }
                let back: Vec<Point> = plane.leaving(&before).into_iter().rev().collect();
                let [from, to] = [exit(&back, disk), exit(&plane.leaving(&walk[at]), disk)];
                // The room is on the right hand: counterclockwise from the line of arrival to the one of departure.
                let (room, turn) = ((to - from).rem_euclid(TAU), (direction - from).rem_euclid(TAU));
                let outside = if turn <= room { 0.0 } else { (turn - room).min(TAU - turn) };
                found.push((outside, place));
            }
        }
    }
    found.retain(|&(outside, _)| outside < DOUBT);
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, place)| place).collect()
}

/// The direction in which a line that begins in the middle of a disk leaves it.
fn exit(line: &[Point], disk: Disk) -> f64 {
    let outside = line.iter().find(|point| distance(**point, disk.at) >= disk.radius);
    let point = outside.or(line.last()).copied().unwrap_or([disk.at[0] + 1.0, disk.at[1]]);
    (point[1] - disk.at[1]).atan2(point[0] - disk.at[0])
}
