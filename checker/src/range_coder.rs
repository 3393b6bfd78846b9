//! The adaptive binary range decoder of FORMAT.md section 9. Any bytes decode to something, or run out.

/// How likely the next bit is a 0, learnt from the bits before.
#[derive(Clone, Copy)]
pub(crate) struct Model {
    /// In 1/65536. The rule of learning keeps it between 31 and 65505.
    zero: u32,
    /// How many bits were seen, up to 5.
    seen: u32,
}

impl Model {
    pub(crate) const NEW: Model = Model { zero: 1 << 15, seen: 0 };

    pub(crate) fn learn(&mut self, bit: usize) {
        self.seen = (self.seen + 1).min(5);
        if bit == 0 {
            self.zero += (65536 - self.zero) >> self.seen;
        } else {
            self.zero -= self.zero >> self.seen;
        }
    }

    /// Where in a range the bit 1 begins.
    pub(crate) fn bound(&self, range: u32) -> u32 {
        (range >> 12) * (self.zero >> 4)
    }
}

/// The bytes ended before the decoding did.
#[derive(Debug)]
pub(crate) struct OutOfBytes;

pub(crate) struct Decoder<'a> {
    rest: &'a [u8],
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, OutOfBytes> {
        let (first, rest) = bytes.split_first_chunk().ok_or(OutOfBytes)?;
        Ok(Decoder { rest, range: u32::MAX, code: u32::from_be_bytes(*first) })
    }

    pub(crate) fn bit(&mut self, model: &mut Model) -> Result<usize, OutOfBytes> {
        let bound = model.bound(self.range);
        let bit = if self.code < bound {
            self.range = bound;
            0
        } else {
            self.code -= bound;
            self.range -= bound;
            1
        };
        while self.range < 1 << 24 {
            let (next, rest) = self.rest.split_first().ok_or(OutOfBytes)?;
            self.rest = rest;
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(*next);
        }
        model.learn(bit);
        Ok(bit)
    }

    /// A bit that is as likely 0 as 1.
    pub(crate) fn plain_bit(&mut self) -> Result<usize, OutOfBytes> {
        self.bit(&mut Model::NEW.clone())
    }

    /// A number of so many bits that a tree of 2^bits models can tell.
    pub(crate) fn number(&mut self, tree: &mut [Model]) -> Result<usize, OutOfBytes> {
        let mut m = 1;
        while m < tree.len() {
            m = 2 * m + self.bit(&mut tree[m])?;
        }
        Ok(m - tree.len())
    }

    /// How many bytes have not been used.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use crate::testing::writer::Encoder;

    #[test]
    fn what_is_encoded_is_decoded() {
        let mut random = Random::new(4);
        for round in 0..200 {
            // Bits of all degrees of likeliness, and now and then a plain one.
            let mut bit = || {
                let rarity = random.below(12);
                (random.below(8), usize::from(random.below(1 << rarity) == 0) ^ (round % 2))
            };
            let bits: Vec<(usize, usize)> = (0..2000).map(|_| bit()).collect();
            let (mut encoder, mut models) = (Encoder::new(), [Model::NEW; 7]);
            for &(m, bit) in &bits {
                match models.get_mut(m) {
                    Some(model) => encoder.bit(model, bit),
                    None => encoder.plain_bit(bit),
                }
            }
            let bytes = encoder.finish();
            let (mut decoder, mut models) = (Decoder::new(&bytes).unwrap(), [Model::NEW; 7]);
            for &(m, bit) in &bits {
                let decoded = match models.get_mut(m) {
                    Some(model) => decoder.bit(model),
                    None => decoder.plain_bit(),
                };
                assert_eq!(decoded.unwrap(), bit);
            }
            assert_eq!(decoder.left(), 0);
        }
    }

    #[test]
    fn models_stay_within_bounds() {
        for bit in [0, 1] {
            let mut model = Model::NEW;
            (0..10_000).for_each(|_| model.learn(bit));
            assert_eq!(model.zero, [65505, 31][bit]);
        }
    }

    #[test]
    fn by_hand() {
        // bound = 0xFFFFF * 2048 = 0x7FFFF800: the code is below it, and the next bound is 0x7FFFF * 3072.
        let mut decoder = Decoder::new(&[0x60, 0, 0, 0]).unwrap();
        let mut model = Model::NEW;
        assert_eq!(decoder.bit(&mut model).unwrap(), 0);
        assert_eq!((decoder.range, model.zero), (0x7FFF_F800, 49152));
        assert_eq!(decoder.bit(&mut model).unwrap(), 1);
        assert_eq!((decoder.code, decoder.range), (0x6000_0000 - 0x5FFF_F400, 0x7FFF_F800 - 0x5FFF_F400));
        assert!(Decoder::new(&[0; 3]).is_err());
    }
}
