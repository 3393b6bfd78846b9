//! Rules, directions, lines and moves of Morpion Solitaire (FORMAT-PUZZLES.md section 1).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The rule for two lines in the same direction: they may share an end (touching, 5T) or nothing (disjoint, 5D).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rule {
    Touching,
    Disjoint,
}

impl Rule {
    pub fn number(self) -> u8 {
        match self {
            Rule::Touching => 0,
            Rule::Disjoint => 1,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Rule::Touching => "5T",
            Rule::Disjoint => "5D",
        })
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_uppercase().as_str() {
            "5T" => Ok(Rule::Touching),
            "5D" => Ok(Rule::Disjoint),
            _ => Err(format!("`{text}` is no rule: 5T (lines may touch) or 5D (lines are disjoint)")),
        }
    }
}

/// The way a line runs from its start; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    East,
    South,
    SouthEast,
    NorthEast,
}

impl Direction {
    pub const ALL: [Direction; 4] = [Direction::East, Direction::South, Direction::SouthEast, Direction::NorthEast];

    pub fn number(self) -> usize {
        self as usize
    }

    /// How far one step goes in x and in y.
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::SouthEast => (1, 1),
            Direction::NorthEast => (1, -1),
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Direction::East => "E",
            Direction::South => "S",
            Direction::SouthEast => "SE",
            Direction::NorthEast => "NE",
        }
    }
}

/// Points on a line.
pub const LENGTH: i32 = 5;

/// A grid point.
pub type Point = (i32, i32);

/// A line of five points from its start, one of which, counted from 0, gets the new dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub start: Point,
    pub direction: Direction,
    pub place: u8,
}

impl Move {
    /// The point that lies so many steps along the line.
    pub fn point(&self, steps: i32) -> Point {
        let (dx, dy) = self.direction.step();
        (self.start.0 + steps * dx, self.start.1 + steps * dy)
    }

    pub fn dot(&self) -> Point {
        self.point(i32::from(self.place))
    }

    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..LENGTH).map(|steps| self.point(steps))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (dot, start) = (self.dot(), self.start);
        write!(f, "{} {} {} {} {}", dot.0, dot.1, start.0, start.1, self.direction.word())
    }
}

/// The 36 dots of the start: the outline of a Greek cross, four dots a side, in [0, 9] × [0, 9].
pub fn cross() -> Vec<Point> {
    let rows = ["...####...", "...#..#...", "...#..#...", "####..####", "#........#"];
    let all = rows.iter().chain(rows.iter().rev()).zip(0..);
    all.flat_map(|(row, y)| row.bytes().zip(0..).filter(|(byte, _)| *byte == b'#').map(move |(_, x)| (x, y))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_has_36_dots_and_four_symmetries() {
        let dots = cross();
        assert_eq!(dots.len(), 36);
        for &(x, y) in &dots {
            assert!(dots.contains(&(9 - x, y)) && dots.contains(&(x, 9 - y)) && dots.contains(&(y, x)));
        }
    }
}
