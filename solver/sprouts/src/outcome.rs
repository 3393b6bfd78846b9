//! Results of positions: outcomes and nimbers.

/// The nimber of a position in normal play (Sprague and Grundy).
pub type Nimber = u8;

/// Nimbers are below this in every position a program will meet; a set of them is a bit mask.
pub const NIMBERS: u32 = 31;

/// Who wins with best play, seen from the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Outcome {
    Win,
    Loss,
}

impl Outcome {
    /// The outcome of a position from those of its options: won without options, or with one that is lost.
    pub fn of_options(options: impl Iterator<Item = Outcome>) -> Outcome {
        let mut options = options.peekable();
        let at_end = options.peek().is_none();
        if at_end || options.any(|option| option == Outcome::Loss) { Outcome::Win } else { Outcome::Loss }
    }

    pub fn words(self) -> &'static str {
        match self {
            Outcome::Win => "WIN",
            Outcome::Loss => "LOSS",
        }
    }
}
