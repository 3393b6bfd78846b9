//! Hulls and the lower bound of the branch and bound.

use crate::normal::LandId;
use crate::normal::proof::obligations::ObligationId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A sorted set of lands.
pub type Hull = Rc<[LandId]>;

/// A node of the search: lands claimed, lands refused, obligations still open.
#[derive(Clone, Default)]
pub struct Decided {
    pub claimed: FxHashSet<LandId>,
    pub refused: FxHashSet<LandId>,
    /// Obligations of the claims, each with the ways that are left.
    pub open: Vec<(ObligationId, Vec<Hull>)>,
}

/// A lower bound on the claims that the open obligations still take: dual ascent for the covering problem.
pub fn demand(decided: &Decided) -> usize {
    let mut order: Vec<&Vec<Hull>> = decided.open.iter().map(|(_, ways)| ways).collect();
    order.sort_by_key(|ways| ways.len());
    let mut paid: FxHashSet<LandId> = FxHashSet::default();
    let mut demanded = 0;
    for ways in order {
        let unpaid = |way: &Hull, paid: &FxHashSet<LandId>| {
            way.iter().filter(|land| !decided.claimed.contains(land) && !paid.contains(land)).count()
        };
        let price = ways.iter().map(|way| unpaid(way, &paid)).min().unwrap_or(0);
        if price == 0 {
            continue;
        }
        demanded += price;
        let mut uses: FxHashMap<LandId, u32> = FxHashMap::default();
        ways.iter().flat_map(|way| way.iter()).for_each(|&land| *uses.entry(land).or_default() += 1);
        let mut now: FxHashSet<LandId> = FxHashSet::default();
        for way in ways {
            let mut free: Vec<LandId> = Vec::new();
            let mut has = 0;
            for &land in way.iter().filter(|land| !decided.claimed.contains(land) && !paid.contains(land)) {
                if now.contains(&land) {
                    has += 1;
                } else {
                    free.push(land);
                }
            }
            // What most ways have in common pays for most of them.
            free.sort_unstable_by_key(|land| (std::cmp::Reverse(uses[land]), *land));
            now.extend(free.into_iter().take(price.saturating_sub(has)));
        }
        paid.extend(now);
    }
    demanded
}

/// A land of the obligation with the fewest ways: the one that the open obligations ask for most.
pub fn most_wanted(decided: &Decided) -> LandId {
    let mut wish: FxHashMap<LandId, f32> = FxHashMap::default();
    for (_, ways) in &decided.open {
        for &land in ways.iter().flat_map(|way| way.iter()) {
            *wish.entry(land).or_default() += 1.0 / ways.len() as f32;
        }
    }
    let tightest =
        decided.open.iter().min_by_key(|(obligation, ways)| (ways.len(), *obligation)).expect("an obligation is open");
    let lands = tightest.1.iter().flat_map(|way| way.iter().copied());
    let free = lands.filter(|land| !decided.claimed.contains(land));
    free.max_by(|a, b| wish[a].total_cmp(&wish[b]).then(b.cmp(a))).expect("no way is claimed already")
}

/// The lands that all sets have in common.
pub fn common(sets: &[Hull]) -> Vec<LandId> {
    let Some((first, others)) = sets.split_first() else { return vec![] };
    first.iter().copied().filter(|land| others.iter().all(|set| set.binary_search(land).is_ok())).collect()
}

/// The sets that contain no other one.
pub fn smallest(mut sets: Vec<Vec<LandId>>) -> Vec<Hull> {
    sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut kept: Vec<Hull> = Vec::new();
    for set in sets {
        if !kept.iter().any(|small| small.iter().all(|land| set.binary_search(land).is_ok())) {
            kept.push(set.into());
        }
    }
    kept
}
