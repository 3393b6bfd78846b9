//! The paper of Morpion Solitaire: dots, lines and legal moves (FORMAT-PUZZLES.md section 1).
//!
//! It has 64 × 64 points. Each row, column and diagonal is a *rank* and has two words: bit t of the one tells whether
//! point t has a dot, bit t of the other whether a line along the rank that starts at point t would get in the way of one
//! that is drawn. Points are counted in the direction of the lines.
//!
//! All dots are kept 5 points or more from the edge. So a line with four dots lies on the paper with all its points, no
//! legal move is overlooked, and only a dot that would come too near to the edge must be refused.

use crate::error::{CannotCheck, Result, ensure};
use std::array::from_fn;

const SIDE: i32 = 64;
/// There are 6 · 64 ranks. (A power of two spares the program looking whether a rank is one of them.)
const RANKS: usize = 512;
/// Where the point (0, 0) of the document is.
const ORIGIN: i32 = 27;
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const HALF_CROSS: [&str; 5] = ["...####...", "...#..#...", "...#..#...", "####..####", "#........#"];

/// A move on the paper: the rank of its line, the point of the rank where it starts, and place and point of the new dot.
#[derive(Clone, Copy)]
pub(super) struct Move {
    rank: u16,
    start: u8,
    place: u8,
    pub dot: (u8, u8),
}

#[derive(Clone)]
pub(super) struct Paper {
    pub dots: [u64; RANKS],
    blocked: [u64; RANKS],
    /// Lines along a rank must start so many steps apart: 4 in 5T, 5 in 5D.
    apart: u8,
    /// Of nine points in a row, given by their dots: a bit for each of the first five where a line starts that lacks one.
    lacks_one: [u8; 512],
}

/// The ranks through a point, in the order of the directions, and where it is on each.
fn ranks((x, y): (i32, i32)) -> [(usize, i32); 4] {
    let number = |rank: i32| rank as usize % RANKS;
    [(number(y), x), (number(SIDE + x), y), (number(3 * SIDE - 1 + x - y), x), (number(4 * SIDE + x + y), x)]
}

impl Paper {
    /// The cross, under rule 0 (touching) or 1 (disjoint).
    pub fn start(rule: u8) -> Self {
        let lacks_one = from_fn(|dots| {
            let starts = (0..5).filter(|start| (dots >> start & 0b11111).count_ones() == 4);
            starts.map(|start| 1 << start).sum()
        });
        let mut paper = Paper { dots: [0; RANKS], blocked: [0; RANKS], apart: 4 + rule, lacks_one };
        for (y, row) in (ORIGIN..).zip(HALF_CROSS.iter().chain(HALF_CROSS.iter().rev())) {
            (ORIGIN..).zip(row.chars()).filter(|(_, c)| *c == '#').for_each(|(x, _)| paper.toggle_dot((x, y)));
        }
        paper
    }

    /// Puts a dot on a point or takes it away.
    pub fn toggle_dot(&mut self, point: (i32, i32)) {
        for (rank, t) in ranks(point) {
            self.dots[rank] ^= 1 << t;
        }
    }

    /// Draws the line of a move, and gives what [`Paper::erase`] needs to take it away again.
    pub fn draw(&mut self, played: Move) -> u64 {
        let blocked = &mut self.blocked[usize::from(played.rank) % RANKS];
        let before = *blocked;
        // The starts that are less than `apart` steps away, on both sides.
        *blocked |= ((1 << (2 * self.apart - 1)) - 1) << (played.start + 1 - self.apart);
        before
    }

    /// Takes the last line away.
    pub fn erase(&mut self, played: Move, before: u64) {
        self.blocked[usize::from(played.rank) % RANKS] = before;
    }

    /// Adds the moves that are legal as soon as a point has a dot: their lines all have this point.
    pub fn add_legal_with(&self, dot: (i32, i32), moves: &mut Vec<Move>) {
        for ((rank, t), (dx, dy)) in ranks(dot).into_iter().zip(DIRECTIONS) {
            let dots = self.dots[rank] | 1 << t;
            let free = !(self.blocked[rank] >> (t - 4)) as u8;
            let mut starts = self.lacks_one[(dots >> (t - 4)) as usize % 512] & free;
            while starts > 0 {
                let start = t - 4 + starts.trailing_zeros() as i32;
                let place = (dots >> start).trailing_ones() as i32;
                let steps = start + place - t;
                let dot = ((dot.0 + steps * dx) as u8, (dot.1 + steps * dy) as u8);
                moves.push(Move { rank: rank as u16, start: start as u8, place: place as u8, dot });
                starts &= starts - 1;
            }
        }
    }

    /// All legal moves.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (x, y) in (0..SIDE * SIDE).map(|i| (i / SIDE, i % SIDE)) {
            for ((rank, t), (dx, dy)) in ranks((x, y)).into_iter().zip(DIRECTIONS) {
                let (dots, blocked) = (self.dots[rank] >> t, self.blocked[rank] >> t);
                let place = dots.trailing_ones() as i32;
                if (dots & 0b11111).count_ones() == 4 && blocked & 1 == 0 {
                    let dot = ((x + place * dx) as u8, (y + place * dy) as u8);
                    moves.push(Move { rank: rank as u16, start: t as u8, place: place as u8, dot });
                }
            }
        }
        moves
    }

    /// Whether a move that is legal will still be legal after another one. The dots of its line stay: so it is, unless its new
    /// dot is there then, or its line is too near to the other one.
    pub fn stays_legal(&self, it: Move, after: Move) -> bool {
        (it.rank != after.rank || it.start.abs_diff(after.start) >= self.apart) && it.dot != after.dot
    }
}

impl Move {
    /// The new dot, which must not be too near to the edge.
    pub fn new_dot(self) -> Result<(i32, i32)> {
        let (x, y) = (i32::from(self.dot.0), i32::from(self.dot.1));
        let far = || CannotCheck::OffPaper(x - ORIGIN, y - ORIGIN);
        ensure(x.min(y) >= 5 && x.max(y) < SIDE - 5, far)?;
        Ok((x, y))
    }

    /// As certificates have it.
    pub fn stated(self) -> (i8, i8, u8) {
        let direction = [0, 1, 2, 2, 3, 3][usize::from(self.rank) / SIDE as usize];
        let ((x, y), (dx, dy), place) = (self.dot, DIRECTIONS[direction], i32::from(self.place));
        let start = (i32::from(x) - place * dx - ORIGIN, i32::from(y) - place * dy - ORIGIN);
        (start.0 as i8, start.1 as i8, (5 * direction) as u8 + self.place)
    }
}
