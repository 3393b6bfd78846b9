//! Any text as a position in each notation: what is read can be printed in each notation and read again, as the same
//! position; what is not read is refused in three lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprouts::Engine;
use sprouts::notation::{self, Notation};

const ALL: [Notation; 3] = [Notation::Short, Notation::LemoineViennot, Notation::Hoey];

fuzz_target!(|text: &str| {
    let mut engine = Engine::new();
    for notation in ALL {
        match notation::parse_as(text, notation) {
            Err(error) => assert_eq!(error.pointing(text).lines().count(), 3, "{text:?}"),
            Ok(drawing) => {
                let Ok(position) = engine.canonical(&drawing) else { continue };
                for other in ALL {
                    let printed = notation::print(&position.plain(), other);
                    let again = notation::parse_as(&printed, other).expect("what is printed can be read");
                    assert_eq!(engine.canonical(&again).as_ref(), Ok(&position), "{text:?} as {printed:?}");
                }
            }
        }
    }
    let _ = notation::parse(text);
});
