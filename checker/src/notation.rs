//! The short notation in which lands and positions are printed and read (FORMAT.md section 5), and numbers.

use crate::budget::Budget;
use crate::canon::canonical;
use crate::error::{CannotCheck, Malformed, Place, Result, ensure};
use crate::position::Position;
use crate::token::{Canonical, Land, Token};
use std::fmt::{self, Display, Formatter};

/// Positions with more occurrences are not read: this bounds recursions. (n spots have at most 6n: two for each life.)
const MAX_OCCURRENCES: usize = 600;

impl Display for Land {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let is_spot = |boundary: &[Token]| boundary == [Token::degree(0)];
        let run = |run: &[Vec<Token>]| match run {
            [boundary] => boundary_text(boundary),
            _ => format!("0*{}", run.len()),
        };
        let region = |region: &Vec<Vec<Token>>| {
            let runs = region.chunk_by(|a, b| is_spot(a) && is_spot(b));
            runs.map(run).collect::<Vec<String>>().join(".")
        };
        f.write_str(&self.regions().iter().map(region).collect::<Vec<String>>().join("|"))
    }
}

pub(crate) fn boundary_text(boundary: &[Token]) -> String {
    boundary.iter().map(Token::to_string).collect()
}

impl Display for Canonical {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let lands: Vec<String> = self.0.iter().map(Land::to_string).collect();
        f.write_str(if lands.is_empty() { "!".to_string() } else { lands.join("+") }.as_str())
    }
}

/// Reads a position. It need not be in its canonical form: terminators may also be written in full, for instance.
pub fn parse_position(text: &str) -> Result<Position> {
    let (mut position, mut occurrences) = (Position::default(), 0);
    for land in text.split('+').filter(|land| *land != "!") {
        let mut regions = vec![];
        for region in land.split('|').filter(|region| !region.trim_matches('.').is_empty()) {
            let mut boundaries = vec![];
            for boundary in region.split('.').filter(|boundary| !boundary.is_empty()) {
                let read = read_boundaries(boundary)?;
                occurrences += read.iter().map(Vec::len).sum::<usize>();
                ensure(occurrences <= MAX_OCCURRENCES, || CannotCheck::ManyOccurrences(MAX_OCCURRENCES))?;
                boundaries.extend(read);
            }
            regions.push(boundaries);
        }
        position.add(&regions)?;
    }
    Ok(position)
}

/// The tokens of a boundary, or of a run of boundaries `0`. Numbers have no more than four digits.
fn read_boundaries(text: &str) -> Result<Vec<Vec<Token>>> {
    if let Some(count) = text.strip_prefix("0*") {
        return Ok(vec![vec![Token::degree(0)]; number(count, 2, 9_999)? as usize]);
    }
    let (mut tokens, mut rest) = (Vec::new(), text.chars());
    while let Some(first) = rest.next() {
        let late = rest.as_str().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        tokens.push(match (first, late) {
            ('m', Some((digits, _))) => Token::lower(number(digits, 27, 9_999)? as u16 - 1),
            ('n', Some((digits, _))) => Token::upper(number(digits, 27, 9_999)? as u16 - 1),
            ('0'..='2', None) => Token::degree(first as u8 - b'0'),
            ('a'..='z', None) => Token::lower(first as u16 - u16::from(b'a')),
            ('A'..='Z', None) => Token::upper(first as u16 - u16::from(b'A')),
            _ => return Err(Malformed::Character(first.to_string()).into()),
        });
        rest = late.map_or(rest, |(_, rest)| rest.chars());
    }
    Ok(vec![tokens])
}

/// Reads a position, which must be written in its canonical form.
pub(crate) fn read_canonical(text: &str, budget: &Budget) -> Result<Canonical> {
    let position = parse_position(text).and_then(|position| canonical(position, budget));
    let position = position.map_err(|error| error.at(Place::Position(text.to_string())))?;
    let canonical = position.to_string();
    ensure(canonical == text, || Malformed::NotCanonical { text: text.to_string(), canonical })?;
    Ok(position)
}

/// A decimal number, as it is printed: digits only, without leading zeros.
pub(crate) fn number(digits: &str, least: u64, most: u64) -> Result<u64> {
    let number = digits.parse().ok().filter(|number: &u64| number.to_string() == digits);
    let number = number.filter(|number| (least..=most).contains(number));
    Ok(number.ok_or_else(|| Malformed::Number { text: digits.to_string(), least, most })?)
}

/// A start position in words: the number n, if it is that of the n-spot game.
pub(crate) fn start_in_words(start: &str) -> String {
    let spots = start.strip_prefix("0*").unwrap_or(if start == "0" { "1" } else { "" });
    match spots.parse::<u32>() {
        Ok(spots) => spots.to_string(),
        Err(_) => format!("position {start}"),
    }
}
