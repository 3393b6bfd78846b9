//! What mutants begin with, sorted by the work of checking it: most mutants should be cheap, since there are to be many.

use super::text::{once_in, pick};
use crate::drawn::SplitMix64;

/// The most moves that must be listed to check a tiny proof, and a small one.
const MOVES: [u64; 2] = [50, 400];

/// Proofs of three sizes.
pub struct Bases<M> {
    sizes: [Vec<M>; 3],
}

impl<M> Bases<M> {
    pub fn new() -> Self {
        Bases { sizes: [vec![], vec![], vec![]] }
    }

    /// Adds a proof that takes so many moves to check.
    pub fn add(&mut self, model: M, moves: u64) {
        self.sizes[MOVES.iter().filter(|most| moves > **most).count()].push(model);
    }

    pub fn pick(&self, random: &mut SplitMix64) -> &M {
        let [tiny, small, large] = &self.sizes;
        if once_in(random, 400) {
            pick(random, large)
        } else if once_in(random, 20) {
            pick(random, small)
        } else {
            pick(random, tiny)
        }
    }
}
