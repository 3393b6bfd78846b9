//! Plain positions: regions of boundaries of named spots, as they are read and printed, nothing reduced (FORMAT.md section 2).
//!
//! The notations meet in this form, and the engine loads it.

/// Names a spot of one [`PlainPosition`]: an index into its `lives`.
pub type SpotId = usize;

/// A cyclic list of spot occurrences, met walking along it with the region on a fixed hand.
pub type Boundary = Vec<SpotId>;

/// The boundaries of a region, all written for the same hand.
pub type Region = Vec<Boundary>;

/// Regions of boundaries of named spots.
///
/// Invariant, established by every reader in `notation`: a spot with 3 lives occurs once, alone in its boundary; a spot
/// with 2 lives occurs once; a spot with 1 life occurs once (its other occurrence is of no use any more), or twice in
/// one boundary, or once in each of two regions; dead spots (0 lives) may occur anywhere, at most three times.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlainPosition {
    /// Lives of each spot: 3 minus its degree.
    pub lives: Vec<u8>,
    pub regions: Vec<Region>,
}

impl PlainPosition {
    /// The start of the n-spot game.
    pub fn start(spots: usize) -> Self {
        let boundaries = (0..spots).map(|spot| vec![spot]).collect();
        PlainPosition { lives: vec![3; spots], regions: if spots == 0 { vec![] } else { vec![boundaries] } }
    }

    /// Adds a spot and returns its name.
    pub fn add_spot(&mut self, lives: u8) -> SpotId {
        self.lives.push(lives);
        self.lives.len() - 1
    }
}
