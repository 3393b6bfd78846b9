//! Misère play: checks the rules of FORMAT.md section 12, every listed node and every reply by itself, in any order.

mod closure;
mod node;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trees;

use crate::budget::{Budget, Held};
use crate::canon::canonical;
use crate::certificate::{Contents, Outcome, number, text};
use crate::error::{Error, Result, error};
use crate::land::{Canonical, read_canonical};
use crate::moves::Moves;
use crate::normal::index;
use crate::parallel::{Settings, in_parallel, lock};
use closure::Closure;
use node::{Node, Piece};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex};

pub use closure::tree_name;

/// The listed nodes, and the nodes that need a reply, both sorted.
pub(crate) struct Proof {
    closure: Arc<Closure>,
    nodes: Vec<Node>,
    replies: Vec<u64>,
    /// With the number of the first listed node (from 1; 0 for the start) that has it as an option.
    needed: Vec<(Node, usize)>,
}

pub(crate) fn verify(
    contents: &Contents,
    start: &str,
    result: Outcome,
    closure: &str,
    settings: &Settings,
    budget: &Budget,
) -> Result<Result<Vec<String>>> {
    let (start, closure) = (read_canonical(start, budget)?, read_canonical(closure, budget)?);
    let mut proof = Proof::read(contents, &closure, settings, budget)?;
    // Rule 2. A statement may need a reply.
    let first = Node::sum(proof.closure.pieces(&start));
    let (follows, found) = match proof.known(&first) {
        Some((outcome, _)) => (outcome == result, format!("known to be a {outcome}")),
        None => (result == Outcome::Win, "not settled".to_string()),
    };
    let open = (follows && proof.known(&first).is_none()).then_some((first, 0));
    let needed = Mutex::new(open.into_iter().collect());
    in_parallel(proof.nodes.len(), settings, |i| proof.check_node(i + 1, &needed, budget))?;
    proof.needed = std::mem::take(&mut *lock(&needed)).into_iter().collect();
    proof.needed.sort_unstable();
    let (stated, needed) = (proof.replies.len(), proof.needed.len());
    if stated > needed {
        return Err(error!(Malformed, "there are {stated} replies, but only {needed} are needed"));
    }
    in_parallel(needed, settings, |i| proof.reply(i, budget).map(drop))?;
    let found = format!("by the listed nodes, the start position is {found}");
    match follows {
        true => Ok(settings.explain.map_or(Ok(vec![]), |number| proof.explain(number, &budget.renewed()))),
        false => Err(error!(NotProven, "{}: {found}", contents.statement)),
    }
}

impl Proof {
    /// Reads the nodes, none of them closed, and the replies (section 13).
    fn read(contents: &Contents, closure: &Canonical, settings: &Settings, budget: &Budget) -> Result<Self> {
        let text = text(contents, budget)?;
        budget.memory(64 * contents.replies as usize)?; // There may be room for three while the list grows.
        let mut lines = text.split_terminator('\n');
        let closure = Closure::of(closure, settings, budget)?;
        let mut proof = Proof { closure, nodes: vec![], replies: vec![], needed: vec![] };
        for (number, line) in (1..=contents.claims).zip(&mut lines) {
            let at = |error: Error| error.at(format!("node {number}"));
            let node = Node::read(line, &proof.closure, budget).map_err(at)?;
            if proof.nodes.last().is_some_and(|before| *before >= node) {
                return Err(at(error!(Malformed, "{node} does not come after the node before")));
            }
            if proof.closure.is_won(&node).is_some() {
                return Err(at(error!(WrongStep, "{node} is closed and cannot be listed")));
            }
            budget.memory(node.size())?;
            proof.nodes.push(node);
        }
        for (reply, line) in (1..=contents.replies).zip(lines) {
            proof.replies.push(number(line, 0..=u64::MAX).map_err(|error| error.at(format!("reply {reply}")))?);
        }
        Ok(proof)
    }

    /// What is known of a node, and why: it may be neither closed nor listed.
    fn known(&self, node: &Node) -> Option<(Outcome, String)> {
        match self.closure.is_won(node) {
            Some(true) => Some((Outcome::Win, "closed with WIN".to_string())),
            Some(false) => Some((Outcome::Loss, "closed with LOSS".to_string())),
            None => self.nodes.binary_search(node).ok().map(|i| (Outcome::Loss, format!("node {}", i + 1))),
        }
    }

    /// The nodes after those moves of a node that have these numbers (section 13).
    fn after(&self, node: &Node, numbers: Range<u64>, held: &mut Held, budget: &Budget) -> Result<BTreeSet<Node>> {
        let (mut after, mut first, mut i) = (BTreeSet::new(), 0_u64, 0);
        for equal in node.0.chunk_by(PartialEq::eq) {
            let (moves, children) = match &equal[0] {
                Piece::Land(land) => (Some(Moves::of(land, budget)?), &[][..]),
                Piece::Tree(tree) => (None, &self.closure.trees[*tree].children[..]),
            };
            let count = moves.as_ref().map_or(children.len() as u64, |moves| moves.count);
            let [from, to] = [numbers.start, numbers.end].map(|number| number.saturating_sub(first).min(count));
            for number in from..to {
                let put = match moves.as_ref().and_then(|moves| moves.play(number)) {
                    Some(position) => self.closure.pieces(&canonical(&position, budget)?),
                    None => vec![Piece::Tree(children[number as usize])],
                };
                budget.work(10 * (node.0.len() + put.len()) as u64)?;
                let option = Node::sum([&node.0[..i], &node.0[i + 1..], &put].concat());
                let bytes = option.size();
                if after.insert(option) {
                    held.memory(bytes)?;
                }
            }
            (first, i) = (first.saturating_add(count), i + equal.len());
        }
        Ok(after)
    }

    /// Rule 1 for a listed node, counted from 1, but for the replies: adds what needs one.
    fn check_node(&self, number: usize, needed: &Mutex<HashMap<Node, usize>>, budget: &Budget) -> Result<()> {
        let (at, mut held) = (|error: Error| error.at(self.step(number)), budget.hold());
        for option in self.after(&self.nodes[number - 1], 0..u64::MAX, &mut held, budget).map_err(at)? {
            let Some((outcome, why)) = self.known(&option) else {
                let mut needed = lock(needed);
                budget.memory(if needed.contains_key(&option) { 0 } else { option.size() })?;
                let first = needed.entry(option).or_insert(number);
                *first = number.min(*first);
                continue;
            };
            if outcome == Outcome::Loss {
                return Err(at(error!(WrongStep, "option {option} is lost too: it is {why}")));
            }
        }
        Ok(())
    }

    /// The reply to a node that needs one, in words; an error if it is not right.
    fn reply(&self, i: usize, budget: &Budget) -> Result<String> {
        let (option, first) = &self.needed[i];
        let at = |error: Error| error.at(self.step(*first));
        let wrong = |why| Err(at(error!(WrongStep, "option {option} needs a reply, and {why}")));
        let Some(&number) = self.replies.get(i) else {
            return wrong(format!("there are only {i} replies, in the order of the options"));
        };
        let numbers = number..number.saturating_add(1);
        let Some(after) = self.after(option, numbers, &mut budget.hold(), budget).map_err(at)?.pop_first() else {
            return wrong(format!("move {number} does not exist"));
        };
        match self.known(&after) {
            Some((Outcome::Loss, why)) => Ok(format!("move {number} leads to {after}, which is {why}")),
            _ => wrong(format!("move {number} leads to {after}, which is not known to be lost")),
        }
    }

    /// A listed node in words, counted from 1; 0 is the start.
    fn step(&self, number: usize) -> String {
        let node = self.nodes.get(number.wrapping_sub(1));
        node.map_or("the start position".to_string(), |node| format!("node {number}, {node}"))
    }

    /// Why a listed node, counted from 1, is lost: option by option.
    fn explain(&self, number: usize, budget: &Budget) -> Result<Vec<String>> {
        let mut lines = vec![format!("{} is lost", self.step(number))];
        let node = &self.nodes[index(number, self.nodes.len())?];
        for option in self.after(node, 0..u64::MAX, &mut budget.hold(), budget)? {
            lines.push(match self.needed.binary_search_by(|(node, _)| node.cmp(&option)) {
                Ok(i) => format!("  {option} is won, since {}", self.reply(i, budget)?),
                Err(_) => format!("  {option} is closed with WIN"),
            });
        }
        Ok(lines)
    }
}
