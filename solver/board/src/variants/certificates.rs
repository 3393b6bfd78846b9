//! Certificates of the variants (FORMAT-VARIANTS.md sections 4 and 6).

use crate::drawn::Move;
use crate::variants::degree_two::{Proof, Sum};
use crate::variants::endless::Endless;
use certificate::Certificate;
use sprouts::Outcome;

/// The game with greatest degree 2 is won or lost.
pub fn degree_two(proof: &Proof) -> Certificate {
    let outcome = if proof.is_lost { Outcome::Loss } else { Outcome::Win };
    let regions =
        |position: &Sum| position.heaps().iter().map(|heap| (heap.spots, heap.paths)).collect::<Vec<(u32, u32)>>();
    let lost: Vec<_> = proof.lost.iter().map(regions).collect();
    Certificate::degree_two(proof.spots, proof.misere, outcome, &lost)
}

/// A game with a greater degree has come to a position from which it can go on.
pub fn endless(game: &Endless) -> Certificate {
    let moves: Vec<Vec<usize>> = game.moves.iter().map(numbers).collect();
    Certificate::endless(game.max_degree as u32, game.spots as u32, game.position.full_hoey(), &moves)
}

/// A move as it is written: its curve, then the boundaries on its right.
fn numbers(played: &Move) -> Vec<usize> {
    let curve = &played.curve;
    let fixed = [curve.region, curve.x.boundary, curve.x.at, curve.y.boundary, curve.y.at, played.right.len()];
    fixed.into_iter().chain(played.right.iter().copied()).collect()
}
