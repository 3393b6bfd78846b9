//! A game between a person and the oracle.

use crate::play::oracle::{Choice, Oracle};
use crate::records::Game;
use common::random::Random;
use search::normal::{Limits, Stopped};
use std::str::FromStr;

/// The players by their turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    First,
    Second,
}

impl FromStr for Player {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "first" => Ok(Player::First),
            "second" => Ok(Player::Second),
            _ => Err("write `first` or `second`".into()),
        }
    }
}

impl Player {
    pub fn other(self) -> Self {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Player::First => "first",
            Player::Second => "second",
        }
    }

    /// Who moves after so many moves.
    pub fn after(moves: usize) -> Self {
        if moves.is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

/// How well the machine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Any move.
    Easy,
    /// Any move as long as many lives are left, then perfectly.
    Medium,
    Perfect,
}

/// Lives up to which a medium player sees the end.
const FORESEEN: usize = 7;

impl FromStr for Level {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "easy" => Ok(Level::Easy),
            "medium" => Ok(Level::Medium),
            "perfect" => Ok(Level::Perfect),
            _ => Err("write `easy`, `medium` or `perfect`".into()),
        }
    }
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Open,
    /// Nobody can move, and this player has won.
    Won(Player),
}

/// A game in progress.
pub struct Match {
    pub game: Game,
    pub oracle: Oracle,
    pub you: Player,
}

impl Match {
    pub fn new(spots: usize, oracle: Oracle, you: Player) -> Self {
        Match { game: Game::new(spots), oracle, you }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        Player::after(self.game.moves().len())
    }

    pub fn ending(&self) -> Ending {
        if !self.game.is_over() {
            return Ending::Open;
        }
        // Who cannot move has lost in normal play and won in misère play.
        let stuck = self.turn();
        Ending::Won(if self.oracle.is_misere() { stuck } else { stuck.other() })
    }

    /// Lets the machine move as well as it can, if it can move.
    pub fn answer(&mut self, limits: Limits) -> Result<Option<Choice>, Stopped> {
        self.answer_as(Level::Perfect, &mut Random::new(0), limits)
    }

    /// Lets the machine move as a player of some level. A perfect player whose time is over makes any move.
    pub fn answer_as(&mut self, level: Level, random: &mut Random, limits: Limits) -> Result<Option<Choice>, Stopped> {
        let position = self.game.position();
        let lives: usize = (0..position.spot_count()).map(|spot| position.lives(spot)).sum();
        let choice = match level {
            Level::Easy => self.oracle.random_move(position, random)?,
            Level::Medium if lives > FORESEEN => self.oracle.random_move(position, random)?,
            _ => match self.oracle.best_move(position, limits) {
                Err(Stopped::TimeOver) => self.oracle.random_move(position, random)?,
                found => found?,
            },
        };
        if let Some(choice) = &choice {
            self.game.play(choice.played.clone());
        }
        Ok(choice)
    }

    /// Takes back moves until it is the person's turn again, at least one of their own; whether there was any.
    pub fn undo(&mut self) -> bool {
        let moves = self.game.moves().len();
        let own = if self.you == Player::First { moves.div_ceil(2) } else { moves / 2 };
        if own == 0 {
            return false;
        }
        self.game.undo();
        while self.turn() != self.you {
            self.game.undo();
        }
        true
    }
}
