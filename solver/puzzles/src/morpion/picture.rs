//! A game as a drawing (SVG): the cross in black, new dots with the numbers of their moves, lines between the points.

use crate::morpion::line::{LENGTH, Move, Point, cross};
use std::fmt::Write;

/// Pixels from one grid point to the next.
const UNIT: i32 = 28;
const EDGE: i32 = 2;

/// The first `from` moves in grey blue, the others in red.
pub fn svg(moves: &[Move], from: usize, title: &str) -> String {
    let points = moves.iter().flat_map(Move::points).chain(cross());
    let (low, high) = points.fold(((0, 0), (9, 9)), |(low, high), point| {
        ((low.0.min(point.0), low.1.min(point.1)), (high.0.max(point.0), high.1.max(point.1)))
    });
    let at = |(x, y): Point| ((x - low.0 + EDGE) * UNIT, (y - low.1 + EDGE) * UNIT);
    let (right, bottom) = at((high.0 + EDGE, high.1 + EDGE));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{right}\" height=\"{bottom}\" viewBox=\"0 0 {right} {bottom}\">\n\
         <title>{title}</title>\n<rect width=\"{right}\" height=\"{bottom}\" fill=\"white\"/>\n\
         <g stroke=\"#e4e4e4\" stroke-width=\"1\">\n"
    );
    for x in (UNIT..right).step_by(UNIT as usize) {
        let _ = writeln!(text, "<line x1=\"{x}\" y1=\"0\" x2=\"{x}\" y2=\"{bottom}\"/>");
    }
    for y in (UNIT..bottom).step_by(UNIT as usize) {
        let _ = writeln!(text, "<line x1=\"0\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>");
    }
    text.push_str("</g>\n<g stroke-width=\"2\" stroke-linecap=\"round\">\n");
    let colour = |number: usize| if number <= from { "#4a6785" } else { "#c0392b" };
    for (step, number) in moves.iter().zip(1..) {
        let ((x1, y1), (x2, y2)) = (at(step.start), at(step.point(LENGTH - 1)));
        let _ = writeln!(text, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{}\"/>", colour(number));
    }
    text.push_str("</g>\n<g fill=\"black\">\n");
    for (x, y) in cross().into_iter().map(at) {
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
    }
    text.push_str("</g>\n<g font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">\n");
    for (step, number) in moves.iter().zip(1..) {
        let ((x, y), colour) = (at(step.dot()), colour(number));
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"white\" stroke=\"{colour}\"/>");
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\" fill=\"{colour}\">{number}</text>", y + 4);
    }
    text.push_str("</g>\n</svg>\n");
    text
}
