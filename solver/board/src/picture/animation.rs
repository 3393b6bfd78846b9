//! A game as a moving SVG (SMIL, which browsers play).
//!
//! Lines are never divided by later moves, so the layout of the last position, without the lines of the last moves, is a layout of
//! every position before: nothing moves but what is drawn. Without animation the last position is seen. The clock `clock`
//! begins again when the game has been over for a while, and every other time is counted from its beginning.

use crate::drawn::Spot;
use crate::picture::scene::{Picture, SpotMark};
use crate::picture::svg::{file, mark, open_lines, open_spots, path};
use crate::records::{Game, MoveNotation};
use std::fmt::Write;

/// Seconds: before the first move, from move to move, for drawing one of its two lines, and after the last move.
const LEAD: f64 = 0.8;
const STEP: f64 = 1.4;
const DRAWING: f64 = 0.4;
const TRAIL: f64 = 4.0;
/// Height of the line of text below the picture.
const CAPTION: f64 = 26.0;
/// Width of the text that must fit, for each character.
const CHARACTER: f64 = 8.0;

/// When a move is made.
fn time(nth: usize) -> f64 {
    LEAD + nth as f64 * STEP
}

/// An SVG file that plays a game. Moves are written in a notation.
pub fn animate(game: &Game, notation: MoveNotation) -> String {
    let picture = Picture::of(game.position());
    let captions = captions(game, notation);
    let longest = captions.iter().map(|caption| caption.chars().count()).max().unwrap_or(0);
    let width = picture.width.max(longest as f64 * CHARACTER);
    let moves = game.moves().len();
    let mut text = format!("<g transform=\"translate({:.1} 0)\">\n", (width - picture.width) / 2.0);
    let _ = writeln!(
        text,
        "<set id=\"clock\" attributeName=\"data-clock\" to=\"on\" begin=\"0s;clock.end\" dur=\"{:.1}s\"/>",
        time(moves) + TRAIL
    );
    text += &open_lines();
    let start = game.positions()[0].spot_count();
    for (nth, lines) in picture.lines.chunks(2).enumerate() {
        let _ = writeln!(text, "<g data-move=\"{}\">", nth + 1);
        for (half, line) in lines.iter().enumerate() {
            // A pen goes from the first spot to the new one and on to the second.
            let begins_at_new = line.ends[0] == start + nth + 1;
            let growth = if begins_at_new == (half == 1) { FROM_ITS_BEGINNING } else { FROM_ITS_END };
            text += &path(line, picture.height, &drawn_at(time(nth) + half as f64 * DRAWING, growth));
        }
        text.push_str("</g>\n");
    }
    text.push_str("</g>\n");
    text += &open_spots();
    for spot in &picture.spots {
        text += &stages(game, spot, picture.height);
    }
    text.push_str("</g>\n</g>\n<g font-family=\"monospace\" font-size=\"13\" text-anchor=\"middle\">\n");
    for (nth, caption) in captions.iter().enumerate() {
        let begin = if nth == 0 { 0.0 } else { time(nth - 1) };
        let end = (nth < moves).then(|| time(nth));
        let y = picture.height + 0.6 * CAPTION;
        let escaped = caption.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let words = format!("<text x=\"{:.1}\" y=\"{y:.1}\">{escaped}</text>\n", width / 2.0);
        text += &shown(begin, end, &words);
    }
    text.push_str("</g>\n");
    file(width, picture.height + CAPTION, &text)
}

/// Dashes of a line of length 1 before and after it is drawn.
const FROM_ITS_BEGINNING: [&str; 2] = ["0 2", "1 2"];
const FROM_ITS_END: [&str; 2] = ["0 1 0 1", "0 0 1 1"];

/// A line that appears from one end to the other.
fn drawn_at(begin: f64, [before, after]: [&str; 2]) -> String {
    format!(
        "<set attributeName=\"stroke-dasharray\" to=\"0 2\" begin=\"clock.begin\" dur=\"{begin:.1}s\"/>\
         <animate attributeName=\"stroke-dasharray\" from=\"{before}\" to=\"{after}\" begin=\"clock.begin+{begin:.1}s\" \
         dur=\"{DRAWING:.1}s\"/>"
    )
}

/// Something that is seen from a time on, up to another time if there is one.
fn shown(begin: f64, end: Option<f64>, content: &str) -> String {
    let mut text = match end {
        None => String::from("<g>"),
        Some(_) => String::from("<g visibility=\"hidden\">"),
    };
    match end {
        None if begin > 0.0 => {
            let _ = write!(
                text,
                "<set attributeName=\"visibility\" to=\"hidden\" begin=\"clock.begin\" dur=\"{begin:.1}s\"/>"
            );
        }
        None => {}
        Some(end) => {
            let _ = write!(
                text,
                "<set attributeName=\"visibility\" to=\"visible\" begin=\"clock.begin+{begin:.1}s\" dur=\"{:.1}s\"/>",
                end - begin
            );
        }
    }
    text += content;
    text.push_str("</g>\n");
    text
}

/// A spot with its lives at every time.
fn stages(game: &Game, spot: &SpotMark, height: f64) -> String {
    let name: Spot = spot.number - 1;
    let born = (spot.number - 1).saturating_sub(game.positions()[0].spot_count() - 1);
    // The number of moves after which the spot has so many lives.
    let mut since: Vec<(usize, usize)> = Vec::new();
    for (nth, position) in game.positions().iter().enumerate().skip(born) {
        let lives = position.lives(name);
        if since.last().is_none_or(|&(_, last)| last != lives) {
            since.push((nth, lives));
        }
    }
    // A new spot appears, and a life is lost, when the line is there.
    let begin = |moves: usize| if moves == 0 { 0.0 } else { time(moves - 1) + DRAWING };
    let mut text = String::new();
    for (at, &(moves, lives)) in since.iter().enumerate() {
        let end = since.get(at + 1).map(|&(next, _)| begin(next));
        text += &shown(begin(moves), end, &mark(&SpotMark { lives, ..*spot }, height));
    }
    text
}

fn captions(game: &Game, notation: MoveNotation) -> Vec<String> {
    let written = game.written(notation);
    let moves = written.iter().enumerate().map(|(nth, text)| {
        let player = if nth % 2 == 0 { "first player" } else { "second player" };
        let end = if nth + 1 == written.len() && game.is_over() { ", the last move" } else { "" };
        format!("{}. {player}: {text}{end}", nth + 1)
    });
    std::iter::once(format!("{} spots", game.positions()[0].spot_count())).chain(moves).collect()
}
