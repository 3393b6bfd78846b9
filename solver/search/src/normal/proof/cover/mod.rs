//! Covers: sets of claims that are changed in place and kept closed, every obligation of every claim being met within the set.
//!
//! Each obligation that some claim has, has a *witness*: an alternative that lies in the set. A land knows the obligations whose
//! witnesses it belongs to (its *watchers*), and nothing is recorded for all the other alternatives. So taking a claim out only
//! visits its watchers: each finds another witness, or is *open* and has to be met anew. An obligation that once kept a claim
//! from being dropped (its *blocker*) is asked first when dropping it is tried again. SAT solvers watch literals of clauses in
//! the same way (Moskewicz et al. 2001, "Chaff").
//!
//! All changes are noted in a journal, so that a step that led nowhere is undone.

mod prune;

use crate::normal::LandId;
use crate::normal::proof::obligations::{Gap, ObligationId, Obligations};
use std::collections::{BTreeSet, BinaryHeap};

#[cfg(test)]
mod tests;

/// The lands whose nimbers a proof claims.
pub type Selection = BTreeSet<LandId>;

const NONE: u32 = u32::MAX;

/// The price of a banned land, above that of any other alternative.
const BANNED: u64 = 1 << 40;

pub struct Cover<'n, 'b> {
    pub obligations: &'n mut Obligations<'b>,
    member: Vec<bool>,
    members: Vec<LandId>,
    /// Place of each member in `members`.
    place: Vec<u32>,
    /// How many claims have an obligation; an obligation without any is asleep.
    owners: Vec<u32>,
    witness: Vec<u32>,
    watchers: Vec<Vec<ObligationId>>,
    blocker: Vec<ObligationId>,
    /// Obligations that are not met, those with the most lives on top.
    open: BinaryHeap<(u32, ObligationId)>,
    journal: Vec<LandId>,
    stamp: Vec<u32>,
    epoch: u32,
}

/// Prices of lands in a repair.
pub struct Prices {
    /// Lands that are to be avoided.
    pub banned: Vec<LandId>,
    /// For a land about whose obligations nothing is known, per life.
    pub foreign: u64,
    /// For each obligation of a land that is not met, if its obligations are known.
    pub unmet: u64,
    pub noise: u64,
    pub jitter: u64,
}

impl Prices {
    pub const PLAIN: Prices = Prices { banned: vec![], foreign: 8, unmet: 16, noise: 0, jitter: 0 };
}

impl<'n, 'b> Cover<'n, 'b> {
    /// An empty set that owes only the obligations of the goals.
    pub fn new(obligations: &'n mut Obligations<'b>, goals: impl IntoIterator<Item = ObligationId>) -> Self {
        let mut cover = Cover {
            obligations,
            member: Vec::new(),
            members: Vec::new(),
            place: Vec::new(),
            owners: Vec::new(),
            witness: Vec::new(),
            watchers: Vec::new(),
            blocker: Vec::new(),
            open: BinaryHeap::new(),
            journal: Vec::new(),
            stamp: Vec::new(),
            epoch: 0,
        };
        cover.grow();
        for goal in goals {
            cover.wake(goal);
        }
        cover
    }

    /// A set that has these claims, and those that they need besides.
    pub fn with(
        obligations: &'n mut Obligations<'b>,
        goals: impl IntoIterator<Item = ObligationId>,
        claims: &Selection,
    ) -> Result<Self, Gap> {
        let mut cover = Cover::new(obligations, goals);
        for &land in claims {
            cover.add(land)?;
        }
        cover.repair(&Prices::PLAIN, usize::MAX)?;
        cover.commit();
        Ok(cover)
    }

    pub fn members(&self) -> &[LandId] {
        &self.members
    }

    pub fn contains(&self, land: LandId) -> bool {
        self.member[land as usize]
    }

    /// Makes room for lands and obligations that are new since the last time.
    pub fn grow(&mut self) {
        let lands = self.obligations.land_table.land_count();
        if self.member.len() < lands {
            self.member.resize(lands, false);
            self.place.resize(lands, NONE);
            self.blocker.resize(lands, NONE);
            self.watchers.resize(lands, Vec::new());
        }
        let obligations = self.obligations.len();
        if self.owners.len() < obligations {
            self.owners.resize(obligations, 0);
            self.witness.resize(obligations, NONE);
            self.stamp.resize(obligations, 0);
        }
    }

    fn within(&self, alternative: u32) -> bool {
        self.obligations.lands(alternative).iter().all(|&land| self.member[land as usize])
    }

    /// An alternative within the set that does without a land.
    fn find(&self, obligation: ObligationId, without: LandId) -> Option<u32> {
        self.obligations.alternatives(obligation).find(|&alternative| {
            self.obligations.lands(alternative).iter().all(|&land| self.member[land as usize] && land != without)
        })
    }

    fn is_met(&self, obligation: ObligationId) -> bool {
        let witness = self.witness[obligation as usize];
        (witness != NONE && self.within(witness)) || self.find(obligation, NONE).is_some()
    }

    /// Also registers the obligation with the lands of the witness: every obligation with a witness, awake or asleep, stands in the
    /// lists of its lands.
    fn set_witness(&mut self, obligation: ObligationId, alternative: u32) {
        self.witness[obligation as usize] = alternative;
        for nth in 0..self.obligations.lands(alternative).len() {
            let land = self.obligations.lands(alternative)[nth];
            let list = &mut self.watchers[land as usize];
            if list.len() == list.capacity() {
                self.tidy_watchers(land);
            }
            self.watchers[land as usize].push(obligation);
        }
    }

    /// Strikes out obligations that have another witness by now, and repetitions, before a list has to grow.
    fn tidy_watchers(&mut self, land: LandId) {
        self.epoch += 1;
        let mut list = std::mem::take(&mut self.watchers[land as usize]);
        list.retain(|&obligation| {
            let again = std::mem::replace(&mut self.stamp[obligation as usize], self.epoch) == self.epoch;
            !again && self.is_watched(obligation, land)
        });
        list.reserve(list.len() + 8);
        self.watchers[land as usize] = list;
    }

    fn is_watched(&self, obligation: ObligationId, land: LandId) -> bool {
        let witness = self.witness[obligation as usize];
        witness != NONE && self.obligations.lands(witness).contains(&land)
    }

    /// An obligation has got its first owner.
    fn wake(&mut self, obligation: ObligationId) {
        self.owners[obligation as usize] += 1;
        if self.owners[obligation as usize] > 1 {
            return;
        }
        self.ensure(obligation);
    }

    /// Gives an obligation a witness, or puts it on the open ones.
    fn ensure(&mut self, obligation: ObligationId) {
        let old = self.witness[obligation as usize];
        if old != NONE && self.within(old) {
            return;
        }
        match self.find(obligation, NONE) {
            Some(alternative) => self.set_witness(obligation, alternative),
            None => {
                self.witness[obligation as usize] = NONE;
                self.open.push((self.obligations.lives(obligation), obligation));
            }
        }
    }

    pub fn add(&mut self, land: LandId) -> Result<(), Gap> {
        if (land as usize) < self.member.len() && self.member[land as usize] {
            return Ok(());
        }
        let obligations = self.obligations.of_claim(land)?;
        self.grow();
        self.journal.push(land);
        self.enter(land);
        for &obligation in obligations.iter() {
            self.wake(obligation);
        }
        Ok(())
    }

    fn enter(&mut self, land: LandId) {
        self.member[land as usize] = true;
        self.place[land as usize] = self.members.len() as u32;
        self.members.push(land);
    }

    fn leave(&mut self, land: LandId) {
        self.member[land as usize] = false;
        let place = self.place[land as usize] as usize;
        self.members.swap_remove(place);
        if let Some(&moved) = self.members.get(place) {
            self.place[moved as usize] = place as u32;
        }
        let obligations = self.obligations.known_of_claim(land).expect("a member's obligations are known");
        for &obligation in obligations.iter() {
            self.owners[obligation as usize] -= 1;
        }
    }

    /// Takes a claim out; obligations that it met and nothing else meets are open then.
    pub fn remove(&mut self, land: LandId) {
        self.journal.push(land);
        self.leave(land);
        for obligation in std::mem::take(&mut self.watchers[land as usize]) {
            if self.is_watched(obligation, land) {
                self.lose_witness(obligation);
            }
        }
    }

    fn lose_witness(&mut self, obligation: ObligationId) {
        self.witness[obligation as usize] = NONE;
        if self.owners[obligation as usize] > 0 {
            self.ensure(obligation);
        }
    }

    /// Meets all open obligations at the least price. Gives up when the set has more claims than the limit.
    pub fn repair(&mut self, prices: &Prices, limit: usize) -> Result<bool, Gap> {
        while let Some((_, obligation)) = self.open.pop() {
            if self.owners[obligation as usize] == 0 || self.witness[obligation as usize] != NONE {
                continue;
            }
            if let Some(alternative) = self.find(obligation, NONE) {
                self.set_witness(obligation, alternative);
                continue;
            }
            let alternatives = self.obligations.alternatives(obligation);
            let cheapest = alternatives.min_by_key(|&alternative| self.price(alternative, prices));
            let cheapest = cheapest.expect("an obligation has alternatives");
            for land in self.obligations.lands(cheapest).to_vec() {
                if let Err(gap) = self.add(land) {
                    self.open.push((self.obligations.lives(obligation), obligation));
                    return Err(gap);
                }
            }
            self.set_witness(obligation, cheapest);
            if self.members.len() > limit {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn price(&self, alternative: u32, prices: &Prices) -> u64 {
        let missing = self.obligations.lands(alternative).iter().filter(|&&land| !self.contains(land));
        missing.map(|&land| self.land_price(land, prices)).sum()
    }

    fn land_price(&self, land: LandId, prices: &Prices) -> u64 {
        if prices.banned.contains(&land) {
            return BANNED;
        }
        let jitter = (u64::from(land) ^ prices.noise).wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        let base = match self.obligations.known_of_claim(land) {
            Some(obligations) => {
                let unmet = obligations.iter().filter(|&&obligation| !self.is_met(obligation)).count() as u64;
                64 + unmet * prices.unmet
            }
            None => 64 + u64::from(self.obligations.land_table.lives(land)) * prices.foreign,
        };
        base + ((jitter * prices.jitter) >> 32)
    }

    /// Makes the changes so far final.
    pub fn commit(&mut self) {
        self.journal.clear();
    }

    /// Takes all changes since the last commit back.
    pub fn undo(&mut self) {
        let mut touched: Vec<ObligationId> = self.open.drain().map(|(_, obligation)| obligation).collect();
        let mut journal = std::mem::take(&mut self.journal);
        journal.sort_unstable();
        for same in journal.chunk_by(|a, b| a == b) {
            // Every change of a land turns its membership over.
            if same.len() % 2 == 0 {
                continue;
            }
            let land = same[0];
            if self.member[land as usize] {
                self.leave(land);
                touched.append(&mut self.watchers[land as usize]);
            } else {
                self.enter(land);
                let obligations = self.obligations.known_of_claim(land).expect("it was a member");
                for &obligation in obligations.iter() {
                    self.owners[obligation as usize] += 1;
                    touched.push(obligation);
                }
            }
        }
        for obligation in touched {
            let witness = self.witness[obligation as usize];
            if witness == NONE || !self.within(witness) {
                self.lose_witness(obligation);
            }
        }
        debug_assert!(self.open.is_empty(), "the set was closed");
    }
}
