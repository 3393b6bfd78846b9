//! The predictor of nimbers: a table indexed by signatures that similar lands share.
//!
//! Sprouts is nearly periodic: three bare spots more or fewer in a region mostly change the nimber by xor 1, six mostly leave it
//! as it is. So the *family* of a land forgets how often three bare spots can be taken out of each region; the parity of that
//! count is kept beside it, and nimber xor parity is mostly the same throughout a family.
//!
//! A family is a hash of properties that do not depend on the order in which a key lists things: for every region its bare spots
//! modulo 3 and its boundaries, each as the neighbouring pairs of tokens in it with letters made nameless, and for every
//! letter the two regions it joins. Lands that differ may share a family, and families may share a slot: a prediction only ever
//! decides which couple is searched first.

use sprouts::Nimber;
use sprouts::token::{END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER, ZERO, is_upper};

const FAMILY_BITS: u32 = 21;

/// Family of a land, and the parity of the number of triples of bare spots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    family: u32,
    is_odd: bool,
}

impl Signature {
    /// As a number below 2^22.
    pub fn to_bits(self) -> u32 {
        self.family << 1 | u32::from(self.is_odd)
    }

    pub fn from_bits(bits: u32) -> Self {
        Signature { family: bits >> 1 & ((1 << FAMILY_BITS) - 1), is_odd: bits & 1 != 0 }
    }
}

/// Computes signatures. Keeps its memory from land to land.
#[derive(Default)]
pub struct SignatureReader {
    regions: Vec<u64>,
    /// Letters and the regions where they stand.
    letters: Vec<(u8, u32)>,
}

impl SignatureReader {
    pub fn read(&mut self, key: &[u8]) -> Signature {
        let SignatureReader { regions, letters } = self;
        regions.clear();
        letters.clear();
        let mut threes = 0;
        let mut sum = 0u64;
        for region in key.split(|&token| token == END_REGION).filter(|region| !region.is_empty()) {
            let mut zeros = 0;
            let mut boundaries = 0u64;
            for boundary in region.split(|&token| token == END_BOUNDARY).filter(|boundary| !boundary.is_empty()) {
                if boundary == [ZERO] {
                    zeros += 1;
                    continue;
                }
                boundaries = boundaries.wrapping_add(mix(pairs(boundary)));
                let nth = regions.len() as u32;
                letters.extend(boundary.iter().filter(|&&token| is_upper(token)).map(|&token| (token, nth)));
            }
            threes += zeros / 3;
            let region = mix(boundaries.wrapping_add(1 + zeros % 3));
            sum = sum.wrapping_add(mix(region));
            regions.push(region);
        }
        letters.sort_unstable();
        for pair in letters.chunks_exact(2) {
            let (a, b) = (regions[pair[0].1 as usize], regions[pair[1].1 as usize]);
            sum = sum.wrapping_add(mix(a.wrapping_add(b) ^ a.wrapping_mul(b)));
        }
        Signature { family: (mix(sum) >> (64 - FAMILY_BITS)) as u32, is_odd: threes % 2 == 1 }
    }
}

/// The neighbouring tokens of a boundary, whatever its rotation and hand.
fn pairs(boundary: &[u8]) -> u64 {
    let mut sum = 7u64;
    let mut last = nameless(boundary[boundary.len() - 1]);
    for &token in boundary {
        let token = nameless(token);
        sum = sum.wrapping_add(mix(token * last + 100 * (token + last)));
        last = token;
    }
    sum
}

fn nameless(token: u8) -> u64 {
    1 + match token {
        0..FIRST_LOWER => u64::from(token),
        FIRST_LOWER..FIRST_UPPER => 3,
        _ => 4,
    }
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (x ^ (x >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// The last nimber proven in each family.
#[derive(Default)]
pub struct Predictor {
    /// Nimber xor parity of the land of the family that was proven last, plus one; 0 if there is none.
    seen: Vec<u8>,
}

impl Predictor {
    pub fn learn(&mut self, signature: Signature, nimber: Nimber) {
        if self.seen.is_empty() {
            self.seen = vec![0; 1 << FAMILY_BITS];
        }
        self.seen[signature.family as usize] = (nimber ^ u8::from(signature.is_odd)) + 1;
    }

    pub fn predict(&self, signature: Signature) -> Option<Nimber> {
        let seen = self.seen.get(signature.family as usize)?.checked_sub(1)?;
        Some(seen ^ u8::from(signature.is_odd))
    }

    pub fn bytes(&self) -> usize {
        self.seen.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Engine;
    use sprouts::notation;

    fn signature(text: &str) -> Signature {
        let position = Engine::new().canonical(&notation::parse(text).unwrap()).unwrap();
        SignatureReader::default().read(position.lands()[0].key())
    }

    #[test]
    fn three_bare_spots_turn_and_six_do_not() {
        let few = signature("0.1.AB|0*2.1a2a.AB");
        for (text, turned) in
            [("0*4.1.AB|0*2.1a2a.AB", true), ("0*7.1.AB|0*2.1a2a.AB", false), ("0*4.1.AB|0*5.1a2a.AB", false)]
        {
            let many = signature(text);
            assert_eq!((many.family, many.is_odd), (few.family, few.is_odd ^ turned), "{text}");
            assert_eq!(Signature::from_bits(many.to_bits()), many);
        }
        assert_ne!(signature("0*2.1.AB|0*2.1a2a.AB").family, few.family);
    }

    #[test]
    fn guesses_follow_the_last_land_of_the_family() {
        let mut predictor = Predictor::default();
        assert_eq!(predictor.predict(signature("0*9")), None);
        predictor.learn(signature("0*3"), 1);
        assert_eq!(
            (
                predictor.predict(signature("0*6")),
                predictor.predict(signature("0*9")),
                predictor.predict(signature("0*8"))
            ),
            (Some(0), Some(1), None)
        );
    }
}
