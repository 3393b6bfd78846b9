//! The body of a certificate of normal play: claims, then replies, one a line (FORMAT.md section 9).

use super::text::compress;
use crate::game::Land;
use crate::search::Nimber;
use std::fmt::Write;

pub fn encode(claims: &[(Land, Nimber)], replies: &[u64]) -> Vec<u8> {
    let mut text = String::new();
    for (land, nimber) in claims {
        writeln!(text, "{land} {nimber}").expect("strings can be written to");
    }
    for reply in replies {
        writeln!(text, "{reply}").expect("strings can be written to");
    }
    compress(&text)
}
