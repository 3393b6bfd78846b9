//! Errors of the crates as exceptions of `sproof.errors`, in the words of the programs.

use checker::{Error as CheckError, Family};
use common::files::OutputError;
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::import_exception;
use search::common::limits::Stopped;
use search::session::SessionError;
use std::io;
use std::path::Path;

import_exception!(sproof.errors, PositionError);
import_exception!(sproof.errors, RecordError);
import_exception!(sproof.errors, TreeError);
import_exception!(sproof.errors, CertificateError);
import_exception!(sproof.errors, FactsError);
import_exception!(sproof.errors, SearchError);
import_exception!(sproof.errors, TimeOver);
import_exception!(sproof.errors, MemoryFull);
import_exception!(sproof.errors, Rejected);
import_exception!(sproof.errors, CannotCheck);
import_exception!(sproof.errors, CheckpointError);

/// A wrong argument.
pub fn value(words: impl Into<String>) -> PyErr {
    PyValueError::new_err(words.into())
}

/// An error of the system about a file. Python makes `FileNotFoundError` and the like of it by its number.
pub fn file(path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let words = error.to_string();
            let words = words.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, words, path.display().to_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Why a search has stopped. An interrupt has a reason of its own ([`crate::work`]), and is one of Ctrl-C otherwise.
pub fn stopped(stopped: Stopped) -> PyErr {
    let words = stopped.to_string();
    match stopped {
        Stopped::Interrupted => PyKeyboardInterrupt::new_err(words),
        Stopped::TimeOver => TimeOver::new_err(words),
        Stopped::MemoryFull => MemoryFull::new_err(words),
        Stopped::TooLarge(_) => PositionError::new_err(words),
        Stopped::EffortSpent => SearchError::new_err(words),
    }
}

pub fn session(error: SessionError) -> PyErr {
    match error {
        SessionError::Stopped(why) => stopped(why),
        SessionError::Facts(error) => FactsError::new_err(error.to_string()),
        error => SearchError::new_err(error.to_string()),
    }
}

/// What the checker says: two kinds of exception, as the program has two exit codes, and the family as an attribute.
pub fn check(error: &CheckError) -> PyErr {
    let arguments = (error.to_string(), error.family().to_string());
    match error.family() {
        Family::CannotCheck => CannotCheck::new_err(arguments),
        _ => Rejected::new_err(arguments),
    }
}

pub fn cannot_write(path: &Path, error: OutputError) -> PyErr {
    match error {
        OutputError::Io(error) => file(path, &error),
        error => PyOSError::new_err(format!("cannot write {}: {error}", path.display())),
    }
}
