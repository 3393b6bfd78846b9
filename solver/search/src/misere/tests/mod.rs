//! What the parts of misère play promise together.

mod definition;
mod paper;
mod proofs;
mod search;

use crate::misere::Closure;
use crate::normal::Limits;
use sprouts::notation;
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Position};

fn start(spots: usize) -> Position {
    Engine::new().canonical(&PlainPosition::start(spots)).unwrap()
}

fn position(text: &str) -> Position {
    Engine::new().canonical(&notation::parse(text).unwrap()).unwrap()
}

fn closure(spots: usize) -> Closure {
    Closure::of(&start(spots), &Limits::default()).unwrap()
}

/// ProofNumbers that look random and are the same in every run (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}
