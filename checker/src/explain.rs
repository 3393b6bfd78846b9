//! Why a claim of a verified certificate is true, option by option.

use crate::claims::Standing;
use crate::error::Error;
use crate::memo::Memo;
use crate::token::{Canonical, Land};
use crate::verify::{Refutation, Verified};
use std::collections::BTreeMap;
use std::num::NonZero;

/// A claim with all options of its land.
pub struct Explanation {
    pub land: Land,
    pub nimber: u8,
    pub options: BTreeMap<Canonical, Reason>,
}

/// Why an option does not have the nimber of the claim.
pub enum Reason {
    /// All its lands are claimed, and it has this nimber.
    Settled(u8),
    /// It would have the nimber of the claim if this land had this nimber, but a move in the land leads to a position
    /// with that very nimber.
    Refuted { land: Land, nimber: u8, number: u64, reply: Canonical },
}

impl Verified {
    /// How many claims (in misère play: lost nodes) and how many replies there are.
    pub fn counts(&self) -> (usize, usize) {
        self.counts
    }

    /// How many lands and how many trees the closure of a misère certificate has.
    pub fn closure_counts(&self) -> Option<(usize, usize)> {
        self.misere.as_ref().map(|proof| (proof.closure.small.len(), proof.closure.trees.len()))
    }

    /// Explains a lost node of a misère certificate, counted from 1, in lines of words. Nothing if there is no such node.
    pub fn explain_node(&self, number: usize) -> Option<Result<Vec<String>, Error>> {
        self.misere.as_ref()?.explain(number)
    }

    /// Explains a claim, counted from 1. Nothing if there is no such claim.
    pub fn explain(&self, number: usize) -> Option<Result<Explanation, Error>> {
        let claim = self.claims.0.get(number.checked_sub(1)?)?.clone();
        let mut options = BTreeMap::new();
        let visited = self.steps().for_each_option(number, &mut Memo::for_one_of(NonZero::<usize>::MIN), |option| {
            let reason = match self.claims.standing(&option, claim.nimber) {
                Standing::Settled(nimber) => Some(Reason::Settled(nimber)),
                Standing::RestsOn(land, nimber) => self.refuted(Refutation { land, nimber }),
                Standing::Open => None,
            };
            options.extend(reason.map(|reason| (option, reason)));
            Ok(())
        });
        Some(visited.map(|()| Explanation { land: claim.land, nimber: claim.nimber, options }))
    }

    fn refuted(&self, refutation: Refutation) -> Option<Reason> {
        let i = self.refutations.binary_search_by(|(other, _)| other.cmp(&refutation)).ok()?;
        let number = self.replies[i];
        let reply = refutation.land.play(number)?.canonical().ok()?;
        Some(Reason::Refuted { land: refutation.land, nimber: refutation.nimber, number, reply })
    }
}
