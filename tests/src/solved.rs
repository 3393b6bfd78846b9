//! Positions solved by the solver and certificates verified by the checker, in one process.

use checker::{Error, Settings, Verified};
use search::misere::{self, Closure, MisereProof, PieceTable, TranspositionTable};
use search::normal::proof::{Goal, Proof, prove};
use search::normal::{LandTable, Limits, Nimber, NimberSearch};
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Land, Position};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The start of the n-spot game.
pub fn start(spots: usize) -> Position {
    Engine::new().canonical(&PlainPosition::start(spots)).expect("small games fit")
}

/// What the search finds out about a position: whether it is lost, and all facts met on the way.
pub fn search(position: &Position) -> (bool, Vec<(Land, Nimber)>) {
    let mut land_table = LandTable::new();
    let lands = land_table.position(position);
    let lost = NimberSearch::new(&mut land_table, Limits::default(), ())
        .has_nimber(&lands, 0)
        .expect("nothing stops the search");
    let facts = land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
    (lost, facts)
}

/// What was found out before in this process, by its question: many tests begin with the same games.
fn once<V: Clone>(known: &Mutex<BTreeMap<String, V>>, question: String, answer: impl FnOnce() -> V) -> V {
    if let Some(answer) = lock(known).get(&question) {
        return answer.clone();
    }
    let answer = answer();
    lock(known).insert(question, answer.clone());
    answer
}

/// A failed test leaves nothing half done here.
fn lock<V>(known: &Mutex<V>) -> MutexGuard<'_, V> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Solves a position and proves the outcome.
pub fn proof(position: &Position) -> Proof {
    static KNOWN: Mutex<BTreeMap<String, Proof>> = Mutex::new(BTreeMap::new());
    once(&KNOWN, position.to_string(), || {
        let (lost, mut facts) = search(position);
        let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
        let proof = prove(&mut facts, position, goal, Limits::default(), Limits::default(), |_| ());
        proof.expect("what is solved is proved")
    })
}

/// Solves a position in misère play, the lands of the game of so many spots replaced by trees, and proves the outcome.
pub fn misere_proof(position: &Position, closure_spots: usize) -> MisereProof {
    static KNOWN: Mutex<BTreeMap<String, MisereProof>> = Mutex::new(BTreeMap::new());
    once(&KNOWN, format!("{position} {closure_spots}"), || {
        let limits = Limits::default();
        let closure = match closure_spots {
            0 => Closure::new(),
            spots => Closure::of(&start(spots), &limits).expect("nothing stops the search"),
        };
        let mut piece_table = PieceTable::new(closure);
        let mut table = TranspositionTable::new(1 << 24);
        let node = piece_table.node(position);
        let mut search = misere::Dfpn::new(&mut piece_table, &mut table, limits, ());
        let outcome = search.outcome(&node).expect("nothing stops the search");
        let extraction = misere::extract::extract(&mut piece_table, &table, &node).expect("what is solved is proved");
        misere::proof::prove(&mut piece_table, extraction.lost, position, outcome).expect("small proofs can be written")
    })
}

/// The checker's verdict on the bytes of a certificate.
pub fn check(bytes: &[u8], threads: usize) -> Result<Verified, Error> {
    let threads = NonZero::new(threads).expect("at least one thread");
    checker::verify(bytes, &Settings { threads, ..Settings::default() })
}
