//! Certificates about puzzles, published beside a manifest for programs and a table for people.

use super::check;
use crate::failure::Failure;
use crate::outputs::write;
use certificate::Sealed;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;

const MANIFEST: &str = "puzzles.json";
const TABLE: &str = "PUZZLES.md";

/// The files of a folder beside its certificates.
pub const TABLES: [&str; 2] = [MANIFEST, TABLE];

/// One published certificate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PuzzleRow {
    pub file: String,
    /// What is proved, in the words of FORMAT-PUZZLES.md.
    pub statement: String,
    /// What is proved, in words for a person.
    pub meaning: String,
    /// Positions that the checker has to visit.
    pub positions: u64,
    pub bytes: usize,
    pub blake3: String,
    pub solve_seconds: f64,
    /// How long `check` took, if it stood beside `solve` and verified the certificate.
    pub check_seconds: Option<f64>,
}

/// What there is to say about a certificate before it is written.
pub struct About {
    /// The name of the file, without its ending.
    pub stem: String,
    pub statement: String,
    pub meaning: String,
    pub positions: u64,
    pub solve_seconds: f64,
}

/// Writes a certificate into the folder and brings the manifest and the table up to date.
pub fn publish(folder: &Path, about: About, sealed: &Sealed) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::Write { path: folder.into(), error })?;
    let mut rows = manifest(folder)?;
    let file = format!("{}.bin", about.stem);
    let path = folder.join(&file);
    write(&path, &sealed.bytes)?;
    let row = PuzzleRow {
        file,
        statement: about.statement,
        meaning: about.meaning,
        positions: about.positions,
        bytes: sealed.bytes.len(),
        blake3: sealed.digest.to_string(),
        solve_seconds: about.solve_seconds,
        check_seconds: check(&path),
    };
    rows.retain(|old| old.file != row.file);
    rows.push(row);
    rows.sort_by(|a, b| a.file.cmp(&b.file));
    let json = serde_json::to_string_pretty(&rows).expect("rows can be serialised") + "\n";
    for (name, text) in [(MANIFEST, json), (TABLE, table(&rows))] {
        write(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

fn manifest(folder: &Path) -> Result<Vec<PuzzleRow>, Failure> {
    let path = folder.join(MANIFEST);
    match std::fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| Failure::Read { path, error: error.into() }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Failure::Read { path, error }),
    }
}

fn table(rows: &[PuzzleRow]) -> String {
    let mut text = String::from(
        "# Results about puzzles

Morpion Solitaire and Gaps, each result with a certificate that `check` verifies; [`FORMAT-PUZZLES.md`](FORMAT-PUZZLES.md) has
the rules. Made by `solve morpion … --emit-proofs proofs` and `solve gaps … --emit-proofs proofs`; do not edit. *Positions* are
those that `check` has to visit. Seconds are wall time with all cores.

| file | what is proved | positions | bytes | solve s | check s | blake3 of the content |
|---|---|---:|---:|---:|---:|---|
",
    );
    for row in rows {
        let check = row.check_seconds.map_or(String::new(), |seconds| format!("{seconds:.2}"));
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {:.2} | {check} | `{}` |",
            row.file, row.meaning, row.positions, row.bytes, row.solve_seconds, row.blake3
        );
    }
    text
}
