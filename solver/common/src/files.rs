//! Output files: probed before long work, then written whole or not at all.
//!
//! A regular file is written beside its place under another name and renamed: a reader sees the old file or the new one. A
//! symbolic link stays and the file that it names is replaced, with its mode. Devices and pipes are written directly and
//! never replaced. Read-only files, folders and disks are refused. A file with several hard links becomes a file of its own.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Why a path cannot be written to.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    #[error("{} is not a folder", .0.display())]
    NotAFolder(PathBuf),
    #[error("no file can be made in {}: {error}", .folder.display())]
    Folder { folder: PathBuf, error: io::Error },
    #[error("it is a folder")]
    IsAFolder,
    #[error("it is read-only")]
    ReadOnly,
    #[error("it is a disk, a socket or another thing that is no place for a file")]
    NoPlace,
    #[error("its symbolic links lead nowhere or in a circle")]
    Links,
    #[error("standard output is a terminal, which shows no such bytes: send it to a file or through a pipe")]
    Terminal,
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<OutputError> for io::Error {
    fn from(error: OutputError) -> Self {
        match error {
            OutputError::Io(error) => error,
            other => io::Error::other(other),
        }
    }
}

/// Where the bytes go.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    Stdout,
    /// A device or pipe, opened when there is something to write.
    Stream(PathBuf),
    /// A regular file behind all symbolic links, there or not.
    File(PathBuf),
}

/// An output that was found to be writable when it was probed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output(Target);

/// Symbolic links that are followed, as many as Linux follows.
const MOST_LINKS: usize = 40;

impl Output {
    /// Finds out whether a path can be written to, and changes nothing. `-` is standard output, and so is every other name of it.
    pub fn probe(path: &Path) -> Result<Self, OutputError> {
        if path == Path::new("-") || is_stdout(path) {
            return if io::stdout().is_terminal() { Err(OutputError::Terminal) } else { Ok(Output(Target::Stdout)) };
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(OutputError::IsAFolder),
            Ok(metadata) if !metadata.is_file() => {
                probe_stream(path, &metadata).map(|()| Output(Target::Stream(path.into())))
            }
            Ok(metadata) if metadata.permissions().readonly() => Err(OutputError::ReadOnly),
            Ok(_) => {
                let file = follow_links(path)?;
                OpenOptions::new().write(true).open(&file)?;
                probe_folder(&file)?;
                Ok(Output(Target::File(file)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = follow_links(path)?;
                probe_folder(&file)?;
                Ok(Output(Target::File(file)))
            }
            Err(error) => Err(error.into()),
        }
    }

    pub fn is_stdout(&self) -> bool {
        self.0 == Target::Stdout
    }

    /// Whether it is or will be a regular file, which can be read again.
    pub fn is_file(&self) -> bool {
        matches!(self.0, Target::File(_))
    }

    /// Writes everything. A regular file is whole or as it was before.
    pub fn write(&self, content: &[u8]) -> Result<(), OutputError> {
        match &self.0 {
            Target::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(content)?;
                out.flush()?;
            }
            Target::Stream(path) => {
                let mut stream = OpenOptions::new().write(true).open(path)?;
                stream.write_all(content)?;
                stream.flush()?;
            }
            Target::File(path) => replace(path, content)?,
        }
        Ok(())
    }
}

/// Writes a file whole or not at all, to wherever the path leads.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    Ok(Output::probe(path)?.write(content)?)
}

/// The file at the end of a chain of symbolic links, whether it is there or not.
fn follow_links(path: &Path) -> Result<PathBuf, OutputError> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let link = fs::read_link(&path)?;
                path = folder(&path).join(link);
            }
            _ => return Ok(path),
        }
    }
    Err(OutputError::Links)
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}

/// Makes a file beside the one that is to be written and removes it: whatever forbids that will forbid writing.
fn probe_folder(file: &Path) -> Result<(), OutputError> {
    let folder = folder(file);
    match fs::metadata(folder) {
        Ok(metadata) if !metadata.is_dir() => return Err(OutputError::NotAFolder(folder.into())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(OutputError::NoFolder(folder.into())),
        _ => {}
    }
    let failed = |error| OutputError::Folder { folder: folder.into(), error };
    let temporary = temporary(file)?;
    create_new(&temporary).map_err(failed)?;
    fs::remove_file(&temporary).map_err(failed)
}

/// A name beside a file that nothing else has.
fn temporary(file: &Path) -> io::Result<PathBuf> {
    let nameless = || io::Error::new(io::ErrorKind::InvalidInput, "this is not a file name");
    let mut name = file.file_name().ok_or_else(nameless)?.to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    Ok(file.with_file_name(name))
}

/// A new file; one that an earlier process of this number has left behind is replaced.
fn create_new(path: &Path) -> io::Result<File> {
    let create = || OpenOptions::new().write(true).create_new(true).open(path);
    create().or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => fs::remove_file(path).and_then(|()| create()),
        _ => Err(error),
    })
}

/// Removes the temporary files of processes that are gone. Where it cannot be seen which are gone, nothing is done.
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

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    remove_leftovers(path);
    let temporary = temporary(path)?;
    let written = create_new(&temporary).and_then(|mut file| {
        file.write_all(content)?;
        if let Ok(old) = fs::metadata(path) {
            take_over(&file, &old)?;
        }
        file.sync_all()
    });
    let placed = written.and_then(|()| fs::rename(&temporary, path));
    if placed.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    placed
}

/// Gives a new file the mode of the old one, and its owner as far as that is allowed.
fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

/// Whether a path leads to what standard output is: `/dev/stdout`, or the file that it was sent to.
#[cfg(unix)]
fn is_stdout(path: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let stdout = io::stdout().as_fd().try_clone_to_owned().and_then(|stdout| File::from(stdout).metadata());
    let (Ok(stdout), Ok(there)) = (stdout, fs::metadata(path)) else { return false };
    // A device such as /dev/null is no one's own, and a terminal is refused as such.
    let is_shared = there.file_type().is_char_device() && !io::stdout().is_terminal();
    !is_shared && (stdout.dev(), stdout.ino()) == (there.dev(), there.ino())
}

#[cfg(not(unix))]
fn is_stdout(_: &Path) -> bool {
    false
}

/// Whether something that is neither a file nor a folder can be written to.
#[cfg(unix)]
fn probe_stream(path: &Path, metadata: &Metadata) -> Result<(), OutputError> {
    use std::os::unix::fs::FileTypeExt;
    if metadata.permissions().readonly() {
        return Err(OutputError::ReadOnly);
    }
    let kind = metadata.file_type();
    if kind.is_char_device() {
        OpenOptions::new().write(true).open(path)?;
        return Ok(());
    }
    // Opening a pipe would wait for its reader.
    if kind.is_fifo() { Ok(()) } else { Err(OutputError::NoPlace) }
}

#[cfg(not(unix))]
fn probe_stream(_: &Path, _: &Metadata) -> Result<(), OutputError> {
    Err(OutputError::NoPlace)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sproof-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_replaced_whole_and_keep_mode_and_links() {
        let folder = scratch("links");
        let (file, link, chain) = (folder.join("file"), folder.join("link"), folder.join("chain"));
        fs::create_dir(folder.join("inner")).unwrap();
        symlink("file", &link).unwrap();
        symlink("../chain-end", folder.join("inner/second")).unwrap();
        symlink("inner/second", &chain).unwrap();
        write_atomically(&link, b"through a dangling link").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"through a dangling link");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write_atomically(&link, b"again").unwrap();
        write_atomically(&chain, b"two links").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"again");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read(folder.join("chain-end")).unwrap(), b"two links");
        assert_eq!(names(&folder), ["chain", "chain-end", "file", "inner", "link"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn probing_changes_nothing_and_names_the_reason() {
        let folder = scratch("probe");
        let (file, read_only) = (folder.join("file"), folder.join("read-only"));
        fs::write(&file, b"old").unwrap();
        fs::write(&read_only, b"thesis").unwrap();
        fs::set_permissions(&read_only, fs::Permissions::from_mode(0o444)).unwrap();
        symlink("circle", folder.join("circle")).unwrap();
        symlink("read-only", folder.join("to-read-only")).unwrap();
        assert!(Output::probe(&file).is_ok());
        assert!(Output::probe(&folder.join("new")).is_ok());
        assert!(Output::probe(Path::new("a-name-without-a-folder")).is_ok());
        assert!(matches!(Output::probe(&folder), Err(OutputError::IsAFolder)));
        assert!(matches!(Output::probe(&read_only), Err(OutputError::ReadOnly)));
        assert!(matches!(Output::probe(&folder.join("to-read-only")), Err(OutputError::ReadOnly)));
        assert!(matches!(Output::probe(&folder.join("no/such/file")), Err(OutputError::NoFolder(_))));
        assert!(Output::probe(&file.join("inside")).is_err());
        assert!(Output::probe(&folder.join("circle")).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read(&read_only).unwrap(), b"thesis");
        assert_eq!(names(&folder), ["circle", "file", "read-only", "to-read-only"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
