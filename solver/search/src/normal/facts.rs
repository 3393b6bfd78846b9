//! Facts files of normal play: proven nimbers, sorted by land.

use crate::common::facts_file::{self, Content, VERSION};
use crate::normal::LandTable;
use certificate::reader::canonical_land;
use serde::{Deserialize, Serialize};
use sprouts::{Engine, Land, NIMBERS, Nimber};
use std::path::Path;

pub use crate::common::facts_file::FactsError;

#[derive(Serialize, Deserialize)]
struct Nimbers {
    version: u32,
    /// Lands in short notation with their nimbers.
    nimbers: Vec<(String, Nimber)>,
}

impl Content for Nimbers {
    const MAGIC: &[u8; 8] = b"SPRFACTS";

    fn version(&self) -> u32 {
        self.version
    }
}

/// The facts of a file, sorted by land. All of them or, on an error, none.
pub fn read(path: &Path) -> Result<Vec<(Land, Nimber)>, FactsError> {
    let content: Nimbers = facts_file::read(path)?;
    let mut engine = Engine::new();
    let mut facts = Vec::with_capacity(content.nimbers.len());
    for (text, nimber) in &content.nimbers {
        let land = canonical_land(&mut engine, text).filter(|_| u32::from(*nimber) < NIMBERS);
        let no_fact = || FactsError::damaged(path, format!("`{text}` with nimber {nimber} is no fact"));
        facts.push((land.ok_or_else(no_fact)?, *nimber));
    }
    if !facts.is_sorted_by(|(land, _), (next, _)| land < next) {
        return Err(FactsError::damaged(path, "its lands are not in order"));
    }
    Ok(facts)
}

/// Adds the facts of a file to the land table and returns how many there were. All of them or, on an error, none.
pub fn load(path: &Path, land_table: &mut LandTable) -> Result<usize, FactsError> {
    let facts = read(path)?;
    for (land, nimber) in &facts {
        let land = land_table.land(land.key());
        if land_table.nimber(land).is_none() {
            land_table.set_nimber(land, *nimber);
        }
    }
    Ok(facts.len())
}

/// Saves all proven nimbers of the land table.
pub fn save(path: &Path, land_table: &LandTable) -> Result<(), FactsError> {
    write(path, land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect())
}

/// Saves all proven nimbers of the land table; beside them, if the file is another process's, the nimbers in it. A file that
/// is damaged is replaced.
pub fn save_to(path: &Path, land_table: &LandTable, is_foreign: bool) -> Result<(), FactsError> {
    if !is_foreign {
        return save(path, land_table);
    }
    let own = land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
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
    facts_file::write(path, &Nimbers { version: VERSION, nimbers })
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
    use crate::normal::{Limits, NimberSearch};
    use sprouts::plain::PlainPosition;

    fn solved(spots: usize) -> LandTable {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(spots)).unwrap());
        NimberSearch::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
        land_table
    }

    #[test]
    fn facts_come_back_and_damage_is_noticed() {
        let folder = std::env::temp_dir().join(format!("sproof-facts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("facts");
        let land_table = solved(6);
        save(&path, &land_table).unwrap();
        let mut again = LandTable::new();
        assert_eq!(load(&path, &mut again).unwrap() as u64, land_table.proven_count());
        let sorted = |land_table: &LandTable| {
            let mut facts: Vec<_> = land_table.facts().collect();
            facts.sort();
            facts
        };
        assert_eq!(sorted(&again), sorted(&land_table));

        let bytes = std::fs::read(&path).unwrap();
        for at in [8, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, &damaged).unwrap();
            let mut empty = LandTable::new();
            assert!(matches!(load(&path, &mut empty), Err(FactsError::Damaged { .. })), "byte {at}");
            assert_eq!(empty.land_count(), 0);
        }
        std::fs::write(&path, &bytes[..20]).unwrap();
        assert!(matches!(load(&path, &mut LandTable::new()), Err(FactsError::Damaged { .. })));
        std::fs::write(&path, b"something else").unwrap();
        assert!(matches!(load(&path, &mut LandTable::new()), Err(FactsError::NotFacts(_))));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(load(&path, &mut LandTable::new()), Err(FactsError::Read { .. })));
    }
}
