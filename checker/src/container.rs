//! The file around a proof (FORMAT.md section 8): magic, structure, digest; and the text that a Sprouts certificate has for its
//! body (section 9), inflated within bounds. No length in the file is believed.

use crate::budget::Budget;
use crate::error::{CannotCheck, Malformed, Place, Result, ensure};
use crate::notation::number;
use miniz_oxide::inflate::TINFLStatus::{Done, HasMoreOutput};
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF as ONE_BUFFER;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

pub(crate) const MAGIC: &[u8] = b"SPROOF\r\n";

/// A text may have so many bytes and 4 for each of its body.
const MAX_TEXT: usize = 30_000_000;
/// No longer line is read: errors cite lines.
const MAX_LINE: usize = 20_000;

/// The content of a file between magic and digest, and the blake3 of magic and content.
pub(crate) fn open(file: &[u8]) -> Result<(Reader<'_>, blake3::Hash)> {
    let (content, stated) = file.split_last_chunk::<32>().ok_or(Malformed::NoMagic)?;
    ensure(content.starts_with(MAGIC), || Malformed::NoMagic)?;
    let digest = blake3::hash(content);
    ensure(digest == *stated, || Malformed::Digest(digest.to_string()))?;
    Ok((Reader { bytes: content, at: MAGIC.len() }, digest))
}

/// Reads what postcard writes: unsigned integers as LEB128 varints in the fewest bytes, least significant first; u8 and i8 as
/// one byte; strings, byte arrays and lists as a varint count and what they consist of; an enum as the varint number of its
/// variant and its content. Nothing is reserved for a count before what it counts has been read.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    /// What is not read yet.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    pub fn bad<T>(&self, wanted: &'static str) -> Result<T> {
        Err(Malformed::Structure { byte: self.at, wanted }.into())
    }

    pub fn byte(&mut self) -> Result<u8> {
        let Some(&byte) = self.bytes.get(self.at) else { return self.bad("one more byte") };
        self.at += 1;
        Ok(byte)
    }

    /// A varint that is not greater than `most`.
    fn varint(&mut self, most: u64, wanted: &'static str) -> Result<u64> {
        let (start, mut number) = (self.at, 0);
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            let has_room = (bits << shift) >> shift == bits;
            // A byte 0 at the end could have been left out, unless it is the only one.
            let is_least = byte > 0 || shift == 0;
            if !has_room || !is_least {
                break;
            }
            number |= bits << shift;
            let is_last = byte < 0x80;
            if is_last && number <= most {
                return Ok(number);
            }
            if is_last {
                break;
            }
        }
        self.at = start;
        self.bad(wanted)
    }

    pub fn u32(&mut self) -> Result<u32> {
        Ok(self.varint(u32::MAX.into(), "a number of 32 bits, in the fewest bytes")? as u32)
    }

    pub fn u64(&mut self) -> Result<u64> {
        self.varint(u64::MAX, "a number of 64 bits, in the fewest bytes")
    }

    /// The number of a variant of an enum.
    pub fn variant(&mut self, count: u32, wanted: &'static str) -> Result<u32> {
        Ok(self.varint(u64::from(count) - 1, wanted)? as u32)
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let Some(bytes) = self.bytes[self.at..].get(..count) else { return self.bad("more bytes") };
        self.at += count;
        Ok(bytes)
    }

    pub fn byte_array(&mut self) -> Result<&'a [u8]> {
        let count = self.u64()?;
        self.take(usize::try_from(count).unwrap_or(usize::MAX))
    }

    pub fn string(&mut self) -> Result<String> {
        let start = self.at;
        let text = String::from_utf8(self.byte_array()?.to_vec());
        text.or_else(|_| {
            self.at = start;
            self.bad("a string in UTF-8")
        })
    }

    /// A list: its count, and then what `element` reads so many times. An element takes at least a byte.
    pub fn list<T>(&mut self, mut element: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut list = vec![];
        for _ in 0..self.u64()? {
            list.push(element(self)?);
        }
        Ok(list)
    }

    pub fn end(&self) -> Result<()> {
        ensure(self.at == self.bytes.len(), || Malformed::LeftOver(self.at))
    }
}

/// What a certificate brings besides its statement.
#[derive(Clone, Copy)]
pub(crate) struct Evidence<'a> {
    pub claims: u32,
    pub replies: u32,
    pub body: &'a [u8],
}

impl<'a> Evidence<'a> {
    /// The rest of the structure.
    pub fn read(reader: &mut Reader<'a>) -> Result<Self> {
        let (claims, replies) = (reader.u32()?, reader.u32()?);
        let evidence = Evidence { claims, replies, body: reader.byte_array()? };
        reader.end()?;
        Ok(evidence)
    }

    /// The text that the body is, which takes as many bytes of memory as it has. There are exactly as many lines in it as
    /// there should be claims and replies, each with its end.
    pub fn text(&self, budget: &Budget) -> Result<Text> {
        // No stream is longer: two bits stand for 258 bytes at most.
        let longest = self.body.len().saturating_mul(1032);
        let mut text = vec![0; longest.min(MAX_TEXT + 4 * self.body.len())];
        match decompress(&mut DecompressorOxide::new(), self.body, &mut text, 0, ONE_BUFFER) {
            (Done, read, written) if read == self.body.len() => text.truncate(written),
            (HasMoreOutput, ..) => return Err(CannotCheck::LongText(text.len()).into()),
            _ => return Err(Malformed::NotCompressed.into()),
        }
        text.shrink_to_fit();
        budget.memory(text.len())?;
        let text = String::from_utf8(text).ok().filter(|text| text.is_ascii()).ok_or(Malformed::NotAscii)?;
        let stated = u64::from(self.claims) + u64::from(self.replies);
        let found = text.matches('\n').count();
        let is_whole = found as u64 == stated && (text.is_empty() || text.ends_with('\n'));
        ensure(is_whole, || Malformed::Lines { found, stated })?;
        let long = text.split('\n').position(|line| line.len() > MAX_LINE);
        ensure(long.is_none(), || CannotCheck::LongLine { line: long.unwrap_or(0) + 1, most: MAX_LINE })?;
        Ok(Text { text, claims: self.claims as usize })
    }
}

/// The text of a certificate about Sprouts.
pub(crate) struct Text {
    pub text: String,
    claims: usize,
}

impl Text {
    /// The lines of the claims, or in misère play of the lost nodes, and their numbers, counted from 1.
    pub fn claims(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..=self.claims).zip(self.text.split_terminator('\n'))
    }

    /// The replies: one a line, after the claims.
    pub fn replies(&self) -> Result<Vec<u64>> {
        let lines = self.text.split_terminator('\n');
        let replies = lines.enumerate().skip(self.claims).map(|(line, text)| {
            let place = Place::ReplyLine { number: line + 1 - self.claims, line: line + 1 };
            number(text, 0, u64::MAX).map_err(|error| error.at(place))
        });
        replies.collect()
    }
}
