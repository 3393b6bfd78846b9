//! Proven nimbers kept between runs.
//!
//! A facts file is a magic, a version, postcard's encoding of the facts sorted by land, and the blake3 digest of all that.
//! Facts are this solver's own notes, not evidence: the digest guards against damage, and whatever ends up in a
//! certificate is proved again from the rules.

use crate::files::write_atomically;
use crate::game::{Engine, Land, Position};
use crate::notation;
use crate::search::{Book, NIMBERS, Nimber};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"SPRFACTS";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Content {
    version: u32,
    /// Lands in short notation with their nimbers.
    nimbers: Vec<(String, Nimber)>,
}

/// What is wrong with a facts file.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    #[error("cannot read {}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{} is not a facts file", .0.display())]
    NotFacts(PathBuf),
    #[error("{} is damaged: {what}; delete it or restore a copy", .path.display())]
    Damaged { path: PathBuf, what: String },
    #[error("{} has version {version}; this program reads version {VERSION}", .path.display())]
    Version { path: PathBuf, version: u32 },
    #[error("{} was made with the closure `{closure}`, this search uses `{wanted}`; choose another file or --closure", .path.display())]
    OtherClosure { path: PathBuf, closure: String, wanted: String },
    #[error("the files contradict each other: `{land}` has nimber {} in one and {} in another", .nimbers.0, .nimbers.1)]
    Contradiction { land: String, nimbers: (Nimber, Nimber) },
}

/// The facts of a file, sorted by land. All of them or, on an error, none.
pub fn read(path: &Path) -> Result<Vec<(Land, Nimber)>, FactsError> {
    let bytes = std::fs::read(path).map_err(|error| FactsError::Read { path: path.into(), error })?;
    let damaged = |what: String| FactsError::Damaged { path: path.into(), what };
    if !bytes.starts_with(MAGIC) {
        return Err(FactsError::NotFacts(path.into()));
    }
    let Some((content, digest)) = bytes.split_last_chunk::<32>() else {
        return Err(damaged("it is cut short".into()));
    };
    if blake3::hash(content).as_bytes() != digest {
        return Err(damaged("its digest does not match".into()));
    }
    let content = content.get(MAGIC.len()..).ok_or_else(|| damaged("it is cut short".into()))?;
    let content: Content = postcard::from_bytes(content).map_err(|error| damaged(error.to_string()))?;
    if content.version != VERSION {
        return Err(FactsError::Version { path: path.into(), version: content.version });
    }
    let mut engine = Engine::new();
    let mut facts = Vec::with_capacity(content.nimbers.len());
    for (text, nimber) in &content.nimbers {
        let land = read_land(&mut engine, text).filter(|_| u32::from(*nimber) < NIMBERS);
        facts.push((land.ok_or_else(|| damaged(format!("`{text}` with nimber {nimber} is no fact")))?, *nimber));
    }
    if !facts.is_sorted_by(|(land, _), (next, _)| land < next) {
        return Err(damaged("its lands are not in order".into()));
    }
    Ok(facts)
}

/// Adds the facts of a file to the book and returns how many there were. All of them or, on an error, none.
pub fn load(path: &Path, book: &mut Book) -> Result<usize, FactsError> {
    let facts = read(path)?;
    for (land, nimber) in &facts {
        let land = book.land(land.key());
        if book.nimber(land).is_none() {
            book.set_nimber(land, *nimber);
        }
    }
    Ok(facts.len())
}

/// A land that stands in the file as it would be printed.
fn read_land(engine: &mut Engine, text: &str) -> Option<Land> {
    let drawing = notation::parse_as(text, notation::Notation::Short).ok()?;
    let position: Position = engine.canonical(&drawing).ok()?;
    let [land] = position.lands() else { return None };
    (land.to_string() == text).then(|| land.clone())
}

/// Saves all proven nimbers of the book.
pub fn save(path: &Path, book: &Book) -> Result<(), FactsError> {
    write(path, book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect())
}

/// Saves all proven nimbers of the book, and keeps those that another process has saved in the file meanwhile. A file
/// that is damaged is replaced.
pub fn save_beside_others(path: &Path, book: &Book) -> Result<(), FactsError> {
    let own = book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
    match read(path) {
        Ok(others) => write(path, merge([own, others])?),
        Err(FactsError::Read { .. } | FactsError::Damaged { .. }) => write(path, own),
        Err(error) => Err(error),
    }
}

/// Writes facts to a file, whole or not at all.
pub fn write(path: &Path, mut facts: Vec<(Land, Nimber)>) -> Result<(), FactsError> {
    facts.sort_unstable();
    let nimbers = facts.into_iter().map(|(land, nimber)| (land.to_string(), nimber)).collect();
    let content = Content { version: VERSION, nimbers };
    let mut bytes = postcard::to_extend(&content, MAGIC.to_vec()).expect("facts can be serialised");
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    write_atomically(path, &bytes).map_err(|error| FactsError::Write { path: path.into(), error })
}

/// All facts of several lists. Lists that contradict each other are not merged: one of them is wrong.
pub fn merge(lists: impl IntoIterator<Item = Vec<(Land, Nimber)>>) -> Result<Vec<(Land, Nimber)>, FactsError> {
    let mut all: Vec<(Land, Nimber)> = lists.into_iter().flatten().collect();
    all.sort_unstable();
    all.dedup();
    match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(FactsError::Contradiction { land: pair[0].0.to_string(), nimbers: (pair[0].1, pair[1].1) }),
        None => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;
    use crate::search::{Dfpn, Limits};

    fn solved(spots: usize) -> Book {
        let mut book = Book::new();
        let lands = book.position(&Engine::new().canonical(&Drawing::start(spots)).unwrap());
        Dfpn::new(&mut book, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
        book
    }

    #[test]
    fn facts_come_back_and_damage_is_noticed() {
        let folder = std::env::temp_dir().join(format!("sproof-facts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("facts");
        let book = solved(6);
        save(&path, &book).unwrap();
        let mut again = Book::new();
        assert_eq!(load(&path, &mut again).unwrap() as u64, book.proven_count());
        let sorted = |book: &Book| {
            let mut facts: Vec<_> = book.facts().collect();
            facts.sort();
            facts
        };
        assert_eq!(sorted(&again), sorted(&book));

        let bytes = std::fs::read(&path).unwrap();
        for at in [8, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, &damaged).unwrap();
            let mut empty = Book::new();
            assert!(matches!(load(&path, &mut empty), Err(FactsError::Damaged { .. })), "byte {at}");
            assert_eq!(empty.land_count(), 0);
        }
        std::fs::write(&path, &bytes[..20]).unwrap();
        assert!(matches!(load(&path, &mut Book::new()), Err(FactsError::Damaged { .. })));
        std::fs::write(&path, b"something else").unwrap();
        assert!(matches!(load(&path, &mut Book::new()), Err(FactsError::NotFacts(_))));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(load(&path, &mut Book::new()), Err(FactsError::Read { .. })));
    }
}
