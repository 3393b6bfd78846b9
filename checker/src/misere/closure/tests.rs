use super::*;
use crate::error::Family;
use crate::misere::testing::settings;
use crate::tests::canonical;

/// Lands, and trees that do not split and are not 0.
fn counts(text: &str, threads: usize) -> [usize; 2] {
    let Found { forest, small, .. } =
        trees(&canonical(text), &settings(threads), &Budget::new(Allowance::of_size(0))).unwrap();
    let mut small = small.into_iter().map(|(land, tree)| (land, tree.unwrap())).collect();
    let trees: Vec<Planted> = forest.sorted(&mut small);
    let order: Vec<_> = trees.iter().step_by(2).map(|tree| tree.order).collect();
    assert!(order.is_sorted_by(|a, b| a < b));
    for tree in trees.iter().step_by(2) {
        assert!(tree.children.is_sorted_by(|&a, &b| trees[a].order < trees[b].order));
    }
    assert!(small.values().all(|tree| *tree < trees.len()));
    [small.len(), trees.len() / 2 - 1]
}

#[test]
fn of_whole_games() {
    let table = [("!", [0, 0]), ("0*2", [15, 2]), ("0*3", [118, 4]), ("0*4", [1122, 26])];
    for (text, expected) in table {
        assert_eq!(counts(text, 1), expected, "{text}");
        assert_eq!(counts(text, 3), expected, "{text}");
    }
}

#[test]
#[ignore = "deep: takes some seconds"]
fn of_five_spots() {
    assert_eq!(counts("0*5", 2), [12631, 1170]);
}

/// The trees of FORMAT.md section 14, their names put together by hand.
#[test]
fn names() {
    let hash = |children: &[blake3::Hash]| {
        let mut names: Vec<[u8; 32]> = children.iter().map(|name| *name.as_bytes()).collect();
        names.sort_unstable();
        blake3::hash(names.as_flattened())
    };
    let zero = hash(&[]);
    let one = hash(&[zero]);
    let two = hash(&[zero, one]);
    let (three, only_two) = (hash(&[zero, one, two]), hash(&[two]));
    let table = [
        (zero, ["!", "12", "1+1", "ABC|ABC"]),
        (one, ["1", "0.2", "AB|AB", "12+1"]),
        (two, ["1a1a", "2AB|AB", "0.AB|AB", "1AB|AB+1"]),
        (three, ["1AB|AB", "AB.CD|AB|CD", "1a1a+1", "AB|AB+0.AB|AB"]),
        (only_two, ["0*2", "0*2+0", "0*2+1+1", "0.0"]),
    ];
    for (name, positions) in table {
        for position in positions {
            assert_eq!(tree_name(position).unwrap(), name.to_string(), "{position}");
        }
    }
    assert!(tree_name("1a1a").unwrap().starts_with("028d2c8a") && tree_name("0*2").unwrap().starts_with("b434a976"));
    assert_eq!(tree_name("0*60").unwrap_err().family(), Family::CannotCheck);
    assert_eq!(tree_name("0*").unwrap_err().family(), Family::Malformed);
}

/// Whatever the position, the search for lands ends.
#[test]
fn of_too_many_spots() {
    for text in ["0*6", "0*7", "0*30", "0*49"] {
        let budget = Budget::new(Allowance { work: 1_000_000, ..Allowance::of_size(100) });
        let error = trees(&canonical(text), &settings(2), &budget).err().unwrap();
        assert!(error.family() == Family::CannotCheck && error.to_string().contains("more work"), "{error}");
    }
}

/// What a closure costs does not depend on the number of threads, nor on its being known.
#[test]
fn costs_the_same_every_time() {
    let cost = |threads| {
        let budget = Budget::new(Allowance::of_size(100));
        trees(&canonical("0*4"), &settings(threads), &budget).unwrap();
        budget.spent().work
    };
    let (work, size) = (cost(1), Allowance::of_size(100));
    assert_eq!([cost(2), cost(5)], [work; 2]);
    let closures = Closures::default();
    for _ in 0..2 {
        let budget = Budget::new(size);
        closures.of(&canonical("0*4"), &settings(1), &budget).unwrap();
        assert_eq!(budget.spent().work, work);
    }
    let little = Budget::new(Allowance { work: work - 1, ..size });
    for closures in [closures, Closures::default()] {
        let error = closures.of(&canonical("0*4"), &settings(1), &little).err().unwrap();
        assert_eq!(error.to_string(), format!("cannot check: the closure position: {}", CannotCheck::Work));
    }
}

/// The least memory with which a closure is found does not depend on the number of threads.
#[test]
fn memory_does_not_depend_on_threads() {
    let is_enough = |memory, threads| {
        let budget = Budget::new(Allowance { work: u64::MAX, memory });
        trees(&canonical("0*3"), &settings(threads), &budget).is_ok()
    };
    let (mut least, mut enough) = (0, 1 << 24);
    assert!(is_enough(enough, 1));
    while least + 1 < enough {
        let middle = (least + enough) / 2;
        *if is_enough(middle, 1) { &mut enough } else { &mut least } = middle;
    }
    for threads in [1, 2, 3, 8] {
        for _ in 0..20 {
            assert!(is_enough(enough, threads) && !is_enough(enough - 1, threads), "{threads} threads");
        }
    }
}
