//! Files that are written whole or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its destination, then puts it in place: whoever reads it sees the old file or the new one. What
/// programs that were killed have left there under such a name is removed.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    remove_leftovers(path);
    let temporary = temporary(path)?;
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    // A program that does not see this process, from another machine or container, may have taken the file for a leftover.
    let placed = write().or_else(|error| if error.kind() == ErrorKind::NotFound { write() } else { Err(error) });
    if placed.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    placed
}

/// Finds out whether a file can be written, before long work is done for it. Nothing is changed.
pub fn probe(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "this is a folder"));
    }
    let temporary = temporary(path)?;
    let probed = File::create(&temporary).and_then(|mut file| file.write_all(b"probe"));
    let _ = fs::remove_file(&temporary);
    probed
}

/// Where this process writes before a file is put in place.
fn temporary(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "this is not a file name"))?;
    let mut temporary = name.to_os_string();
    temporary.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(temporary))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes what processes that are gone were writing for this file. Where it cannot be seen which are gone, nothing is done.
fn remove_leftovers(path: &Path) {
    let (Some(name), true) = (path.file_name().and_then(|name| name.to_str()), Path::new("/proc/self").exists()) else {
        return;
    };
    for entry in fs::read_dir(folder(path)).into_iter().flatten().flatten() {
        let (file, of) = (entry.file_name(), format!("{name}."));
        let process = file.to_str().and_then(|file| file.strip_prefix(&of)?.strip_suffix(".tmp"));
        let process =
            process.filter(|process| !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit()));
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            let _ = fs::remove_file(entry.path());
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_of_dead_processes_are_removed() {
        let folder = std::env::temp_dir().join(format!("sproof-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("facts");
        let alive = format!("facts.{}.tmp", std::os::unix::process::parent_id());
        // No process has such a number.
        let others = ["facts.4194999999.tmp", "facts.x.tmp", "facts..tmp", "other.4194999999.tmp", "facts.tmp", &alive];
        for name in others {
            fs::write(folder.join(name), "half").unwrap();
        }
        write_atomically(&path, b"whole").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert!(!folder.join(others[0]).exists());
        assert!(others[1..].iter().all(|name| folder.join(name).exists()));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_probe_changes_nothing() {
        let folder = std::env::temp_dir().join(format!("sproof-probe-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("p.bin");
        probe(&path).unwrap();
        fs::write(&path, "old").unwrap();
        probe(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(
            probe(&folder).is_err() && probe(&folder.join("none/p.bin")).is_err() && probe(Path::new("/")).is_err()
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
