//! Chooses few claims that prove a goal, in one go.
//!
//! A proof is a set of lands that is closed: every need of every land in it has an alternative within the set. Starting
//! from the goal, needs are met from the most lives down, by an alternative that is already there or else by the
//! cheapest one. Then every claim is tried for removal, so that none can be dropped.

use crate::normal::LandId;
use crate::normal::proof::cover::{Cover, Prices};
use crate::normal::proof::obligations::{Gap, Goal, Needs};
use common::random::Random;
use std::collections::BTreeSet;

/// The lands whose nimbers a proof claims.
pub type Selection = BTreeSet<LandId>;

/// A first choice, in which no claim can be dropped.
pub fn select(needs: &mut Needs, lands: &[LandId], goal: Goal) -> Result<Selection, Gap> {
    let goal = needs.of_goal(lands, goal)?;
    let mut cover = Cover::new(needs, goal);
    cover.repair(&Prices::PLAIN, usize::MAX)?;
    cover.prune(&mut Random::new(0));
    Ok(cover.members().iter().copied().collect())
}
