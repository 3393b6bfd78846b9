//! Certificates taken apart and put together byte by byte (FORMAT.md section 8), with nothing of solver or checker: to make
//! files that no honest program writes.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;

const MAGIC: &[u8] = b"SPROOF\r\n";

/// The parts of a certificate. Nothing holds them to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    pub version: u64,
    /// The number of the statement and its fields.
    pub statement: Vec<u8>,
    pub claims: u64,
    pub replies: u64,
    pub body: Vec<u8>,
}

impl Container {
    /// Of normal play: that a position is lost.
    pub fn normal(start: &str) -> Self {
        Self::sprouts([&[0, 1][..], &string(start), &[0]].concat())
    }

    /// Of misère play: that a position is lost.
    pub fn misere(start: &str, closure: &str) -> Self {
        Self::sprouts([&[1, 1][..], &string(start), &[0], &string(closure)].concat())
    }

    fn sprouts(statement: Vec<u8>) -> Self {
        Container { version: 3, statement, claims: 0, replies: 0, body: compress("") }
    }

    /// Takes a certificate of Sprouts apart.
    pub fn open(bytes: &[u8]) -> Self {
        let mut rest = bytes[..bytes.len() - 32].strip_prefix(MAGIC).expect("a certificate begins like one");
        let version = take_varint(&mut rest);
        let begin = rest;
        let is_misere = take_varint(&mut rest) == 1;
        for _ in 0..take_varint(&mut rest) {
            take_string(&mut rest);
            // The result; a nimber has a number.
            if take_varint(&mut rest) == 2 {
                take_varint(&mut rest);
            }
        }
        if is_misere {
            take_string(&mut rest);
        }
        let statement = begin[..begin.len() - rest.len()].to_vec();
        let (claims, replies) = (take_varint(&mut rest), take_varint(&mut rest));
        let body = take_string(&mut rest).to_vec();
        assert!(rest.is_empty(), "nothing stands between the body and the digest");
        Container { version, statement, claims, replies, body }
    }

    /// The file, with a right digest.
    pub fn seal(&self) -> Vec<u8> {
        let counts = [varint(self.claims), varint(self.replies), varint(self.body.len() as u64)].concat();
        let mut file = [MAGIC, &varint(self.version), &self.statement, &counts, &self.body].concat();
        file.extend_from_slice(blake3::hash(&file).as_bytes());
        file
    }

    /// The text of the body.
    pub fn text(&self) -> String {
        let text = decompress_to_vec(&self.body).expect("the body is compressed");
        String::from_utf8(text).expect("the text is ASCII")
    }

    /// The same certificate with other bytes in place of its text.
    pub fn with_text(&self, text: impl AsRef<[u8]>) -> Self {
        Container { body: compress(text), ..self.clone() }
    }
}

/// A body with a text.
pub fn compress(text: impl AsRef<[u8]>) -> Vec<u8> {
    compress_to_vec(text.as_ref(), 9)
}

pub fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

pub fn string(text: &str) -> Vec<u8> {
    [varint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

fn take_varint(bytes: &mut &[u8]) -> u64 {
    let length = bytes.iter().position(|&byte| byte < 0x80).expect("a number ends") + 1;
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    number.iter().rev().fold(0, |value, &byte| value << 7 | u64::from(byte & 0x7f))
}

fn take_string<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let length = take_varint(bytes) as usize;
    let (string, rest) = bytes.split_at(length);
    *bytes = rest;
    string
}
