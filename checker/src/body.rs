//! The text of a Sprouts certificate (FORMAT.md section 9): inflated from its body within bounds.

use crate::certificate::Contents;
use crate::error::{Memory, Result, error};
use miniz_oxide::inflate::TINFLStatus::{Done, HasMoreOutput};
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// A text may have so many bytes and 4 for each of its body.
const MAX_TEXT: usize = 30_000_000;
/// No longer line is read: errors cite lines.
const MAX_LINE: usize = 20_000;

/// The text, which takes from the memory as many bytes as it has. There are exactly as many lines in it as there should
/// be claims and replies, each with its end.
pub(crate) fn text(contents: &Contents, memory: &mut Memory) -> Result<String> {
    // No page of this is in use before something is written there.
    let (body, mut text) = (contents.body, vec![0; MAX_TEXT + 4 * contents.body.len()]);
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, read, written) = decompress(&mut DecompressorOxide::new(), body, &mut text, 0, flags);
    match status {
        Done if read == body.len() => {}
        Done => return Err(error!(Malformed, "{} bytes of the body are left over", body.len() - read)),
        HasMoreOutput => return Err(error!(CannotCheck, "the text has more than {} bytes", text.len())),
        _ => return Err(error!(Malformed, "the body is no compressed text, or not all of one")),
    }
    text.truncate(written);
    memory.take(written)?;
    let text = String::from_utf8(text).ok().filter(|text| text.is_ascii());
    let text = text.ok_or_else(|| error!(Malformed, "the text is not ASCII"))?;
    let (stated, found) = (u64::from(contents.claims) + u64::from(contents.replies), text.matches('\n').count());
    match text.split('\n').next_back() {
        Some("") if found as u64 == stated => {}
        Some("") => return Err(error!(Malformed, "the text has {found} lines, and it should have {stated}")),
        _ => return Err(error!(Malformed, "the last line of the text has no end")),
    }
    match text.split('\n').position(|line| line.len() > MAX_LINE) {
        Some(i) => Err(error!(CannotCheck, "line {} of the text has more than {MAX_LINE} characters", i + 1)),
        None => Ok(text),
    }
}

/// A decimal number: digits only, without leading zeros.
pub(crate) fn number(digits: &str) -> Result<u64> {
    let is_plain = digits == "0" || !digits.starts_with(['0', '+']);
    let number = digits.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| error!(Malformed, "{digits:?} should be a number in digits, less than 2^64"))
}
