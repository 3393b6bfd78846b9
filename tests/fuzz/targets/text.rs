//! Any text in a Sprouts certificate: the first byte chooses the statement and the second how many lines are claims.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sproof_tests::structural::fuzz::{accepted_is_true, with_text};

fuzz_target!(|input: &[u8]| {
    if let Some(file) = with_text(input) {
        accepted_is_true(&file);
        let _ = certificate::read_claims(&file);
    }
});
