//! The winning strategy of a small game as a picture: one move for the player who wins, all moves of the opponent.
//!
//! A row holds the positions after so many moves, each canonical position once, with a drawing of one way to reach it. As in
//! figure 3 of Applegate, Jacobson and Sleator, a single frame is a position that the player to move wins, a double frame one
//! that is lost. The winner's moves are the heavy lines.

use crate::draw::picture::Picture;
use crate::draw::svg::group;
use crate::drawn::Drawn;
use crate::play::Oracle;
use rustc_hash::FxHashMap;
use search::normal::{Limits, Stopped};
use sprouts::Position;
use std::fmt::Write;

/// Positions beyond which nobody could read the picture.
const MOST_NODES: usize = 400;

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TreeTooLarge {
    #[error("the strategy has more than {MOST_NODES} positions: too many for a picture")]
    Nodes,
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

struct Node {
    drawn: Drawn,
    position: Position,
    is_lost: bool,
}

struct Edge {
    from: usize,
    to: usize,
    is_winner: bool,
}

pub struct StrategyTree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The nodes after 0, 1, 2, … moves.
    rows: Vec<Vec<usize>>,
}

impl StrategyTree {
    /// The strategy of the n-spot game, as the oracle plays it.
    pub fn of(spots: usize, oracle: &mut Oracle, limits: Limits) -> Result<Self, TreeTooLarge> {
        let drawn = Drawn::start(spots);
        let position = oracle.canonical(&drawn).map_err(Stopped::from)?;
        let is_lost = oracle.verdict(&position, limits)?.is_lost;
        let start = Node { drawn, position, is_lost };
        let mut tree = StrategyTree { nodes: vec![start], edges: Vec::new(), rows: vec![vec![0]] };
        loop {
            let row = tree.rows.last().cloned().unwrap_or_default();
            let next = tree.grow(&row, oracle, limits)?;
            if next.is_empty() {
                break;
            }
            tree.rows.push(next);
        }
        tree.untangle();
        Ok(tree)
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Adds the positions that the positions of a row lead to.
    fn grow(&mut self, row: &[usize], oracle: &mut Oracle, limits: Limits) -> Result<Vec<usize>, TreeTooLarge> {
        let mut places: FxHashMap<Position, usize> = FxHashMap::default();
        let mut next = Vec::new();
        for &from in row {
            let mut choices = oracle.choices(&self.nodes[from].drawn).map_err(Stopped::from)?;
            let is_winner = !self.nodes[from].is_lost;
            if is_winner {
                // A position that is there already, or one with few options, makes the picture smaller.
                let mut kept: Option<(usize, _)> = None;
                for choice in choices {
                    if oracle.verdict(&choice.1, limits)?.is_lost {
                        let is_known = places.contains_key(&choice.1);
                        let cost =
                            if is_known { 0 } else { 1 + oracle.option_count(&choice.1).map_err(Stopped::from)? };
                        if kept.as_ref().is_none_or(|(least, _)| cost < *least) {
                            kept = Some((cost, choice));
                        }
                    }
                }
                choices = kept.into_iter().map(|(_, choice)| choice).collect();
            }
            for (played, position) in choices {
                let to = *places.entry(position.clone()).or_insert_with(|| {
                    let drawn = self.nodes[from].drawn.play(&played);
                    self.nodes.push(Node { drawn, position, is_lost: is_winner });
                    next.push(self.nodes.len() - 1);
                    self.nodes.len() - 1
                });
                self.edges.push(Edge { from, to, is_winner });
            }
            if self.nodes.len() > MOST_NODES {
                return Err(TreeTooLarge::Nodes);
            }
        }
        Ok(next)
    }

    /// Orders each row by the places of the neighbours in the rows above and below, some times.
    fn untangle(&mut self) {
        for round in 0..8 {
            let mut place = vec![0.0; self.nodes.len()];
            for row in &self.rows {
                for (nth, &node) in row.iter().enumerate() {
                    place[node] = (nth as f64 + 0.5) / row.len() as f64;
                }
            }
            let downwards = round % 2 == 0;
            for row in &mut self.rows {
                let mean = |node: usize| {
                    let ends = self.edges.iter().map(|e| if downwards { (e.to, e.from) } else { (e.from, e.to) });
                    let others: Vec<f64> = ends.filter(|end| end.0 == node).map(|end| place[end.1]).collect();
                    if others.is_empty() { place[node] } else { others.iter().sum::<f64>() / others.len() as f64 }
                };
                row.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)));
            }
        }
    }

    /// A whole SVG file.
    pub fn svg(&self) -> String {
        let sizes: Vec<f64> =
            self.nodes.iter().map(|node| WIDTH.max(6.0 * label(node).chars().count() as f64 + 16.0)).collect();
        let row_width = |row: &Vec<usize>| row.iter().map(|&node| sizes[node] + GAP).sum::<f64>();
        let width = self.rows.iter().map(row_width).fold(0.0, f64::max) + GAP;
        let height = self.rows.len() as f64 * (HEIGHT + RISE);
        let mut centres = vec![[0.0, 0.0]; self.nodes.len()];
        for (nth, row) in self.rows.iter().enumerate() {
            let mut x = (width - row_width(row) + GAP) / 2.0;
            for &node in row {
                centres[node] = [x + sizes[node] / 2.0, RISE / 2.0 + nth as f64 * (HEIGHT + RISE)];
                x += sizes[node] + GAP;
            }
        }
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<g fill=\"none\">\n"
        );
        for edge in &self.edges {
            text.push_str(&edge_path(edge, &centres));
        }
        text.push_str("</g>\n");
        for (nth, node) in self.nodes.iter().enumerate() {
            text.push_str(&boxed(node, centres[nth], sizes[nth]));
        }
        text.push_str("</svg>\n");
        text
    }
}

/// Size of a frame, and distances between frames.
const WIDTH: f64 = 104.0;
const HEIGHT: f64 = 104.0;
const GAP: f64 = 12.0;
const RISE: f64 = 44.0;
const CAPTION: f64 = 16.0;

fn label(node: &Node) -> String {
    node.position.to_string()
}

fn edge_path(edge: &Edge, centres: &[[f64; 2]]) -> String {
    let [from, to] = [centres[edge.from], centres[edge.to]];
    let (y0, y1) = (from[1] + HEIGHT, to[1]);
    let (colour, weight) = if edge.is_winner { ("#2e7d32", 3.0) } else { ("#999", 1.2) };
    format!(
        "<path stroke=\"{colour}\" stroke-width=\"{weight}\" d=\"M{:.1} {y0:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {y1:.1}\"/>\n",
        from[0],
        from[0],
        y0 + RISE * 0.6,
        to[0],
        y1 - RISE * 0.6,
        to[0]
    )
}

/// A framed drawing with its canonical string below.
fn boxed(node: &Node, [x, y]: [f64; 2], width: f64) -> String {
    let picture = Picture::of(&node.drawn);
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
        label(node)
    );
    text
}
