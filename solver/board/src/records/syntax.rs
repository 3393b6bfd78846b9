//! The grammar of records and moves. Numbers are decimal; spaces may stand around `,` and between moves.
//!
//! ```text
//! record  = [ number ":" ] { move | ";" | newline }        # begins a comment that ends with the line
//! move    = hoey | wgosa
//! hoey    = end "-" number "-" end [ "=" | ("<" | ">") [ number { "," number } ] ]
//! end     = number [ "." number ]
//! wgosa   = number ["!"] "(" number ["@" number] ")" number ["!"] [ "[" [ item { "," item } ] "]" ["!"] ]
//! item    = number [ "-" number ]
//! ```
//!
//! The number before the colon is that of the spots at the start; without it the first move tells, since its new spot has
//! the next number.

use std::ops::Range;

/// The longest record that is read, in bytes.
const MAX_LENGTH: usize = 10_000;
/// Numbers above this are no spots.
const MAX_NUMBER: u32 = 10_000;

/// A move, taken apart but not yet understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    Hoey(WrittenHoey),
    Wgosa(WrittenWgosa),
}

impl Written {
    /// The number of the new spot.
    pub fn new_spot(&self) -> u32 {
        match self {
            Written::Hoey(written) => written.new,
            Written::Wgosa(written) => written.new,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenHoey {
    pub ends: [HoeyEnd; 2],
    pub new: u32,
    pub separation: Option<Separation>,
}

/// A spot and, after a dot, the first live spot after the site that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoeyEnd {
    pub spot: u32,
    pub before: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Separation {
    /// `=`
    Nothing,
    /// `<`: these are on the left.
    Left(Vec<u32>),
    /// `>`: these are on the right.
    Right(Vec<u32>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenWgosa {
    pub ends: [WgosaEnd; 2],
    pub new: u32,
    pub near: Option<u32>,
    pub list: Vec<u32>,
    /// Whether `!` stands behind the list.
    pub is_reversed: bool,
}

/// A spot, and whether `!` stands behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WgosaEnd {
    pub spot: u32,
    pub is_marked: bool,
}

/// A text that is no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}, at {}; a move is written like `3-9-4>1` or `3(9)4[1,2]`", place(.rest))]
pub struct SyntaxError {
    pub what: &'static str,
    /// The text that follows, or the beginning of it; empty at the end.
    pub rest: String,
}

fn place(rest: &str) -> String {
    if rest.is_empty() { "the end".into() } else { format!("`{rest}`") }
}

/// A record, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRecord {
    pub spots: Option<u32>,
    pub moves: Vec<(String, Written)>,
}

/// Reads one move.
pub fn parse_move(text: &str) -> Result<Written, SyntaxError> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut reader = Reader { text: &compact, at: 0 };
    let written = if compact.contains('(') { Written::Wgosa(reader.wgosa()?) } else { Written::Hoey(reader.hoey()?) };
    match reader.peek() {
        None => Ok(written),
        Some(_) => Err(reader.error("the move should end here")),
    }
}

/// Reads a record. The error comes with the text of the move at fault.
pub fn parse_record(text: &str) -> Result<WrittenRecord, (String, SyntaxError)> {
    if text.len() > MAX_LENGTH {
        let error = SyntaxError { what: "the record is too long", rest: text.chars().take(20).collect() };
        return Err((String::new(), error));
    }
    let mut body: String =
        text.lines().map(|line| line.split('#').next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let mut spots = None;
    if let Some((head, rest)) = body.split_once(':') {
        let read = head.trim().parse().ok().filter(|number| (1..=MAX_NUMBER).contains(number));
        let error = || SyntaxError { what: "a number of spots is expected before the colon", rest: head.into() };
        spots = Some(read.ok_or_else(|| (head.to_owned(), error()))?);
        body = rest.to_owned();
    }
    let mut moves = Vec::new();
    for token in tokens(&body) {
        let written = parse_move(&body[token.clone()]).map_err(|error| (body[token.clone()].to_owned(), error))?;
        moves.push((body[token].split_whitespace().collect(), written));
    }
    Ok(WrittenRecord { spots, moves })
}

/// Where the moves stand: texts between semicolons and spaces, but a space beside a comma belongs to its list.
fn tokens(body: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, c) in body.char_indices() {
        if c.is_whitespace() || c == ';' {
            continue;
        }
        let end = at + c.len_utf8();
        match tokens.last_mut() {
            Some(last) if last.end == at => last.end = end,
            Some(last) if !body[last.end..at].contains(';') && (body[last.clone()].ends_with(',') || c == ',') => {
                last.end = end;
            }
            _ => tokens.push(at..end),
        }
    }
    tokens
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn error(&self, what: &'static str) -> SyntaxError {
        let rest = &self.text[self.at..];
        let rest = rest.chars().take(20).collect();
        SyntaxError { what, rest }
    }

    fn expect(&mut self, sign: char, what: &'static str) -> Result<(), SyntaxError> {
        if self.eat(sign) { Ok(()) } else { Err(self.error(what)) }
    }

    fn number(&mut self) -> Result<u32, SyntaxError> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..length].parse().ok().filter(|number| (1..=MAX_NUMBER).contains(number));
        let number = number.ok_or_else(|| self.error("the number of a spot is expected"))?;
        self.at += length;
        Ok(number)
    }

    fn list(
        &mut self,
        item: impl Fn(&mut Self, &mut Vec<u32>) -> Result<(), SyntaxError>,
    ) -> Result<Vec<u32>, SyntaxError> {
        let mut list = Vec::new();
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            item(self, &mut list)?;
            while self.eat(',') {
                item(self, &mut list)?;
            }
        }
        Ok(list)
    }

    fn hoey_end(&mut self) -> Result<HoeyEnd, SyntaxError> {
        let spot = self.number()?;
        let before = if self.eat('.') { Some(self.number()?) } else { None };
        Ok(HoeyEnd { spot, before })
    }

    fn hoey(&mut self) -> Result<WrittenHoey, SyntaxError> {
        let from = self.hoey_end()?;
        self.expect('-', "`-` and the new spot are expected")?;
        let new = self.number()?;
        self.expect('-', "`-` and the other end are expected")?;
        let to = self.hoey_end()?;
        let plain = |reader: &mut Self, list: &mut Vec<u32>| reader.number().map(|number| list.push(number));
        let separation = if self.eat('=') {
            Some(Separation::Nothing)
        } else if self.eat('<') {
            Some(Separation::Left(self.list(plain)?))
        } else if self.eat('>') {
            Some(Separation::Right(self.list(plain)?))
        } else {
            None
        };
        Ok(WrittenHoey { ends: [from, to], new, separation })
    }

    fn wgosa_end(&mut self) -> Result<WgosaEnd, SyntaxError> {
        let spot = self.number()?;
        Ok(WgosaEnd { spot, is_marked: self.eat('!') })
    }

    fn wgosa(&mut self) -> Result<WrittenWgosa, SyntaxError> {
        let from = self.wgosa_end()?;
        self.expect('(', "`(` and the new spot are expected")?;
        let new = self.number()?;
        let near = if self.eat('@') { Some(self.number()?) } else { None };
        self.expect(')', "`)` is expected")?;
        let to = self.wgosa_end()?;
        let (mut list, mut is_reversed) = (Vec::new(), false);
        if self.eat('[') {
            list = self.list(Self::range)?;
            self.expect(']', "`]` is expected")?;
            is_reversed = self.eat('!');
        }
        Ok(WrittenWgosa { ends: [from, to], new, near, list, is_reversed })
    }

    fn range(&mut self, list: &mut Vec<u32>) -> Result<(), SyntaxError> {
        let first = self.number()?;
        let last = if self.eat('-') { self.number()? } else { first };
        if last < first {
            return Err(self.error("a range goes from the lower number to the higher"));
        }
        list.extend(first..=last);
        Ok(())
    }
}
