//! Closures: sets of lands closed under moves, with the reduced canonical tree of each land.
//!
//! The tree of a land is reduced from those of its options, which are sums of lands. Equal trees replace each other in
//! sums, so the tree of a sum is found from the trees of its lands alone ([`Closure::add`]); the census, which visits all
//! positions one by one, counts the same trees. A land has its tree only when all lands that can be reached from it have theirs.

use crate::misere::trees::{TreeId, Trees};
use crate::normal::{LandId, LandTable, Limits, Move, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::Position;

/// A set of lands that is closed under moves, with their trees.
pub struct Closure {
    /// The position from which all lands were reached, if they were all reached from one.
    start: Position,
    land_table: LandTable,
    trees: Trees,
    of_land: Vec<Option<TreeId>>,
    sums: FxHashMap<(TreeId, TreeId), TreeId>,
}

impl Default for Closure {
    fn default() -> Self {
        Closure {
            start: Position::default(),
            land_table: LandTable::with_pairs(),
            trees: Trees::default(),
            of_land: Vec::new(),
            sums: FxHashMap::default(),
        }
    }
}

impl Closure {
    /// The closure without lands.
    pub fn new() -> Self {
        Self::default()
    }

    /// All lands that can be reached from a position.
    pub fn of(position: &Position, limits: &Limits) -> Result<Self, Stopped> {
        let mut closure = Closure::new();
        closure.include(position, limits)?;
        closure.start = position.clone();
        Ok(closure)
    }

    /// The position that the closure was made of; empty for the closure without lands.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Adds all lands that can be reached from a position, and finds the position's tree.
    pub fn include(&mut self, position: &Position, limits: &Limits) -> Result<TreeId, Stopped> {
        let lands = self.land_table.position(position);
        self.tree_of_sum(&lands, limits)
    }

    pub fn trees(&self) -> &Trees {
        &self.trees
    }

    /// Access to the trees, to add others beside those of lands.
    #[cfg(test)]
    pub fn trees_mut(&mut self) -> &mut Trees {
        &mut self.trees
    }

    /// The lands and their options.
    pub fn land_table(&self) -> &LandTable {
        &self.land_table
    }

    /// The tree of a land given by its key, if the land is in the closure.
    pub fn tree(&self, key: &[u8]) -> Option<TreeId> {
        *self.of_land.get(self.land_table.find(key)? as usize)?
    }

    /// How many lands there are.
    pub fn land_count(&self) -> usize {
        self.of_land.iter().flatten().count()
    }

    /// The lands with their trees, by key.
    pub fn lands(&self) -> impl Iterator<Item = (Vec<u8>, TreeId)> {
        let trees = self.of_land.iter().enumerate();
        trees.filter_map(|(land, tree)| Some((self.land_table.key(land as LandId), (*tree)?)))
    }

    /// The trees of the lands and all trees below them that are neither 0 nor split, by height and hash: the numbers of
    /// trees in certificates (FORMAT.md section 12).
    pub fn numbered_trees(&self) -> Vec<TreeId> {
        let mut found: FxHashSet<TreeId> = FxHashSet::default();
        let mut queue: Vec<TreeId> = self.lands().map(|(_, tree)| tree).collect();
        while let Some(tree) = queue.pop() {
            if found.insert(tree) {
                queue.extend_from_slice(self.trees.children(tree));
            }
        }
        let is_numbered = |tree: &TreeId| *tree != TreeId::ZERO && !self.trees.factored(*tree).plus_one;
        let mut trees: Vec<TreeId> = found.into_iter().filter(is_numbered).collect();
        trees.sort_unstable_by_key(|&tree| (self.trees.height(tree), self.trees.hash(tree)));
        trees
    }

    fn tree_of_sum(&mut self, lands: &[LandId], limits: &Limits) -> Result<TreeId, Stopped> {
        let mut sum = TreeId::ZERO;
        for &land in lands {
            let tree = self.tree_of_land(land, limits)?;
            sum = self.add(sum, tree);
        }
        Ok(sum)
    }

    /// Every move takes a life, so this is no deeper than the land has lives.
    fn tree_of_land(&mut self, land: LandId, limits: &Limits) -> Result<TreeId, Stopped> {
        if let Some(Some(tree)) = self.of_land.get(land as usize) {
            return Ok(*tree);
        }
        limits.check(self.land_table.expansions())?;
        let options: Vec<Move> = self.land_table.options(land)?.to_vec();
        let mut trees = Vec::with_capacity(options.len());
        for option in &options {
            let lands = self.land_table.lands_after(option).to_vec();
            trees.push(self.tree_of_sum(&lands, limits)?);
        }
        let tree = self.trees.reduce(trees);
        if self.of_land.len() < self.land_table.land_count() {
            self.of_land.resize(self.land_table.land_count(), None);
        }
        self.of_land[land as usize] = Some(tree);
        Ok(tree)
    }

    /// The tree of a sum of two trees: a move is made in the one or in the other.
    pub fn add(&mut self, one: TreeId, other: TreeId) -> TreeId {
        let (one, other) = (one.min(other), one.max(other));
        if one == TreeId::ZERO {
            return other;
        }
        if let Some(&sum) = self.sums.get(&(one, other)) {
            return sum;
        }
        let mut options = Vec::new();
        for child in self.trees.children(one).to_vec() {
            options.push(self.add(child, other));
        }
        for child in self.trees.children(other).to_vec() {
            options.push(self.add(one, child));
        }
        let sum = self.trees.reduce(options);
        self.sums.insert((one, other), sum);
        sum
    }
}
