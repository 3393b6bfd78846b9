//! Pictures as the page gets them: spots and lines with numbers that are rounded, the y axis going down.

use crate::sketch::geometry::{Point, resampled};
use board::drawn::Drawn;
use board::layout::Layout;
use board::picture::{DrawnLine, Picture, Piece};
use serde::Serialize;
use std::fmt::Write;

/// The distance between points of a line that is on its way.
const STEP: f64 = 5.0;

#[derive(Debug, Clone, Serialize)]
pub struct View {
    pub width: f64,
    pub height: f64,
    pub spots: Vec<SpotView>,
    pub lines: Vec<LineView>,
}

#[derive(Debug, Clone, Serialize)]
pub struct SpotView {
    pub n: usize,
    pub lives: usize,
    pub x: f64,
    pub y: f64,
    pub r: f64,
    pub named: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct LineView {
    pub ends: [usize; 2],
    /// A path of SVG.
    pub d: String,
}

/// A picture on the way from one to the next: lines as points at equal distances.
#[derive(Debug, Clone, Serialize)]
pub struct Frame {
    pub width: f64,
    pub height: f64,
    pub spots: Vec<[f64; 3]>,
    pub lines: Vec<Vec<f64>>,
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

impl View {
    pub fn of(picture: &Picture) -> View {
        let spot = |spot: &board::picture::SpotMark| SpotView {
            n: spot.number,
            lives: spot.lives,
            x: rounded(spot.at[0]),
            y: rounded(picture.height - spot.at[1]),
            r: rounded(spot.radius),
            named: spot.is_named,
        };
        let line = |line: &DrawnLine| LineView { ends: line.ends, d: path(line, picture.height) };
        View {
            width: rounded(picture.width),
            height: rounded(picture.height),
            spots: picture.spots.iter().map(spot).collect(),
            lines: picture.lines.iter().map(line).collect(),
        }
    }
}

impl Frame {
    pub fn of(position: &Drawn, layout: &Layout) -> Frame {
        let picture = Picture::of_layout(position, layout);
        let point = |[x, y]: Point| [rounded(x), rounded(picture.height - y)];
        Frame {
            width: rounded(picture.width),
            height: rounded(picture.height),
            spots: picture
                .spots
                .iter()
                .map(|spot| {
                    let [x, y] = point(spot.at);
                    [x, y, rounded(spot.radius)]
                })
                .collect(),
            lines: picture
                .lines
                .iter()
                .map(|line| resampled(&line.outline(), STEP).into_iter().flat_map(point).collect())
                .collect(),
        }
    }
}

fn path(line: &DrawnLine, height: f64) -> String {
    let at = |[x, y]: Point| format!("{:.2} {:.2}", x, height - y);
    let mut way = format!("M{}", at(line.from));
    for piece in &line.pieces {
        let _ = match *piece {
            Piece::To(to) => write!(way, "L{}", at(to)),
            Piece::Around { corner, to } => write!(way, "Q{} {}", at(corner), at(to)),
        };
    }
    way
}
