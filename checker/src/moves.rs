//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::canon::canonical;
use crate::error::{Result, ensure, error};
use crate::land::{BAR, Canonical, DOT, Land, is_upper, parts};
use crate::position::{Position, Spot};
use std::collections::BTreeSet;

/// A land with more moves than this is refused.
const MAX_MOVES: u64 = 1 << 18;
/// And so is one whose options have more tokens, of two bytes, when 100 more are counted for each.
const MAX_OPTIONS: usize = 5_000_000;

/// Boundaries of a region that are alike.
type Class = Vec<Vec<Spot>>;

/// Moves that join an occurrence x, in the first boundary of its class, to an occurrence y: in the same boundary, in the
/// next one, or in the first one of another class. If it is the same boundary, the region is split, and the moves
/// differ in where the other boundaries go.
struct Join {
    /// The number of the first of these moves.
    first: u64,
    region: usize,
    is_split: bool,
    /// The class, and where in the boundary.
    x: (usize, usize),
    y: (usize, usize),
}

/// All moves of a land.
pub(crate) struct Moves {
    position: Position,
    regions: Vec<Vec<Class>>,
    joins: Vec<Join>,
    pub(crate) count: u64,
}

impl Moves {
    pub(crate) fn of(land: &Land) -> Result<Self> {
        let mut moves = Moves { position: Position::default(), regions: vec![], joins: vec![], count: 0 };
        moves.position.add(&land.0)?;
        for (string, region) in parts(&land.0, BAR).zip(parts(&moves.position.regions.clone(), BAR)) {
            let (texts, mut spots) = (parts(string, DOT).collect::<Vec<_>>(), parts(region, DOT).map(<[Spot]>::to_vec));
            let classes = texts.chunk_by(|a, b| a == b && !a.iter().any(|token| is_upper(*token)));
            moves.add(classes.map(|class| spots.by_ref().take(class.len()).collect()).collect());
        }
        Ok(moves)
    }

    /// Adds a region, and its moves in order.
    fn add(&mut self, classes: Vec<Class>) {
        let mut add = |is_split, x, y, ways| {
            self.joins.push(Join { first: self.count, region: self.regions.len(), is_split, x, y });
            self.count = self.count.saturating_add(ways);
        };
        for (i, class) in classes.iter().enumerate() {
            for (j, other) in classes.iter().enumerate().skip(i).filter(|(j, _)| *j > i || class.len() > 1) {
                for p in 0..class[0].len() {
                    for q in if i == j { p } else { 0 }..other[0].len() {
                        add(false, (i, p), (j, q), 1);
                    }
                }
            }
        }
        for (i, class) in classes.iter().enumerate() {
            let sizes = classes.iter().enumerate().map(|(j, other)| other.len() as u64 + u64::from(i != j));
            let ways = sizes.fold(1, u64::saturating_mul);
            for (p, x) in class[0].iter().enumerate() {
                for (q, y) in class[0].iter().enumerate().skip(p) {
                    if if p == q { self.position.lives[usize::from(*x)] > 1 } else { x != y } {
                        add(true, (i, p), (i, q), ways);
                    }
                }
            }
        }
        self.regions.push(classes);
    }

    /// The options of the land. None has many more tokens than the land itself.
    pub(crate) fn options(&self) -> Result<BTreeSet<Canonical>> {
        let (mut options, mut spent, size) = (BTreeSet::new(), 0, self.position.regions.len() + 100);
        for after in (0..self.count).map_while(|number| self.play(number)) {
            options.insert(canonical(&after, &mut spent)?);
            let is_small = self.count <= MAX_MOVES && options.len() * size <= MAX_OPTIONS;
            ensure(is_small, || error!(CannotCheck, "a land has more than {MAX_MOVES} moves, or too large options"))?;
        }
        Ok(options)
    }

    /// The position, not reduced, after the move with this number, if there is one.
    pub(crate) fn play(&self, number: u64) -> Option<Position> {
        let joins = &self.joins[..self.joins.partition_point(|join| join.first <= number)];
        let &Join { first, region, is_split, x: (i, p), y: (j, q) } = joins.last().filter(|_| number < self.count)?;
        let classes = &self.regions[region];
        let (with_x, with_y) = (&classes[i][0], &classes[j][usize::from(i == j && !is_split)]);
        let (mut lives, z) = (self.position.lives.clone(), [self.position.lives.len() as Spot]);
        lives[usize::from(with_x[p])] -= 1;
        lives[usize::from(with_y[q])] -= 1;
        lives.push(1);
        // An occurrence that is written twice in a row here is one, as in step 2 of the reduction.
        let mut sides = if is_split {
            [[&with_x[p..=q], &z].concat(), [&with_x[q..], &with_x[..=p], &z].concat()]
        } else {
            [Vec::new(), [&with_x[p..], &with_x[..=p], &z, &with_y[q..], &with_y[..=q], &z].concat()]
        };
        let mut distribution = number - first;
        for (k, class) in classes.iter().enumerate() {
            let others = &class[usize::from(k == i) + usize::from(k == j && !is_split)..];
            let ways = others.len() as u64 + 1;
            for (other, n) in others.iter().zip(0..) {
                sides[usize::from(n >= distribution % ways)].extend([DOT].iter().chain(other));
            }
            distribution /= ways;
        }
        let mut regions: Vec<&[Spot]> = parts(&self.position.regions, BAR).collect();
        regions[region] = &sides[0];
        regions.push(&sides[1]);
        Some(Position { lives, regions: regions.join(&BAR) })
    }
}
