//! A place in a text that is being read, which knows its byte offset.

use crate::notation::error::Span;

pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The byte offset of the next character.
    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Moves past `wanted` if it comes next.
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Moves past white space and returns where it was.
    pub fn skip_spaces(&mut self) -> Span {
        let start = self.at;
        self.at = self.text.len() - self.rest().trim_start().len();
        self.since(start)
    }

    /// Moves past ASCII digits and returns them.
    pub fn digits(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        self.at += digits.len();
        digits
    }

    /// The stretch from `start` up to here.
    pub fn since(&self, start: usize) -> Span {
        Span { offset: start, length: self.at - start }
    }

    /// The next character, or nothing at the end of the text.
    pub fn here(&self) -> Span {
        Span { offset: self.at, length: self.peek().map_or(0, char::len_utf8) }
    }
}
