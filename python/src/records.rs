//! Records of games: moves as people write them down.

use crate::errors::{self, RecordError};
use crate::positions::{self, Position};
use board::records::{Game, MoveNotation};
use pyo3::prelude::*;
use sprouts::token::MAX_SPOTS;

/// A game as it was played: its moves, and the positions between them.
///
/// Record(text) reads a record in Hoey's notation or the World Game of Sprouts Association's, which may be mixed. What is no
/// legal move raises RecordError, with the reason and the moves that would be legal. A record never changes: play() makes
/// another one.
#[pyclass(frozen, module = "sproof")]
pub struct Record(Game);

fn notation_of(name: &str) -> PyResult<MoveNotation> {
    name.parse().map_err(|error: String| errors::value(format!("`{name}` is no notation of moves; {error}")))
}

#[pymethods]
impl Record {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Game::read(text).map(Record).map_err(|error| RecordError::new_err(error.to_string()))
    }

    /// The record without moves of a game of so many spots.
    #[staticmethod]
    fn start(spots: i64) -> PyResult<Self> {
        let spots = usize::try_from(spots).ok().filter(|spots| (1..=MAX_SPOTS).contains(spots));
        let spots = spots.ok_or_else(|| errors::value(format!("a game has 1 to {MAX_SPOTS} spots here")))?;
        Ok(Record(Game::new(spots)))
    }

    /// The record with one more move, in either notation.
    fn play(&self, r#move: &str) -> PyResult<Record> {
        let mut game = self.0.clone();
        let played = game.understand(r#move).map_err(|error| RecordError::new_err(error.to_string()))?;
        game.play(played);
        Ok(Record(game))
    }

    /// The number of spots at the start.
    #[getter]
    fn spots(&self) -> usize {
        self.0.positions()[0].spot_count()
    }

    /// The position before the first move and after each move, in canonical form.
    #[getter]
    fn positions(&self) -> PyResult<Vec<Position>> {
        self.0.positions().iter().map(|drawn| positions::of_plain(&drawn.plain())).collect()
    }

    /// The same positions in Hoey's notation, with every spot under its own number.
    #[getter]
    fn drawings(&self) -> Vec<String> {
        self.0.positions().iter().map(|drawn| drawn.hoey()).collect()
    }

    /// Whether nobody can move any more.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Who has won a game that is over, "first" or "second"; None before.
    #[pyo3(signature = (*, misere=false))]
    fn winner(&self, misere: bool) -> Option<&'static str> {
        let has_second_moved = self.0.moves().len().is_multiple_of(2);
        let is_second = has_second_moved != misere;
        self.0.is_over().then_some(if is_second { "second" } else { "first" })
    }

    /// The moves, each as text.
    #[pyo3(signature = (notation="hoey"))]
    fn moves(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.0.written(notation_of(notation)?))
    }

    /// The record on one line, in the notation "hoey" or "wgosa".
    #[pyo3(signature = (notation="hoey"))]
    fn text(&self, notation: &str) -> PyResult<String> {
        Ok(self.0.record(notation_of(notation)?))
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.0.record(MoveNotation::Hoey)
    }

    fn __repr__(&self) -> String {
        format!("Record('{}')", self.0.record(MoveNotation::Hoey))
    }

    fn __eq__(&self, other: &Record) -> bool {
        self.0.record(MoveNotation::Hoey) == other.0.record(MoveNotation::Hoey)
    }

    fn __hash__(&self) -> u64 {
        let digest = blake3::hash(self.0.record(MoveNotation::Hoey).as_bytes());
        digest.as_bytes()[..8].iter().fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.record(MoveNotation::Hoey),))
    }
}
