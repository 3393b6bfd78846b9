//! The plot of a simulation: speed-up against workers, both on logarithmic scales, as SVG.

use crate::simulator::run::Simulation;
use search::normal::Time;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 52.0;

/// A plot of speed-ups, beside the line of perfect efficiency.
// Writing to a string never fails.
pub fn svg(title: &str, simulations: &[Simulation], alone: Time) -> String {
    let most = simulations.iter().map(|simulation| simulation.workers).max().unwrap_or(1).max(2) as f64;
    let x = |workers: f64| LEFT + workers.log2() / most.log2() * (WIDTH - LEFT - RIGHT);
    let y = |speed: f64| HEIGHT - BOTTOM - speed.max(1.0).log2() / most.log2() * (HEIGHT - TOP - BOTTOM);
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\" fill=\"#111111\">{title}</text>\n"
    );
    for power in 0..=most.log2().floor() as i32 {
        let number = 2f64.powi(power);
        let (at_x, at_y) = (x(number), y(number));
        let _ = writeln!(text, "<path d=\"M{LEFT} {at_y:.1}H{right}M{at_x:.1} {TOP}V{bottom}\" stroke=\"#e2e2e2\"/>");
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#333333\">{number}</text>\
             <text x=\"{at_x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#333333\">{number}</text>",
            LEFT - 8.0,
            at_y + 4.5,
            bottom + 18.0
        );
    }
    let _ = writeln!(
        text,
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#999999\" stroke-dasharray=\"5 4\"/>",
        x(1.0),
        y(1.0),
        x(most),
        y(most)
    );
    let mut path = String::new();
    let mut points = String::new();
    for (nth, simulation) in simulations.iter().enumerate() {
        let speed = alone as f64 / simulation.time as f64;
        let (at_x, at_y) = (x(simulation.workers as f64), y(speed));
        let _ = write!(path, "{}{at_x:.1} {at_y:.1}", if nth == 0 { "M" } else { "L" });
        let _ = writeln!(
            points,
            "<circle cx=\"{at_x:.1}\" cy=\"{at_y:.1}\" r=\"3.5\" fill=\"#1f6feb\"><title>{} workers: {speed:.1}</title></circle>",
            simulation.workers
        );
    }
    let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"#1f6feb\" stroke-width=\"1.5\"/>");
    text.push_str(&points);
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#111111\">workers; the dashed line is perfect speed-up</text>\n</svg>",
        (LEFT + right) / 2.0,
        HEIGHT - 12.0
    );
    text
}
