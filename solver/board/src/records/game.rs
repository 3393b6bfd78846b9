//! A whole game: positions and the moves between them.

use crate::drawn::{Drawn, Move};
use crate::records::notation::{MoveNotation, interpret, write};
use crate::records::refusal::Refusal;
use crate::records::syntax::{SyntaxError, parse_move, parse_record};

use sprouts::token::MAX_SPOTS;

/// A game from its start to the present position.
#[derive(Debug, Clone)]
pub struct Game {
    /// The start and the position after each move.
    positions: Vec<Drawn>,
    moves: Vec<Move>,
}

/// What is wrong with a record, or with a move that is added to it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("`{text}`: {error}")]
    Syntax { text: String, error: SyntaxError },
    #[error("move {nth}, `{text}`: {refusal}")]
    Move { nth: usize, text: String, refusal: Refusal },
    #[error("a game has 1 to {MAX_SPOTS} spots here, not {0}")]
    Spots(u32),
    #[error("the record is empty: write the number of spots and a colon if no move has been made, as in `5:`")]
    Empty,
}

impl Game {
    pub fn new(spots: usize) -> Self {
        Game { positions: vec![Drawn::start(spots)], moves: Vec::new() }
    }

    /// Plays a record as far as it goes: the game up to the first mistake, and the mistake.
    pub fn replay(text: &str) -> (Option<Game>, Option<RecordError>) {
        let record = match parse_record(text) {
            Ok(record) => record,
            Err((text, error)) => return (None, Some(RecordError::Syntax { text, error })),
        };
        let first = record.moves.first().map(|(_, written)| written.new_spot().saturating_sub(1));
        let Some(spots) = record.spots.or(first) else { return (None, Some(RecordError::Empty)) };
        if spots == 0 || spots as usize > MAX_SPOTS {
            return (None, Some(RecordError::Spots(spots)));
        }
        let mut game = Game::new(spots as usize);
        for (text, written) in record.moves {
            match interpret(game.position(), &written) {
                Ok(played) => game.play(played),
                Err(refusal) => {
                    let nth = game.moves.len() + 1;
                    return (Some(game), Some(RecordError::Move { nth, text, refusal }));
                }
            }
        }
        (Some(game), None)
    }

    /// Plays a whole record.
    pub fn read(text: &str) -> Result<Game, RecordError> {
        match Game::replay(text) {
            (_, Some(error)) => Err(error),
            (game, None) => game.ok_or(RecordError::Empty),
        }
    }

    /// Understands one more move, in either notation, without playing it.
    pub fn understand(&self, text: &str) -> Result<Move, RecordError> {
        let written = parse_move(text).map_err(|error| RecordError::Syntax { text: text.trim().into(), error })?;
        interpret(self.position(), &written).map_err(|refusal| {
            let nth = self.moves.len() + 1;
            RecordError::Move { nth, text: text.trim().into(), refusal }
        })
    }

    pub fn play(&mut self, played: Move) {
        self.positions.push(self.position().play(&played));
        self.moves.push(played);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.moves.pop()?;
        self.positions.pop();
        Some(undone)
    }

    pub fn position(&self) -> &Drawn {
        self.positions.last().expect("a game has a start")
    }

    /// The start and the position after each move.
    pub fn positions(&self) -> &[Drawn] {
        &self.positions
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The texts of all moves.
    pub fn written(&self, notation: MoveNotation) -> Vec<String> {
        self.moves.iter().zip(&self.positions).map(|(played, before)| write(before, played, notation)).collect()
    }

    /// The record on one line.
    pub fn record(&self, notation: MoveNotation) -> String {
        let separator = match notation {
            MoveNotation::Hoey => "; ",
            MoveNotation::Wgosa => " ",
        };
        format!("{}: {}", self.positions[0].spot_count(), self.written(notation).join(separator)).trim_end().into()
    }

    /// Whether nobody can move any more.
    pub fn is_over(&self) -> bool {
        self.position().curves().is_empty()
    }
}
