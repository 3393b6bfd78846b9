//! The least number of claims that a certificate can have, for small games.
//!
//! The claims of a valid certificate are true, so a certificate is a closed set of lands (see [`crate::normal::proof::obligations`]), and one
//! that claims nothing in vain claims only lands that some alternative of a obligation asks for. With the nimbers of *all* lands
//! of the game in the land table, all alternatives are known, and the search below is over all certificates of FORMAT.md
//! section 7: if it finds no closed set of at most k claims, there is no certificate with at most k claims.
//!
//! It is a branch and bound on one land after the other, claimed or not.
//! - *Hulls.* The hull of a land is what every closed set with it contains: the land, and for each of its obligations what all
//!   alternatives have in common, each with the hulls of its lands. A land whose hull has more than k lands cannot be
//!   claimed, which leaves fewer alternatives and makes other hulls larger. An alternative costs its hull.
//! - *Probes.* Before branching, each land is tried on top of what the goal forces; if that already exceeds k, it cannot
//!   be claimed.
//! - *Bound.* Open obligations are gone through; each demands as many new claims as its cheapest alternative still costs, and
//!   then claims are taken out of the account so that every alternative has paid that much (dual ascent for a covering
//!   problem). What the obligations demand together is still to be claimed.
//!
//! The games of 1 to 5 spots have least proofs of 1, 3, 4, 13 and 15 claims; hulls and probes settle them without a branch.
//! For 6 spots there are bounds: 17 claims are not enough (no branch needed either), 35 are; 60,000 nodes do not decide 34.

use crate::normal::proof::cover::Selection;
use crate::normal::proof::extract::{Proof, assemble};
use crate::normal::proof::obligations::{Gap, Goal, ObligationId, Obligations};
use crate::normal::proof::prove::NoProof;
use crate::normal::proof::select::select;
use crate::normal::proof::shrink::{Effort, shrink};
use crate::normal::{LandId, LandTable};
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::Position;
use std::rc::Rc;

/// A sorted set of lands.
type Hull = Rc<[LandId]>;

/// Rounds of shrinking that give the search a set to start from.
const ROUNDS: u64 = 2;

/// The smallest proof found, and the number of claims that every proof has at least: the same if it is the least.
pub struct Least {
    pub proof: Proof,
    pub at_least: usize,
}

/// The least proof of a goal, with at most so many nodes for each number of claims. First all nimbers of the game are
/// worked out by their definition, so it must be a small one. `report` is told each number of claims, whether it is
/// enough (if that could be found out), and how many nodes that took.
pub fn least(
    start: &Position,
    goal: Goal,
    nodes: u64,
    mut report: impl FnMut(usize, Option<bool>, u64),
) -> Result<Least, NoProof> {
    let mut land_table = LandTable::new();
    let lands = land_table.position(start);
    for &land in &lands {
        land_table.mex(land)?;
    }
    let first = select(&mut Obligations::new(&mut land_table), &lands, goal).map_err(unproved)?;
    let effort = Effort { rounds: Some(ROUNDS), ..Effort::default() };
    let mut best = shrink(&mut land_table, &lands, goal, first, effort, |_| ());
    let at_least = {
        let mut obligations = Obligations::new(&mut land_table);
        let obligation = obligations.of_goal(&lands, goal).map_err(unproved)?;
        match obligation {
            Some(obligation) => {
                close_in(&mut obligations, obligation, &mut best, nodes, &mut report).map_err(unproved)?
            }
            None => 0,
        }
    };
    Ok(Least { proof: assemble(&mut land_table, &lands, goal, &best)?, at_least })
}

fn unproved(gap: Gap) -> NoProof {
    match gap {
        Gap::TooLarge(error) => error.into(),
        // All nimbers are those of the definition.
        Gap::Goal | Gap::Unsupported(_) => NoProof::Untrue,
    }
}

/// Looks for smaller sets until there are none. If that is too hard, finds out how many claims are too few.
fn close_in(
    obligations: &mut Obligations,
    goal: ObligationId,
    best: &mut Selection,
    nodes: u64,
    report: &mut impl FnMut(usize, Option<bool>, u64),
) -> Result<usize, Gap> {
    let mut try_with = |obligations: &mut Obligations, limit: usize| -> Result<Verdict, Gap> {
        let mut search = Search::new(obligations, limit, nodes);
        let outcome = search.run(goal)?;
        let enough = match outcome {
            Verdict::Closed(_) => Some(true),
            Verdict::NotEnough => Some(false),
            Verdict::Spent => None,
        };
        report(limit, enough, search.nodes);
        Ok(outcome)
    };
    loop {
        match try_with(obligations, best.len() - 1)? {
            Verdict::Closed(smaller) => *best = smaller,
            Verdict::NotEnough => return Ok(best.len()),
            Verdict::Spent => break,
        }
    }
    // Too few claims stay too few when there are fewer of them: halve what is between.
    let (mut too_few, mut unknown) = (0, best.len() - 1);
    while unknown - too_few > 1 {
        let limit = (too_few + unknown) / 2;
        match try_with(obligations, limit)? {
            Verdict::Closed(smaller) => *best = smaller,
            Verdict::NotEnough => too_few = limit,
            Verdict::Spent => unknown = limit,
        }
        unknown = unknown.min(best.len() - 1);
    }
    Ok(too_few + 1)
}

enum Verdict {
    Closed(Selection),
    NotEnough,
    Spent,
}

/// The search for a closed set of at most `limit` claims.
struct Search<'n, 'b> {
    obligations: &'n mut Obligations<'b>,
    limit: usize,
    nodes: u64,
    most_nodes: u64,
    /// Lands that no closed set within the limit claims.
    impossible: FxHashSet<LandId>,
    /// `None` if the land cannot be claimed.
    hulls: FxHashMap<LandId, Option<Hull>>,
    /// The hulls of a obligation's alternatives, without those that contain another one.
    ways: FxHashMap<ObligationId, Rc<[Hull]>>,
}

/// What has been decided.
#[derive(Clone, Default)]
struct Decided {
    claimed: FxHashSet<LandId>,
    refused: FxHashSet<LandId>,
    /// Obligations of the claims, each with the ways that are left.
    open: Vec<(ObligationId, Vec<Hull>)>,
}

impl<'n, 'b> Search<'n, 'b> {
    fn new(obligations: &'n mut Obligations<'b>, limit: usize, most_nodes: u64) -> Self {
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

    fn run(&mut self, goal: ObligationId) -> Result<Verdict, Gap> {
        let Some(root) = self.probe(goal)? else { return Ok(Verdict::NotEnough) };
        let found = self.branch(root)?;
        Ok(match found {
            Some(found) => Verdict::Closed(found),
            None if self.nodes >= self.most_nodes => Verdict::Spent,
            None => Verdict::NotEnough,
        })
    }

    /// Tries each land once on top of what the goal forces; what does not go is out for good, which makes hulls larger,
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

/// How many claims the open obligations demand at least.
fn demand(decided: &Decided) -> usize {
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
fn most_wanted(decided: &Decided) -> LandId {
    let mut wish: FxHashMap<LandId, f32> = FxHashMap::default();
    for (_, ways) in &decided.open {
        for &land in ways.iter().flat_map(|way| way.iter()) {
            *wish.entry(land).or_default() += 1.0 / ways.len() as f32;
        }
    }
    let tightest =
        decided.open.iter().min_by_key(|(obligation, ways)| (ways.len(), *obligation)).expect("a obligation is open");
    let lands = tightest.1.iter().flat_map(|way| way.iter().copied());
    let free = lands.filter(|land| !decided.claimed.contains(land));
    free.max_by(|a, b| wish[a].total_cmp(&wish[b]).then(b.cmp(a))).expect("no way is claimed already")
}

/// What all sets have in common.
fn common(sets: &[Hull]) -> Vec<LandId> {
    let Some((first, others)) = sets.split_first() else { return vec![] };
    first.iter().copied().filter(|land| others.iter().all(|set| set.binary_search(land).is_ok())).collect()
}

/// The sets that contain no other one.
fn smallest(mut sets: Vec<Vec<LandId>>) -> Vec<Hull> {
    sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut kept: Vec<Hull> = Vec::new();
    for set in sets {
        if !kept.iter().any(|small| small.iter().all(|land| set.binary_search(land).is_ok())) {
            kept.push(set.into());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Engine;
    use sprouts::plain::PlainPosition;

    fn counts(text: &str, goal: Goal, nodes: u64) -> (usize, usize) {
        let start = Engine::new().canonical(&sprouts::notation::parse(text).unwrap()).unwrap();
        let found = least(&start, goal, nodes, |_, _, _| ()).unwrap();
        (found.at_least, found.proof.claims.len())
    }

    #[test]
    fn least_proofs_of_small_games() {
        for (spots, claims) in [(1, 1), (2, 3), (3, 4), (4, 13)] {
            let start = Engine::new().canonical(&PlainPosition::start(spots)).unwrap();
            let goal = if spots < 3 { Goal::Nimber(0) } else { Goal::Not(0) };
            let found = least(&start, goal, 10_000, |_, _, _| ()).unwrap();
            assert_eq!((found.at_least, found.proof.claims.len()), (claims, claims), "{spots} spots");
        }
    }

    #[test]
    fn without_effort_nothing_is_said() {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(4)).unwrap());
        land_table.mex(lands[0]).unwrap();
        let mut obligations = Obligations::new(&mut land_table);
        let goal = obligations.of_goal(&lands, Goal::Not(0)).unwrap().unwrap();
        let mut outcome = |limit, nodes| Search::new(&mut obligations, limit, nodes).run(goal).unwrap();
        assert!(matches!(outcome(14, 0), Verdict::Spent));
        assert!(matches!(outcome(14, 1_000), Verdict::Closed(set) if set.len() <= 14));
        assert!(matches!(outcome(12, 1_000), Verdict::NotEnough));
    }

    #[test]
    fn what_is_false_has_no_proof() {
        let start = Engine::new().canonical(&PlainPosition::start(2)).unwrap();
        assert!(matches!(least(&start, Goal::Not(0), 1000, |_, _, _| ()), Err(NoProof::Untrue)));
    }

    /// By trying all sets of lands of the 2-spot game.
    #[test]
    fn the_least_proof_is_the_smallest_of_all_closed_sets() {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(2)).unwrap());
        land_table.mex(lands[0]).unwrap();
        let all: Vec<LandId> = (0..land_table.land_count() as LandId).collect();
        let mut obligations = Obligations::new(&mut land_table);
        let mut smallest = usize::MAX;
        for mask in 0u32..1 << all.len() {
            let holds = |land: &LandId| mask & 1 << land != 0;
            let size = mask.count_ones() as usize;
            if !holds(&lands[0]) || size >= smallest {
                continue;
            }
            let closed = all.iter().filter(|land| holds(land)).all(|&land| {
                let of_claim = obligations.of_claim(land).unwrap();
                of_claim.iter().all(|&obligation| {
                    obligations.alternatives(obligation).any(|way| obligations.lands(way).iter().all(holds))
                })
            });
            if closed {
                smallest = size;
            }
        }
        assert_eq!(counts("0*2", Goal::Nimber(0), 1000), (smallest, smallest));
    }
}
