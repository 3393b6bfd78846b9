//! Branch and bound for a closed set of at most a given number of claims.

use crate::normal::LandId;
use crate::normal::proof::cover::Selection;
use crate::normal::proof::least::bound::{Decided, Hull, common, demand, most_wanted, smallest};
use crate::normal::proof::obligations::{Gap, ObligationId, Obligations};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The result of a search for a closed set within a limit.
pub enum Verdict {
    Closed(Selection),
    NotEnough,
    Spent,
}

/// The search for a closed set of at most `limit` claims.
pub struct Search<'n, 'b> {
    obligations: &'n mut Obligations<'b>,
    limit: usize,
    pub nodes: u64,
    most_nodes: u64,
    /// Lands that no closed set within the limit claims.
    impossible: FxHashSet<LandId>,
    /// `None` if the land cannot be claimed.
    hulls: FxHashMap<LandId, Option<Hull>>,
    /// The hulls of an obligation's alternatives, without those that contain another one.
    ways: FxHashMap<ObligationId, Rc<[Hull]>>,
}

impl<'n, 'b> Search<'n, 'b> {
    pub fn new(obligations: &'n mut Obligations<'b>, limit: usize, most_nodes: u64) -> Self {
        Search {
            obligations,
            limit,
            nodes: 0,
            most_nodes,
            impossible: FxHashSet::default(),
            hulls: FxHashMap::default(),
            ways: FxHashMap::default(),
        }
    }

    pub fn run(&mut self, goal: ObligationId) -> Result<Verdict, Gap> {
        let Some(root) = self.probe(goal)? else { return Ok(Verdict::NotEnough) };
        let found = self.branch(root)?;
        Ok(match found {
            Some(found) => Verdict::Closed(found),
            None if self.nodes >= self.most_nodes => Verdict::Spent,
            None => Verdict::NotEnough,
        })
    }

    /// Tries each land once on top of the lands that the goal forces; one that does not go is out for good, which makes hulls larger,
    /// and so on until nothing changes. `None` if the goal does not go.
    fn probe(&mut self, goal: ObligationId) -> Result<Option<Decided>, Gap> {
        loop {
            self.hulls.clear();
            self.ways.clear();
            let ways = self.ways(goal)?.to_vec();
            let mut root = Decided { open: vec![(goal, ways)], ..Decided::default() };
            if !self.goes(&mut root)? {
                return Ok(None);
            }
            let before = self.impossible.len();
            for land in self.within_reach(&root)? {
                let mut with = root.clone();
                self.claim(&mut with, land)?;
                if !self.goes(&mut with)? {
                    self.impossible.insert(land);
                }
            }
            if self.impossible.len() == before {
                return Ok(Some(root));
            }
        }
    }

    /// Whether the limit can be kept as far as can be seen without branching.
    fn goes(&mut self, decided: &mut Decided) -> Result<bool, Gap> {
        Ok(self.propagate(decided)? && decided.claimed.len() + demand(decided) <= self.limit)
    }

    /// The lands that may come to be claimed, one obligation leading to another.
    fn within_reach(&mut self, root: &Decided) -> Result<Vec<LandId>, Gap> {
        let mut seen: FxHashSet<LandId> = root.claimed.clone();
        let mut found: Vec<LandId> = Vec::new();
        let mut ways: Vec<Hull> = root.open.iter().flat_map(|(_, ways)| ways.iter().cloned()).collect();
        while let Some(way) = ways.pop() {
            for &land in way.iter().filter(|&&land| seen.insert(land)) {
                found.push(land);
                for &obligation in self.obligations.of_claim(land)?.iter() {
                    ways.extend(self.ways(obligation)?.iter().cloned());
                }
            }
        }
        Ok(found)
    }

    fn hull(&mut self, land: LandId) -> Result<Option<Hull>, Gap> {
        if let Some(hull) = self.hulls.get(&land) {
            return Ok(hull.clone());
        }
        let mut hull = vec![land];
        let mut possible = !self.impossible.contains(&land);
        for &obligation in self.obligations.of_claim(land)?.iter() {
            let ways = self.ways(obligation)?;
            possible &= !ways.is_empty();
            hull.extend(common(&ways));
        }
        hull.sort_unstable();
        hull.dedup();
        let hull: Option<Hull> = (possible && hull.len() <= self.limit).then(|| hull.into());
        self.hulls.insert(land, hull.clone());
        Ok(hull)
    }

    fn ways(&mut self, obligation: ObligationId) -> Result<Rc<[Hull]>, Gap> {
        if let Some(ways) = self.ways.get(&obligation) {
            return Ok(ways.clone());
        }
        let mut ways: Vec<Vec<LandId>> = Vec::new();
        for alternative in self.obligations.alternatives(obligation) {
            let mut all = Vec::new();
            let mut possible = true;
            for land in self.obligations.lands(alternative).to_vec() {
                match self.hull(land)? {
                    Some(hull) => all.extend_from_slice(&hull),
                    None => possible = false,
                }
            }
            all.sort_unstable();
            all.dedup();
            if possible && all.len() <= self.limit {
                ways.push(all);
            }
        }
        let ways: Rc<[Hull]> = smallest(ways).into();
        self.ways.insert(obligation, ways.clone());
        Ok(ways)
    }

    fn branch(&mut self, mut decided: Decided) -> Result<Option<Selection>, Gap> {
        self.nodes += 1;
        if self.nodes >= self.most_nodes || !self.goes(&mut decided)? {
            return Ok(None);
        }
        if decided.open.is_empty() {
            return Ok(Some(decided.claimed.iter().copied().collect()));
        }
        let land = most_wanted(&decided);
        let mut with = decided.clone();
        self.claim(&mut with, land)?;
        if let Some(found) = self.branch(with)? {
            return Ok(Some(found));
        }
        decided.refused.insert(land);
        self.branch(decided)
    }

    /// Claims a land, and with it its hull.
    fn claim(&mut self, decided: &mut Decided, land: LandId) -> Result<(), Gap> {
        let Some(hull) = self.hull(land)? else { return Ok(()) };
        for &land in hull.iter() {
            if decided.claimed.insert(land) {
                for &obligation in self.obligations.of_claim(land)?.iter() {
                    let ways = self.ways(obligation)?.to_vec();
                    decided.open.push((obligation, ways));
                }
            }
        }
        Ok(())
    }

    /// Draws conclusions: ways that are closed, obligations that are met, claims that all ways have in common. Says whether
    /// the limit can still be kept.
    fn propagate(&mut self, decided: &mut Decided) -> Result<bool, Gap> {
        loop {
            let Decided { claimed, refused, open } = decided;
            let mut forced = Vec::new();
            let mut possible = claimed.len() <= self.limit;
            let room = self.limit.saturating_sub(claimed.len());
            open.sort_unstable_by_key(|(obligation, _)| *obligation);
            open.dedup_by_key(|(obligation, _)| *obligation);
            open.retain_mut(|(_, ways)| {
                if ways.iter().any(|way| way.iter().all(|land| claimed.contains(land))) {
                    return false;
                }
                ways.retain(|way| {
                    let new = way.iter().filter(|land| !claimed.contains(land)).count();
                    new <= room && !way.iter().any(|land| refused.contains(land))
                });
                possible &= !ways.is_empty();
                forced.extend(common(ways).into_iter().filter(|land| !claimed.contains(land)));
                true
            });
            if !possible {
                return Ok(false);
            }
            if forced.is_empty() {
                return Ok(true);
            }
            for land in forced {
                self.claim(decided, land)?;
            }
        }
    }
}
