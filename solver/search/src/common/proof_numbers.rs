//! Proof and disproof numbers of the player to move (Allis, van der Meulen and van den Herik 1994; Nagai 2002).

use sprouts::Outcome;

/// Effort beyond counting: proven impossible.
pub const INFINITE: u32 = 1 << 30;

/// The effort still expected for proving a win (`pn`) and for proving a loss (`dn`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofNumbers {
    pub pn: u32,
    pub dn: u32,
}

impl ProofNumbers {
    pub const WON: ProofNumbers = ProofNumbers { pn: 0, dn: INFINITE };
    pub const LOST: ProofNumbers = ProofNumbers { pn: INFINITE, dn: 0 };

    pub fn decided(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => ProofNumbers::WON,
            Outcome::Loss => ProofNumbers::LOST,
        }
    }

    pub fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// The number of options expected of a land with so many lives: it grows like the square of the lives.
///
/// A loss takes refuting them all, so this is the initial disproof number. It puts unexpanded nodes on the scale of expanded
/// ones, which makes their numbers comparable.
pub fn expected_options(lives: u32) -> u32 {
    (lives * lives / 24).max(1)
}
