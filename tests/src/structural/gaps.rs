//! Mutants of certificates of Gaps, and whether what they state is true: lines are replayed and deals explored with the plain
//! code in [`crate::puzzles`].

use super::bytes::{Content, Statement};
use super::judge::Lie;
use super::text::{self, once_in, pick};
use crate::container::{Container, varint};
use crate::drawn::SplitMix64;
use crate::puzzles::{after_moves, is_won, reachable};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A deal and what is true of it.
#[derive(Clone)]
struct Known {
    variant: u8,
    ranks: u8,
    cells: Vec<u8>,
    /// A line that wins, if there is one: cards and cells.
    line: Option<Vec<u8>>,
    positions: u64,
    fingerprint: [u8; 16],
}

pub struct Gaps {
    deals: Vec<Known>,
}

/// Deals from which more positions can be reached are left out.
const MAX_POSITIONS: usize = 60;

impl Gaps {
    pub fn new() -> Self {
        let mut random = SplitMix64::new(6);
        let mut deals: Vec<Known> = Vec::new();
        for nth in 0..120 {
            let (variant, ranks) = (nth % 2, [2, 3, 2, 3, 3, 4][nth as usize / 2 % 6]);
            let cards = (0..4).flat_map(|suit| (2..=ranks).map(move |rank| 16 * suit + rank));
            let mut cells: Vec<u8> = [0; 4].into_iter().chain(cards).collect();
            random.shuffle(&mut cells);
            deals.extend(explored(variant, ranks, cells));
        }
        // Won positions from which nothing, or little, has been moved.
        for (variant, ranks) in [(0, 2), (0, 3), (1, 2), (1, 3)] {
            let row = |suit: u8| (2..=ranks).map(move |rank| 16 * suit + rank).chain([0]);
            deals.extend(explored(variant, ranks, (0..4).flat_map(row).collect()));
        }
        Gaps { deals }
    }

    pub fn mutant(&self, random: &mut SplitMix64) -> Container {
        let mut deal = pick(random, &self.deals).clone();
        let mut wins = deal.line.is_some();
        let mut line = deal.line.clone().unwrap_or_default();
        let edits = if once_in(random, 60) { 0 } else { 1 + random.below(2) };
        for _ in 0..edits {
            let (one, other) = (random.below(deal.cells.len()), random.below(deal.cells.len()));
            let at = random.below(line.len().max(1));
            match random.below(12) {
                0 | 1 => deal.cells.swap(one, other),
                2 => deal.cells[one] = random.below(64) as u8,
                3 => deal.variant ^= 1,
                4 => deal.ranks = 2 + random.below(3) as u8,
                5 => wins ^= true,
                6 => deal.positions = deal.positions.wrapping_add_signed(random.below(3) as i64 - 1),
                7 => deal.fingerprint[random.below(16)] ^= 1 << random.below(8),
                8 if !line.is_empty() => line[at] = random.below(64) as u8,
                9 if line.len() > 3 => {
                    let (x, y) = (2 * random.below(line.len() / 2), 2 * random.below(line.len() / 2));
                    line.swap(x, y);
                    line.swap(x + 1, y + 1);
                }
                10 => drop(line.drain(line.len().saturating_sub(2)..)),
                // Another deal with what is true of it, now and then all of it but the line.
                _ => {
                    let line_before = line.clone();
                    if let Some(found) = explored(deal.variant, deal.ranks, deal.cells.clone()) {
                        deal = found;
                        line = deal.line.clone().filter(|_| once_in(random, 2)).unwrap_or(line_before);
                    }
                }
            }
        }
        let mut fields = [vec![deal.variant, deal.ranks], varint(deal.cells.len() as u64), deal.cells].concat();
        if !wins {
            fields.extend([varint(deal.positions), deal.fingerprint.to_vec()].concat());
        }
        let statement = text::statement(if wins { 4 } else { 5 }, &[&fields]);
        Container { version: 1, statement, claims: 0, replies: 0, body: if wins { line } else { vec![] } }
    }
}

/// Whether a position has four gaps and every card once.
fn is_deal(variant: u8, ranks: u8, cells: &[u8]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    let cards = (0..4u8).flat_map(|suit| (2..=ranks).map(move |rank| 16 * suit + rank));
    variant <= 1 && (2..=13).contains(&ranks) && sorted.into_iter().eq([0; 4].into_iter().chain(cards))
}

/// What is true of a deal, if it is one and not too much can be reached from it.
fn explored(variant: u8, ranks: u8, cells: Vec<u8>) -> Option<Known> {
    if !is_deal(variant, ranks, &cells) {
        return None;
    }
    let (width, is_basic) = (usize::from(ranks), variant == 0);
    let (mut seen, mut waiting) = (FxHashSet::from_iter([cells.clone()]), VecDeque::from([(cells.clone(), vec![])]));
    let (mut line, mut sum) = (None, 0u128);
    while let Some((position, way)) = waiting.pop_front() {
        sum = sum.wrapping_add(weight(&position));
        if line.is_none() && is_won(&position, width, is_basic) {
            line = Some(way.clone());
        }
        for (card, gap, after) in after_moves(&position, width, is_basic) {
            if seen.insert(after.clone()) {
                waiting.push_back((after, [&way[..], &[card, gap]].concat()));
            }
        }
        if seen.len() > MAX_POSITIONS {
            return None;
        }
    }
    Some(Known { variant, ranks, cells, line, positions: seen.len() as u64, fingerprint: sum.to_le_bytes() })
}

/// What a position adds to the fingerprint.
fn weight(position: &[u8]) -> u128 {
    let (first, _) =
        blake3::hash(position).as_bytes().split_first_chunk().map(|(a, b)| (*a, b.len())).expect("32 bytes");
    u128::from_le_bytes(first)
}

/// Judges an accepted certificate.
pub(super) fn judge(content: &Content) -> Result<(), Lie> {
    match &content.statement {
        Statement::GapsWinnable { variant, ranks, cells } if is_deal(*variant, *ranks, cells) => {
            let (width, is_basic, mut position) = (usize::from(*ranks), *variant == 0, cells.clone());
            for step in content.body.chunks(2) {
                let found =
                    after_moves(&position, width, is_basic).into_iter().find(|after| [after.0, after.1] == *step);
                position = found.ok_or_else(|| format!("{step:?} is not legal"))?.2;
            }
            if is_won(&position, width, is_basic) { Ok(()) } else { Err("the line does not win".to_string()) }
        }
        Statement::GapsUnwinnable { variant, ranks, cells, positions, fingerprint }
            if is_deal(*variant, *ranks, cells) =>
        {
            let (width, is_basic) = (usize::from(*ranks), *variant == 0);
            let all = reachable(cells, width, is_basic);
            if all.iter().any(|position| is_won(position, width, is_basic)) {
                return Err("the deal can be won".to_string());
            }
            let sum = all.iter().fold(0u128, |sum, position| sum.wrapping_add(weight(position)));
            let is_true = *positions == all.len() as u64 && *fingerprint == sum.to_le_bytes();
            if is_true { Ok(()) } else { Err(format!("{} positions can be reached", all.len())) }
        }
        other => Err(format!("{other:?} is no deal")),
    }
}
