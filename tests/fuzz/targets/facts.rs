//! Any content of a facts file, of normal and of misère play, with a right digest: it is read or refused, and what is read can
//! be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprouts::Position;
use search::misere::TranspositionTable;
use sproof_tests::structural::fuzz::sealed;
use std::path::PathBuf;
use std::sync::LazyLock;

static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = if std::path::Path::new("/dev/shm").is_dir() { "/dev/shm".into() } else { std::env::temp_dir() };
    folder.join(format!("sproof-fuzz-facts-{}", std::process::id()))
});

fuzz_target!(|content: &[u8]| {
    std::fs::write(&*FILE, sealed(b"SPRFACTS", content)).expect("there is room");
    if let Ok(facts) = search::normal::facts::read(&FILE) {
        search::normal::facts::write(&FILE, facts.clone()).expect("there is room");
        assert_eq!(search::normal::facts::read(&FILE).expect("what is written can be read"), facts);
    }
    std::fs::write(&*FILE, sealed(b"SPRMISER", content)).expect("there is room");
    let _ = search::misere::facts::load(&FILE, &Position::default(), &mut TranspositionTable::new(1 << 16));
});
