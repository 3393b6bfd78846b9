//! The paper of Morpion Solitaire: dots, lines and legal moves (FORMAT-PUZZLES.md section 1).
//!
//! It has 64 × 64 points. Each row, column and diagonal is a *rank* and has two words: bit t of the one tells whether
//! point t has a dot, bit t of the other whether the segment from point t to t + 1 (5T) or the point t (5D) belongs to a
//! line drawn along the rank. Points are counted in the direction of the lines.
//!
//! All dots are kept 5 points or more from the edge. So a line with four dots lies on the paper with all its points, no
//! legal move is overlooked, and only a dot that would come too near to the edge must be refused.

use crate::error::{Result, ensure, error};

const SIDE: i32 = 64;
const RANKS: usize = 6 * SIDE as usize;
/// Where the point (0, 0) of the document is.
const ORIGIN: i32 = 27;
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const HALF_CROSS: [&str; 5] = ["...####...", "...#..#...", "...#..#...", "####..####", "#........#"];

/// A move on the paper: the rank of its line, the point of the rank where it starts, and place and point of the new dot.
#[derive(Clone, Copy)]
pub(super) struct Move {
    rank: usize,
    start: i32,
    place: i32,
    pub dot: (i32, i32),
}

#[derive(Clone)]
pub(super) struct Paper {
    pub dots: [u64; RANKS],
    used: [u64; RANKS],
    /// What a line uses, from its start on: four segments or five points.
    span: u64,
}

/// The ranks through a point, in the order of the directions, and where it is on each.
fn ranks(x: i32, y: i32) -> [(usize, i32); 4] {
    [(y, x), (SIDE + x, y), (3 * SIDE - 1 + x - y, x), (4 * SIDE + x + y, x)].map(|(rank, t)| (rank as usize, t))
}

impl Paper {
    /// The cross, under rule 0 (touching) or 1 (disjoint).
    pub fn start(rule: u8) -> Self {
        let mut paper = Paper { dots: [0; RANKS], used: [0; RANKS], span: if rule == 0 { 0b1111 } else { 0b11111 } };
        for (y, row) in (ORIGIN..).zip(HALF_CROSS.iter().chain(HALF_CROSS.iter().rev())) {
            (ORIGIN..).zip(row.chars()).filter(|(_, c)| *c == '#').for_each(|(x, _)| paper.toggle_dot(x, y));
        }
        paper
    }

    pub fn toggle_dot(&mut self, x: i32, y: i32) {
        ranks(x, y).into_iter().for_each(|(rank, t)| self.dots[rank] ^= 1 << t);
    }

    /// Plays a legal move, or takes back the last one.
    pub fn toggle(&mut self, played: Move) -> Result<()> {
        let (x, y) = played.dot;
        let far = |at| error!(CannotCheck, "a dot at {at:?} does not fit on the paper of this program");
        ensure(x.min(y) >= 5 && x.max(y) < SIDE - 5, || far((x - ORIGIN, y - ORIGIN)))?;
        self.toggle_dot(x, y);
        self.used[played.rank] ^= self.span << played.start;
        Ok(())
    }

    /// The place of the new dot of a line, if the line is legal.
    fn new_dot(&self, rank: usize, start: i32) -> Option<i32> {
        let missing = !(self.dots[rank] >> start) & 0b11111;
        let is_free = self.used[rank] >> start & self.span == 0;
        (is_free && missing.is_power_of_two()).then(|| missing.trailing_zeros() as i32)
    }

    /// Whether a move that was legal once still is.
    pub fn is_legal(&self, played: Move) -> bool {
        self.new_dot(played.rank, played.start) == Some(played.place)
    }

    /// The legal moves whose line starts at a point or up to `back` points before. With 4: all with it in their line.
    pub fn legal_at(&self, (x, y): (i32, i32), back: i32) -> impl Iterator<Item = Move> {
        ranks(x, y).into_iter().zip(DIRECTIONS).flat_map(move |((rank, t), (dx, dy))| {
            (-back..1).filter_map(move |from| {
                let place = self.new_dot(rank, t + from)?;
                Some(Move { rank, start: t + from, place, dot: (x + (from + place) * dx, y + (from + place) * dy) })
            })
        })
    }

    pub fn legal(&self) -> Vec<Move> {
        (0..SIDE * SIDE).flat_map(|i| self.legal_at((i / SIDE, i % SIDE), 0)).collect()
    }
}

impl Move {
    /// As certificates have it.
    pub fn stated(self) -> (i8, i8, u8) {
        let direction = [0, 1, 2, 2, 3, 3][self.rank / SIDE as usize];
        let ((x, y), (dx, dy), place) = (self.dot, DIRECTIONS[direction], self.place);
        ((x - place * dx - ORIGIN) as i8, (y - place * dy - ORIGIN) as i8, (5 * direction) as u8 + place as u8)
    }
}
