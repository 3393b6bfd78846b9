//! The refusal of a written move that is not a move of the position, with its reason.

use std::fmt;

/// A reason, and the moves that could have been meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub reason: Reason,
    /// Legal moves between the same two spots, as they are written; the first few of them.
    pub readings: Vec<String>,
    /// How many more there are.
    pub further: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    #[error("there is no spot {0}")]
    UnknownSpot(u32),
    #[error("the new spot is {expected}, not {given}")]
    WrongNewSpot { given: u32, expected: u32 },
    #[error("spot {0} is dead: it has three lines")]
    Dead(u32),
    #[error("spot {0} has one life left and a loop takes two")]
    LoopOnOneLife(u32),
    #[error("spots {0} and {1} touch no common region")]
    Apart(u32, u32),
    #[error("no site of spot {spot} is followed by live spot {before}")]
    NoSuchSite { spot: u32, before: u32 },
    #[error("the new spot cannot be placed where it touches spot {0}")]
    NotNear(u32),
    #[error("the curve joins two boundaries: nothing is separated")]
    SeparatesNothing,
    #[error("the curve cuts its region, and it is not said where the other boundaries go")]
    SeparationMissing,
    #[error("`=` says that there are no other boundaries to be separated, but there are")]
    OthersThere,
    #[error("spot {0} is on no live boundary of the region that could lie on the side named")]
    NotSeparable(u32),
    #[error("this can be read in several ways")]
    Ambiguous,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        if self.readings.is_empty() {
            return Ok(());
        }
        write!(f, "; legal would be {}", self.readings.join(", "))?;
        if self.further > 0 {
            write!(f, " and {} more", self.further)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
