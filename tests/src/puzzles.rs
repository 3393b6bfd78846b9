//! Morpion Solitaire and Gaps once more, straight from the rules in `proofs/FORMAT-PUZZLES.md`, slow and without tricks:
//! the judge of the fast searches.

use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A line: x and y of its start, its direction and the place of its new dot.
pub type Line = (i32, i32, usize, i32);

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The points of a line.
fn points(line: Line) -> [(i32, i32); 5] {
    let (dx, dy) = DIRECTIONS[line.2];
    [0, 1, 2, 3, 4].map(|steps| (line.0 + steps * dx, line.1 + steps * dy))
}

/// The dots of the start.
pub fn cross() -> BTreeSet<(i32, i32)> {
    let picture = [
        "...####...",
        "...#..#...",
        "...#..#...",
        "####..####",
        "#........#",
        "#........#",
        "####..####",
        "...#..#...",
        "...#..#...",
        "...####...",
    ];
    let cells = picture.iter().zip(0..).flat_map(|(row, y)| row.chars().zip(0..).map(move |(cell, x)| (cell, x, y)));
    cells.filter(|(cell, _, _)| *cell == '#').map(|(_, x, y)| (x, y)).collect()
}

/// All dots on the paper.
fn dots(lines: &BTreeSet<Line>) -> FxHashSet<(i32, i32)> {
    lines.iter().map(|&line| points(line)[line.3 as usize]).chain(cross()).collect()
}

/// Whether two lines may stand together.
fn agree(one: Line, other: Line, touching: bool) -> bool {
    let shared = points(one).iter().filter(|point| points(other).contains(point)).count();
    one.2 != other.2 || shared <= usize::from(touching)
}

/// All legal moves: a line with one point free whose other points have dots.
pub fn legal_lines(lines: &BTreeSet<Line>, touching: bool) -> Vec<Line> {
    let dots = dots(lines);
    let mut legal = BTreeSet::new();
    for &(x, y) in &dots {
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            for back in 0..5 {
                let line = (x - back * dx, y - back * dy, direction, 0);
                let free: Vec<i32> =
                    points(line).iter().zip(0..).filter(|(point, _)| !dots.contains(point)).map(|(_, at)| at).collect();
                if free.len() == 1 && lines.iter().all(|&old| agree(old, line, touching)) {
                    legal.insert((line.0, line.1, direction, free[0]));
                }
            }
        }
    }
    legal.into_iter().collect()
}

/// The number of the first line that cannot be drawn: its own point must be free, the four others have dots, and it must
/// agree with all lines before.
pub fn first_illegal(lines: &[Line], touching: bool) -> Option<usize> {
    let mut dots = cross();
    lines.iter().enumerate().position(|(nth, &line)| {
        let new = points(line)[line.3 as usize];
        let is_legal = points(line).iter().all(|&point| dots.contains(&point) == (point != new))
            && lines[..nth].iter().all(|&old| agree(old, line, touching));
        dots.insert(new);
        !is_legal
    })
}

/// How many positions can be reached with how many moves, layer by layer, remembering every one.
pub fn layers(start: &BTreeSet<Line>, touching: bool) -> Vec<u64> {
    layers_within(start, touching, usize::MAX).expect("there is no limit")
}

/// The same, unless there are more positions than `most`.
pub fn layers_within(start: &BTreeSet<Line>, touching: bool, most: usize) -> Option<Vec<u64>> {
    let (mut counts, mut left) = (Vec::new(), most);
    let mut layer = FxHashSet::from_iter([start.clone()]);
    while !layer.is_empty() {
        left = left.checked_sub(layer.len())?;
        counts.push(layer.len() as u64);
        let mut next = FxHashSet::default();
        for lines in layer {
            for line in legal_lines(&lines, touching) {
                let mut after = lines.clone();
                after.insert(line);
                next.insert(after);
            }
        }
        layer = next;
    }
    Some(counts)
}

/// The cards that a gap takes, by the position as it is written.
fn takes(cells: &[u8], ranks: usize, is_basic: bool, gap: usize) -> Vec<u8> {
    if gap.is_multiple_of(ranks) {
        let suits = if is_basic { vec![(gap / ranks) as u8] } else { vec![0, 1, 2, 3] };
        return suits.into_iter().map(|suit| 16 * suit + 2).collect();
    }
    match cells[gap - 1] {
        0 => vec![],
        left if usize::from(left % 16) == ranks => vec![],
        left => vec![left + 1],
    }
}

/// The positions after one move each, with the card and the cell it goes to.
pub fn after_moves(cells: &[u8], ranks: usize, is_basic: bool) -> Vec<(u8, u8, Vec<u8>)> {
    let mut found = Vec::new();
    for gap in (0..cells.len()).filter(|&cell| cells[cell] == 0) {
        for card in takes(cells, ranks, is_basic, gap) {
            let mut after = cells.to_vec();
            let from = cells.iter().position(|&other| other == card).expect("every card is there");
            after[from] = 0;
            after[gap] = card;
            found.push((card, gap as u8, after));
        }
    }
    found
}

/// Whether every row is in order.
pub fn is_won(cells: &[u8], ranks: usize, is_basic: bool) -> bool {
    cells.chunks(ranks).zip(0u8..).all(|(row, number)| {
        let suit = if is_basic { number } else { row[0] / 16 };
        row[..ranks - 1].iter().zip(2..).all(|(&card, rank)| card == 16 * suit + rank) && row[ranks - 1] == 0
    })
}

/// All positions that can be reached.
pub fn reachable(start: &[u8], ranks: usize, is_basic: bool) -> FxHashSet<Vec<u8>> {
    let mut seen = FxHashSet::from_iter([start.to_vec()]);
    let mut waiting = vec![start.to_vec()];
    while let Some(cells) = waiting.pop() {
        for (_, _, after) in after_moves(&cells, ranks, is_basic) {
            if seen.insert(after.clone()) {
                waiting.push(after);
            }
        }
    }
    seen
}
