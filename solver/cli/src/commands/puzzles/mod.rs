//! `solve morpion` and `solve gaps`: puzzles with one player, and what their certificates have in common.

pub mod gaps;
pub mod morpion;

use crate::failure::Failure;
use crate::flags::heading::PROOF;
use crate::outputs::{Destination, probe_folder};
use crate::publishing::puzzles::{self, About};
use crate::reporting::json;
use certificate::{Certificate, Sealed};
use clap::Args;
use serde_json::Value;
use std::path::PathBuf;

#[derive(Args)]
pub struct ProofArgs {
    /// Write a certificate of the result to this file; `-` is standard output, and the results then go to stderr
    #[arg(long, value_name = "FILE", help_heading = PROOF)]
    emit_proof: Option<PathBuf>,
    /// Write the certificate, a manifest and the table of results to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "emit_proof", help_heading = PROOF)]
    emit_proofs: Option<PathBuf>,
}

/// Where a certificate goes: places that were found to be writable.
pub struct ProofOutput {
    file: Option<Destination>,
    folder: Option<PathBuf>,
}

impl ProofArgs {
    fn is_wanted(&self) -> bool {
        self.emit_proof.is_some() || self.emit_proofs.is_some()
    }

    /// Finds out whether the certificate can be written, before there is one.
    fn probe(&self) -> Result<ProofOutput, Failure> {
        let file = Destination::probe_some(self.emit_proof.as_ref())?;
        if let Some(folder) = &self.emit_proofs {
            probe_folder(folder, &puzzles::TABLES)?;
        }
        Ok(ProofOutput { file, folder: self.emit_proofs.clone() })
    }
}

impl ProofOutput {
    pub fn file(&self) -> Option<&Destination> {
        self.file.as_ref()
    }

    fn is_wanted(&self) -> bool {
        self.file.is_some() || self.folder.is_some()
    }

    /// Seals a statement, if that is wanted.
    fn seal(&self, certificate: &Certificate) -> Option<Sealed> {
        self.is_wanted().then(|| certificate.seal())
    }

    /// Writes a sealed statement where it is wanted. A failure is reported after the result.
    fn write(&self, sealed: Option<&Sealed>, about: impl FnOnce() -> About) -> Result<(), Failure> {
        let Some(sealed) = sealed else { return Ok(()) };
        if let Some(file) = &self.file {
            file.write(&sealed.bytes)?;
        }
        match &self.folder {
            Some(folder) => puzzles::publish(folder, about(), sealed),
            None => Ok(()),
        }
    }

    fn object(&self, sealed: Option<&Sealed>) -> Value {
        json::proof(sealed, None, self.file.as_ref().map(Destination::path))
    }
}

/// A comment about a certificate.
fn proof_words(sealed: &Sealed) -> String {
    format!("proof: {} bytes, blake3 {}", sealed.bytes.len(), sealed.digest)
}
