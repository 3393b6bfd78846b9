//! Morpion Solitaire as a [`Puzzle`]: the general search of [`crate::incremental`] plays it too, slowly, and must count the
//! same positions as the special one.

use crate::incremental::Puzzle;
use crate::morpion::board::{Board, Code};
use common::random::SplitMix64;

/// A position with a key: the exclusive or of a number for each of its moves.
#[derive(Clone)]
pub struct Solitaire {
    board: Board,
    key: u128,
}

impl Solitaire {
    pub fn new(board: Board) -> Self {
        Solitaire { board, key: 0 }
    }
}

fn number(code: Code) -> u128 {
    let mut random = SplitMix64(u64::from(code));
    u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())
}

impl Puzzle for Solitaire {
    type Move = Code;

    /// Positions near the edge of the paper are for the special search, which reports them.
    fn moves(&self, found: &mut Vec<Code>) {
        found.extend(self.board.legal_moves().expect("the game stays on the paper"));
    }

    fn play(&mut self, step: Code) {
        self.key = self.key_after(step);
        self.board.flip(step);
    }

    fn undo(&mut self, step: Code) {
        self.play(step);
    }

    fn commute(&self, one: Code, other: Code) -> bool {
        self.board.survives(one, other) && self.board.survives(other, one)
    }

    fn key(&self) -> u128 {
        self.key
    }

    fn key_after(&self, step: Code) -> u128 {
        self.key ^ number(step)
    }
}
