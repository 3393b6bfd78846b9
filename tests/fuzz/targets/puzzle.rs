//! Any text as a game of Morpion Solitaire, as a state of its search, and as a deal of Gaps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::gaps::Deal;
use puzzles::morpion;

fuzz_target!(|text: &str| {
    match morpion::parse(text, None) {
        Ok(game) => {
            let _ = game.moves_left();
        }
        Err(error) => drop(error.to_string()),
    }
    match text.parse::<Deal>() {
        Ok(deal) => assert_eq!(deal.to_string().parse(), Ok(deal)),
        Err(error) => drop(error.to_string()),
    }
});
