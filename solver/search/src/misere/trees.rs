//! Reduced canonical trees (RCTs): the worth of positions in misère play.
//!
//! A tree is the set of its children. The tree of a position is the set of the trees of its options, with reversible moves cut
//! away (Lemoine and Viennot 2009, sections 2.4 to 2.6): if G is a subset of H and every other child of H has G as a child, a move
//! to such a child is answered by the move to G, so H and G are worth the same in every sum. If G is the tree without children,
//! H must also be a win: a player who has no other move left has to move in H. The smallest such G is the reduced canonical
//! tree. Positions with equal RCTs can replace each other in any misère sum, and no others can in all of them (Conway, On
//! Numbers and Games, chapter 12).
//!
//! Only reduced trees are kept here, each once, so trees are equal exactly when their numbers are. Numbers depend on the order of
//! arrival; hashes ([`TreeHash`]) do not. The counts of reduced trees differ by one from those of the paper; see
//! `docs/experiments.md`.

use crate::misere::Outcome;
use crate::misere::tree_hash::TreeHash;
use common::interner::Interner;

/// A reduced canonical tree of a [`Trees`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TreeId(u32);

impl TreeId {
    /// The tree without children, the nim-heap 0.
    pub const ZERO: TreeId = TreeId(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn from_index(index: u32) -> Self {
        TreeId(index)
    }
}

/// A tree as a sum: a tree that cannot be written with a nim-heap 1, and perhaps that heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factored {
    pub base: TreeId,
    pub plus_one: bool,
}

/// Properties of a tree beside its children.
struct TreeInfo {
    hash: TreeHash,
    height: u16,
    outcome: Outcome,
    /// The outcome of the sum of this tree and a nim-heap 1.
    outcome_with_one: Outcome,
    /// The size of the nim-heap that this tree is.
    heap: Option<u16>,
    /// The tree G, if this tree is G + 1 and G is the smaller of the two.
    base: Option<TreeId>,
    /// The tree that is this one + 1, if it is kept.
    with_one: Option<TreeId>,
}

/// All reduced trees met.
pub struct Trees {
    /// The children of each tree, sorted by height and then by number.
    children: Interner<TreeId>,
    info: Vec<TreeInfo>,
}

impl Default for Trees {
    fn default() -> Self {
        let mut trees = Trees { children: Interner::default(), info: Vec::new() };
        trees.keep(&[]);
        trees
    }
}

impl Trees {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many trees have been met. The tree without children always has.
    pub fn count(&self) -> usize {
        self.info.len()
    }

    pub fn ids(&self) -> impl Iterator<Item = TreeId> + use<> {
        (0..self.info.len() as u32).map(TreeId)
    }

    /// The children, sorted by height.
    pub fn children(&self, tree: TreeId) -> &[TreeId] {
        self.children.get(tree.0)
    }

    /// The children, sorted by height and then by hash: their order in certificates.
    pub fn children_by_hash(&self, tree: TreeId) -> Vec<TreeId> {
        let mut children = self.children(tree).to_vec();
        children.sort_unstable_by_key(|&child| (self.height(child), self.hash(child)));
        children
    }

    pub fn hash(&self, tree: TreeId) -> TreeHash {
        self.info[tree.index()].hash
    }

    /// The number of moves of the longest game.
    pub fn height(&self, tree: TreeId) -> u32 {
        u32::from(self.info[tree.index()].height)
    }

    /// Who wins the tree in misère play.
    pub fn outcome(&self, tree: TreeId) -> Outcome {
        self.info[tree.index()].outcome
    }

    /// Who wins the sum of the tree and a nim-heap 1 in misère play.
    pub fn outcome_with_one(&self, tree: TreeId) -> Outcome {
        self.info[tree.index()].outcome_with_one
    }

    /// The size of the nim-heap that the tree is, if it is one.
    pub fn heap_size(&self, tree: TreeId) -> Option<u32> {
        self.info[tree.index()].heap.map(u32::from)
    }

    /// The tree without a nim-heap 1 that can be taken out of it (Lemoine and Viennot, section 2.11).
    pub fn factored(&self, tree: TreeId) -> Factored {
        match self.info[tree.index()].base {
            Some(base) => Factored { base, plus_one: true },
            None => Factored { base: tree, plus_one: false },
        }
    }

    /// The tree of a nim-heap.
    pub fn heap(&mut self, size: u32) -> TreeId {
        let mut children = Vec::new();
        for _ in 0..size {
            let next = self.keep(&children);
            children.push(next);
        }
        self.keep(&children)
    }

    /// The reduced tree of a position from those of its options.
    pub fn reduce(&mut self, mut options: Vec<TreeId>) -> TreeId {
        options.sort_unstable_by_key(|&tree| (self.info[tree.index()].height, tree));
        options.dedup();
        if let Some(size) = self.mex(&options) {
            return self.heap(size);
        }
        if self.reduces_to_zero(&options) {
            return TreeId::ZERO;
        }
        match self.smallest_reducer(&options) {
            Some(reducer) => reducer,
            None => self.keep(&options),
        }
    }

    /// If all options are nim-heaps and one of them is 0 or 1, the position is the heap of the least size that is no
    /// option (Lemoine and Viennot, theorem 2). A position without options is the heap 0.
    fn mex(&self, options: &[TreeId]) -> Option<u32> {
        let mut mex = 0;
        // Heaps come by their size, which is their height.
        for &option in options {
            let size = self.heap_size(option)?;
            mex += u32::from(size == mex);
        }
        let least = options.first().and_then(|&option| self.heap_size(option));
        least.is_none_or(|size| size <= 1).then_some(mex)
    }

    /// Section 2.5.2: every move can be reversed to the end, and the position is a win.
    fn reduces_to_zero(&self, options: &[TreeId]) -> bool {
        options.iter().any(|&option| self.outcome(option) == Outcome::Loss)
            && options.iter().all(|&option| self.has_child(option, TreeId::ZERO))
    }

    /// Sections 2.6.1 and 3.2.3: reversible options are higher by two or more than all that stay, so a reducer is a prefix of
    /// the options. The smallest one is reduced and a child of an option, so it is a tree that has been met.
    fn smallest_reducer(&self, options: &[TreeId]) -> Option<TreeId> {
        (1..options.len())
            .filter(|&kept| self.height(options[kept]) >= self.height(options[kept - 1]) + 2)
            .filter_map(|kept| Some((kept, TreeId(self.children.find(&options[..kept])?))))
            .find(|&(kept, reducer)| options[kept..].iter().all(|&option| self.has_child(option, reducer)))
            .map(|(_, reducer)| reducer)
    }

    pub fn has_child(&self, tree: TreeId, child: TreeId) -> bool {
        let key = |tree: TreeId| (self.info[tree.index()].height, tree);
        self.children(tree).binary_search_by_key(&key(child), |&other| key(other)).is_ok()
    }

    /// The number of a reduced tree given by its children, sorted by height and number.
    fn keep(&mut self, children: &[TreeId]) -> TreeId {
        let tree = TreeId(self.children.intern(children));
        if tree.index() < self.info.len() {
            return tree;
        }
        let info = |child: &TreeId| &self.info[child.index()];
        let outcome = Outcome::of_options(children.iter().map(|child| info(child).outcome));
        // From G + 1 one moves to G, or in G.
        let in_tree = children.iter().map(|child| info(child).outcome_with_one);
        let outcome_with_one = Outcome::of_options(in_tree.chain([outcome]));
        let is_heap = children.iter().enumerate().all(|(size, child)| info(child).heap == Some(size as u16));
        let base = self.base(children);
        self.info.push(TreeInfo {
            hash: TreeHash::of_children(children.iter().map(|child| info(child).hash)),
            height: children.last().map_or(0, |child| info(child).height + 1),
            outcome,
            outcome_with_one,
            heap: is_heap.then_some(children.len() as u16),
            base,
            with_one: base,
        });
        if let Some(base) = base {
            self.info[base.index()].with_one = Some(tree);
        }
        tree
    }

    /// The tree G, if these are the children of G + 1: G itself, and C + 1 for all children C of G (sections 2.11, 3.3).
    /// G is the highest child that is not itself such a sum. It need not be the highest child: some C + 1 may be as high.
    fn base(&self, children: &[TreeId]) -> Option<TreeId> {
        let base = *children.iter().rev().find(|&&child| self.info[child.index()].base.is_none())?;
        let below = self.children(base);
        let all_there = below.len() + 1 == children.len()
            && below.iter().all(|&child| {
                let with_one = self.info[child.index()].with_one;
                with_one.is_some_and(|tree| children.contains(&tree))
            });
        all_there.then_some(base)
    }
}
