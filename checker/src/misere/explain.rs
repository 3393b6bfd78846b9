//! Nodes in print, and why a listed node of a verified certificate is lost, option by option.

use super::closure::lock;
use super::node::{Node, Piece};
use super::{Proof, Reply, Standing};
use crate::error::{Error, Step};
use crate::limits::Limit;
use crate::memo::Memo;
use std::collections::BTreeSet;
use std::num::NonZero;

impl Proof {
    /// A listed node, counted from 1; 0 is the start.
    pub(super) fn step(&self, number: u32) -> Step {
        match self.nodes.get((number as usize).wrapping_sub(1)) {
            Some(node) => Step::Node { number: number as usize, node: self.text(node) },
            None => Step::Start,
        }
    }

    /// A node in print, such as `0*7.AB|AB + t12 + *2 + *1`: lands, trees by their numbers, heaps.
    pub(super) fn text(&self, node: &Node) -> String {
        let texts: Vec<String> = node.pieces().iter().map(|piece| self.piece_text(*piece)).collect();
        if texts.is_empty() { "!".to_string() } else { texts.join(" + ") }
    }

    fn piece_text(&self, piece: Piece) -> String {
        match piece {
            Piece::Land(land) => lock(&self.lands).list[land as usize].to_string(),
            Piece::Tree(tree) => match self.closure.trees[tree as usize].heap {
                Some(heap) => format!("*{heap}"),
                None => format!("t{tree}"),
            },
            Piece::One => "*1".to_string(),
        }
    }

    /// What the reply with this place in the list does.
    pub(super) fn reply_text(&self, i: usize) -> String {
        let Reply { place, number } = self.replies[i];
        let piece = self.answered[i].0.different()[place];
        let text = self.piece_text(piece);
        match piece {
            Piece::Land(_) => format!("move {number} of {text}"),
            Piece::Tree(_) => format!("the move to child {number} of {text}"),
            Piece::One => format!("the move in {text}"),
        }
    }

    /// Explains a listed node, counted from 1, line by line. Nothing if there is no such node.
    pub(crate) fn explain(&self, number: usize) -> Option<Result<Vec<String>, Error>> {
        let node = self.nodes.get(number.checked_sub(1)?)?;
        let mut lines = vec![format!("node {number}: {} is lost", self.text(node))];
        let explained = self.explain_options(node, &mut lines).map_err(|limit| self.step(number as u32).limit(limit));
        Some(explained.map(|()| lines))
    }

    fn explain_options(&self, node: &Node, lines: &mut Vec<String>) -> Result<(), Limit> {
        let mut memo = Memo::for_one_of(NonZero::<usize>::MIN);
        let mut options = BTreeSet::new();
        for moved in node.different() {
            options.extend(self.options(moved, &mut memo)?.iter().map(|put| node.after(moved, put)));
        }
        for option in options {
            let text = self.text(&option);
            let Ok(i) = self.answered.binary_search_by(|(node, _)| node.cmp(&option)) else {
                lines.push(format!("  {text} is closed with WIN"));
                continue;
            };
            lines.push(format!("  {text} is won, since"));
            if let Some(reply) = self.after_reply(i, &mut memo)?
                && let Standing::Lost(lost) = self.standing(&reply)
            {
                lines.push(format!("    {} leads to {}, which is {lost}", self.reply_text(i), self.text(&reply)));
            }
        }
        Ok(())
    }
}
