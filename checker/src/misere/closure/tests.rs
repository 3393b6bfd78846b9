use super::*;
use crate::misere::testing::settings;
use crate::tests::canonical;

/// Lands, and trees that do not split and are not 0.
fn counts(text: &str, threads: usize) -> [usize; 2] {
    let closure = explore(&canonical(text), &settings(threads)).unwrap();
    let splits = closure.trees.iter().flat_map(|tree| &tree.children).chain(closure.small.values());
    assert!(splits.flat_map(|split| split.0).all(|tree| (tree as usize) < closure.trees.len()));
    [closure.small.len(), closure.trees.len()]
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
#[ignore = "takes some seconds"]
fn of_five_spots() {
    assert_eq!(counts("0*5", 2), [12631, 1170]);
}
