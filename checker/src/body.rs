//! The text of a Sprouts certificate (FORMAT.md section 9): inflated from its body within bounds, and read line by line.

use crate::error::{Memory, Result, error};
use miniz_oxide::inflate::TINFLStatus::{Done, HasMoreOutput};
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// A text may have so many bytes and 4 for each of its body.
const MAX_TEXT: usize = 30_000_000;

/// The lines that are not read yet.
pub(crate) struct Body {
    text: String,
    /// Where in the text the next line begins, and how many came before.
    at: usize,
    lines: usize,
}

impl Body {
    /// The text takes from the memory as many bytes as it has.
    pub(crate) fn open(compressed: &[u8], memory: &mut Memory) -> Result<Self> {
        // No page of this is in use before something is written there.
        let mut text = vec![0; MAX_TEXT + 4 * compressed.len()];
        let mut inflater = DecompressorOxide::new();
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, read, written) = decompress(&mut inflater, compressed, &mut text, 0, flags);
        match status {
            Done if read == compressed.len() => {}
            Done => return Err(error!(Malformed, "{} bytes of the body are left over", compressed.len() - read)),
            HasMoreOutput => return Err(error!(CannotCheck, "the text has more than {} bytes", text.len())),
            _ => return Err(error!(Malformed, "the body is no compressed text, or not all of one")),
        }
        text.truncate(written);
        memory.take(written)?;
        let text = String::from_utf8(text).ok().filter(|text| text.is_ascii());
        Ok(Body { text: text.ok_or_else(|| error!(Malformed, "the text is not ASCII"))?, at: 0, lines: 0 })
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> Result<&str> {
        let missing = || error!(Malformed, "line {} of the text is missing", self.lines + 1);
        let (line, _) = self.text[self.at..].split_once('\n').ok_or_else(missing)?;
        self.at += line.len() + 1;
        self.lines += 1;
        Ok(line)
    }

    /// All lines have been read.
    pub(crate) fn end(&self) -> Result<()> {
        match self.text.len() - self.at {
            0 => Ok(()),
            left => Err(error!(Malformed, "{left} bytes of the text are left over after line {}", self.lines)),
        }
    }
}

/// A decimal number: digits only, without leading zeros.
pub(crate) fn number(digits: &str) -> Result<u64> {
    let is_plain = digits == "0" || !digits.starts_with(['0', '+']);
    let number = digits.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| error!(Malformed, "{digits:?} should be a number in digits, less than 2^64"))
}
