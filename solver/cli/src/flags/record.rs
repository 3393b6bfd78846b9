//! Records given at the command line: a text, the name of a file that holds it, or `-` for standard input.

use crate::failure::Failure;
use board::records::Game;
use board::records::syntax::parse_record;
use std::io::Read;
use std::path::Path;

/// The text itself, or that of the file it names.
pub fn text(argument: &str) -> Result<String, Failure> {
    if argument == "-" {
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        return read.map(|_| text).map_err(|error| Failure::Read { path: "-".into(), error });
    }
    let path = Path::new(argument);
    if !path.is_file() {
        return Ok(argument.to_owned());
    }
    std::fs::read_to_string(path).map_err(|error| Failure::Read { path: path.into(), error })
}

/// The game, if the text is a record and not a position. A text of moves alone is taken for a record.
pub fn as_record(text: &str) -> Option<Result<Game, Failure>> {
    let is_record = !text.contains('/')
        && parse_record(text).is_ok_and(|record| record.spots.is_some() || !record.moves.is_empty());
    is_record.then(|| Game::read(text).map_err(Failure::from))
}
