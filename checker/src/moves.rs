//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::canon::Scribe;
use crate::error::{Result, error};
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER, is_upper, parts};
use crate::position::Position;
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
    regions: Vec<Vec<Vec<Token>>>,
    /// The classes of each region.
    classes: Vec<Vec<Class>>,
    joins: Vec<Join>,
    /// The first letter that is free: the spot that a move makes.
    new: Token,
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
        let boundaries = |region| parts(region, DOT).map(<[Token]>::to_vec).collect();
        let regions: Vec<Vec<Vec<Token>>> = parts(&position.0, BAR).map(boundaries).collect();
        let new = UPPER + position.letters() as Token;
        let mut moves = Moves { position, regions, classes: vec![], joins: vec![], new };
        for (r, region) in parts(&land.0, BAR).enumerate() {
            let (mut first, mut classes) = (0, Vec::new());
            let boundaries: Vec<&[Token]> = parts(region, DOT).collect();
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
        let (region, z, is_split) = (&self.regions[join.region], [self.new], join.x.0 == join.y.0);
        let [x, y] = [join.x, join.y].map(|(boundary, index)| region[boundary][index]);
        // What is written for an end after the move: it has one more curve end, or two. Dead spots are not written.
        let grown = |token: Token, letter| match token.min(2) + 1 + Token::from(join.x == join.y) {
            1 => vec![1],
            2 => vec![letter],
            _ => vec![],
        };
        let (x_end, y_end) = (grown(x, self.new + 1), grown(y, self.new + 2));
        // `X` of a boundary `x X`, and `x X x`; but a spot of degree 0 is written only once.
        let rest =
            |(boundary, index): (usize, usize)| [&region[boundary][index + 1..], &region[boundary][..index]].concat();
        let around = |place, token, end: &[Token]| [end, &rest(place), if token == 0 { &[] } else { end }].concat();
        let mut sides = match join.y.1.wrapping_sub(join.x.1) {
            _ if !is_split => [[&around(join.x, x, &x_end), &z[..], &around(join.y, y, &y_end), &z].concat(), vec![]],
            0 => [[&x_end[..], &z].concat(), [&around(join.x, x, &x_end)[..], &z].concat()],
            cut => {
                let rest = rest(join.x);
                [[&x_end, &rest[..cut - 1], &y_end, &z].concat(), [&y_end, &rest[cut..], &x_end, &z].concat()]
            }
        };
        for &(first, size) in &self.classes[join.region] {
            let others = (first..first + size).filter(|b| ![join.x.0, join.y.0].contains(b));
            let count = others.clone().count() as u64;
            let to_first = if is_split { number % (count + 1) } else { count };
            number /= count + 1;
            for (b, i) in others.zip(0..) {
                sides[usize::from(i >= to_first)].extend([&[DOT], &region[b][..]].concat());
            }
        }
        let others = parts(&self.position.0, BAR).enumerate().filter(|(r, _)| *r != join.region);
        let mut tokens: Vec<Token> = others.flat_map(|(_, other)| other.iter().chain(&[BAR])).copied().collect();
        for side in sides.iter().filter(|side| !side.is_empty()) {
            tokens.extend(side.iter().chain(&[DOT, BAR]));
        }
        tokens.retain(|token| !is_upper(*token) || ![x, y].contains(token));
        Position(tokens)
    }
}

/// The joins of a region with these boundaries and classes, in order.
fn joins(region: usize, boundaries: &[Vec<Token>], classes: &[Class]) -> Vec<Join> {
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
                if (p == q && *x < 2) || (p < q && (*x < LOWER || x != y)) {
                    joins.push(Join { region, x: (a, p), y: (a, q), ways });
                }
            }
        }
    }
    joins
}
