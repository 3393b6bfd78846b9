//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::canon::Scribe;
use crate::error::{Result, error};
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER, is_upper, parse_position, parts};
use crate::position::Position;
use std::collections::BTreeSet;
use std::ops::Range;

/// A land with more moves than this is refused.
const MAX_MOVES: u64 = 1 << 18;
/// And so is one whose options have more tokens, of two bytes, when 100 more are counted for each.
const MAX_OPTIONS: usize = 5_000_000;

/// An occurrence in a region: which boundary, and where in it.
type At = (usize, usize);

struct Region {
    boundaries: Vec<Vec<Token>>,
    /// Which boundaries are alike.
    classes: Vec<Range<usize>>,
}

/// All moves of a land.
pub(crate) struct Moves {
    position: Position,
    regions: Vec<Region>,
    /// Moves that join the same occurrences x and y of a region, with the first of their numbers. If these are in the same
    /// boundary, the region is split, and the moves differ in where the other boundaries go.
    joins: Vec<(u64, usize, At, At)>,
    pub(crate) count: u64,
}

impl Moves {
    pub(crate) fn of(land: &Land) -> Self {
        let position = parse_position(&land.to_string()).expect("what is printed can be read");
        let mut moves = Moves { regions: Vec::new(), joins: Vec::new(), count: 0, position: position.clone() };
        for (text, region) in parts(&land.0, BAR).zip(parts(&position.0, BAR)) {
            let (texts, mut classes): (Vec<&[Token]>, Vec<Range<usize>>) = (parts(text, DOT).collect(), Vec::new());
            for class in texts.chunk_by(|a, b| a == b && !a.iter().any(|token| is_upper(*token))) {
                let start = classes.last().map_or(0, |before| before.end);
                classes.push(start..start + class.len());
            }
            moves.add(Region { boundaries: parts(region, DOT).map(<[Token]>::to_vec).collect(), classes });
        }
        moves
    }

    /// Adds a region, and its moves in order.
    fn add(&mut self, region: Region) {
        let Region { boundaries, classes } = &region;
        let mut add = |x: At, y: At, ways: u64| {
            self.joins.push((self.count, self.regions.len(), x, y));
            self.count = self.count.saturating_add(ways);
        };
        for (i, class) in classes.iter().enumerate() {
            for other in classes[i..].iter().filter(|other| *other != class || class.len() > 1) {
                let (a, b) = (class.start, if other == class { other.start + 1 } else { other.start });
                for p in 0..boundaries[a].len() {
                    for q in if other == class { p } else { 0 }..boundaries[b].len() {
                        add((a, p), (b, q), 1);
                    }
                }
            }
        }
        for class in classes {
            let sizes = classes.iter().map(|other| other.len() + usize::from(other != class));
            let ways = sizes.fold(1, |ways: u64, size| ways.saturating_mul(size as u64));
            let (a, boundary) = (class.start, &boundaries[class.start]);
            for (p, x) in boundary.iter().enumerate() {
                for (q, y) in boundary.iter().enumerate().skip(p) {
                    if (p == q && *x < 2) || (p < q && (*x < LOWER || x != y)) {
                        add((a, p), (a, q), ways);
                    }
                }
            }
        }
        self.regions.push(region);
    }

    /// The options of the land. None has many more tokens than the land itself.
    pub(crate) fn options(&self, scribe: &mut Scribe) -> Result<BTreeSet<Canonical>> {
        let mut options = BTreeSet::new();
        for after in (0..self.count).map_while(|number| self.play(number)) {
            options.insert(scribe.canonical(&after)?);
            if self.count > MAX_MOVES || options.len() * (self.position.0.len() + 100) > MAX_OPTIONS {
                return Err(error!(CannotCheck, "a land has more than {MAX_MOVES} moves, or too many large options"));
            }
        }
        Ok(options)
    }

    /// The position, not reduced, after the move with this number, if there is one.
    pub(crate) fn play(&self, number: u64) -> Option<Position> {
        let joins = &self.joins[..self.joins.partition_point(|join| join.0 <= number)];
        let &(first, region, x, y) = joins.last().filter(|_| number < self.count)?;
        let Region { boundaries, classes } = &self.regions[region];
        let mut sides = joined(boundaries, x, y, UPPER + self.position.letters() as Token);
        let mut distribution = number - first;
        for class in classes {
            let others = class.clone().filter(|other| *other != x.0 && *other != y.0);
            let ways = others.clone().count() as u64 + 1;
            for (other, k) in others.zip(0..) {
                let side = usize::from(x.0 == y.0 && k >= distribution % ways);
                sides[side].extend([DOT].iter().chain(&boundaries[other]));
            }
            distribution /= ways;
        }
        let others = parts(&self.position.0, BAR).enumerate().filter(|(r, _)| *r != region).map(|(_, other)| other);
        let mut tokens = others.chain(sides.iter().map(|side| &side[..])).collect::<Vec<_>>().join(&BAR);
        let ends = [x, y].map(|(boundary, at)| boundaries[boundary][at]);
        tokens.retain(|token| !is_upper(*token) || !ends.contains(token)); // such a spot is dead
        Some(Position(tokens))
    }
}

/// What becomes of the boundaries of x and y: one boundary, or two on either side of the curve. Only what lives is written,
/// with three fresh letters.
fn joined(boundaries: &[Vec<Token>], x: At, y: At, fresh: Token) -> [Vec<Token>; 2] {
    let [(with_x, p), (with_y, q)] = [x, y].map(|(boundary, at)| (&boundaries[boundary], at));
    let (is_loop, z) = (x == y, [fresh]);
    let end = |token: Token, letter: Token| match (token, is_loop) {
        (0, false) => vec![1],
        (0, true) | (1, false) => vec![letter],
        _ => vec![],
    };
    let (new_x, new_y) = (end(with_x[p], fresh + 1), if is_loop { vec![] } else { end(with_y[q], fresh + 2) });
    if x.0 == y.0 {
        let between = with_x.get(p + 1..q).unwrap_or_default();
        let first = [&new_x, between, &new_y, &z].concat();
        return [first, [&new_y, &with_x[q + 1..], &with_x[..p], &new_x, &z].concat()];
    }
    let around = |boundary: &[Token], at: usize, new: &[Token]| {
        let again = if boundary[at] == 0 { &[] } else { new };
        [new, &boundary[at + 1..], &boundary[..at], again, &z].concat()
    };
    [[around(with_x, p, &new_x), around(with_y, q, &new_y)].concat(), Vec::new()]
}
