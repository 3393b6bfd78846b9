use super::*;
use crate::misere::testing::settings;
use crate::tests::canonical;

/// Lands, and trees that do not split and are not 0.
fn counts(text: &str, threads: usize) -> [usize; 2] {
    let closure = explore(&canonical(text), &settings(threads)).unwrap().closure().unwrap();
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
    assert_eq!(tree_name("0*60").unwrap_err().family, crate::Family::CannotCheck);
    assert_eq!(tree_name("0*").unwrap_err().family, crate::Family::Malformed);
}

/// Whatever the position, the search for lands ends.
#[test]
#[ignore = "takes some seconds"]
fn of_too_many_spots() {
    let start = std::time::Instant::now();
    for text in ["0*7", "0*30"] {
        let error = explore(&canonical(text), &settings(2)).err().unwrap();
        assert_eq!(error.family, crate::Family::CannotCheck, "{error}");
    }
    assert!(start.elapsed().as_secs() < 240, "{:?}", start.elapsed());
}

#[test]
fn counts_moves() {
    let (mut explorer, moves) = (Explorer::default(), Moves::of(&canonical("0*2").0[0]));
    explorer.spend(&moves).unwrap();
    assert_eq!(explorer.work, moves.all().unwrap().count() as u64 * 5); // `0.0.|`
    explorer.work = MAX_WORK - explorer.work;
    explorer.spend(&moves).unwrap();
    assert_eq!(explorer.spend(&moves).unwrap_err().to_string(), "cannot check: its lands have too many moves");
}
