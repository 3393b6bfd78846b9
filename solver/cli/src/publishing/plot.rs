//! Plots of published results: a quantity against the number of spots, on a logarithmic scale, for both plays.

use super::row::{Play, Row};
use std::fmt::Write;

/// Something that is plotted.
pub struct Quantity {
    pub file: &'static str,
    title: &'static str,
    of: fn(&Row) -> Option<f64>,
    /// Smaller values are drawn as this one: clocks do not measure less.
    least: f64,
}

pub const QUANTITIES: [Quantity; 4] = [
    Quantity {
        file: "claims.svg",
        title: "Claims of the certificate (misère play: lost nodes)",
        of: |row| alone(row).then_some(row.claims as f64),
        least: 1.0,
    },
    Quantity {
        file: "bytes.svg",
        title: "Bytes of the certificate",
        of: |row| alone(row).then_some(row.bytes as f64),
        least: 1.0,
    },
    Quantity {
        file: "solve-seconds.svg",
        title: "Seconds to solve in the run that made it, which may have known smaller games",
        of: |row| row.solve_seconds,
        least: 0.01,
    },
    Quantity {
        file: "check-seconds.svg",
        title: "Seconds to check; the first misère game of a closure builds its trees",
        of: |row| row.check_seconds.filter(|_| alone(row)),
        least: 0.01,
    },
];

/// Whether a certificate is about one game.
fn alone(row: &Row) -> bool {
    row.results == 1
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 56.0;

/// Points that are joined by a line, where their numbers of spots have this distance.
pub struct Series {
    pub name: String,
    pub colour: &'static str,
    pub step: usize,
    pub points: Vec<(usize, f64)>,
}

const PLAYS: [(Play, &str, &str); 2] =
    [(Play::Normal, "normal play", "#1f6feb"), (Play::Misere, "misère play", "#c2410c")];

/// Where numbers are on the paper.
struct Scale {
    first: usize,
    last: usize,
    /// Powers of ten at the bottom and the top.
    low: i32,
    high: i32,
}

impl Scale {
    fn x(&self, spots: usize) -> f64 {
        let span = (self.last - self.first).max(1) as f64;
        LEFT + (spots - self.first) as f64 / span * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        let span = f64::from(self.high - self.low).max(1.0);
        HEIGHT - BOTTOM - (value.log10() - f64::from(self.low)) / span * (HEIGHT - TOP - BOTTOM)
    }
}

/// The plot of a quantity as SVG. There must be rows.
pub fn svg(quantity: &Quantity, rows: &[Row]) -> String {
    let series = PLAYS.map(|(play, name, colour)| {
        let rows = rows.iter().filter(|row| row.play == play);
        let points = rows.filter_map(|row| (quantity.of)(row).map(|value| (row.spots, value)));
        Series { name: name.into(), colour, step: 1, points: points.collect() }
    });
    plot(quantity.title, quantity.least, series.into())
}

/// A plot as SVG. Smaller values than the least are drawn as that.
pub fn plot(title: &str, least: f64, mut all: Vec<Series>) -> String {
    for series in &mut all {
        series.points.sort_by_key(|&(spots, _)| spots);
        // A game may be in several certificates; the one that it has alone comes first.
        series.points.dedup_by_key(|&mut (spots, _)| spots);
        series.points.iter_mut().for_each(|(_, value)| *value = value.max(least));
    }
    all.retain(|series| !series.points.is_empty());
    let points = || all.iter().flat_map(|series| &series.points);
    let lowest = points().map(|point| point.1).fold(f64::INFINITY, f64::min).min(1e12);
    let highest = points().map(|point| point.1).fold(least, f64::max);
    let low = lowest.log10().floor() as i32;
    let scale = Scale {
        first: points().map(|point| point.0).min().unwrap_or(1),
        last: points().map(|point| point.0).max().unwrap_or(1),
        low,
        high: (highest.log10().ceil() as i32).max(low + 1),
    };
    let mut text = String::new();
    begin(&mut text, title);
    axes(&mut text, &scale, least);
    let width = (WIDTH - LEFT - RIGHT) / all.len().max(LEGENDS) as f64;
    for (nth, series) in all.iter().enumerate() {
        line(&mut text, &scale, series);
        legend(&mut text, series, width * nth as f64);
    }
    text.push_str("</svg>\n");
    text
}

/// Names of series that stand beside each other, at least.
const LEGENDS: usize = 4;

// Writing to a string never fails.
fn begin(text: &mut String, title: &str) {
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"16\" fill=\"#111111\">{title}</text>\n"
    );
}

fn axes(text: &mut String, scale: &Scale, least: f64) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for power in scale.low..=scale.high {
        let y = scale.y(10f64.powi(power));
        let _ = writeln!(text, "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#d9d9d9\"/>");
        // Smaller values stand on the lowest line too.
        let is_floor = least < 1.0 && power == scale.low;
        let label = format!("{}{}", if is_floor { "≤ " } else { "" }, label(power));
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#333333\">{label}</text>",
            LEFT - 8.0,
            y + 4.5
        );
    }
    for spots in scale.first..=scale.last {
        let x = scale.x(spots);
        let is_named = spots == scale.first || spots.is_multiple_of(5);
        let length = if is_named { 6.0 } else { 3.0 };
        let _ = writeln!(text, "<path d=\"M{x:.1} {bottom}v{length}\" stroke=\"#333333\"/>");
        if is_named {
            let y = bottom + 22.0;
            let _ =
                writeln!(text, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#333333\">{spots}</text>");
        }
    }
    let (middle, y) = ((LEFT + right) / 2.0, HEIGHT - 12.0);
    let _ = writeln!(text, "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#333333\"/>");
    let _ = writeln!(
        text,
        "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#111111\">n, the number of spots at the start</text>"
    );
}

/// A power of ten in words of three digits: `0.01`, `1,000`, `10 million`.
fn label(power: i32) -> String {
    let zeros = |count: i32| "0".repeat(count.max(0) as usize);
    match power {
        ..0 => format!("0.{}1", zeros(-power - 1)),
        0..3 => format!("1{}", zeros(power)),
        3..6 => format!("1{},000", zeros(power - 3)),
        6..9 => format!("1{} million", zeros(power - 6)),
        _ => format!("1{} billion", zeros(power - 9)),
    }
}

fn line(text: &mut String, scale: &Scale, series: &Series) {
    let Series { colour, step, points, .. } = series;
    // A game that is missing leaves a gap in the line.
    let mut path = String::new();
    for (nth, &(spots, value)) in points.iter().enumerate() {
        let follows = nth > 0 && points[nth - 1].0 + step == spots;
        let _ = write!(path, "{}{:.1} {:.1}", if follows { "L" } else { "M" }, scale.x(spots), scale.y(value));
    }
    let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
    for &(spots, value) in points {
        let (x, y) = (scale.x(spots), scale.y(value));
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" fill=\"{colour}\"><title>{spots} spots, {}: {value}</title></circle>",
            series.name
        );
    }
}

fn legend(text: &mut String, series: &Series, shift: f64) {
    let (x, y) = (LEFT + shift, 42.0);
    let colour = series.colour;
    let _ = writeln!(text, "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{colour}\"/>", x + 5.0, y - 4.5);
    let _ = writeln!(text, "<text x=\"{}\" y=\"{y}\" fill=\"#111111\">{}</text>", x + 15.0, series.name);
}
