//! Trees (FORMAT.md section 11): what takes the place of the nimber in misère play.
//!
//! A tree is a number in a [`Forest`], which has every tree once: trees are equal exactly when their numbers are. A
//! child is planted before its parents, so it has the lesser number. All trees here are reduced, and so are all their
//! descendants; hence a reducer of a set of trees, being a child of a child, has no reducer itself, and one step of
//! reduction is all there is.

use crate::error::{Memory, Result};
use std::collections::HashMap;

pub(crate) type Tree = u32;

/// The tree without children, and the heap 1, which has it as its only child.
pub(crate) const ZERO: Tree = 0;
pub(crate) const ONE: Tree = 1;

pub(crate) struct Planted {
    /// In increasing order of their numbers.
    pub children: Vec<Tree>,
    /// The order of trees: by their heights, then by their names.
    pub order: (usize, [u8; 32]),
    pub is_won: bool,
    /// The k of the heap k, if the tree is one.
    pub heap: Option<usize>,
}

pub(crate) struct Forest {
    pub trees: Vec<Planted>,
    /// The trees of sets of trees, which are in increasing order.
    reduced: HashMap<Vec<Tree>, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    pub memory: Memory,
}

impl Forest {
    /// The forest that has only the trees 0 and 1, with room for more.
    pub(crate) fn new(memory: Memory) -> Self {
        let mut forest = Forest { trees: vec![], reduced: HashMap::new(), sums: HashMap::new(), memory };
        forest.plant(vec![]);
        forest.plant(vec![ZERO]);
        forest
    }

    pub(crate) fn get(&self, tree: Tree) -> &Planted {
        &self.trees[tree as usize]
    }

    /// The tree of a position whose options have these trees.
    pub(crate) fn with_options(&mut self, mut options: Vec<Tree>) -> Result<Tree> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.reduced.get(&options) {
            return Ok(known);
        }
        self.memory.take(200 + 2 * size_of_val(&options[..]))?;
        let Some(reducer) = self.reducer(&options) else {
            return Ok(self.plant(options));
        };
        self.reduced.insert(options, reducer);
        Ok(reducer)
    }

    /// The reducer of a set H of trees, if there is one. A highest child X of H is no child of the reducer G: otherwise
    /// G, a child of some child of H, would be higher than X. So G is one of X's children.
    fn reducer(&self, set: &[Tree]) -> Option<Tree> {
        let highest = set.iter().max_by_key(|&&child| self.get(child).order.0)?;
        self.get(*highest).children.iter().copied().find(|&reducer| {
            let kept = &self.get(reducer).children;
            let answers = |child: &Tree| self.get(*child).children.binary_search(&reducer).is_ok();
            kept.iter().all(|child| set.binary_search(child).is_ok())
                && set.iter().all(|child| kept.binary_search(child).is_ok() || answers(child))
                && (reducer != ZERO || self.is_won(set))
        })
    }

    fn is_won(&self, children: &[Tree]) -> bool {
        children.is_empty() || children.iter().any(|&child| !self.get(child).is_won)
    }

    /// Adds the tree with these children, which is reduced and new.
    fn plant(&mut self, children: Vec<Tree>) -> Tree {
        let tree = self.trees.len() as Tree;
        let mut names: Vec<[u8; 32]> = children.iter().map(|&child| self.get(child).order.1).collect();
        names.sort_unstable();
        let height = children.iter().map(|&child| self.get(child).order.0 + 1).max().unwrap_or(0);
        // As many different heaps as these, all of them less than k, are the heaps 0 to k - 1.
        let is_small_heap = |&child: &Tree| self.get(child).heap.is_some_and(|heap| heap < children.len());
        let heap = children.iter().all(is_small_heap).then_some(children.len());
        let (order, is_won) = ((height, *blake3::hash(names.as_flattened()).as_bytes()), self.is_won(&children));
        self.reduced.insert(children.clone(), tree);
        self.trees.push(Planted { children, order, is_won, heap });
        tree
    }

    /// The tree of the sum of two positions with these trees. The depth of the recursion is the sum of their heights.
    pub(crate) fn sum(&mut self, a: Tree, b: Tree) -> Result<Tree> {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for (moved, other) in [(a, b), (b, a)] {
            for i in 0..self.get(moved).children.len() {
                options.push(self.sum(self.get(moved).children[i], other)?);
            }
        }
        let sum = self.with_options(options)?;
        self.memory.take(40)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The G for which a tree is G + 1 and which does not split. It is H + 1, since 1 + 1 = 0, and a child of H. If H does
    /// not split, it is itself a child of H + 1.
    pub(crate) fn half(&mut self, tree: Tree) -> Result<Option<Tree>> {
        let half = self.sum(tree, ONE)?;
        Ok(self.get(tree).children.binary_search(&half).is_ok().then_some(half))
    }
}

#[cfg(test)]
mod tests;
