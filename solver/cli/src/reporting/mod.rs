//! Reports: results in words and as JSON on stdout, progress on stderr.

pub mod json;
pub mod log;
pub mod progress;
pub mod words;

use crate::failure::Failure;
use crate::flags::report::ReportArgs;
use crate::outputs::Destination;
use serde_json::Value;
use std::io::{Write, stderr, stdout};

/// Prints results: comments, a sentence for people, one `s` line for scripts; or one JSON object.
pub struct Printer {
    is_json: bool,
    /// Standard output may belong to a certificate.
    to_stderr: bool,
}

impl Printer {
    pub fn new(report: &ReportArgs) -> Self {
        Printer { is_json: report.json, to_stderr: false }
    }

    /// Leaves standard output to a certificate that goes there.
    pub fn beside(report: &ReportArgs, certificate: Option<&Destination>) -> Self {
        let to_stderr = certificate.is_some_and(Destination::is_stdout);
        Printer { to_stderr, ..Printer::new(report) }
    }

    pub fn is_json(&self) -> bool {
        self.is_json
    }

    pub fn line(&self, line: &str) -> Result<(), Failure> {
        let written = if self.to_stderr { writeln!(stderr(), "{line}") } else { writeln!(stdout(), "{line}") };
        written.map_err(Failure::Output)
    }

    pub fn comment(&self, comment: &str) -> Result<(), Failure> {
        self.line(&format!("c {comment}"))
    }

    /// The result: in words, then for scripts.
    pub fn verdict(&self, sentence: &str, statement: &str) -> Result<(), Failure> {
        self.line(sentence)?;
        self.line(&format!("s {statement}"))
    }

    pub fn object(&self, object: &Value) -> Result<(), Failure> {
        self.line(&object.to_string())
    }
}
