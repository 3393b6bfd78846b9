//! The coded body of a certificate: claims, then replies (FORMAT.md section 9).

use super::range_coder::{Encoder, Model, Tree};
use crate::game::Land;
use crate::game::alphabet::{END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER};
use crate::search::Nimber;

/// A symbol that is written in five bits; greater ones follow behind the escape.
const ESCAPE: u32 = 31;
/// The context where no symbol stands before.
const NONE: usize = 32;
/// Bits of a reply below its highest one that have models.
const MODELLED: u32 = 4;

pub fn encode(claims: &[(Land, Nimber)], replies: &[u64]) -> Vec<u8> {
    let mut encoder = Encoder::default();
    encode_claims(&mut encoder, claims);
    encode_replies(&mut encoder, replies);
    encoder.finish()
}

fn encode_claims(encoder: &mut Encoder, claims: &[(Land, Nimber)]) {
    let mut shared_tree = Tree::new(8);
    let mut escape_tree = Tree::new(8);
    let mut nimber_tree = Tree::new(5);
    let mut symbol_trees = vec![Tree::new(5); (NONE + 1) * (NONE + 1)];
    let mut last: Vec<u32> = Vec::new();
    for (land, nimber) in claims {
        let symbols = symbols(land.key());
        let shared = symbols.iter().zip(&last).take_while(|(a, b)| a == b).count().min(255);
        encoder.number(&mut shared_tree, shared as u32);
        let context = |at: Option<usize>| at.map_or(NONE, |at| symbols[at].min(ESCAPE) as usize);
        for (at, &symbol) in symbols.iter().enumerate().skip(shared) {
            let place = context(at.checked_sub(1)) * (NONE + 1) + context(at.checked_sub(2));
            encoder.number(&mut symbol_trees[place], symbol.min(ESCAPE));
            if symbol >= ESCAPE {
                encoder.number(&mut escape_tree, symbol - ESCAPE);
            }
        }
        encoder.number(&mut nimber_tree, u32::from(*nimber));
        last = symbols;
    }
}

fn encode_replies(encoder: &mut Encoder, replies: &[u64]) {
    let mut length_tree = Tree::new(6);
    let mut mantissa = vec![[Model::default(); 1 << MODELLED]; 64];
    for &reply in replies {
        let value = reply + 1;
        let bits = u64::BITS - value.leading_zeros();
        encoder.number(&mut length_tree, bits);
        let models = &mut mantissa[bits as usize];
        let mut node = 1;
        for nth in 0..bits - 1 {
            let bit = value >> (bits - 2 - nth) & 1 == 1;
            if nth < MODELLED {
                encoder.bit(&mut models[node], bit);
                node = 2 * node + usize::from(bit);
            } else {
                encoder.plain_bit(bit);
            }
        }
    }
}

/// The symbols of a land, one per token of its key.
fn symbols(key: &[u8]) -> Vec<u32> {
    let mut once_lower: Vec<u8> = Vec::new();
    let mut once_upper: Vec<u8> = Vec::new();
    let letter = |once: &mut Vec<u8>, token: u8, case: u32| match once.iter().position(|&open| open == token) {
        Some(nth) => {
            once.remove(nth);
            7 + case + 2 * nth as u32
        }
        None => {
            once.push(token);
            5 + case
        }
    };
    key.iter()
        .map(|&token| match token {
            0..FIRST_LOWER => u32::from(token),
            END_BOUNDARY => {
                once_lower.clear();
                3
            }
            END_REGION => 4,
            FIRST_LOWER..FIRST_UPPER => letter(&mut once_lower, token, 0),
            _ => letter(&mut once_upper, token, 1),
        })
        .collect()
}
