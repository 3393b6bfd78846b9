//! How lands and small numbers are coded (FORMAT.md section 9).

use super::range_coder::{Encoder, Model, Tree};
use crate::game::alphabet::{END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER};

/// A symbol that is written in five bits; greater ones follow behind the escape.
const ESCAPE: u32 = 31;
/// The context where no symbol stands before.
const NONE: usize = 32;
/// Bits of a small number below its highest one that have models.
const MODELLED: u32 = 4;

/// Writes lands in increasing order, each with what it shares with the one before.
pub struct LandCoder {
    shared: Tree,
    escape: Tree,
    symbols: Vec<Tree>,
    last: Vec<u32>,
}

impl Default for LandCoder {
    fn default() -> Self {
        let symbols = vec![Tree::new(5); (NONE + 1) * (NONE + 1)];
        LandCoder { shared: Tree::new(8), escape: Tree::new(8), symbols, last: Vec::new() }
    }
}

impl LandCoder {
    pub fn encode(&mut self, encoder: &mut Encoder, key: &[u8]) {
        let symbols = symbols(key);
        let shared = symbols.iter().zip(&self.last).take_while(|(a, b)| a == b).count().min(255);
        encoder.number(&mut self.shared, shared as u32);
        let context = |at: Option<usize>| at.map_or(NONE, |at| symbols[at].min(ESCAPE) as usize);
        for (at, &symbol) in symbols.iter().enumerate().skip(shared) {
            let place = context(at.checked_sub(1)) * (NONE + 1) + context(at.checked_sub(2));
            encoder.number(&mut self.symbols[place], symbol.min(ESCAPE));
            if symbol >= ESCAPE {
                encoder.number(&mut self.escape, symbol - ESCAPE);
            }
        }
        self.last = symbols;
    }
}

/// Writes numbers that are mostly small: how many bits, then the bits.
pub struct SmallNumbers {
    length: Tree,
    mantissa: Vec<[Model; 1 << MODELLED]>,
}

impl Default for SmallNumbers {
    fn default() -> Self {
        SmallNumbers { length: Tree::new(6), mantissa: vec![[Model::default(); 1 << MODELLED]; 64] }
    }
}

impl SmallNumbers {
    pub fn encode(&mut self, encoder: &mut Encoder, number: u64) {
        let value = number + 1;
        let bits = u64::BITS - value.leading_zeros();
        encoder.number(&mut self.length, bits);
        let models = &mut self.mantissa[bits as usize];
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
