//! Strings of tokens (FORMAT.md section 5), and the short notation in which they are printed and read.

use crate::canon::Scribe;
use crate::certificate::number;
use crate::error::{Result, ensure, error};
use crate::position::{Position, Spot};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// A token, as its place in the alphabet: `0`, `1`, `2`, lower-case letters, upper-case letters, `.`, `|`.
pub(crate) type Token = u16;
pub(crate) const LOWER: Token = 3;
pub(crate) const UPPER: Token = 0x4000;
pub(crate) const DOT: Token = 0xFFFE;
pub(crate) const BAR: Token = 0xFFFF;

/// So many tokens at most are read, and letters up to this one.
const MAX_TOKENS: usize = 16_000;
const MAX_LETTERS: Token = MAX_TOKENS as Token;

/// A land, as its canonical string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(pub(crate) Arc<[Token]>);

/// A reduced position: its lands in increasing order. The derived order is that of FORMAT.md section 6.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(pub(crate) Vec<Land>);

pub(crate) fn is_upper(token: Token) -> bool {
    (UPPER..DOT).contains(&token)
}

/// The parts of a list that are not empty, between `.` or between `|`.
pub(crate) fn parts(list: &[Token], end: Token) -> impl Iterator<Item = &[Token]> {
    list.split(move |token| *token == end).filter(|part| !part.is_empty())
}

/// Adds the text of a boundary as it is walked. Upper-case letters are known by their places among `named`, and fresh ones
/// are added there; lower-case letters are named anew.
pub(crate) fn spell<'a>(walk: impl Iterator<Item = &'a Token>, named: &mut Vec<Token>, text: &mut Vec<Token>) {
    let mut lower = Vec::new();
    text.extend(walk.map(|&token| match token {
        LOWER..UPPER => LOWER + place(&mut lower, token),
        UPPER.. => UPPER + place(named, token),
        _ => token,
    }));
    text.push(DOT);
}

/// The place of a letter in a list, to which it is added if it is not there.
fn place(list: &mut Vec<Token>, letter: Token) -> Token {
    let place = list.iter().position(|other| *other == letter).unwrap_or(list.len());
    if place == list.len() {
        list.push(letter);
    }
    place as Token
}

pub(crate) fn print(token: Token) -> String {
    let letter = |first: u8, late: char, n: u16| match n {
        0..26 => char::from(first + n as u8).to_string(),
        _ => format!("{late}({})", n + 1),
    };
    match token {
        0..LOWER => token.to_string(),
        LOWER..UPPER => letter(b'a', 'm', token - LOWER),
        UPPER.. => letter(b'A', 'n', token - UPPER),
    }
}

impl Display for Land {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let regions = parts(&self.0, BAR).map(|region| {
            let boundaries: Vec<&[Token]> = parts(region, DOT).collect();
            let runs = boundaries.chunk_by(|a, b| *a == [0] && a == b).map(|run| match run.len() {
                1 => run[0].iter().map(|token| print(*token)).collect(),
                length => format!("0*{length}"),
            });
            runs.collect::<Vec<String>>().join(".")
        });
        f.write_str(&regions.collect::<Vec<String>>().join("|"))
    }
}

impl Display for Canonical {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let lands: Vec<String> = self.0.iter().map(Land::to_string).collect();
        f.write_str(if lands.is_empty() { "!".to_string() } else { lands.join("+") }.as_str())
    }
}

/// Reads a position. Terminators may also be written in full, an upper-case letter that occurs once or twice in a boundary
/// is understood, and the empty text is the empty position, like `!`.
pub fn parse_position(text: &str) -> Result<Position> {
    let Position { mut lives, mut regions } = Position::default();
    for land in text.split('+').filter(|_| !text.is_empty() && text != "!") {
        // The spot of each letter, and the places where it occurs. A lower-case letter has a meaning only in its boundary.
        let mut letters = BTreeMap::new();
        for (r, region) in land.strip_suffix('|').unwrap_or(land).split('|').enumerate() {
            for (b, boundary) in region.strip_suffix('.').unwrap_or(region).split('.').enumerate() {
                for token in read_boundary(boundary)? {
                    let fresh = lives.len() as Spot;
                    let mut spot = if token == DOT { DOT } else { fresh };
                    if (LOWER..DOT).contains(&token) {
                        let scope = (token < UPPER).then_some((r, b));
                        let (named, places) = letters.entry((token, scope)).or_insert((fresh, Vec::new()));
                        places.push((r, b));
                        spot = *named;
                    }
                    lives.extend((spot == fresh).then_some(3 - token.min(2) as u8));
                    regions.push(spot);
                }
                ensure(regions.len() <= MAX_TOKENS, || error!(CannotCheck, "more than {MAX_TOKENS} tokens"))?;
            }
            regions.push(BAR);
        }
        for ((letter, _), (_, places)) in letters {
            let is_right = match places[..] {
                [_] => is_upper(letter),
                [(r, a), (s, b)] => r != s || a == b,
                _ => false,
            };
            ensure(is_right, || error!(Malformed, "letter {} occurs where it should not", print(letter)))?;
        }
    }
    Ok(Position { lives, regions })
}

/// The tokens of a boundary, or of a run of `0`, and the last `.`.
fn read_boundary(text: &str) -> Result<Vec<Token>> {
    if let Some(count) = text.strip_prefix("0*") {
        return Ok([0, DOT].repeat(number(count, 2..=MAX_TOKENS)?));
    }
    let (mut tokens, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let late = rest.strip_prefix(['m', 'n']).and_then(|rest| rest.strip_prefix('(')?.split_once(')'));
        let (token, length) = match (first, late) {
            ('m', Some((digits, _))) => (LOWER - 1 + number(digits, 27..=MAX_LETTERS)?, digits.len() + 3),
            ('n', Some((digits, _))) => (UPPER - 1 + number(digits, 27..=MAX_LETTERS)?, digits.len() + 3),
            ('0'..='2', _) => (first as Token - '0' as Token, 1),
            ('a'..='z', _) => (LOWER + first as Token - 'a' as Token, 1),
            ('A'..='Z', _) => (UPPER + first as Token - 'A' as Token, 1),
            _ => return Err(error!(Malformed, "{first:?} has no place in a boundary")),
        };
        tokens.push(token);
        rest = &rest[length..];
    }
    let is_right = tokens == [0] || !tokens.is_empty() && !tokens.contains(&0);
    ensure(is_right, || error!(Malformed, "a boundary is empty, or has a spot of degree 0 that is not alone"))?;
    tokens.push(DOT);
    Ok(tokens)
}

/// Reads a position, which must be written in its canonical form.
pub(crate) fn read_canonical(text: &str) -> Result<Canonical> {
    let position = parse_position(text).and_then(|position| Scribe::default().canonical(&position));
    let position = position.map_err(|error| error.at(format!("the position {text:?}")))?;
    let is_same = position.to_string() == text;
    ensure(is_same, || error!(Malformed, "the position {text:?} is {position} in its canonical form"))?;
    Ok(position)
}
