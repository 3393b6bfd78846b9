//! The text in the body of a Sprouts certificate: lines, compressed as raw DEFLATE (FORMAT.md section 9).

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus as Status;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF as WHOLE_TEXT;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::fmt::{Display, Write};

/// As small as it gets. The level decides the bytes, so the same text always makes the same certificate.
const LEVEL: u8 = 10;
/// Texts longer than this are not read. The longest ones written so far have a few million bytes.
const LONGEST: usize = 100_000_000;

/// The reason why a body is malformed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    #[error("it cannot be decompressed")]
    Compression,
    #[error("its compressed text ends {0} bytes before the body does")]
    Trailing(usize),
    #[error("its text is longer than {LONGEST} bytes, which is all that is read")]
    TooLong,
    #[error("its text is not ASCII")]
    NotAscii,
    #[error("the last line of its text does not end")]
    OpenLine,
    #[error("its text has {found} lines instead of {expected}")]
    LineCount { expected: u64, found: u64 },
}

/// Claims, then replies, one a line.
pub(crate) fn lines(claims: impl Iterator<Item: Display>, replies: &[u64]) -> String {
    let mut text = String::new();
    for claim in claims {
        writeln!(text, "{claim}").expect("strings can be written to");
    }
    for reply in replies {
        writeln!(text, "{reply}").expect("strings can be written to");
    }
    text
}

pub fn compress(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), LEVEL)
}

/// The text of a body, which has so many lines, all of them ended.
pub(crate) fn text(body: &[u8], lines: u64) -> Result<String, TextError> {
    let bytes = inflate(body, LONGEST)?;
    if !bytes.is_ascii() {
        return Err(TextError::NotAscii);
    }
    if bytes.last().is_some_and(|&byte| byte != b'\n') {
        return Err(TextError::OpenLine);
    }
    let found = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
    if found != lines {
        return Err(TextError::LineCount { expected: lines, found });
    }
    String::from_utf8(bytes).map_err(|_| TextError::NotAscii)
}

/// Decompresses into memory that grows with the text, not with the size that the file states.
fn inflate(body: &[u8], longest: usize) -> Result<Vec<u8>, TextError> {
    let mut state = Box::<DecompressorOxide>::default();
    let mut out = vec![0; body.len().saturating_mul(2).clamp(64, longest)];
    let (mut read, mut written) = (0, 0);
    loop {
        let (status, more_read, more_written) = decompress(&mut state, &body[read..], &mut out, written, WHOLE_TEXT);
        read += more_read;
        written += more_written;
        match status {
            Status::Done if read == body.len() => {
                out.truncate(written);
                return Ok(out);
            }
            Status::Done => return Err(TextError::Trailing(body.len() - read)),
            Status::HasMoreOutput if out.len() == longest => return Err(TextError::TooLong),
            Status::HasMoreOutput => out.resize((2 * out.len()).min(longest), 0),
            _ => return Err(TextError::Compression),
        }
    }
}

/// A number in digits, without leading zeros.
pub(crate) fn number(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for lines in [0, 1, 2, 1000, 100_000] {
            let written: String = (0..lines).map(|line| format!("{line}\n")).collect();
            assert_eq!(text(&compress(&written), lines), Ok(written));
        }
    }

    #[test]
    fn other_bodies_are_refused() {
        let good = compress("0*2 0\n6\n");
        assert_eq!(text(&good, 3), Err(TextError::LineCount { expected: 3, found: 2 }));
        assert_eq!(text(&good, 1), Err(TextError::LineCount { expected: 1, found: 2 }));
        assert_eq!(text(&[&good[..], &[0]].concat(), 2), Err(TextError::Trailing(1)));
        assert_eq!(text(&[&good[..], &good].concat(), 2), Err(TextError::Trailing(good.len())));
        for cut in 0..good.len() {
            assert_eq!(text(&good[..cut], 2), Err(TextError::Compression), "{cut} bytes");
        }
        assert_eq!(text(&compress("0*2 0\n6"), 2), Err(TextError::OpenLine));
        assert_eq!(text(&compress("é\n"), 1), Err(TextError::NotAscii));
        assert_eq!(inflate(&compress(&"0\n".repeat(5000)), 9999), Err(TextError::TooLong));
        assert!(inflate(&compress(&"0\n".repeat(5000)), 10_000).is_ok());
    }

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(["0", "7", "10", "18446744073709551615"].map(number), [Some(0), Some(7), Some(10), Some(u64::MAX)]);
        for text in ["", "00", "07", "+7", "-0", " 7", "7 ", "7\r", "1e3", "18446744073709551616"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
