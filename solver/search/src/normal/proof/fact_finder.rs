//! The fact finder: nimbers that the search never found and that would make a proof smaller.
//!
//! Most replies that a smaller proof could use lead to lands whose nimber is unknown. A *couple* (X, k) is worth deciding if X,
//! claimed with nimber k, would meet obligations that keep other claims from being dropped. A claim that is kept by b
//! obligations is as good as dropped when all b are met without it, so each of them is worth 1/b; the worth of a couple is the
//! sum over the obligations it would meet.

use crate::normal::couple::Couple;
use crate::normal::proof::cover::Cover;
use crate::normal::proof::obligations::{Obligation, ObligationId};
use crate::normal::{LandId, LandTable, Limits, Nimber, NimberSearch, Stopped};
use common::random::Random;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::TooLarge;

/// Replies looked at in a round, at most.
const MAX_REPLIES: usize = 1_000_000;

/// Couples searched in a round.
const COUPLES: usize = 200;

/// Expansions that the search of a couple may take.
const EFFORT: u64 = 400;

/// Factor on the worth of an alternative for each other land in it that is not claimed.
const DISCOUNT: f32 = 0.25;

/// Chooses couples and searches them.
#[derive(Default)]
pub struct FactFinder {
    /// Lands, each with the nimber that it would be good for it to have.
    couples: Vec<Couple>,
    /// Couples whose search took too much effort.
    failed: FxHashSet<Couple>,
}

impl FactFinder {
    /// Searches the couples chosen last. Returns the lands that have the nimbers hoped for.
    pub fn search(&mut self, land_table: &mut LandTable, limits: Limits) -> Result<Vec<LandId>, TooLarge> {
        let mut gained = Vec::new();
        for couple in std::mem::take(&mut self.couples) {
            let Couple { land, nimber } = couple;
            let limits = Limits { expansions: Some(land_table.expansions() + EFFORT), ..limits };
            match NimberSearch::new(land_table, limits, ()).has_nimber(&[land], nimber) {
                Ok(true) => gained.push(land),
                Ok(false) => {}
                Err(Stopped::TooLarge(error)) => return Err(error),
                Err(Stopped::EffortSpent) => {
                    self.failed.insert(couple);
                }
                Err(_) => break,
            }
        }
        Ok(gained)
    }

    /// Chooses the couples of the greatest worth.
    pub fn choose(&mut self, cover: &mut Cover, random: &mut Random) -> Result<(), TooLarge> {
        let mut replies = 0;
        let mut worth: FxHashMap<Couple, f32> = FxHashMap::default();
        for (obligation, value) in obligations_worth_meeting(cover, random) {
            replies += note_couples(cover, obligation, value, &mut worth)?;
            if replies > MAX_REPLIES {
                break;
            }
        }
        let land_table = &*cover.obligations.land_table;
        let mut ranking: Vec<(f32, u32, Couple)> = worth
            .into_iter()
            .filter(|(couple, _)| !self.failed.contains(couple) && !land_table.is_excluded(couple.land, couple.nimber))
            .map(|(couple, worth)| (worth, land_table.lives(couple.land), couple))
            .collect();
        ranking.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        self.couples = ranking.into_iter().take(COUPLES).map(|(_, _, couple)| couple).collect();
        Ok(())
    }
}

/// The obligations that keep claims from being dropped, with their worth, in a random order that prefers the worthiest.
fn obligations_worth_meeting(cover: &mut Cover, random: &mut Random) -> Vec<(ObligationId, f32)> {
    let blockades = cover.blockades();
    let mut blockers: FxHashMap<LandId, f32> = FxHashMap::default();
    for (_, kept) in &blockades {
        for &land in kept {
            *blockers.entry(land).or_default() += 1.0;
        }
    }
    let mut order: Vec<(f32, ObligationId, f32)> = blockades
        .into_iter()
        .map(|(obligation, kept)| {
            let value: f32 = kept.iter().map(|land| 1.0 / blockers[land]).sum();
            (value * (1.0 + random.below(1 << 16) as f32), obligation, value)
        })
        .collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    order.into_iter().map(|(_, obligation, value)| (obligation, value)).collect()
}

/// Notes the couples that would meet an obligation. Returns how many replies were looked at.
fn note_couples(
    cover: &mut Cover,
    obligation: ObligationId,
    value: f32,
    worth: &mut FxHashMap<Couple, f32>,
) -> Result<usize, TooLarge> {
    let (option, nimber) = match cover.obligations.obligation(obligation) {
        None => return Ok(0),
        Some(Obligation::Reached(land, nimber)) => return note_replies(cover, land, nimber, value, worth),
        Some(Obligation::Not(option, nimber)) => (option, nimber),
    };
    let lands = cover.obligations.land_table.lands_after(&option).to_vec();
    let mut replies = 0;
    for (nth, &land) in lands.iter().enumerate() {
        let mut others = lands.clone();
        others.remove(nth);
        if let Some((sum, missing)) = sum(cover, &others) {
            replies += note_replies(cover, land, nimber ^ sum, value * DISCOUNT.powi(missing), worth)?;
        }
    }
    Ok(replies)
}

/// The nimber of a sum, if it is known, and how many of its lands are not claimed, if not more than one.
fn sum(cover: &Cover, lands: &[LandId]) -> Option<(Nimber, i32)> {
    let sum = lands.iter().try_fold(0, |sum, &land| Some(sum ^ cover.obligations.land_table.nimber(land)?))?;
    let missing = lands.iter().filter(|&&land| !cover.contains(land)).count() as i32;
    (missing <= 1).then_some((sum, missing))
}

fn note_replies(
    cover: &mut Cover,
    land: LandId,
    nimber: Nimber,
    value: f32,
    worth: &mut FxHashMap<Couple, f32>,
) -> Result<usize, TooLarge> {
    cover.obligations.land_table.options(land)?;
    cover.grow();
    let land_table = &*cover.obligations.land_table;
    let mut others = Vec::new();
    for nth in 0..land_table.option_count(land) {
        let after = land_table.option(land, nth);
        let lands = land_table.lands_after(&after);
        let mut unknown = lands.iter().filter(|&&land| land_table.nimber(land).is_none());
        let (Some(&land), None) = (unknown.next(), unknown.next()) else { continue };
        others.clear();
        others.extend(lands.iter().filter(|&&other| other != land));
        if let Some((sum, missing)) = sum(cover, &others) {
            *worth.entry(Couple { land, nimber: nimber ^ sum }).or_default() += value * DISCOUNT.powi(missing);
        }
    }
    Ok(land_table.option_count(land))
}
