//! The puzzles against the plainest code for their rules.

mod gaps;
mod morpion;

use crate::container::Evidence;

const NOTHING: Evidence = Evidence { claims: 0, replies: 0, body: &[] };

/// Numbers that look like chance, the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
