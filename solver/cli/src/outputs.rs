//! The outputs of a command, probed before the work begins.

use crate::failure::Failure;
use crate::flags::heading::PROOF;
use clap::Args;
use common::files::Output;
use std::path::{Path, PathBuf};

/// Where one certificate goes.
#[derive(Args, Default)]
pub struct ProofFile {
    /// Write a certificate to this file, one for all games; `-` is standard output, and the results then go to stderr
    #[arg(long, value_name = "FILE", help_heading = PROOF)]
    pub emit_proof: Option<PathBuf>,
}

/// A path that can be written to, and the name that the user gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    path: PathBuf,
    output: Output,
}

impl Destination {
    /// Finds out whether a path can be written to, before any work is done for it.
    pub fn probe(path: &Path) -> Result<Self, Failure> {
        let output = Output::probe(path).map_err(|error| Failure::CannotWrite { path: path.into(), error })?;
        Ok(Destination { path: path.into(), output })
    }

    pub fn probe_some(path: Option<&PathBuf>) -> Result<Option<Self>, Failure> {
        path.map(|path| Self::probe(path)).transpose()
    }

    /// Probes a file that is read again or beside which others are kept: no device, no pipe, not standard output.
    pub fn probe_file(path: &Path) -> Result<Self, Failure> {
        let destination = Self::probe(path)?;
        if !destination.output.is_file() {
            return Err(Failure::Request(format!("{} is no file: this needs one", path.display())));
        }
        Ok(destination)
    }

    pub fn is_stdout(&self) -> bool {
        self.output.is_stdout()
    }

    pub fn is_same_as(&self, other: &Destination) -> bool {
        self.output == other.output
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn write(&self, content: &[u8]) -> Result<(), Failure> {
        self.output.write(content).map_err(|error| Failure::CannotWrite { path: self.path.clone(), error })
    }
}

/// The outputs of a command that may have several, probed together. None may be the same as another.
pub struct Outputs(Vec<Option<Destination>>);

impl Outputs {
    pub fn probe(paths: &[&Option<PathBuf>]) -> Result<Self, Failure> {
        let mut outputs: Vec<Option<Destination>> = Vec::new();
        for path in paths {
            let output = Destination::probe_some(path.as_ref())?;
            if let Some(output) = &output
                && outputs.iter().flatten().any(|other| other.is_same_as(output))
            {
                let path = output.path().display();
                return Err(Failure::Request(format!("{path} is named for two outputs: each needs a file of its own")));
            }
            outputs.push(output);
        }
        Ok(Outputs(outputs))
    }

    pub fn get(&self, nth: usize) -> Option<&Destination> {
        self.0.get(nth).and_then(Option::as_ref)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// The one that goes to standard output, if any does.
    pub fn on_stdout(&self) -> Option<&Destination> {
        self.0.iter().flatten().find(|output| output.is_stdout())
    }
}

/// Makes a folder unless it is there, and finds out whether these files can be written in it.
pub fn probe_folder(folder: &Path, names: &[&str]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::Write { path: folder.into(), error })?;
    names.iter().try_for_each(|name| Destination::probe(&folder.join(name)).map(|_| ()))
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    Destination::probe(path)?.write(content)
}
