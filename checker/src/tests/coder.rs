//! The range coder and the body.

use crate::coder::{Decoder, Model};
use crate::tests::Random;
use crate::tests::writer::Encoder;

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
                Some(model) => decoder.bits.next(model),
                None => decoder.bits.next(&mut { Model::NEW }),
            };
            assert_eq!(decoded.unwrap(), bit);
        }
        assert!(decoder.end().is_ok());
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
    let mut decoder = Decoder::new(&[0x60, 0, 0, 0]).unwrap().bits;
    let mut model = Model::NEW;
    assert_eq!(decoder.next(&mut model).unwrap(), 0);
    assert_eq!((decoder.range, model.zero), (0x7FFF_F800, 49152));
    assert_eq!(decoder.next(&mut model).unwrap(), 1);
    assert_eq!((decoder.code, decoder.range), (0x6000_0000 - 0x5FFF_F400, 0x7FFF_F800 - 0x5FFF_F400));
    assert!(Decoder::new(&[0; 3]).is_err());
}
