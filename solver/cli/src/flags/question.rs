//! The question of a command: some numbers of spots, or one position.

use super::position::ReadingArgs;
use crate::failure::Failure;
use sprouts::notation::Notation;
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Position};
use std::fmt;
use std::str::FromStr;

/// The most spots that are asked about by number. Up to [`sprouts::token::MAX_SPOTS`] every position of the game fits the
/// alphabet; in larger games a search that meets one that does not ends with that error, which none is known to do.
const MOST_SPOTS: usize = 100;

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
        Ok(spots) if (1..=MOST_SPOTS).contains(&spots) => Ok(spots),
        Ok(_) => Err(format!("a game has 1 to {MOST_SPOTS} spots here")),
        Err(_) if text.trim().bytes().all(|byte| byte.is_ascii_digit()) && !text.trim().is_empty() => {
            Err(format!("a game has 1 to {MOST_SPOTS} spots here"))
        }
        Err(_) => Err(format!(
            "`{text}` is no number of spots and no command; write `8`, `1..20` or `1..20,22` (see also --position and --help)"
        )),
    }
}

/// One number of spots.
pub fn one(text: &str) -> Result<usize, String> {
    number(text)
}

/// The number of spots of a game that is stated from its start.
pub fn game(start: &str) -> Option<usize> {
    if start == "0" { Some(1) } else { start.strip_prefix("0*")?.parse().ok() }
}

/// One game to be solved.
#[derive(Debug, Clone)]
pub struct Question {
    pub start: Position,
    /// The number of spots, if the question was put so.
    pub spots: Option<usize>,
    /// The notation that a position was read in.
    pub read_as: Option<Notation>,
}

impl Question {
    pub fn spots(spots: usize) -> Result<Self, Failure> {
        let too_large = |error| Failure::TooLarge { text: format!("0*{spots}"), error };
        let start = Engine::new().canonical(&PlainPosition::start(spots)).map_err(too_large)?;
        Ok(Question { start, spots: Some(spots), read_as: None })
    }

    pub fn position(text: &str, reading: &ReadingArgs) -> Result<Self, Failure> {
        let start = reading.canonical(text, &mut Engine::new())?;
        Ok(Question { start, spots: None, read_as: Some(reading.notation(text)) })
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
