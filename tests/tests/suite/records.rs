//! Game records: random games go through both notations and back, and the drawn game agrees with the canonical one.

use board::drawn::Drawn;
use board::parity::Parity;
use board::records::{Game, MoveNotation};
use sproof_tests::program::solve;
use sproof_tests::random_game::random_game;
use sprouts::{Engine, Land, Position, lives_of_key};
use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};

/// How many random games; the full number by `SPROOF_RANDOM_GAMES=10000`.
fn game_count() -> u64 {
    std::env::var("SPROOF_RANDOM_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(50)
}

fn canonical(engine: &mut Engine, position: &Drawn) -> Position {
    engine.canonical(&position.plain()).expect("games of twelve spots fit")
}

#[test]
fn random_games_go_through_both_notations() {
    go_through_both_notations(0..game_count());
}

#[test]
#[ignore = "deep: more games"]
fn many_games_go_through_both_notations() {
    go_through_both_notations(50..300);
}

fn go_through_both_notations(seeds: Range<u64>) {
    let mut engine = Engine::new();
    for seed in seeds {
        let spots = 3 + (seed % 10) as usize;
        let game = random_game(spots, seed);
        let records = [MoveNotation::Hoey, MoveNotation::Wgosa].map(|notation| game.record(notation));
        for record in &records {
            let again = Game::read(record).unwrap_or_else(|error| panic!("{record}: {error}"));
            let written = [MoveNotation::Hoey, MoveNotation::Wgosa].map(|notation| again.record(notation));
            assert_eq!(written, records, "read from {record}");
            for (before, after) in game.positions().iter().zip(again.positions()) {
                assert_eq!(canonical(&mut engine, before), canonical(&mut engine, after), "{record}");
            }
        }
        assert!(game.is_over());
    }
}

/// Canonical trees of positions. Reduction keeps the tree of a position but not its list of options (FORMAT.md section 4, step
/// 7: `222` becomes `12`), so that a move of the drawn game leads to an option of the canonical position, or to a position
/// with the tree of one.
#[derive(Default)]
struct Trees {
    ids: HashMap<Position, usize>,
    of_children: HashMap<Vec<usize>, usize>,
}

impl Trees {
    fn tree(&mut self, engine: &mut Engine, position: &Position) -> usize {
        if let Some(&known) = self.ids.get(position) {
            return known;
        }
        let (options, _) = engine.options(position).unwrap();
        let mut children: Vec<usize> = options.iter().map(|option| self.tree(engine, option)).collect();
        children.sort_unstable();
        children.dedup();
        let next = self.of_children.len();
        let id = *self.of_children.entry(children).or_insert(next);
        self.ids.insert(position.clone(), id);
        id
    }

    /// Whether two positions have the same tree, as far as they differ.
    fn are_alike(&mut self, engine: &mut Engine, one: &Position, other: &Position) -> bool {
        let (mut ours, mut theirs) = (one.lands().to_vec(), other.lands().to_vec());
        ours.retain(|land| match theirs.iter().position(|their| their == land) {
            Some(at) => {
                theirs.remove(at);
                false
            }
            None => true,
        });
        let total = |lands: &[Land]| lands.iter().map(|land| lives_of_key(land.key())).sum::<u32>();
        let is_small = total(&ours).max(total(&theirs)) <= 13;
        is_small && self.tree(engine, &Position::new(ours)) == self.tree(engine, &Position::new(theirs))
    }

    fn is_among(&mut self, engine: &mut Engine, position: &Position, options: &[Position]) -> bool {
        options.contains(position) || options.iter().any(|option| self.are_alike(engine, position, option))
    }
}

#[test]
fn the_drawn_game_keeps_to_the_canonical_options() {
    keep_to_the_canonical_options(0..game_count());
}

#[test]
#[ignore = "deep: more games"]
fn many_games_keep_to_the_canonical_options() {
    keep_to_the_canonical_options(50..300);
}

/// Each move of a game leads to an option of the canonical position.
fn keep_to_the_canonical_options(seeds: Range<u64>) {
    let mut engine = Engine::new();
    let mut trees = Trees::default();
    for seed in seeds {
        let spots = 3 + (seed % 10) as usize;
        let game = random_game(spots, seed);
        let mut before = canonical(&mut engine, &game.positions()[0]);
        for (nth, position) in game.positions().iter().enumerate().skip(1) {
            let after = canonical(&mut engine, position);
            let (options, _) = engine.options(&before).unwrap();
            let is_option = trees.is_among(&mut engine, &after, &options);
            assert!(is_option, "move {nth} of {}", game.record(MoveNotation::Hoey));
            before = after;
        }
        assert!(before.is_empty());
    }
}

#[test]
fn moves_up_to_fresh_spots_reach_every_option() {
    reach_every_option(0..8);
}

#[test]
#[ignore = "deep: more games"]
fn moves_of_many_games_reach_every_option() {
    reach_every_option(8..40);
}

/// One move for every way to play reaches all options, and only these.
fn reach_every_option(seeds: Range<u64>) {
    let mut engine = Engine::new();
    let mut trees = Trees::default();
    for seed in seeds {
        let game = random_game(3 + (seed % 4) as usize, seed);
        for position in game.positions() {
            let here = canonical(&mut engine, position);
            let (options, _) = engine.options(&here).unwrap();
            let moves = position.moves_up_to_fresh_spots();
            let reached: HashSet<Position> =
                moves.iter().map(|played| canonical(&mut engine, &position.play(played))).collect();
            let reached: Vec<Position> = reached.into_iter().collect();
            for (some, all) in [(&reached, &options), (&options, &reached)] {
                let is_there = some.iter().all(|one| trees.is_among(&mut engine, one, all));
                assert!(is_there, "{some:?} {all:?} from {}", position.full_hoey());
            }
        }
    }
}

/// Purvis's lemma on every position of up to 4 spots: a move changes the number of cannibals by an odd number, and the spots
/// that live in a position without moves are cannibals. Positions are told apart by their canonical form and their counts.
#[test]
fn each_move_changes_the_cannibals_by_an_odd_number() {
    count_cannibals(1..=3);
}

#[test]
#[ignore = "deep: the game of 4 spots"]
fn each_move_changes_the_cannibals_by_an_odd_number_with_four_spots() {
    count_cannibals(4..=4);
}

fn count_cannibals(games: RangeInclusive<usize>) {
    let mut engine = Engine::new();
    for spots in games {
        let mut seen = HashSet::new();
        let mut open = vec![Drawn::start(spots)];
        while let Some(position) = open.pop() {
            let parity = Parity::of(&position.plain());
            if !seen.insert((canonical(&mut engine, &position), parity.cannibals, parity.ghosts)) {
                continue;
            }
            let moves = position.moves_up_to_fresh_spots();
            if moves.is_empty() {
                assert_eq!(parity.ghosts, 0, "{}", position.full_hoey());
                let survivors = (0..position.spot_count()).filter(|&spot| position.is_alive(spot)).count();
                assert_eq!(parity.cannibals, survivors);
            }
            for played in moves {
                let after = position.play(&played);
                let change = Parity::of(&after.plain()).cannibals + parity.cannibals;
                assert_eq!(change % 2, 1, "{}", position.full_hoey());
                open.push(after);
            }
        }
        assert!(seen.len() >= [0, 3, 16, 137, 1389][spots], "{} positions of {spots} spots", seen.len());
    }
}

/// What parity promises is what happens: the player to move makes the last move exactly when survivors are as wanted.
#[test]
fn parity_foretells_the_winner() {
    for seed in 0..100 {
        let game = random_game(3 + (seed % 10) as usize, seed);
        let survivors = Parity::of(&game.position().plain()).cannibals;
        for (nth, position) in game.positions().iter().enumerate() {
            let moves_left = game.moves().len() - nth;
            let parity = Parity::of(&position.plain());
            let wins = |misere| survivors.is_multiple_of(2) == parity.mover_wants_even(misere);
            assert_eq!(wins(false), moves_left % 2 == 1);
            assert_eq!(wins(true), moves_left.is_multiple_of(2));
        }
    }
}

#[test]
fn the_program_counts_cannibals() {
    let counted = solve(&["parity", "1-4-2; 1-5-1>3"]);
    let lines: Vec<&str> = counted.stdout.lines().collect();
    assert_eq!(counted.code, Some(0), "{counted:?}");
    assert_eq!(lines.len(), 3);
    assert!(lines[0].contains("cannibals 3, ghosts 0") && lines[0].contains("an even number"), "{}", lines[0]);
    assert!(lines[1].contains("cannibals 2, ghosts 2") && lines[1].contains("an odd number"), "{}", lines[1]);
    assert!(lines[2].contains("cannibals 3, ghosts 1"), "{}", lines[2]);
    let position = solve(&["parity", "0*2.AB|AB", "--misere"]);
    assert_eq!(
        position.stdout,
        "c position read in short notation\ncannibals 4, ghosts 0: the player to move wants an even number of survivors\n"
    );
}
