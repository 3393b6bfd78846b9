//! The range coder and the body.

use crate::certificate::{Contents, Outcome, Statement, VERSION};
use crate::coder::{Decoder, Model};
use crate::error::Memory;
use crate::land::{Token, UPPER, print};
use crate::normal::Proof;
use crate::tests::writer::{Draft, Encoder};
use crate::tests::{Random, canonical, drawn, lands, whole_game};

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

fn decoded(draft: &Draft) -> Proof {
    let statement = Statement::SproutsNormal { start: draft.start.clone(), result: draft.result };
    let (claims, replies) = (draft.claims.len() as u32, draft.replies.len() as u32);
    let body = draft.body();
    let contents = Contents { version: VERSION, statement, claims, replies, body: &body };
    Proof::decode(&contents, canonical(&draft.start), &mut Memory(40_000_000)).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let mut random = Random::new(6);
    let mut all = lands(&whole_game(4));
    all.extend((0..200).flat_map(|_| drawn(&mut random, 15).canonical().unwrap().0));
    // Many letters: symbols with an escape, and beginnings longer than what can be shared.
    let letters = |from: Token| (from..from + 60).map(|name| print(UPPER + name)).collect::<String>();
    let ring = |text: &str| canonical(&format!("{text}{}|0.{}", letters(0), letters(0)));
    all.extend(["0.0.", "0.1.", "1.12."].map(ring).into_iter().flat_map(|position| position.0));
    let nests = ["0.1abcdefghijklmno2ponmlkjihgfedcba", "abcdefghijklmnopabcdefghijklmnop.0"];
    all.extend(
        nests.into_iter().filter_map(|text| crate::parse_position(text).ok()).flat_map(|p| p.canonical().unwrap().0),
    );
    let claims: Vec<_> = all.iter().map(|land| (land.0.to_vec(), random.below(32) as u8)).collect();
    let replies: Vec<u64> = (0..500).map(|i| (1 << (i % 40)) + random.below(1 << (i % 30)) as u64 - 1).collect();
    let replies: Vec<u64> = replies.into_iter().map(|reply| reply.min((1 << 40) - 2)).collect();
    let draft = Draft { version: 1, start: "0".into(), result: Outcome::Loss, claims, replies, stated: None };
    let Proof { claims, replies, .. } = decoded(&draft);
    assert!(
        claims.iter().map(|(land, nimber)| (&land.0[..], nimber)).eq(draft.claims.iter().map(|(l, n)| (&l[..], n)))
    );
    assert_eq!(replies, draft.replies);
}
