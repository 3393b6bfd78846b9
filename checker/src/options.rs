//! The options of a position (FORMAT.md section 6), each once and in order. Verifying goes through all moves instead.

use crate::budget::{Allowance, Budget};
use crate::canon::canonical;
use crate::error::Result;
use crate::moves::Moves;
use crate::position::Position;
use crate::token::{Canonical, Land};
use std::collections::BTreeMap;
use std::collections::BTreeSet;

impl Position {
    /// The reduced position, each land in its canonical string.
    pub fn canonical(&self) -> Result<Canonical> {
        canonical(self.clone(), &Budget::new(Allowance::of_size(0)))
    }
}

/// The options of a land, with the first move that leads to each.
pub(crate) fn options_of(land: &Land, budget: &Budget) -> Result<BTreeMap<Canonical, u64>> {
    let (moves, mut options) = (Moves::of(land, budget)?, BTreeMap::new());
    for (number, after) in (0..).zip(moves.all()) {
        options.entry(canonical(after, budget)?).or_insert(number);
    }
    Ok(options)
}

/// The options of a position: a move is made in one of its lands.
pub fn options(position: &Canonical) -> Result<BTreeSet<Canonical>> {
    let (mut all, budget) = (BTreeSet::new(), Budget::new(Allowance::of_size(0)));
    for (i, land) in position.0.iter().enumerate() {
        for option in options_of(land, &budget)?.into_keys() {
            let mut lands = [&position.0[..i], &position.0[i + 1..], &option.0].concat();
            lands.sort_unstable();
            all.insert(Canonical(lands));
        }
    }
    Ok(all)
}
