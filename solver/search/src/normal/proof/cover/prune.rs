//! Pruning of covers: claims that the others can do without, and the obligations that keep a claim.

use crate::normal::LandId;
use crate::normal::proof::cover::{Cover, NONE};
use crate::normal::proof::obligations::ObligationId;
use common::random::Random;

impl Cover<'_, '_> {
    /// Drops a claim if the others can do without it.
    fn try_drop(&mut self, land: LandId) -> bool {
        let blocker = self.blocker[land as usize];
        if blocker != NONE && self.blocks(blocker, land) {
            return false;
        }
        let mut list = std::mem::take(&mut self.watchers[land as usize]);
        while let Some(&obligation) = list.last() {
            if self.is_watched(obligation, land) {
                if self.owners[obligation as usize] == 0 {
                    self.witness[obligation as usize] = NONE;
                } else if let Some(other) = self.find(obligation, land) {
                    self.set_witness(obligation, other);
                } else {
                    self.blocker[land as usize] = obligation;
                    break;
                }
            }
            list.pop();
        }
        let free = list.is_empty();
        list.append(&mut self.watchers[land as usize]);
        self.watchers[land as usize] = list;
        if free {
            self.remove(land);
        }
        free
    }

    fn blocks(&self, obligation: ObligationId, land: LandId) -> bool {
        self.owners[obligation as usize] > 0
            && self.is_watched(obligation, land)
            && self.find(obligation, land).is_none()
    }

    /// Drops claims until none can be dropped, those with the most lives first, otherwise in random order.
    pub fn prune(&mut self, random: &mut Random) {
        loop {
            let candidates = self.members.iter().copied();
            let mut candidates: Vec<(u32, u64, LandId)> = candidates
                .filter(|&land| {
                    let blocker = self.blocker[land as usize];
                    blocker == NONE || !self.blocks(blocker, land)
                })
                .map(|land| (self.obligations.land_table.lives(land), random.next_u64(), land))
                .collect();
            candidates.sort_unstable();
            let mut dropped = false;
            for (_, _, land) in candidates.into_iter().rev() {
                dropped |= self.try_drop(land);
            }
            if !dropped {
                return;
            }
        }
    }

    /// For each obligation of a claim, without repetition: the claims that it keeps from being dropped.
    pub fn blockades(&mut self) -> Vec<(ObligationId, Vec<LandId>)> {
        self.epoch += 1;
        let mut found = Vec::new();
        for &land in &self.members {
            let obligations = self.obligations.known_of_claim(land).expect("a member's obligations are known");
            for &obligation in obligations.iter() {
                if std::mem::replace(&mut self.stamp[obligation as usize], self.epoch) != self.epoch {
                    found.push((obligation, self.kept_by(obligation)));
                }
            }
        }
        found.retain(|(_, kept)| !kept.is_empty());
        found
    }

    /// The lands that all alternatives within the set have in common.
    fn kept_by(&self, obligation: ObligationId) -> Vec<LandId> {
        let mut within = self.obligations.alternatives(obligation).filter(|&alternative| self.within(alternative));
        let Some(first) = within.next() else { return vec![] };
        let mut common = self.obligations.lands(first).to_vec();
        for alternative in within {
            common.retain(|land| self.obligations.lands(alternative).contains(land));
            if common.is_empty() {
                break;
            }
        }
        common
    }
}
