//! A scatter plot with two logarithmic axes, as SVG.

use std::fmt::Write;

pub struct Point {
    pub x: f64,
    pub y: f64,
    /// The true y is larger.
    pub is_bound: bool,
}

pub struct Plot {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    pub points: Vec<Point>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 55.0;

/// An axis from one power of ten to another, on a stretch of pixels.
struct Axis {
    low: i32,
    high: i32,
    start: f64,
    end: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (low, high) =
            values.fold((f64::MAX, 1.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
        let low = low.min(high).max(1e-9).log10().floor() as i32;
        let high = (high.log10().ceil() as i32).max(low + 1);
        Axis { low, high, start, end }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value.max(1e-9).log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.start + share * (self.end - self.start)
    }

    fn ticks(&self) -> impl Iterator<Item = (i32, f64)> + '_ {
        (self.low..=self.high).map(|power| (power, self.at(10f64.powi(power))))
    }
}

impl Plot {
    pub fn svg(&self) -> String {
        let across = Axis::new(self.points.iter().map(|point| point.x), LEFT, WIDTH - RIGHT);
        let up = Axis::new(self.points.iter().map(|point| point.y), HEIGHT - BOTTOM, TOP);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
             <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{}</text>\n",
            self.title
        );
        self.axes(&mut text, &across, &up);
        for point in &self.points {
            let (x, y) = (across.at(point.x), up.at(point.y));
            let _ = if point.is_bound {
                let (left, right, tip, foot) = (x - 4.0, x + 4.0, y - 5.0, y + 3.0);
                writeln!(
                    text,
                    "<path d=\"M{left:.1} {foot:.1} L{x:.1} {tip:.1} L{right:.1} {foot:.1} Z\" fill=\"none\" stroke=\"#c0392b\"/>"
                )
            } else {
                writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"#4a6785\"/>")
            };
        }
        text.push_str("</svg>\n");
        text
    }

    fn axes(&self, text: &mut String, across: &Axis, up: &Axis) {
        let bottom = HEIGHT - BOTTOM;
        for (power, x) in across.ticks() {
            let _ = writeln!(text, "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#ddd\"/>");
            let y = bottom + 16.0;
            let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", power_text(power));
        }
        for (power, y) in up.ticks() {
            let right = WIDTH - RIGHT;
            let _ = writeln!(text, "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>");
            let (x, below) = (LEFT - 8.0, y + 4.0);
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{below:.1}\" text-anchor=\"end\">{}</text>", power_text(power));
        }
        let (middle, foot) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12.0);
        let mut label = self.x_label.clone();
        if self.points.iter().any(|point| point.is_bound) {
            label.push_str(" (triangles: cut off, the ratio is larger)");
        }
        let _ = writeln!(text, "<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">{label}</text>");
        let _ = writeln!(text, "<text x=\"10\" y=\"22\">{}</text>", self.y_label);
    }
}

fn power_text(power: i32) -> String {
    match power {
        0 => "1".into(),
        1..=3 => 10u32.pow(power as u32).to_string(),
        _ => format!("10<tspan dy=\"-5\" font-size=\"9\">{power}</tspan>"),
    }
}
