//! Pictures as SVG. Lines carry the numbers of their ends and spots their own, so that a program can check them.

use crate::draw::Point;
use crate::draw::picture::{DrawnLine, Picture, Piece, SpotMark};
use std::fmt::Write;

/// Fill of a spot by its lives.
const FILLS: [&str; 4] = ["#b8b8b8", "#ffd9a0", "#bfe0ff", "#c8efc0"];

/// A whole SVG file.
pub fn svg(picture: &Picture) -> String {
    let Picture { width, height, .. } = picture;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}</svg>\n",
        group(picture)
    )
}

/// The picture without a frame, to be put into a larger one.
pub fn group(picture: &Picture) -> String {
    let mut text = String::from("<g fill=\"none\" stroke=\"#333\" stroke-width=\"1.6\" stroke-linejoin=\"round\">\n");
    for line in &picture.lines {
        let [from, to] = line.ends;
        let _ = writeln!(text, "<path data-ends=\"{from} {to}\" d=\"{}\"/>", path(line, picture.height));
    }
    text.push_str("</g>\n<g font-family=\"sans-serif\" text-anchor=\"middle\" stroke-width=\"1.2\">\n");
    for spot in &picture.spots {
        text.push_str(&mark(spot, picture.height));
    }
    text.push_str("</g>\n");
    text
}

fn path(line: &DrawnLine, height: f64) -> String {
    // The y axis of SVG goes down.
    let at = |[x, y]: Point| format!("{x:.2} {:.2}", height - y);
    let mut text = format!("M{}", at(line.from));
    for piece in &line.pieces {
        match *piece {
            Piece::To(to) => text += &format!("L{}", at(to)),
            Piece::Around { corner, to } => text += &format!("Q{} {}", at(corner), at(to)),
        }
    }
    text
}

/// A spot: a disk with its number, and a dot for each life.
fn mark(spot: &SpotMark, height: f64) -> String {
    let ([x, y], radius) = ([spot.at[0], height - spot.at[1]], spot.radius);
    let fill = FILLS[spot.lives.min(3)];
    let (edge, ink) = if spot.lives == 0 { ("#999", "#555") } else { ("#333", "#000") };
    let mut text = format!(
        "<circle data-spot=\"{}\" data-lives=\"{}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\" \
         stroke=\"{edge}\"/>",
        spot.number, spot.lives
    );
    let size = radius * if spot.number < 10 { 1.2 } else { 1.0 };
    let down = if spot.lives == 0 { 0.36 * size } else { 0.22 * size };
    let _ = write!(
        text,
        "<text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"{size:.1}\" fill=\"{ink}\">{}</text>",
        y + down,
        spot.number
    );
    for life in 0..spot.lives {
        let across = (life as f64 - (spot.lives as f64 - 1.0) / 2.0) * 0.42 * radius;
        let (cx, cy, r) = (x + across, y + 0.62 * radius, 0.13 * radius);
        let _ = write!(text, "<circle cx=\"{cx:.2}\" cy=\"{cy:.2}\" r=\"{r:.2}\" fill=\"{ink}\"/>");
    }
    text.push('\n');
    text
}
