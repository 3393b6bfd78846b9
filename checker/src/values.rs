//! Values that the documents about variants and puzzles allow in a certificate, and amounts that this program takes on.

use crate::container::{Evidence, Reader};
use crate::error::{CannotCheck, Malformed, Result, ensure};

/// Asks for a value that the document allows.
pub(crate) fn must(holds: bool, what: &'static str, found: impl Into<u64>, wanted: &'static str) -> Result<()> {
    ensure(holds, || Malformed::Value { what, found: found.into(), wanted })
}

/// Asks for an amount that this program takes on.
pub(crate) fn within(most: u64, count: u64, what: &'static str) -> Result<()> {
    ensure(count <= most, || CannotCheck::TooMany { what, count, most })
}

impl Evidence<'_> {
    /// Asks that there is nothing but claims or a body, where they are allowed.
    pub fn only(&self, claims: bool, body: bool) -> Result<()> {
        must(claims || self.claims == 0, "claims", self.claims, "0")?;
        must(self.replies == 0, "replies", self.replies, "0")?;
        must(body || self.body.is_empty(), "length of the body", self.body.len() as u64, "0")
    }
}

/// Takes a number of 32 bits off the front of a body that consists of such numbers.
pub(crate) fn take_number(body: &mut &[u8]) -> Result<u64> {
    let mut reader = Reader::new(body);
    let number = reader.u32().map_err(|_| Malformed::Body)?;
    *body = reader.rest();
    Ok(number.into())
}
