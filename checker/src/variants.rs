//! Sprouts with another greatest degree than 3 (FORMAT-VARIANTS.md).

use crate::fault::Fault;

pub(crate) mod degree_two;
pub(crate) mod endless;

/// Takes a number off the front of the body. It must be written in the fewest bytes.
fn number(body: &mut &[u8]) -> Result<u64, Fault> {
    let (number, rest) = postcard::take_from_bytes::<u32>(body).map_err(|_| Fault::Body)?;
    let written = &body[..body.len() - rest.len()];
    *body = rest;
    if written.len() > 1 && written.ends_with(&[0]) { Err(Fault::Body) } else { Ok(number.into()) }
}
