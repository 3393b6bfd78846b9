//! Sprouts with another greatest degree than 3 (FORMAT-VARIANTS.md).

use crate::error::{Error, Result, error};

pub(crate) mod degree_two;
pub(crate) mod endless;

/// Takes a number off the front of the body. It must be written in the fewest bytes.
fn number(body: &mut &[u8]) -> Result<u64> {
    let (number, rest) = postcard::take_from_bytes::<u32>(body).map_err(|_| bad_body())?;
    let written = &body[..body.len() - rest.len()];
    *body = rest;
    if written.len() > 1 && written.ends_with(&[0]) { Err(bad_body()) } else { Ok(number.into()) }
}

fn bad_body() -> Error {
    error!(Malformed, "the body does not end with its last number, or a number is not written in the fewest bytes")
}
