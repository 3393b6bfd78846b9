//! Pictures of characters, for a terminal.
//!
//! Lines are drawn in dots, of which a character holds two by four (Unicode braille) or one by two (ASCII: `'`, `.`, `:`). In
//! both cases the dots are about square. Live spots are their numbers, dead spots and spots without a number a mark. The
//! picture may be stretched somewhat to fill its room: that moves nothing across anything.

use crate::layout::{Point, distance};
use crate::picture::scene::Picture;

/// The characters to draw with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    Braille,
    Ascii,
}

impl Charset {
    /// Dots in a character, across and down.
    fn dots(self) -> [usize; 2] {
        match self {
            Charset::Braille => [2, 4],
            Charset::Ascii => [1, 2],
        }
    }

    /// Dots to a unit of the picture, at most: beyond that a small picture would only become coarse.
    fn most(self) -> f64 {
        match self {
            Charset::Braille => 0.5,
            Charset::Ascii => 0.25,
        }
    }

    /// The character with these dots, the lowest bit the upper left one, row by row.
    fn character(self, dots: u8) -> char {
        match (self, dots) {
            (_, 0) => ' ',
            (Charset::Ascii, 1) => '\'',
            (Charset::Ascii, 2) => '.',
            (Charset::Ascii, _) => ':',
            (Charset::Braille, _) => {
                // Unicode counts down the left column, then down the right one, and the lowest row last.
                let bits = [0, 3, 1, 4, 2, 5, 6, 7];
                let code = (0..8).filter(|bit| dots >> bit & 1 == 1).map(|bit| 1u32 << bits[bit]).sum::<u32>();
                char::from_u32(0x2800 + code).unwrap_or(' ')
            }
        }
    }

    fn dead_spot(self) -> char {
        match self {
            Charset::Braille => '•',
            Charset::Ascii => '*',
        }
    }
}

/// The meaning of a character, so that it can be coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Empty,
    Line,
    /// A line that was drawn last.
    NewLine,
    /// A part of the number of a spot with so many lives.
    Spot(usize),
    DeadSpot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    pub character: char,
    pub mark: Mark,
}

/// Rows of characters; all have the same length.
pub type Rows = Vec<Vec<Cell>>;

/// Stretching one way more than the other, at most.
const MOST_STRETCH: f64 = 1.8;

/// Draws a picture in so many columns and rows at most. Lines from `first_new` on were drawn last.
pub fn draw(picture: &Picture, room: [usize; 2], charset: Charset, first_new: usize) -> Rows {
    let canvas = Canvas::new(picture, room, charset);
    canvas.draw(picture, first_new)
}

struct Canvas {
    charset: Charset,
    /// Dots to a unit, across and up.
    scale: [f64; 2],
    low: Point,
    /// Columns and rows.
    size: [usize; 2],
}

/// Characters left free on the left and on the right, for numbers.
const SIDE: usize = 2;

impl Canvas {
    fn new(picture: &Picture, room: [usize; 2], charset: Charset) -> Self {
        let dots = charset.dots();
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        let outlines = picture.lines.iter().flat_map(|line| line.outline());
        for point in outlines.chain(picture.spots.iter().map(|spot| spot.at)) {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let free = [room[0].saturating_sub(2 * SIDE).max(1) * dots[0], room[1].max(1) * dots[1]];
        let fit = [0, 1].map(|axis| {
            let extent: f64 = (high[axis] - low[axis]).max(1e-9);
            ((free[axis] - 1) as f64 / extent).min(charset.most() * MOST_STRETCH)
        });
        let least = fit[0].min(fit[1]).min(charset.most());
        let scale = fit.map(|fit| fit.min(least * MOST_STRETCH));
        let size = [0, 1].map(|axis| {
            let extent = if picture.spots.is_empty() { 0.0 } else { (high[axis] - low[axis]) * scale[axis] };
            (extent.round() as usize) / dots[axis] + 1
        });
        Canvas { charset, scale, low, size: [size[0] + 2 * SIDE, size[1]] }
    }

    /// The dot of a point, across and down from the upper left corner.
    fn dot(&self, point: Point) -> [usize; 2] {
        let dots = self.charset.dots();
        let [x, y] = [0, 1].map(|axis| ((point[axis] - self.low[axis]) * self.scale[axis]).round() as usize);
        let height = self.size[1] * dots[1];
        [SIDE * dots[0] + x, (height - 1).saturating_sub(y)]
    }

    fn draw(&self, picture: &Picture, first_new: usize) -> Rows {
        let [columns, rows] = self.size;
        let mut dots = vec![vec![0u8; columns]; rows];
        let mut is_new = vec![vec![false; columns]; rows];
        let [across, down] = self.charset.dots();
        for (nth, line) in picture.lines.iter().enumerate() {
            for step in line.outline().windows(2) {
                let length = distance(step[0], step[1]) * self.scale[0].max(self.scale[1]);
                let parts = (2.0 * length).ceil().max(1.0) as usize;
                for part in 0..=parts {
                    let t = part as f64 / parts as f64;
                    let at = |axis: usize| step[0][axis] + t * (step[1][axis] - step[0][axis]);
                    let [x, y] = self.dot([at(0), at(1)]);
                    let (column, row) = ((x / across).min(columns - 1), (y / down).min(rows - 1));
                    dots[row][column] |= 1 << (y % down * across + x % across);
                    is_new[row][column] |= nth >= first_new;
                }
            }
        }
        let mut cells: Rows = Vec::new();
        for (row, is_new) in dots.iter().zip(&is_new) {
            let cell = |(&dots, &is_new): (&u8, &bool)| Cell {
                character: self.charset.character(dots),
                mark: match (dots, is_new) {
                    (0, _) => Mark::Empty,
                    (_, true) => Mark::NewLine,
                    _ => Mark::Line,
                },
            };
            cells.push(row.iter().zip(is_new).map(cell).collect());
        }
        self.label(picture, &mut cells);
        cells
    }

    /// Puts numbers and marks at the spots, the live ones first, each beside its place if that is taken.
    fn label(&self, picture: &Picture, cells: &mut Rows) {
        let [across, down] = self.charset.dots();
        let mut spots: Vec<_> = picture.spots.iter().collect();
        spots.sort_by_key(|spot| (spot.lives == 0 || !spot.is_named, spot.number));
        for spot in spots {
            let is_dead = spot.lives == 0 || !spot.is_named;
            let text = if is_dead { self.charset.dead_spot().to_string() } else { spot.number.to_string() };
            let mark = if is_dead { Mark::DeadSpot } else { Mark::Spot(spot.lives) };
            let [x, y] = self.dot(spot.at);
            let length = text.chars().count();
            let (column, row) = ((x / across).saturating_sub((length - 1) / 2), y / down);
            let is_free = |column: usize, row: usize| {
                let taken = |cell: &Cell| matches!(cell.mark, Mark::Spot(_) | Mark::DeadSpot);
                let around = column.saturating_sub(usize::from(!is_dead))..column + length + usize::from(!is_dead);
                cells.get(row).is_some_and(|cells| {
                    column + length <= cells.len()
                        && around.into_iter().all(|at| cells.get(at).is_none_or(|c| !taken(c)))
                })
            };
            let shifts =
                [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (1, -1), (-1, 1), (-2, 0), (2, 0)];
            let moved = |(right, below): (isize, isize)| {
                Some((column.checked_add_signed(right)?, row.checked_add_signed(below)?))
            };
            let found = shifts.into_iter().filter_map(moved).find(|&(column, row)| is_free(column, row));
            // A dead spot without room is left out: its lines are there.
            let Some((column, row)) = found.or((!is_dead).then_some((column, row))) else { continue };
            for (nth, character) in text.chars().enumerate() {
                if let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column + nth)) {
                    *cell = Cell { character, mark };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Game;

    fn text(rows: &Rows) -> Vec<String> {
        rows.iter().map(|row| row.iter().map(|cell| cell.character).collect()).collect()
    }

    #[test]
    fn the_start_is_a_row_of_numbers() {
        let picture = Picture::of(&crate::drawn::Drawn::start(3));
        for charset in [Charset::Braille, Charset::Ascii] {
            let rows = text(&draw(&picture, [60, 12], charset, 0));
            assert_eq!(rows.len(), 1, "{rows:?}");
            assert_eq!(rows[0].split_whitespace().collect::<Vec<_>>(), ["1", "2", "3"]);
        }
    }

    #[test]
    fn every_live_spot_is_there_and_the_room_is_kept() {
        let game = Game::read("5: 1-6-1>2; 1-7-2; 2-8-7.6; 2-9-8>6; 6-10-9; 3-11-4; 3-12-4>").unwrap();
        for position in game.positions() {
            let picture = Picture::of(position);
            for (charset, room) in
                [(Charset::Braille, [78, 15]), (Charset::Ascii, [78, 15]), (Charset::Braille, [40, 9])]
            {
                let rows = draw(&picture, room, charset, usize::MAX);
                assert!(rows.len() <= room[1] && rows.iter().all(|row| row.len() <= room[0]), "{:?}", text(&rows));
                let mut found: Vec<usize> = Vec::new();
                for row in text(&rows) {
                    found
                        .extend(row.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<usize>().ok()));
                }
                found.sort_unstable();
                let live: Vec<usize> =
                    (0..position.spot_count()).filter(|&s| position.is_alive(s)).map(|s| s + 1).collect();
                assert_eq!(found, live, "{:#?}", text(&rows));
                if charset == Charset::Ascii {
                    assert!(text(&rows).iter().all(|row| row.is_ascii()));
                }
            }
        }
    }
}
