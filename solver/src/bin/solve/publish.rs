//! Certificates published beside their results: the files, a manifest for programs and a table for people.

use crate::failure::Failure;
use crate::settle::Settled;
use serde::{Deserialize, Serialize};
use solver::files::write_atomically;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const MANIFEST: &str = "manifest.json";
const RESULTS: &str = "RESULTS.md";

/// Claims in the smallest databases that Lemoine and Viennot published, by spots.
const SMALLEST_KNOWN: [(usize, usize); 20] = [
    (2, 3),
    (3, 6),
    (4, 15),
    (5, 15),
    (6, 43),
    (7, 65),
    (8, 137),
    (9, 58),
    (10, 110),
    (11, 113),
    (16, 669),
    (17, 329),
    (18, 1997),
    (19, 1736),
    (20, 1831),
    (21, 5312),
    (22, 1581),
    (23, 1058),
    (24, 5327),
    (25, 2497),
];

/// One published certificate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    pub file: String,
    pub spots: usize,
    pub result: String,
    pub claims: usize,
    pub replies: usize,
    pub bytes: usize,
    pub blake3: String,
    pub solve_seconds: f64,
    /// How long `check` took, if it stood beside `solve`.
    pub check_seconds: Option<f64>,
}

/// Writes the certificate of a settled game into the folder, unless a published one is as small.
pub fn certificate(folder: &Path, settled: &Settled, published: &[Row]) -> Result<Row, Failure> {
    let (Some(spots), Some((proof, sealed))) = (settled.question.spots, &settled.certificate) else {
        return Err(Failure::Usage("--emit-proofs publishes games of some number of spots"));
    };
    let file = format!("normal-{spots:02}.bin");
    let path = folder.join(&file);
    let same = |row: &&Row| row.file == file && row.result == settled.answer.words();
    if let Some(row) = published.iter().find(same)
        && row.claims <= proof.claims.len()
        && is_intact(&path, row)
    {
        let check_seconds = check(&path).or(row.check_seconds);
        return Ok(Row { solve_seconds: settled.solve_seconds, check_seconds, ..row.clone() });
    }
    write_atomically(&path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
    Ok(Row {
        file,
        spots,
        result: settled.answer.words(),
        claims: proof.claims.len(),
        replies: proof.replies.len(),
        bytes: sealed.bytes.len(),
        blake3: sealed.digest.to_string(),
        solve_seconds: settled.solve_seconds,
        check_seconds: check(&path),
    })
}

/// Whether a published file is still what the manifest says.
fn is_intact(path: &Path, row: &Row) -> bool {
    std::fs::read(path).ok().is_some_and(|bytes| {
        bytes.split_last_chunk::<32>().is_some_and(|(content, digest)| {
            let hash = blake3::hash(content);
            hash.as_bytes() == digest && hash.to_string() == row.blake3
        })
    })
}

/// Runs the checker on a certificate, if its program stands beside this one.
fn check(path: &Path) -> Option<f64> {
    let checker = std::env::current_exe().ok()?.with_file_name(format!("check{}", std::env::consts::EXE_SUFFIX));
    let started = std::time::Instant::now();
    let output = Command::new(checker).arg(path).output().ok()?;
    let seconds = started.elapsed().as_secs_f64();
    output.status.success().then_some(seconds)
}

/// The rows of the folder's manifest, if it has one.
pub fn manifest(folder: &Path) -> Result<Vec<Row>, Failure> {
    let path = folder.join(MANIFEST);
    match std::fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| Failure::Read {
            path,
            error: std::io::Error::new(std::io::ErrorKind::InvalidData, error),
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Failure::Read { path, error }),
    }
}

/// Brings the manifest and the table up to date: a new row replaces the old one about the same file.
pub fn record(folder: &Path, rows: &mut Vec<Row>, new: Row) -> Result<(), Failure> {
    rows.retain(|row| row.file != new.file);
    rows.push(new);
    rows.sort_by_key(|row| row.spots);
    let json = serde_json::to_string_pretty(rows).expect("rows can be serialised") + "\n";
    for (name, text) in [(MANIFEST, json), (RESULTS, table(rows))] {
        let path = folder.join(name);
        write_atomically(&path, text.as_bytes()).map_err(|error| Failure::Write { path, error })?;
    }
    Ok(())
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "# Results

Who wins the n-spot game of Sprouts in normal play, each with a certificate that `check` verifies. Made by
`solve … --emit-proofs proofs`; do not edit. *Claims* are couples of a land and its nimber; *GLOP* is the count in the
smallest database that Lemoine and Viennot published. Seconds are those of the last run that solved the game, without
the time spent on shrinking; seconds to check are wall time with all cores, starting the program included. A smaller
certificate replaces a larger one, never the other way round.

| n | outcome | claims | GLOP | replies | bytes | solve s | check s | blake3 of the content |
|---:|---|---:|---:|---:|---:|---:|---:|---|
",
    );
    for row in rows {
        let known = SMALLEST_KNOWN.iter().find(|(spots, _)| *spots == row.spots);
        let known = known.map_or(String::new(), |(_, claims)| claims.to_string());
        let check = row.check_seconds.map_or(String::new(), |seconds| format!("{seconds:.2}"));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {known} | {} | {} | {:.2} | {check} | `{}` |",
            row.spots, row.result, row.claims, row.replies, row.bytes, row.solve_seconds, row.blake3
        );
    }
    text
}
