//! Results as certificates state them, and claims.
//!
//! A result is its words (FORMAT.md section 15), which name their subject completely. They are taken apart here rather than the
//! structures of the file, so that a certificate of several results is simply several lines.

use crate::positions::Position;
use pyo3::prelude::*;

/// A result: what a certificate states, or what was found.
#[pyclass(frozen, skip_from_py_object, eq, hash, get_all, module = "sproof")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Result {
    /// The words, as `check` prints them behind VERIFIED: "sprouts 8 normal LOSS".
    pub text: String,
    /// "sprouts", "morpion" or "gaps".
    pub game: String,
    /// What it is about, in words: "8", "position 0*2.AB|AB", the digest of a puzzle.
    pub subject: String,
    /// "normal" or "misere"; None for puzzles.
    pub play: Option<String>,
    /// The number of spots of a start.
    pub spots: Option<u32>,
    /// "WIN", "LOSS" or "DRAW" for the player to move; None for puzzles.
    pub outcome: Option<String>,
    /// The nimber, if that is what is stated.
    pub nimber: Option<u32>,
}

#[pymethods]
impl Result {
    /// The position, if it is about ordinary Sprouts.
    #[getter]
    fn position(&self) -> PyResult<Option<Position>> {
        if self.game != "sprouts" || self.play.is_none() || self.subject.contains("max-degree") {
            return Ok(None);
        }
        let text = match self.spots {
            Some(1) => "0".to_owned(),
            Some(spots) => format!("0*{spots}"),
            None => self.subject.trim_start_matches("position ").to_owned(),
        };
        Position::of_text(&text).map(Some)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Result {}>", self.text)
    }
}

impl Result {
    /// Takes words apart.
    pub fn of_words(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let has = |word: &str| words.contains(&word);
        let last = words.last().copied().unwrap_or_default();
        let before_last = words.len().checked_sub(2).map_or("", |at| words[at]);
        let nimber = (before_last == "NIMBER").then(|| last.parse().ok()).flatten();
        let play = ["normal", "misere"].into_iter().find(|play| has(play)).map(str::to_owned);
        let outcome = match (nimber, last) {
            (Some(0), _) => Some("LOSS"),
            (Some(_), _) => Some("WIN"),
            (None, "WIN" | "LOSS" | "DRAW") => Some(last),
            _ => None,
        };
        let end = words.iter().position(|word| matches!(*word, "normal" | "misere" | "DRAW" | "GAME" | "FROM"));
        let end = end.unwrap_or(words.len().saturating_sub(1)).max(1);
        Result {
            text: text.to_owned(),
            game: words[0].to_owned(),
            subject: words[1..end].join(" "),
            play,
            spots: (words[0] == "sprouts").then(|| words.get(1)?.parse().ok()).flatten(),
            outcome: outcome.map(str::to_owned),
            nimber,
        }
    }

    /// The results of a statement by their words.
    pub fn all(words: &[String]) -> Vec<Self> {
        words.iter().map(|text| Self::of_words(text)).collect()
    }
}

/// A claim of a certificate of normal play: this land has this nimber.
#[pyclass(frozen, skip_from_py_object, eq, hash, get_all, module = "sproof")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The land, in canonical form.
    pub land: Position,
    pub nimber: u8,
}

#[pymethods]
impl Claim {
    fn __str__(&self) -> String {
        format!("{} has nimber {}", self.land.0, self.nimber)
    }

    fn __repr__(&self) -> String {
        format!("<Claim {} {}>", self.land.0, self.nimber)
    }
}
