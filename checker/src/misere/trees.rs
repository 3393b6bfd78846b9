//! Trees (FORMAT.md section 11): what takes the place of the nimber in misère play.
//!
//! A tree is a number in a [`Forest`], which has every tree once: trees are equal exactly when their numbers are. A
//! child is planted before its parents, so it has the lesser number. All trees here are reduced, and so are all their
//! descendants; hence a reducer of a set of trees, being a child of a child, has no reducer itself, and one step of
//! reduction is all there is.

use crate::certificate::Outcome::{self, Loss, Win};
use crate::limits::{Limit, Memory};
use std::collections::HashMap;

pub(crate) type Tree = usize;

/// The tree without children.
pub(crate) const ZERO: Tree = 0;

pub(crate) struct Planted {
    /// In increasing order of their numbers.
    pub children: Vec<Tree>,
    height: usize,
    name: [u8; 32],
    /// The outcome of the tree G, and that of G + 1.
    pub outcomes: [Outcome; 2],
    /// The k of the heap k, if the tree is one.
    pub heap: Option<usize>,
    /// If the tree splits as G + 1: this G.
    pub half: Option<Tree>,
    /// The tree plus 1, if it has been planted: `half` if there is one.
    plus_one: Option<Tree>,
}

pub(crate) struct Forest {
    trees: Vec<Planted>,
    /// The trees of sets of trees, which are in increasing order.
    reduced: HashMap<Vec<Tree>, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    memory: Memory,
}

impl Forest {
    /// The forest that has only the tree 0, with room for more.
    pub(crate) fn new(memory: Memory) -> Self {
        let mut forest = Forest { trees: vec![], reduced: HashMap::new(), sums: HashMap::new(), memory };
        forest.plant(vec![]);
        forest
    }

    pub(crate) fn get(&self, tree: Tree) -> &Planted {
        &self.trees[tree]
    }

    pub(crate) fn len(&self) -> usize {
        self.trees.len()
    }

    /// The order of trees: by their heights, then by their names.
    pub(crate) fn order(&self, tree: Tree) -> (usize, [u8; 32]) {
        (self.trees[tree].height, self.trees[tree].name)
    }

    /// The tree of a position whose options have these trees.
    pub(crate) fn with_options(&mut self, mut options: Vec<Tree>) -> Result<Tree, Limit> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.reduced.get(&options) {
            return Ok(known);
        }
        self.memory.take(300 + 3 * size_of_val(&options[..]))?;
        let Some(reducer) = self.reducer(&options) else {
            return Ok(self.plant(options));
        };
        self.reduced.insert(options, reducer);
        Ok(reducer)
    }

    /// The reducer of a set H of trees, if there is one. A highest child X of H is no child of the reducer G: otherwise
    /// G, a child of some child of H, would be higher than X. So G is one of X's children.
    fn reducer(&self, set: &[Tree]) -> Option<Tree> {
        let highest = set.iter().copied().max_by_key(|&child| self.trees[child].height)?;
        self.trees[highest].children.iter().copied().find(|&reducer| {
            let kept = &self.trees[reducer].children;
            let answers = |child: &Tree| self.trees[*child].children.binary_search(&reducer).is_ok();
            kept.iter().all(|child| set.binary_search(child).is_ok())
                && set.iter().all(|child| kept.binary_search(child).is_ok() || answers(child))
                && (reducer != ZERO || self.outcome(set) == Win)
        })
    }

    fn outcome(&self, children: &[Tree]) -> Outcome {
        let is_lost = |child: &Tree| self.trees[*child].outcomes[0] == Loss;
        if children.is_empty() || children.iter().any(is_lost) { Win } else { Loss }
    }

    /// Adds the tree with these children, which is reduced and new.
    fn plant(&mut self, children: Vec<Tree>) -> Tree {
        let tree = self.trees.len();
        let mut names: Vec<[u8; 32]> = children.iter().map(|&child| self.trees[child].name).collect();
        names.sort_unstable();
        let outcome = self.outcome(&children);
        let wins_with_one = outcome == Loss || children.iter().any(|&child| self.trees[child].outcomes[1] == Loss);
        // As many different heaps as these, all of them less than k, are the heaps 0 to k - 1.
        let is_small_heap = |&child: &Tree| self.trees[child].heap.is_some_and(|heap| heap < children.len());
        let heap = children.iter().all(is_small_heap).then_some(children.len());
        let half = self.half(&children);
        if let Some(half) = half {
            self.trees[half].plus_one = Some(tree);
        }
        self.reduced.insert(children.clone(), tree);
        self.trees.push(Planted {
            height: children.iter().map(|&child| self.trees[child].height + 1).max().unwrap_or(0),
            name: *blake3::hash(names.as_flattened()).as_bytes(),
            outcomes: [outcome, if wins_with_one { Win } else { Loss }],
            heap,
            half,
            plus_one: half,
            children,
        });
        tree
    }

    /// The G for which the tree with these children is G + 1 and which does not split. The other children are then C + 1
    /// for the children C of G; these are all different, and none of them is G.
    fn half(&self, children: &[Tree]) -> Option<Tree> {
        children.iter().copied().find(|&half| {
            let half = &self.trees[half];
            let is_child = |tree: Tree| children.binary_search(&tree).is_ok();
            half.half.is_none()
                && half.children.len() + 1 == children.len()
                && half.children.iter().all(|&child| self.trees[child].plus_one.is_some_and(is_child))
        })
    }

    /// The tree of the sum of two positions with these trees. The depth of the recursion is the sum of their heights.
    pub(crate) fn sum(&mut self, a: Tree, b: Tree) -> Result<Tree, Limit> {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for i in 0..self.trees[a].children.len() {
            options.push(self.sum(self.trees[a].children[i], b)?);
        }
        for i in 0..self.trees[b].children.len() {
            options.push(self.sum(a, self.trees[b].children[i])?);
        }
        let sum = self.with_options(options)?;
        self.memory.take(80)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, canonical};
    use crate::token::Canonical;
    use crate::{land_options, options};
    use std::collections::BTreeSet;

    /// The trees of positions, the plain way: from all options of the whole position, sums and all.
    struct Plain {
        forest: Forest,
        known: HashMap<Canonical, Tree>,
    }

    impl Plain {
        fn new() -> Self {
            Plain { forest: Forest::new(Memory::for_closure()), known: HashMap::new() }
        }

        fn tree(&mut self, position: &Canonical) -> Tree {
            if let Some(&known) = self.known.get(position) {
                return known;
            }
            let trees = options(position).unwrap().iter().map(|option| self.tree(option)).collect();
            let tree = self.forest.with_options(trees).unwrap();
            self.known.insert(position.clone(), tree);
            tree
        }
    }

    /// All reducers of a set, by the definition, looked for everywhere.
    fn reducers(forest: &Forest, set: &[Tree]) -> Vec<Tree> {
        let has = |tree: Tree, child: &Tree| forest.get(tree).children.contains(child);
        let is_reducer = |&g: &Tree| {
            forest.get(g).children.iter().all(|child| set.contains(child))
                && forest.get(g).children != set
                && set.iter().all(|&child| has(g, &child) || has(child, &g))
                && (g != ZERO || set.is_empty() || set.iter().any(|&child| forest.get(child).outcomes[0] == Loss))
        };
        (0..forest.len()).filter(is_reducer).collect()
    }

    #[test]
    fn whole_games() {
        for (spots, count) in [(2, 5), (3, 7), (4, 35)] {
            let mut plain = Plain::new();
            plain.tree(&canonical(&format!("0*{spots}")));
            assert_eq!(plain.known.values().collect::<BTreeSet<_>>().len(), count, "{spots} spots");
            assert_eq!(plain.forest.len(), count);
        }
    }

    #[test]
    fn reduction() {
        let mut plain = Plain::new();
        plain.tree(&canonical("0*4"));
        let forest = &mut plain.forest;
        // No tree has a reducer.
        (0..forest.len()).for_each(|tree| assert!(reducers(forest, &forest.get(tree).children).is_empty()));
        let mut random = Random::new(31);
        let (mut reduced, mut to_zero, mut not_to_zero) = (0, 0, 0);
        for round in 0..3_000 {
            let mut set: Vec<Tree> = (0..1 + random.below(6)).map(|_| random.below(forest.len().min(200))).collect();
            if round % 2 == 0 {
                // The children of a tree, and others that can be answered by a move to it, if it has a child or not.
                let reducer = random.below(30);
                set.retain(|&child| forest.get(child).children.contains(&reducer));
                set.push(forest.with_options(vec![reducer]).unwrap());
                set.extend(&forest.get(reducer).children);
            }
            set.sort_unstable();
            set.dedup();
            let expected = reducers(forest, &set);
            assert!(expected.len() < 2, "{set:?}");
            let tree = forest.with_options(set.clone()).unwrap();
            match expected[..] {
                [] => assert_eq!(forest.get(tree).children, set),
                [reducer, ..] => assert_eq!(tree, reducer),
            }
            reduced += usize::from(!expected.is_empty());
            to_zero += usize::from(expected == [ZERO]);
            let all_answered = set.iter().all(|&child| forest.get(child).children.contains(&ZERO));
            not_to_zero += usize::from(all_answered && tree != ZERO);
        }
        assert!(reduced > to_zero + 500 && to_zero > 5 && not_to_zero > 5, "{reduced} {to_zero} {not_to_zero}");
    }

    #[test]
    fn heaps_and_halves() {
        let mut forest = Forest::new(Memory::for_closure());
        let heaps: Vec<Tree> = (0..8).map(|k| forest.with_options((0..k).collect()).unwrap()).collect();
        for (k, &heap) in heaps.iter().enumerate() {
            assert_eq!((forest.get(heap).heap, forest.get(heap).height), (Some(k), k));
            // 1 = 0 + 1, 3 = 2 + 1, 5 = 4 + 1, …
            assert_eq!(forest.get(heap).half, (k % 2 == 1).then(|| heaps[k - 1]));
            // The heap 1 and sums of two equal ones, if there are no others, are lost.
            assert_eq!(forest.get(heap).outcomes, [[Win, Loss][usize::from(k == 1)], [Win, Loss][usize::from(k == 0)]]);
        }
        // Nim with small heaps adds like everywhere; but 2 + 2 is no heap.
        assert_eq!([forest.sum(1, 1), forest.sum(2, 1), forest.sum(1, 3)], [Ok(0), Ok(3), Ok(2)]);
        let twice_two = forest.sum(2, 2).unwrap();
        assert_eq!((forest.get(twice_two).heap, forest.get(twice_two).outcomes[0]), (None, Loss));
        assert_eq!(forest.order(ZERO).1, *blake3::hash(b"").as_bytes());
        let name = |bytes: &[u8]| *blake3::hash(bytes).as_bytes();
        assert_eq!(forest.order(1).1, name(&name(b"")));
    }

    /// G + 1 by the definition of section 11 is the tree of the sum with a heap 1.
    #[test]
    fn splitting() {
        let mut plain = Plain::new();
        plain.tree(&canonical("0*4"));
        let forest = &mut plain.forest;
        let mut halves = 0;
        for tree in 0..forest.len() {
            let sum = forest.sum(tree, 1).unwrap();
            assert_eq!(forest.sum(sum, 1), Ok(tree));
            assert_eq!(forest.get(sum).outcomes[0], forest.get(tree).outcomes[1]);
            match forest.get(tree).half {
                Some(half) => {
                    halves += 1;
                    assert_eq!(half, sum);
                    assert!(forest.get(half).half.is_none() && forest.get(tree).children.contains(&half));
                }
                None => {
                    assert_eq!(forest.get(sum).half, Some(tree));
                    let children = forest.get(tree).children.clone();
                    let mut expected: Vec<Tree> = children.iter().map(|&c| forest.sum(c, 1).unwrap()).collect();
                    expected.push(tree);
                    expected.sort_unstable();
                    assert_eq!(forest.get(sum).children, expected);
                }
            }
        }
        assert!(halves > 5);
    }

    #[test]
    fn sums() {
        let mut plain = Plain::new();
        let (a, b) = (canonical("0*3"), canonical("0*2"));
        for left in land_options(&a.lands()[0]).unwrap().iter().chain([&a]) {
            for right in land_options(&b.lands()[0]).unwrap().iter().chain([&b]) {
                let whole = plain.tree(&Canonical::sum(left.lands().iter().chain(right.lands())));
                let (left, right) = (plain.tree(left), plain.tree(right));
                assert_eq!(plain.forest.sum(left, right), Ok(whole));
            }
        }
    }
}
