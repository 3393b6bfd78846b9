//! Solver and checker, asked the same question.
//!
//! The solver is given drawings or texts, the checker texts. Answers are compared as they are printed, in the short
//! notation, since that is all that the two have in common.

use crate::drawn::Drawn;
use sprouts::notation::{self, Notation};
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Position};

/// Why a program did not answer, in its own words: it cannot read the question, or it will not work on it any longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    Text(String),
    Work(String),
}

/// What the solver makes of a text in short notation.
pub fn solver_canon(engine: &mut Engine, text: &str) -> Result<Position, Refusal> {
    let plain = notation::parse_as(text, Notation::Short).map_err(|error| Refusal::Text(error.pointing(text)))?;
    engine.canonical(&plain).map_err(|error| Refusal::Work(error.to_string()))
}

/// What the checker makes of it.
pub fn checker_canon(text: &str) -> Result<checker::Canonical, Refusal> {
    let position = checker::parse_position(text).map_err(|error| Refusal::Text(error.to_string()))?;
    position.canonical().map_err(|error| Refusal::Work(error.to_string()))
}

/// The canonical string of a text on which both must agree.
pub fn agreed(engine: &mut Engine, text: &str) -> String {
    let solver = solver_canon(engine, text).unwrap_or_else(|refusal| panic!("solver on {text}: {refusal:?}"));
    let checker = checker_canon(text).unwrap_or_else(|refusal| panic!("checker on {text}: {refusal:?}"));
    let (solver, checker) = (solver.to_string(), checker.to_string());
    assert_eq!(solver, checker, "solver (left) and checker (right) on {text}");
    solver
}

/// The options of a canonical position, in their order, on which both must agree.
pub fn agreed_options(engine: &mut Engine, canonical: &str) -> Vec<String> {
    let position = solver_canon(engine, canonical).expect(canonical);
    let (options, _) = engine.options(&position).expect(canonical);
    let solver: Vec<String> = options.iter().map(Position::to_string).collect();
    let checker = checker::options(&checker_canon(canonical).expect(canonical)).expect(canonical);
    let checker: Vec<String> = checker.iter().map(checker::Canonical::to_string).collect();
    assert_eq!(solver, checker, "options of {canonical}, solver (left) and checker (right)");
    solver
}

/// A drawn position for the solver, dead spots and all.
pub fn plain(position: &Drawn) -> PlainPosition {
    PlainPosition { lives: position.lives.clone(), regions: position.regions.clone() }
}

/// A reduced position as the drawn game stores things, to be disguised and written down. It is no drawing any more: the
/// dead spots are gone, and the laws of drawings do not hold.
pub fn undrawn(position: &Position) -> Drawn {
    let PlainPosition { lives, regions } = position.plain();
    Drawn { lives, regions, outer: None }
}
