//! The body of a certificate of misère play: lost nodes, then replies, one a line (FORMAT.md section 13).

use super::proof::MisereProof;
use crate::proof::text::compress;
use std::fmt::Write;

pub fn encode(proof: &MisereProof) -> Vec<u8> {
    let mut text = String::new();
    for node in &proof.lost {
        writeln!(text, "{node}").expect("strings can be written to");
    }
    for reply in &proof.replies {
        writeln!(text, "{reply}").expect("strings can be written to");
    }
    compress(&text)
}
