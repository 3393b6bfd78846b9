//! Any text as a SPOTS database: lines are hints or skipped.
#![no_main]

use libfuzzer_sys::fuzz_target;
use search::normal::hints::Hints;

fuzz_target!(|text: &str| {
    let hints = Hints::read(text);
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(hints.nimbers.len() + hints.skipped <= lines);
});
