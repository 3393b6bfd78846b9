//! Chooses few claims that prove a goal.
//!
//! A proof is a set of lands that is closed: every need of every land in it has an alternative within the set. A build
//! goes through the claims from the most lives down and settles each need by an alternative that is already there, or
//! by the cheapest one. Then every claim is tried for removal, so that none can be dropped.

use super::needs::{Alternative, Gap, Goal, Needs};
use crate::search::{Book, LandId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The lands whose nimbers a proof claims.
pub type Selection = BTreeSet<LandId>;

/// A first choice, made in one go, in which no claim can be dropped.
pub fn select(needs: &mut Needs, lands: &[LandId], goal: Goal) -> Result<Selection, Gap> {
    let built = build(needs, lands, goal, |book, land| u64::from(book.lives(land)).pow(2))?;
    prune(needs, lands, goal, built)
}

/// Closes the goal's needs downwards, taking the cheapest alternatives.
pub fn build(
    needs: &mut Needs,
    lands: &[LandId],
    goal: Goal,
    price: impl Fn(&Book, LandId) -> u64,
) -> Result<Selection, Gap> {
    let mut chosen: FxHashSet<LandId> = FxHashSet::default();
    // Claims to be gone through, the most lives last.
    let mut queue: BTreeSet<(u32, LandId)> = BTreeSet::new();
    let mut open = needs.of_goal(lands, goal)?.into();
    loop {
        meet(needs.book, &open, &mut chosen, &mut queue, &price);
        let Some((_, land)) = queue.pop_last() else { break };
        open = needs.of_claim(land)?;
    }
    Ok(chosen.into_iter().collect())
}

fn meet(
    book: &Book,
    open: &std::rc::Rc<[Vec<Alternative>]>,
    chosen: &mut FxHashSet<LandId>,
    queue: &mut BTreeSet<(u32, LandId)>,
    price: &impl Fn(&Book, LandId) -> u64,
) {
    for need in open.iter() {
        let cost = |alternative: &Alternative| -> u64 {
            alternative.iter().filter(|land| !chosen.contains(land)).map(|&land| price(book, land)).sum()
        };
        let cheapest = need.iter().min_by_key(|alternative| cost(alternative)).expect("needs have alternatives");
        for &land in cheapest.iter() {
            if chosen.insert(land) {
                queue.insert((book.lives(land), land));
            }
        }
    }
}

/// Removes claims that the others can do without, until none can be dropped.
pub fn prune(needs: &mut Needs, lands: &[LandId], goal: Goal, selection: Selection) -> Result<Selection, Gap> {
    let mut kept: FxHashSet<LandId> = selection.iter().copied().collect();
    let mut users: FxHashMap<LandId, Vec<LandId>> = FxHashMap::default();
    for &land in &selection {
        for need in needs.of_claim(land)?.iter() {
            for alternative in need {
                for used in alternative {
                    users.entry(*used).or_default().push(land);
                }
            }
        }
    }
    for list in users.values_mut() {
        list.sort_unstable();
        list.dedup();
    }
    let goal_needs = needs.of_goal(lands, goal)?;
    let met = |needs: &[Vec<Alternative>], kept: &FxHashSet<LandId>| {
        needs.iter().all(|need| need.iter().any(|alternative| alternative.iter().all(|land| kept.contains(land))))
    };
    loop {
        let mut dropped = false;
        let mut order: Vec<LandId> = kept.iter().copied().collect();
        order.sort_unstable_by_key(|&land| (std::cmp::Reverse(needs.book.lives(land)), land));
        for land in order {
            kept.remove(&land);
            let mut fine = met(&goal_needs, &kept);
            for &user in users.get(&land).map(Vec::as_slice).unwrap_or_default() {
                fine = fine && (!kept.contains(&user) || met(&needs.of_claim(user)?, &kept));
            }
            if fine {
                dropped = true;
            } else {
                kept.insert(land);
            }
        }
        if !dropped {
            return Ok(kept.into_iter().collect());
        }
    }
}
