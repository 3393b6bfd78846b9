//! Makes a proof smaller: local search over the choice of claims, and new facts where they would help.
//!
//! A round of *choosing* builds the proof again and again with prices that favour the last good set but make a few of
//! its claims dear; a set that is not larger replaces the last one, and when nothing comes of it for long, choosing
//! starts from a set of quite other prices. A round of *enriching* takes replies that nobody
//! knows the value of, because the search never needed them, and finds the nimbers of their lands where that is cheap:
//! the search looks for one proof as fast as it can and leaves the smaller ones aside.

use super::needs::{Gap, Goal, Needs};
use super::select::{Selection, build, prune};
use crate::search::{Book, Dfpn, LandId, Limits, Stopped};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// Expansions that a land may cost when the facts are enriched.
const EFFORT: u64 = 400;

/// Builds without an improvement, per claim, after which choosing starts from another set.
const PATIENCE: usize = 40;

/// Improves a choice until the deadline or an interrupt. `report` is told about every improvement.
pub fn shrink(
    book: &mut Book,
    lands: &[LandId],
    goal: Goal,
    first: Selection,
    limits: Limits,
    mut report: impl FnMut(usize),
) -> Result<Selection, Gap> {
    let Some(deadline) = limits.deadline else { return Ok(first) };
    let started = Instant::now();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut best = first.clone();
    let mut current = first;
    let mut idle = 0;
    while limits.check(book).is_ok() {
        let left = deadline.saturating_duration_since(Instant::now());
        let slice = (started.elapsed() / 4).clamp(Duration::from_millis(100), Duration::from_secs(20)).min(left);
        enrich(book, &best, limits, Instant::now() + slice / 3, &mut random)?;
        let mut needs = Needs::new(book);
        let until = Instant::now() + slice;
        loop {
            let restart = idle > PATIENCE * best.len();
            let mut next = if restart {
                build(&mut needs, lands, goal, fresh_prices(&mut random))?
            } else {
                build(&mut needs, lands, goal, prices(&current, &mut random))?
            };
            idle = if restart { 0 } else { idle + 1 };
            // Only a set that is nearly small enough is worth the work of dropping what it can do without.
            if restart || next.len() <= current.len() + current.len() / 64 + 2 {
                next = prune(&mut needs, lands, goal, next)?;
            }
            if restart || next.len() <= current.len() {
                if next.len() < current.len() {
                    idle = 0;
                }
                current = next;
            }
            if current.len() <= best.len() {
                if current.len() < best.len() {
                    report(current.len());
                }
                best = current.clone();
            }
            if Instant::now() >= until || limits.check(needs.book).is_err() {
                break;
            }
        }
    }
    Ok(best)
}

/// Prices for a build that owes nothing to an earlier one.
fn fresh_prices(random: &mut Random) -> impl Fn(&Book, LandId) -> u64 + use<> {
    let power = random.below(4) as u32;
    let noise = random.next();
    move |book: &Book, land: LandId| {
        let jitter = (u64::from(land) ^ noise).wrapping_mul(0x2545_f491_4f6c_dd1d) >> 54;
        u64::from(book.lives(land)).pow(power) * 1024 + jitter
    }
}

/// Prices for a build that stays close to the last good set.
fn prices(best: &Selection, random: &mut Random) -> impl Fn(&Book, LandId) -> u64 + use<> {
    let best: FxHashSet<LandId> = best.iter().copied().collect();
    let mut order: Vec<LandId> = best.iter().copied().collect();
    order.sort_unstable();
    let number = [1, 1, 2, 3, 6][random.below(5)];
    let dear: FxHashSet<LandId> = (0..number).map(|_| order[random.below(order.len())]).collect();
    let foreign = [2, 4, 8, 16, 64][random.below(5)];
    let noise = random.next();
    move |book: &Book, land: LandId| {
        let base = match (dear.contains(&land), best.contains(&land)) {
            (true, _) => 2000,
            (_, true) => 10,
            (_, false) => 10 + u64::from(book.lives(land)) * foreign,
        };
        base + (u64::from(land) ^ noise).wrapping_mul(0x2545_f491_4f6c_dd1d) % 5
    }
}

/// Finds nimbers of lands that replies within the proof lead to.
fn enrich(book: &mut Book, best: &Selection, limits: Limits, until: Instant, random: &mut Random) -> Result<(), Gap> {
    let claims: Vec<LandId> = best.iter().copied().collect();
    while Instant::now() < until && limits.check(book).is_ok() {
        let claim = claims[random.below(claims.len())];
        let option = random.pick(book.options(claim)?);
        let Some(option) = option else { continue };
        let Some(land) = random.pick(book.lands_after(&option)) else { continue };
        let Some(reply) = random.pick(book.options(land)?) else { continue };
        for land in book.lands_after(&reply).to_vec() {
            let limits = Limits { expansions: Some(book.expansions() + EFFORT), deadline: Some(until), ..limits };
            match Dfpn::new(book, limits, ()).nimber(&[land]) {
                Ok(_) => {}
                Err(Stopped::TooLarge(error)) => return Err(error.into()),
                Err(_) => break,
            }
        }
    }
    Ok(())
}

/// A small generator; the same every time, so that results can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}
