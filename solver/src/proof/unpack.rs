//! Reads the claims of a certificate again, as a place to start from (FORMAT.md sections 8 and 9).
//!
//! Nothing is believed for standing in a file: a file that is damaged, or that is about another position, gives no claims,
//! and the claims it gives are proved again before they are used.

use super::file::{Certificate, MAGIC, Statement, VERSION};
use super::range_coder::{Model, Tree};
use crate::game::alphabet::{END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER};
use crate::game::{Engine, Land, Position};
use crate::notation;
use crate::search::Nimber;

/// A land with more symbols than this is not read.
const LONGEST: usize = 4_000;
/// The context where no symbol stands before, and the symbol that greater ones follow.
const NONE: usize = 32;
const ESCAPE: u32 = 31;

/// What a certificate of normal play holds: the position it is about, in short notation, and its claims.
pub struct Unpacked {
    pub start: String,
    pub claims: Vec<(Land, Nimber)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    #[error("this is not a certificate")]
    NotACertificate,
    #[error("the digest is wrong: the file is damaged")]
    Damaged,
    #[error("this is not a certificate of Sprouts in normal play")]
    OtherGame,
    #[error("claim {0} is malformed")]
    Malformed(u32),
}

/// Reads the claims of a certificate.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, UnpackError> {
    let (signed, digest) = bytes.split_last_chunk::<32>().ok_or(UnpackError::NotACertificate)?;
    let content = signed.strip_prefix(MAGIC).ok_or(UnpackError::NotACertificate)?;
    if blake3::hash(signed).as_bytes() != digest {
        return Err(UnpackError::Damaged);
    }
    // Statements about other games have other numbers, which this reader does not know.
    let certificate: Certificate = postcard::from_bytes(content).map_err(|_| UnpackError::OtherGame)?;
    let Statement::SproutsNormal { start, .. } = certificate.statement else { return Err(UnpackError::OtherGame) };
    if certificate.version != VERSION {
        return Err(UnpackError::OtherGame);
    }
    let mut reader = Reader::new(certificate.body);
    let mut engine = Engine::new();
    let claim = |nth| {
        let read = reader.claim().and_then(|(key, nimber)| Some((real_land(&mut engine, &key)?, nimber)));
        read.filter(|_| !reader.decoder.is_beyond_end()).ok_or(UnpackError::Malformed(nth + 1))
    };
    Ok(Unpacked { start, claims: (0..certificate.claims).map(claim).collect::<Result<_, _>>()? })
}

/// The claims of a certificate, if it is about this position.
pub fn claims(bytes: &[u8], start: &Position) -> Option<Vec<(Land, Nimber)>> {
    let unpacked = unpack(bytes).ok()?;
    (unpacked.start == start.to_string()).then_some(unpacked.claims)
}

/// The land with this key, if there is one.
fn real_land(engine: &mut Engine, key: &[u8]) -> Option<Land> {
    let text = Land::from_key(key).to_string();
    let drawing = notation::parse_as(&text, notation::Notation::Short).ok()?;
    let position = engine.canonical(&drawing).ok()?;
    let [land] = position.lands() else { return None };
    (land.key() == key).then(|| land.clone())
}

/// Decodes claims one after the other.
struct Reader<'a> {
    decoder: Decoder<'a>,
    shared: Tree,
    escape: Tree,
    nimber: Tree,
    symbol: Vec<Tree>,
    last: Vec<u32>,
}

impl<'a> Reader<'a> {
    fn new(body: &'a [u8]) -> Self {
        Reader {
            decoder: Decoder::new(body),
            shared: Tree::new(8),
            escape: Tree::new(8),
            nimber: Tree::new(5),
            symbol: vec![Tree::new(5); (NONE + 1) * (NONE + 1)],
            last: Vec::new(),
        }
    }

    fn claim(&mut self) -> Option<(Vec<u8>, Nimber)> {
        let shared = self.decoder.number(&mut self.shared) as usize;
        let mut speller = Speller::default();
        let mut symbols: Vec<u32> = self.last.get(..shared)?.to_vec();
        for &symbol in &symbols {
            speller.spell(symbol)?;
        }
        while !speller.finished {
            let before = |n: usize| symbols.len().checked_sub(n).map_or(NONE, |at| symbols[at].min(ESCAPE) as usize);
            let tree = &mut self.symbol[before(1) * (NONE + 1) + before(2)];
            let mut symbol = self.decoder.number(tree);
            if symbol == ESCAPE {
                symbol += self.decoder.number(&mut self.escape);
            }
            speller.spell(symbol)?;
            symbols.push(symbol);
            if symbols.len() > LONGEST {
                return None;
            }
        }
        self.last = symbols;
        Some((speller.key, self.decoder.number(&mut self.nimber) as Nimber))
    }
}

/// Turns symbols into the tokens of a key.
#[derive(Default)]
struct Speller {
    key: Vec<u8>,
    once_lower: Vec<u8>,
    once_upper: Vec<u8>,
    lower: u8,
    upper: u8,
    finished: bool,
}

impl Speller {
    fn spell(&mut self, symbol: u32) -> Option<()> {
        let token = match symbol {
            0..=2 => symbol as u8,
            3 => {
                self.once_lower.clear();
                self.lower = 0;
                END_BOUNDARY
            }
            4 => {
                self.finished = self.once_upper.is_empty();
                END_REGION
            }
            5 => new_letter(&mut self.once_lower, &mut self.lower, FIRST_LOWER, FIRST_UPPER)?,
            6 => new_letter(&mut self.once_upper, &mut self.upper, FIRST_UPPER, END_BOUNDARY)?,
            _ => {
                let once = if symbol % 2 == 1 { &mut self.once_lower } else { &mut self.once_upper };
                let nth = (symbol as usize - 7) / 2;
                if nth >= once.len() {
                    return None;
                }
                once.remove(nth)
            }
        };
        self.key.push(token);
        Some(())
    }
}

/// The next letter in order, if there is one below the end.
fn new_letter(once: &mut Vec<u8>, used: &mut u8, first: u8, end: u8) -> Option<u8> {
    let letter = first.checked_add(*used).filter(|&letter| letter < end)?;
    *used += 1;
    once.push(letter);
    Some(letter)
}

/// The reader's side of the range coder.
struct Decoder<'a> {
    range: u32,
    code: u32,
    bytes: std::slice::Iter<'a, u8>,
    /// Bytes read behind the end.
    missing: u32,
}

impl<'a> Decoder<'a> {
    fn new(body: &'a [u8]) -> Self {
        let mut decoder = Decoder { range: u32::MAX, code: 0, bytes: body.iter(), missing: 0 };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let byte = self.bytes.next().copied();
        self.missing += u32::from(byte.is_none());
        self.code = self.code << 8 | u32::from(byte.unwrap_or(0));
    }

    fn is_beyond_end(&self) -> bool {
        self.missing > 0
    }

    fn bit(&mut self, model: &mut Model) -> bool {
        let bound = (self.range >> 12) * (model.probability >> 4);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
        model.learn(bit);
        bit
    }

    fn number(&mut self, tree: &mut Tree) -> u32 {
        let mut node = 1;
        for _ in 0..tree.bits {
            node = 2 * node + usize::from(self.bit(&mut tree.models[node]));
        }
        node as u32 - (1 << tree.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;
    use crate::proof::{Goal, prove, seal};
    use crate::search::Limits;

    fn start(spots: usize) -> Position {
        Engine::new().canonical(&Drawing::start(spots)).unwrap()
    }

    #[test]
    fn claims_come_back_as_they_were_written() {
        for spots in [1, 2, 5, 8, 9] {
            let goal = if matches!(spots % 6, 3..=5) { Goal::Not(0) } else { Goal::Nimber(0) };
            let (none, start) = (Limits::default(), start(spots));
            let proof = prove(&mut vec![], &start, goal, none, none, |_| ()).unwrap();
            assert_eq!(claims(&seal(&proof, false).bytes, &start), Some(proof.claims), "{spots} spots");
        }
    }

    #[test]
    fn damaged_files_and_other_positions_give_no_claims() {
        let (none, start) = (Limits::default(), start(6));
        let proof = prove(&mut vec![], &start, Goal::Nimber(0), none, none, |_| ()).unwrap();
        let bytes = seal(&proof, false).bytes;
        assert_eq!(claims(&bytes, &self::start(7)), None);
        assert_eq!(claims(&[], &start), None);
        assert_eq!(claims(&bytes[..bytes.len() - 1], &start), None);
        for at in 0..bytes.len() - 32 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(claims(&damaged, &start), None, "byte {at}");
            // With a digest that fits, anything may come out, but nothing that is no land, and no panic.
            let digest = *blake3::hash(&damaged[..bytes.len() - 32]).as_bytes();
            damaged.truncate(bytes.len() - 32);
            damaged.extend_from_slice(&digest);
            claims(&damaged, &start);
        }
    }
}
