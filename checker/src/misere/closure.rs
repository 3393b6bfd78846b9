//! The small lands of a certificate and their trees (FORMAT.md section 12), found from the rules alone.
//!
//! The tree of a land is put together from those of its options. In the end only the small lands are kept, and the trees
//! that a node can have.

use super::node::{Node, Piece};
use super::trees::{Forest, ONE, Planted, Tree, ZERO};
use crate::canon::Scribe;
use crate::error::{Memory, Result, error};
use crate::land::{Canonical, DOT, LOWER, Land, Token};
use crate::moves::Moves;
use crate::parallel::{Settings, lock};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

/// A closure with more lands than this is refused, and so is a position with more lives.
const MAX_LANDS: usize = 400_000;
const MAX_LIVES: usize = 100;
/// Lands and trees may take so many bytes, which is enough for `0*6`.
const MEMORY: usize = 100_000_000;

#[derive(Default)]
pub(crate) struct Closure {
    /// What each small land is replaced by.
    pub small: HashMap<Land, Split>,
    /// The trees that do not split, without 0, in the order of their numbers.
    pub trees: Vec<Numbered>,
}

/// A tree as pieces of a node: a tree with a number, unless it is 0, and whether there is a piece `1`.
#[derive(Clone, Copy)]
pub(crate) struct Split(Option<u32>, bool);

impl Split {
    pub(crate) fn pieces(self) -> Vec<Piece> {
        self.0.map(Piece::Tree).into_iter().chain(self.1.then_some(Piece::One)).collect()
    }
}

/// A tree as a piece of a node.
pub(crate) struct Numbered {
    /// Sorted by height and name.
    children: Vec<Split>,
    pub heap: Option<usize>,
    /// Whether the tree G is won, and whether G + 1 is.
    is_won: [bool; 2],
}

/// The closures of this process, together no more than one may have by itself.
static KNOWN: Mutex<Vec<(Canonical, Arc<Closure>)>> = Mutex::new(Vec::new());

/// The options of a land.
pub(crate) fn land_options(land: &Land, scribe: &mut Scribe) -> Result<BTreeSet<Canonical>> {
    Moves::of(land).all()?.map(|(_, after)| scribe.canonical(&after)).collect()
}

impl Closure {
    /// The closure of a position. It is computed only once for all certificates that name it.
    pub(crate) fn of(position: &Canonical, settings: &Settings) -> Result<Arc<Self>> {
        let mut known = lock(&KNOWN);
        if let Some((_, closure)) = known.iter().find(|(other, _)| other == position) {
            return Ok(closure.clone());
        }
        let closure = Arc::new(explore(position, settings).map_err(|error| error.at("the closure position"))?);
        if closure.small.len() + known.iter().map(|(_, other)| other.small.len()).sum::<usize>() > MAX_LANDS {
            known.clear();
        }
        known.push((position.clone(), closure.clone()));
        Ok(closure)
    }

    /// Whether a node is won, if it is closed.
    pub(crate) fn is_won(&self, node: &Node) -> Option<bool> {
        let trees = |number: &u32| &self.trees[*number as usize];
        match (&node.lands[..], &node.trees[..]) {
            ([], []) => Some(!node.one),
            ([], [single]) => Some(trees(single).is_won[usize::from(node.one)]),
            ([], heaps) => {
                let one = usize::from(node.one);
                heaps.iter().try_fold(one, |sum, heap| Some(sum ^ trees(heap).heap?)).map(|sum| sum != 0)
            }
            _ => None,
        }
    }

    /// What the moves in a piece that is no land put in its place.
    pub(crate) fn options(&self, moved: &Piece) -> Vec<Node> {
        let node = |split: &Split| Node::sum(split.pieces());
        match moved {
            Piece::Land(_) => vec![],
            Piece::Tree(tree) => self.trees[*tree as usize].children.iter().map(node).collect(),
            Piece::One => vec![Node::default()],
        }
    }
}

/// The small lands met so far, with their trees.
struct Explorer<'a> {
    trees: HashMap<Land, Tree>,
    forest: Forest,
    scribe: Scribe,
    settings: &'a Settings<'a>,
}

impl Explorer<'_> {
    /// The tree of a land, from those of its options. They have fewer lives, so the depth is bounded by `MAX_LIVES`.
    fn tree(&mut self, land: &Land) -> Result<Tree> {
        if let Some(&tree) = self.trees.get(land) {
            return Ok(tree);
        }
        self.scribe.spent = 0;
        let (options, mut children) = (land_options(land, &mut self.scribe)?, Vec::new());
        for option in options {
            let mut sum = ZERO;
            for land in option.lands() {
                let tree = self.tree(land)?;
                sum = self.forest.sum(sum, tree)?;
            }
            children.push(sum);
        }
        if self.trees.len() == MAX_LANDS {
            return Err(error!(CannotCheck, "it has more than {MAX_LANDS} lands"));
        }
        self.forest.memory.take(100 + 2 * land.0.len())?;
        let tree = self.forest.with_options(children)?;
        self.trees.insert(land.clone(), tree);
        (self.settings.progress)(self.trees.len(), MAX_LANDS);
        Ok(tree)
    }

    /// Numbers the trees of the small lands and all below them. (There are more in the forest: sums that no land is.)
    fn closure(mut self) -> Result<Closure> {
        let mut met: BTreeSet<Tree> = self.trees.values().copied().collect();
        for tree in (0..self.forest.trees.len() as Tree).rev() {
            if met.contains(&tree) {
                met.extend(&self.forest.get(tree).children);
            }
        }
        let mut halves = HashMap::new();
        for &tree in &met {
            halves.insert(tree, self.forest.half(tree)?);
        }
        let mut numbered: Vec<Tree> = met.into_iter().filter(|tree| *tree != ZERO && halves[tree].is_none()).collect();
        numbered.sort_by_key(|&tree| self.forest.get(tree).order);
        let numbers: HashMap<Tree, u32> = numbered.iter().copied().zip(0..).collect();
        let split = |tree: &Tree| Split(numbers.get(&halves[tree].unwrap_or(*tree)).copied(), halves[tree].is_some());
        let mut trees = Vec::new();
        for &tree in &numbered {
            let with_one = self.forest.sum(tree, ONE)?;
            let is_won = [tree, with_one].map(|tree| self.forest.get(tree).is_won);
            let Planted { children, heap, .. } = self.forest.get(tree);
            let mut children = children.clone();
            children.sort_by_key(|&child| self.forest.get(child).order);
            trees.push(Numbered { children: children.iter().map(split).collect(), heap: *heap, is_won });
        }
        Ok(Closure { small: self.trees.into_iter().map(|(land, tree)| (land, split(&tree))).collect(), trees })
    }
}

fn explore(position: &Canonical, settings: &Settings) -> Result<Closure> {
    let lives = |token: &Token| match *token {
        0..LOWER => 6 - 2 * usize::from(*token),
        LOWER..DOT => 1, // a letter is written twice
        DOT.. => 0,
    };
    let lives = position.0.iter().flat_map(|land| land.0.iter()).map(lives).sum::<usize>() / 2;
    if lives > MAX_LIVES {
        return Err(error!(CannotCheck, "it has {lives} lives, more than {MAX_LIVES}"));
    }
    let (forest, scribe) = (Forest::new(Memory(MEMORY)), Scribe::new(1));
    let mut explorer = Explorer { trees: HashMap::new(), forest, scribe, settings };
    for land in position.lands() {
        explorer.tree(land)?;
    }
    explorer.closure()
}

#[cfg(test)]
mod tests;
