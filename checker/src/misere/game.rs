//! All that misère play takes from the rules of the game.

use crate::limits::{Limit, Work};
use crate::memo::Memo;
use crate::options::Moves;
use crate::position::Position;
use crate::token::{Canonical, Land};
use std::collections::BTreeSet;

/// A land to be moved in.
pub(crate) struct Board(Moves);

impl Board {
    pub(crate) fn of(land: &Land) -> Self {
        Board(Moves::of(land))
    }

    pub(crate) fn options(&self, memo: &mut Memo) -> Result<BTreeSet<Canonical>, Limit> {
        let mut work = Work::for_options();
        self.0.different()?.map(|played| memo.canonical(self.0.position.after(&played), &mut work)).collect()
    }

    /// The position after the move with this number, if there is one.
    pub(crate) fn play(&self, number: u64, memo: &mut Memo) -> Result<Option<Canonical>, Limit> {
        let after = self.0.get(number).map(|played| self.0.position.after(&played));
        after.map(|after| memo.canonical(after, &mut Work::for_position())).transpose()
    }
}

/// The reduced and canonical form of a land that may have another.
pub(crate) fn canonical(land: &Land, memo: &mut Memo) -> Result<Canonical, Limit> {
    memo.canonical(Position::of(land), &mut Work::for_position())
}
