//! The winning strategy of a small game: one move for the player who wins, all moves of the opponent.
//!
//! A row holds the positions after so many moves, each canonical position once, with the drawing of one way to reach it.

use crate::drawn::Drawn;
use crate::layout::Layout;
use crate::play::Oracle;
use crate::records::{MoveNotation, write};
use rustc_hash::FxHashMap;
use search::normal::{Limits, Stopped};
use sprouts::Position;

/// Positions beyond which no picture is made.
pub const MOST_NODES: usize = 3_000;

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TreeTooLarge {
    #[error("the strategy has more than {MOST_NODES} positions: too many for a picture")]
    Nodes,
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A position of the tree.
pub struct Node {
    pub drawn: Drawn,
    /// Carried on from the position above, so that spots stay where they are.
    pub layout: Layout,
    pub position: Position,
    /// Whether the player to move loses.
    pub is_lost: bool,
}

/// A move of the tree.
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub is_winner: bool,
    /// The move in the drawing of the position above.
    pub label: String,
}

pub struct StrategyTree {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// The nodes after 0, 1, 2, … moves.
    pub rows: Vec<Vec<usize>>,
}

impl StrategyTree {
    /// The strategy of the n-spot game, as the oracle plays it. `watch` is told how many positions there are.
    pub fn of(
        spots: usize,
        oracle: &mut Oracle,
        limits: Limits,
        mut watch: impl FnMut(usize),
    ) -> Result<Self, TreeTooLarge> {
        let drawn = Drawn::start(spots);
        let position = oracle.canonical(&drawn).map_err(Stopped::from)?;
        let is_lost = oracle.verdict(&position, limits)?.is_lost;
        let start = Node { layout: Layout::of(&drawn), drawn, position, is_lost };
        let mut tree = StrategyTree { nodes: vec![start], edges: Vec::new(), rows: vec![vec![0]] };
        loop {
            let row = tree.rows.last().cloned().unwrap_or_default();
            let next = tree.grow(&row, oracle, limits, &mut watch)?;
            if next.is_empty() {
                break;
            }
            tree.rows.push(next);
        }
        tree.untangle();
        Ok(tree)
    }

    /// Adds the positions that the positions of a row lead to.
    fn grow(
        &mut self,
        row: &[usize],
        oracle: &mut Oracle,
        limits: Limits,
        watch: &mut impl FnMut(usize),
    ) -> Result<Vec<usize>, TreeTooLarge> {
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
                limits.check(0)?;
                let label = write(&self.nodes[from].drawn, &played, MoveNotation::Hoey);
                let to = *places.entry(position.clone()).or_insert_with(|| {
                    let parent = &self.nodes[from];
                    let drawn = parent.drawn.play(&played);
                    let layout = parent.layout.after(&parent.drawn, &played);
                    self.nodes.push(Node { drawn, layout, position, is_lost: is_winner });
                    next.push(self.nodes.len() - 1);
                    watch(self.nodes.len());
                    self.nodes.len() - 1
                });
                self.edges.push(Edge { from, to, is_winner, label });
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
}
