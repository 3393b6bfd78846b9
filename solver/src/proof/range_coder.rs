//! The writer's side of the adaptive binary range coder of FORMAT.md section 9.
//!
//! Carries are handled as in LZMA: a byte is held back until it is known whether a carry will reach it, and a run of FF
//! bytes behind it is only counted. The first byte that comes out is always 0 and is left away.

/// An adaptive probability of the bit 0, in 1/65536.
#[derive(Clone, Copy)]
pub struct Model {
    pub(super) probability: u32,
    seen: u32,
}

impl Default for Model {
    fn default() -> Self {
        Model { probability: 1 << 15, seen: 0 }
    }
}

impl Model {
    pub(super) fn learn(&mut self, bit: bool) {
        let shift = (self.seen + 1).min(5);
        if bit {
            self.probability -= self.probability >> shift;
        } else {
            self.probability += (65536 - self.probability) >> shift;
        }
        self.seen += 1;
    }
}

/// Models for numbers of a fixed number of bits.
#[derive(Clone)]
pub struct Tree {
    pub(super) bits: u32,
    pub(super) models: Vec<Model>,
}

impl Tree {
    pub fn new(bits: u32) -> Self {
        Tree { bits, models: vec![Model::default(); 1 << bits] }
    }
}

pub struct Encoder {
    low: u64,
    range: u32,
    held_back: u8,
    /// The byte held back and the FF bytes behind it.
    pending: u64,
    out: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder { low: 0, range: u32::MAX, held_back: 0, pending: 1, out: Vec::new() }
    }
}

impl Encoder {
    pub fn bit(&mut self, model: &mut Model, bit: bool) {
        self.write(model.probability, bit);
        model.learn(bit);
    }

    /// A bit without a model.
    pub fn plain_bit(&mut self, bit: bool) {
        self.write(1 << 15, bit);
    }

    pub fn number(&mut self, tree: &mut Tree, number: u32) {
        let mut node = 1;
        for nth in (0..tree.bits).rev() {
            let bit = number >> nth & 1 == 1;
            self.bit(&mut tree.models[node], bit);
            node = 2 * node + usize::from(bit);
        }
    }

    fn write(&mut self, probability: u32, bit: bool) {
        let bound = (self.range >> 12) * (probability >> 4);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if (self.low as u32) < 0xff00_0000 || carry != 0 {
            let mut byte = self.held_back;
            for _ in 0..self.pending {
                self.out.push(byte.wrapping_add(carry));
                byte = 0xff;
            }
            self.pending = 0;
            self.held_back = (self.low >> 24) as u8;
        }
        self.pending += 1;
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.out.remove(0);
        self.out
    }
}
