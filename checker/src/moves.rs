//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::budget::{Budget, Held};
use crate::canon::canonical;
use crate::error::Result;
use crate::land::{BAR, Canonical, DOT, Land, Token, is_upper, parts};
use crate::position::{Position, Spot};
use std::collections::BTreeSet;

/// A boundary as it is written, with its spots.
type Boundary = (Vec<Token>, Vec<Spot>);
/// An occurrence in a region: which boundary, and where in it.
type At = (usize, usize);

/// All moves of a land.
pub(crate) struct Moves<'a> {
    position: Position,
    regions: Vec<Vec<Boundary>>,
    /// Moves that join the same occurrences x and y of a region, with the first of their numbers. If these are in the same
    /// boundary, the region is split, and the moves differ in where the other boundaries go.
    pub(crate) joins: Vec<(u64, usize, At, At)>,
    pub(crate) count: u64,
    _held: Held<'a>,
}

/// Whether neighbouring boundaries are of one class.
fn are_alike(a: &Boundary, b: &Boundary) -> bool {
    a.0 == b.0 && !a.0.iter().any(|token| is_upper(*token))
}

/// The boundaries of a region without those of x and y, class by class.
fn others(region: &[Boundary], x: usize, y: usize) -> Vec<Vec<&[Spot]>> {
    let others: Vec<_> = region.iter().enumerate().filter(|(b, _)| *b != x && *b != y).collect();
    let classes = others.chunk_by(|(_, a), (_, b)| are_alike(a, b));
    classes.map(|class| class.iter().map(|(_, boundary)| &boundary.1[..]).collect()).collect()
}

impl<'a> Moves<'a> {
    pub(crate) fn of(land: &Land, budget: &'a Budget) -> Result<Self> {
        // Every token may be joined to every other one.
        let size = land.0.len() as u64;
        budget.work(size * (10 + size / 2))?;
        let (mut position, mut regions, mut joins, mut count) = (Position::default(), vec![], vec![], 0_u64);
        position.add(&land.0)?;
        for (string, spots) in parts(&land.0, BAR).zip(parts(&position.regions, BAR)) {
            let texts = parts(string, DOT).map(<[Token]>::to_vec);
            let region: Vec<Boundary> = texts.zip(parts(spots, DOT).map(<[Spot]>::to_vec)).collect();
            // The first boundary of a class stands for all.
            let is_first = |b: &usize| *b == 0 || !are_alike(&region[b - 1], &region[*b]);
            let firsts = || (0..region.len()).filter(is_first);
            let seconds = |a: usize| (a + 1..region.len()).filter(move |b| *b == a + 1 || is_first(b));
            let two_boundaries = firsts().flat_map(|a| seconds(a).map(move |b| (a, b)));
            for (a, b) in two_boundaries.chain(firsts().map(|a| (a, a))) {
                let others = if a == b { others(&region, a, b) } else { Vec::new() };
                let ways = others.iter().fold(1, |ways: u64, class| ways.saturating_mul(class.len() as u64 + 1));
                for (p, x) in region[a].1.iter().enumerate() {
                    let from = if a < b && is_first(&b) { 0 } else { p };
                    for (q, y) in region[b].1.iter().enumerate().skip(from) {
                        let can_join = if (a, p) == (b, q) { position.lives[usize::from(*x)] > 1 } else { x != y };
                        if can_join {
                            joins.push((count, regions.len(), (a, p), (b, q)));
                            count = count.saturating_add(ways);
                        }
                    }
                }
            }
            regions.push(region);
        }
        let mut held = budget.hold();
        held.memory(size_of_val(&joins[..]) + 100 * land.0.len())?;
        Ok(Moves { position, regions, joins, count, _held: held })
    }

    /// The options of the land, and the memory that they hold.
    pub(crate) fn options(&self, held: &mut Held, budget: &Budget) -> Result<BTreeSet<Canonical>> {
        let mut options = BTreeSet::new();
        for after in (0..self.count).map_while(|number| self.play(number)) {
            let option = canonical(&after, budget)?;
            let bytes = option.0.iter().map(|land| 50 + 2 * land.0.len()).sum::<usize>() + 50;
            if options.insert(option) {
                held.memory(bytes)?;
            }
        }
        Ok(options)
    }

    /// The position, not reduced, after the move with this number, if there is one.
    pub(crate) fn play(&self, number: u64) -> Option<Position> {
        let joins = &self.joins[..self.joins.partition_point(|join| join.0 <= number)];
        let &(first, region, (a, p), (b, q)) = joins.last().filter(|_| number < self.count)?;
        let (with_x, with_y) = (&self.regions[region][a].1, &self.regions[region][b].1);
        let (mut lives, z) = (self.position.lives.clone(), [self.position.lives.len() as Spot]);
        lives[usize::from(with_x[p])] -= 1;
        lives[usize::from(with_y[q])] -= 1;
        lives.push(1);
        // An occurrence that is written twice in a row here is one, as in step 2 of the reduction.
        let mut sides = if a == b {
            [[&with_x[p..=q], &z].concat(), [&with_x[q..], &with_x[..=p], &z].concat()]
        } else {
            [Vec::new(), [&with_x[p..], &with_x[..=p], &z, &with_y[q..], &with_y[..=q], &z].concat()]
        };
        let mut distribution = number - first;
        for class in others(&self.regions[region], a, b) {
            let ways = class.len() as u64 + 1;
            for (other, k) in class.into_iter().zip(0..) {
                sides[usize::from(k >= distribution % ways)].extend([DOT].iter().chain(other));
            }
            distribution /= ways;
        }
        let mut regions: Vec<&[Spot]> = parts(&self.position.regions, BAR).collect();
        regions[region] = &sides[0];
        regions.push(&sides[1]);
        Some(Position { lives, regions: regions.join(&BAR) })
    }
}
