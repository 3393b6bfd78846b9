//! Facts files of misère play: the lost nodes of one closure, by their fingerprints in increasing order.
//!
//! A fingerprint is the same in every run with the same closure. A false note is noticed at the latest in a proof, because
//! some option of the node it calls lost has no reply.

use crate::common::facts_file::{self, Content, FactsError, VERSION};
use crate::common::proof_numbers::ProofNumbers;
use crate::misere::node::Fingerprint;
use crate::misere::transposition_table::TranspositionTable;
use serde::{Deserialize, Serialize};
use sprouts::Position;
use std::path::Path;

#[derive(Serialize, Deserialize)]
struct LostNodes {
    version: u32,
    /// In short notation.
    closure: String,
    /// Differences of one fingerprint to the one before.
    lost: Vec<u128>,
}

impl Content for LostNodes {
    const MAGIC: &[u8; 8] = b"SPRMISER";

    fn version(&self) -> u32 {
        self.version
    }
}

/// The fingerprints in a file that was made with this closure.
fn read(path: &Path, closure: &Position) -> Result<Vec<u128>, FactsError> {
    let content: LostNodes = facts_file::read(path)?;
    if content.closure != closure.to_string() {
        return Err(FactsError::OtherClosure {
            path: path.into(),
            closure: content.closure,
            wanted: closure.to_string(),
        });
    }
    let mut fingerprint = 0u128;
    let next = |difference: u128| {
        fingerprint = fingerprint.wrapping_add(difference);
        fingerprint
    };
    Ok(content.lost.into_iter().map(next).collect())
}

/// Adds the lost nodes of a file to the table and returns how many there were. All of them or, on an error, none.
pub fn load(path: &Path, closure: &Position, table: &mut TranspositionTable) -> Result<usize, FactsError> {
    let lost = read(path, closure)?;
    lost.iter().for_each(|&fingerprint| table.set(Fingerprint(fingerprint), ProofNumbers::LOST));
    Ok(lost.len())
}

/// Saves all lost nodes of the table.
pub fn save(path: &Path, closure: &Position, table: &TranspositionTable) -> Result<(), FactsError> {
    write(path, closure, table.lost().map(|fingerprint| fingerprint.0).collect())
}

/// Saves all lost nodes of the table; beside them, if the file is another process's, the nodes in it. A file that is damaged
/// is replaced.
pub fn save_to(
    path: &Path,
    closure: &Position,
    table: &TranspositionTable,
    is_foreign: bool,
) -> Result<(), FactsError> {
    let mut lost: Vec<u128> = table.lost().map(|fingerprint| fingerprint.0).collect();
    if is_foreign {
        match read(path, closure) {
            Ok(others) => lost.extend(others),
            Err(FactsError::Read { .. } | FactsError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    write(path, closure, lost)
}

fn write(path: &Path, closure: &Position, mut lost: Vec<u128>) -> Result<(), FactsError> {
    lost.sort_unstable();
    lost.dedup();
    let mut last = 0;
    for fingerprint in &mut lost {
        (*fingerprint, last) = (*fingerprint - last, *fingerprint);
    }
    facts_file::write(path, &LostNodes { version: VERSION, closure: closure.to_string(), lost })
}
