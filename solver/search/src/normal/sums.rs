//! Splits of sums of lands into couples, using proven nimbers.
//!
//! A sum of lands and a heap is never searched as a sum (Lemoine and Viennot 2010). Proven nimbers fold into the heap. If one
//! land is left, it makes a couple with the heap; if several are, the nimbers of all but the hardest are found first, each by
//! couples of its own.

use crate::common::proof_numbers::{ProofNumbers, expected_options};
use crate::normal::couple::Couple;
use crate::normal::couple::LandId;
use crate::normal::initial_numbers::nimber_to_test;
use crate::normal::land_table::LandTable;
use crate::normal::transposition_table::TranspositionTable;
use sprouts::Nimber;

/// A sum of lands and a heap, split as far as proven nimbers allow.
#[derive(Debug, Clone, Copy)]
pub enum Split {
    Decided(ProofNumbers),
    /// One land is left.
    Couple(Couple),
    /// Several lands are left; this couple of the easiest one is to be decided first. `rest` is the effort for the others.
    Sum {
        first: Couple,
        rest: ProofNumbers,
    },
}

/// Unproven lands of a sum that are looked at; further ones wait until these are proven.
const LANDS: usize = 16;

pub fn split_sum(land_table: &LandTable, table: &TranspositionTable, lands: &[LandId], nimber: Nimber) -> Split {
    let mut target = nimber;
    let mut left = [0; LANDS];
    let mut count = 0;
    for &land in lands {
        match land_table.nimber(land) {
            Some(known) => target ^= known,
            None if count < LANDS => {
                left[count] = land;
                count += 1;
            }
            None => {}
        }
    }
    let left = &mut left[..count];
    if let [land] = *left {
        return Split::Couple(Couple { land, nimber: target });
    }
    if left.is_empty() {
        return Split::Decided(if target == 0 { ProofNumbers::LOST } else { ProofNumbers::WON });
    }
    left.sort_unstable_by_key(|&land| (land_table.lives(land), land));
    let hardest = land_table.lives(left[left.len() - 1]);
    let mut rest = ProofNumbers { pn: 1, dn: expected_options(hardest) };
    for &land in &left[1..left.len() - 1] {
        let numbers = table.look_up(land_table, Couple { land, nimber: nimber_to_test(land_table, land) });
        let effort = numbers.pn.min(numbers.dn);
        rest.pn += effort;
        rest.dn += effort;
    }
    let first = Couple { land: left[0], nimber: nimber_to_test(land_table, left[0]) };
    Split::Sum { first, rest }
}

/// The proof numbers of a split: those of its couple, or the effort to decide its lands one after another.
pub fn numbers_of_split(land_table: &LandTable, table: &TranspositionTable, split: Split) -> ProofNumbers {
    match split {
        Split::Decided(numbers) => numbers,
        Split::Couple(couple) => table.look_up(land_table, couple),
        Split::Sum { first, rest } => {
            let numbers = table.look_up(land_table, first);
            let effort = numbers.pn.min(numbers.dn);
            ProofNumbers { pn: rest.pn + effort, dn: rest.dn + effort }
        }
    }
}
