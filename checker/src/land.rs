//! Strings of tokens (FORMAT.md section 5), and the short notation in which they are printed and read.

use crate::error::{Result, error};
use crate::position::Position;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// A token, as its place in the alphabet: `0`, `1`, `2`, lower-case letters, upper-case letters, `.`, `|`.
pub(crate) type Token = u16;
pub(crate) const LOWER: Token = 3;
pub(crate) const UPPER: Token = 0x4000;
pub(crate) const DOT: Token = 0xFFFE;
pub(crate) const BAR: Token = 0xFFFF;

/// No longer text is read, and no greater number in it.
const MAX_TEXT: usize = 10_000;

/// A land, as its canonical string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(pub(crate) Arc<[Token]>);

/// A reduced position: its lands in increasing order. The derived order is that of FORMAT.md section 6.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(pub(crate) Vec<Land>);

impl Canonical {
    pub fn lands(&self) -> &[Land] {
        &self.0
    }
}

pub(crate) fn is_upper(token: Token) -> bool {
    (UPPER..DOT).contains(&token)
}

/// The parts of a list that end with `.` or with `|`, without it.
pub(crate) fn parts(list: &[u16], end: u16) -> impl Iterator<Item = &[u16]> {
    list.split_inclusive(move |item| *item == end).map(move |part| part.strip_suffix(&[end]).unwrap_or(part))
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

/// Reads a position. Terminators may also be written in full; the empty text is the empty position, like `!`.
pub fn parse_position(text: &str) -> Result<Position> {
    if text.len() > MAX_TEXT {
        return Err(error!(CannotCheck, "a text of more than {MAX_TEXT} characters is not read"));
    }
    let mut position = Position::default();
    for land in text.split('+').filter(|_| !text.is_empty() && text != "!") {
        let mut string = Vec::new();
        for region in land.strip_suffix('|').unwrap_or(land).split('|') {
            for boundary in region.strip_suffix('.').unwrap_or(region).split('.') {
                match boundary.strip_prefix("0*") {
                    Some(count) => string.extend([0, DOT].repeat(number(count, 2)?.into())),
                    None => string.extend(tokens(boundary)?.into_iter().chain([DOT])),
                }
            }
            string.push(BAR);
            position.has_room_for(&string)?;
        }
        position.add_land(&string)?;
    }
    Ok(position)
}

fn tokens(boundary: &str) -> Result<Vec<Token>> {
    let (mut tokens, mut rest) = (Vec::new(), boundary);
    while let Some(first) = rest.chars().next() {
        let late = rest.strip_prefix("m(").or(rest.strip_prefix("n(")).and_then(|late| late.split_once(')'));
        let (token, length) = match (first, late) {
            ('m', Some((digits, _))) => (LOWER + number(digits, 27)? - 1, digits.len() + 3),
            ('n', Some((digits, _))) => (UPPER + number(digits, 27)? - 1, digits.len() + 3),
            ('0'..='2', _) => (first as Token - '0' as Token, 1),
            ('a'..='z', _) => (LOWER + first as Token - 'a' as Token, 1),
            ('A'..='Z', _) => (UPPER + first as Token - 'A' as Token, 1),
            _ => return Err(error!(Malformed, "{first:?} has no place in a boundary")),
        };
        tokens.push(token);
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// A number in digits only and without leading zeros.
fn number(digits: &str, least: u16) -> Result<u16> {
    let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let number = digits.parse().ok().filter(|&n| is_plain && n >= least && usize::from(n) <= MAX_TEXT);
    number.ok_or_else(|| error!(Malformed, "{digits:?} should be a number from {least} to {MAX_TEXT}"))
}
