//! Writes misère certificates for the tests, from a plain search through all nodes that knows no closed ones.

use super::MisereResult;
use super::closure::{Closure, Closures};
use super::node::{Node, Piece};
use crate::budget::{Allowance, Budget};
use crate::normal::Outcome::{self, Loss, Win};
use crate::options;
use crate::parallel::Settings;
use crate::statement::Statement;
use crate::tests::writer::{compressed, file};
use crate::tests::{self, canonical};
use crate::token::Canonical;
use std::collections::{BTreeSet, HashMap};
use std::num::NonZero;
use std::sync::{Arc, LazyLock};

/// A certificate before it is written, right or wrong.
#[derive(Clone, Debug)]
pub struct Draft {
    pub start: String,
    pub result: Outcome,
    /// Further results.
    pub more: Vec<MisereResult>,
    pub closure: String,
    /// The lines of lost nodes.
    pub nodes: Vec<String>,
    pub replies: Vec<u64>,
    /// What the header says in place of the true counts of nodes and replies.
    pub stated: Option<(u32, u32)>,
}

impl Draft {
    pub fn bytes(&self) -> Vec<u8> {
        self.with_body(&compressed(&self.text()))
    }

    pub fn with_body(&self, body: &[u8]) -> Vec<u8> {
        let (claims, replies) = self.stated.unwrap_or((self.nodes.len() as u32, self.replies.len() as u32));
        let first = MisereResult { start: self.start.clone(), outcome: self.result };
        let results = [vec![first], self.more.clone()].concat();
        file(Statement::SproutsMisere { results, closure: self.closure.clone() }, claims, replies, body)
    }

    pub fn text(&self) -> String {
        let replies = self.replies.iter().map(u64::to_string);
        self.nodes.iter().cloned().chain(replies).map(|line| line + "\n").collect()
    }
}

/// Finds outcomes of nodes by trying all moves.
pub struct Search {
    pub closure: Arc<Closure>,
    pub closure_text: String,
    outcomes: HashMap<Node, Outcome>,
}

pub fn settings(threads: usize) -> Settings<'static> {
    Settings { threads: NonZero::new(threads).unwrap(), ..Settings::default() }
}

/// All positions that can be reached from one.
pub fn reachable(start: &Canonical) -> BTreeSet<Canonical> {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        waiting.extend(options(&position).unwrap().into_iter().filter(|option| seen.insert(option.clone())));
    }
    seen
}

/// The pieces of a node in order, equal ones only once.
pub fn different(node: &Node) -> Vec<Piece> {
    let mut pieces = node.0.to_vec();
    pieces.dedup();
    pieces
}

impl Search {
    pub fn new(closure_text: &str) -> Self {
        let budget = Budget::new(Allowance::of_size(0));
        static CLOSURES: LazyLock<Closures> = LazyLock::new(Closures::default);
        let closure = CLOSURES.of(&canonical(closure_text), &settings(2), &budget).unwrap();
        Search { closure, closure_text: closure_text.to_string(), outcomes: HashMap::new() }
    }

    pub fn node(&self, position: &Canonical) -> Node {
        Node::sum(self.closure.pieces(position))
    }

    /// All moves of a node in the order of their numbers.
    pub fn moves(&self, node: &Node) -> Vec<(u64, Node)> {
        let mut moves = vec![];
        for piece in different(node) {
            let puts: Vec<Vec<Piece>> = match &piece {
                Piece::Land(land) => {
                    let moves = tests::moves(land);
                    moves.all().map(|after| self.closure.pieces(&after.canonical().unwrap())).collect()
                }
                Piece::Tree(tree) => self.closure.trees[*tree].children.iter().map(|c| vec![Piece::Tree(*c)]).collect(),
            };
            let mut others = node.0.to_vec();
            others.remove(node.0.iter().position(|other| *other == piece).unwrap());
            moves.extend(puts.iter().map(|put| Node::sum(others.iter().chain(put).cloned())));
        }
        (0..).zip(moves).collect()
    }

    pub fn outcome(&mut self, node: &Node) -> Outcome {
        if let Some(&known) = self.outcomes.get(node) {
            return known;
        }
        let moves = self.moves(node);
        let wins = moves.is_empty() || moves.iter().any(|(_, option)| self.outcome(option) == Loss);
        let outcome = if wins { Win } else { Loss };
        self.outcomes.insert(node.clone(), outcome);
        outcome
    }

    /// A proof of the outcome of a position.
    pub fn proof(&mut self, start: &str) -> Draft {
        let node = self.node(&canonical(start));
        let result = self.outcome(&node);
        let mut waiting = vec![];
        match result {
            Loss => waiting.push(node),
            _ => waiting.extend(self.reply(&node).map(|(_, reply)| reply)),
        }
        let mut listed = BTreeSet::new();
        while let Some(node) = waiting.pop() {
            if self.closure.is_won(&node).is_none() && listed.insert(node.clone()) {
                for (_, option) in self.moves(&node) {
                    if self.closure.is_won(&option).is_none() {
                        waiting.extend(self.reply(&option).map(|(_, reply)| reply));
                    }
                }
            }
        }
        self.draft(start, result, &listed)
    }

    /// The first move to a node that is lost.
    fn reply(&mut self, node: &Node) -> Option<(u64, Node)> {
        self.moves(node).into_iter().find(|(_, reply)| self.outcome(reply) == Loss)
    }

    /// What needs a reply, if these nodes are listed.
    pub fn needed(&self, start: &str, result: Outcome, listed: &BTreeSet<Node>) -> BTreeSet<Node> {
        let mut needed = BTreeSet::new();
        if result == Win {
            needed.insert(self.node(&canonical(start)));
        }
        for node in listed {
            needed.extend(self.moves(node).into_iter().map(|(_, option)| option));
        }
        needed.retain(|node| self.closure.is_won(node).is_none() && !listed.contains(node));
        needed
    }

    /// A certificate that lists these nodes, with replies wherever there are any.
    pub fn draft(&mut self, start: &str, result: Outcome, listed: &BTreeSet<Node>) -> Draft {
        let needed = self.needed(start, result, listed);
        let replies = needed.iter().map(|node| self.reply(node).map_or(0, |(number, _)| number)).collect();
        let nodes = listed.iter().map(Node::to_string).collect();
        let closure = self.closure_text.clone();
        Draft { start: start.to_string(), result, more: vec![], closure, nodes, replies, stated: None }
    }
}

/// A proof of the outcome of a position, with this closure.
pub fn proof(start: &str, closure: &str) -> Draft {
    Search::new(closure).proof(start)
}
