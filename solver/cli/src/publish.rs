//! Certificates published beside their results: the files, a manifest for programs and a table for people.

use crate::failure::Failure;
use crate::question::Question;
use certificate::{Sealed, claims_about};
use common::files::write_atomically;
use search::normal::Nimber;
use serde::{Deserialize, Serialize};
use sprouts::Land;
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

/// Positions needed in misère play, as Lemoine and Viennot counted them (2009, figure 10), by spots.
const NEEDED_BEFORE: [(usize, usize); 11] = [
    (7, 7),
    (8, 24),
    (9, 44),
    (10, 114),
    (11, 79),
    (12, 983),
    (13, 1082),
    (14, 3517),
    (15, 6906),
    (16, 8981),
    (17, 17583),
];

/// Which rule says who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    Normal,
    Misere,
}

impl Play {
    fn file(self, spots: usize) -> String {
        match self {
            Play::Normal => format!("normal-{spots:02}.bin"),
            Play::Misere => format!("misere-{spots:02}.bin"),
        }
    }

    /// The smallest count that others have published.
    fn known(self, spots: usize) -> Option<usize> {
        let known: &[(usize, usize)] = match self {
            Play::Normal => &SMALLEST_KNOWN,
            Play::Misere => &NEEDED_BEFORE,
        };
        known.iter().find(|(known, _)| *known == spots).map(|&(_, claims)| claims)
    }
}

/// One published certificate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    pub file: String,
    pub play: Play,
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
        return Ok(Row { solve_seconds: candidate.solve_seconds, check_seconds, ..row.clone() });
    }
    let sealed = candidate.sealed;
    write_atomically(&path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
    Ok(Row {
        file,
        play: candidate.play,
        spots,
        result: candidate.result.clone(),
        claims: candidate.claims,
        replies: candidate.replies,
        bytes: sealed.bytes.len(),
        blake3: sealed.digest.to_string(),
        solve_seconds: candidate.solve_seconds,
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
    rows.sort_by_key(|row| (row.play, row.spots));
    let json = serde_json::to_string_pretty(rows).expect("rows can be serialised") + "\n";
    for (name, text) in [(MANIFEST, json), (RESULTS, table(rows))] {
        let path = folder.join(name);
        write_atomically(&path, text.as_bytes()).map_err(|error| Failure::Write { path, error })?;
    }
    Ok(())
}

const INTRODUCTION: &str = "# Results

Who wins the n-spot game of Sprouts, each with a certificate that `check` verifies. Made by `solve … --emit-proofs proofs`;
do not edit. Seconds are those of the last run that solved the game, without the time spent on shrinking; seconds to check
are wall time with all cores; the first misère certificate of a closure finds its trees, those checked with it have them ready. A
smaller certificate replaces a larger one, never the other way round.

## Normal play

*Claims* are couples of a land and its nimber; *GLOP* is the count in the smallest database that Lemoine and Viennot
published.

| n | outcome | claims | GLOP | replies | bytes | solve s | check s | blake3 of the content |
|---:|---|---:|---:|---:|---:|---:|---:|---|
";

const MISERE: &str = "
## Misère play

*Lost nodes* are sums of lands and trees; *2009* is the number of positions that Lemoine and Viennot needed (figure 10 of
their paper).

| n | outcome | lost nodes | 2009 | replies | bytes | solve s | check s | blake3 of the content |
|---:|---|---:|---:|---:|---:|---:|---:|---|
";

fn table(rows: &[Row]) -> String {
    let mut text = String::from(INTRODUCTION);
    rows.iter().filter(|row| row.play == Play::Normal).for_each(|row| text.push_str(&line(row)));
    if rows.iter().any(|row| row.play == Play::Misere) {
        text.push_str(MISERE);
        rows.iter().filter(|row| row.play == Play::Misere).for_each(|row| text.push_str(&line(row)));
    }
    text
}

fn line(row: &Row) -> String {
    let known = row.play.known(row.spots).map_or(String::new(), |claims| claims.to_string());
    let check = row.check_seconds.map_or(String::new(), |seconds| format!("{seconds:.2}"));
    format!(
        "| {} | {} | {} | {known} | {} | {} | {:.2} | {check} | `{}` |\n",
        row.spots, row.result, row.claims, row.replies, row.bytes, row.solve_seconds, row.blake3
    )
}
