//! Packed keys: lands in half bytes, so that millions of them fit into memory.
//!
//! A key has a byte per token (see [`sprouts::token`]), and most tokens are foreseeable: letters appear in order and twice, bare
//! spots come in runs, a region ends where a boundary ends. Packed, a token takes four bits and many take none: 10 bytes a
//! land where the key has 28, on average over the lands met in the 13-spot game. Packing loses nothing, so packed keys are
//! compared and hashed in place of the keys.

use sprouts::token::{
    END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER, LOWER_LETTERS, ONE, TWO, UPPER_LETTERS, ZERO,
};
use std::cell::RefCell;

/// The codes. `LAST_UPPER` is the last of seven that name a spot by its place among those awaiting their second mention.
const DOT: u8 = 0;
/// The end of a region, and of the boundary before it if that is still open.
const BAR: u8 = 1;
const CODE_ONE: u8 = 2;
const CODE_TWO: u8 = 3;
const NEW_UPPER: u8 = 4;
const OPEN_UPPER: u8 = 5;
const LAST_UPPER: u8 = 11;
const NEW_LOWER: u8 = 12;
const OPEN_LOWER: u8 = 13;
/// A run of bare spots; the next half byte says how many, 1 to 15.
const ZEROS: u8 = 14;
/// The next two half bytes are the token itself. Alone at the end it fills the last byte.
const ESCAPE: u8 = 15;

/// Letters of one case: which comes next, and which have been mentioned once.
struct Letters {
    first: u8,
    count: u8,
    new: u8,
    open: Vec<u8>,
}

impl Letters {
    fn new(first: u8, count: u8) -> Self {
        Letters { first, count, new: 0, open: Vec::new() }
    }

    fn clear(&mut self) {
        self.new = 0;
        self.open.clear();
    }

    fn contains(&self, token: u8) -> bool {
        (self.first..self.first + self.count).contains(&token)
    }

    /// The token of the next new letter, if there is one.
    fn fresh(&self) -> Option<u8> {
        (self.new < self.count).then(|| self.first + self.new)
    }

    fn mention_new(&mut self) -> Option<u8> {
        let token = self.fresh()?;
        self.new += 1;
        self.open.push(token);
        Some(token)
    }

    fn place(&self, token: u8) -> Option<usize> {
        self.open.iter().position(|&open| open == token)
    }
}

thread_local! {
    static PACKER: RefCell<Packer> = RefCell::default();
}

/// Calls `then` with the packed form of a key that the engine has made.
pub fn packed<R>(key: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    PACKER.with_borrow_mut(|packer| then(packer.pack(key)))
}

/// Calls `then` with the key of a packed form.
pub fn unpacked<R>(packed: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    PACKER.with_borrow_mut(|packer| then(packer.unpack(packed)))
}

/// Packs and unpacks; keeps its memory.
struct Packer {
    upper: Letters,
    lower: Letters,
    /// The last key packed.
    packed: Vec<u8>,
    halves: usize,
    /// The last key unpacked.
    key: Vec<u8>,
}

impl Default for Packer {
    fn default() -> Self {
        let upper = Letters::new(FIRST_UPPER, UPPER_LETTERS);
        let lower = Letters::new(FIRST_LOWER, LOWER_LETTERS);
        Packer { upper, lower, packed: Vec::new(), halves: 0, key: Vec::new() }
    }
}

impl Packer {
    fn put(&mut self, code: u8) {
        if self.halves.is_multiple_of(2) {
            self.packed.push(code << 4 | ESCAPE);
        } else {
            let last = self.packed.len() - 1;
            self.packed[last] = self.packed[last] & 0xf0 | code;
        }
        self.halves += 1;
    }

    fn escape(&mut self, token: u8) {
        self.put(ESCAPE);
        self.put(token >> 4);
        self.put(token & 15);
    }

    fn pack(&mut self, key: &[u8]) -> &[u8] {
        self.upper.clear();
        self.lower.clear();
        self.packed.clear();
        self.halves = 0;
        let mut at = 0;
        while at < key.len() {
            if key[at..].starts_with(&[ZERO, END_BOUNDARY]) {
                let zeros = key[at..].chunks_exact(2).take(15).take_while(|pair| pair == &[ZERO, END_BOUNDARY]).count();
                self.put(ZEROS);
                self.put(zeros as u8);
                at += 2 * zeros;
                continue;
            }
            self.pack_token(key[at], key.get(at + 1) == Some(&END_REGION));
            at += 1;
        }
        &self.packed
    }

    fn pack_token(&mut self, token: u8, before_bar: bool) {
        match token {
            ONE => self.put(CODE_ONE),
            TWO => self.put(CODE_TWO),
            END_BOUNDARY => {
                self.lower.clear();
                if !before_bar {
                    self.put(DOT);
                }
            }
            END_REGION => self.put(BAR),
            _ if self.upper.contains(token) => self.pack_upper(token),
            _ if self.lower.contains(token) => self.pack_lower(token),
            _ => self.escape(token),
        }
    }

    fn pack_upper(&mut self, token: u8) {
        if self.upper.fresh() == Some(token) {
            self.upper.mention_new();
            return self.put(NEW_UPPER);
        }
        match self.upper.place(token) {
            Some(place) if place <= usize::from(LAST_UPPER - OPEN_UPPER) => {
                self.upper.open.remove(place);
                self.put(OPEN_UPPER + place as u8);
            }
            _ => self.escape(token),
        }
    }

    fn pack_lower(&mut self, token: u8) {
        if self.lower.fresh() == Some(token) {
            self.lower.mention_new();
            return self.put(NEW_LOWER);
        }
        match self.lower.place(token) {
            Some(0) => {
                self.lower.open.remove(0);
                self.put(OPEN_LOWER);
            }
            _ => self.escape(token),
        }
    }

    fn unpack(&mut self, packed: &[u8]) -> &[u8] {
        self.upper.clear();
        self.lower.clear();
        let key = &mut self.key;
        key.clear();
        let mut halves = packed.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        while let Some(code) = halves.next() {
            let token = match code {
                DOT => Some(END_BOUNDARY),
                BAR => {
                    if key.last() != Some(&END_BOUNDARY) {
                        key.push(END_BOUNDARY);
                        self.lower.clear();
                    }
                    Some(END_REGION)
                }
                CODE_ONE => Some(ONE),
                CODE_TWO => Some(TWO),
                NEW_UPPER => self.upper.mention_new(),
                OPEN_UPPER..=LAST_UPPER => Some(self.upper.open.remove(usize::from(code - OPEN_UPPER))),
                NEW_LOWER => self.lower.mention_new(),
                OPEN_LOWER => Some(self.lower.open.remove(0)),
                ZEROS => {
                    let count = halves.next().unwrap_or(0);
                    (0..count).for_each(|_| key.extend([ZERO, END_BOUNDARY]));
                    None
                }
                _ => halves.next().zip(halves.next()).map(|(high, low)| high << 4 | low),
            };
            if token == Some(END_BOUNDARY) {
                self.lower.clear();
            }
            key.extend(token);
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;
    use sprouts::notation;
    use sprouts::plain::PlainPosition;
    use sprouts::{Engine, Stage};

    fn key(text: &str) -> Vec<u8> {
        let position = Engine::new().canonical(&notation::parse(text).unwrap()).unwrap();
        position.lands()[0].key().to_vec()
    }

    #[test]
    fn every_land_of_a_game_comes_back_and_none_looks_like_another() {
        let mut engine = Engine::new();
        let start = engine.canonical(&PlainPosition::start(5)).unwrap();
        let mut packer = Packer::default();
        let (mut lands, mut packed) = (FxHashSet::default(), FxHashSet::default());
        let mut open = vec![start.lands()[0].key().to_vec()];
        while let Some(land) = open.pop() {
            if lands.insert(land.clone()) {
                let short = packer.pack(&land).to_vec();
                assert_eq!(packer.unpack(&short), land);
                assert!(packed.insert(short));
                engine
                    .for_each_move(&land, Stage::Canonical, |after| open.extend(after.iter().map(<[u8]>::to_vec)))
                    .unwrap();
            }
        }
        assert_eq!(lands.len(), 12_631);
    }

    #[test]
    fn long_runs_and_many_letters_come_back() {
        let mut packer = Packer::default();
        let many = "0*17.ABCDEFGHIJ|0.ABCDEFGHIJ";
        for text in ["0*60", "0*31.AB|0*15.AB|", "0*2.abcabc", "abacbdcd.0*3", many] {
            let key = key(text);
            let packed = packer.pack(&key).to_vec();
            assert_eq!(packer.unpack(&packed), key, "{text}");
        }
    }
}
