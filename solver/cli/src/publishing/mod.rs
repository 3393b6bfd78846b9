//! Certificates published beside their results: the files, a manifest for programs and a table for people.

mod literature;
pub mod plot;
pub mod puzzles;
mod row;
pub mod survey;
mod table;

pub use row::{Play, Row, file_name};

use crate::failure::Failure;
use crate::flags::question::{Question, game};
use crate::outputs::write;
use certificate::{Certificate, ContainerError, Sealed, Stated, Statement, claims_about};
use sprouts::{Land, Nimber};
use std::path::Path;
use std::process::Command;

const MANIFEST: &str = "manifest.json";
const RESULTS: &str = "RESULTS.md";

/// The files of a folder beside its certificates.
pub const TABLES: [&str; 2] = [MANIFEST, RESULTS];

/// A certificate that may be published.
pub struct Candidate<'a> {
    pub play: Play,
    pub spots: Option<usize>,
    pub result: String,
    pub claims: usize,
    pub replies: usize,
    pub sealed: &'a Sealed,
    pub solve_seconds: f64,
}

/// Writes a certificate into the folder, unless a published one is as small.
pub fn certificate(folder: &Path, candidate: &Candidate, published: &[Row]) -> Result<Row, Failure> {
    let Some(spots) = candidate.spots else {
        return Err(Failure::Usage("--emit-proofs publishes games of some number of spots"));
    };
    let file = candidate.play.file(spots);
    let path = folder.join(&file);
    let same = |row: &&Row| row.file == file && row.result == candidate.result;
    if let Some(row) = published.iter().find(same)
        && row.claims <= candidate.claims
        && is_intact(&path, row)
    {
        let check_seconds = check(&path).or(row.check_seconds);
        return Ok(Row { solve_seconds: Some(candidate.solve_seconds), check_seconds, ..row.clone() });
    }
    let sealed = candidate.sealed;
    write(&path, &sealed.bytes)?;
    Ok(Row {
        file,
        play: candidate.play,
        spots,
        result: candidate.result.clone(),
        results: 1,
        claims: candidate.claims,
        replies: candidate.replies,
        bytes: sealed.bytes.len(),
        blake3: sealed.digest.to_string(),
        solve_seconds: Some(candidate.solve_seconds),
        check_seconds: check(&path),
    })
}

/// The claims of the certificate that the folder has for a game; none if it has none that can be read.
pub fn claims(folder: &Path, question: &Question) -> Vec<(Land, Nimber)> {
    let Some(spots) = question.spots else { return Vec::new() };
    let bytes = std::fs::read(folder.join(Play::Normal.file(spots))).unwrap_or_default();
    claims_about(&bytes, &question.start).unwrap_or_default()
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
pub fn check(path: &Path) -> Option<f64> {
    let checker = std::env::current_exe().ok()?.with_file_name(format!("check{}", std::env::consts::EXE_SUFFIX));
    let started = std::time::Instant::now();
    let output = Command::new(checker).arg(path).output().ok()?;
    let seconds = started.elapsed().as_secs_f64();
    output.status.success().then_some(seconds)
}

/// The rows of the folder's manifest, if it has one.
pub fn manifest(folder: &Path) -> Result<Vec<Row>, Failure> {
    let path = folder.join(MANIFEST);
    if path.exists() { read_manifest(&path) } else { Ok(Vec::new()) }
}

/// The rows of a manifest.
pub fn read_manifest(path: &Path) -> Result<Vec<Row>, Failure> {
    let failed = |error| Failure::Read { path: path.into(), error };
    let bytes = std::fs::read(path).map_err(failed)?;
    serde_json::from_slice(&bytes).map_err(|error| failed(std::io::Error::new(std::io::ErrorKind::InvalidData, error)))
}

/// Brings the manifest and the table up to date: a new row replaces the old one about the same file.
pub fn record(folder: &Path, rows: &mut Vec<Row>, new: Row) -> Result<(), Failure> {
    rows.retain(|row| row.file != new.file);
    rows.push(new);
    write_tables(folder, rows)
}

/// Writes the manifest and the table of a folder.
pub fn write_tables(folder: &Path, rows: &mut [Row]) -> Result<(), Failure> {
    rows.sort_by(|a, b| (a.play, a.spots, a.results, &a.file).cmp(&(b.play, b.spots, b.results, &b.file)));
    let json = serde_json::to_string_pretty(rows).expect("rows can be serialised") + "\n";
    write(&folder.join(MANIFEST), json.as_bytes())?;
    write(&folder.join(RESULTS), table::table(rows).as_bytes())
}

/// The rows of the certificates that are in a folder. Times are taken from the rows known before, where the file is the same;
/// files that are new are checked.
pub fn scan(folder: &Path, known: &[Row]) -> Result<Vec<Row>, Failure> {
    let failed = |error| Failure::Read { path: folder.into(), error };
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "bin") {
            rows.extend(rows_of(&path, known)?);
        }
    }
    Ok(rows)
}

/// One row for each game that a certificate is about; none if it is about something else.
fn rows_of(path: &Path, known: &[Row]) -> Result<Vec<Row>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::Read { path: path.into(), error })?;
    let failed = |error: ContainerError| Failure::Certificate { path: path.into(), error: error.into() };
    let certificate = Certificate::open(&bytes).map_err(failed)?;
    let (play, stated): (Play, Vec<(String, String)>) = match &certificate.statement {
        Statement::SproutsNormal { results } => (Play::Normal, in_words(results)),
        Statement::SproutsMisere { results, .. } => (Play::Misere, in_words(results)),
        _ => return Ok(Vec::new()),
    };
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let blake3 = blake3::hash(&bytes[..bytes.len() - blake3::OUT_LEN]).to_string();
    let before = known.iter().find(|row| row.file == file && row.blake3 == blake3);
    let check_seconds = before.and_then(|row| row.check_seconds).or_else(|| check(path));
    let row = |(start, result): &(String, String)| {
        let spots = game(start)?;
        let same = || known.iter().filter(|row| row.play == play && row.spots == spots);
        let solved = same().find(|row| row.file == file).or_else(|| same().next());
        Some(Row {
            file: file.clone(),
            play,
            spots,
            result: result.clone(),
            results: stated.len(),
            claims: certificate.claims,
            replies: certificate.replies,
            bytes: bytes.len(),
            blake3: blake3.clone(),
            solve_seconds: solved.and_then(|row| row.solve_seconds),
            check_seconds,
        })
    };
    Ok(stated.iter().filter_map(row).collect())
}

fn in_words<R: ToString>(results: &[Stated<R>]) -> Vec<(String, String)> {
    results.iter().map(|stated| (stated.start.clone(), stated.result.to_string())).collect()
}
