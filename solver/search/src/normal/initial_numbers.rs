//! Initial proof numbers: the estimate for a couple that has not been expanded.

use crate::common::proof_numbers::{ProofNumbers, expected_options};
use crate::normal::couple::{Couple, LandId};
use crate::normal::land_table::LandTable;
use sprouts::Nimber;

/// Lives from which on predictions are used: below, finding out is cheap and predictions are worse.
const PREDICTED_FROM: u32 = 18;

/// The estimate for a couple. A win takes one good option; a loss takes refuting them all. If the predictor knows lands of the
/// same signature, the outcome that they suggest is taken to be easier and the contrary harder.
pub fn initial_numbers(land_table: &LandTable, couple: Couple) -> ProofNumbers {
    let lives = land_table.lives(couple.land);
    let options = expected_options(lives);
    match predicted(land_table, couple.land) {
        Some(nimber) if nimber == couple.nimber => ProofNumbers { pn: 3, dn: (options / 2).max(1) },
        Some(_) => ProofNumbers { pn: 1, dn: 3 * options },
        None => ProofNumbers { pn: 1, dn: options },
    }
}

fn predicted(land_table: &LandTable, land: LandId) -> Option<Nimber> {
    if land_table.lives(land) >= PREDICTED_FROM { land_table.predict(land) } else { None }
}

/// The nimber of a land to be tested first: the predicted one, or the least that is possible.
pub fn nimber_to_test(land_table: &LandTable, land: LandId) -> Nimber {
    predicted(land_table, land).unwrap_or_else(|| land_table.least_possible(land))
}
