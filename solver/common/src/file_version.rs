//! Files shared by processes: a lock on their folder, and stamps that tell one version of a file from another.

use std::fs::{self, File, Metadata};
use std::path::Path;

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Keeps other processes from changing the files of a folder while this value lives, if they ask for it too and the
/// system can do it. Nothing is left behind, not even by a process that is killed.
pub struct Lock {
    _folder: Option<File>,
}

impl Lock {
    pub fn of(path: &Path) -> Self {
        let opened = File::open(folder(path)).ok();
        Lock { _folder: opened.filter(|folder| folder.lock().is_ok()) }
    }
}

/// What tells one version of a file from another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    written: Option<std::time::SystemTime>,
    /// A file that is put in the place of another has another number.
    number: u64,
}

impl Stamp {
    /// Nothing if there is no such file.
    pub fn of(path: &Path) -> Option<Self> {
        let of = |metadata: Metadata| Stamp {
            length: metadata.len(),
            written: metadata.modified().ok(),
            number: number(&metadata),
        };
        fs::metadata(path).ok().map(of)
    }
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}
