//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::canon::Scribe;
use crate::error::{Result, error};
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER, is_upper, parts};
use crate::position::Position;
use std::collections::BTreeSet;

/// A land with more moves than this is refused.
const MAX_MOVES: u64 = 1 << 18;

/// An occurrence in a region: a boundary, and the index in it.
type At = (usize, usize);
/// A class of a region: the first of its boundaries, and how many there are.
type Class = (usize, usize);

/// Moves that join the same occurrences x and y. They differ in where other boundaries go.
struct Join {
    region: usize,
    x: At,
    y: At,
    ways: u64,
}

/// All moves of a land.
pub(crate) struct Moves {
    pub(crate) position: Position,
    regions: Vec<(Vec<Vec<Token>>, Vec<Class>)>,
    joins: Vec<Join>,
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
        let (position, mut regions, mut joins) = (Position::of(land), Vec::new(), Vec::new());
        for (text, region) in parts(&land.0, BAR).zip(parts(&position.0, BAR)) {
            let texts: Vec<&[Token]> = parts(text, DOT).collect();
            let (mut classes, mut first) = (Vec::new(), 0);
            for class in texts.chunk_by(|a, b| a == b && !a.iter().any(|token| is_upper(*token))) {
                classes.push((first, class.len()));
                first += class.len();
            }
            let boundaries: Vec<Vec<Token>> = parts(region, DOT).map(<[Token]>::to_vec).collect();
            add_joins(&mut joins, regions.len(), &boundaries, &classes);
            regions.push((boundaries, classes));
        }
        Moves { position, regions, joins }
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
    fn after(&self, &Join { region, x, y, .. }: &Join, mut number: u64) -> Position {
        let (boundaries, classes) = &self.regions[region];
        let (is_loop, is_split, cut) = (x == y, x.0 == y.0, y.1.wrapping_sub(x.1));
        // Until the end x and y are letters, too. `x X x` from `x X`; but a spot of degree 0 is written only once.
        let [new_x, new_y, z] = [0, 1, 2].map(|n| UPPER + self.position.letters() as Token + n);
        let around = |(boundary, index): At, new: Token| {
            let (before, from) = boundaries[boundary].split_at(index);
            [&[new], &from[1..], before, &[new][..usize::from(from[0] > 0)]].concat()
        };
        let (from_x, end) = (around(x, new_x), [if is_loop { new_x } else { new_y }]);
        let mut sides = match is_split {
            true => [[&from_x[..cut], &end, &[z]].concat(), [&end, &from_x[cut + 1..], &[z]].concat()],
            false => [[&from_x[..], &[z], &around(y, new_y), &[z]].concat(), vec![]],
        };
        for &(first, size) in classes {
            let others = (first..first + size).filter(|b| ![x.0, y.0].contains(b));
            let count = others.clone().count() as u64;
            let to_first = if is_split { number % (count + 1) } else { count };
            number /= count + 1;
            for (b, i) in others.zip(0..) {
                sides[usize::from(i >= to_first)].extend([DOT].iter().chain(&boundaries[b]));
            }
        }
        let others = parts(&self.position.0, BAR).enumerate().filter(|(r, _)| *r != region);
        let mut tokens: Vec<Token> = others.flat_map(|(_, other)| other.iter().chain(&[BAR])).copied().collect();
        for side in sides.iter().filter(|side| !side.is_empty()) {
            tokens.extend(side.iter().chain(&[DOT, BAR]));
        }
        for ((boundary, index), new) in [(x, new_x), (y, new_y)] {
            let old = boundaries[boundary][index];
            match old.min(2) + if is_loop { 2 } else { 1 } {
                1 => tokens.iter_mut().filter(|token| **token == new).for_each(|token| *token = 1),
                2 => {}
                _ => tokens.retain(|token| *token != new && (*token != old || old < LOWER)), // it is dead
            }
        }
        Position(tokens)
    }
}

/// Adds the joins of a region with these boundaries and classes, in order.
fn add_joins(joins: &mut Vec<Join>, region: usize, boundaries: &[Vec<Token>], classes: &[Class]) {
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
                if (p == q && *x < 2) || (p < q && (*x < LOWER || x != y)) {
                    joins.push(Join { region, x: (a, p), y: (a, q), ways });
                }
            }
        }
    }
}
