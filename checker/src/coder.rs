//! The adaptive binary range decoder of FORMAT.md section 9, and what is coded with it: numbers, small numbers, lands.
//! Any bytes decode to something, or run out.

use crate::canon::MAX_OCCURRENCES;
use crate::error::{Error, Result, error};
use crate::land::{BAR, DOT, LOWER, Land, UPPER};
use crate::position::Position;
use std::collections::HashMap;

/// How likely the next bit is a 0, in 1/65536 (between 31 and 65505), and how many bits were seen, up to 5.
#[derive(Clone, Copy)]
pub(crate) struct Model {
    pub(crate) zero: u32,
    seen: u32,
}

impl Model {
    pub(crate) const NEW: Model = Model { zero: 1 << 15, seen: 0 };

    /// Where in a range the bit 1 begins.
    pub(crate) fn bound(&self, range: u32) -> u32 {
        (range >> 12) * (self.zero >> 4)
    }

    pub(crate) fn learn(&mut self, bit: usize) {
        self.seen = (self.seen + 1).min(5);
        match bit {
            0 => self.zero += (65536 - self.zero) >> self.seen,
            _ => self.zero -= self.zero >> self.seen,
        }
    }
}

/// The name of a tree of models, such as `symbol[c1][c2]`.
type Tree = (&'static str, usize, usize);

pub(crate) struct Decoder<'a> {
    pub(crate) bits: Bits<'a>,
    trees: HashMap<Tree, Vec<Model>>,
    /// The symbols of the last land.
    symbols: Vec<usize>,
}

pub(crate) struct Bits<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) range: u32,
    pub(crate) code: u32,
}

impl Bits<'_> {
    pub(crate) fn next(&mut self, model: &mut Model) -> Result<usize> {
        let bound = model.bound(self.range);
        let bit = usize::from(self.code >= bound);
        (self.code, self.range) = if bit == 0 { (self.code, bound) } else { (self.code - bound, self.range - bound) };
        while self.range < 1 << 24 {
            let next = self.rest.split_off_first().ok_or_else(too_short)?;
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(*next);
        }
        model.learn(bit);
        Ok(bit)
    }
}

fn too_short() -> Error {
    error!(Malformed, "the body ends before all that it should hold")
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(body: &'a [u8]) -> Result<Self> {
        let (first, rest) = body.split_first_chunk().ok_or_else(too_short)?;
        let bits = Bits { rest, range: u32::MAX, code: u32::from_be_bytes(*first) };
        Ok(Decoder { bits, trees: HashMap::new(), symbols: vec![] })
    }

    /// Everything has been decoded.
    pub(crate) fn end(&self) -> Result<()> {
        match self.bits.rest.len() {
            0 => Ok(()),
            left => Err(error!(Malformed, "{left} bytes of the body are left over")),
        }
    }

    /// A number of so many bits, with the models of a tree.
    pub(crate) fn number(&mut self, tree: Tree, bits: usize) -> Result<usize> {
        let models = self.trees.entry(tree).or_insert_with(|| vec![Model::NEW; 1 << bits]);
        let mut m = 1;
        while m < 1 << bits {
            m = 2 * m + self.bits.next(&mut models[m])?;
        }
        Ok(m - (1 << bits))
    }

    /// A small number of some kind.
    pub(crate) fn small(&mut self, kind: &'static str) -> Result<u64> {
        let bits = self.number((kind, 0, 0), 6)?;
        if !(1..=40).contains(&bits) {
            return Err(error!(Malformed, "a number ({kind}) cannot have {bits} bits"));
        }
        let first = (bits - 1).min(4);
        let mut value = (1 << first) + self.number((kind, bits, 0), first)? as u64;
        for _ in first + 1..bits {
            value = 2 * value + self.bits.next(&mut { Model::NEW })? as u64;
        }
        Ok(value - 1)
    }

    /// The next land. It is not yet known to be reduced and canonical.
    pub(crate) fn land(&mut self) -> Result<Land> {
        let mut symbols = std::mem::take(&mut self.symbols);
        let shared = self.number(("shared", 0, 0), 8)?;
        if shared > 0 && shared >= symbols.len() {
            return Err(error!(Malformed, "it shares {shared} symbols with a land that is not longer"));
        }
        symbols.truncate(shared);
        let mut string = Vec::new();
        // Of lower-case and of upper-case letters: how many there are, and those that were written once.
        let (mut count, mut once) = ([0; 2], [vec![], vec![]]);
        while string.last() != Some(&BAR) || !once[1].is_empty() {
            if string.len() == symbols.len() {
                let back = |n: usize| symbols.iter().nth_back(n).map_or(32, |&symbol| symbol.min(31));
                let symbol = self.number(("symbol", back(0), back(1)), 5)?;
                symbols.push(if symbol < 31 { symbol } else { 31 + self.number(("escape", 0, 0), 8)? });
            }
            let symbol = symbols[string.len()];
            let (case, nth) = ((symbol + 1) % 2, symbol.saturating_sub(7) / 2);
            if symbol == 5 || symbol == 6 {
                once[case].push([LOWER, UPPER][case] + count[case]);
                count[case] += 1;
            }
            string.push(match symbol {
                0..=2 => symbol as u16,
                3 => DOT,
                4 => BAR,
                5 | 6 => [LOWER, UPPER][case] + count[case] - 1,
                _ if nth < once[case].len() => once[case].remove(nth),
                _ => return Err(error!(Malformed, "symbol {symbol} stands for a letter that there is not")),
            });
            if symbol == 3 {
                (count[0], once[0]) = (0, vec![]);
            }
            if string.len() > 3 * MAX_OCCURRENCES {
                return Err(error!(Malformed, "a land has too many symbols"));
            }
        }
        self.symbols = symbols;
        Position::default().add_land(&string)?;
        Ok(Land(string.into()))
    }
}
