//! The fast reduction of trees against Conway's definition, and the counts of reduced trees.
//!
//! Reduction is done a second time by definition, for every position of the game of 5 spots, with every grandchild as a
//! candidate and no use of heights, nim-heaps or factors. The counts differ by one from the paper's: `docs/experiments.md`.

use crate::misere::tests::{closure, start};
use crate::misere::{Outcome, TreeHash, TreeId, Trees};
use crate::normal::Limits;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::{Engine, Position, lives_of_key};
use std::collections::BTreeSet;

/// Trees by name, as sets of names; nothing else.
#[derive(Default)]
struct Reference {
    children: FxHashMap<TreeHash, BTreeSet<TreeHash>>,
}

impl Reference {
    fn outcome(&self, children: &BTreeSet<TreeHash>) -> Outcome {
        Outcome::of_options(children.iter().map(|child| self.outcome(&self.children[child])))
    }

    /// Whether H is G with reversible moves added (sections 2.5.1 and 2.5.2).
    fn is_reducer(&self, g: TreeHash, h: &BTreeSet<TreeHash>) -> bool {
        let kept = &self.children[&g];
        kept.is_subset(h)
            && h.difference(kept).all(|reversed| self.children[reversed].contains(&g))
            && (!kept.is_empty() || self.outcome(h) == Outcome::Win)
    }

    fn reduce(&mut self, h: BTreeSet<TreeHash>) -> TreeHash {
        let grandchildren: BTreeSet<TreeHash> =
            h.iter().flat_map(|child| self.children[child].iter().copied()).collect();
        let reducers = grandchildren.into_iter().filter(|&g| self.is_reducer(g, &h));
        let smallest = reducers.min_by_key(|g| self.children[g].len());
        smallest.unwrap_or_else(|| {
            let name = TreeHash::of_children(h.iter().copied());
            self.children.insert(name, h);
            name
        })
    }
}

/// All positions of a game with their options, options first.
fn whole_game(spots: usize) -> Vec<(Position, Vec<Position>)> {
    let mut engine = Engine::new();
    let mut seen = FxHashSet::default();
    let mut todo = vec![start(spots)];
    let mut game = Vec::new();
    while let Some(position) = todo.pop() {
        if seen.insert(position.clone()) {
            let (options, _) = engine.options(&position).unwrap();
            todo.extend(options.iter().cloned());
            game.push((position, options));
        }
    }
    game.sort_by_key(|(position, _)| position.lands().iter().map(|land| lives_of_key(land.key())).sum::<u32>());
    game
}

#[test]
fn reduction_by_definition_is_the_fast_one_on_the_game_of_5_spots() {
    let mut reference = Reference::default();
    let mut trees = Trees::new();
    let mut found: FxHashMap<Position, (TreeHash, TreeId)> = FxHashMap::default();
    // Many positions have the same reduced options; these are reduced once.
    let mut by_options: FxHashMap<BTreeSet<TreeId>, (TreeHash, TreeId)> = FxHashMap::default();
    for (position, options) in whole_game(5) {
        let fast: Vec<TreeId> = options.iter().map(|option| found[option].1).collect();
        let both = *by_options.entry(fast.iter().copied().collect()).or_insert_with(|| {
            let slow = reference.reduce(options.iter().map(|option| found[option].0).collect());
            (slow, trees.reduce(fast))
        });
        assert_eq!(trees.hash(both.1), both.0, "{position}");
        found.insert(position, both);
    }
    assert_eq!((reference.children.len(), trees.count()), (1203, 1203));
}

/// Reduced trees, those with a nim-heap 1 as a summand, and the height of the start's tree.
#[test]
fn counts_of_reduced_trees() {
    for (spots, counts) in [(2, (5, 2, 3)), (3, (7, 2, 1)), (4, (35, 8, 6)), (5, (1203, 32, 13))] {
        check_counts(spots, counts);
    }
}

#[test]
#[ignore = "a quarter of a minute"]
fn counts_of_reduced_trees_of_6_spots() {
    check_counts(6, (25458, 865, 16));
}

fn check_counts(spots: usize, counts: (usize, usize, u32)) {
    let mut closure = closure(spots);
    let root = closure.include(&start(spots), &Limits::default()).unwrap();
    let trees = closure.trees();
    let factored = trees.ids().filter(|&tree| trees.factored(tree).plus_one).count();
    assert_eq!((trees.count(), factored, trees.height(root)), counts, "{spots} spots");
}

/// Factors by their meaning: a tree is 1 + its base, by addition, and no other tree is 1 + a smaller one.
#[test]
fn factors_add_up() {
    let mut closure = closure(4);
    let one = closure.trees_mut().heap(1);
    let trees: Vec<TreeId> = closure.trees().ids().collect();
    for tree in trees {
        let factored = closure.trees().factored(tree);
        let with_one = closure.add(tree, one);
        if factored.plus_one {
            assert_eq!(with_one, factored.base);
        } else {
            assert_eq!(closure.trees().factored(with_one).base, tree);
            assert!(closure.trees().height(with_one) > closure.trees().height(tree));
        }
        assert_eq!(closure.trees().outcome_with_one(tree), closure.trees().outcome(with_one));
    }
}

/// Names do not depend on the order in which trees are met.
#[test]
fn names_are_the_same_in_every_order() {
    let together = closure(4);
    let mut one_by_one = crate::misere::Closure::new();
    for spots in 1..=4 {
        one_by_one.include(&start(spots), &Limits::default()).unwrap();
    }
    let names = |trees: &Trees| trees.ids().map(|tree| trees.hash(tree)).collect::<BTreeSet<TreeHash>>();
    assert_eq!(names(together.trees()), names(one_by_one.trees()));
    let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
    assert_eq!(together.trees().hash(TreeId::ZERO).to_string(), empty);
}
