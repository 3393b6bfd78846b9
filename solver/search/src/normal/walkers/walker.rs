//! A walker: the recursion of [`crate::normal::dfpn`] on an explicit stack, one step at a time.
//!
//! A single walker visits the same couples as the recursion, in the same order. With several, each keeps the thresholds that it
//! came with, and returns as soon as a couple on its stack has been decided by whomever. A couple whose land is being expanded is
//! passed by.

use crate::common::proof_numbers::{INFINITE, ProofNumbers};
use crate::normal::couple::{Couple, LandId};
use crate::normal::dfpn::SMALL;
use crate::normal::land_table::Move;
use crate::normal::sums::{Split, numbers_of_split, split_sum};
use crate::normal::walkers::tables::{Readiness, Tables};
use sprouts::Nimber;

/// What a walker has done, or what it needs before its next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It has looked at so many children.
    Looked(usize),
    /// It needs the options of a land, which nobody has begun to find.
    Expand(LandId),
    /// It needs the options of a land that another walker is expanding.
    Wait(LandId),
    /// The search is over.
    Over,
}

#[derive(Default)]
pub struct Walker {
    frames: Vec<Frame>,
    /// Expansions of this walker.
    pub expansions: u64,
}

enum Frame {
    Couple(CoupleFrame),
    /// A small land, whose nimber is found by its definition.
    Mex {
        land: LandId,
        options: Option<Vec<Move>>,
        next: usize,
        reached: u32,
    },
}

struct CoupleFrame {
    couple: Couple,
    thresholds: ProofNumbers,
    /// None until the land is expanded. Children that are won for the opponent are dropped.
    children: Option<Vec<After>>,
    /// The walker's expansions when effort was last added to the couple.
    noted: u64,
}

#[derive(Clone, Copy)]
enum After {
    Move(Move),
    /// The heap is made smaller.
    Heap(Nimber),
}

/// The proof numbers of a couple, backed up from its children, and the child to search next.
struct Backup {
    numbers: ProofNumbers,
    choice: Option<Choice>,
    /// A land in progress that is passed by.
    busy: Option<LandId>,
}

struct Choice {
    split: Split,
    numbers: ProofNumbers,
    /// Its disproof number as it looks with the walkers below it, and that of the next best child.
    looks: u32,
    second: u32,
}

fn split(tables: &Tables, couple: Couple, after: After) -> Split {
    match after {
        After::Heap(nimber) => Split::Couple(Couple { nimber, ..couple }),
        After::Move(option) => {
            let lands = tables.land_table.lands_after(&option);
            split_sum(tables.land_table, tables.table, lands, couple.nimber)
        }
    }
}

impl Walker {
    pub fn step(&mut self, tables: &mut Tables) -> Step {
        if tables.is_over || tables.is_decided(tables.root) {
            tables.is_over = true;
            return Step::Over;
        }
        let decided = self.frames.iter().position(|frame| match frame {
            Frame::Couple(frame) => tables.is_decided(frame.couple),
            Frame::Mex { land, .. } => tables.land_table.nimber(*land).is_some(),
        });
        while decided.is_some_and(|depth| depth < self.frames.len()) {
            self.pop(tables);
        }
        match self.frames.last() {
            None => {
                self.push(tables, tables.root, tables.thresholds);
                Step::Looked(0)
            }
            Some(Frame::Couple(_)) => self.visit(tables),
            Some(Frame::Mex { .. }) => self.mex(tables),
        }
    }

    fn push(&mut self, tables: &mut Tables, couple: Couple, thresholds: ProofNumbers) {
        tables.enter(couple);
        self.frames.push(Frame::Couple(CoupleFrame { couple, thresholds, children: None, noted: self.expansions }));
        if tables.land_table.lives(couple.land) <= SMALL {
            self.push_mex(couple.land);
        }
    }

    fn push_mex(&mut self, land: LandId) {
        self.frames.push(Frame::Mex { land, options: None, next: 0, reached: 0 });
    }

    fn pop(&mut self, tables: &mut Tables) {
        if let Some(Frame::Couple(frame)) = self.frames.pop() {
            tables.leave(frame.couple);
            if tables.is_decided(frame.couple) {
                tables.table.forget(frame.couple);
            }
        }
    }

    /// Settles a small land, or goes on to one of the lands after its moves.
    fn mex(&mut self, tables: &mut Tables) -> Step {
        let Some(Frame::Mex { land, options, next, reached }) = self.frames.last_mut() else { unreachable!() };
        let land = *land;
        let options = match options {
            Some(options) => options,
            None => match tables.readiness(land) {
                Readiness::Unknown => return Step::Expand(land),
                Readiness::InProgress => return Step::Wait(land),
                Readiness::Ready => options.insert(tables.land_table.known_options(land).to_vec()),
            },
        };
        let mut open = None;
        while open.is_none() && *next < options.len() {
            let lands = tables.land_table.lands_after(&options[*next]);
            open = lands.iter().find(|land| tables.land_table.nimber(**land).is_none());
            if open.is_none() {
                let nimbers = lands.iter().filter_map(|land| tables.land_table.nimber(*land));
                *reached |= 1 << nimbers.fold(0, |sum, nimber| sum ^ nimber);
                *next += 1;
            }
        }
        if let Some(&open) = open {
            self.push_mex(open);
            return Step::Looked(1);
        }
        let looked = options.len();
        let nimber = reached.trailing_ones() as Nimber;
        tables.land_table.set_nimber(land, nimber);
        self.frames.pop();
        if let Some(Frame::Couple(frame)) = self.frames.last() {
            tables.table.log(frame.couple, self.expansions - frame.noted);
        }
        Step::Looked(looked)
    }

    /// Backs up the numbers of the couple on top of the stack, and goes to its next child or returns.
    fn visit(&mut self, tables: &mut Tables) -> Step {
        let Some(Frame::Couple(frame)) = self.frames.last_mut() else { unreachable!() };
        let CoupleFrame { couple, thresholds, .. } = *frame;
        let children = match &mut frame.children {
            Some(children) => children,
            none => match tables.readiness(couple.land) {
                Readiness::Unknown => return Step::Expand(couple.land),
                Readiness::InProgress => return Step::Wait(couple.land),
                Readiness::Ready => {
                    let moves = tables.land_table.known_options(couple.land).iter();
                    none.insert(
                        (0..couple.nimber).map(After::Heap).chain(moves.map(|&option| After::Move(option))).collect(),
                    )
                }
            },
        };
        let looked = children.len();
        let Backup { numbers, choice, busy } = backup(tables, couple, children);
        let effort = self.expansions - frame.noted;
        frame.noted = self.expansions;
        if numbers.is_decided() {
            if numbers.dn == 0 {
                tables.land_table.set_nimber(couple.land, couple.nimber);
            } else {
                tables.land_table.exclude(couple.land, couple.nimber);
            }
            tables.table.log(couple, tables.table.effort(couple) + effort);
            self.pop(tables);
            return Step::Looked(looked);
        }
        tables.table.remember(couple, numbers, effort);
        if numbers.pn >= thresholds.pn || numbers.dn >= thresholds.dn {
            tables.is_over |= self.frames.len() == 1;
            self.pop(tables);
            return Step::Looked(looked);
        }
        match (choice, busy) {
            (Some(choice), _) => {
                let (couple, thresholds) = descend(tables, numbers, thresholds, &choice);
                self.push(tables, couple, thresholds);
                Step::Looked(looked)
            }
            (None, Some(land)) => Step::Wait(land),
            (None, None) => unreachable!("a couple that is not decided has children that are not"),
        }
    }
}

/// Backs up the numbers of a couple. Where walkers are does not change its numbers, but the choice of the next child.
fn backup(tables: &Tables, couple: Couple, children: &mut Vec<After>) -> Backup {
    let mut backup = Backup { numbers: ProofNumbers { pn: INFINITE, dn: 0 }, choice: None, busy: None };
    let mut second = INFINITE;
    let mut nth = 0;
    while nth < children.len() {
        let split = split(tables, couple, children[nth]);
        let numbers = numbers_of_split(tables.land_table, tables.table, split);
        if numbers.pn == 0 {
            children.swap_remove(nth);
            continue;
        }
        nth += 1;
        backup.numbers.dn = backup.numbers.dn.saturating_add(numbers.pn).min(INFINITE - 1);
        backup.numbers.pn = backup.numbers.pn.min(numbers.dn);
        let looks = match split {
            Split::Couple(next) | Split::Sum { first: next, .. } => {
                if tables.readiness(next.land) == Readiness::InProgress {
                    backup.busy = Some(next.land);
                    continue;
                }
                numbers.dn.saturating_add(tables.crowd(next)).min(INFINITE)
            }
            Split::Decided(_) => numbers.dn,
        };
        match &backup.choice {
            Some(best) if best.looks <= looks => second = second.min(looks),
            best => {
                second = best.as_ref().map_or(INFINITE, |best| best.looks);
                backup.choice = Some(Choice { split, numbers, looks, second });
            }
        }
    }
    if let Some(choice) = &mut backup.choice {
        choice.second = second;
    }
    if children.is_empty() {
        backup.numbers = ProofNumbers::LOST;
    } else if backup.numbers.pn == 0 {
        backup.numbers = ProofNumbers::WON;
    }
    backup
}

/// The couple to be searched for a child, with the thresholds of df-pn. Numbers in the tables are compared with them, so the
/// walkers below the child are taken off again.
fn descend(
    tables: &Tables,
    numbers: ProofNumbers,
    thresholds: ProofNumbers,
    choice: &Choice,
) -> (Couple, ProofNumbers) {
    let Choice { split, numbers: child, looks, second } = *choice;
    let second = second.saturating_sub(looks - child.dn);
    let dn = thresholds.pn.min(second.saturating_add(1)).max(child.dn + 1);
    // Others may have raised the disproof number beyond the threshold meanwhile.
    let pn = thresholds.dn.saturating_sub(numbers.dn).saturating_add(child.pn);
    match split {
        Split::Decided(_) => unreachable!("the couple would be decided"),
        Split::Couple(next) => (next, ProofNumbers { pn, dn }),
        Split::Sum { first, rest } => {
            // Stay with the couple while the effort to decide it either way is below both thresholds.
            let limit = pn.saturating_sub(rest.pn).min(dn.saturating_sub(rest.dn)).max(1);
            let numbers = tables.look_up(first);
            if numbers.pn <= numbers.dn {
                (first, ProofNumbers { pn: limit.max(numbers.pn + 1), dn: INFINITE })
            } else {
                (first, ProofNumbers { pn: INFINITE, dn: limit.max(numbers.dn + 1) })
            }
        }
    }
}
