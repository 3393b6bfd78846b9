//! The checker: the crate `checker`, unchanged, as a function.

use crate::arguments::{self, Content, Memory};
use crate::certificates::Certificate;
use crate::errors;
use crate::statements::Result;
use crate::work;
use checker::{Allowance, Settings};
use pyo3::prelude::*;
use std::num::NonZero;
use std::ops::ControlFlow;

/// What a verified certificate proves.
#[pyclass(frozen, skip_from_py_object, get_all, module = "sproof")]
#[derive(Clone, Debug)]
pub struct Verified {
    /// The results that are proved.
    pub results: Vec<Result>,
    /// How many claims (in misère play: lost nodes) and replies were checked.
    pub claims: usize,
    pub replies: usize,
    /// The blake3 of the certificate's content.
    pub digest: String,
    /// Why the claim is true that was to be explained, line by line.
    pub explanation: Vec<String>,
}

#[pymethods]
impl Verified {
    fn __str__(&self) -> String {
        let lines: Vec<String> = self.results.iter().map(|result| format!("VERIFIED {}", result.text)).collect();
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        let results: Vec<&str> = self.results.iter().map(|result| result.text.as_str()).collect();
        format!("<Verified {}>", results.join(", "))
    }
}

/// What is to be checked: a certificate, its bytes, or a file.
#[derive(FromPyObject)]
pub enum Checkable<'py> {
    Certificate(Bound<'py, Certificate>),
    Content(Content<'py>),
}

/// Checks a certificate from the rules alone. What it gives back is proved.
///
/// Raises Rejected if the certificate proves nothing, and CannotCheck if it needs more memory or work than it is allowed, both
/// with the words of the program `check`. Without `memory` and `work` the size of the file decides what it may cost.
#[pyfunction]
#[pyo3(signature = (certificate, *, threads=None, memory=None, work=1, explain=None, progress=None))]
pub fn check(
    py: Python<'_>,
    certificate: Checkable<'_>,
    threads: Option<usize>,
    memory: Option<Memory>,
    work: u32,
    explain: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Verified> {
    let read;
    let file = match &certificate {
        Checkable::Certificate(certificate) => &certificate.get().file,
        Checkable::Content(Content::Bytes(bytes)) => bytes.as_bytes(),
        Checkable::Content(Content::File(path)) => {
            read = arguments::read(path)?;
            &read
        }
    };
    verify(py, file, threads, memory.as_ref(), work, explain, progress)
}

pub fn verify(
    py: Python<'_>,
    file: &[u8],
    threads: Option<usize>,
    memory: Option<&Memory>,
    work: u32,
    explain: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Verified> {
    let threads = NonZero::new(arguments::threads(threads)?).unwrap_or(NonZero::<usize>::MIN);
    let usual = Allowance::of_size(file.len());
    let memory = match memory {
        Some(_) => Memory::bytes(memory)?.map_or(usual.memory, |bytes| bytes as u64),
        None => usual.memory,
    };
    let allowance = Allowance { work: usual.work.saturating_mul(u64::from(work.max(1))), memory };
    work::run(py, progress, None, |control| {
        let report = |done: usize, total: usize| {
            control.step("check", done as u64, total as u64);
            if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let settings = Settings { threads, progress: &report, allowance: Some(allowance) };
        let verified = checker::verify(file, &settings).map_err(|error| errors::check(&error))?;
        let explanation = match explain {
            Some(number) => verified.contents.explain(number).map_err(|error| errors::check(&error))?.to_string(),
            None => String::new(),
        };
        Ok(Verified {
            results: Result::all(&verified.statement.lines()),
            claims: verified.counts.0,
            replies: verified.counts.1,
            digest: verified.digest.to_string(),
            explanation: explanation.lines().map(str::to_owned).collect(),
        })
    })
}
