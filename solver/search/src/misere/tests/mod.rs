//! Tests of misère play across its files.

mod definition;
mod paper;
mod proofs;
mod search;

use crate::misere::Closure;
use crate::normal::Limits;
use sprouts::notation;
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Position};

fn start(spots: usize) -> Position {
    Engine::new().canonical(&PlainPosition::start(spots)).unwrap()
}

fn position(text: &str) -> Position {
    Engine::new().canonical(&notation::parse(text).unwrap()).unwrap()
}

fn closure(spots: usize) -> Closure {
    Closure::of(&start(spots), &Limits::default()).unwrap()
}
