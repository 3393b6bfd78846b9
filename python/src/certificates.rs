//! Certificates as files: what they state and claim. Nothing here is verified; that is [`crate::checking`]'s work.

use crate::arguments::{self, Content};
use crate::checking::{self, Verified};
use crate::errors::{self, CertificateError};
use crate::positions::Position;
use crate::statements::{Claim, Result};
use certificate::reader;
use common::files::Output;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// A certificate: results, and the claims and replies that prove them. It proves nothing until it is checked.
///
/// Certificate(bytes) reads it from memory, Certificate.read(path) from a file. What is no certificate, or a damaged one,
/// raises CertificateError.
#[pyclass(frozen, skip_from_py_object, eq, hash, module = "sproof")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Certificate {
    pub file: Vec<u8>,
    results: Vec<Result>,
    claims: usize,
    replies: usize,
}

impl Certificate {
    /// Takes a file apart.
    pub fn open(file: Vec<u8>) -> PyResult<Self> {
        let opened = certificate::Certificate::open(&file);
        let opened = opened.map_err(|error| CertificateError::new_err(error.to_string()))?;
        let results = Result::all(&opened.statement.words());
        Ok(Certificate { results, claims: opened.claims, replies: opened.replies, file })
    }

    pub fn of_content(content: &Content) -> PyResult<Self> {
        match content {
            Content::Bytes(bytes) => Self::open(bytes.as_bytes().to_vec()),
            Content::File(path) => Self::open(arguments::read(path)?),
        }
    }

    fn digest_bytes(&self) -> &[u8] {
        self.file.last_chunk::<32>().map_or(&[], |digest| digest)
    }
}

fn unreadable(error: reader::ClaimError) -> PyErr {
    CertificateError::new_err(error.to_string())
}

#[pymethods]
impl Certificate {
    #[new]
    fn new(file: &Bound<'_, PyBytes>) -> PyResult<Self> {
        Self::open(file.as_bytes().to_vec())
    }

    /// Reads a certificate from a file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        Self::of_content(&Content::File(path))
    }

    /// What it states: one result or several that rest on the same claims.
    #[getter]
    fn results(&self) -> Vec<Result> {
        self.results.clone()
    }

    /// How many claims (in misère play: lost nodes) it has.
    #[getter]
    fn claim_count(&self) -> usize {
        self.claims
    }

    /// How many replies it has.
    #[getter]
    fn reply_count(&self) -> usize {
        self.replies
    }

    /// The digest that names it: the blake3 of its content, in hexadecimal digits.
    #[getter]
    fn digest(&self) -> String {
        self.digest_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The claims of a certificate of normal play, in the order of the file.
    fn claims(&self, py: Python<'_>) -> PyResult<Vec<Claim>> {
        let read = py.detach(|| reader::read_claims(&self.file)).map_err(unreadable)?;
        let claim = |(land, nimber)| Claim { land: Position(sprouts::Position::new(vec![land])), nimber };
        Ok(read.claims.into_iter().map(claim).collect())
    }

    /// The lost nodes of a certificate of misère play, as they are written, in the order of the file.
    fn lost_nodes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(py.detach(|| reader::read_lost_nodes(&self.file)).map_err(unreadable)?.lost)
    }

    /// Checks it: the same as sproof.check(certificate).
    #[pyo3(signature = (*, threads=None, memory=None, work=1, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        memory: Option<arguments::Memory>,
        work: u32,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Verified> {
        checking::verify(py, &self.file, threads, memory.as_ref(), work, None, progress)
    }

    /// Checks it and says why claim number k, counted from 1, is true, line by line.
    fn explain(&self, py: Python<'_>, k: usize) -> PyResult<Vec<String>> {
        checking::verify(py, &self.file, None, None, 1, Some(k), None).map(|verified| verified.explanation)
    }

    /// The file as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.file)
    }

    /// Writes the file, whole or not at all.
    fn write(&self, path: PathBuf) -> PyResult<()> {
        // The program writes `-` to standard output; a library has no business there.
        let path = if path.as_os_str() == "-" { PathBuf::from("./-") } else { path };
        let cannot = |error| errors::cannot_write(&path, error);
        Output::probe(&path).map_err(cannot)?.write(&self.file).map_err(cannot)
    }

    fn __len__(&self) -> usize {
        self.file.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let results: Vec<&str> = self.results.iter().map(|result| result.text.as_str()).collect();
        format!("<Certificate {}, {} claims, {} bytes>", results.join(", "), self.claims, self.file.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>,)) {
        (slf.get_type().into_any(), (PyBytes::new(slf.py(), &slf.get().file),))
    }
}
