//! Positions of Sprouts in canonical form, and everything that takes one.

use crate::errors::{self, PositionError};
use pyo3::prelude::*;
use sprouts::notation::{self, Notation};
use sprouts::token::MAX_SPOTS;
use sprouts::{Engine, PlainPosition, TooLarge, drawable, lives_of_key};
use std::cell::RefCell;

thread_local! {
    /// Engines are large, so each thread keeps one.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

fn with_engine<T>(task: impl FnOnce(&mut Engine) -> Result<T, TooLarge>) -> PyResult<T> {
    let done = ENGINE.with(|engine| task(&mut engine.borrow_mut()));
    done.map_err(|error| PositionError::new_err(error.to_string()))
}

/// A position in canonical form: equal positions are the same game.
///
/// Position(text) reads any of the three notations; Position.start(n) is the start of the game of n spots. Positions can be
/// compared, sorted and used as keys.
#[pyclass(frozen, skip_from_py_object, eq, ord, hash, module = "sproof")]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub sprouts::Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text, *, read_as=None, allow_unpaired=false))]
    fn new(text: &str, read_as: Option<&str>, allow_unpaired: bool) -> PyResult<Self> {
        read(text, read_as.map(notation_of).transpose()?, allow_unpaired)
    }

    /// The start of the game of so many spots.
    #[staticmethod]
    fn start(spots: i64) -> PyResult<Self> {
        start(spots)
    }

    /// The parts without a common region, in increasing order, each as a position.
    #[getter]
    fn lands(&self) -> Vec<Position> {
        self.0.lands().iter().map(|land| Position(sprouts::Position::new(vec![land.clone()]))).collect()
    }

    /// Lives: every move takes one.
    #[getter]
    fn lives(&self) -> u32 {
        self.0.lands().iter().map(|land| lives_of_key(land.key())).sum()
    }

    /// Whether no move is left.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// Every position that one move can reach, each once.
    fn options(&self) -> PyResult<Vec<Position>> {
        let (options, _) = with_engine(|engine| engine.options(&self.0))?;
        Ok(options.into_iter().map(Position).collect())
    }

    /// How many moves there are, before equal results are put together.
    fn raw_move_count(&self) -> PyResult<usize> {
        Ok(with_engine(|engine| engine.options(&self.0))?.1)
    }

    /// The position as text: "short", "lv" (Lemoine and Viennot's) or "hoey".
    #[pyo3(signature = (notation="short"))]
    fn text(&self, notation: &str) -> PyResult<String> {
        Ok(match notation_of(notation)? {
            Notation::Short => self.0.to_string(),
            other => notation::print(&self.0.plain(), other),
        })
    }

    /// The sum of two positions, side by side.
    fn __add__(&self, other: &Position) -> Position {
        Position(sprouts::Position::new([self.0.lands(), other.0.lands()].concat()))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

fn notation_of(name: &str) -> PyResult<Notation> {
    name.parse().map_err(|error: notation::UnknownNotation| errors::value(error.to_string()))
}

/// Reads a position with the care of the command line: what cannot be meant or drawn is refused.
fn read(text: &str, read_as: Option<Notation>, allow_unpaired: bool) -> PyResult<Position> {
    let failed = |error: notation::ParseError| PositionError::new_err(error.pointing(text).to_string());
    if read_as.is_none() {
        notation::check_guess(text).map_err(failed)?;
    }
    let notation = read_as.unwrap_or_else(|| notation::detect(text));
    let plain = notation::parse_as(text, notation).map_err(failed)?;
    match notation::check_meant(text, notation) {
        Err(error) if !(allow_unpaired && error.kind.is_unpaired_capital()) => return Err(failed(error)),
        _ => {}
    }
    drawable(&plain).map_err(|why| {
        PositionError::new_err(format!("`{text}` cannot be drawn (read in {notation} notation): {why}"))
    })?;
    with_engine(|engine| engine.canonical(&plain)).map(Position)
}

fn start(spots: i64) -> PyResult<Position> {
    let spots = usize::try_from(spots).ok().filter(|spots| (1..=MAX_SPOTS).contains(spots));
    let spots = spots.ok_or_else(|| errors::value(format!("a game has 1 to {MAX_SPOTS} spots here")))?;
    with_engine(|engine| engine.canonical(&PlainPosition::start(spots))).map(Position)
}

/// The canonical form of a position of the drawn game.
pub fn of_plain(plain: &PlainPosition) -> PyResult<Position> {
    with_engine(|engine| engine.canonical(plain)).map(Position)
}

/// A game to be looked at: a number of spots, a position, or a text in any notation.
#[derive(FromPyObject)]
pub enum Game<'py> {
    Spots(i64),
    Position(Bound<'py, Position>),
    Text(String),
}

impl Game<'_> {
    pub fn position(&self) -> PyResult<Position> {
        match self {
            Game::Spots(spots) => start(*spots),
            Game::Position(position) => Ok(position.get().clone()),
            Game::Text(text) => read(text, None, false),
        }
    }

    /// The number of spots, if the game was given by it.
    pub fn spots(&self) -> Option<usize> {
        match self {
            Game::Spots(spots) => usize::try_from(*spots).ok(),
            _ => None,
        }
    }
}

/// The canonical form of a game: the same for all ways to write or to draw it.
#[pyfunction]
pub fn canonical(game: Game) -> PyResult<Position> {
    game.position()
}

/// Every position that one move can reach, each once.
#[pyfunction]
pub fn options(game: Game) -> PyResult<Vec<Position>> {
    game.position()?.options()
}

impl Position {
    /// Reads a text in short notation.
    pub fn of_text(text: &str) -> PyResult<Position> {
        read(text, Some(Notation::Short), false)
    }
}

impl Position {
    /// The words of results: `sprouts 8` for the start of a game, else `sprouts position …`.
    pub fn subject(&self) -> String {
        let text = self.0.to_string();
        let spots = if text == "0" { Some("1") } else { text.strip_prefix("0*") };
        match spots.filter(|spots| spots.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(spots) => format!("sprouts {spots}"),
            None => format!("sprouts position {text}"),
        }
    }
}
