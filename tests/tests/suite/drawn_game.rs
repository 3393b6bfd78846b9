//! The judge before the court: the drawn game against the literature, against the laws of drawings,
//! and at the pitfalls of its rules.

use std::collections::{BTreeSet, HashMap};

use sproof_tests::drawn::Identification::{GlobalMirror, MirrorPerRegion, NoMirror};
use sproof_tests::drawn::{
    Curve, Drawn, Game, Identification, Key, Site, SplitMix64, Spot, TreeId, Trees, canonical_trees, explore,
    random_position,
};

/// The curves that join two spots, numbered from 1 as in Hoey's notation.
fn curves_between(position: &Drawn, x: usize, y: usize) -> Vec<Curve> {
    let spot = |curve: &Curve, site: Site| position.regions[curve.region][site.boundary][site.at];
    let mut curves = position.curves();
    curves.retain(|curve| {
        let ends = [spot(curve, curve.x) + 1, spot(curve, curve.y) + 1];
        ends == [x, y] || ends == [y, x]
    });
    curves
}

/// Joins two spots by the first curve that can do it, with all other boundaries on the near side.
fn joined(position: &Drawn, x: usize, y: usize) -> Drawn {
    let curve = curves_between(position, x, y)[0];
    position.play(&curve, &vec![false; position.regions[curve.region].len()])
}

fn keys(positions: &[Drawn], identification: Identification) -> BTreeSet<Key> {
    positions.iter().map(|position| position.key(identification)).collect()
}

/// AJS figure 2: "a complete tree of the two-spot game with isomorphic positions identified" has 51
/// positions ("using the planar graph representation of figure 2 required that 51 positions be
/// evaluated").
///
/// The identification that gives 51: drawings on the sphere (no region is the outer one), a drawing
/// and its mirror image identified, spots without names, dead spots and dead regions kept, the
/// start counted. Whether the whole drawing is mirrored or each region by itself makes no
/// difference with two spots; with three it does, once. Telling mirror images apart gives 57, and
/// telling the unbounded region apart gives 158 or 188.
#[test]
fn figure_2_has_51_positions() {
    assert_eq!(explore(&Drawn::start(2), GlobalMirror).positions.len(), 51);
}

#[test]
fn positions_by_identification() {
    count_positions(&[(1, true), (2, true), (3, false)]);
}

#[test]
#[ignore = "deep: 52,458 positions"]
fn positions_in_the_plane_by_identification() {
    count_positions(&[(3, true)]);
}

/// Counts the positions of games, on the sphere and, if that is wanted, in the plane.
fn count_positions(games: &[(usize, bool)]) {
    let table = [
        (NoMirror, [3, 57, 4249], [4, 188, 23307]),
        (GlobalMirror, [3, 51, 2789], [4, 158, 14577]),
        (MirrorPerRegion, [3, 51, 2788], [4, 158, 14574]),
    ];
    for (identification, sphere, plane) in table {
        for &(n, in_plane) in games {
            let count = |start| explore(&start, identification).positions.len();
            assert_eq!(count(Drawn::start(n)), sphere[n - 1], "{identification:?} {n} sphere");
            assert!(!in_plane || count(Drawn::start_in_plane(n)) == plane[n - 1], "{identification:?} {n} plane");
        }
    }
}

/// LV figure 9 counts the canonical trees of the games with 2, 3 and 4 spots, on reduced positions;
/// AJS table 1 has the outcomes.
#[test]
fn canonical_trees_and_outcomes_of_the_literature() {
    trees_and_outcomes(&[(1, 3, 3, false, true), (2, 51, 10, false, false), (3, 2788, 55, true, false)]);
}

#[test]
#[ignore = "deep: 296,132 positions"]
fn canonical_trees_and_outcome_of_four_spots() {
    trees_and_outcomes(&[(4, 296_132, 713, true, false)]);
}

/// Explores games, given their spots, positions and trees, and whether the first player wins normal and misère play.
fn trees_and_outcomes(table: &[(usize, usize, usize, bool, bool)]) {
    for &(n, positions, trees, normal, misere) in table {
        let game = canonical_trees(n);
        assert_eq!(game.positions.len(), positions, "{n} spots: positions");
        assert_eq!(game.trees.count(), trees, "{n} spots: trees");
        assert_eq!(game.trees.nimber(game.start) != 0, normal, "{n} spots: normal play");
        assert_eq!(game.trees.misere_win(game.start), misere, "{n} spots: misère play");
        assert_eq!(game.tree(&Drawn::start(n)), Some(game.start));
    }
}

/// The tree of another collection, in this one.
fn transplanted(tree: TreeId, from: &Trees, to: &mut Trees) -> TreeId {
    let children = from.children(tree).iter();
    let children = children.map(|&child| transplanted(child, from, to)).collect();
    to.intern(children)
}

/// Plane or sphere, mirrored or not: "it makes no difference" (FORMAT.md section 2). Every
/// identification gives the same tree to the start.
#[test]
#[ignore = "deep: the game of 3 spots four times"]
fn identifications_do_not_touch_the_trees() {
    let mut reference = canonical_trees(3);
    for start in [Drawn::start(3), Drawn::start_in_plane(3)] {
        for identification in [NoMirror, GlobalMirror] {
            let game = explore(&start, identification);
            let tree = transplanted(game.start, &game.trees, &mut reference.trees);
            assert_eq!((tree, game.trees.count()), (reference.start, 55), "{identification:?}");
        }
    }
}

/// How many positions are left if those with one key under `coarser` are put together; panics if
/// two of them have different canonical trees.
fn merged(game: &Game, coarser: Identification) -> usize {
    let mut trees: HashMap<Key, TreeId> = HashMap::new();
    for (position, tree) in game.iter() {
        let known = *trees.entry(position.key(coarser)).or_insert(tree);
        assert_eq!(known, tree, "{}", position.hoey());
    }
    trees.len()
}

/// To mirror regions one by one is sound: the true drawings (on the sphere, a drawing being the
/// same as its mirror image) that it identifies have the same canonical tree.
#[test]
fn regions_may_be_mirrored_one_by_one() {
    assert_eq!(merged(&explore(&Drawn::start(3), NoMirror), GlobalMirror), 2789);
    assert_eq!(merged(&explore(&Drawn::start(3), GlobalMirror), MirrorPerRegion), 2788);
}

/// The same with four spots.
#[test]
#[ignore = "deep: 296,670 positions"]
fn regions_may_be_mirrored_one_by_one_with_four_spots() {
    let game = explore(&Drawn::start(4), GlobalMirror);
    assert_eq!(game.positions.len(), 296_670);
    assert_eq!(game.trees.count(), 713);
    assert_eq!(merged(&game, MirrorPerRegion), 296_132);
}

/// The only two drawings with three spots that mirroring regions one by one identifies: a closed
/// part of the drawing is turned over, and the rest is not.
#[test]
fn the_first_two_drawings_that_differ_by_the_mirror_of_a_region() {
    let one = Drawn::from_hoey("1,3,2,8,4,3,1,5/1,5,6,7,9,10,6,5/2,3,4,8/4,8/6,10,9,7/7,9");
    let other = Drawn::from_hoey("1,3,2,8,4,3,1,5/1,5,6,10,9,7,6,5/2,3,4,8/4,8/6,7,9,10/7,9");
    assert_eq!((one.fault(), other.fault()), (None, None));
    assert_ne!(one.key(GlobalMirror), other.key(GlobalMirror));
    assert_eq!(one.key(MirrorPerRegion), other.key(MirrorPerRegion));
}

/// All boundaries of a region mirror together. Below, each of the two boundaries of the first
/// region differs from its mirror image.
#[test]
fn boundaries_of_a_region_are_not_mirrored_one_by_one() {
    let chiral = |first: &str, second: &str| {
        let inner = "1,4,5,8/1,4/2,3,7,10/2,3";
        Drawn::from_hoey(&format!("{first};{second}/{inner}")).key(MirrorPerRegion)
    };
    let (one, eno) = ("1,8,5,9,5,4", "4,5,9,5,8,1");
    let (two, owt) = ("2,10,7,6,7,3", "3,7,6,7,10,2");
    assert_eq!(chiral(one, two), chiral(eno, owt));
    assert_ne!(chiral(one, two), chiral(eno, two));
    assert_eq!(chiral(eno, two), chiral(one, owt));
}

#[test]
fn keys_see_through_disguises() {
    see_through_disguises(0..80);
}

#[test]
#[ignore = "deep: more positions"]
fn keys_see_through_more_disguises() {
    see_through_disguises(80..400);
}

fn see_through_disguises(seeds: std::ops::Range<usize>) {
    let mut random = SplitMix64::new(1);
    for seed in seeds {
        let position = random_position(1 + seed % 8, seed % 20, seed as u64);
        for identification in [NoMirror, GlobalMirror, MirrorPerRegion] {
            let other = position.disguised(identification, &mut random);
            assert_eq!(position.key(identification), other.key(identification), "{seed}");
        }
    }
}

/// Every reachable position is a drawing; every move costs one life; and the n-spot game lasts from
/// 2n to 3n - 1 moves (Conway and Mollison; AJS section 1).
#[test]
fn play_keeps_the_laws() {
    for n in 1..=3 {
        let game = explore(&Drawn::start(n), GlobalMirror);
        for (position, _) in game.iter() {
            assert_eq!(position.fault(), None, "{}", position.hoey());
            let played = position.lives.len() - n;
            assert_eq!(position.total_lives(), 3 * n - played);
            let successors = position.moves();
            assert!(played < 3 * n);
            assert!(played >= 2 * n || !successors.is_empty(), "{}", position.hoey());
            for successor in successors {
                assert_eq!(successor.fault(), None, "{}", successor.hoey());
            }
        }
    }
}

#[test]
fn random_games_keep_the_laws_up_to_30_spots() {
    for n in [1, 2, 5, 12, 30] {
        for seed in 0..20 {
            let end = random_position(n, usize::MAX, seed);
            let length = end.lives.len() - n;
            assert!(end.moves().is_empty());
            assert!((2 * n..3 * n).contains(&length), "{n} spots, seed {seed}: {length} moves");
            let middle = random_position(n, length / 2, seed);
            assert_eq!(middle.lives.len(), n + length / 2);
            assert_eq!((middle.fault(), end.fault()), (None, None));
        }
    }
}

/// Two spots, by hand: a loop with the other spot on either side, and the curve between them.
#[test]
fn first_moves_with_two_spots() {
    let moves: Vec<String> = Drawn::start(2).moves().iter().map(Drawn::hoey).collect();
    assert_eq!(moves, ["2;1,3/1,3", "1,3/2;1,3", "1,3,2,3", "1;2,3/2,3", "2,3/1;2,3"]);
    assert_eq!(keys(&Drawn::start(2).moves(), NoMirror).len(), 2);
}

/// Pitfall: the loop on a spot of degree 0. Both sides look alike, so a distribution and its
/// opposite give one position: with k other spots there are k/2 + 1 positions, rounded down.
#[test]
fn loop_on_a_spot_of_degree_0() {
    for others in 0..6 {
        let position = Drawn::start(others + 1);
        let curve = curves_between(&position, 1, 1)[0];
        let mut found = BTreeSet::new();
        for set in 0..1 << others {
            let aside: Vec<bool> = (0..=others).map(|spot| spot > 0 && set >> (spot - 1) & 1 == 1).collect();
            let opposite: Vec<bool> = aside.iter().map(|&aside| !aside).collect();
            let after = position.play(&curve, &aside);
            assert_eq!(after.lives[0], 1);
            assert_eq!(after.key(NoMirror), position.play(&curve, &opposite).key(NoMirror));
            found.insert(after.key(NoMirror));
        }
        assert_eq!(found.len(), others / 2 + 1);
    }
}

/// Pitfall: the loop on a spot of degree 1. The old boundary lies whole on one side of the loop,
/// and x is dead but kept.
#[test]
fn loop_on_a_spot_of_degree_1() {
    let position = joined(&Drawn::start(2), 1, 2);
    assert_eq!(position.hoey(), "1,3,2,3");
    assert_eq!(curves_between(&position, 1, 1).len(), 1);
    let after = joined(&position, 1, 1);
    assert_eq!(after.hoey(), "1,4/1,3,2,3,1,4");
    assert_eq!(after.lives, [0, 2, 1, 1]);
    let with_bystander = joined(&Drawn::start(3), 1, 2);
    let curve = curves_between(&with_bystander, 1, 1)[0];
    let sides: Vec<Drawn> = [false, true].iter().map(|&side| with_bystander.play(&curve, &[side, false])).collect();
    assert_eq!(sides[0].hoey(), "3;1,5/1,4,2,4,1,5");
    assert_eq!(sides[1].hoey(), "1,5/3;1,4,2,4,1,5");
    assert_eq!(keys(&sides, MirrorPerRegion).len(), 2);
}

/// Pitfall: after a one-boundary move a used spot of degree 1 lives on in both new regions.
#[test]
fn a_used_spot_of_degree_1_occurs_on_both_sides() {
    let after = joined(&joined(&Drawn::start(2), 1, 2), 1, 2);
    assert_eq!(after.hoey(), "1,3,2,4/2,3,1,4");
    assert_eq!(after.lives, [1, 1, 1, 1]);
}

/// Pitfall: a spot of degree 2 that occurs twice in its boundary can be used at either occurrence,
/// dies at both, and cannot be joined to itself. The example is Hoey's (element 4): after 1-5-2;
/// 3-6-4 there are four ways of connecting 5 and 6.
#[test]
fn each_occurrence_of_a_spot_of_degree_2_is_another_move() {
    let position = joined(&joined(&Drawn::start(4), 1, 2), 3, 4);
    assert_eq!(position.hoey(), "1,5,2,5;3,6,4,6");
    assert!(curves_between(&position, 5, 5).is_empty());
    let mut found = BTreeSet::new();
    for curve in curves_between(&position, 5, 6) {
        let after = position.play(&curve, &[]);
        assert_eq!((after.lives[4], after.lives[5]), (0, 0));
        let [boundary] = &after.regions[0][..] else { panic!("one boundary is left") };
        let mut live: Vec<Spot> = boundary.iter().map(|spot| spot + 1).collect();
        live.retain(|&spot| after.lives[spot - 1] > 0);
        let seven = live.iter().position(|&spot| spot == 7).unwrap();
        live.rotate_left(seven);
        let half_turned = [&live[3..], &live[..3]].concat();
        found.insert(live.min(half_turned));
    }
    // Hoey's 1,2,7,3,4,7 and 1,2,7,4,3,7 and 1,7,3,4,7,2 and 1,7,4,3,7,2, rotated.
    let expected = [[7, 1, 2, 7, 3, 4], [7, 1, 2, 7, 4, 3], [7, 2, 1, 7, 3, 4], [7, 2, 1, 7, 4, 3]];
    assert_eq!(found, expected.map(|walk| walk.to_vec()).into());
}

/// Pitfall: a spot of degree 2 that occurs in two regions can be used in either, and dies in both.
/// The example is Hoey's (element 6): 1-4-3 in `1,3;2/1,3`.
#[test]
fn a_spot_in_two_regions_is_used_in_either() {
    let position = Drawn::from_hoey("1,3;2/1,3");
    let curves = curves_between(&position, 1, 3);
    assert_eq!(curves.iter().map(|curve| curve.region).collect::<Vec<_>>(), [0, 1]);
    let beside_2 = position.play(&curves[0], &[false, false]);
    assert_eq!(beside_2.hoey(), "2;1,3,4/1,3/3,1,4");
    assert_eq!(beside_2.lives, [0, 3, 0, 1]);
    let within = position.play(&curves[1], &[false]);
    assert_eq!(within.hoey(), "1,3;2/1,3,4/3,1,4");
    assert_ne!(beside_2.key(MirrorPerRegion), within.key(MirrorPerRegion));
}

/// Hoey's example of the full notation, played and written.
#[test]
fn hoeys_example() {
    let text = "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9";
    let drawn = Drawn::from_hoey(text);
    assert_eq!(drawn.hoey(), text);
    assert_eq!(drawn.fault(), None);
    assert_eq!(drawn.lives, [2, 3, 0, 2, 2, 0, 0, 1, 1]);
    let lines = joined(&joined(&Drawn::start(5), 1, 5), 3, 4);
    let ways = curves_between(&lines, 6, 7).into_iter().map(|curve| lines.play(&curve, &[]));
    let mut ends = Vec::new();
    for position in ways {
        let curve = curves_between(&position, 3, 3)[0];
        ends.extend([false, true].map(|side| position.play(&curve, &[side, side])));
    }
    assert!(keys(&ends, NoMirror).contains(&drawn.key(NoMirror)));
}
