//! From facts to a proof.
//!
//! The book is laid out anew from the facts in the order of their keys, so that the proof depends on the facts and on
//! nothing else of the search. Facts are hints here: what the proof needs is supported by the options of the lands
//! themselves, and a fact that is not supported is searched for again.

use super::certificate::{Proof, assemble};
use super::needs::{Gap, Goal, Needs};
use super::select::{Selection, select};
use super::shrink::shrink;
use crate::game::{Land, Position, TooLarge};
use crate::search::{Book, Dfpn, LandId, Limits, Nimber, Stopped};

/// Why there is no proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoProof {
    #[error("the statement is not true")]
    Untrue,
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Proves a goal from facts. `limits` apply to what has to be searched for again, `shrink_limits` to making the proof
/// small (no deadline: it is taken as it comes). `report` is told the number of claims as it shrinks.
pub fn prove(
    facts: &mut Vec<(Land, Nimber)>,
    start: &Position,
    goal: Goal,
    limits: Limits,
    shrink_limits: Limits,
    mut report: impl FnMut(usize),
) -> Result<Proof, NoProof> {
    facts.sort_unstable();
    let mut book = Book::new();
    for (land, nimber) in facts.iter() {
        let land = book.land(land.key());
        book.set_nimber(land, *nimber);
    }
    let lands = book.position(start);
    let mut selection = first_selection(&mut book, &lands, goal, limits)?;
    report(selection.len());
    if shrink_limits.deadline.is_some() {
        selection = match shrink(&mut book, &lands, goal, selection.clone(), shrink_limits, report) {
            Ok(smaller) => smaller,
            // Nothing new could be supported after all: keep what is.
            Err(_) => selection,
        };
        *facts = book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
    }
    Ok(assemble(&mut book, &lands, goal, &selection)?)
}

/// A selection, after searching again for whatever the facts do not support.
fn first_selection(book: &mut Book, lands: &[LandId], goal: Goal, limits: Limits) -> Result<Selection, NoProof> {
    loop {
        match select(&mut Needs::new(book), lands, goal) {
            Ok(selection) => return Ok(selection),
            Err(Gap::TooLarge(error)) => return Err(error.into()),
            Err(Gap::Unsupported(land)) => {
                book.forget(land);
                Dfpn::new(book, limits, ()).nimber(&[land])?;
            }
            Err(Gap::Goal) => {
                let (nimber, expected) = match goal {
                    Goal::Nimber(nimber) => (nimber, true),
                    Goal::Not(nimber) => (nimber, false),
                };
                if Dfpn::new(book, limits, ()).has_nimber(lands, nimber)? != expected {
                    return Err(NoProof::Untrue);
                }
                if expected {
                    // The nimbers of all lands are wanted, not only their sum.
                    Dfpn::new(book, limits, ()).nimber(lands)?;
                }
            }
        }
    }
}
