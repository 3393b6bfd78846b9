//! Trees (FORMAT.md section 11): what takes the place of the nimber in misère play.
//!
//! A [`Forest`] has every tree once, as a number: trees are equal exactly when their numbers are. A tree that does not split
//! has an even number, and with it is planted that tree + 1, which has the next number: adding a heap 1 is `^ 1`. A child is
//! planted before its parents. So where G + 1 is met, its child G is there and G + 1 too: what is new does not split. (That
//! G + 1 is reduced if G is, and so is the tree of the sum, is tested.)
//!
//! All trees here are reduced, and so are all their descendants; hence a reducer of a set of trees, being a child of a
//! child, has no reducer itself, and one step of reduction is all there is.

use crate::budget::Budget;
use crate::error::Result;
use crate::token::Land;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

pub(crate) type Tree = usize;

/// The tree without children, and the heap 1, which has it as its only child.
pub(crate) const ZERO: Tree = 0;
pub(crate) const ONE: Tree = 1;

pub(crate) struct Planted {
    /// In increasing order of their numbers.
    pub children: Arc<[Tree]>,
    /// The order of trees: by their heights, then by their names.
    pub order: (usize, [u8; 32]),
    pub is_won: bool,
    /// The k of the heap k, if the tree is one.
    pub heap: Option<usize>,
}

#[derive(Default)]
pub(crate) struct Forest {
    pub trees: Vec<Planted>,
    /// The trees by their children.
    known: HashMap<Arc<[Tree]>, Tree>,
    /// Of trees that do not split, the lesser one first.
    sums: HashMap<(Tree, Tree), Tree>,
}

impl Forest {
    /// The forest that has only the trees 0 and 1.
    pub(crate) fn new() -> Self {
        let mut forest = Forest::default();
        forest.plant(vec![]);
        forest
    }

    /// The tree of a position whose options have these trees.
    pub(crate) fn with_options(&mut self, mut options: Vec<Tree>, budget: &Budget) -> Result<Tree> {
        budget.work(20 + 10 * options.len() as u64)?;
        options.sort_unstable();
        options.dedup();
        budget.work(self.candidates(&options).len() as u64 * (10 + options.len() as u64 / 4))?;
        if let Some(tree) = self.known.get(&options[..]).copied().or_else(|| self.reducer(&options)) {
            return Ok(tree);
        }
        budget.memory(400 + 2 * size_of_val(&options[..]))?;
        Ok(self.plant(options))
    }

    /// The trees among which a reducer of a set H of trees must be. A highest child X of H is no child of the reducer G:
    /// otherwise G, a child of some child of H, would be higher than X. So G is one of X's children.
    fn candidates(&self, set: &[Tree]) -> &[Tree] {
        let highest = set.iter().max_by_key(|&&child| self.trees[child].order);
        highest.map_or(&[], |highest| &self.trees[*highest].children)
    }

    /// The reducer of a set of trees, if there is one.
    fn reducer(&self, set: &[Tree]) -> Option<Tree> {
        self.candidates(set).iter().copied().find(|&reducer| {
            let kept = &self.trees[reducer].children;
            let answers = |child: &Tree| self.trees[*child].children.binary_search(&reducer).is_ok();
            kept.iter().all(|child| set.binary_search(child).is_ok())
                && set.iter().all(|child| kept.binary_search(child).is_ok() || answers(child))
                && (reducer != ZERO || self.is_won(set))
        })
    }

    fn is_won(&self, children: &[Tree]) -> bool {
        children.is_empty() || children.iter().any(|&child| !self.trees[child].is_won)
    }

    /// Adds the tree G with these children, which is reduced, new, and does not split; and G + 1.
    fn plant(&mut self, children: Vec<Tree>) -> Tree {
        let tree = self.trees.len();
        let mut with_one: Vec<Tree> = children.iter().map(|child| child ^ 1).chain([tree]).collect();
        with_one.sort_unstable();
        for children in [children, with_one] {
            let mut names: Vec<[u8; 32]> = children.iter().map(|&child| self.trees[child].order.1).collect();
            names.sort_unstable();
            let height = children.iter().map(|&child| self.trees[child].order.0 + 1).max().unwrap_or(0);
            // As many different heaps as these, all of them less than k, are the heaps 0 to k - 1.
            let is_small_heap = |&child: &Tree| self.trees[child].heap.is_some_and(|heap| heap < children.len());
            let heap = children.iter().all(is_small_heap).then_some(children.len());
            let (order, is_won) = ((height, *blake3::hash(names.as_flattened()).as_bytes()), self.is_won(&children));
            let children: Arc<[Tree]> = children.into();
            self.known.insert(children.clone(), self.trees.len());
            self.trees.push(Planted { children, order, is_won, heap });
        }
        tree
    }

    /// The tree of the sum of two positions with these trees; 1 + 1 is 0. The depth of the recursion is the sum of their
    /// heights.
    pub(crate) fn sum(&mut self, a: Tree, b: Tree, budget: &Budget) -> Result<Tree> {
        let (one, a, b) = ((a ^ b) & 1, a.min(b) & !1, a.max(b) & !1);
        if a == ZERO {
            return Ok(b ^ one);
        }
        if let Some(known) = self.sums.get(&(a, b)) {
            return Ok(known ^ one);
        }
        let mut options = Vec::new();
        for (moved, other) in [(a, b), (b, a)] {
            for &child in &*self.trees[moved].children.clone() {
                options.push(self.sum(child, other, budget)?);
            }
        }
        let sum = self.with_options(options, budget)?;
        budget.memory(40)?;
        self.sums.insert((a, b), sum);
        Ok(sum ^ one)
    }

    /// The trees of some lands and all below them, in a new order: first 0 and 1, then each tree that does not split, by
    /// height and name, and that tree + 1. So a tree with the number n (FORMAT.md section 12) is now the tree 2n + 2.
    ///
    /// The children of a tree that does not split are in the order of section 13, by height and name, no longer in that of
    /// their numbers: the moves to them are counted in that order, and nothing is looked up among them any more. (A tree
    /// G + 1 is never a piece of a node, so its moves have no numbers, and the order of its children means nothing.)
    pub(crate) fn sorted(&self, tree_of: &mut HashMap<Land, Tree>) -> Vec<Planted> {
        let mut met: BTreeSet<Tree> = tree_of.values().chain([&ZERO]).map(|tree| tree & !1).collect();
        for tree in (0..self.trees.len()).rev() {
            if met.contains(&tree) {
                met.extend(self.trees[tree].children.iter().map(|child| child & !1));
            }
        }
        let order = |tree: &Tree| self.trees[*tree].order;
        let mut halves = Vec::from_iter(met);
        halves.sort_by_key(order);
        let (mut sorted, mut numbers) = (Forest::default(), HashMap::new());
        for tree in halves {
            let mut children = self.trees[tree].children.to_vec();
            children.sort_by_key(order);
            let number = sorted.plant(children.iter().map(|child| numbers[child]).collect());
            numbers.extend([(tree, number), (tree + 1, number + 1)]);
        }
        tree_of.values_mut().for_each(|tree| *tree = numbers[tree]);
        sorted.trees
    }
}

#[cfg(test)]
mod tests;
