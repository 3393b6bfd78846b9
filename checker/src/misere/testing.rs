//! Writes misère certificates for the tests, from a plain search through all nodes that knows no closed ones.

use super::closure::Closure;
use super::node::{Node, Piece};
use crate::certificate::Outcome::{self, Loss, Win};
use crate::certificate::{Contents, MAGIC, Statement, VERSION};
use crate::coder::Model;
use crate::land::{Canonical, Land, Token};
use crate::moves::{Moves, options};
use crate::parallel::Settings;
use crate::tests::canonical;
use crate::tests::writer::{Encoder, LandWriter, SmallWriter, models, seal};
use std::collections::{BTreeSet, HashMap};
use std::num::NonZero;
use std::sync::Arc;

/// A certificate before it is written, right or wrong.
#[derive(Clone, Debug)]
pub struct Draft {
    pub start: String,
    pub result: Outcome,
    pub closure: String,
    pub lands: Vec<Vec<Token>>,
    pub nodes: Vec<Listed>,
    pub replies: Vec<Written>,
    /// How many trees have numbers.
    pub trees: usize,
    /// What the header and the body say in place of the true counts of nodes, replies and lands.
    pub stated: Option<(u32, u32)>,
    pub land_count: Option<u64>,
}

/// A node: lands, trees, whether there is a piece `1`.
pub type Listed = (Vec<usize>, Vec<usize>, bool);

/// A reply: in the piece with this place among so many different ones, with this number.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub place: usize,
    pub of: usize,
    pub kind: Kind,
    pub number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Move,
    Child,
    One,
}

impl Draft {
    pub fn bytes(&self) -> Vec<u8> {
        self.with_body(&self.body())
    }

    pub fn with_body(&self, body: &[u8]) -> Vec<u8> {
        let (claims, replies) = self.stated.unwrap_or((self.nodes.len() as u32, self.replies.len() as u32));
        let statement =
            Statement::SproutsMisere { start: self.start.clone(), result: self.result, closure: self.closure.clone() };
        let contents = Contents { version: VERSION, statement, claims, replies, body };
        seal([MAGIC, &postcard::to_stdvec(&contents).unwrap()].concat())
    }

    pub fn body(&self) -> Vec<u8> {
        let (mut coder, mut lands) = (Encoder::new(), LandWriter::new());
        SmallWriter::new().write(&mut coder, self.land_count.unwrap_or(self.lands.len() as u64));
        self.lands.iter().for_each(|land| lands.write(&mut coder, land));
        let bits = |count: usize| usize::BITS - count.saturating_sub(1).leading_zeros();
        let (mut land_counts, mut tree_counts, mut one_model) = (models(5), models(5), Model::NEW);
        let (mut further, mut tree_models) = (models(bits(self.lands.len())), models(bits(self.trees)));
        let (mut firsts, mut before) = (SmallWriter::new(), 0);
        for (lands, trees, one) in &self.nodes {
            coder.number(&mut land_counts, lands.len());
            for (i, &land) in lands.iter().enumerate() {
                match i {
                    0 => firsts.write(&mut coder, (land - before) as u64),
                    _ => coder.number(&mut further, land),
                }
            }
            before = lands.first().copied().unwrap_or(0);
            coder.number(&mut tree_counts, trees.len());
            trees.iter().for_each(|&tree| coder.number(&mut tree_models, tree));
            coder.bit(&mut one_model, usize::from(*one));
        }
        let (mut places, mut moves, mut children) = (vec![models(5); 8], SmallWriter::new(), SmallWriter::new());
        for reply in &self.replies {
            coder.number(&mut places[(reply.of - 1).min(7)], reply.place);
            match reply.kind {
                Kind::Move => moves.write(&mut coder, reply.number),
                Kind::Child => children.write(&mut coder, reply.number),
                Kind::One => {}
            }
        }
        coder.finish()
    }
}

/// Finds outcomes of nodes by trying all moves.
pub struct Search {
    pub closure: Arc<Closure>,
    pub closure_text: String,
    outcomes: HashMap<Node, Outcome>,
}

pub fn settings(threads: usize) -> Settings<'static> {
    Settings { threads: NonZero::new(threads).unwrap(), progress: &|_, _| {} }
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

impl Search {
    pub fn new(closure_text: &str) -> Self {
        let closure = Closure::of(&canonical(closure_text), &settings(2)).unwrap();
        Search { closure, closure_text: closure_text.to_string(), outcomes: HashMap::new() }
    }

    pub fn node(&mut self, position: &Canonical) -> Node {
        let pieces = |land: &Land| match self.closure.small.get(land) {
            Some(split) => split.pieces(),
            None => vec![Piece::Land(land.clone())],
        };
        Node::sum(position.lands().iter().flat_map(pieces))
    }

    /// All moves of a node in the order of the pieces and of the numbers.
    pub fn moves(&mut self, node: &Node) -> Vec<(Written, Node)> {
        let pieces = node.different();
        let mut moves = vec![];
        for (place, piece) in pieces.iter().enumerate() {
            let (kind, puts): (Kind, Vec<Node>) = match piece {
                Piece::Land(land) => {
                    let moves = Moves::of(land);
                    let after = moves.all().unwrap().map(|(_, after)| self.node(&after.canonical().unwrap()));
                    (Kind::Move, after.collect())
                }
                Piece::Tree(_) => (Kind::Child, self.closure.options(piece)),
                Piece::One => (Kind::One, vec![Node::default()]),
            };
            for (put, number) in puts.iter().zip(0..) {
                moves.push((Written { place, of: pieces.len(), kind, number }, node.after(piece, put)));
            }
        }
        moves
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
    fn reply(&mut self, node: &Node) -> Option<(Written, Node)> {
        self.moves(node).into_iter().find(|(_, reply)| self.outcome(reply) == Loss)
    }

    /// A certificate that lists these nodes, with replies wherever there are any.
    pub fn draft(&mut self, start: &str, result: Outcome, listed: &BTreeSet<Node>) -> Draft {
        let mut needed = BTreeSet::new();
        if result == Win {
            needed.insert(self.node(&canonical(start)));
        }
        for node in listed {
            needed.extend(self.moves(node).into_iter().map(|(_, option)| option));
        }
        needed.retain(|node| self.closure.is_won(node).is_none() && !listed.contains(node));
        let none = |node: &Node| Written { place: 0, of: node.different().len(), kind: Kind::Move, number: 0 };
        let replies = needed.iter().map(|node| self.reply(node).map_or(none(node), |(reply, _)| reply)).collect();
        let lands: BTreeSet<Land> = listed.iter().flat_map(|node| node.lands.to_vec()).collect();
        let lands: Vec<Land> = lands.into_iter().collect();
        let mut nodes = vec![];
        for node in listed {
            let places = node.lands.iter().map(|land| lands.binary_search(land).unwrap()).collect();
            let trees = node.trees.iter().map(|tree| *tree as usize).collect();
            nodes.push((places, trees, node.one));
        }
        let lands = lands.iter().map(|land| land.0.to_vec()).collect();
        let (start, closure, trees) = (start.to_string(), self.closure_text.clone(), self.closure.trees.len());
        Draft { start, result, closure, lands, nodes, replies, trees, stated: None, land_count: None }
    }
}

/// A proof of the outcome of a position, with this closure.
pub fn proof(start: &str, closure: &str) -> Draft {
    Search::new(closure).proof(start)
}
