//! The reader's side of the range coder (FORMAT.md section 9), as far as claims go.

/// A probability of the bit 0, in 1/65536, that learns.
#[derive(Clone, Copy)]
struct Model {
    probability: u32,
    seen: u32,
}

/// Models for numbers of a fixed number of bits.
#[derive(Clone)]
pub struct Tree {
    bits: u32,
    models: Vec<Model>,
}

impl Tree {
    pub fn new(bits: u32) -> Self {
        Tree { bits, models: vec![Model { probability: 1 << 15, seen: 0 }; 1 << bits] }
    }
}

pub struct Decoder<'a> {
    range: u32,
    code: u32,
    rest: &'a [u8],
    /// Bytes that were wanted after the end.
    missing: usize,
}

impl<'a> Decoder<'a> {
    pub fn new(body: &'a [u8]) -> Self {
        let mut decoder = Decoder { range: u32::MAX, code: 0, rest: body, missing: 0 };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.byte();
        }
        decoder
    }

    fn byte(&mut self) -> u32 {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                u32::from(byte)
            }
            None => {
                self.missing += 1;
                0
            }
        }
    }

    /// Whether more was read than is there.
    pub fn is_beyond_end(&self) -> bool {
        self.missing > 0
    }

    pub fn number(&mut self, tree: &mut Tree) -> u32 {
        let mut node = 1;
        for _ in 0..tree.bits {
            node = 2 * node + self.bit(&mut tree.models[node as usize]);
        }
        node - (1 << tree.bits)
    }

    fn bit(&mut self, model: &mut Model) -> u32 {
        let bound = (self.range >> 12) * (model.probability >> 4);
        let shift = (model.seen + 1).min(5);
        model.seen += 1;
        let bit = if self.code < bound {
            self.range = bound;
            model.probability += (65536 - model.probability) >> shift;
            0
        } else {
            self.code -= bound;
            self.range -= bound;
            model.probability -= model.probability >> shift;
            1
        };
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.byte();
        }
        bit
    }
}
