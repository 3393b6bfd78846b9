//! Strings of tokens (FORMAT.md section 5), and the short notation in which they are printed and read.

use crate::budget::Budget;
use crate::canon::canonical;
use crate::certificate::number;
use crate::error::{Result, cited, ensure, error};
use crate::position::Position;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// A token, as its place in the alphabet: `0`, `1`, `2`, lower-case letters, upper-case letters, `.`, `|`.
pub(crate) type Token = u16;
pub(crate) const LOWER: Token = 3;
pub(crate) const UPPER: Token = 0x4000;
pub(crate) const DOT: Token = 0xFFFE;
pub(crate) const BAR: Token = 0xFFFF;

/// Positions with more occurrences are not read: this bounds recursions. (n spots have at most 6n: two for each life.)
const MAX_OCCURRENCES: usize = 600;

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

pub(crate) fn print(token: Token) -> String {
    let (n, first, late) = match token {
        0..LOWER => return token.to_string(),
        LOWER..UPPER => (token - LOWER, b'a', 'm'),
        UPPER.. => (token - UPPER, b'A', 'n'),
    };
    if n < 26 { char::from(first + n as u8).to_string() } else { format!("{late}({})", n + 1) }
}

impl Display for Land {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let boundary = |run: &[&[Token]]| match run.len() {
            1 => run[0].iter().map(|token| print(*token)).collect(),
            length => format!("0*{length}"),
        };
        let region = |region| {
            let boundaries: Vec<&[Token]> = parts(region, DOT).collect();
            boundaries.chunk_by(|a, b| *a == [0] && a == b).map(boundary).collect::<Vec<String>>().join(".")
        };
        f.write_str(&parts(&self.0, BAR).map(region).collect::<Vec<String>>().join("|"))
    }
}

impl Display for Canonical {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let lands: Vec<String> = self.0.iter().map(Land::to_string).collect();
        f.write_str(if lands.is_empty() { "!".to_string() } else { lands.join("+") }.as_str())
    }
}

/// Reads a position. It need not be in its canonical form: terminators may also be written in full, for instance.
pub fn parse_position(text: &str) -> Result<Position> {
    let mut position = Position::default();
    for land in text.split('+').filter(|land| *land != "!") {
        let mut string = Vec::new();
        for region in land.split('|').filter(|region| !region.trim_matches('.').is_empty()) {
            for boundary in region.split('.').filter(|boundary| !boundary.is_empty()) {
                string.extend(read_boundary(boundary)?);
                let size = position.regions.iter().chain(&string).filter(|token| **token < DOT).count();
                ensure(size <= MAX_OCCURRENCES, || error!(CannotCheck, "more than {MAX_OCCURRENCES} occurrences"))?;
            }
            string.push(BAR);
        }
        position.add(&string)?;
    }
    Ok(position)
}

/// The tokens of a boundary, or of a run of `0`, and the last `.`. Numbers have no more than four digits.
fn read_boundary(text: &str) -> Result<Vec<Token>> {
    if let Some(count) = text.strip_prefix("0*") {
        return Ok([0, DOT].repeat(number(count, 2..=9_999)?));
    }
    let (mut tokens, mut rest) = (Vec::new(), text.chars());
    while let Some(first) = rest.next() {
        let late = rest.as_str().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        tokens.push(match (first, late) {
            ('m', Some((digits, _))) => LOWER - 1 + number(digits, 27..=9_999)?,
            ('n', Some((digits, _))) => UPPER - 1 + number(digits, 27..=9_999)?,
            ('0'..='2', None) => first as Token - '0' as Token,
            ('a'..='z', None) => LOWER + first as Token - 'a' as Token,
            ('A'..='Z', None) => UPPER + first as Token - 'A' as Token,
            _ => return Err(error!(Malformed, "{} has no place in a boundary", cited(&first.to_string()))),
        });
        rest = late.map_or(rest, |(_, rest)| rest.chars());
    }
    tokens.push(DOT);
    Ok(tokens)
}

/// Reads a position, which must be written in its canonical form.
pub(crate) fn read_canonical(text: &str, budget: &Budget) -> Result<Canonical> {
    let position = parse_position(text).and_then(|position| canonical(&position, budget));
    let position = position.map_err(|error| error.at(format!("the position {}", cited(text))))?;
    let other = || error!(Malformed, "the position {} is {position} in its canonical form", cited(text));
    ensure(position.to_string() == text, other)?;
    Ok(position)
}
