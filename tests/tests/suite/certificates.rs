//! Certificates of the other games as the checker's library sees them. Nothing here but the checker is used.

use checker::{Settings, verify};
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::Path;

/// What is verified, or why not. It must be the same on one thread and on three.
pub fn check(bytes: &[u8]) -> Result<String, String> {
    let [one, three] = [1, 3].map(|threads| {
        let settings = Settings { threads: NonZero::new(threads).expect("more than 0"), ..Settings::default() };
        verify(bytes, &settings).map(|verified| verified.statement.to_string()).map_err(|error| error.to_string())
    });
    assert_eq!(one, three);
    one
}

/// All certificates in a folder of `tests/data`, by name. There must be some.
pub fn folder(name: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data")).join(name);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "bin") {
            let name = path.file_stem().expect("files have names").to_string_lossy().into_owned();
            files.insert(name, fs::read(&path).expect("the file can be read"));
        }
    }
    assert!(!files.is_empty(), "there are no certificates in {}", folder.display());
    files
}

/// The certificate with its content changed and the digest made right.
pub fn resealed(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = bytes[..bytes.len() - 32].to_vec();
    change(&mut bytes);
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    bytes
}

/// Tampers with a certificate in all simple ways. Gives the statements of the mutants that are accepted.
pub fn accepted_mutants(bytes: &[u8]) -> Vec<String> {
    let size = bytes.len() - 32;
    let mut accepted = Vec::new();
    let mut judge = |mutant: Vec<u8>| {
        if let (true, Ok(statement)) = (mutant != bytes, check(&mutant)) {
            accepted.push(statement);
        }
    };
    for at in 0..size {
        for bit in 0..8 {
            let flip = |bytes: &mut Vec<u8>| bytes[at] ^= 1 << bit;
            judge(resealed(bytes, flip));
            let mut unsealed = bytes.to_vec();
            flip(&mut unsealed);
            assert!(check(&unsealed).is_err(), "byte {at}, bit {bit} with the old digest");
        }
        assert!(check(&resealed(bytes, |bytes| bytes.truncate(at))).is_err(), "cut at {at}");
        judge(resealed(bytes, |bytes| drop(bytes.drain(at..=at))));
        judge(resealed(bytes, |bytes| bytes.insert(at, 0)));
        judge(resealed(bytes, |bytes| bytes.swap(at.saturating_sub(1), at)));
    }
    assert!(check(&resealed(bytes, |bytes| bytes.push(0))).is_err());
    assert!(check(&[bytes, &[0]].concat()).is_err());
    accepted
}

/// The bytes of the dumps in a document: lines that begin with an offset, which is 0 where a dump begins.
pub fn dumps(document: &str) -> Vec<Vec<u8>> {
    let mut dumps: Vec<Vec<u8>> = Vec::new();
    for line in document.lines().filter(|line| line.starts_with("    ")) {
        let numbers: Option<Vec<u8>> = line
            .split_whitespace()
            .map(|word| if word.len() == 2 { u8::from_str_radix(word, 16).ok() } else { None })
            .collect();
        let Some((&offset, bytes)) = numbers.as_ref().and_then(|numbers| numbers.split_first()) else { continue };
        if offset == 0 {
            dumps.push(vec![]);
        }
        if let Some(dump) = dumps.last_mut().filter(|dump| dump.len() == usize::from(offset)) {
            dump.extend(bytes);
        }
    }
    dumps
}
