//! The coded body of a certificate of normal play: claims, then replies (FORMAT.md section 9).

use super::coders::{LandCoder, SmallNumbers};
use super::range_coder::{Encoder, Tree};
use crate::game::Land;
use crate::search::Nimber;

pub fn encode(claims: &[(Land, Nimber)], replies: &[u64]) -> Vec<u8> {
    let mut encoder = Encoder::default();
    let mut lands = LandCoder::default();
    let mut nimbers = Tree::new(5);
    for (land, nimber) in claims {
        lands.encode(&mut encoder, land.key());
        encoder.number(&mut nimbers, u32::from(*nimber));
    }
    let mut numbers = SmallNumbers::default();
    for &reply in replies {
        numbers.encode(&mut encoder, reply);
    }
    encoder.finish()
}
