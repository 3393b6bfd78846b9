//! Facts files: proven results kept between runs, sealed as [`common::sealed`] says.
//!
//! Facts are this solver's own notes, not evidence. The digest guards against damage; every fact that a certificate uses is
//! proved again from the rules.

use common::files::write_atomically;
use common::sealed::{self, SealError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sprouts::Nimber;
use std::io;
use std::path::{Path, PathBuf};

/// The version of all facts files.
pub const VERSION: u32 = 1;

/// Why facts cannot be read, written or merged.
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

impl FactsError {
    pub fn damaged(path: &Path, what: impl ToString) -> Self {
        FactsError::Damaged { path: path.into(), what: what.to_string() }
    }
}

/// The content of a facts file.
pub trait Content: Serialize + DeserializeOwned {
    const MAGIC: &[u8; 8];

    fn version(&self) -> u32;
}

/// Reads a facts file of this version.
pub fn read<C: Content>(path: &Path) -> Result<C, FactsError> {
    let bytes = std::fs::read(path).map_err(|error| FactsError::Read { path: path.into(), error })?;
    let encoded = sealed::open(C::MAGIC, &bytes).map_err(|error| match error {
        SealError::Magic => FactsError::NotFacts(path.into()),
        error => FactsError::damaged(path, error),
    })?;
    let content: C = sealed::read(encoded).map_err(|error| FactsError::damaged(path, error))?;
    if content.version() != VERSION {
        return Err(FactsError::Version { path: path.into(), version: content.version() });
    }
    Ok(content)
}

/// Writes a facts file, whole or not at all.
pub fn write<C: Content>(path: &Path, content: &C) -> Result<(), FactsError> {
    let bytes = sealed::seal(C::MAGIC, content).bytes;
    write_atomically(path, &bytes).map_err(|error| FactsError::Write { path: path.into(), error })
}
