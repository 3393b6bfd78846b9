//! The first selection of claims: a greedy cover of all obligations.
//!
//! A proof is a set of lands that is closed: every obligation of every land in it has an alternative within the set. Starting
//! from the goals, obligations are met from the most lives down, by an alternative that is already there or else by the
//! cheapest one. Then every claim is tried for removal, so that none can be dropped.

use crate::normal::proof::cover::{Cover, Prices, Selection};
use crate::normal::proof::obligations::{Aim, Gap, Obligations};
use common::random::Random;

/// A first choice, in which no claim can be dropped.
pub fn select(obligations: &mut Obligations, aims: &[Aim]) -> Result<Selection, Gap> {
    let goals = obligations.of_aims(aims)?;
    let mut cover = Cover::new(obligations, goals);
    cover.repair(&Prices::PLAIN, usize::MAX)?;
    cover.prune(&mut Random::new(0));
    Ok(cover.members().iter().copied().collect())
}
