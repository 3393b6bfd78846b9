//! Positions solved by the solver and certificates verified by the checker, in one process.

use checker::{Error, Settings, Verified};
use solver::drawing::Drawing;
use solver::game::{Engine, Land, Position};
use solver::misere::{self, Atlas, Closure, MisereProof, Table};
use solver::proof::{Goal, Proof, prove};
use solver::search::{Book, Dfpn, Limits, Nimber};
use std::num::NonZero;

/// The start of the n-spot game.
pub fn start(spots: usize) -> Position {
    Engine::new().canonical(&Drawing::start(spots)).expect("small games fit")
}

/// What the search finds out about a position: whether it is lost, and all facts met on the way.
pub fn search(position: &Position) -> (bool, Vec<(Land, Nimber)>) {
    let mut book = Book::new();
    let lands = book.position(position);
    let lost = Dfpn::new(&mut book, Limits::default(), ()).has_nimber(&lands, 0).expect("nothing stops the search");
    let facts = book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
    (lost, facts)
}

/// Solves a position and proves the outcome.
pub fn proof(position: &Position) -> Proof {
    let (lost, mut facts) = search(position);
    let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
    prove(&mut facts, position, goal, Limits::default(), Limits::default(), |_| ()).expect("what is solved is proved")
}

/// Solves a position in misère play, the lands of the game of so many spots replaced by trees, and proves the outcome.
pub fn misere_proof(position: &Position, closure_spots: usize) -> MisereProof {
    let limits = Limits::default();
    let closure = match closure_spots {
        0 => Closure::new(),
        spots => Closure::of(&start(spots), &limits).expect("nothing stops the search"),
    };
    let mut atlas = Atlas::new(closure);
    let mut table = Table::new(1 << 24);
    let node = atlas.node(position);
    let outcome =
        misere::Dfpn::new(&mut atlas, &mut table, limits, ()).outcome(&node).expect("nothing stops the search");
    let needs = misere::needs(&mut atlas, &table, &node).expect("what is solved is proved");
    misere::proof::prove(&mut atlas, needs.lost, position, outcome).expect("small proofs can be written")
}

/// The checker's verdict on the bytes of a certificate.
pub fn check(bytes: &[u8], threads: usize) -> Result<Verified, Error> {
    let threads = NonZero::new(threads).expect("at least one thread");
    checker::verify(bytes, &Settings { threads, ..Settings::default() })
}
