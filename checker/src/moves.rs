//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::canon::Scribe;
use crate::error::{Result, error};
use crate::land::{BAR, Canonical, DOT, Land, is_upper, parts};
use crate::position::{Item, Position};
use std::collections::BTreeSet;

/// A land with more moves than this is refused.
const MAX_MOVES: u64 = 1 << 18;

/// Moves that join the same occurrences x and y, given by boundary and index. They differ in where other boundaries go.
struct Join {
    region: usize,
    x: (usize, usize),
    y: (usize, usize),
    ways: u64,
}

/// A class of a region: the first of its boundaries, and how many there are.
type Class = (usize, usize);

/// All moves of a land.
pub(crate) struct Moves {
    pub(crate) position: Position,
    regions: Vec<Vec<Vec<Item>>>,
    /// The classes of each region.
    classes: Vec<Vec<Class>>,
    joins: Vec<Join>,
    /// The spot that a move makes.
    new: Item,
}

/// The options of a position: a move is made in one of its lands.
pub fn options(position: &Canonical) -> Result<BTreeSet<Canonical>> {
    let (mut all, mut scribe) = (BTreeSet::new(), Scribe::new(1));
    for (i, land) in position.0.iter().enumerate() {
        for (_, after) in Moves::of(land).all()? {
            let mut lands = [&position.0[..i], &position.0[i + 1..], &scribe.canonical(&after)?.0].concat();
            lands.sort_unstable();
            all.insert(Canonical(lands));
        }
    }
    Ok(all)
}

impl Moves {
    pub(crate) fn of(land: &Land) -> Self {
        let position = Position::of(land);
        let boundaries = |region| parts(region, DOT).map(<[Item]>::to_vec).collect();
        let regions: Vec<Vec<Vec<Item>>> = parts(&position.0, BAR).map(boundaries).collect();
        let new = 4 * position.spots() as Item + 2;
        let mut moves = Moves { position, regions, classes: vec![], joins: vec![], new };
        for (r, region) in parts(&land.0, BAR).enumerate() {
            let (mut first, mut classes) = (0, Vec::new());
            let boundaries: Vec<&[Item]> = parts(region, DOT).collect();
            for class in boundaries.chunk_by(|a, b| a == b && !a.iter().any(|token| is_upper(*token))) {
                classes.push((first, class.len()));
                first += class.len();
            }
            moves.joins.extend(joins(r, &moves.regions[r], &classes));
            moves.classes.push(classes);
        }
        moves
    }

    /// The position, not reduced, after the move with this number, if there is one.
    pub(crate) fn play(&self, mut number: u64) -> Option<Position> {
        for join in &self.joins {
            if number < join.ways {
                return Some(self.after(join, number));
            }
            number -= join.ways;
        }
        None
    }

    /// How many moves there are.
    pub(crate) fn count(&self) -> u64 {
        self.joins.iter().fold(0, |sum, join| sum.saturating_add(join.ways))
    }

    /// The positions, not reduced, after all moves, with their numbers.
    pub(crate) fn all(&self) -> Result<impl Iterator<Item = (u64, Position)>> {
        if self.count() > MAX_MOVES {
            return Err(error!(CannotCheck, "a land has more than {MAX_MOVES} moves"));
        }
        let all = self.joins.iter().flat_map(move |join| (0..join.ways).map(move |way| self.after(join, way)));
        Ok((0..).zip(all))
    }

    /// The position after the move of a join that distributes the other boundaries by this number.
    fn after(&self, join: &Join, mut number: u64) -> Position {
        let region = &self.regions[join.region];
        // `x X x` from `x X`; but a spot of degree 0 is written only once.
        let around = |(boundary, index): (usize, usize)| {
            let (before, from) = region[boundary].split_at(index);
            [from, before, &from[..usize::from(from[0] % 4 > 0)]].concat()
        };
        let (from_x, z, is_split) = (around(join.x), self.new, join.x.0 == join.y.0);
        let cut = join.y.1.wrapping_sub(join.x.1); // where `x X y Y x` is cut at y
        let mut sides = match is_split {
            true => [[&from_x[..=cut], &[z, DOT]].concat(), [&from_x[cut..], &[z, DOT]].concat()],
            false => [[&from_x[..], &[z], &around(join.y), &[z, DOT]].concat(), vec![]],
        };
        for &(first, size) in &self.classes[join.region] {
            let others = (first..first + size).filter(|b| ![join.x.0, join.y.0].contains(b));
            let count = others.clone().count() as u64;
            let to_first = if is_split { number % (count + 1) } else { count };
            number /= count + 1;
            for (b, i) in others.zip(0..) {
                sides[usize::from(i >= to_first)].extend(region[b].iter().chain(&[DOT]));
            }
        }
        let mut items = Vec::with_capacity(self.position.0.len() + 8);
        for (_, other) in parts(&self.position.0, BAR).enumerate().filter(|(r, _)| *r != join.region) {
            items.extend(other.iter().chain(&[BAR]));
        }
        for side in sides.iter().filter(|side| !side.is_empty()) {
            items.extend(side.iter().chain(&[BAR]));
        }
        for end in [from_x[0], region[join.y.0][join.y.1]] {
            items.iter_mut().filter(|item| **item / 4 == end / 4).for_each(|item| *item += 1);
        }
        Position(items)
    }
}

/// The joins of a region with these boundaries and classes, in order.
fn joins(region: usize, boundaries: &[Vec<Item>], classes: &[Class]) -> Vec<Join> {
    let mut joins = Vec::new();
    for (i, &(a, size)) in classes.iter().enumerate() {
        for &(b, _) in &classes[i + usize::from(size == 1)..] {
            for p in 0..boundaries[a].len() {
                for q in if a == b { p } else { 0 }..boundaries[b].len() {
                    joins.push(Join { region, x: (a, p), y: (if a == b { b + 1 } else { b }, q), ways: 1 });
                }
            }
        }
    }
    for &(a, _) in classes {
        let others = classes.iter().map(|&(first, size)| if first == a { size } else { size + 1 });
        let ways = others.fold(1, |ways: u64, count| ways.saturating_mul(count as u64));
        for (p, x) in boundaries[a].iter().enumerate() {
            for (q, y) in boundaries[a].iter().enumerate().skip(p) {
                if (p == q && x % 4 < 2) || (p < q && x != y) {
                    joins.push(Join { region, x: (a, p), y: (a, q), ways });
                }
            }
        }
    }
    joins
}
