//! Nodes of misère play (FORMAT.md section 12): sums of lands, trees and a heap 1, their moves and their outcomes.
//!
//! Trees come from the solver's closures; everything else is written here from the document. Outcomes are found by the
//! definition, down to the end of the game: a node without options is won, a node with a lost option too.

use super::lands::{LandId, Lands};
use rustc_hash::FxHashMap;
use search::misere::{Closure, TreeId};
use search::normal::Limits;
use sprouts::{Land, Position};

/// A sum of pieces. Lands are sorted by number in [`Lands`], trees by number in the certificate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Node {
    pub lands: Vec<LandId>,
    pub trees: Vec<u32>,
    pub has_one: bool,
}

/// How certificates order nodes.
pub type Rank = (Vec<Land>, Vec<u32>, bool);

/// The small lands of one closure position, replaced by trees.
pub struct Small {
    /// The closure position in short notation.
    pub name: String,
    closure: Closure,
    /// The trees with numbers, and the numbers of trees.
    numbered: Vec<TreeId>,
    numbers: FxHashMap<TreeId, u32>,
    /// Whether the player to move loses.
    lost: FxHashMap<Node, bool>,
}

impl Small {
    /// The closure of a position; nothing for one that is not canonical.
    pub fn of(lands: &mut Lands, name: &str) -> Option<Self> {
        let ids = lands.read(name)?;
        let position = Position::new(ids.iter().map(|&id| lands.land(id).clone()).collect());
        let closure = if position.is_empty() {
            Closure::new()
        } else {
            Closure::of(&position, &Limits::default()).expect("nothing stops the search")
        };
        let numbered = closure.numbered_trees();
        let numbers = numbered.iter().zip(0..).map(|(&tree, number)| (tree, number)).collect();
        Some(Small { name: name.to_string(), closure, numbered, numbers, lost: FxHashMap::default() })
    }

    pub fn tree_count(&self) -> usize {
        self.numbered.len()
    }

    /// Adds a land to a node: as itself, or as its tree.
    fn add_land(&self, lands: &Lands, node: &mut Node, land: LandId) {
        match self.closure.tree(lands.land(land).key()) {
            Some(tree) => self.add_tree(node, tree),
            None => node.lands.push(land),
        }
    }

    fn add_tree(&self, node: &mut Node, tree: TreeId) {
        let factored = self.closure.trees().factored(tree);
        node.has_one ^= factored.plus_one;
        if factored.base != TreeId::ZERO {
            node.trees.push(self.numbers[&factored.base]);
        }
    }

    /// The node of a sum of lands.
    pub fn node(&self, lands: &Lands, sum: &[LandId]) -> Node {
        let mut node = Node::default();
        sum.iter().for_each(|&land| self.add_land(lands, &mut node, land));
        node.tidy()
    }

    /// The nodes after each move, with the numbers of the moves (section 13), and how many numbers there are.
    pub fn moves(&self, lands: &mut Lands, node: &Node) -> (Vec<(u64, Node)>, u64) {
        let (mut found, mut before) = (Vec::new(), 0);
        let mut pieces = node.lands.clone();
        lands.sort(&mut pieces);
        pieces.dedup();
        for land in pieces {
            let mut rest = node.clone();
            rest.lands.remove(node.lands.iter().position(|&other| other == land).expect("it is there"));
            let moves = lands.moves(land);
            for (number, left) in &moves.numbered {
                let mut after = rest.clone();
                left.iter().for_each(|&land| self.add_land(lands, &mut after, land));
                found.push((before + number, after.tidy()));
            }
            before += moves.numbers;
        }
        let mut trees = node.trees.clone();
        trees.dedup();
        for tree in trees {
            let mut rest = node.clone();
            rest.trees.remove(node.trees.iter().position(|&other| other == tree).expect("it is there"));
            for child in self.closure.trees().children_by_hash(self.numbered[tree as usize]) {
                let mut after = rest.clone();
                self.add_tree(&mut after, child);
                found.push((before, after.tidy()));
                before += 1;
            }
        }
        if node.has_one {
            found.push((before, Node { has_one: false, ..node.clone() }));
            before += 1;
        }
        (found, before)
    }

    /// Whether the outcome of a node needs no claim.
    pub fn is_closed(&self, node: &Node) -> bool {
        let is_heap = |tree: &u32| self.closure.trees().heap_size(self.numbered[*tree as usize]).is_some();
        node.lands.is_empty() && (node.trees.len() <= 1 || node.trees.iter().all(is_heap))
    }

    /// Whether the player to move loses. No deeper than the game is long.
    pub fn is_lost(&mut self, lands: &mut Lands, node: &Node) -> bool {
        if let Some(&lost) = self.lost.get(node) {
            return lost;
        }
        let (moves, _) = self.moves(lands, node);
        let known = moves.iter().any(|(_, after)| self.lost.get(after) == Some(&true));
        let lost = !moves.is_empty() && !known && !moves.iter().any(|(_, after)| self.is_lost(lands, after));
        self.lost.insert(node.clone(), lost);
        lost
    }

    pub fn rank(&self, lands: &Lands, node: &Node) -> Rank {
        let mut sorted: Vec<Land> = node.lands.iter().map(|&land| lands.land(land).clone()).collect();
        sorted.sort();
        (sorted, node.trees.clone(), node.has_one)
    }

    /// A node as certificates write it.
    pub fn text(&self, lands: &Lands, node: &Node) -> String {
        let (sorted, trees, has_one) = self.rank(lands, node);
        let trees = trees.iter().map(|tree| format!("t{tree}"));
        let one = has_one.then(|| "*1".to_string());
        let pieces: Vec<String> = sorted.iter().map(Land::to_string).chain(trees).chain(one).collect();
        if pieces.is_empty() { "!".to_string() } else { pieces.join("+") }
    }

    /// Reads a node; nothing if a piece means nothing.
    pub fn read(&self, lands: &mut Lands, text: &str) -> Option<Node> {
        let mut node = Node::default();
        for piece in text.split('+').filter(|piece| *piece != "!") {
            if piece == "*1" {
                node.has_one ^= true;
            } else if let Some(number) = piece.strip_prefix('t') {
                node.trees.push(number.parse().ok().filter(|&number| (number as usize) < self.numbered.len())?);
            } else {
                let [land] = lands.read(piece)?[..] else { return None };
                self.add_land(lands, &mut node, land);
            }
        }
        Some(node.tidy())
    }
}

impl Node {
    pub fn tidy(mut self) -> Self {
        self.lands.sort_unstable();
        self.trees.sort_unstable();
        self
    }
}
