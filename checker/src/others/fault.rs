//! What certificates about puzzles and variants are asked, and what is answered if it is not so.

use crate::error::{Result, ensure, error};

/// What a certificate brings besides its statement.
pub(crate) struct Evidence<'a> {
    pub claims: u32,
    pub replies: u32,
    pub body: &'a [u8],
}

impl Evidence<'_> {
    /// Asks that there is nothing but claims or a body, where they are allowed.
    pub(crate) fn only(&self, claims: bool, body: bool) -> Result<()> {
        must(claims || self.claims == 0, "claims", self.claims, "0")?;
        must(self.replies == 0, "replies", self.replies, "0")?;
        must(body || self.body.is_empty(), "length of the body", self.body.len() as u64, "0")
    }
}

/// Asks for a value that the document allows.
pub(crate) fn must(holds: bool, what: &str, found: impl Into<u64>, wanted: &str) -> Result<()> {
    let found = found.into();
    ensure(holds, || error!(Malformed, "{what}: {found} is stated, and it should be {wanted}"))
}

/// Asks for an amount that this program takes on.
pub(crate) fn within(limit: u64, count: u64, what: &str) -> Result<()> {
    ensure(count <= limit, || error!(CannotCheck, "{count} {what} are more than {limit}, where this program stops"))
}

/// Compares what is stated with what was found.
pub(crate) fn same(what: &str, stated: impl ToString, found: impl ToString) -> Result<()> {
    let (stated, found) = (stated.to_string(), found.to_string());
    ensure(stated == found, || error!(NotProven, "{what}: {} is stated, but {} was found", cut(&stated), cut(&found)))
}

/// A text, cut if it is long.
pub(crate) fn cut(text: &str) -> String {
    let start: String = text.chars().take(200).collect();
    if start == text { start } else { start + "..." }
}
