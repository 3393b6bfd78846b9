//! What is asked about: some numbers of spots, or one position.

use crate::failure::Failure;
use sprouts::notation;
use sprouts::plain::PlainPosition;
use sprouts::token::MAX_SPOTS;
use sprouts::{Engine, Position};
use std::fmt;
use std::str::FromStr;

/// Numbers of spots: `8`, `1..20` (both ends included), or a list of these such as `1..20,22,23`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spots(pub Vec<usize>);

impl FromStr for Spots {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spots = Vec::new();
        for part in text.split(',') {
            let (first, last) = match part.split_once("..") {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if first > last {
                return Err(format!("the range `{part}` is empty: the smaller number comes first"));
            }
            spots.extend(first..=last);
        }
        Ok(Spots(spots))
    }
}

fn number(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(spots) if (1..=MAX_SPOTS).contains(&spots) => Ok(spots),
        Ok(_) => Err(format!("a game has 1 to {MAX_SPOTS} spots here")),
        Err(_) => {
            Err(format!("`{text}` is no number of spots; write `8`, `1..20` or `1..20,22` (see also --position)"))
        }
    }
}

/// One game to be settled.
#[derive(Debug, Clone)]
pub struct Question {
    pub start: Position,
    /// The number of spots, if it is the start of a game.
    pub spots: Option<usize>,
}

impl Question {
    pub fn spots(spots: usize) -> Result<Self, Failure> {
        let too_large = |error| Failure::TooLarge { text: format!("0*{spots}"), error };
        let start = Engine::new().canonical(&PlainPosition::start(spots)).map_err(too_large)?;
        Ok(Question { start, spots: Some(spots) })
    }

    pub fn position(text: &str) -> Result<Self, Failure> {
        let plain = notation::parse(text).map_err(|error| Failure::Position { text: text.into(), error })?;
        let too_large = |error| Failure::TooLarge { text: text.into(), error };
        let start = Engine::new().canonical(&plain).map_err(too_large)?;
        Ok(Question { start, spots: None })
    }
}

/// As in the last line of the output: `sprouts 8`, `sprouts position 0*2.AB|AB`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.spots {
            Some(spots) => write!(f, "sprouts {spots}"),
            None => write!(f, "sprouts position {}", self.start),
        }
    }
}
