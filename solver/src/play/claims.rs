//! The claims of a certificate of normal play: which lands have which nimbers (FORMAT.md sections 7 to 9).
//!
//! A file is not believed. [`Claims::support`] goes through the rules of section 7 with the solver's own options, so that a
//! machine that plays by claims can be sure of them; replies are not read but looked for.

use super::decoder::{Decoder, Tree};
use crate::game::alphabet::{END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER, LOWER_LETTERS, UPPER_LETTERS};
use crate::game::{Engine, Land, Position, TooLarge};
use crate::search::Nimber;
use rustc_hash::FxHashMap;
use serde::Deserialize;

/// The longest land that is read, in symbols.
const MAX_SYMBOLS: usize = 2_000;
const ESCAPE: u32 = 31;
const NONE: usize = 32;

/// Lands with their nimbers, and the start they are about.
#[derive(Debug, Clone, Default)]
pub struct Claims {
    start: String,
    nimbers: FxHashMap<Land, Nimber>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimsError {
    #[error("this is not a certificate")]
    NotACertificate,
    #[error("the digest is wrong: the file is damaged")]
    Damaged,
    #[error("only certificates of Sprouts in normal play can be played from")]
    OtherGame,
    #[error("the claims are malformed")]
    Malformed,
    #[error("the claim that {land} has nimber {nimber} is not supported by the others")]
    Unsupported { land: Land, nimber: Nimber },
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

#[derive(Deserialize)]
struct Certificate<'a> {
    version: u32,
    statement: Statement,
    claims: u32,
    _replies: u32,
    #[serde(borrow)]
    body: &'a [u8],
}

#[derive(Deserialize)]
enum Statement {
    SproutsNormal { start: String, _result: Outcome },
}

#[derive(Deserialize)]
enum Outcome {
    Loss,
    Win,
    #[expect(dead_code, reason = "a nimber is read past")]
    Nimber(u8),
}

const MAGIC: &[u8] = b"SPROOF\r\n";

impl Claims {
    /// Reads the claims of a certificate.
    pub fn read(bytes: &[u8]) -> Result<Self, ClaimsError> {
        let (signed, digest) = bytes.split_last_chunk::<32>().ok_or(ClaimsError::NotACertificate)?;
        let content = signed.strip_prefix(MAGIC).ok_or(ClaimsError::NotACertificate)?;
        if blake3::hash(signed).as_bytes() != digest {
            return Err(ClaimsError::Damaged);
        }
        // Statements of other games have other numbers, which this reader does not know.
        let certificate: Certificate = postcard::from_bytes(content).map_err(|_| ClaimsError::OtherGame)?;
        if certificate.version != 1 {
            return Err(ClaimsError::OtherGame);
        }
        let Statement::SproutsNormal { start, .. } = certificate.statement;
        let nimbers = decode(certificate.body, certificate.claims)?;
        Ok(Claims { start, nimbers })
    }

    /// The position that the certificate is about, in short notation.
    pub fn start(&self) -> &str {
        &self.start
    }

    pub fn len(&self) -> usize {
        self.nimbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nimbers.is_empty()
    }

    pub fn nimber(&self, land: &Land) -> Option<Nimber> {
        self.nimbers.get(land).copied()
    }

    /// The nimber of a position all of whose lands are claimed.
    pub fn settled(&self, position: &Position) -> Option<Nimber> {
        position.lands().iter().try_fold(0, |sum, land| Some(sum ^ self.nimber(land)?))
    }

    /// Sees that every claim follows from the others: rules 1 to 3 of FORMAT.md section 7.
    pub fn support(&self, engine: &mut Engine) -> Result<(), ClaimsError> {
        let mut refuted: FxHashMap<(Land, Nimber), bool> = FxHashMap::default();
        for (land, &nimber) in &self.nimbers {
            let unsupported = || ClaimsError::Unsupported { land: land.clone(), nimber };
            let (options, _) = engine.land_options(land)?;
            let settled: Vec<Option<Nimber>> = options.iter().map(|option| self.settled(option)).collect();
            if !(0..nimber).all(|lower| settled.contains(&Some(lower))) {
                return Err(unsupported());
            }
            for (option, settled) in options.iter().zip(settled) {
                let is_shown = match settled {
                    Some(other) => other != nimber,
                    None => self.is_refuted(engine, option, nimber, &mut refuted)?,
                };
                if !is_shown {
                    return Err(unsupported());
                }
            }
        }
        Ok(())
    }

    /// Whether a position with one unclaimed land has a move there to the nimber in question.
    fn is_refuted(
        &self,
        engine: &mut Engine,
        position: &Position,
        nimber: Nimber,
        refuted: &mut FxHashMap<(Land, Nimber), bool>,
    ) -> Result<bool, TooLarge> {
        let (claimed, open): (Vec<&Land>, Vec<&Land>) =
            position.lands().iter().partition(|land| self.nimber(land).is_some());
        let [land] = open[..] else { return Ok(false) };
        let target = claimed.iter().filter_map(|land| self.nimber(land)).fold(nimber, |sum, other| sum ^ other);
        if let Some(&known) = refuted.get(&(land.clone(), target)) {
            return Ok(known);
        }
        let (options, _) = engine.land_options(land)?;
        let found = options.iter().any(|option| self.settled(option) == Some(target));
        refuted.insert((land.clone(), target), found);
        Ok(found)
    }
}

fn decode(body: &[u8], count: u32) -> Result<FxHashMap<Land, Nimber>, ClaimsError> {
    let mut decoder = Decoder::new(body);
    let mut shared_tree = Tree::new(8);
    let mut escape_tree = Tree::new(8);
    let mut nimber_tree = Tree::new(5);
    let mut symbol_trees = vec![Tree::new(5); (NONE + 1) * (NONE + 1)];
    let mut last: Vec<u32> = Vec::new();
    let mut nimbers = FxHashMap::default();
    for _ in 0..count {
        let shared = decoder.number(&mut shared_tree) as usize;
        last.truncate(shared);
        let mut writer = KeyWriter::default();
        for &symbol in &last {
            writer.push(symbol)?;
        }
        while !writer.is_finished {
            let context = |back: usize| match last.len().checked_sub(back) {
                Some(at) => last[at].min(ESCAPE) as usize,
                None => NONE,
            };
            let place = context(1) * (NONE + 1) + context(2);
            let mut symbol = decoder.number(&mut symbol_trees[place]);
            if symbol == ESCAPE {
                symbol += decoder.number(&mut escape_tree);
            }
            last.push(symbol);
            writer.push(symbol)?;
            if decoder.is_beyond_end() || last.len() > MAX_SYMBOLS {
                return Err(ClaimsError::Malformed);
            }
        }
        let nimber = decoder.number(&mut nimber_tree) as Nimber;
        nimbers.insert(Land::from_key(&writer.key), nimber);
    }
    if decoder.is_beyond_end() { Err(ClaimsError::Malformed) } else { Ok(nimbers) }
}

/// Turns symbols into the bytes of a key.
#[derive(Default)]
struct KeyWriter {
    key: Vec<u8>,
    lower: u8,
    upper: u8,
    once_lower: Vec<u8>,
    once_upper: Vec<u8>,
    is_finished: bool,
}

impl KeyWriter {
    fn push(&mut self, symbol: u32) -> Result<(), ClaimsError> {
        let token = match symbol {
            0..=2 => symbol as u8,
            3 => {
                (self.lower, self.once_lower) = (0, Vec::new());
                END_BOUNDARY
            }
            4 => {
                self.is_finished = self.once_upper.is_empty();
                END_REGION
            }
            5 => fresh(FIRST_LOWER, LOWER_LETTERS, &mut self.lower, &mut self.once_lower)?,
            6 => fresh(FIRST_UPPER, UPPER_LETTERS, &mut self.upper, &mut self.once_upper)?,
            _ => {
                let once = if symbol % 2 == 1 { &mut self.once_lower } else { &mut self.once_upper };
                let nth = (symbol as usize - 7) / 2;
                if nth >= once.len() {
                    return Err(ClaimsError::Malformed);
                }
                once.remove(nth)
            }
        };
        self.key.push(token);
        Ok(())
    }
}

/// The next letter of a case, which has now been written once.
fn fresh(first: u8, letters: u8, given: &mut u8, once: &mut Vec<u8>) -> Result<u8, ClaimsError> {
    if *given >= letters {
        return Err(ClaimsError::Malformed);
    }
    let token = first + *given;
    *given += 1;
    once.push(token);
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;
    use crate::proof::{Goal, prove, seal};
    use crate::search::{Book, Dfpn, Limits};

    /// A certificate of the n-spot game, and its claims.
    fn sealed(spots: usize) -> (Vec<u8>, Vec<(Land, Nimber)>) {
        let start = Engine::new().canonical(&Drawing::start(spots)).unwrap();
        let mut book = Book::new();
        let lands = book.position(&start);
        let lost = Dfpn::new(&mut book, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
        let mut facts = book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
        let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
        let proof = prove(&mut facts, &start, goal, Limits::default(), Limits::default(), |_| ()).unwrap();
        (seal(&proof, false).bytes, proof.claims)
    }

    #[test]
    fn claims_are_read_and_supported() {
        for spots in 1..=8 {
            let (bytes, expected) = sealed(spots);
            let claims = Claims::read(&bytes).unwrap();
            assert_eq!(claims.len(), expected.len());
            assert!(expected.iter().all(|(land, nimber)| claims.nimber(land) == Some(*nimber)));
            claims.support(&mut Engine::new()).unwrap();
        }
    }

    #[test]
    fn what_is_not_supported_is_refused() {
        let (bytes, expected) = sealed(6);
        let claims = Claims::read(&bytes).unwrap();
        for (land, nimber) in &expected {
            let mut wrong = claims.clone();
            wrong.nimbers.insert(land.clone(), nimber ^ 1);
            assert!(wrong.support(&mut Engine::new()).is_err(), "{land}");
        }
        assert_eq!(Claims::read(b"hello").unwrap_err(), ClaimsError::NotACertificate);
        let mut damaged = bytes.clone();
        damaged[20] ^= 1;
        assert_eq!(Claims::read(&damaged).unwrap_err(), ClaimsError::Damaged);
        for length in 8..bytes.len() - 32 {
            let mut short = bytes[..length].to_vec();
            short.extend_from_slice(blake3::hash(&short).as_bytes());
            assert!(Claims::read(&short).is_err(), "{length}");
        }
    }
}
