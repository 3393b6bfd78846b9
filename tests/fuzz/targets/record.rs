//! Any text as a record of a game: what is understood can be written in both notations and read again, as the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
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
        assert_eq!(again.position(), game.position(), "{record:?}");
    }
});
