//! Shrinking: local search for smaller sets of claims.
//!
//! Finding the least proof is a covering problem: each obligation takes one of its alternatives, each claim brings obligations.
//! So the means are those of local search for set covering. A *step* changes the set a little: it takes out one to three claims
//! and bans them, or claims the lands of an alternative that is not used yet. The set is closed again at prices that are drawn
//! anew for each step, claims that the others can do without are dropped, and the result is kept if it is not larger (very
//! rarely also if it is larger by one). Sets of the same size are kept because most steps that lead to a smaller set lead
//! through others of the same size first.
//!
//! After each round of steps the fact finder ([`crate::normal::proof::fact_finder`]) proves further nimbers. Figures:
//! `docs/experiments.md`.

use crate::normal::proof::cover::Selection;
use crate::normal::proof::cover::{Cover, Prices};
use crate::normal::proof::fact_finder::FactFinder;
use crate::normal::proof::obligations::{Aim, Gap, Obligations};
use crate::normal::{LandId, LandTable, Limits};
use common::random::Random;

/// How long to go on, and along which way.
#[derive(Clone, Copy, Default)]
pub struct Effort<'a> {
    /// Limits only ever cut the work short: up to there it is the same for the same seed.
    pub limits: Limits<'a>,
    /// Rounds at most, if they are limited.
    pub rounds: Option<u64>,
    pub seed: u64,
}

/// Steps in a round, and further ones for each claim.
const STEPS: usize = 2_000;
const STEPS_PER_CLAIM: usize = 20;

/// A set that is larger by one claim is kept once in so many times.
const RELUCTANCE: usize = 1_000;

/// How far a walk may stray from the smallest set before it returns to it.
const LEASH: usize = 3;

/// The smallest set found with the effort allowed; no claim can be dropped from it. `report` is told about every
/// improvement.
pub fn shrink(
    land_table: &mut LandTable,
    aims: &[Aim],
    first: Selection,
    effort: Effort,
    mut report: impl FnMut(usize),
) -> Selection {
    let mut walk = Walk {
        random: Random::new(effort.seed),
        current: first.clone(),
        best: first,
        limits: effort.limits,
        report: &mut report,
    };
    let mut fact_finder = FactFinder::default();
    let mut rounds = 0;
    while effort.rounds.is_none_or(|limit| rounds < limit) && effort.limits.check(land_table.expansions()).is_ok() {
        // Something too large for this program ends the shrinking; what has been reached stays.
        if walk.round(land_table, aims, &mut fact_finder).is_err() {
            break;
        }
        rounds += 1;
    }
    walk.best
}

/// A small change of the set.
enum Change {
    /// Claim this land.
    Claim(LandId),
    /// Claim the lands of another alternative of some obligation.
    Insert,
    /// Take a few claims out, not to come back if anything else will do.
    TakeOut,
}

struct Walk<'a> {
    random: Random,
    current: Selection,
    best: Selection,
    limits: Limits<'a>,
    report: &'a mut dyn FnMut(usize),
}

impl Walk<'_> {
    /// Tries the lands that the fact finder gained, walks, and lets it choose further couples.
    fn round(&mut self, land_table: &mut LandTable, aims: &[Aim], fact_finder: &mut FactFinder) -> Result<(), Gap> {
        let fresh = fact_finder.search(land_table, self.limits)?;
        let mut obligations = Obligations::new(land_table);
        let goals = obligations.of_aims(aims)?;
        let mut cover = Cover::with(&mut obligations, goals, &self.current)?;
        for land in fresh {
            self.step(&mut cover, Change::Claim(land));
        }
        for nth in 0..STEPS + STEPS_PER_CLAIM * cover.members().len() {
            if nth % 64 == 0 && self.limits.check(cover.obligations.land_table.expansions()).is_err() {
                break;
            }
            let change = if self.random.below(4) == 0 { Change::Insert } else { Change::TakeOut };
            self.step(&mut cover, change);
        }
        self.current = cover.members().iter().copied().collect();
        if self.current.len() > self.best.len() + LEASH {
            self.current = self.best.clone();
        }
        Ok(fact_finder.choose(&mut cover, &mut self.random)?)
    }

    /// Changes the set and closes it again; undoes all that if the set has grown.
    fn step(&mut self, cover: &mut Cover, change: Change) {
        let before = cover.members().len();
        let mut prices = random_prices(&mut self.random);
        let room = before + before / 16 + 8;
        if !apply(cover, change, &mut prices, &mut self.random) || !cover.repair(&prices, room).unwrap_or(false) {
            cover.undo();
            return;
        }
        cover.prune(&mut self.random);
        let after = cover.members().len();
        if after > before && (after > before + 1 || self.random.below(RELUCTANCE) != 0) {
            cover.undo();
            return;
        }
        cover.commit();
        if after < self.best.len() {
            (self.report)(after);
        }
        if after <= self.best.len() {
            self.best = cover.members().iter().copied().collect();
        }
    }
}

fn random_prices(random: &mut Random) -> Prices {
    Prices {
        banned: vec![],
        foreign: [1, 2, 4, 8, 16][random.below(5)],
        unmet: [4, 8, 16, 32, 64][random.below(5)],
        jitter: [1, 16, 64, 256][random.below(4)],
        noise: random.next_u64(),
    }
}

/// Makes a change, without closing the set again. Says whether that was possible.
fn apply(cover: &mut Cover, change: Change, prices: &mut Prices, random: &mut Random) -> bool {
    match change {
        Change::Claim(land) => cover.add(land).is_ok(),
        Change::Insert => {
            let Some(land) = random.pick(cover.members()) else { return false };
            let obligations = cover.obligations.known_of_claim(land).expect("a member's obligations are known");
            let Some(obligation) = random.pick(&obligations) else { return false };
            let alternatives = cover.obligations.alternatives(obligation);
            let alternative = alternatives.start + random.below(alternatives.len()) as u32;
            let lands = cover.obligations.lands(alternative).to_vec();
            lands.into_iter().all(|land| cover.add(land).is_ok())
        }
        Change::TakeOut => {
            for _ in 0..[1, 1, 1, 2, 3][random.below(5)] {
                let Some(land) = random.pick(cover.members()) else { break };
                cover.remove(land);
                prices.banned.push(land);
            }
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::NimberSearch;
    use crate::normal::proof::Goal;
    use crate::normal::proof::select::select;
    use sprouts::Engine;
    use sprouts::plain::PlainPosition;

    /// Shrinks the proof of a lost game, in a land table of its own.
    fn shrunk(spots: usize, rounds: u64, seed: u64) -> (usize, Vec<String>, Vec<usize>) {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap());
        NimberSearch::new(&mut land_table, Limits::default(), ()).nimber(&lands).unwrap();
        let aims = [Aim { lands, goal: Goal::Nimber(0) }];
        let first = select(&mut Obligations::new(&mut land_table), &aims).unwrap();
        let effort = Effort { rounds: Some(rounds), seed, ..Effort::default() };
        let mut reported = Vec::new();
        let best = shrink(&mut land_table, &aims, first.clone(), effort, |claims| reported.push(claims));
        let text = |&land: &LandId| sprouts::Land::from_key(land_table.key(land)).to_string();
        (first.len(), best.iter().map(text).collect(), reported)
    }

    #[test]
    fn rounds_make_a_proof_smaller_and_can_be_repeated() {
        let (first, best, reported) = shrunk(7, 2, 1);
        assert!(best.len() < first, "{first} to {}", best.len());
        assert!(reported.is_sorted_by(|a, b| a > b) && reported.last() == Some(&best.len()), "{reported:?}");
        assert_eq!(shrunk(7, 2, 1), (first, best.clone(), reported));
        // Further rounds go on from there; another seed takes another way.
        assert!(shrunk(7, 3, 1).1.len() <= best.len());
        assert_ne!(shrunk(7, 2, 2).1, best);
        assert_eq!(shrunk(7, 0, 1).1.len(), first);
    }
}
