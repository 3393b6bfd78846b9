//! A strategy tree as SVG.
//!
//! As in figure 3 of Applegate, Jacobson and Sleator ("Computer analysis of Sprouts", 1991), a single frame is a position that the
//! player to move wins, a double frame one that is lost. The winner's moves are the heavy lines.

use crate::picture::{Picture, file, group};
use crate::strategy::tree::{Edge, Node, StrategyTree};
use std::cmp::Ordering;
use std::fmt::Write;

/// Size of a frame, and distances between frames.
const WIDTH: f64 = 104.0;
const HEIGHT: f64 = 104.0;
const GAP: f64 = 14.0;
const RISE: f64 = 76.0;
const CAPTION: f64 = 16.0;
/// Height of the legend.
const LEGEND: f64 = 82.0;
/// Width of a letter of a label.
const LETTER: f64 = 6.0;
/// Places of a label on its line, from 0 to 1, the best first.
const NEAR_THE_MIDDLE: [f64; 7] = [0.5, 0.62, 0.38, 0.74, 0.26, 0.84, 0.16];
const NEAR_THE_BEGINNING: [f64; 7] = [0.3, 0.2, 0.36, 0.14, 0.42, 0.25, 0.5];
const UNDER_THE_UPPER_FRAME: [f64; 7] = [0.1, 0.2, 0.28, 0.36, 0.44, 0.15, 0.5];
const ABOVE_THE_LOWER_FRAME: [f64; 7] = [0.9, 0.8, 0.72, 0.64, 0.56, 0.85, 0.5];
const WINNER: &str = "#2e7d32";

/// Places of the frames of a tree.
struct Chart<'a> {
    tree: &'a StrategyTree,
    /// The middle of the upper edge of each frame, and its width.
    frames: Vec<([f64; 2], f64)>,
    width: f64,
    height: f64,
}

/// A whole SVG file. The words say whose strategy it is.
pub fn svg(tree: &StrategyTree, words: &str) -> String {
    let chart = Chart::new(tree, words);
    file(chart.width, chart.height, &chart.content(words))
}

impl<'a> Chart<'a> {
    fn new(tree: &'a StrategyTree, words: &str) -> Self {
        let width_of = |node: &Node| WIDTH.max(LETTER * node.position.to_string().chars().count() as f64 + 16.0);
        let sizes: Vec<f64> = tree.nodes.iter().map(width_of).collect();
        let row_width = |row: &Vec<usize>| row.iter().map(|&node| sizes[node] + GAP).sum::<f64>();
        let legend = LEGEND_WIDTH.max(1.2 * LETTER * words.chars().count() as f64 + 2.0 * GAP);
        let width = tree.rows.iter().map(row_width).fold(legend, f64::max) + GAP;
        let height = LEGEND + tree.rows.len() as f64 * (HEIGHT + RISE) - RISE + 2.0 * GAP;
        let mut frames = vec![([0.0, 0.0], 0.0); tree.nodes.len()];
        for (nth, row) in tree.rows.iter().enumerate() {
            let mut x = (width - row_width(row) + GAP) / 2.0;
            for &node in row {
                let y = LEGEND + GAP + nth as f64 * (HEIGHT + RISE);
                frames[node] = ([x + sizes[node] / 2.0, y], sizes[node]);
                x += sizes[node] + GAP;
            }
        }
        Chart { tree, frames, width, height }
    }

    fn content(&self, words: &str) -> String {
        let mut text = legend(words, self.width);
        text.push_str("<g fill=\"none\">\n");
        for edge in &self.tree.edges {
            text.push_str(&self.path(edge));
        }
        text.push_str("</g>\n");
        for (nth, node) in self.tree.nodes.iter().enumerate() {
            let (at, width) = self.frames[nth];
            text.push_str(&boxed(node, at, width));
        }
        // Labels are drawn last and on a white ground, so that no line runs through them.
        text.push_str(
            "<g font-family=\"monospace\" font-size=\"10\" text-anchor=\"middle\" stroke=\"#fff\" stroke-width=\"4\" \
             paint-order=\"stroke\" stroke-linejoin=\"round\">\n",
        );
        for label in self.labels() {
            text.push_str(&label);
        }
        text.push_str("</g>\n");
        text
    }

    /// The ends of a move's line.
    fn ends(&self, edge: &Edge) -> [[f64; 2]; 2] {
        let ([x0, y0], [x1, y1]) = (self.frames[edge.from].0, self.frames[edge.to].0);
        [[x0, y0 + HEIGHT], [x1, y1]]
    }

    fn path(&self, edge: &Edge) -> String {
        let [[x0, y0], [x1, y1]] = self.ends(edge);
        let (colour, weight) = if edge.is_winner { (WINNER, 3.0) } else { ("#999", 1.2) };
        let bend = 0.55 * RISE;
        format!(
            "<path stroke=\"{colour}\" stroke-width=\"{weight}\" d=\"M{x0:.1} {y0:.1}C{x0:.1} {:.1} {x1:.1} {:.1} {x1:.1} \
             {y1:.1}\"/>\n",
            y0 + bend,
            y1 - bend
        )
    }

    /// Where the label of a move may be: at the frame where fewer lines meet, so that it is seen whose label it is.
    fn label_places(&self, edge: &Edge) -> [f64; 7] {
        let leaving = self.tree.edges.iter().filter(|other| other.from == edge.from).count();
        let arriving = self.tree.edges.iter().filter(|other| other.to == edge.to).count();
        match arriving.cmp(&leaving) {
            Ordering::Less => ABOVE_THE_LOWER_FRAME,
            Ordering::Greater => UNDER_THE_UPPER_FRAME,
            Ordering::Equal if self.tree.edges.iter().any(|other| self.cross(edge, other)) => NEAR_THE_BEGINNING,
            Ordering::Equal => NEAR_THE_MIDDLE,
        }
    }

    /// Whether the lines of two moves of one row cross.
    fn cross(&self, one: &Edge, other: &Edge) -> bool {
        let ([a, b], [c, d]) = (self.ends(one), self.ends(other));
        a[1] == c[1] && (a[0] - c[0]) * (b[0] - d[0]) < 0.0
    }

    /// The labels of all moves, each on its line and at a height where no other label is.
    fn labels(&self) -> Vec<String> {
        let mut taken: Vec<[f64; 3]> = Vec::new();
        let mut labels = Vec::new();
        for edge in &self.tree.edges {
            let ends = self.ends(edge);
            let half = LETTER * edge.label.chars().count() as f64 / 2.0 + 3.0;
            let spots = self.label_places(edge);
            let at = |t: f64| {
                // The line is a cubic with upright ends.
                let (s, [[x0, y0], [x1, y1]]) = (1.0 - t, ends);
                let weight = t * t * (3.0 * s + t);
                let bend = 0.55 * RISE;
                let y = s.powi(3) * y0 + 3.0 * s * s * t * (y0 + bend) + 3.0 * s * t * t * (y1 - bend) + t.powi(3) * y1;
                [x0 + weight * (x1 - x0), y]
            };
            let is_free = |[x, y]: [f64; 2]| {
                taken.iter().all(|[x1, y1, half1]| (x - x1).abs() > half + half1 || (y - y1).abs() > 10.5)
            };
            let place = spots.into_iter().map(at).find(|&place| is_free(place)).unwrap_or_else(|| at(0.5));
            let [x, y] = place;
            taken.push([x, y, half]);
            let (fill, heavy) = if edge.is_winner { (WINNER, " font-weight=\"bold\"") } else { ("#444", "") };
            let label = escaped(&edge.label);
            labels.push(format!("<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{fill}\"{heavy}>{label}</text>\n", y + 3.5));
        }
        labels
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const LEGEND_WIDTH: f64 = 780.0;

/// The title and what frames and lines mean, in the middle of a wide chart.
fn legend(words: &str, width: f64) -> String {
    let left = ((width - LEGEND_WIDTH) / 2.0).max(0.0);
    let mut text = format!("<g font-family=\"sans-serif\" font-size=\"12\" transform=\"translate({left:.1} 0)\">\n");
    let _ =
        writeln!(text, "<text x=\"{GAP}\" y=\"20\" font-size=\"15\" font-weight=\"bold\">{}</text>", escaped(words));
    text.push_str("<g fill=\"none\" stroke=\"#333\">");
    let _ = write!(text, "<rect x=\"{GAP}\" y=\"34\" width=\"24\" height=\"18\"/>");
    let _ = write!(text, "<rect x=\"208\" y=\"34\" width=\"24\" height=\"18\"/>");
    let _ = write!(text, "<rect x=\"211\" y=\"37\" width=\"18\" height=\"12\"/>");
    let _ = write!(text, "<path stroke=\"{WINNER}\" stroke-width=\"3\" d=\"M408 43h24\"/>");
    text.push_str("<path stroke=\"#999\" stroke-width=\"1.2\" d=\"M574 43h24\"/></g>\n");
    for (x, words) in [
        (44.0, "the player to move wins"),
        (238.0, "the player to move loses"),
        (438.0, "the winner's move"),
        (604.0, "all moves of the opponent"),
    ] {
        let _ = writeln!(text, "<text x=\"{x}\" y=\"47\">{words}</text>");
    }
    let _ = writeln!(
        text,
        "<text x=\"{GAP}\" y=\"72\" fill=\"#444\">Moves are written in Hoey's notation, with the numbers of the picture above them. \
         Equal positions share one picture.</text>"
    );
    text.push_str("</g>\n");
    text
}

/// A framed drawing with its canonical string below.
fn boxed(node: &Node, [x, y]: [f64; 2], width: f64) -> String {
    let picture = Picture::of_layout(&node.drawn, &node.layout);
    let (left, room) = (x - width / 2.0, [width - 12.0, HEIGHT - CAPTION - 10.0]);
    let scale = (room[0] / picture.width).min(room[1] / picture.height).min(1.0);
    let shift = [x - scale * picture.width / 2.0, y + 5.0 + (room[1] - scale * picture.height) / 2.0];
    let mut text = String::from("<g stroke=\"#333\" fill=\"#fff\">");
    let _ = write!(text, "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\"/>");
    if node.is_lost {
        let (x, y, width, height) = (left + 3.0, y + 3.0, width - 6.0, HEIGHT - 6.0);
        let _ = write!(text, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>");
    }
    let _ = writeln!(text, "</g>\n<g transform=\"translate({:.2} {:.2}) scale({scale:.3})\">", shift[0], shift[1]);
    text.push_str(&group(&picture));
    let _ = writeln!(
        text,
        "</g>\n<text x=\"{x:.1}\" y=\"{:.1}\" font-family=\"monospace\" font-size=\"10\" text-anchor=\"middle\">{}</text>",
        y + HEIGHT - 9.0,
        node.position
    );
    text
}
