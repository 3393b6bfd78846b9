//! Lost nodes kept between runs.
//!
//! A node is kept by its fingerprint, which is the same in every run with the same closure. A file is a magic, a version,
//! the closure, the fingerprints in increasing order, and the blake3 digest of all that. Like the facts of normal play these
//! are notes, not evidence: whatever ends up in a certificate is derived from the rules again, and a false note is noticed
//! there at the latest, because some option of the node it calls lost has no reply.

use crate::common::proof_numbers::ProofNumbers;
use crate::misere::Outcome;
use crate::misere::node::Fingerprint;
use crate::misere::transposition_table::Table;
use crate::normal::facts::FactsError;
use common::files::write_atomically;
use serde::{Deserialize, Serialize};
use sprouts::Position;
use std::path::Path;

const MAGIC: &[u8; 8] = b"SPRMISER";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Content {
    version: u32,
    /// In short notation.
    closure: String,
    /// Differences of one fingerprint to the one before.
    lost: Vec<u128>,
}

/// Adds the lost nodes of a file to the table and returns how many there were. All of them or, on an error, none.
pub fn load(path: &Path, closure: &Position, table: &mut Table) -> Result<usize, FactsError> {
    let bytes = std::fs::read(path).map_err(|error| FactsError::Read { path: path.into(), error })?;
    let damaged = |what: String| FactsError::Damaged { path: path.into(), what };
    let content = bytes.strip_prefix(MAGIC).ok_or_else(|| FactsError::NotFacts(path.into()))?;
    let (content, digest) = content.split_last_chunk::<32>().ok_or_else(|| damaged("it is cut short".into()))?;
    if blake3::hash(&bytes[..bytes.len() - digest.len()]).as_bytes() != digest {
        return Err(damaged("its digest does not match".into()));
    }
    let content: Content = postcard::from_bytes(content).map_err(|error| damaged(error.to_string()))?;
    if content.version != VERSION {
        return Err(FactsError::Version { path: path.into(), version: content.version });
    }
    if content.closure != closure.to_string() {
        return Err(FactsError::OtherClosure {
            path: path.into(),
            closure: content.closure,
            wanted: closure.to_string(),
        });
    }
    let mut fingerprint = 0u128;
    for &difference in &content.lost {
        fingerprint = fingerprint.wrapping_add(difference);
        table.set(Fingerprint(fingerprint), ProofNumbers::decided(Outcome::Loss));
    }
    Ok(content.lost.len())
}

/// Saves all lost nodes of the table.
pub fn save(path: &Path, closure: &Position, table: &Table) -> Result<(), FactsError> {
    let mut lost: Vec<u128> = table.lost().map(|fingerprint| fingerprint.0).collect();
    lost.sort_unstable();
    let mut last = 0;
    for fingerprint in &mut lost {
        (*fingerprint, last) = (*fingerprint - last, *fingerprint);
    }
    let content = Content { version: VERSION, closure: closure.to_string(), lost };
    let mut bytes = postcard::to_extend(&content, MAGIC.to_vec()).expect("facts can be serialised");
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    write_atomically(path, &bytes).map_err(|error| FactsError::Write { path: path.into(), error })
}
