//! What a sum of lands and a heap comes down to, with what is known.

use crate::common::proof_numbers::{ProofNumbers, expected_options};
use crate::normal::couple::Couple;
use crate::normal::couple::LandId;
use crate::normal::initial_numbers::nimber_to_test;
use crate::normal::land_table::LandTable;
use crate::normal::transposition_table::TranspositionTable;
use sprouts::Nimber;

#[derive(Debug, Clone, Copy)]
pub enum Split {
    Decided(ProofNumbers),
    /// One land is left.
    Couple(Couple),
    /// Several lands are left; this couple of the easiest one is to be settled first. `rest` is the effort for the others.
    Sum {
        first: Couple,
        rest: ProofNumbers,
    },
}

/// More lands than this are never unproven at once in a sum that is worth resolving; the rest waits its turn.
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

/// The numbers of what a sum comes down to: those of its couple, or the effort to settle its lands one after another.
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
