//! Dropping claims that the others can do without, and what keeps a claim from being dropped.

use crate::normal::LandId;
use crate::normal::proof::cover::{Cover, NONE};
use crate::normal::proof::obligations::NeedId;
use common::random::Random;

impl Cover<'_, '_> {
    /// Drops a claim if the others can do without it.
    fn try_drop(&mut self, land: LandId) -> bool {
        let blocker = self.blocker[land as usize];
        if blocker != NONE && self.blocks(blocker, land) {
            return false;
        }
        let mut list = std::mem::take(&mut self.watchers[land as usize]);
        while let Some(&need) = list.last() {
            if self.is_watched(need, land) {
                if self.owners[need as usize] == 0 {
                    self.witness[need as usize] = NONE;
                } else if let Some(other) = self.find(need, land) {
                    self.set_witness(need, other);
                } else {
                    self.blocker[land as usize] = need;
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

    fn blocks(&self, need: NeedId, land: LandId) -> bool {
        self.owners[need as usize] > 0 && self.is_watched(need, land) && self.find(need, land).is_none()
    }

    /// Drops claims until none can be dropped, those with the most lives first; in what order otherwise is random.
    pub fn prune(&mut self, random: &mut Random) {
        loop {
            let candidates = self.members.iter().copied();
            let mut candidates: Vec<(u32, u64, LandId)> = candidates
                .filter(|&land| {
                    let blocker = self.blocker[land as usize];
                    blocker == NONE || !self.blocks(blocker, land)
                })
                .map(|land| (self.needs.land_table.lives(land), random.next(), land))
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

    /// For each need of a claim, without repetition: the claims that it keeps from being dropped.
    pub fn blockades(&mut self) -> Vec<(NeedId, Vec<LandId>)> {
        self.epoch += 1;
        let mut found = Vec::new();
        for &land in &self.members {
            let needs = self.needs.known_of_claim(land).expect("a member's needs are known");
            for &need in needs.iter() {
                if std::mem::replace(&mut self.stamp[need as usize], self.epoch) != self.epoch {
                    found.push((need, self.kept_by(need)));
                }
            }
        }
        found.retain(|(_, kept)| !kept.is_empty());
        found
    }

    /// The lands that all alternatives within the set have in common.
    fn kept_by(&self, need: NeedId) -> Vec<LandId> {
        let mut within = self.needs.alternatives(need).filter(|&alternative| self.within(alternative));
        let Some(first) = within.next() else { return vec![] };
        let mut common = self.needs.lands(first).to_vec();
        for alternative in within {
            common.retain(|land| self.needs.lands(alternative).contains(land));
            if common.is_empty() {
                break;
            }
        }
        common
    }
}
