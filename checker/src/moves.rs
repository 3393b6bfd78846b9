//! The moves of a land (FORMAT.md section 3) in their order (section 6), and the options that they lead to.

use crate::canon::Scribe;
use crate::error::{Result, error};
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER, is_upper, parts};
use crate::position::Position;
use std::collections::BTreeSet;

/// A land with more moves than this is refused.
const MAX_MOVES: u64 = 1 << 18;
/// And so is one whose options have more tokens, of two bytes, when 100 more are counted for each.
const MAX_OPTIONS: usize = 5_000_000;

/// An occurrence in a region: a class, and the index in one of its boundaries.
type At = (usize, usize);

/// All moves of a land.
pub(crate) struct Moves {
    position: Position,
    /// The classes of each region, and their boundaries.
    regions: Vec<Vec<Vec<Vec<Token>>>>,
    /// Moves that join the same occurrences, with the first of their numbers: in which region, whether they split it, and x
    /// and y. They differ in where other boundaries go.
    joins: Vec<(u64, usize, bool, At, At)>,
    /// How many moves there are.
    pub(crate) count: u64,
}

/// The options of a position: a move is made in one of its lands.
pub fn options(position: &Canonical) -> Result<BTreeSet<Canonical>> {
    let (mut all, mut scribe) = (BTreeSet::new(), Scribe::new(1));
    for (i, land) in position.0.iter().enumerate() {
        for option in Moves::of(land).options(&mut scribe)? {
            let mut lands = [&position.0[..i], &position.0[i + 1..], &option.0].concat();
            lands.sort_unstable();
            all.insert(Canonical(lands));
        }
    }
    Ok(all)
}

impl Moves {
    pub(crate) fn of(land: &Land) -> Self {
        let mut position = Position::default();
        position.add_land(&land.0).expect("a land is made from a position");
        let mut moves = Moves { regions: vec![], joins: vec![], count: 0, position: position.clone() };
        for (text, region) in parts(&land.0, BAR).zip(parts(&position.0, BAR)) {
            let boundaries: Vec<(&[Token], &[Token])> = parts(text, DOT).zip(parts(region, DOT)).collect();
            let classes = boundaries.chunk_by(|(a, _), (b, _)| a == b && !a.iter().any(|token| is_upper(*token)));
            moves.add_region(
                classes.map(|class| class.iter().map(|(_, boundary)| boundary.to_vec()).collect()).collect(),
            );
        }
        moves
    }

    /// Adds a region with these classes of boundaries, and its moves in order.
    fn add_region(&mut self, classes: Vec<Vec<Vec<Token>>>) {
        let mut add = |is_split: bool, x: At, y: At, ways: u64| {
            self.joins.push((self.count, self.regions.len(), is_split, x, y));
            self.count = self.count.saturating_add(ways);
        };
        for (a, class) in classes.iter().enumerate() {
            for (b, other) in classes.iter().enumerate().skip(a + usize::from(class.len() == 1)) {
                for p in 0..class[0].len() {
                    for q in if a == b { p } else { 0 }..other[0].len() {
                        add(false, (a, p), (b, q), 1);
                    }
                }
            }
        }
        for (a, class) in classes.iter().enumerate() {
            let others = classes.iter().enumerate().map(|(b, other)| other.len() + usize::from(b != a));
            let ways = others.fold(1, |ways: u64, count| ways.saturating_mul(count as u64));
            for (p, x) in class[0].iter().enumerate() {
                for (q, y) in class[0].iter().enumerate().skip(p) {
                    if (p == q && *x < 2) || (p < q && (*x < LOWER || x != y)) {
                        add(true, (a, p), (a, q), ways);
                    }
                }
            }
        }
        self.regions.push(classes);
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
    pub(crate) fn play(&self, mut number: u64) -> Option<Position> {
        let joins = &self.joins[..self.joins.partition_point(|join| join.0 <= number)];
        let &(first, region, is_split, x, y) = joins.last().filter(|_| number < self.count)?;
        number -= first;
        let classes = &self.regions[region];
        let (is_loop, cut) = (is_split && x == y, y.1.wrapping_sub(x.1));
        let [in_x, in_y] = [&classes[x.0][0], &classes[y.0][usize::from(!is_split && x.0 == y.0)]];
        // Until the end x and y are letters, too. `x X x` from `x X`; but a spot of degree 0 is written only once.
        let [new_x, new_y, z] = [0, 1, 2].map(|n| UPPER + self.position.letters() as Token + n);
        let around = |boundary: &[Token], index: usize, new: Token| {
            let (before, from) = boundary.split_at(index);
            [&[new], &from[1..], before, &[new][..usize::from(from[0] > 0)]].concat()
        };
        let (from_x, end) = (around(in_x, x.1, new_x), [if is_loop { new_x } else { new_y }]);
        let mut sides = match is_split {
            true => [[&from_x[..cut], &end, &[z]].concat(), [&end, &from_x[cut + 1..], &[z]].concat()],
            false => [[&from_x[..], &[z], &around(in_y, y.1, new_y), &[z]].concat(), vec![]],
        };
        for (c, class) in classes.iter().enumerate() {
            let others = &class[usize::from(c == x.0) + usize::from(c == y.0 && !is_split)..];
            let ways = others.len() as u64 + 1;
            let to_first = if is_split { number % ways } else { ways };
            number /= ways;
            for (other, i) in others.iter().zip(0..) {
                sides[usize::from(i >= to_first)].extend([DOT].iter().chain(other));
            }
        }
        let others = parts(&self.position.0, BAR).enumerate().filter(|(r, _)| *r != region);
        let mut tokens: Vec<Token> = others.flat_map(|(_, other)| other.iter().chain(&[BAR])).copied().collect();
        tokens.extend(sides.iter().flat_map(|side| side.iter().chain(&[DOT, BAR]))); // a side may be empty
        for (old, new) in [(in_x[x.1], new_x), (in_y[y.1], new_y)] {
            match old.min(2) + if is_loop { 2 } else { 1 } {
                1 => tokens.iter_mut().filter(|token| **token == new).for_each(|token| *token = 1),
                2 => {}
                _ => tokens.retain(|token| *token != new && (*token != old || old < LOWER)), // it is dead
            }
        }
        Some(Position(tokens))
    }
}
