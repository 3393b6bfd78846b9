//! Reads positions in the short notation of FORMAT.md section 5, such as `0*2.AB|AB`.
//!
//! Read are also: the full form, with all terminators; letters in any order; an upper-case letter that occurs only
//! once in its land (the token `2`) or twice in one boundary (a lower-case letter). Everything that is not a
//! position of section 2 is refused.

use crate::position::Position;
use crate::token::Token;
use std::collections::HashMap;
use thiserror::Error;

/// No longer text is read, and no more occurrences; `0*9999` is short to write.
pub const MAX_TEXT: usize = 10_000;

/// Why a text or a string of tokens is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAPosition {
    #[error("it is longer than {MAX_TEXT}")]
    TooLong,
    #[error("{0:?} has no place here")]
    UnknownCharacter(char),
    #[error("{0:?} should be a number from {1} to {MAX_TEXT}")]
    BadNumber(String, u16),
    #[error("a boundary or a region is empty or not ended")]
    EmptyOrUnended,
    #[error("a spot of degree 0 is not alone in its boundary")]
    ZeroInCompany,
    #[error("lower-case letter {0} does not occur exactly twice in its boundary")]
    LowerNotTwice(Token),
    #[error("letter {0} occurs a third time in its land")]
    UpperThreeTimes(Token),
    #[error("letter {0} occurs in two boundaries of one region")]
    UpperInTwoBoundaries(Token),
}

use NotAPosition::*;
type Result<T> = std::result::Result<T, NotAPosition>;

/// Reads a position. The empty text and `!` are the empty position.
pub fn parse_position(text: &str) -> Result<Position> {
    let mut position = Position::default();
    if text.len() > MAX_TEXT {
        return Err(TooLong);
    }
    if !text.is_empty() && text != "!" {
        let mut left = MAX_TEXT;
        for land in text.split('+') {
            let tokens = tokens(land, &mut left)?;
            must_be_a_land(&tokens)?;
            position.add_land(&tokens);
        }
    }
    Ok(position)
}

/// The string of a land with all its terminators.
fn tokens(land: &str, left: &mut usize) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    for region in land.strip_suffix('|').unwrap_or(land).split('|') {
        for boundary in region.strip_suffix('.').unwrap_or(region).split('.') {
            let repeats = boundary.strip_prefix("0*").map_or(Ok(1), |count| number(count, 2))?;
            let mut rest = if repeats > 1 { "0" } else { boundary };
            let mut written = Vec::new();
            while let Some(first) = rest.chars().next() {
                let (token, length) = token(first, rest)?;
                written.push(token);
                rest = &rest[length..];
            }
            *left = left.checked_sub(written.len() * usize::from(repeats)).ok_or(TooLong)?;
            written.push(Token::EndBoundary);
            (0..repeats).for_each(|_| tokens.extend(&written));
        }
        tokens.push(Token::EndRegion);
    }
    Ok(tokens)
}

/// The token at the start of `text` and its length.
fn token(first: char, text: &str) -> Result<(Token, usize)> {
    if let Some(late) = text.strip_prefix("m(").or(text.strip_prefix("n(")) {
        let (digits, _) = late.split_once(')').ok_or(UnknownCharacter('('))?;
        let name = number(digits, 27)? - 1;
        return Ok((if first == 'm' { Token::Lower(name) } else { Token::Upper(name) }, digits.len() + 3));
    }
    match first {
        '0'..='2' => Ok((Token::Single(first as u8 - b'0'), 1)),
        'a'..='z' => Ok((Token::Lower((first as u8 - b'a').into()), 1)),
        'A'..='Z' => Ok((Token::Upper((first as u8 - b'A').into()), 1)),
        _ => Err(UnknownCharacter(first)),
    }
}

/// A number in digits only and without leading zeros.
fn number(digits: &str, least: u16) -> Result<u16> {
    let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let number = digits.parse().ok().filter(|&n| is_plain && n >= least && usize::from(n) <= MAX_TEXT);
    number.ok_or_else(|| BadNumber(digits.to_string(), least))
}

/// Whether a string of tokens is a land of FORMAT.md section 2, but for being connected, reduced and canonical.
pub(crate) fn must_be_a_land(tokens: &[Token]) -> Result<()> {
    let mut homes: HashMap<Token, Vec<(usize, usize)>> = HashMap::new();
    for (r, region) in tokens.split_inclusive(|token| *token == Token::EndRegion).enumerate() {
        let (Some(Token::EndRegion), true) = (region.last(), region.len() > 1) else {
            return Err(EmptyOrUnended);
        };
        let boundaries = region[..region.len() - 1].split_inclusive(|token| *token == Token::EndBoundary);
        for (b, boundary) in boundaries.enumerate() {
            let (Some(Token::EndBoundary), true) = (boundary.last(), boundary.len() > 1) else {
                return Err(EmptyOrUnended);
            };
            for &token in boundary {
                match token {
                    Token::Single(0) if boundary.len() > 2 => return Err(ZeroInCompany),
                    Token::Lower(_) if boundary.iter().filter(|other| **other == token).count() != 2 => {
                        return Err(LowerNotTwice(token));
                    }
                    Token::Upper(_) => {
                        let places = homes.entry(token).or_default();
                        places.push((r, b));
                        match places[..] {
                            [_, _, _] => return Err(UpperThreeTimes(token)),
                            [(region, boundary), _] if region == r && boundary != b => {
                                return Err(UpperInTwoBoundaries(token));
                            }
                            _ => {}
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, canonical};

    #[test]
    fn accepts() {
        let table = [
            ("", "!"),
            ("!", "!"),
            ("0", "0"),
            ("0.|", "0"),
            ("0.0.AB.|AB.|", "0*2.AB|AB"),
            ("0*2.AB|AB", "0*2.AB|AB"),
            ("CX|0*2.XC.0", "0*3.AB|AB"),
            ("0.A", "0.2"),
            ("1A2A", "1a2a"),
            ("1n(27)m(300)2m(300)|0.n(27)", "0.A|1a2aA"),
            ("0.A|0.A+0.A|0.A", "0.A|0.A+0.A|0.A"),
            ("AB|AB|+0.0.|", "0*2+AB|AB"),
        ];
        for (text, expected) in table {
            assert_eq!(canonical(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn rejects() {
        let (a, b) = (Token::Lower(0), Token::Upper(1));
        let bad = |digits: &str, least| BadNumber(digits.to_string(), least);
        let table = [
            ("0.x1", LowerNotTwice(Token::Lower(23))),
            ("aaa", LowerNotTwice(a)),
            ("1a.a", LowerNotTwice(a)),
            ("AB|B.AB", UpperThreeTimes(b)),
            ("AB|2B|2B", UpperThreeTimes(b)),
            ("BBB", UpperThreeTimes(b)),
            ("0.1B.2B", UpperInTwoBoundaries(b)),
            ("0.12.10", ZeroInCompany),
            ("00", ZeroInCompany),
            ("0*2A|A", bad("2A", 2)),
            ("0*", bad("", 2)),
            ("0*1", bad("1", 2)),
            ("0*02", bad("02", 2)),
            ("0*+2", bad("", 2)), // two lands, the first of which has no count
            ("0*10001", bad("10001", 2)),
            ("0*99999999999999999999", bad("99999999999999999999", 2)),
            ("1*2", UnknownCharacter('*')),
            ("0. 1", UnknownCharacter(' ')),
            ("1é", UnknownCharacter('é')),
            ("3", UnknownCharacter('3')),
            ("0+!", UnknownCharacter('!')),
            ("m(26)", bad("26", 27)),
            ("1n(27", UnknownCharacter('(')),
            ("1n()", bad("", 27)),
            ("1n(2é)", bad("2é", 27)),
            ("0..1", EmptyOrUnended),
            (".", EmptyOrUnended),
            ("0||", EmptyOrUnended),
            ("0+", EmptyOrUnended),
            ("+0", EmptyOrUnended),
            ("0*9999.0*2", TooLong),
        ];
        for (text, problem) in table {
            assert_eq!(parse_position(text).err(), Some(problem), "{text}");
        }
        assert_eq!(parse_position(&"1".repeat(MAX_TEXT)).err(), None);
        assert_eq!(parse_position(&"1".repeat(MAX_TEXT + 1)).err(), Some(TooLong));
    }

    #[test]
    fn reads_or_refuses_any_text() {
        let alphabet: Vec<char> = "0012abABCDn(27)m*..||+é!".chars().collect();
        let mut random = Random::new(7);
        let mut read = 0;
        for _ in 0..100_000 {
            let text: String = (0..random.below(12)).map(|_| alphabet[random.below(alphabet.len())]).collect();
            if let Ok(position) = parse_position(&text) {
                read += 1;
                let printed = position.canonical().unwrap();
                assert_eq!(canonical(&printed.to_string()), printed, "{text}");
            }
        }
        assert!(read > 1_000, "{read}");
    }
}
