//! The closure of misère play by its name: the lands of the game of some number of spots, replaced by trees.

use crate::flags::question::Question;
use std::str::FromStr;

/// None for 0 spots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosureName {
    pub spots: usize,
}

/// Spots beyond which the closure would take hours.
const MOST_SPOTS: usize = 6;

/// Spots from which on the larger closure is worth the ten seconds it takes: it halves the work of 15 spots.
const LARGE: usize = 15;

impl FromStr for ClosureName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        let spots =
            if lower == "none" { Some(0) } else { lower.strip_prefix('s').and_then(|spots| spots.parse().ok()) };
        match spots {
            Some(spots) if spots <= MOST_SPOTS => Ok(ClosureName { spots }),
            _ => Err(format!("`{text}` is no closure; write `none` or `s1` to `s{MOST_SPOTS}`")),
        }
    }
}

impl ClosureName {
    pub fn for_questions(questions: &[Question]) -> Self {
        let is_large = questions.iter().any(|question| question.spots.is_some_and(|spots| spots >= LARGE));
        ClosureName { spots: if is_large { 6 } else { 5 } }
    }
}
