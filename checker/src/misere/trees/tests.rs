use super::*;
use crate::budget::Allowance;
use crate::options;
use crate::tests::{Random, canonical, land_options};
use crate::token::Canonical;
use std::collections::BTreeSet;

/// A budget for some trees.
fn free() -> Budget {
    Budget::new(Allowance { work: 1_000_000_000, memory: 100_000_000 })
}

/// The trees of positions, the plain way: from all options of the whole position, sums and all.
struct Plain {
    forest: Forest,
    known: HashMap<Canonical, Tree>,
}

impl Plain {
    fn new() -> Self {
        Plain { forest: Forest::new(), known: HashMap::new() }
    }

    fn tree(&mut self, position: &Canonical) -> Tree {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let trees = options(position).unwrap().iter().map(|option| self.tree(option)).collect();
        let tree = self.forest.with_options(trees, &free()).unwrap();
        self.known.insert(position.clone(), tree);
        tree
    }
}

/// All reducers of a set, by the definition, looked for everywhere.
fn reducers(forest: &Forest, set: &[Tree]) -> Vec<Tree> {
    let has = |tree: Tree, child: &Tree| forest.trees[tree].children.contains(child);
    let is_reducer = |&g: &Tree| {
        forest.trees[g].children.iter().all(|child| set.contains(child))
            && *forest.trees[g].children != *set
            && set.iter().all(|&child| has(g, &child) || has(child, &g))
            && (g != ZERO || set.is_empty() || set.iter().any(|&child| !forest.trees[child].is_won))
    };
    (0..forest.trees.len()).filter(is_reducer).collect()
}

#[test]
fn whole_games() {
    for (spots, count) in [(2, 5), (3, 7), (4, 35)] {
        let mut plain = Plain::new();
        plain.tree(&canonical(&format!("0*{spots}")));
        assert_eq!(plain.known.values().collect::<BTreeSet<_>>().len(), count, "{spots} spots");
        // Beyond these, there is only what is a tree of these + 1.
        let halves: BTreeSet<Tree> = plain.known.values().map(|tree| tree / 2).collect();
        assert_eq!(plain.forest.trees.len(), 2 * halves.len());
    }
}

#[test]
fn reduction() {
    let mut plain = Plain::new();
    plain.tree(&canonical("0*4"));
    let forest = &mut plain.forest;
    // No tree has a reducer.
    (0..forest.trees.len()).for_each(|tree| assert!(reducers(forest, &forest.trees[tree].children).is_empty()));
    let mut random = Random::new(31);
    let (mut reduced, mut to_zero, mut not_to_zero) = (0, 0, 0);
    for round in 0..3_000 {
        let mut set: Vec<Tree> = (0..1 + random.below(6)).map(|_| random.below(forest.trees.len().min(200))).collect();
        if round % 2 == 0 {
            // The children of a tree, and others that can be answered by a move to it, if it has a child or not.
            let reducer = random.below(30);
            set.retain(|&child| forest.trees[child].children.contains(&reducer));
            set.push(forest.with_options(vec![reducer], &free()).unwrap());
            set.extend(&*forest.trees[reducer].children);
        }
        set.sort_unstable();
        set.dedup();
        let expected = reducers(forest, &set);
        assert!(expected.len() < 2, "{set:?}");
        let tree = forest.with_options(set.clone(), &free()).unwrap();
        match expected[..] {
            [] => assert_eq!(*forest.trees[tree].children, *set),
            [reducer, ..] => assert_eq!(tree, reducer),
        }
        reduced += usize::from(!expected.is_empty());
        to_zero += usize::from(expected == [ZERO]);
        let all_answered = set.iter().all(|&child| forest.trees[child].children.contains(&ZERO));
        not_to_zero += usize::from(all_answered && tree != ZERO);
    }
    assert!(reduced > to_zero + 500 && to_zero > 5 && not_to_zero > 5, "{reduced} {to_zero} {not_to_zero}");
}

#[test]
fn heaps_and_halves() {
    let mut forest = Forest::new();
    let heaps: Vec<Tree> = (0..8).map(|k| forest.with_options((0..k).collect(), &free()).unwrap()).collect();
    for (k, &heap) in heaps.iter().enumerate() {
        assert_eq!((forest.trees[heap].heap, forest.trees[heap].order.0), (Some(k), k));
        // 1 = 0 + 1, 3 = 2 + 1, 5 = 4 + 1, …
        assert_eq!((heap % 2, forest.sum(heap, ONE, &free())), (k % 2, Ok(heaps[k ^ 1])));
        // The heap 1 and sums of two equal ones, if there are no others, are lost.
        let with_one = forest.sum(heap, ONE, &free()).unwrap();
        assert_eq!((forest.trees[heap].is_won, forest.trees[with_one].is_won), (k != 1, k != 0));
    }
    // Nim with small heaps adds like everywhere; but 2 + 2 is no heap.
    assert_eq!(
        [forest.sum(1, 1, &free()), forest.sum(2, 1, &free()), forest.sum(1, 3, &free())],
        [Ok(0), Ok(3), Ok(2)]
    );
    let twice_two = forest.sum(2, 2, &free()).unwrap();
    assert_eq!((forest.trees[twice_two].heap, forest.trees[twice_two].is_won), (None, false));
    assert_eq!(forest.trees[ZERO].order.1, *blake3::hash(b"").as_bytes());
    let name = |bytes: &[u8]| *blake3::hash(bytes).as_bytes();
    assert_eq!(forest.trees[ONE].order.1, name(&name(b"")));
}

/// A tree and the next one differ by a heap 1: by the options of that sum, and by the definition of section 11. And a tree
/// splits exactly if it is odd.
#[test]
fn splitting() {
    let mut plain = Plain::new();
    plain.tree(&canonical("0*4"));
    let forest = &mut plain.forest;
    let with_one = |forest: &Forest, tree: Tree| {
        let mut options: Vec<Tree> = forest.trees[tree].children.iter().map(|child| child ^ 1).chain([tree]).collect();
        options.sort_unstable();
        options
    };
    assert!(forest.trees.len() > 20);
    for tree in 0..forest.trees.len() {
        let options = with_one(forest, tree);
        assert_eq!(forest.with_options(options, &free()), Ok(tree ^ 1));
        let children = forest.trees[tree].children.clone();
        let halves: Vec<Tree> = children.iter().copied().filter(|&c| with_one(forest, c) == *children).collect();
        assert_eq!(halves, if tree % 2 == 1 { vec![tree - 1] } else { vec![] });
    }
}

fn sum(left: &Canonical, right: &Canonical) -> Canonical {
    let mut lands = [left.lands(), right.lands()].concat();
    lands.sort_unstable();
    Canonical(lands)
}

#[test]
fn sums() {
    let mut plain = Plain::new();
    let (a, b) = (canonical("0*3"), canonical("0*2"));
    for left in land_options(&a.lands()[0]).unwrap().iter().chain([&a]) {
        for right in land_options(&b.lands()[0]).unwrap().iter().chain([&b]) {
            let whole = plain.tree(&sum(left, right));
            let (left, right) = (plain.tree(left), plain.tree(right));
            assert_eq!(plain.forest.sum(left, right, &free()), Ok(whole));
        }
    }
}

/// The heap k has the children 0 to k - 1, and no other k trees. (Sets like {0, 1, 3} are reduced before they are planted.)
#[test]
fn heaps_have_all_lesser_heaps() {
    let mut forest = Forest::new();
    let heaps: Vec<Tree> = (0..6).map(|k| forest.with_options((0..k).collect(), &free()).unwrap()).collect();
    assert!(heaps.iter().zip(0..).all(|(&heap, k)| forest.trees[heap].heap == Some(k)));
    for set in [vec![0, 1, 3], vec![0, 2], vec![1], vec![2], vec![1, 2], vec![0, 1, 2, 4], vec![0, 1, 2, 5], vec![2, 3]]
    {
        let tree = forest.plant(set.iter().map(|k| heaps[*k]).collect());
        assert_eq!(forest.trees[tree].heap, None, "{set:?}");
    }
}
