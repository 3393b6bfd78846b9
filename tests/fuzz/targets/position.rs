//! Any text as a position in short notation: solver and checker answer or refuse, and where both answer they agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprouts::Engine;
use sproof_tests::sides::{checker_canon, solver_canon};

fuzz_target!(|text: &str| {
    let solver = solver_canon(&mut Engine::new(), text);
    let checker = checker_canon(text);
    if let (Ok(solver), Ok(checker)) = (solver, checker) {
        assert_eq!(solver.to_string(), checker.to_string(), "solver (left) and checker (right) on {text:?}");
    }
});
