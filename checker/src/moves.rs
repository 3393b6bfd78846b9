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
        let mut moves = Moves { position, classes, joins: vec![], count: 0 };
        for r in 0..regions.len() {
            moves.add_two_boundaries(r);
            moves.add_one_boundary(r);
        }
        Ok(moves)
    }

    /// Adds the moves that join x and y. They have the next numbers, as many as there are ways to share out other boundaries.
    fn add(&mut self, region: usize, x: At, y: At, ways: u64) {
        self.joins.push(Join { first: self.count, region, x, y });
        // The number of a move has 64 bits: a move beyond has none, and no land with so many moves can be checked.
        self.count = self.count.saturating_add(ways);
    }

    /// Rule 1 of section 6. All occurrences have a life: the land is reduced. Two occurrences in different boundaries of a
    /// region are different spots: `Position::add` sees to that. So each x can be joined to each y.
    fn add_two_boundaries(&mut self, r: usize) {
        let (region, classes) = (self.position.regions[r].clone(), self.classes[r].clone());
        for (i, class) in classes.iter().enumerate() {
            for (j, other) in classes.iter().enumerate().skip(i) {
                if i == j && class.size < 2 {
                    continue;
                }
                let [a, b] = [class.first, if i == j { class.first + 1 } else { other.first }];
                for p in 0..region[a].len() {
                    // In two boundaries that are equal, (p, q) and (q, p) are the same move: one of them is enough.
                    let first_q = if i == j { p } else { 0 };
                    for q in first_q..region[b].len() {
                        self.add(r, At { boundary: a, place: p }, At { boundary: b, place: q }, 1);
                    }
                }
            }
        }
    }

    /// Rule 2. Two occurrences are the same letter exactly when they are the same spot; and a spot has two lives or more
    /// exactly when its token is `0` or `1`.
    fn add_one_boundary(&mut self, r: usize) {
        let (region, classes) = (self.position.regions[r].clone(), self.classes[r].clone());
        for class in classes {
            let (b, boundary) = (class.first, &region[class.first]);
            let ways = self.other_classes(r, b).map(|class| class.size as u64 + 1).fold(1, u64::saturating_mul);
            for (p, x) in boundary.iter().enumerate() {
                let at_p = At { boundary: b, place: p };
                if self.position.lives[usize::from(*x)] >= 2 {
                    self.add(r, at_p, at_p, ways);
                }
                for (q, y) in boundary.iter().enumerate().skip(p + 1) {
                    if x != y {
                        self.add(r, at_p, At { boundary: b, place: q }, ways);
                    }
                }
            }
        }
    }

    /// The classes of a region without the boundary that a move uses, the first one of its class. A class that is used up has
    /// size 0.
    fn other_classes(&self, r: usize, used: usize) -> impl Iterator<Item = Class> {
        self.classes[r].iter().map(move |&class| {
            if class.first == used { Class { first: class.first + 1, size: class.size - 1 } } else { class }
        })
    }

    /// The join that the move with this number makes, and the number of its distribution.
    pub(crate) fn find(&self, number: u64) -> Option<(Join, u64)> {
        let after = self.joins.partition_point(|join| join.first <= number);
        let join = self.joins[..after].last().filter(|_| number < self.count)?;
        Some((*join, number - join.first))
    }

    /// The other boundaries of the region of a move within one boundary, by their numbers: those that go to the first side,
    /// and those that go to the second. The digits of the distribution are those of section 6, the first class having the least.
    pub(crate) fn sides(&self, join: Join, distribution: u64) -> [Vec<usize>; 2] {
        let (mut first, mut second, mut rest) = (vec![], vec![], distribution);
        for class in self.other_classes(join.region, join.x.boundary) {
            let ways = class.size as u64 + 1;
            let middle = class.first + (rest % ways) as usize;
            first.extend(class.first..middle);
            second.extend(middle..class.first + class.size);
            rest /= ways;
        }
        [first, second]
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
        let mut lives = self.position.lives.clone();
        let z = lives.len() as Spot;
        // The boundaries `x X` and `y Y`.
        let (from_x, from_y) = (rotated(region, x), rotated(region, y));
        let (x_spot, y_spot) = (from_x[0], from_y[0]);
        let some = |numbers: &[usize]| numbers.iter().map(|b| region[*b].clone()).collect::<Region>();
        let new_regions = if x.boundary != y.boundary {
            // `x X x z y Y y z`
            let joined = [&self.around(&from_x)[..], &[z], &self.around(&from_y), &[z]].concat();
            let others: Vec<usize> = (0..region.len()).filter(|b| *b != x.boundary && *b != y.boundary).collect();
            vec![[vec![joined], some(&others)].concat()]
        } else {
            let [there, back] = if x == y {
                // A loop: `x z` and `x X x z`. For a spot of degree 0, whose X is empty, both are `x z`.
                [vec![x_spot, z], [&self.around(&from_x)[..], &[z]].concat()]
            } else {
                // The boundary, read from x, is `x X y Y`; the first side has `x X y z`, the second one `y Y x z`.
                let (x_and_rest, y_and_rest) = from_x.split_at(y.place - x.place);
                [[x_and_rest, &[y_spot, z]].concat(), [y_and_rest, &[x_spot, z]].concat()]
            };
            let [first, second] = self.sides(join, distribution);
            vec![[vec![there], some(&first)].concat(), [vec![back], some(&second)].concat()]
        };
        for spot in [x_spot, y_spot] {
            lives[usize::from(spot)] -= 1;
        }
        lives.push(1);
        let mut regions = new_regions;
        let others = self.position.regions.iter().enumerate().filter(|(other, _)| *other != r);
        regions.extend(others.map(|(_, region)| region.clone()));
        Some(Position { lives, regions })
    }

    /// A boundary `x X` once around, back to x: `x X x`; or `x` if its spot has degree 0. A spot of degree 0 is alone in its
    /// boundary, but it is the degree that counts: in a reduced position a spot of degree 1 or 2 may stand alone too, where all
    /// other spots of its boundary are dead and left out, and is passed twice in walking around what is left of them.
    fn around(&self, from_x: &[Spot]) -> Boundary {
        let has_degree_0 = self.position.lives[usize::from(from_x[0])] == 3;
        if has_degree_0 { from_x.to_vec() } else { [from_x, &from_x[..1]].concat() }
    }
}

/// The classes of the boundaries of a region, in their order.
fn classes(region: &[Vec<Token>]) -> Vec<Class> {
    let mut classes: Vec<Class> = vec![];
    for (b, boundary) in region.iter().enumerate() {
        let has_upper = boundary.iter().any(|token| token.is_upper());
        match classes.last_mut() {
            Some(last) if *boundary == region[last.first] && !has_upper => last.size += 1,
            _ => classes.push(Class { first: b, size: 1 }),
        }
    }
    classes
}

/// The boundary of an occurrence, read once around from there.
fn rotated(region: &Region, at: At) -> Boundary {
    let (before, from) = region[at.boundary].split_at(at.place);
    [from, before].concat()
}
