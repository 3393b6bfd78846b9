//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::canon::Scribe;
use crate::error::{Result, ensure, error};
use crate::land::{BAR, Canonical, DOT, Land, Token, is_upper, parse_position, parts};
use crate::position::{Position, Spot};
use std::collections::BTreeSet;
use std::ops::Range;

/// A land with more moves than this is refused.
const MAX_MOVES: u64 = 1 << 18;
/// And so is one whose options have more tokens, of two bytes, when 100 more are counted for each.
const MAX_OPTIONS: usize = 5_000_000;

/// An occurrence in a region: which boundary, and where in it.
type At = (usize, usize);

struct Region {
    boundaries: Vec<Vec<Spot>>,
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
    pub(crate) fn of(land: &Land) -> Result<Self> {
        let position = parse_position(&land.to_string())?;
        let mut moves = Moves { regions: Vec::new(), joins: Vec::new(), count: 0, position: position.clone() };
        for (string, region) in parts(&land.0, BAR).zip(parts(&position.regions, BAR)) {
            let (texts, mut classes): (Vec<&[Token]>, Vec<Range<usize>>) = (parts(string, DOT).collect(), Vec::new());
            for class in texts.chunk_by(|a, b| a == b && !a.iter().any(|token| is_upper(*token))) {
                let start = classes.last().map_or(0, |before| before.end);
                classes.push(start..start + class.len());
            }
            moves.add(Region { boundaries: parts(region, DOT).map(<[Spot]>::to_vec).collect(), classes });
        }
        Ok(moves)
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
                    let can_join = if p == q { self.position.lives[usize::from(*x)] > 1 } else { x != y };
                    if can_join {
                        add((a, p), (a, q), ways);
                    }
                }
            }
        }
        self.regions.push(region);
    }

    /// The options of the land. None has many more tokens than the land itself.
    pub(crate) fn options(&self, scribe: &mut Scribe) -> Result<BTreeSet<Canonical>> {
        let (mut options, size) = (BTreeSet::new(), self.position.regions.len() + 100);
        for after in (0..self.count).map_while(|number| self.play(number)) {
            options.insert(scribe.canonical(&after)?);
            let is_small = self.count <= MAX_MOVES && options.len() * size <= MAX_OPTIONS;
            ensure(is_small, || error!(CannotCheck, "a land has more than {MAX_MOVES} moves, or too large options"))?;
        }
        Ok(options)
    }

    /// The position, not reduced, after the move with this number, if there is one.
    pub(crate) fn play(&self, number: u64) -> Option<Position> {
        let joins = &self.joins[..self.joins.partition_point(|join| join.0 <= number)];
        let &(first, region, x, y) = joins.last().filter(|_| number < self.count)?;
        let Region { boundaries, classes } = &self.regions[region];
        let (with_x, with_y, p, q) = (&boundaries[x.0], &boundaries[y.0], x.1, y.1);
        let (mut lives, z) = (self.position.lives.clone(), [self.position.lives.len() as Spot]);
        lives[usize::from(with_x[p])] -= 1;
        lives[usize::from(with_y[q])] -= 1;
        lives.push(1);
        // An occurrence that is written twice in a row here is one, as in step 2 of the reduction.
        let mut sides = if x.0 == y.0 {
            [[&with_x[p..=q], &z].concat(), [&with_x[q..], &with_x[..=p], &z].concat()]
        } else {
            [[&with_x[p..], &with_x[..=p], &z, &with_y[q..], &with_y[..=q], &z].concat(), Vec::new()]
        };
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
        let mut regions: Vec<&[Spot]> = parts(&self.position.regions, BAR).collect();
        regions[region] = &sides[0];
        regions.push(&sides[1]);
        Some(Position { lives, regions: regions.join(&BAR) })
    }
}
