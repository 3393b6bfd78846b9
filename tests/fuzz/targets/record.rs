//! Any text as a record of a game: what is understood can be written in both notations and read again, as the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprouts::Engine;
use board::records::{Game, MoveNotation};

fuzz_target!(|text: &str| {
    let (game, error) = Game::replay(text);
    if let Some(error) = error {
        let _ = error.to_string();
    }
    let Some(game) = game else { return };
    for notation in [MoveNotation::Hoey, MoveNotation::Wgosa] {
        let record = game.record(notation);
        let again = Game::read(&record).unwrap_or_else(|error| panic!("{record:?}: {error}"));
        // Where boundaries begin and which ends of lines are theirs depends on how a move was told.
        let canonical = |game: &Game| Engine::new().canonical(&game.position().plain());
        assert_eq!(canonical(&again), canonical(&game), "{record:?}");
        assert_eq!(again.record(notation), record);
    }
});
