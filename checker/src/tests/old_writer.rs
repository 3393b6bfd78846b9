//! The range encoder, which the tests of misère play still use.

use crate::coder::Model;
use crate::land::{BAR, DOT, LOWER, Token, UPPER};
use std::collections::{BTreeSet, HashMap};

/// A range encoder with carry, as in LZMA: what `Decoder` undoes.
pub struct Encoder {
    low: u64,
    range: u32,
    held: u8,
    held_ff: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub fn new() -> Self {
        Encoder { low: 0, range: u32::MAX, held: 0, held_ff: 0, bytes: vec![] }
    }

    pub fn bit(&mut self, model: &mut Model, bit: usize) {
        let bound = model.bound(self.range);
        if bit == 0 {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
        model.learn(bit);
    }

    pub fn plain_bit(&mut self, bit: usize) {
        self.bit(&mut Model::NEW.clone(), bit);
    }

    pub fn number(&mut self, tree: &mut [Model], number: usize) {
        let mut m = 1;
        let mut mask = tree.len() / 2;
        while mask > 0 {
            let bit = usize::from(number & mask > 0);
            self.bit(&mut tree[m], bit);
            m = 2 * m + bit;
            mask /= 2;
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if self.low < 0xFF00_0000 || carry == 1 {
            self.bytes.push(self.held.wrapping_add(carry));
            self.bytes.extend(vec![0xFFu8.wrapping_add(carry); self.held_ff]);
            self.held_ff = 0;
            self.held = (self.low >> 24) as u8;
        } else {
            self.held_ff += 1;
        }
        self.low = (self.low << 8) & 0xFFFF_FFFF;
    }

    pub fn finish(mut self) -> Vec<u8> {
        (0..5).for_each(|_| self.shift());
        self.bytes.split_off(1) // the first byte is that of the carry, which never comes
    }
}

pub fn models(bits: u32) -> Vec<Model> {
    vec![Model::NEW; 1 << bits]
}

/// Writes lands, each after the one before.
pub struct LandWriter {
    shared: Vec<Model>,
    escape: Vec<Model>,
    symbol: HashMap<(usize, usize), Vec<Model>>,
    before: Vec<usize>,
}

impl LandWriter {
    pub fn new() -> Self {
        LandWriter { shared: models(8), escape: models(8), symbol: HashMap::new(), before: vec![] }
    }

    pub fn write(&mut self, coder: &mut Encoder, tokens: &[Token]) {
        let symbols = symbols(tokens);
        let same = self.before.iter().zip(&symbols).take_while(|(a, b)| a == b).count();
        let shared = same.min(255).min(symbols.len() - 1).min(self.before.len().saturating_sub(1));
        coder.number(&mut self.shared, shared);
        for i in shared..symbols.len() {
            let back = |n: usize| i.checked_sub(n).map_or(32, |i| symbols[i].min(31));
            coder.number(self.symbol.entry((back(1), back(2))).or_insert_with(|| models(5)), symbols[i].min(31));
            if symbols[i] >= 31 {
                coder.number(&mut self.escape, symbols[i] - 31);
            }
        }
        self.before = symbols;
    }
}

/// Writes the small numbers of one kind.
pub struct SmallWriter {
    length: Vec<Model>,
    mantissa: Vec<Vec<Model>>,
}

impl SmallWriter {
    pub fn new() -> Self {
        SmallWriter { length: models(6), mantissa: vec![models(4); 64] }
    }

    pub fn write(&mut self, coder: &mut Encoder, number: u64) {
        let value = number + 1;
        let bits = value.ilog2() as usize + 1;
        coder.number(&mut self.length, bits);
        let mut m = 1;
        for i in (0..bits - 1).rev() {
            let bit = (value >> i & 1) as usize;
            if m < 16 {
                coder.bit(&mut self.mantissa[bits][m], bit);
                m = 2 * m + bit;
            } else {
                coder.plain_bit(bit);
            }
        }
    }
}

fn symbols(tokens: &[Token]) -> Vec<usize> {
    let (mut lower, mut upper): (BTreeSet<u16>, BTreeSet<u16>) = Default::default();
    let letter = |once: &mut BTreeSet<u16>, name: u16, fresh: usize| match once.iter().position(|&n| n == name) {
        Some(i) => {
            once.remove(&name);
            fresh + 2 + 2 * i
        }
        None => {
            once.insert(name);
            fresh
        }
    };
    let symbol = |token: &Token| match *token {
        DOT => {
            lower.clear();
            3
        }
        BAR => 4,
        degree @ 0..LOWER => usize::from(degree),
        name @ LOWER..UPPER => letter(&mut lower, name, 5),
        name => letter(&mut upper, name, 6),
    };
    tokens.iter().map(symbol).collect()
}
