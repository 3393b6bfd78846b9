//! Colours and sizes that all pictures share.

use crate::layout::Point;
use crate::picture::scene::SpotMark;

/// Red, green and blue.
pub type Colour = [u8; 3];

/// Fill of a spot by its lives.
pub const FILLS: [Colour; 4] = [[0xb8; 3], [0xff, 0xd9, 0xa0], [0xbf, 0xe0, 0xff], [0xc8, 0xef, 0xc0]];
pub const INK: Colour = [0x33; 3];
pub const DEAD_EDGE: Colour = [0x99; 3];
pub const DEAD_INK: Colour = [0x55; 3];
pub const LINE_WIDTH: f64 = 1.6;

pub fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The height of a spot's number.
pub fn number_size(spot: &SpotMark) -> f64 {
    spot.radius * if spot.number < 10 { 1.2 } else { 1.0 }
}

/// A dot for each life: middle and radius.
pub fn life_dots(spot: &SpotMark) -> Vec<(Point, f64)> {
    let SpotMark { lives, at: [x, y], radius, .. } = *spot;
    let across = |life: usize| (life as f64 - (lives as f64 - 1.0) / 2.0) * 0.42 * radius;
    (0..lives).map(|life| ([x + across(life), y - 0.62 * radius], 0.13 * radius)).collect()
}
