//! Batches of moves: the moves of a land in parts that can be made one by one, in any order.
//!
//! A *batch* is one curve with some of the distributions of the other boundaries. The batches of a land have the order of
//! FORMAT.md section 6, and each can be made without the others. A curve with many distributions makes several batches, because
//! threads that share a land look for work between two batches.

use crate::parent::Parent;
use crate::scratch::{FIRST_NAME, RegionRow, Role, ScratchPosition, Span};
use crate::token::{TWO, ZERO};
use crate::too_large::TooLarge;
use std::ops::Range;

/// Moves of one land, counted as FORMAT.md section 6 numbers them, beyond which the work is refused. Lands met in games have
/// thousands at most.
const MAX_MOVES: u64 = 1 << 18;

/// Distributions in a batch, at most.
const WAYS: u64 = 16;

/// Boundaries of a region that a move need not tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// The first boundary of the class, the others follow it; or bare spots, which are only counted.
    pub kind: Kind,
    pub count: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Zeros,
    Boundary(u16),
}

impl Class {
    /// The boundary of the class that a move uses: the last one, so that the others still stand side by side.
    fn used(self) -> Kind {
        match self.kind {
            Kind::Zeros => Kind::Zeros,
            Kind::Boundary(first) => Kind::Boundary(first + self.count - 1),
        }
    }
}

/// One end of the curve.
#[derive(Clone, Copy)]
pub struct End {
    /// The boundary, or a bare spot.
    pub kind: Kind,
    /// Which occurrence of the boundary.
    pub at: u16,
    pub token: u8,
}

#[derive(Clone, Copy)]
pub enum Curve {
    /// Joins two boundaries.
    Joint(End, End),
    /// Joins a spot of a class to itself.
    Loop(usize, End),
    /// Joins two spots of the same boundary of a class.
    Chord(usize, End, End),
}

#[derive(Clone, Copy)]
pub struct Batch {
    pub region: usize,
    pub curve: Curve,
    /// The number of the curve's first move.
    pub number: u64,
    /// The distributions that are made: from the first to before the second.
    pub ways: (u32, u32),
}

/// The batches of a land.
#[derive(Default)]
pub struct Batches {
    list: Vec<Batch>,
    /// The classes of all regions, and where those of each region are.
    pub classes: Vec<Class>,
    pub classes_of: Vec<Range<usize>>,
    /// Moves so far, as they are numbered.
    pub numbers: u64,
}

impl Batches {
    pub fn count(&self) -> usize {
        self.list.len()
    }

    pub fn get(&self, nth: usize) -> Batch {
        self.list[nth]
    }

    /// How many moves have lower numbers than a batch's; for the end of the list, how many there are.
    pub fn moves_before(&self, nth: usize) -> u64 {
        self.list.get(nth).map_or(self.numbers, |batch| batch.number + u64::from(batch.ways.0))
    }

    /// Lists the batches of the land that the parent and the scratch position hold.
    pub fn list(&mut self, parent: &Parent, scratch: &ScratchPosition) -> Result<(), TooLarge> {
        self.list.clear();
        self.classes.clear();
        self.classes_of.clear();
        self.numbers = 0;
        for (region, &row) in parent.regions().iter().enumerate() {
            let first = self.classes.len();
            self.classify(parent, scratch, row);
            self.classes_of.push(first..self.classes.len());
            self.two_boundary_batches(scratch, region)?;
            self.one_boundary_batches(scratch, region)?;
        }
        Ok(())
    }

    /// Groups the boundaries of a region into classes. Equal closed boundaries stand side by side in a canonical string.
    fn classify(&mut self, parent: &Parent, scratch: &ScratchPosition, row: RegionRow) {
        if row.zeros > 0 {
            self.classes.push(Class { kind: Kind::Zeros, count: row.zeros });
        }
        for b in row.boundaries() {
            match self.classes.last_mut() {
                Some(Class { kind: Kind::Boundary(first), count })
                    if b > row.first as usize && same_closed(parent, scratch, *first as usize, b) =>
                {
                    *count += 1;
                }
                _ => self.classes.push(Class { kind: Kind::Boundary(b as u16), count: 1 }),
            }
        }
    }

    fn two_boundary_batches(&mut self, scratch: &ScratchPosition, region: usize) -> Result<(), TooLarge> {
        let classes = self.classes_of[region].clone();
        for i in classes.clone() {
            let first = self.classes[i];
            for j in i..classes.end {
                let second = self.classes[j];
                if i == j && first.count < 2 {
                    continue;
                }
                let x = first.used();
                let y = match second.kind {
                    // Another one of the same class.
                    Kind::Boundary(b) if i == j => Kind::Boundary(b),
                    _ => second.used(),
                };
                for p in 0..span(scratch, x).len {
                    let from = if i == j { p } else { 0 };
                    for q in from..span(scratch, y).len {
                        self.push(region, Curve::Joint(end(scratch, x, p), end(scratch, y, q)), 1)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn one_boundary_batches(&mut self, scratch: &ScratchPosition, region: usize) -> Result<(), TooLarge> {
        let classes = self.classes_of[region].clone();
        for class in classes.clone() {
            let others = self.classes[classes.clone()].iter();
            let all = others.fold(1u64, |ways, other| ways.saturating_mul(u64::from(other.count) + 1));
            let ways = all / (u64::from(self.classes[class].count) + 1) * u64::from(self.classes[class].count);
            let kind = self.classes[class].used();
            let len = span(scratch, kind).len;
            for p in 0..len {
                let x = end(scratch, kind, p);
                if x.token < TWO {
                    self.push(region, Curve::Loop(class, x), ways)?;
                }
                for q in p + 1..len {
                    let y = end(scratch, kind, q);
                    if x.token < FIRST_NAME || x.token != y.token {
                        self.push(region, Curve::Chord(class, x, y), ways)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, region: usize, curve: Curve, ways: u64) -> Result<(), TooLarge> {
        let number = self.numbers;
        self.numbers = number.saturating_add(ways);
        if self.numbers > MAX_MOVES {
            return Err(TooLarge::Moves);
        }
        let mut first = 0;
        while first < ways {
            let next = (first + WAYS).min(ways);
            self.list.push(Batch { region, curve, number, ways: (first as u32, next as u32) });
            first = next;
        }
        Ok(())
    }
}

pub fn span(scratch: &ScratchPosition, kind: Kind) -> Span {
    match kind {
        Kind::Zeros => Span { start: 0, len: 1 },
        Kind::Boundary(b) => scratch.boundaries[b as usize],
    }
}

fn end(scratch: &ScratchPosition, kind: Kind, at: u16) -> End {
    let token = match kind {
        Kind::Zeros => ZERO,
        Kind::Boundary(_) => scratch.pool[(span(scratch, kind).start + at) as usize],
    };
    End { kind, at, token }
}

fn same_closed(parent: &Parent, scratch: &ScratchPosition, a: usize, b: usize) -> bool {
    let (a, b) = (scratch.tokens(scratch.boundaries[a]), scratch.tokens(scratch.boundaries[b]));
    let first = |tokens: &[u8], token| tokens.iter().position(|&other| other == token);
    a.len() == b.len()
        && a.iter().zip(b).all(|(&s, &t)| {
            if s < FIRST_NAME || t < FIRST_NAME {
                return s == t;
            }
            parent.role(s) == Role::Lower && first(a, s) == first(b, t)
        })
}
