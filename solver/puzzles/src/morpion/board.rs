//! The board of Morpion Solitaire as bit maps: four of the dots and four of the drawn lines, one for each direction.
//!
//! The paper is a square of 64 × 64 points with the cross in the middle. In the map of a direction all points of an infinite
//! line in that direction lie in one row of 64 bits, so nine points around a dot are one shift away. Dots keep
//! [`MARGIN`] points from the edge, and then every line through a dot lies on the paper. A game that would leave it is
//! refused with [`OffPaper`], never cut.
//!
//! A move is packed into a [`Code`]: its line (direction, row, start) above the cell of its dot. Lines are numbered so
//! that two lines in one direction overlap exactly when their numbers are close, and rows stay apart by themselves,
//! since a line starts in columns 0 to 59 only. So whether a move survives another one is two comparisons.

use crate::morpion::line::{Direction, LENGTH, Move, Point, Rule};

const SIDE: i32 = 64;
/// The offset from a coordinate of the game to one of the paper.
const ORIGIN: i32 = 27;
const MARGIN: i32 = LENGTH - 1;
const ROWS: usize = 128;
const CELL_BITS: u32 = 12;
/// The offset of a step in each direction, in numbers of cells.
const STEPS: [i32; 4] = [1, SIDE, SIDE + 1, 1 - SIDE];
/// Of nine bits around a dot, the one of the dot itself.
const CENTRE: u64 = 1 << MARGIN;
const WINDOW: usize = 1 << (2 * MARGIN + 1);

/// A move, packed.
pub type Code = u32;

/// A game left the paper of 64 × 64 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this game leaves the paper: dots must lie between ({min}, {min}) and ({max}, {max})",
    min = MARGIN - ORIGIN, max = SIDE - 1 - MARGIN - ORIGIN)]
pub struct OffPaper;

/// For each of the 512 states of nine points around a dot, which of the five lines through it (bit j: the line that starts
/// at point j) satisfy a condition on its points.
const fn lines_where(points: u32, wanted: u32) -> [u8; WINDOW] {
    let mut table = [0; WINDOW];
    let mut window = 0;
    while window < WINDOW {
        let mut start = 0;
        while start < LENGTH as u32 {
            let line = (window as u32 >> start) & ((1 << points) - 1);
            if line.count_ones() == wanted {
                table[window] |= 1 << start;
            }
            start += 1;
        }
        window += 1;
    }
    table
}

/// Lines with exactly one dot missing.
const ONE_MISSING: [u8; WINDOW] = lines_where(LENGTH as u32, LENGTH as u32 - 1);
/// Lines none of whose four segments is drawn; bit i of a window is the segment from point i to point i + 1.
const NO_SEGMENT: [u8; WINDOW] = lines_where(LENGTH as u32 - 1, 0);
/// Lines none of whose five points is on a drawn line.
const NO_POINT: [u8; WINDOW] = lines_where(LENGTH as u32, 0);

/// Dots and lines. The part that a line occupies, its segments (5T) or its points (5D), is marked in `drawn`.
#[derive(Clone)]
pub struct Board {
    rule: Rule,
    free: [u8; WINDOW],
    /// The part that a line occupies, shifted to start at bit 0.
    mark: u64,
    /// Two lines in a direction overlap when their numbers differ by at most this.
    reach: u32,
    dots: [[u64; ROWS]; 4],
    drawn: [[u64; ROWS]; 4],
}

/// The row of a cell and the bit in it, in the map of a direction.
#[inline(always)]
fn place(direction: usize, cell: u32) -> (usize, u32) {
    let (x, y) = (cell % SIDE as u32, cell / SIDE as u32);
    match direction {
        0 => (y as usize, x),
        1 => (x as usize, y),
        2 => ((x + SIDE as u32 - y) as usize, x),
        _ => ((x + y) as usize, x),
    }
}

#[inline(always)]
fn line_number(direction: usize, row: usize, start: u32) -> u32 {
    ((direction * ROWS + row) as u32) * SIDE as u32 + start
}

/// The direction, row and start of a move's line.
#[inline(always)]
fn line(code: Code) -> (usize, usize, u32) {
    let number = code >> CELL_BITS;
    ((number >> 13) as usize & 3, (number >> 6) as usize % ROWS, number % SIDE as u32)
}

#[inline(always)]
fn cell(code: Code) -> u32 {
    code % (1 << CELL_BITS)
}

fn is_inside(cell: u32) -> bool {
    let room = (SIDE - 2 * MARGIN) as u32;
    let inside = |place: u32| place.wrapping_sub(MARGIN as u32) < room;
    inside(cell % SIDE as u32) && inside(cell / SIDE as u32)
}

impl Board {
    /// The start cross.
    pub fn new(rule: Rule) -> Self {
        let (free, points) = match rule {
            Rule::Touching => (NO_SEGMENT, LENGTH as u32 - 1),
            Rule::Disjoint => (NO_POINT, LENGTH as u32),
        };
        let (dots, drawn) = ([[0; ROWS]; 4], [[0; ROWS]; 4]);
        let mut board = Board { rule, free, mark: (1 << points) - 1, reach: points - 1, dots, drawn };
        for dot in crate::morpion::line::cross() {
            board.flip_dot(cell_of(dot).expect("the cross lies on the paper"));
        }
        board
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn has_dot(&self, point: Point) -> bool {
        cell_of(point).is_ok_and(|cell| {
            let (row, bit) = place(0, cell);
            self.dots[0][row] >> bit & 1 == 1
        })
    }

    #[inline(always)]
    fn flip_dot(&mut self, cell: u32) {
        for direction in 0..4 {
            let (row, bit) = place(direction, cell);
            self.dots[direction][row] ^= 1 << bit;
        }
    }

    /// Plays a legal move, or takes back one that was played.
    #[inline(always)]
    pub fn flip(&mut self, code: Code) {
        let (direction, row, start) = line(code);
        self.drawn[direction][row] ^= self.mark << start;
        self.flip_dot(cell(code));
    }

    /// Whether a legal move stays legal after another legal one. The dots that it needs stay where they are, so only the
    /// other move's dot and line can be in its way, and an illegal move never becomes legal again.
    #[inline(always)]
    pub fn survives(&self, code: Code, other: Code) -> bool {
        let apart = (code >> CELL_BITS).wrapping_sub(other >> CELL_BITS).wrapping_add(self.reach) > 2 * self.reach;
        apart & (cell(code) != cell(other))
    }

    /// The moves that become legal when this legal move is played: one dot was missing to their line, it is there now,
    /// so they run through it. Works before the move is played.
    #[inline(always)]
    pub fn for_each_new(&self, code: Code, mut found: impl FnMut(Code)) -> Result<(), OffPaper> {
        let (own, _, start) = line(code);
        let dot = cell(code);
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (row, bit) = place(direction, dot);
            let own_mark = if direction == own { self.mark << start } else { 0 };
            let first = bit - MARGIN as u32;
            let dots = (self.dots[direction][row] >> first | CENTRE) as usize % WINDOW;
            let drawn = ((self.drawn[direction][row] | own_mark) >> first) as usize % WINDOW;
            let mut lines = ONE_MISSING[dots] & self.free[drawn];
            while lines != 0 {
                let start = lines.trailing_zeros();
                lines &= lines - 1;
                let missing = start + (!dots >> start).trailing_zeros();
                let new_cell = dot.wrapping_add_signed((missing as i32 - MARGIN) * step);
                if !is_inside(new_cell) {
                    return Err(OffPaper);
                }
                found(line_number(direction, row, first + start) << CELL_BITS | new_cell);
            }
        }
        Ok(())
    }

    /// All legal moves, always in the same order: a search that is taken up again relies on it.
    pub fn legal_moves(&self) -> Result<Vec<Code>, OffPaper> {
        let mut legal = Vec::new();
        for direction in Direction::ALL {
            for start in 0..SIDE * SIDE {
                let start = (start % SIDE - ORIGIN, start / SIDE - ORIGIN);
                let dots = (0..LENGTH as u8).map(|place| Move { start, direction, place });
                let missing: Vec<Move> = dots.filter(|step| !self.has_dot(step.dot())).collect();
                if let [only] = missing[..] {
                    match self.check(&only) {
                        Ok(code) => legal.push(code),
                        Err(Illegal::OffPaper(error)) => return Err(error),
                        Err(_) => {}
                    }
                }
            }
        }
        Ok(legal)
    }

    /// The code of a move if it is legal here.
    pub fn check(&self, step: &Move) -> Result<Code, Illegal> {
        for (point, place) in step.points().zip(0..) {
            if place == step.place && self.has_dot(point) {
                return Err(Illegal::DotIsThere { x: point.0, y: point.1 });
            }
            if place != step.place && !self.has_dot(point) {
                return Err(Illegal::DotIsMissing { x: point.0, y: point.1 });
            }
        }
        let dot = cell_of(step.dot())?;
        let start = cell_of_any(step.start)?;
        let direction = step.direction.number();
        let (row, bit) = place(direction, start);
        if self.drawn[direction][row] & self.mark << bit != 0 {
            return Err(Illegal::Overlap { rule: self.rule });
        }
        Ok(line_number(direction, row, bit) << CELL_BITS | dot)
    }
}

/// Why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("there is a dot at ({x}, {y}) already")]
    DotIsThere { x: i32, y: i32 },
    #[error("there is no dot at ({x}, {y}) yet; only the new dot may be missing on its line")]
    DotIsMissing { x: i32, y: i32 },
    #[error("the line shares {} with an earlier line in its direction, against rule {rule}", shared(*.rule))]
    Overlap { rule: Rule },
    #[error(transparent)]
    OffPaper(#[from] OffPaper),
}

fn shared(rule: Rule) -> &'static str {
    match rule {
        Rule::Touching => "a segment",
        Rule::Disjoint => "a point",
    }
}

/// The cell of a dot.
fn cell_of(point: Point) -> Result<u32, OffPaper> {
    cell_of_any(point).ok().filter(|&cell| is_inside(cell)).ok_or(OffPaper)
}

/// The cell of a point, which may lie in the margin.
fn cell_of_any((x, y): Point) -> Result<u32, OffPaper> {
    let on_paper = |place: i32| (0..SIDE).contains(&place);
    let (column, row) = (x.saturating_add(ORIGIN), y.saturating_add(ORIGIN));
    if on_paper(column) && on_paper(row) { Ok((row * SIDE + column) as u32) } else { Err(OffPaper) }
}

/// The move that a code stands for.
pub fn decode(code: Code) -> Move {
    let (direction, row, start) = line(code);
    let (row, start) = (row as i32, start as i32);
    let (x, y) = match direction {
        0 => (start, row),
        1 => (row, start),
        2 => (start, start + SIDE - row),
        _ => (start, row - start),
    };
    let cell = cell(code) as i32;
    let steps = if direction == 1 { cell / SIDE - y } else { cell % SIDE - x };
    Move { start: (x - ORIGIN, y - ORIGIN), direction: Direction::ALL[direction], place: steps as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::random::SplitMix64;

    /// Random games: the moves that survive and the new ones are the legal moves, and codes stand for their moves.
    #[test]
    fn the_list_kept_up_to_date_is_the_list_made_anew() {
        let mut random = SplitMix64(1);
        for rule in [Rule::Touching, Rule::Disjoint].repeat(10) {
            let mut board = Board::new(rule);
            let mut list = board.legal_moves().unwrap();
            while !list.is_empty() {
                let code = list[random.below(list.len() as u64) as usize];
                assert_eq!(board.check(&decode(code)), Ok(code));
                list.retain(|&other| board.survives(other, code));
                board.for_each_new(code, |new| list.push(new)).unwrap();
                board.flip(code);
                list.sort_unstable();
                let mut anew = board.legal_moves().unwrap();
                anew.sort_unstable();
                assert_eq!(list, anew);
            }
        }
    }

    #[test]
    fn the_edge_of_the_paper_is_noticed() {
        let mut board = Board::new(Rule::Touching);
        let last = SIDE - 1 - MARGIN - ORIGIN;
        for x in last - 4..last {
            board.flip_dot(cell_of((x, 20)).unwrap());
        }
        let step = Move { start: (last - 4, 20), direction: Direction::East, place: 4 };
        let code = board.check(&step).unwrap();
        // Its line is drawn, so nothing goes on to the right; but a line of four dots does if the fifth is off the paper.
        assert_eq!(board.for_each_new(code, |_| ()), Ok(()));
        board.flip_dot(cell_of((last - 4, 20)).unwrap());
        board.flip_dot(cell_of((last, 20)).unwrap());
        let up = Move { start: (last - 4, 20), direction: Direction::SouthEast, place: 0 };
        (1..LENGTH).for_each(|steps| board.flip_dot(cell_of(up.point(steps)).unwrap()));
        let code = board.check(&up).unwrap();
        assert_eq!(board.for_each_new(code, |_| ()), Ok(()));
        let off = Move { start: (last - 3, 20), direction: Direction::East, place: 4 };
        assert_eq!(board.check(&off), Err(Illegal::OffPaper(OffPaper)));
        board.flip_dot(cell_of((last - 2, 20)).unwrap());
        let through = Move { start: (last - 2, 18), direction: Direction::South, place: 2 };
        for y in [18, 19, 21, 22] {
            let cell = cell_of((last - 2, y)).unwrap();
            if !board.has_dot((last - 2, y)) {
                board.flip_dot(cell);
            }
        }
        let code = board.check(&through).unwrap();
        assert_eq!(board.for_each_new(code, |_| ()), Err(OffPaper));
    }
}
