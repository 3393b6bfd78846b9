//! Reads positions in the short notation of FORMAT.md section 5, such as `0*2.AB|AB`.
//!
//! Read are also: the full form, with all terminators; letters in any order; an upper-case letter that occurs only
//! once in its land (the token `2`) or twice in one boundary (a lower-case letter). Everything that is not a
//! position of section 2 is refused, with the offset of the byte at fault.

use crate::position::Position;
use crate::token::Token;
use std::collections::HashMap;
use thiserror::Error;

/// No longer text is read.
pub const MAX_TEXT: usize = 10_000;
/// No more tokens are read; `0*9999` is short to write.
pub const MAX_TOKENS: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {offset}: {problem}")]
pub struct ParseError {
    pub offset: usize,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    #[error("the text is longer than {MAX_TEXT} bytes")]
    TextTooLong,
    #[error("the position has more than {MAX_TOKENS} tokens")]
    TooManyTokens,
    #[error("{0:?} has no place here")]
    UnknownCharacter(char),
    #[error("a boundary without spots")]
    EmptyBoundary,
    #[error("a repeat count must be a number from 2 to {MAX_TOKENS}")]
    BadRepeatCount,
    #[error("a late letter is written m(27) or n(27), with a number from 27 to {MAX_TOKENS}")]
    BadLateLetter,
    #[error("a spot of degree 0 must be alone in its boundary")]
    ZeroInCompany,
    #[error("lower-case letter {0} must occur exactly twice in its boundary")]
    LowerNotTwice(Token),
    #[error("letter {0} occurs a third time in its land")]
    UpperThreeTimes(Token),
    #[error("letter {0} occurs in two boundaries of one region")]
    UpperInTwoBoundaries(Token),
}

type Result<T> = std::result::Result<T, ParseError>;

fn fail<T>(offset: usize, problem: Problem) -> Result<T> {
    Err(ParseError { offset, problem })
}

/// Reads a position. The empty text and `!` are the empty position.
pub fn parse_position(text: &str) -> Result<Position> {
    if text.len() > MAX_TEXT {
        return fail(MAX_TEXT, Problem::TextTooLong);
    }
    let mut position = Position::default();
    if !text.is_empty() && text != "!" {
        let mut left = MAX_TOKENS;
        for (offset, land) in pieces(text, 0, '+') {
            position.add_land(&parse_land(land, offset, &mut left)?);
        }
    }
    Ok(position)
}

/// The pieces between separators, with their offsets.
fn pieces(text: &str, offset: usize, separator: char) -> impl Iterator<Item = (usize, &str)> {
    text.split(separator).scan(offset, |next, piece| {
        let start = *next;
        *next += piece.len() + 1;
        Some((start, piece))
    })
}

fn parse_land(text: &str, offset: usize, left: &mut usize) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut seen: HashMap<Token, Vec<(usize, usize)>> = HashMap::new();
    let text = text.strip_suffix('|').unwrap_or(text);
    for (offset, region) in pieces(text, offset, '|') {
        let this_region = offset;
        let region = region.strip_suffix('.').unwrap_or(region);
        for (offset, boundary) in pieces(region, offset, '.') {
            let (repeat, written) = parse_boundary(boundary, offset)?;
            for &(at, letter) in written.iter().filter(|(_, token)| matches!(token, Token::Upper(_))) {
                let places = seen.entry(letter).or_default();
                if places.len() == 2 {
                    return fail(at, Problem::UpperThreeTimes(letter));
                }
                if places.iter().any(|&(r, b)| r == this_region && b != offset) {
                    return fail(at, Problem::UpperInTwoBoundaries(letter));
                }
                places.push((this_region, offset));
            }
            let Some(rest) = left.checked_sub(written.len() * repeat) else {
                return fail(offset, Problem::TooManyTokens);
            };
            *left = rest;
            for _ in 0..repeat {
                tokens.extend(written.iter().map(|(_, token)| token));
                tokens.push(Token::EndBoundary);
            }
        }
        tokens.push(Token::EndRegion);
    }
    Ok(tokens)
}

/// The tokens of a boundary with their offsets, and how often it is to be repeated.
fn parse_boundary(text: &str, offset: usize) -> Result<(usize, Vec<(usize, Token)>)> {
    if let Some(count) = text.strip_prefix("0*") {
        return match number(count) {
            Some(repeat @ 2..) => Ok((repeat.into(), vec![(offset, Token::Single(0))])),
            _ => fail(offset + 2, Problem::BadRepeatCount),
        };
    }
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = offset + text.len() - rest.len();
        let (length, token) = parse_token(first, rest, at)?;
        tokens.push((at, token));
        rest = &rest[length..];
    }
    for &(at, token) in &tokens {
        match token {
            Token::Single(0) if tokens.len() > 1 => return fail(at, Problem::ZeroInCompany),
            Token::Lower(_) if tokens.iter().filter(|(_, other)| *other == token).count() != 2 => {
                return fail(at, Problem::LowerNotTwice(token));
            }
            _ => {}
        }
    }
    if tokens.is_empty() { fail(offset, Problem::EmptyBoundary) } else { Ok((1, tokens)) }
}

/// The token at the start of `text` and its length.
fn parse_token(first: char, text: &str, at: usize) -> Result<(usize, Token)> {
    if let ("m(" | "n(", late) = text.split_at_checked(2).unwrap_or_default() {
        let digits = late.split(')').next().unwrap_or_default();
        return match number(digits) {
            Some(n @ 27..) if late.len() > digits.len() => {
                let letter = if first == 'm' { Token::Lower(n - 1) } else { Token::Upper(n - 1) };
                Ok((digits.len() + 3, letter))
            }
            _ => fail(at, Problem::BadLateLetter),
        };
    }
    match first {
        '0'..='2' => Ok((1, Token::Single(first as u8 - b'0'))),
        'a'..='z' => Ok((1, Token::Lower((first as u8 - b'a').into()))),
        'A'..='Z' => Ok((1, Token::Upper((first as u8 - b'A').into()))),
        _ => fail(at, Problem::UnknownCharacter(first)),
    }
}

/// A number up to `MAX_TOKENS`, in digits only and without leading zeros.
fn number(digits: &str) -> Option<u16> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|&n| plain && usize::from(n) <= MAX_TOKENS)
}

#[cfg(test)]
mod tests {
    use super::Problem::*;
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
        let table = [
            ("0.x1", 2, LowerNotTwice(Token::Lower(23))),
            ("aaa", 0, LowerNotTwice(a)),
            ("1a.a", 1, LowerNotTwice(a)),
            ("AB|B.AB", 6, UpperThreeTimes(b)),
            ("AB|AB|2B", 7, UpperThreeTimes(b)),
            ("BBB", 2, UpperThreeTimes(b)),
            ("0.1B.2B", 6, UpperInTwoBoundaries(b)),
            ("0.12.10", 6, ZeroInCompany),
            ("00", 0, ZeroInCompany),
            ("0*2A|A", 2, BadRepeatCount),
            ("0*", 2, BadRepeatCount),
            ("0*1", 2, BadRepeatCount),
            ("0*02", 2, BadRepeatCount),
            ("0*+2", 2, BadRepeatCount),
            ("0*10001", 2, BadRepeatCount),
            ("0*99999999999999999999", 2, BadRepeatCount),
            ("1*2", 1, UnknownCharacter('*')),
            ("0. 1", 2, UnknownCharacter(' ')),
            ("1é", 1, UnknownCharacter('é')),
            ("3", 0, UnknownCharacter('3')),
            ("0+!", 2, UnknownCharacter('!')),
            ("m(26)", 0, BadLateLetter),
            ("1n(27", 1, BadLateLetter),
            ("1n()", 1, BadLateLetter),
            ("1n(2é)", 1, BadLateLetter),
            ("0..1", 2, EmptyBoundary),
            (".", 0, EmptyBoundary),
            ("0||", 2, EmptyBoundary),
            ("0+", 2, EmptyBoundary),
            ("+0", 0, EmptyBoundary),
            ("0*9999.0*2", 7, TooManyTokens),
        ];
        for (text, offset, problem) in table {
            // A repeat with a sign is two lands, the first of which has no count.
            assert_eq!(parse_position(text).err(), Some(ParseError { offset, problem }), "{text}");
        }
        assert_eq!(parse_position(&"1".repeat(MAX_TEXT)).err(), None);
        let problem = parse_position(&"1".repeat(MAX_TEXT + 1)).err().map(|error| error.problem);
        assert_eq!(problem, Some(TextTooLong));
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
