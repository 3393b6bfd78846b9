//! The search on nodes against plain search, and what it leaves in the table.

use crate::misere::tests::{closure, start};
use crate::misere::{BruteForce, Closure, Dfpn, Extraction, Node, Outcome, PieceTable, TranspositionTable, extract};
use crate::normal::Limits;
use common::random::Random;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::{Engine, Land, Position, lives_of_key};

/// Lemoine and Viennot, figure 1: won (W) or lost (L), from 1 spot on.
const KNOWN: &str = "WLLLWWLLLWWWLLLWW";

fn known(spots: usize) -> Outcome {
    if KNOWN.as_bytes()[spots - 1] == b'W' { Outcome::Win } else { Outcome::Loss }
}

fn solve(piece_table: &mut PieceTable, table: &mut TranspositionTable, position: &Position) -> Outcome {
    let node = piece_table.node(position);
    Dfpn::new(piece_table, table, Limits::default(), ()).outcome(&node).unwrap()
}

#[test]
fn outcomes_are_the_known_ones() {
    let mut piece_table = PieceTable::new(closure(5));
    let mut table = TranspositionTable::new(1 << 24);
    for spots in 1..=11 {
        assert_eq!(solve(&mut piece_table, &mut table, &start(spots)), known(spots), "{spots} spots");
    }
}

#[test]
fn a_small_table_is_enough() {
    let mut piece_table = PieceTable::new(closure(4));
    let mut table = TranspositionTable::new(1);
    for spots in 1..=10 {
        assert_eq!(solve(&mut piece_table, &mut table, &start(spots)), known(spots), "{spots} spots");
        let node = piece_table.node(&start(spots));
        let extraction = extract(&mut piece_table, &table, &node).unwrap();
        check_extraction(&mut piece_table, &extraction, &node);
    }
}

#[test]
fn plain_search_agrees_on_starts() {
    plain_search_agrees(1..=5);
}

#[test]
#[ignore = "deep: the 6-spot game without an idea"]
fn plain_search_agrees_on_6_spots() {
    plain_search_agrees(6..=6);
}

fn plain_search_agrees(games: std::ops::RangeInclusive<usize>) {
    let mut plain = BruteForce::new();
    for spots in games {
        assert_eq!(plain.outcome(&start(spots), Limits::default()), Ok(known(spots)), "{spots} spots");
    }
}

/// Positions met when playing at random, with few enough lives for plain search.
fn random_positions(count: usize, most_lives: u32) -> Vec<Position> {
    let mut random = Random::new(4);
    let mut engine = Engine::new();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = start(5 + random.below(4));
        let total = |position: &Position| position.lands().iter().map(|land| lives_of_key(land.key())).sum::<u32>();
        while total(&position) > most_lives {
            let (options, _) = engine.options(&position).unwrap();
            position = options[random.below(options.len())].clone();
        }
        positions.push(position);
    }
    positions
}

#[test]
fn plain_search_agrees_on_random_positions() {
    let mut plain = BruteForce::new();
    let mut sides: Vec<(PieceTable, TranspositionTable)> = [Closure::new(), closure(3), closure(4)]
        .into_iter()
        .map(|closure| (PieceTable::new(closure), TranspositionTable::new(1 << 24)))
        .collect();
    let mut won = 0;
    let positions = random_positions(400, 13);
    for position in &positions {
        let expected = plain.outcome(position, Limits::default()).unwrap();
        won += usize::from(expected == Outcome::Win);
        for (piece_table, table) in &mut sides {
            assert_eq!(solve(piece_table, table, position), expected, "{position}");
        }
    }
    assert!((40..360).contains(&won), "{won} of 400 won: these positions test little");
}

/// Lands of equal trees replace each other in any sum.
#[test]
fn equal_trees_are_worth_the_same() {
    let closure = closure(4);
    let mut classes: FxHashMap<_, Vec<Land>> = FxHashMap::default();
    let mut lands: Vec<Land> = Vec::new();
    for (key, tree) in closure.lands().filter(|(key, _)| lives_of_key(key) <= 8) {
        classes.entry(tree).or_default().push(Land::from_key(&key));
        lands.push(Land::from_key(key));
    }
    let mut classes: Vec<(_, Vec<Land>)> = classes.into_iter().filter(|(_, class)| class.len() > 1).collect();
    classes.sort();
    assert!(classes.len() >= 10);
    let mut plain = BruteForce::new();
    let mut random = Random::new(7);
    for _ in 0..300 {
        let class = &classes[random.below(classes.len())].1;
        let context: Vec<Land> = (0..random.below(3)).map(|_| lands[random.below(lands.len())].clone()).collect();
        let mut outcome_with = |land: &Land| {
            let sum = Position::new(context.iter().chain([land]).cloned().collect());
            plain.outcome(&sum, Limits::default()).unwrap()
        };
        let (one, other) = (&class[random.below(class.len())], &class[random.below(class.len())]);
        assert_eq!(outcome_with(one), outcome_with(other), "{one} and {other} with {context:?}");
    }
}

/// Every option of every lost node is won: without search, or by a reply into the set.
fn check_extraction(piece_table: &mut PieceTable, extraction: &Extraction, root: &Node) {
    let lost: FxHashSet<&Node> = extraction.lost.iter().collect();
    let replies: FxHashMap<&Node, &Node> = extraction.replies.iter().map(|reply| (&reply.won, &reply.lost)).collect();
    let check_won = |piece_table: &mut PieceTable, node: &Node| {
        if let Some(outcome) = piece_table.closed_outcome(node) {
            assert_eq!(outcome, Outcome::Win);
            return;
        }
        let reply = replies[node];
        assert!(piece_table.node_options(node).unwrap().iter().any(|(option, _)| option == reply));
        assert!(lost.contains(reply) || piece_table.closed_outcome(reply) == Some(Outcome::Loss));
    };
    for node in &extraction.lost {
        for (option, _) in piece_table.node_options(node).unwrap() {
            check_won(piece_table, &option);
        }
    }
    match extraction.outcomes[0] {
        Outcome::Win => check_won(piece_table, root),
        Outcome::Loss => assert!(lost.contains(root) || piece_table.closed_outcome(root) == Some(Outcome::Loss)),
    }
}

/// Lemoine and Viennot, figure 10: the lost nodes needed from 7 spots on. They use the closure of 6 spots.
#[test]
fn needed_nodes_are_a_proof_and_few() {
    let mut piece_table = PieceTable::new(closure(5));
    let mut table = TranspositionTable::new(1 << 24);
    for (spots, at_most) in [(7, 7), (8, 24), (9, 44), (10, 114), (11, 79)] {
        let outcome = solve(&mut piece_table, &mut table, &start(spots));
        let node = piece_table.node(&start(spots));
        let extraction = extract(&mut piece_table, &table, &node).unwrap();
        assert_eq!(extraction.outcomes, [outcome]);
        assert!(extraction.lost.len() <= at_most, "{spots} spots need {} lost nodes", extraction.lost.len());
        check_extraction(&mut piece_table, &extraction, &node);
    }
}
