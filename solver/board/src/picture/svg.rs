//! Pictures as SVG. Lines carry the numbers of their ends and spots their own, so that a program can check them.

use crate::layout::Point;
use crate::picture::scene::{DrawnLine, Picture, Piece, SpotMark};
use crate::picture::style::{DEAD_EDGE, DEAD_INK, FILLS, INK, LINE_WIDTH, hex, life_dots, number_size};
use std::fmt::Write;

/// A whole SVG file.
pub fn svg(picture: &Picture) -> String {
    file(picture.width, picture.height, &group(picture))
}

/// An SVG file of this size with a white ground.
pub fn file(width: f64, height: f64, content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{content}</svg>\n"
    )
}

/// The picture without a frame, to be put into a larger one.
pub fn group(picture: &Picture) -> String {
    let mut text = open_lines();
    for line in &picture.lines {
        text += &path(line, picture.height, "");
    }
    text.push_str("</g>\n");
    text += &open_spots();
    for spot in &picture.spots {
        text += &mark(spot, picture.height);
    }
    text.push_str("</g>\n");
    text
}

/// The beginning of a group of lines.
pub fn open_lines() -> String {
    format!("<g fill=\"none\" stroke=\"{}\" stroke-width=\"{LINE_WIDTH}\" stroke-linejoin=\"round\">\n", hex(INK))
}

/// The beginning of a group of spots.
pub fn open_spots() -> String {
    "<g font-family=\"sans-serif\" text-anchor=\"middle\" stroke-width=\"1.2\">\n".into()
}

/// A line, with more attributes and what belongs inside its element.
pub fn path(line: &DrawnLine, height: f64, inside: &str) -> String {
    // The y axis of SVG goes down.
    let at = |[x, y]: Point| format!("{x:.2} {:.2}", height - y);
    let mut way = format!("M{}", at(line.from));
    for piece in &line.pieces {
        match *piece {
            Piece::To(to) => way += &format!("L{}", at(to)),
            Piece::Around { corner, to } => way += &format!("Q{} {}", at(corner), at(to)),
        }
    }
    let [from, to] = line.ends;
    match inside {
        "" => format!("<path data-ends=\"{from} {to}\" d=\"{way}\"/>\n"),
        _ => format!("<path data-ends=\"{from} {to}\" pathLength=\"1\" d=\"{way}\">{inside}</path>\n"),
    }
}

/// A spot: a disk with its number, and a dot for each life.
pub fn mark(spot: &SpotMark, height: f64) -> String {
    let ([x, y], radius) = ([spot.at[0], height - spot.at[1]], spot.radius);
    let (edge, ink) = if spot.lives == 0 { (hex(DEAD_EDGE), hex(DEAD_INK)) } else { (hex(INK), "#000".to_string()) };
    let mut text = format!(
        "<circle data-spot=\"{}\" data-lives=\"{}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{}\" \
         stroke=\"{edge}\"/>",
        spot.number,
        spot.lives,
        hex(FILLS[spot.lives.min(3)])
    );
    if spot.is_named {
        let size = number_size(spot);
        let down = if spot.lives == 0 { 0.36 * size } else { 0.22 * size };
        let _ = write!(
            text,
            "<text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"{size:.1}\" fill=\"{ink}\">{}</text>",
            y + down,
            spot.number
        );
        for ([cx, cy], r) in life_dots(spot) {
            let _ = write!(text, "<circle cx=\"{cx:.2}\" cy=\"{:.2}\" r=\"{r:.2}\" fill=\"{ink}\"/>", height - cy);
        }
    }
    text.push('\n');
    text
}
