//! The moves of a land (FORMAT.md section 3) in their order (section 6).

use crate::budget::Budget;
use crate::error::Result;
use crate::position::{Boundary, Position, Region, Spot};
use crate::token::{Land, Token};

/// An occurrence in a region: the number of its boundary, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub boundary: usize,
    pub place: usize,
}

/// Moves that join the same occurrences x and y of a region. If these are in one boundary, the region is split, and the
/// moves differ in where the other boundaries go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Join {
    /// The first of their numbers.
    pub first: u64,
    pub region: usize,
    pub x: At,
    pub y: At,
}

/// A maximal run of boundaries of a region that are interchangeable: token for token the same, without upper-case letters.
/// (Between two such boundaries no other one can stand in a canonical string, so the run has all of them. Were a string not
/// canonical, there would be two classes where one would do: more moves, the same options.)
///
/// Exchanging two boundaries of a class is an automorphism of the land: their letters occur nowhere else. So the first
/// boundary of a class may stand for all, if two are used the second one for all others, and of a distribution only the
/// numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// The number of its first boundary.
    first: usize,
    size: usize,
}

/// All moves of a land.
pub(crate) struct Moves {
    pub position: Position,
    /// The classes of the boundaries of each region.
    classes: Vec<Vec<Class>>,
    pub joins: Vec<Join>,
    pub count: u64,
}

impl Moves {
    pub(crate) fn of(land: &Land, budget: &Budget) -> Result<Self> {
        // Every token may be joined to every other one.
        let size = land.size() as u64;
        budget.work(size * (10 + size / 2))?;
        let (mut position, regions) = (Position::default(), land.regions());
        position.add(&regions)?;
        let classes = regions.iter().map(|region| classes(region)).collect();
        let mut moves = Moves { position: Position::default(), classes, joins: vec![], count: 0 };
        for (r, region) in position.regions.iter().enumerate() {
            moves.add_two_boundaries(r, region);
            moves.add_one_boundary(r, region, &position.lives);
        }
        moves.position = position;
        Ok(moves)
    }

    fn add(&mut self, region: usize, x: At, y: At, ways: u64) {
        self.joins.push(Join { first: self.count, region, x, y });
        // The number of a move has 64 bits: a move beyond has none, and no land with so many moves can be checked.
        self.count = self.count.saturating_add(ways);
    }

    /// Rule 1 of section 6. All occurrences have a life: the land is reduced. Two occurrences in different boundaries of a
    /// region are different spots: `Position::add` sees to that. So each x can be joined to each y.
    fn add_two_boundaries(&mut self, r: usize, region: &Region) {
        let classes = self.classes[r].clone();
        for (i, class) in classes.iter().enumerate() {
            for (j, other) in classes.iter().enumerate().skip(i) {
                if i == j && class.size < 2 {
                    continue;
                }
                let [a, b] = [class.first, if i == j { class.first + 1 } else { other.first }];
                // In two boundaries that are equal, (p, q) and (q, p) are the same move: one of them is enough.
                for p in 0..region[a].len() {
                    for q in if i == j { p } else { 0 }..region[b].len() {
                        self.add(r, At { boundary: a, place: p }, At { boundary: b, place: q }, 1);
                    }
                }
            }
        }
    }

    /// Rule 2. Two occurrences are the same letter exactly when they are the same spot.
    fn add_one_boundary(&mut self, r: usize, region: &Region, lives: &[u8]) {
        for class in self.classes[r].clone() {
            let (b, boundary) = (class.first, &region[class.first]);
            let ways = self.other_classes(r, b).map(|class| class.size as u64 + 1).fold(1, u64::saturating_mul);
            for (p, x) in boundary.iter().enumerate() {
                if lives[usize::from(*x)] >= 2 {
                    self.add(r, At { boundary: b, place: p }, At { boundary: b, place: p }, ways);
                }
                for (q, y) in boundary.iter().enumerate().skip(p + 1) {
                    if x != y {
                        self.add(r, At { boundary: b, place: p }, At { boundary: b, place: q }, ways);
                    }
                }
            }
        }
    }

    /// The classes of a region without the boundary that a move uses, the first one of its class. A class that is used up has
    /// size 0.
    fn other_classes(&self, r: usize, used: usize) -> impl Iterator<Item = Class> {
        self.classes[r].iter().map(move |class| match class.first == used {
            true => Class { first: class.first + 1, size: class.size - 1 },
            false => *class,
        })
    }

    /// The join that the move with this number makes, and the number of its distribution.
    pub(crate) fn find(&self, number: u64) -> Option<(Join, u64)> {
        let after = self.joins.partition_point(|join| join.first <= number);
        let join = self.joins[..after].last().filter(|_| number < self.count)?;
        Some((*join, number - join.first))
    }

    /// The other boundaries of the region of a move within one boundary, by their numbers: those that go to the first side,
    /// and those that go to the second.
    pub(crate) fn sides(&self, join: Join, mut distribution: u64) -> [Vec<usize>; 2] {
        let mut sides = [vec![], vec![]];
        for class in self.other_classes(join.region, join.x.boundary) {
            let ways = class.size as u64 + 1;
            let to_first = (distribution % ways) as usize;
            sides[0].extend(class.first..class.first + to_first);
            sides[1].extend(class.first + to_first..class.first + class.size);
            distribution /= ways;
        }
        sides
    }

    /// The positions after all moves, in the order of their numbers. That two of them may be equal makes no difference.
    pub(crate) fn all(&self) -> impl Iterator<Item = Position> {
        (0..).map_while(|number| self.play(number))
    }

    /// The position, not reduced, after the move with this number, if there is one.
    pub(crate) fn play(&self, number: u64) -> Option<Position> {
        let (join, distribution) = self.find(number)?;
        let Join { region: r, x, y, .. } = join;
        let region = &self.position.regions[r];
        let mut after = Position { lives: self.position.lives.clone(), regions: Vec::new() };
        let z = after.lives.len() as Spot;
        let (from_x, from_y) = (rotated(region, x), rotated(region, y));
        // `x X x`; or `x` if its spot has degree 0. A spot of degree 0 is alone in its boundary, but it is the degree that
        // counts: a `1` or `2` that stands alone is passed twice, as both ends of a curve that has shrunk to it.
        let around = |walk: &[Spot]| match self.position.lives[usize::from(walk[0])] {
            3 => walk.to_vec(),
            _ => [walk, &walk[..1]].concat(),
        };
        let boundaries = |numbers: &[usize]| numbers.iter().map(|b| region[*b].clone()).collect::<Region>();
        let new_regions = if x.boundary != y.boundary {
            let others: Vec<usize> = (0..region.len()).filter(|b| *b != x.boundary && *b != y.boundary).collect();
            let joined = [&around(&from_x)[..], &[z], &around(&from_y), &[z]].concat();
            vec![[vec![joined], boundaries(&others)].concat()]
        } else {
            let [first, second] = self.sides(join, distribution);
            // The boundary is `x X y Y`, read from x. The curve goes from x past z to y, and each side has its part of the
            // boundary and the curve: `x X y z` there, `y Y x z` back. For a loop X is empty: `x z` and `x Y x z`.
            let (to_y, [x_spot, y_spot]) = (y.place - x.place, [from_x[0], from_y[0]]);
            let there = [&from_x[..to_y], &[y_spot, z]].concat();
            let back = match to_y {
                0 => [&around(&from_x)[..], &[z]].concat(),
                _ => [&from_x[to_y..], &[x_spot, z]].concat(),
            };
            vec![[vec![there], boundaries(&first)].concat(), [vec![back], boundaries(&second)].concat()]
        };
        for spot in [from_x[0], from_y[0]] {
            after.lives[usize::from(spot)] -= 1;
        }
        after.lives.push(1);
        let others = self.position.regions.iter().enumerate().filter(|(other, _)| *other != r);
        after.regions.extend(others.map(|(_, region)| region.clone()));
        after.regions.extend(new_regions);
        Some(after)
    }
}

/// The classes of the boundaries of a region, in their order.
fn classes(region: &[Vec<Token>]) -> Vec<Class> {
    let are_alike = |a: &Vec<Token>, b: &Vec<Token>| a == b && !a.iter().any(|token| token.is_upper());
    let mut first = 0;
    let runs = region.chunk_by(are_alike).map(|run| {
        first += run.len();
        Class { first: first - run.len(), size: run.len() }
    });
    runs.collect()
}

/// The boundary of an occurrence, read from there on.
fn rotated(region: &Region, at: At) -> Boundary {
    let (before, from) = region[at.boundary].split_at(at.place);
    [from, before].concat()
}
