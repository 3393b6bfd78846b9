//! A misère proof as it is written down: nodes by the canonical strings of their lands and the numbers of their trees,
//! in the order of FORMAT.md section 12, with the first reply that serves.

use super::Outcome;
use super::atlas::Atlas;
use super::body;
use super::node::{Fingerprint, Kind, Node, Piece};
use super::support::{LostTrees, Support};
use super::trees::TreeId;
use crate::game::{Land, Position, TooLarge};
use crate::proof::{MisereResult, MisereStatement, Sealed, seal_misere};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A node as it is written down: places of its lands in a sorted list, numbers of its trees, both sorted. The derived
/// order is that of FORMAT.md section 12.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    pub lands: Vec<u32>,
    pub trees: Vec<u32>,
    pub has_one: bool,
}

/// A move in a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// By its number in the land.
    Land(u64),
    /// By the place of the child.
    Tree(u64),
    One,
}

/// A reply: in which of so many different pieces, and what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    pub pieces: u32,
    pub place: u32,
    pub step: Step,
}

/// Everything that a certificate of misère play holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisereProof {
    pub start: Position,
    pub outcome: Outcome,
    pub closure: Position,
    /// How many trees have numbers.
    pub trees: u32,
    pub lands: Vec<Land>,
    /// Places of lands are in `lands`.
    pub lost: Vec<Entry>,
    pub replies: Vec<Answer>,
}

/// More pieces of one kind in a node than can be written.
const MAX_PIECES: usize = 31;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    #[error("a node of the proof has more than {MAX_PIECES} lands or trees")]
    TooManyPieces,
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl MisereProof {
    /// Writes out the proof that a trimmed set of lost nodes makes.
    pub fn new(atlas: &mut Atlas, support: &Support, start: &Position, outcome: Outcome) -> Result<Self, Unwritable> {
        let numbering = Numbering::new(atlas);
        let mut lost: Vec<Entry> = support.lost().map(|node| numbering.entry(node)).collect();
        let mut won: Vec<(Entry, &Node)> = support.won().map(|node| (numbering.entry(node), node)).collect();
        if lost.iter().any(|node| node.lands.len().max(node.trees.len()) > MAX_PIECES) {
            return Err(Unwritable::TooManyPieces);
        }
        won.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut answerer = Answerer::new(atlas, support, &numbering);
        let replies: Result<Vec<Answer>, TooLarge> = won.iter().map(|(_, node)| answerer.answer(node)).collect();
        let replies = replies?;
        let lands = number_lands(atlas, &numbering, &mut lost);
        lost.sort_unstable();
        let closure = atlas.closure().start().clone();
        let trees = numbering.trees.len() as u32;
        Ok(MisereProof { start: start.clone(), outcome, closure, trees, lands, lost, replies })
    }

    pub fn seal(&self) -> Sealed {
        let result = match self.outcome {
            Outcome::Loss => MisereResult::Loss,
            Outcome::Win => MisereResult::Win,
        };
        let statement = MisereStatement { start: self.start.to_string(), result, closure: self.closure.to_string() };
        seal_misere(statement, self.lost.len(), self.replies.len(), &body::encode(self))
    }
}

/// Lists the lands of the nodes, and gives the nodes places in that list instead of ranks among all lands.
fn number_lands(atlas: &Atlas, numbering: &Numbering, lost: &mut [Entry]) -> Vec<Land> {
    let mut used: Vec<u32> = lost.iter().flat_map(|node| node.lands.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    for rank in lost.iter_mut().flat_map(|node| &mut node.lands) {
        *rank = used.binary_search(rank).expect("the list has them all") as u32;
    }
    used.iter().map(|&rank| atlas.land(numbering.by_rank[rank as usize])).collect()
}

/// The order of lands and trees that does not depend on the search.
struct Numbering {
    /// Lands of the atlas by their rank, and their ranks.
    by_rank: Vec<u32>,
    ranks: Vec<u32>,
    trees: FxHashMap<TreeId, u32>,
}

impl Numbering {
    fn new(atlas: &Atlas) -> Self {
        let mut by_rank: Vec<u32> = (0..atlas.land_count() as u32).collect();
        by_rank.sort_unstable_by(|&a, &b| atlas.land_key(a).cmp(atlas.land_key(b)));
        let mut ranks = vec![0; by_rank.len()];
        for (rank, &land) in by_rank.iter().enumerate() {
            ranks[land as usize] = rank as u32;
        }
        let trees = atlas.closure().numbered_trees();
        let trees = trees.into_iter().enumerate().map(|(number, tree)| (tree, number as u32)).collect();
        Numbering { by_rank, ranks, trees }
    }

    /// Where a piece stands among the pieces of a node: lands, trees, the nim-heap 1.
    fn order(&self, piece: Piece) -> (u32, u32) {
        match piece.kind() {
            Kind::Land(land) => (0, self.ranks[land as usize]),
            Kind::Tree(tree) => (1, self.trees[&tree]),
            Kind::One => (2, 0),
        }
    }

    fn entry(&self, node: &Node) -> Entry {
        let mut entry = Entry { lands: Vec::new(), trees: Vec::new(), has_one: false };
        for &piece in node.pieces() {
            match self.order(piece) {
                (0, rank) => entry.lands.push(rank),
                (1, number) => entry.trees.push(number),
                _ => entry.has_one = true,
            }
        }
        entry.lands.sort_unstable();
        entry.trees.sort_unstable();
        entry
    }
}

/// Finds the first reply to won nodes.
struct Answerer<'a> {
    atlas: &'a mut Atlas,
    numbering: &'a Numbering,
    trees: LostTrees,
    lost: FxHashMap<Fingerprint, &'a Node>,
    /// What the moves of a piece leave, in their order, each result once.
    steps: FxHashMap<Piece, Vec<(Step, super::atlas::SumId)>>,
}

impl<'a> Answerer<'a> {
    fn new(atlas: &'a mut Atlas, support: &'a Support, numbering: &'a Numbering) -> Self {
        let lost = support.lost().map(|node| (atlas.tally(node).fingerprint, node)).collect();
        Answerer { trees: LostTrees::of(atlas), atlas, numbering, lost, steps: FxHashMap::default() }
    }

    fn answer(&mut self, won: &Node) -> Result<Answer, TooLarge> {
        let tally = self.atlas.tally(won);
        let mut places: Vec<(usize, Piece)> = won.places().collect();
        places.sort_unstable_by_key(|&(_, piece)| self.numbering.order(piece));
        for (place, &(nth, piece)) in places.iter().enumerate() {
            self.find_steps(piece)?;
            let rest = tally.minus(self.atlas.tally_of_piece(piece));
            for &(step, left) in &self.steps[&piece] {
                let after = rest.plus(self.atlas.tally_of_sum(left));
                let is_lost = || {
                    let listed = self.lost.get(&after.fingerprint);
                    listed.is_some_and(|&lost| *lost == won.after(nth, self.atlas.pieces(left)))
                };
                if self.trees.holds(after) || is_lost() {
                    return Ok(Answer { pieces: places.len() as u32, place: place as u32, step });
                }
            }
        }
        unreachable!("every won node of a support has an answer")
    }

    fn find_steps(&mut self, piece: Piece) -> Result<(), TooLarge> {
        if self.steps.contains_key(&piece) {
            return Ok(());
        }
        let mut steps = match piece.kind() {
            Kind::One => vec![(Step::One, self.atlas.options(piece)?[0])],
            Kind::Tree(tree) => {
                let children = self.atlas.trees().children_by_name(tree);
                let numbered = children.into_iter().enumerate();
                numbered.map(|(nth, child)| (Step::Tree(nth as u64), self.atlas.sum_of_tree(child))).collect()
            }
            Kind::Land(land) => {
                let moves = self.atlas.numbered_moves(land)?;
                moves.into_iter().map(|(number, left)| (Step::Land(number), left)).collect()
            }
        };
        let mut seen = FxHashSet::default();
        steps.retain(|&(_, left)| seen.insert(left));
        self.steps.insert(piece, steps);
        Ok(())
    }
}

/// Proves the outcome of a node from the lost nodes that a search needed, leaving out what can be left out.
pub fn prove(
    atlas: &mut Atlas,
    mut lost: Vec<Node>,
    start: &Position,
    outcome: Outcome,
) -> Result<MisereProof, Unwritable> {
    let root = atlas.node(start);
    lost.sort_by_cached_key(|node| Reverse(atlas.lives(node)));
    let mut support = Support::new(atlas, lost, &root)?;
    support.trim();
    MisereProof::new(atlas, &support, start, outcome)
}
