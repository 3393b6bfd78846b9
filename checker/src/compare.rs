//! For comparing with what other programs find. Nothing here is used in verifying.

use crate::budget::{Allowance, Budget};
use crate::canon;
use crate::error::Result;
use crate::land::{Canonical, Land};
use crate::moves::Moves;
use crate::position::Position;
use std::collections::BTreeSet;

impl Position {
    /// The reduced position, each land in its canonical string.
    pub fn canonical(&self) -> Result<Canonical> {
        canon::canonical(self, &Budget::new(Allowance::of_size(0)))
    }
}

impl Canonical {
    pub fn lands(&self) -> &[Land] {
        &self.0
    }
}

/// The options of a position: a move is made in one of its lands.
pub fn options(position: &Canonical) -> Result<BTreeSet<Canonical>> {
    let (mut all, budget) = (BTreeSet::new(), Budget::new(Allowance::of_size(0)));
    for (i, land) in position.0.iter().enumerate() {
        for option in Moves::of(land, &budget)?.options(&mut budget.hold(), &budget)? {
            let mut lands = [&position.0[..i], &position.0[i + 1..], &option.0].concat();
            lands.sort_unstable();
            all.insert(Canonical(lands));
        }
    }
    Ok(all)
}
