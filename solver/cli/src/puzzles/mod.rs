//! `solve morpion` and `solve gaps`: puzzles with one player, and what their certificates have in common.

mod experiment;
mod gaps;
mod longest;
mod morpion;
mod publish;

pub use gaps::{GapsArgs, gaps};
pub use morpion::{MorpionArgs, morpion};

use crate::failure::Failure;
use certificate::{Certificate, Sealed};
use clap::Args;
use common::files::write_atomically;
use publish::About;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ProofArgs {
    /// Write a certificate of the result to this file
    #[arg(long, value_name = "FILE")]
    emit_proof: Option<PathBuf>,
    /// Write the certificate, a manifest and the table of results to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "emit_proof")]
    emit_proofs: Option<PathBuf>,
}

impl ProofArgs {
    fn is_wanted(&self) -> bool {
        self.emit_proof.is_some() || self.emit_proofs.is_some()
    }

    /// Seals a statement and writes it where it is wanted, if anywhere.
    fn write(&self, certificate: &Certificate, about: impl FnOnce() -> About) -> Result<Option<Sealed>, Failure> {
        if !self.is_wanted() {
            return Ok(None);
        }
        let sealed = certificate.seal();
        if let Some(path) = &self.emit_proof {
            write(path, &sealed.bytes)?;
        }
        if let Some(folder) = &self.emit_proofs {
            publish::publish(folder, about(), &sealed)?;
        }
        Ok(Some(sealed))
    }
}

fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_atomically(path, content).map_err(|error| Failure::Write { path: path.into(), error })
}

fn print_proof(out: &mut impl Write, sealed: Option<&Sealed>) -> Result<(), Failure> {
    if let Some(sealed) = sealed {
        writeln!(out, "c proof: {} bytes, blake3 {}", sealed.bytes.len(), sealed.digest)?;
    }
    Ok(())
}

fn add_proof(object: &mut Value, sealed: Option<&Sealed>) {
    if let Some(sealed) = sealed {
        object["proof"] = json!({ "bytes": sealed.bytes.len(), "blake3": sealed.digest.to_string() });
    }
}
