//! Any structure between the magic bytes and a right digest: the checker answers, and the solver's reader of claims too. What
//! is accepted is judged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sproof_tests::structural::fuzz::{accepted_is_true, sealed};

fuzz_target!(|content: &[u8]| {
    let file = sealed(b"SPROOF\r\n", content);
    accepted_is_true(&file);
    let _ = certificate::read_claims(&file);
});
