//! Pictures as pixels: disks and polylines with smooth edges, and numbers drawn with strokes.

use crate::layout::{Point, distance, distance_to_step};
use crate::picture::png::encode;
use crate::picture::scene::{Picture, SpotMark};
use crate::picture::style::{Colour, DEAD_EDGE, DEAD_INK, FILLS, INK, LINE_WIDTH, life_dots, number_size};

/// Pixels to a unit of the picture.
const SCALE: f64 = 2.0;

/// A PNG file of a picture.
pub fn png(picture: &Picture) -> Vec<u8> {
    let mut raster = Raster::new(picture.width, picture.height);
    for line in &picture.lines {
        raster.stroke(&line.outline(), LINE_WIDTH, INK);
    }
    for spot in &picture.spots {
        raster.spot(spot);
    }
    encode(raster.width, &raster.pixels)
}

struct Raster {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Raster {
    fn new(width: f64, height: f64) -> Self {
        let [width, height] = [width, height].map(|length| (length * SCALE).ceil().max(1.0) as usize);
        Raster { width, height, pixels: vec![[255; 3]; width * height] }
    }

    /// Paints pixels by a colour as far as they are within a shape, given by the distance of points from its edge, which is
    /// negative inside. Only points within `reach` of the ends of a box are looked at.
    fn paint(&mut self, corners: [Point; 2], reach: f64, colour: Colour, edge: impl Fn(Point) -> f64) {
        let range = |axis: usize, most: usize| {
            let low = corners[0][axis].min(corners[1][axis]) - reach - 1.0;
            let high = corners[0][axis].max(corners[1][axis]) + reach + 1.0;
            ((low * SCALE).max(0.0) as usize).min(most)..((high * SCALE).max(0.0).ceil() as usize).min(most)
        };
        let height = self.height as f64 / SCALE;
        // Rows are counted from above, and y grows upwards.
        let rows = range(1, self.height);
        for row in self.height - rows.end..self.height - rows.start {
            for column in range(0, self.width) {
                let point = [(column as f64 + 0.5) / SCALE, height - (row as f64 + 0.5) / SCALE];
                let cover = (0.5 - edge(point) * SCALE).clamp(0.0, 1.0);
                let pixel = &mut self.pixels[row * self.width + column];
                for (part, &wanted) in pixel.iter_mut().zip(&colour) {
                    *part = (f64::from(*part) * (1.0 - cover) + f64::from(wanted) * cover).round() as u8;
                }
            }
        }
    }

    fn stroke(&mut self, points: &[Point], width: f64, colour: Colour) {
        for step in points.windows(2) {
            let edge = |point| distance_to_step(point, step[0], step[1]) - width / 2.0;
            self.paint([step[0], step[1]], width, colour, edge);
        }
    }

    fn disk(&mut self, centre: Point, radius: f64, colour: Colour) {
        self.paint([centre; 2], radius, colour, |point| distance(point, centre) - radius);
    }

    fn spot(&mut self, spot: &SpotMark) {
        let (edge, ink) = if spot.lives == 0 { (DEAD_EDGE, DEAD_INK) } else { (INK, [0; 3]) };
        self.disk(spot.at, spot.radius + 0.6, edge);
        self.disk(spot.at, spot.radius - 0.6, FILLS[spot.lives.min(3)]);
        if !spot.is_named {
            return;
        }
        let size = number_size(spot);
        let digits = spot.number.to_string();
        let advance = 0.58 * size;
        let left = spot.at[0] - advance * (digits.len() as f64 - 1.0) / 2.0 - 0.2 * size;
        let base = spot.at[1] - if spot.lives == 0 { 0.36 * size } else { 0.22 * size };
        for (nth, digit) in digits.bytes().enumerate() {
            for stroke in strokes(digit - b'0') {
                let at = |&[x, y]: &[f64; 2]| [left + nth as f64 * advance + x * 0.4 * size, base + y * 0.36 * size];
                self.stroke(&stroke.iter().map(at).collect::<Vec<_>>(), 0.09 * size, ink);
            }
        }
        for (at, radius) in life_dots(spot) {
            self.disk(at, radius, ink);
        }
    }
}

/// The strokes of a digit in a box one wide and two high.
fn strokes(digit: u8) -> Vec<Vec<[f64; 2]>> {
    // An arc of an ellipse, by its middle, its half axes, and angles in eighths of a turn, counterclockwise from the right.
    let arc = |[x, y]: [f64; 2], [a, b]: [f64; 2], from: f64, to: f64| -> Vec<[f64; 2]> {
        let steps = 12;
        let angle = |step: i32| (from + (to - from) * f64::from(step) / f64::from(steps)) * std::f64::consts::FRAC_PI_4;
        (0..=steps).map(|step| [x + a * angle(step).cos(), y + b * angle(step).sin()]).collect()
    };
    match digit {
        0 => vec![arc([0.5, 1.0], [0.5, 1.0], 0.0, 8.0)],
        1 => vec![vec![[0.15, 1.6], [0.55, 2.0], [0.55, 0.0]]],
        2 => {
            let mut stroke = arc([0.5, 1.5], [0.48, 0.5], 4.0, -0.7);
            stroke.extend([[0.0, 0.0], [1.0, 0.0]]);
            vec![stroke]
        }
        3 => vec![arc([0.45, 1.5], [0.5, 0.5], 3.2, -2.0), arc([0.45, 0.53], [0.53, 0.53], 2.0, -3.2)],
        4 => vec![vec![[0.75, 0.0], [0.75, 2.0], [0.0, 0.6], [1.0, 0.6]]],
        5 => {
            let mut stroke = vec![[0.9, 2.0], [0.15, 2.0], [0.1, 1.1]];
            stroke.extend(arc([0.45, 0.63], [0.53, 0.63], 2.6, -3.2));
            vec![stroke]
        }
        6 => {
            let mut stroke = vec![[0.8, 2.0], [0.25, 1.3]];
            stroke.extend(arc([0.5, 0.62], [0.5, 0.62], 3.6, 11.6));
            vec![stroke]
        }
        7 => vec![vec![[0.0, 2.0], [1.0, 2.0], [0.35, 0.0]]],
        8 => vec![arc([0.5, 1.52], [0.42, 0.48], 0.0, 8.0), arc([0.5, 0.52], [0.5, 0.52], 0.0, 8.0)],
        _ => {
            let mut stroke = vec![[0.2, 0.0], [0.75, 0.7]];
            stroke.extend(arc([0.5, 1.38], [0.5, 0.62], -0.4, 7.6));
            vec![stroke]
        }
    }
}
