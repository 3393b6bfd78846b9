//! A result of a published certificate, as the manifest keeps it.

use super::literature::{NEEDED_BEFORE, SMALLEST_KNOWN};
use search::session;
use serde::{Deserialize, Serialize};

/// Which rule says who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    Normal,
    Misere,
}

impl From<session::Play> for Play {
    fn from(play: session::Play) -> Self {
        match play {
            session::Play::Normal => Play::Normal,
            session::Play::Misere => Play::Misere,
        }
    }
}

/// The name of the file of a game.
pub fn file_name(play: session::Play, spots: usize) -> String {
    Play::from(play).file(spots)
}

impl Play {
    pub fn file(self, spots: usize) -> String {
        match self {
            Play::Normal => format!("normal-{spots:02}.bin"),
            Play::Misere => format!("misere-{spots:02}.bin"),
        }
    }

    /// The smallest count that others have published.
    pub fn known(self, spots: usize) -> Option<usize> {
        let known: &[(usize, usize)] = match self {
            Play::Normal => &SMALLEST_KNOWN,
            Play::Misere => &NEEDED_BEFORE,
        };
        known.iter().find(|(known, _)| *known == spots).map(|&(_, claims)| claims)
    }
}

/// One result of a published certificate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    pub file: String,
    pub play: Play,
    pub spots: usize,
    pub result: String,
    /// How many results the file has; what follows is about the file.
    pub results: usize,
    pub claims: usize,
    pub replies: usize,
    pub bytes: usize,
    pub blake3: String,
    /// How long the search for this result took in the run that made the certificate, if that is known.
    pub solve_seconds: Option<f64>,
    /// How long `check` took, if it stood beside `solve`.
    pub check_seconds: Option<f64>,
}
