//! Examples of Lemoine and Viennot, sections 2.1 to 5.1. Left out: figure 5, the counts of sections 4.4 (478 canonical
//! trees) and 4.5 (the sum of 6 and 4 spots), and drawings that the text does not put into words.

use crate::misere::tests::{closure, position, start};
use crate::misere::{Closure, Dfpn, Node, Outcome, Piece, PieceTable, TranspositionTable, TreeId, Trees};
use crate::normal::{LandTable, Limits};

/// The tree of a position and of a text agree; returns the closure and the tree for further questions.
fn check(text: &str, tree: &str) -> (Closure, TreeId) {
    let mut closure = Closure::new();
    let found = closure.include(&position(text), &Limits::default()).unwrap();
    let mut trees = Trees::new();
    let expected = trees.parse(tree).unwrap();
    assert_eq!(closure.trees().text(found, 10_000).text, trees.text(expected, 10_000).text, "{text}");
    assert_eq!(closure.trees().hash(found), trees.hash(expected), "{text}");
    (closure, found)
}

fn parse(trees: &mut Trees, text: &str) -> TreeId {
    trees.parse(text).unwrap()
}

/// Section 2.2: nimbers of the normal game.
#[test]
fn nimbers() {
    let mut land_table = LandTable::new();
    for (text, nimber) in [("0.0.}]!", 0), ("ABCD.}AB.}CD.}]!", 3)] {
        let lands = land_table.position(&position(text));
        assert_eq!(land_table.mex(lands[0]).unwrap(), nimber, "{text}");
    }
}

/// Section 2.1: the empty position tells one spot from two.
#[test]
fn one_and_two_spots_differ() {
    for (spots, outcome) in [(1, Outcome::Win), (2, Outcome::Loss)] {
        let mut closure = Closure::new();
        let tree = closure.include(&start(spots), &Limits::default()).unwrap();
        assert_eq!(closure.trees().outcome(tree), outcome, "{spots} spots");
    }
}

/// Figures 2 to 4 and 7 show trees; sections 2.9, 2.10, 3.1, 4.1, 4.4 and 5.1 name them.
#[test]
fn trees_of_positions() {
    check("0.AB.}AB.}]!", "2");
    check("0.0.A.}1A.}]!", "{2}");
    check("0.0.}]!", "{2}");
    check("0.0.AB.}AB.}]!", "{1; {2}}");
    check("ABCD.}ABEF.}CDFE.}]!", "{1; {2}}");
    check("0.0.0.}]!", "1");
    check("0.0.0.0.}]!", "{3; {1; 2; {3; {2}}}}");
    check("1ABC.}BCDE.}ADE.}]!", "{0; 2; {3}; {1; 3; {2}}}");
    check("22.}]!", "1");
    check("2ab2ba.}]!", "3");
    check("0.0.A.}2A.}]!", "{3; {2}}");
    check("0.0.A.}0.A.}]!", "{3; {2}}");
    check("0.0.0.0.2.}]!", "0");
    check("ABC.}ABD.}CE.}DE.}]!", "{2}");
}

/// Section 2.7: `{1; {2}}` tells 2 from 2 + 2 + 2.
#[test]
fn a_tree_that_distinguishes() {
    let mut closure = Closure::new();
    let land = closure.include(&position("ABCD.}ABEF.}CDFE.}]!"), &Limits::default()).unwrap();
    let two = closure.include(&position("0.AB.}AB.}]!"), &Limits::default()).unwrap();
    assert_eq!(closure.trees().heap_size(two), Some(2));
    let mut piece_table = PieceTable::new(closure);
    for (twos, outcome) in [(1, Outcome::Win), (3, Outcome::Loss)] {
        let pieces = std::iter::repeat_n(two, twos).chain([land]).map(Piece::tree).collect();
        let mut table = TranspositionTable::new(1 << 20);
        let mut search = Dfpn::new(&mut piece_table, &mut table, Limits::default(), ());
        assert_eq!(search.outcome(&Node::new(pieces)), Ok(outcome), "{twos}");
    }
}

/// Section 2.8: there are 1, 2, 3, 5, 22 reduced trees of height up to 0, 1, 2, 3, 4; figure 6 shows the first five.
#[test]
fn reduced_trees_of_small_height() {
    let mut trees = Trees::new();
    for count in [1, 2, 3, 5, 22] {
        assert_eq!(trees.count(), count);
        let all: Vec<TreeId> = trees.ids().collect();
        if all.len() == 22 {
            break;
        }
        for subset in 0u32..1 << all.len() {
            trees.reduce(all.iter().copied().filter(|tree| subset & (1 << tree.index()) != 0).collect());
        }
    }
    let mut low: Vec<String> =
        trees.ids().filter(|&tree| trees.height(tree) <= 3).map(|tree| trees.text(tree, 100).text).collect();
    low.sort();
    assert_eq!(low, ["0", "1", "2", "3", "{2}"]);
}

/// Section 2.9: sums with 0 or 1 are heaps, 2 + 2 is not; in the game of 3 spots, two trees are no heaps.
#[test]
fn sums_of_heaps() {
    let mut closure = closure(3);
    let mut trees: Vec<TreeId> = closure.trees().ids().filter(|&t| closure.trees().heap_size(t).is_some()).collect();
    trees.sort_by_key(|&tree| closure.trees().heap_size(tree));
    let wild = closure.trees().ids().filter(|&tree| closure.trees().heap_size(tree).is_none());
    let mut wild: Vec<String> = wild.map(|tree| closure.trees().text(tree, 100).text).collect();
    wild.sort();
    assert_eq!(wild, ["{1; {2}}", "{2}"]);
    for (one, other, sum) in [(3, 1, "2"), (2, 1, "3"), (4, 1, "5"), (1, 1, "0"), (2, 2, "{2; 3}"), (0, 4, "4")] {
        let found = closure.add(trees[one], trees[other]);
        assert_eq!(closure.trees().text(found, 100).text, sum, "{one} + {other}");
    }
    let mut trees = Trees::new();
    let two = trees.heap(2);
    assert_eq!(parse(&mut trees, "{0; 1; 3; 5}"), two);
    let wild = parse(&mut trees, "{2; 3}");
    assert_eq!(trees.heap_size(wild), None);
}

/// Section 2.10: S_3 recovers from a child that is no heap.
#[test]
fn recovery() {
    let mut trees = Trees::new();
    let recovered = parse(&mut trees, "{0; {1; {2}}}");
    assert_eq!(trees.heap_size(recovered), Some(1));
}

/// Sections 2.11 and 3.3.
#[test]
fn factoring_by_one() {
    let mut trees = Trees::new();
    for (text, base) in [("1", "0"), ("3", "2"), ("{3; {2}}", "{2}")] {
        let (tree, base) = (parse(&mut trees, text), parse(&mut trees, base));
        assert_eq!(trees.factored(tree).base, base, "{text}");
        assert!(trees.factored(tree).plus_one, "{text}");
    }
    let tree = parse(&mut trees, "{1; 3; {2}}");
    assert!(!trees.factored(tree).plus_one);
    let with_one = parse(&mut trees, "{0; 2; {3; {2}}; {1; 3; {2}}}");
    assert_eq!(trees.factored(with_one).base, tree);
    // Conway: {0; {2}; {3; {2}}} + 2 is {2}.
    let mut closure = Closure::new();
    let conway = closure.trees_mut().parse("{0; {2}; {3; {2}}}").unwrap();
    let two = closure.trees_mut().heap(2);
    let sum = closure.add(conway, two);
    assert_eq!(closure.trees().text(sum, 100).text, "{2}");
}

/// Section 3.1.2: heights, outcomes and children in the table under figure 8.
#[test]
fn figure_8() {
    let mut trees = Trees::new();
    for (text, height, outcome, children) in [
        ("0", 0, Outcome::Win, 0),
        ("1", 1, Outcome::Loss, 1),
        ("2", 2, Outcome::Win, 2),
        ("3", 3, Outcome::Win, 3),
        ("{2}", 3, Outcome::Loss, 1),
        ("{3}", 4, Outcome::Loss, 1),
        ("{1; 3; {2}}", 4, Outcome::Win, 3),
        ("{0; 2; {3}; {1; 3; {2}}}", 5, Outcome::Win, 4),
    ] {
        let tree = parse(&mut trees, text);
        assert_eq!((trees.height(tree), trees.outcome(tree)), (height, outcome), "{text}");
        assert_eq!(trees.children(tree).len(), children, "{text}");
    }
}

/// Section 3.2.3: the two smaller candidates fail, and nothing reduces.
#[test]
fn the_example_of_section_3_2_3() {
    let mut trees = Trees::new();
    let tree = parse(&mut trees, "{0; 2; {3}; {1; 3; {2}}; 5; 7}");
    assert_eq!((trees.children(tree).len(), trees.height(tree), trees.outcome(tree)), (6, 8, Outcome::Win));
}

/// Section 4.1: what the node of a position is made of. The nine spots are too large; three nim-heaps 1 leave one.
#[test]
fn the_node_of_section_4_1() {
    let mut piece_table = PieceTable::new(closure(4));
    let node = piece_table.node(&position("0.0.0.0.0.0.0.0.0.}]22.}]2ab2ba.}]0.0.A.}2A.}]!"));
    let nine = piece_table.node(&start(9));
    let one_two = piece_table.node(&position("2ab2ba.}]!"));
    let one_wild = piece_table.node(&position("0.0.A.}2A.}]!"));
    assert_eq!((nine.pieces().len(), one_two.pieces().len(), one_wild.pieces().len()), (1, 2, 2));
    let pieces = vec![Piece::ONE, nine.pieces()[0], one_two.pieces()[1], one_wild.pieces()[1]];
    assert_eq!(node, Node::new(pieces));
}
