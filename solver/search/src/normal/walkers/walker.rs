//! A walker: df-pn on an explicit stack, one step at a time, on tables that it shares with other walkers.

use crate::common::proof_numbers::{INFINITE, ProofNumbers};
use crate::normal::couple::{Couple, LandId};
use crate::normal::land_table::{LandTable, Move};
use crate::normal::sums::{Split, numbers_of_split, split_sum};
use crate::normal::transposition_table::TranspositionTable;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::Nimber;

const SMALL: u32 = 9;

#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub add: u32,
    pub add_share: u32,
    pub add_leaf: u32,
    pub slack: u32,
}

#[derive(Default)]
pub struct Shared {
    pub land_table: LandTable,
    pub table: TranspositionTable,
    pub below: FxHashMap<Couple, u32>,
    pub expanding: FxHashSet<LandId>,
    /// Lands expanded in this run, by epoch.
    epochs: Vec<u32>,
    pub costs: Vec<u32>,
    epoch: u32,
}

impl Shared {
    pub fn restart(&mut self) {
        self.epoch += 1;
        self.land_table.forget_facts();
        self.table = TranspositionTable::default();
        self.below.clear();
        self.expanding.clear();
    }
    fn is_expanded(&self, land: LandId) -> bool {
        self.epochs.get(land as usize).is_some_and(|&epoch| epoch == self.epoch)
    }
    /// Finds the options, which nobody sees before `show`. Returns moves.
    pub fn begin(&mut self, land: LandId) -> u64 {
        self.expanding.insert(land);
        let before = self.land_table.raw_moves();
        self.land_table.options(land).unwrap();
        let moves = self.land_table.raw_moves() - before;
        let n = self.land_table.land_count();
        self.costs.resize(n, 0);
        self.epochs.resize(n, 0);
        if moves > 0 {
            self.costs[land as usize] = moves as u32;
        }
        self.costs[land as usize].into()
    }
    pub fn show(&mut self, land: LandId) {
        self.expanding.remove(&land);
        self.epochs[land as usize] = self.epoch;
    }
    pub fn look_up(&self, couple: Couple) -> ProofNumbers {
        self.table.look_up(&self.land_table, couple)
    }
    fn split(&self, couple: Couple, after: After) -> Split {
        match after {
            After::Heap(nimber) => Split::Couple(Couple { nimber, ..couple }),
            After::Move(option) => {
                split_sum(&self.land_table, &self.table, self.land_table.lands_after(&option), couple.nimber)
            }
        }
    }
}

#[derive(Clone, Copy)]
enum After {
    Move(Move),
    Heap(Nimber),
}

enum Frame {
    Couple { couple: Couple, pn: u32, dn: u32, children: Option<Vec<After>> },
    Mex { land: LandId, options: Option<Vec<Move>>, next: usize, reached: u32 },
}

pub enum Step {
    /// So many children were looked at.
    Looked(usize),
    Expand(LandId),
    Wait(LandId),
    Done,
}

#[derive(Default)]
pub struct Walker {
    frames: Vec<Frame>,
}

impl Walker {
    fn push(&mut self, s: &mut Shared, couple: Couple, pn: u32, dn: u32) {
        *s.below.entry(couple).or_default() += 1;
        self.frames.push(Frame::Couple { couple, pn, dn, children: None });
        if s.land_table.lives(couple.land) <= SMALL {
            self.frames.push(Frame::Mex { land: couple.land, options: None, next: 0, reached: 0 });
        }
    }

    fn pop(&mut self, s: &mut Shared) {
        if let Some(Frame::Couple { couple, .. }) = self.frames.pop() {
            let n = s.below.get_mut(&couple).unwrap();
            *n -= 1;
            if *n == 0 {
                s.below.remove(&couple);
            }
        }
    }

    pub fn step(&mut self, s: &mut Shared, root: Couple, rule: &Rule) -> Step {
        if s.look_up(root).is_decided() {
            return Step::Done;
        }
        let decided = self.frames.iter().position(|frame| match frame {
            Frame::Couple { couple, .. } => s.look_up(*couple).is_decided(),
            Frame::Mex { land, .. } => s.land_table.nimber(*land).is_some(),
        });
        if let Some(at) = decided {
            let n = self.frames.len() - at;
            for _ in 0..n {
                self.pop(s);
            }
        }
        if self.frames.is_empty() {
            self.push(s, root, INFINITE, INFINITE);
        }
        match self.frames.last().unwrap() {
            Frame::Mex { .. } => self.mex(s),
            Frame::Couple { .. } => self.visit(s, rule),
        }
    }

    fn mex(&mut self, s: &mut Shared) -> Step {
        let Some(Frame::Mex { land, options, next, reached }) = self.frames.last_mut() else { unreachable!() };
        let land = *land;
        if options.is_none() {
            if s.expanding.contains(&land) {
                return Step::Wait(land);
            }
            if !s.is_expanded(land) {
                return Step::Expand(land);
            }
            *options = Some(s.land_table.options(land).unwrap().to_vec());
        }
        let list = options.as_ref().unwrap();
        while *next < list.len() {
            let mut xor = 0;
            for &part in s.land_table.lands_after(&list[*next]) {
                match s.land_table.nimber(part) {
                    Some(known) => xor ^= known,
                    None => {
                        self.frames.push(Frame::Mex { land: part, options: None, next: 0, reached: 0 });
                        return Step::Looked(1);
                    }
                }
            }
            *reached |= 1 << xor;
            *next += 1;
        }
        let n = list.len();
        s.land_table.set_nimber(land, reached.trailing_ones() as Nimber);
        self.frames.pop();
        Step::Looked(n)
    }

    fn visit(&mut self, s: &mut Shared, rule: &Rule) -> Step {
        let Some(Frame::Couple { couple, pn, dn, children }) = self.frames.last_mut() else { unreachable!() };
        let (couple, pn_th, dn_th) = (*couple, *pn, *dn);
        if children.is_none() {
            if s.expanding.contains(&couple.land) {
                return Step::Wait(couple.land);
            }
            if !s.is_expanded(couple.land) {
                return Step::Expand(couple.land);
            }
            let options = s.land_table.options(couple.land).unwrap();
            let heaps = (0..couple.nimber).map(After::Heap);
            *children = Some(heaps.chain(options.iter().map(|&option| After::Move(option))).collect());
        }
        let children = children.as_mut().unwrap();
        let looked = children.len();
        let mut numbers = ProofNumbers { pn: INFINITE, dn: 0 };
        // Effective dn with walkers.
        let (mut best, mut best_dn, mut second) = (usize::MAX, u32::MAX, INFINITE);
        let mut best_numbers = numbers;
        let mut busy = None;
        let mut nth = 0;
        while nth < children.len() {
            let split = s.split(couple, children[nth]);
            let child = numbers_of_split(&s.land_table, &s.table, split);
            if child.pn == 0 {
                children.swap_remove(nth);
                continue;
            }
            numbers.dn = numbers.dn.saturating_add(child.pn).min(INFINITE - 1);
            numbers.pn = numbers.pn.min(child.dn);
            let next = match split {
                Split::Couple(next) | Split::Sum { first: next, .. } => Some(next),
                Split::Decided(_) => None,
            };
            let below = next.and_then(|next| s.below.get(&next)).copied().unwrap_or(0);
            let is_leaf = next.is_some_and(|next| s.expanding.contains(&next.land));
            let offset = below as u64 * rule.add as u64
                + below as u64 * child.dn as u64 * rule.add_share as u64 / 1024
                + if is_leaf { rule.add_leaf as u64 } else { 0 };
            let seen = (child.dn as u64 + offset).min(INFINITE as u64) as u32;
            if is_leaf && rule.add_leaf == 0 {
                busy = next;
            } else if seen < best_dn {
                second = best_dn.min(INFINITE);
                best_dn = seen;
                best = nth;
                best_numbers = child;
            } else {
                second = second.min(seen);
            }
            nth += 1;
        }
        if children.is_empty() {
            numbers = ProofNumbers::LOST;
        } else if numbers.pn == 0 {
            numbers = ProofNumbers::WON;
        }
        if numbers.is_decided() {
            if numbers.dn == 0 {
                s.land_table.set_nimber(couple.land, couple.nimber);
            } else {
                s.land_table.exclude(couple.land, couple.nimber);
            }
            s.table.forget(couple);
            self.pop(s);
            return Step::Looked(looked);
        }
        s.table.remember(couple, numbers, 0);
        if numbers.pn >= pn_th || numbers.dn >= dn_th {
            self.pop(s);
            return Step::Looked(looked);
        }
        if best == usize::MAX {
            return Step::Wait(busy.unwrap().land);
        }
        let offset = best_dn - best_numbers.dn;
        let margin = 1 + (second as u64 * rule.slack as u64 / 1024) as u32;
        let child_dn =
            pn_th.min(second.saturating_sub(offset).saturating_add(margin)).max(best_numbers.dn + 1);
        let child_pn = dn_th.saturating_sub(numbers.dn).saturating_add(best_numbers.pn).max(best_numbers.pn + 1);
        match s.split(couple, children[best]) {
            Split::Decided(_) => unreachable!(),
            Split::Couple(next) => self.push(s, next, child_pn, child_dn),
            Split::Sum { first, rest } => {
                let limit = child_pn.saturating_sub(rest.pn).min(child_dn.saturating_sub(rest.dn)).max(1);
                let numbers = s.look_up(first);
                if numbers.pn <= numbers.dn {
                    self.push(s, first, limit.max(numbers.pn + 1), INFINITE)
                } else {
                    self.push(s, first, INFINITE, limit.max(numbers.dn + 1))
                }
            }
        }
        Step::Looked(looked)
    }
}

/// Prototype simulation.
pub struct Outcome {
    pub time: u64,
    pub expansions: u64,
    pub moves: u64,
    pub looked: u64,
    pub idle: u64,
    pub facts: u64,
}

pub fn simulate(s: &mut Shared, spots: usize, workers: usize, rule: &Rule, per_move: u64, per_child: u64) -> Outcome {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    s.restart();
    let position = sprouts::Engine::new().canonical(&sprouts::plain::PlainPosition::start(spots)).unwrap();
    let land = s.land_table.position(&position)[0];
    s.epochs.resize(s.land_table.land_count(), 0);
    let root = Couple { land, nimber: 0 };
    let mut walkers: Vec<Walker> = (0..workers).map(|_| Walker::default()).collect();
    let mut showing: Vec<Option<LandId>> = vec![None; workers];
    let mut waiting: FxHashMap<LandId, Vec<(usize, u64)>> = FxHashMap::default();
    let mut events: BinaryHeap<Reverse<(u64, usize)>> = (0..workers).map(|w| Reverse((0, w))).collect();
    let mut o = Outcome { time: 0, expansions: 0, moves: 0, looked: 0, idle: 0, facts: 0 };
    while let Some(Reverse((time, w))) = events.pop() {
        if let Some(land) = showing[w].take() {
            s.show(land);
            for (other, since) in waiting.remove(&land).unwrap_or_default() {
                o.idle += time - since;
                events.push(Reverse((time, other)));
            }
        }
        match walkers[w].step(s, root, rule) {
            Step::Done => {
                o.time = time;
                o.facts = s.land_table.proven_count();
                return o;
            }
            Step::Looked(n) => {
                o.looked += n as u64;
                events.push(Reverse((time + 200 + n as u64 * per_child, w)));
            }
            Step::Wait(land) => waiting.entry(land).or_default().push((w, time)),
            Step::Expand(land) => {
                let moves = s.begin(land);
                o.moves += moves;
                o.expansions += 1;
                showing[w] = Some(land);
                events.push(Reverse((time + moves * per_move, w)));
            }
        }
    }
    unreachable!()
}
