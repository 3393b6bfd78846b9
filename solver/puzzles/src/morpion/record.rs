//! Games as texts, and the four grids that come with the program.
//!
//! Two formats are read. In ours a line is `x y start_x start_y direction`: the new dot, the start of its line and E, S, SE
//! or NE, with the start cross in [0, 9] × [0, 9] and y downwards; a comment `# variant: 5D` names the rule. Pentasol's
//! lists begin with a reference point `(x,y)`, the dot at (3, 3) of the cross, and a move is `(x,y) - +2`: the new dot, one of
//! `-`, `|`, `\`, `/`, and how far the middle of the line lies from the dot, counted to the right, or downwards for `|`.

use crate::morpion::board::{Board, Code, Illegal, OffPaper};
use crate::morpion::line::{Direction, LENGTH, Move, Point, Rule};

/// A game: moves from the start cross, each of them legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub rule: Rule,
    pub moves: Vec<Move>,
}

/// The grids that come with the program.
const KNOWN: [(&str, &str); 4] = [
    ("bruneau170", include_str!("../../data/morpion/bruneau170.txt")),
    ("quist136", include_str!("../../data/morpion/quist136.txt")),
    ("rosin178", include_str!("../../data/morpion/rosin178.txt")),
    ("rosin82", include_str!("../../data/morpion/rosin82.txt")),
];

/// The name of the game without moves.
pub const CROSS: &str = "cross";

/// No game has so many moves: 485 is a proven bound for 5T, and 5D allows less.
const MOST_MOVES: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    #[error(
        "line {line}: `{text}` is no move; write `x y start_x start_y direction` as in `3 4 3 0 S`, or `(x,y) | +2`"
    )]
    NoMove { line: usize, text: String },
    #[error("line {line}: the dot ({}, {}) is not on the line of five points from ({}, {}) to the {}",
        .dot.0, .dot.1, .start.0, .start.1, .direction.word())]
    DotOffLine { line: usize, dot: Point, start: Point, direction: Direction },
    #[error("line {line}: the reference point `(x,y)` comes first in a list like Pentasol's, and only once")]
    Reference { line: usize },
    #[error("line {line}: {reason}")]
    Rule { line: usize, reason: String },
    #[error("there is no move in it")]
    Empty,
    #[error("more than {MOST_MOVES} moves: no game is so long")]
    TooLong,
    #[error("move {number} ({step}) is illegal: {reason}")]
    Illegal { number: usize, step: Move, reason: Illegal },
}

/// A grid that comes with the program, or the cross.
pub fn known(name: &str) -> Option<Game> {
    if name == CROSS {
        return Some(Game { rule: Rule::Touching, moves: Vec::new() });
    }
    let (_, text) = KNOWN.iter().find(|(known, _)| *known == name)?;
    Some(parse(text, None).expect("the grids that come with the program are legal"))
}

pub fn known_names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(name, _)| *name)
}

/// Reads a game and plays it. A rule given here overrides the one that the text names; without either it is 5T.
pub fn parse(text: &str, rule: Option<Rule>) -> Result<Game, GameError> {
    let mut moves = Vec::new();
    let mut named = None;
    let mut reference = None;
    for (content, line) in text.lines().map(str::trim).zip(1..) {
        if let Some(comment) = content.strip_prefix('#') {
            if let Some(name) = comment.trim().strip_prefix("variant:") {
                named = Some(name.trim().parse().map_err(|reason| GameError::Rule { line, reason })?);
            }
        } else if content.starts_with('(') {
            pentasol(content, line, &mut reference, &mut moves)?;
        } else if !content.is_empty() {
            moves.push(ours(content, line)?);
        }
        if moves.len() > MOST_MOVES {
            return Err(GameError::TooLong);
        }
    }
    if moves.is_empty() {
        return Err(GameError::Empty);
    }
    let game = Game { rule: rule.or(named).unwrap_or(Rule::Touching), moves };
    game.play(game.moves.len())?;
    Ok(game)
}

fn ours(text: &str, line: usize) -> Result<Move, GameError> {
    let no_move = || GameError::NoMove { line, text: text.chars().take(60).collect() };
    let words: Vec<&str> = text.split_whitespace().collect();
    let [x, y, start_x, start_y, direction] = words[..] else { return Err(no_move()) };
    let number = |word: &str| word.parse::<i8>().map(i32::from).map_err(|_| no_move());
    let (dot, start) = ((number(x)?, number(y)?), (number(start_x)?, number(start_y)?));
    let direction =
        Direction::ALL.into_iter().find(|known| known.word().eq_ignore_ascii_case(direction)).ok_or_else(no_move)?;
    let mut places = (0..LENGTH as u8).map(|place| Move { start, direction, place });
    places.find(|step| step.dot() == dot).ok_or(GameError::DotOffLine { line, dot, start, direction })
}

/// The dot of the cross that Pentasol's lists name first.
const REFERENCE: Point = (3, 3);

fn pentasol(text: &str, line: usize, reference: &mut Option<Point>, moves: &mut Vec<Move>) -> Result<(), GameError> {
    let no_move = || GameError::NoMove { line, text: text.chars().take(60).collect() };
    let (point, rest) = text.strip_prefix('(').and_then(|text| text.split_once(')')).ok_or_else(no_move)?;
    let (x, y) = point.split_once(',').ok_or_else(no_move)?;
    let number = |word: &str| word.trim().parse::<i8>().map(i32::from).map_err(|_| no_move());
    let (x, y) = (number(x)?, number(y)?);
    let mut rest = rest.trim().chars();
    let Some(sign) = rest.next() else {
        let is_first = reference.replace((x, y)).is_none() && moves.is_empty();
        return if is_first { Ok(()) } else { Err(GameError::Reference { line }) };
    };
    let reference = reference.ok_or(GameError::Reference { line })?;
    let direction = match sign {
        '-' => Direction::East,
        '|' => Direction::South,
        '\\' => Direction::SouthEast,
        '/' => Direction::NorthEast,
        _ => return Err(no_move()),
    };
    let to_middle = number(rest.as_str())?;
    let place = u8::try_from(LENGTH / 2 - to_middle).ok().filter(|&place| i32::from(place) < LENGTH);
    let place = place.ok_or_else(no_move)?;
    let (dx, dy) = direction.step();
    let dot = (x - reference.0 + REFERENCE.0, y - reference.1 + REFERENCE.1);
    let start = (dot.0 - i32::from(place) * dx, dot.1 - i32::from(place) * dy);
    moves.push(Move { start, direction, place });
    Ok(())
}

impl Game {
    /// The board after the first moves, and their codes.
    pub fn play(&self, count: usize) -> Result<(Board, Vec<Code>), GameError> {
        let mut board = Board::new(self.rule);
        let mut codes = Vec::new();
        for (step, number) in self.moves[..count].iter().zip(1..) {
            let code = board.check(step).map_err(|reason| GameError::Illegal { number, step: *step, reason })?;
            board.flip(code);
            codes.push(code);
        }
        Ok((board, codes))
    }

    /// The moves that are left after the whole game.
    pub fn moves_left(&self) -> Result<Vec<Code>, OffPaper> {
        let (board, _) = self.play(self.moves.len()).expect("a game's moves are legal");
        board.legal_moves()
    }
}
