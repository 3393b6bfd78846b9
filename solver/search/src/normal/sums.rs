//! What a sum of lands and a heap comes down to, with what is known.

use crate::common::proof_numbers::ProofNumbers;
use crate::normal::land_table::{LandId, LandTable};
use crate::normal::transposition_table::{Couple, TranspositionTable, expected_options, to_be_tested};
use sprouts::Nimber;

#[derive(Debug, Clone, Copy)]
pub enum Resolved {
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

pub fn resolve(land_table: &LandTable, table: &TranspositionTable, lands: &[LandId], nimber: Nimber) -> Resolved {
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
        return Resolved::Couple(Couple { land, nimber: target });
    }
    if left.is_empty() {
        return Resolved::Decided(if target == 0 { ProofNumbers::LOST } else { ProofNumbers::WON });
    }
    left.sort_unstable_by_key(|&land| (land_table.lives(land), land));
    let hardest = land_table.lives(left[left.len() - 1]);
    let mut rest = ProofNumbers { pn: 1, dn: expected_options(hardest) };
    for &land in &left[1..left.len() - 1] {
        let numbers = table.look_up(land_table, Couple { land, nimber: to_be_tested(land_table, land) });
        let effort = numbers.pn.min(numbers.dn);
        rest.pn += effort;
        rest.dn += effort;
    }
    let first = Couple { land: left[0], nimber: to_be_tested(land_table, left[0]) };
    Resolved::Sum { first, rest }
}

/// The numbers of what a sum comes down to: those of its couple, or the effort to settle its lands one after another.
pub fn numbers_of(land_table: &LandTable, table: &TranspositionTable, resolved: Resolved) -> ProofNumbers {
    match resolved {
        Resolved::Decided(numbers) => numbers,
        Resolved::Couple(couple) => table.look_up(land_table, couple),
        Resolved::Sum { first, rest } => {
            let numbers = table.look_up(land_table, first);
            let effort = numbers.pn.min(numbers.dn);
            ProofNumbers { pn: rest.pn + effort, dn: rest.dn + effort }
        }
    }
}
