//! Positions are sets of dots and of lines here, and searches remember all positions.

use super::{Chance, NOTHING};
use crate::Settings;
use crate::container::Evidence;
use crate::error::{Error, Family, NotProven};
use crate::puzzles::morpion::{Bound, Game};
use crate::puzzles::paper::{Move, Paper};
use crate::tests::{budget, says};
use std::collections::BTreeSet;
use std::num::NonZero;

type Stated = (i8, i8, u8);
type Point = (i32, i32);

const CROSS: &str = "...####... ...#..#... ...#..#... ####..#### #........# \
                     #........# ####..#### ...#..#... ...#..#... ...####...";

#[derive(Clone, Default)]
struct Plain {
    rule: u8,
    dots: BTreeSet<Point>,
    /// Start and direction.
    lines: BTreeSet<(Point, usize)>,
}

fn points((x, y): Point, direction: usize) -> [Point; 5] {
    let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, -1)][direction];
    [0, 1, 2, 3, 4].map(|t| (x + t * dx, y + t * dy))
}

impl Plain {
    fn start(rule: u8) -> Self {
        let mut plain = Plain { rule, ..Plain::default() };
        for (y, row) in CROSS.split_whitespace().enumerate() {
            plain.dots.extend(row.char_indices().filter(|(_, c)| *c == '#').map(|(x, _)| (x as i32, y as i32)));
        }
        plain
    }

    fn is_free(&self, start: Point, direction: usize) -> bool {
        let of_direction = self.lines.iter().filter(|(_, other)| *other == direction);
        let shared = of_direction.map(|(other, _)| {
            points(*other, direction).iter().filter(|point| points(start, direction).contains(point)).count()
        });
        // Two points in common are a segment in common.
        shared.max().unwrap_or(0) <= if self.rule == 0 { 1 } else { 0 }
    }

    fn legal(&self) -> Vec<Stated> {
        let mut legal = Vec::new();
        for direction in 0..4 {
            // A line with four dots has its start, or the point after it, among them.
            let (dx, dy) = points((0, 0), direction)[1];
            let starts: BTreeSet<Point> = self.dots.iter().flat_map(|&(x, y)| [(x, y), (x - dx, y - dy)]).collect();
            for (x, y) in starts {
                let line = points((x, y), direction);
                let missing: Vec<usize> = (0..5).filter(|&place| !self.dots.contains(&line[place])).collect();
                if missing.len() == 1 && self.is_free((x, y), direction) {
                    legal.push((x as i8, y as i8, (5 * direction + missing[0]) as u8));
                }
            }
        }
        legal
    }

    fn after(&self, (x, y, code): Stated) -> Self {
        let (start, direction, place) = ((x.into(), y.into()), usize::from(code / 5), usize::from(code % 5));
        let mut after = self.clone();
        after.dots.insert(points(start, direction)[place]);
        after.lines.insert((start, direction));
        after
    }

    /// How many different positions there are after any number of further moves, if they are not too many.
    fn histogram(&self, most: usize) -> Option<Vec<u64>> {
        let mut histogram = Vec::new();
        let mut level = vec![self.clone()];
        while !level.is_empty() {
            histogram.push(level.len() as u64);
            let mut seen = BTreeSet::new();
            let next = level.iter().flat_map(|plain| plain.legal().into_iter().map(|played| plain.after(played)));
            level = next.filter(|after| seen.insert(after.lines.clone())).take(most).collect();
            if histogram.iter().sum::<u64>() as usize + level.len() >= most {
                return None;
            }
        }
        Some(histogram)
    }
}

fn random_game(rule: u8, chance: &mut Chance) -> Vec<Stated> {
    let (mut plain, mut moves) = (Plain::start(rule), vec![]);
    loop {
        let legal = plain.legal();
        if legal.is_empty() {
            return moves;
        }
        moves.push(legal[chance.below(legal.len())]);
        plain = plain.after(moves[moves.len() - 1]);
    }
}

/// What can follow on the first moves of a game, if it is less than so many positions.
fn bound(rule: u8, moves: &[Stated], most: usize) -> Option<Bound> {
    let histogram = moves.iter().fold(Plain::start(rule), |plain, played| plain.after(*played)).histogram(most)?;
    let best = (moves.len() + histogram.len() - 1) as u32;
    let (nodes, at_best) = (histogram.iter().sum(), histogram[histogram.len() - 1]);
    Some(Bound { first: Game { rule, moves: moves.to_vec() }, nodes, best, at_best, histogram })
}

/// The verdict, which must be the same on one thread and on several.
fn check(bound: &Bound) -> Result<(), Error> {
    let [one, two, five] = [1, 2, 5].map(|threads| {
        let settings = Settings { threads: NonZero::new(threads).unwrap(), ..Settings::default() };
        bound.verify(&NOTHING, &settings, &budget())
    });
    assert_eq!(one, two);
    assert_eq!(one, five);
    one
}

#[test]
fn the_start_has_28_moves() {
    for rule in [0, 1] {
        let legal = Plain::start(rule).legal();
        assert_eq!(legal.len(), 28);
        let first =
            |moves| Bound { first: Game { rule, moves }, nodes: 29, best: 1, at_best: 28, histogram: vec![1, 28] };
        // Two moves are possible, and the search says so.
        assert!(says(
            &check(&first(vec![])).unwrap_err(),
            &["not proven: best: 1 is stated", "a continuation to 2 moves"]
        ));
        for played in legal {
            assert!(says(
                &check(&first(vec![played])).unwrap_err(),
                &["not proven: best: 1 is stated", "a continuation to "]
            ));
        }
    }
}

#[test]
fn random_games_are_legal_and_complete() {
    let mut chance = Chance(1);
    for rule in [0, 1, 0, 1] {
        let moves = random_game(rule, &mut chance);
        let verify = |rule, moves: &[Stated]| Game { rule, moves: moves.to_vec() }.verify(&NOTHING);
        assert_eq!(verify(rule, &moves), Ok(()));
        for length in 0..moves.len() {
            let legal = moves[..length].iter().fold(Plain::start(rule), |p, m| p.after(*m)).legal();
            let why = verify(rule, &moves[..length]).unwrap_err().why;
            let left = |legal: &Stated| why.to_string() == format!("the game is not complete: {legal:?} can be played");
            assert!(legal.iter().any(left), "{why}");
            // No other move is legal.
            let (x, y, code) = moves[length];
            for other in
                [(x, y, (code + 5) % 20), (x, y, code ^ 1), (x + 1, y, code), (x, y - 1, code), (100, -100, code)]
            {
                let tampered = [&moves[..length], &[other]].concat();
                match verify(rule, &tampered) {
                    Err(error) if says(&error, &[&format!("wrong step: move {}, ", length + 1)]) => {
                        assert!(!legal.contains(&other));
                    }
                    _ => assert!(legal.contains(&other), "{tampered:?}"),
                }
            }
        }
    }
}

#[test]
fn searches_agree_with_plain_reachability() {
    let mut chance = Chance(2);
    let mut deepest = 0;
    for rule in [0, 1, 0, 1, 0, 1] {
        let moves = random_game(rule, &mut chance);
        for length in (0..=moves.len()).rev() {
            let Some(bound) = bound(rule, &moves[..length], 1000) else { break };
            assert_eq!(check(&bound), Ok(()), "{bound:?}");
            deepest = deepest.max(bound.histogram.len());
        }
    }
    assert!(deepest > 10, "what is shared out among threads was never reached: {deepest}");
}

/// A bound with some hundred positions.
fn some_bound() -> Bound {
    let moves = random_game(0, &mut Chance(3));
    let bounds = (0..=moves.len()).rev().map_while(|length| bound(0, &moves[..length], 1000));
    bounds.last().unwrap()
}

#[test]
fn false_bounds_are_refuted_with_what_was_found() {
    let bound = some_bound();
    assert_eq!(check(&bound), Ok(()));
    let with = |change: &dyn Fn(&mut Bound)| {
        let mut changed = bound.clone();
        change(&mut changed);
        check(&changed).expect_err("a false bound was accepted")
    };
    let refuted = |what, stated: u64, found: u64| {
        Error::from(NotProven::Differs { what, stated: stated.to_string(), found: found.to_string() })
    };
    let (nodes, best, at_best) = (bound.nodes, bound.best, bound.at_best);
    assert_eq!(with(&|b| b.nodes += 1), refuted("nodes", nodes + 1, nodes));
    assert_eq!(with(&|b| b.nodes -= 1), refuted("nodes", nodes - 1, nodes));
    assert_eq!(with(&|b| b.best += 1), refuted("best", best as u64 + 1, best as u64));
    assert_eq!(with(&|b| b.best -= 1), refuted("best", best as u64 - 1, best as u64));
    assert_eq!(with(&|b| b.best = u32::MAX), refuted("best", u32::MAX.into(), best as u64));
    assert_eq!(with(&|b| b.at_best += 1), refuted("at_best", at_best + 1, at_best));
    let histogram = |change: &dyn Fn(&mut Vec<u64>)| with(&|b| change(&mut b.histogram));
    for fault in [histogram(&|h| h[1] += 1), histogram(&|h| h.push(0)), histogram(&|h| h[0] = 0)] {
        assert!(says(&fault, &["not proven: histogram: "]), "{fault:?}");
    }
    // One move less, everywhere.
    let short = with(&|b| {
        b.histogram.pop();
        (b.best, b.nodes, b.at_best) = (b.best - 1, b.nodes - b.at_best, b.histogram[b.histogram.len() - 1]);
    });
    let stated = format!("best: {} is stated, but there is a continuation to {best} moves: [", best - 1);
    let text = short.why.to_string();
    let line = text.strip_prefix(&stated).and_then(|line| line.strip_suffix(']')).expect(&text);
    let numbers: Vec<i16> = line.split([',', '(', ')', ' ']).filter_map(|word| word.parse().ok()).collect();
    let line: Vec<Stated> =
        numbers.chunks(3).map(|played| (played[0] as i8, played[1] as i8, played[2] as u8)).collect();
    let game = Game { rule: 0, moves: [&bound.first.moves[..], &line].concat() };
    assert_eq!((game.moves.len(), game.verify(&NOTHING)), (best as usize, Ok(())));
    let fewer = with(&|b| (b.nodes, b.histogram[1]) = (b.nodes - 1, b.histogram[1] - 1));
    assert!(says(&fewer, &[&format!("not proven: {} positions are stated, but there are more", nodes - 1)]));
    assert!(says(
        &with(&|b| (b.nodes, b.histogram) = (0, vec![])),
        &[&format!("not proven: {} positions are stated, but there are more", 0)]
    ));
    assert!(matches!(with(&|b| b.first.rule = 1).family(), Family::WrongStep | Family::NotProven));
}

#[test]
fn what_is_malformed_or_too_much_is_refused() {
    let bound = some_bound();
    let with = |change: &dyn Fn(&mut Bound)| {
        let mut changed = bound.clone();
        change(&mut changed);
        check(&changed).expect_err("this should be refused")
    };
    assert!(says(&with(&|b| b.first.rule = 2), &["malformed: rule: 2 is stated"]));
    assert!(says(&with(&|b| b.first.moves[0].2 = 20), &["malformed: third byte of a move: 20 is stated"]));
    assert!(says(&with(&|b| b.first.moves[0].2 = 255), &["malformed: third byte of a move: "]));
    assert!(says(&with(&|b| b.first.moves = vec![(0, 3, 9); 1001]), &["cannot check: ", " moves are more than "]));
    assert!(says(&with(&|b| b.histogram = vec![1; 1001]), &["cannot check: 1001 ", " are more than 1000"]));
    assert!(says(&with(&|b| b.nodes = 10_000_000_001), &["cannot check: it needs more work"]));
    assert!(says(&with(&|b| b.histogram = vec![u64::MAX; 9]), &["cannot check: it needs more work"]));
    let evidence = [
        ("claims", Evidence { claims: 1, ..NOTHING }),
        ("replies", Evidence { replies: 1, ..NOTHING }),
        ("length of the body", Evidence { body: &[0], ..NOTHING }),
    ];
    for (expected, evidence) in evidence {
        let fault = bound.first.verify(&evidence);
        assert!(says(&fault.unwrap_err(), &["malformed: ", expected]));
    }
}

/// A tower of dots by hand: the paper ends before the moves do.
#[test]
fn the_edge_of_the_paper_is_noticed() {
    let far = |mut paper: Paper| {
        for _ in 0..100 {
            let highest: Move = paper.legal().into_iter().min_by_key(|legal| legal.dot.1)?;
            match highest.new_dot() {
                Err(fault) => return Some(fault),
                Ok(dot) => paper.toggle_dot(dot),
            }
            paper.draw(highest);
        }
        None
    };
    let mut paper = Paper::start(0);
    assert_eq!(far(paper.clone()), None);
    for (x, y) in (27..37).flat_map(|x| (9..37).map(move |y| (x, y))) {
        if paper.dots[y as usize] >> x & 1 == 0 {
            paper.toggle_dot((x, y));
        }
    }
    assert!(says(&far(paper).unwrap(), &["cannot check: a dot at (", ", -23) does not fit on our paper"]));
}

/// Twelve rows of four dots, far from each other: each can be made longer on the left, on the right, or not at all. So there
/// are C(12, i) · 2^i positions after i moves, with lists of up to 24 moves.
#[test]
fn long_lists_are_tried_to_their_ends() {
    let mut paper = Paper::start(0);
    paper.dots = [0; 512];
    for (x, y) in (0..12).map(|row| (8 + 16 * (row % 3), 8 + 12 * (row / 3))) {
        (x..x + 4).for_each(|x| paper.toggle_dot((x, y)));
    }
    let mut expected = vec![1];
    for i in 0..12 {
        expected.push(expected[i] * 2 * (12 - i as u64) / (i as u64 + 1));
    }
    assert_eq!((expected[8], expected.iter().sum::<u64>()), (126_720, 531_441));
    let first = Game { rule: 0, moves: vec![] };
    let bound = Bound { first, nodes: 531_441, best: 12, at_best: 4096, histogram: expected.clone() };
    for threads in [1, 3] {
        let settings = Settings { threads: NonZero::new(threads).unwrap(), ..Settings::default() };
        assert_eq!(bound.search(&paper, &settings, &budget()).as_ref(), Ok(&expected));
    }
}

/// Five rows of four dots, a gap and four dots, far from each other. In each there are seven moves: five through the gap, and one
/// at either end. Both ends can be played, or one of them and one of the two farthest moves through the gap. So there are 1, 7 and
/// 5 positions of a row after 0, 1 and 2 moves, and the first list has 35 moves.
#[test]
fn lists_of_many_moves_are_tried_to_their_ends() {
    let mut paper = Paper::start(0);
    paper.dots = [0; 512];
    for (x, y) in (0..5).flat_map(|row| (26..35).map(move |x| (x, 8 + 12 * row))).filter(|(x, _)| *x != 30) {
        paper.toggle_dot((x, y));
    }
    assert_eq!(paper.legal().len(), 35);
    let mut expected = vec![1];
    for _ in 0..5 {
        let mut next = vec![0; expected.len() + 2];
        for (i, count) in expected.into_iter().enumerate() {
            [1, 7, 5].into_iter().enumerate().for_each(|(moves, ways)| next[i + moves] += count * ways);
        }
        expected = next;
    }
    let (nodes, at_best): (u64, u64) = (expected.iter().sum(), expected[10]);
    assert_eq!((nodes, at_best), (371_293, 3_125));
    let first = Game { rule: 0, moves: vec![] };
    let bound = Bound { first, nodes, best: 10, at_best, histogram: expected.clone() };
    for threads in [1, 3] {
        let settings = Settings { threads: NonZero::new(threads).unwrap(), ..Settings::default() };
        assert_eq!(bound.search(&paper, &settings, &budget()).as_ref(), Ok(&expected));
    }
}
