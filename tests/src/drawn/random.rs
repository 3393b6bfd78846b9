//! Random play in games far too large to be listed.

use super::Drawn;

/// The SplitMix64 generator of Steele, Lea and Flood: the same numbers from the same seed on every
/// machine.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that is determined by its seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which must be positive; it is so small here that the bias of the
    /// remainder does not matter.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

impl Drawn {
    /// One random successor, or `None` if there is no move. All pairs of ends are equally likely,
    /// and then all distributions of the other boundaries. These are never listed: with 30 spots
    /// there are 2^29 of them.
    pub fn random_move(&self, random: &mut SplitMix64) -> Option<Drawn> {
        let curves = self.curves();
        if curves.is_empty() {
            return None;
        }
        let curve = curves[random.below(curves.len())];
        let boundaries = self.regions[curve.region].len();
        let aside: Vec<bool> = (0..boundaries).map(|_| random.below(2) == 1).collect();
        Some(self.play(&curve, &aside))
    }
}

/// The n-spot game after `moves` random moves, or fewer if it ends before.
pub fn random_position(n: usize, moves: usize, seed: u64) -> Drawn {
    let mut random = SplitMix64::new(seed);
    let mut position = Drawn::start(n);
    for _ in 0..moves {
        let Some(next) = position.random_move(&mut random) else {
            break;
        };
        position = next;
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from seed 0, as the authors' reference implementation gives them.
    #[test]
    fn splitmix_vector() {
        let mut random = SplitMix64::new(0);
        assert_eq!(random.next_u64(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.next_u64(), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(random.next_u64(), 0x06c4_5d18_8009_454f);
    }
}
