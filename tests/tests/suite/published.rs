//! The published certificates: there, listed, verified, and saying what the table says.

use serde_json::Value;
use sproof_tests::container::Container;
use sproof_tests::program::{run, scratch};
use sproof_tests::solved::check;
use std::path::PathBuf;

fn proofs() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../proofs"))
}

/// The words of the table for a result.
fn winner(result: &str) -> &'static str {
    match result {
        "WIN" => "first player (WIN)",
        "LOSS" => "second player (LOSS)",
        other => panic!("{other} is no result of a game"),
    }
}

/// Which certificates are verified, with all games they are about; of the others only the digest is compared. `.ci/run` has the program itself verify all.
struct Extent {
    /// Games with fewer spots than this, in normal and in misère play.
    normal: u64,
    misere: u64,
    /// Puzzles with at most so many positions.
    positions: u64,
}

#[test]
fn published_certificates_are_listed_and_small_ones_verify() {
    published_certificates_verify(&Extent { normal: 18, misere: 2, positions: 1_000 });
}

/// Misère games of 15 spots and more need the trees of the game of 6 spots.
#[test]
#[ignore = "deep: larger certificates"]
fn larger_published_certificates_verify() {
    published_certificates_verify(&Extent { normal: 26, misere: 15, positions: u64::MAX });
}

fn published_certificates_verify(extent: &Extent) {
    let table = std::fs::read_to_string(proofs().join("RESULTS.md")).expect("there is a table");
    let rows = manifest();
    let mut listed = Vec::new();
    for rows in rows.chunk_by(|a, b| a["file"] == b["file"]) {
        let (row, file) = (&rows[0], rows[0]["file"].as_str().unwrap());
        let bytes = std::fs::read(proofs().join(file)).unwrap();
        listed.push(file.to_owned());
        let counts = (row["claims"].as_u64().unwrap() as usize, row["replies"].as_u64().unwrap() as usize);
        let digest = blake3::hash(bytes.split_last_chunk::<32>().unwrap().0).to_string();
        assert!(table.contains(&digest), "{file}");
        for row in rows {
            let (spots, result) = (row["spots"].as_u64().unwrap(), row["result"].as_str().unwrap());
            assert_eq!(row["results"].as_u64().unwrap() as usize, rows.len(), "{file}");
            assert_eq!(row["bytes"].as_u64().unwrap() as usize, bytes.len(), "{file}");
            assert_eq!(row["blake3"].as_str().unwrap(), digest, "{file}");
            let line = format!("| {spots} | {} | ", winner(result));
            let is_told = |told: &str| told.starts_with(&line) && told.contains(&format!("[{file}]({file})"));
            assert!(table.lines().any(is_told), "{line}");
        }
        let is_within = |row: &Value| {
            let limit = if row["play"] == "misere" { extent.misere } else { extent.normal };
            row["spots"].as_u64().unwrap() < limit
        };
        if rows.iter().all(is_within) {
            let verified = check(&bytes, 2).unwrap_or_else(|error| panic!("{file}: {error}"));
            let words = |row: &Value| {
                format!(
                    "sprouts {} {} {}",
                    row["spots"],
                    row["play"].as_str().unwrap(),
                    row["result"].as_str().unwrap()
                )
            };
            assert_eq!(verified.statement.to_string(), rows.iter().map(words).collect::<Vec<_>>().join("\n"), "{file}");
            assert_eq!(verified.counts, counts, "{file}");
        }
    }
    listed.extend(puzzles_verify(extent.positions));
    let mut there: Vec<String> = std::fs::read_dir(proofs())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".bin"))
        .collect();
    there.sort();
    listed.sort();
    assert_eq!(there, listed);
    let has =
        |play: &str, spots: u64| rows.iter().any(|row| row["play"] == play && row["spots"].as_u64() == Some(spots));
    assert!((1..=44).all(|spots| has("normal", spots)));
    assert!((1..=20).all(|spots| has("misere", spots)));
    assert!((1..=20).all(|spots| listed.contains(&format!("normal-{spots:02}.bin"))));
    assert!((1..=12).all(|spots| listed.contains(&format!("misere-{spots:02}.bin"))));
}

/// The rows of the manifest, those about one file together and in the order of its results.
fn manifest() -> Vec<Value> {
    let manifest = std::fs::read(proofs().join("manifest.json")).expect("there is a manifest");
    let mut rows: Vec<Value> = serde_json::from_slice(&manifest).expect("the manifest is JSON");
    rows.sort_by_key(|row| (row["file"].as_str().unwrap().to_owned(), row["spots"].as_u64().unwrap()));
    rows
}

/// All certificates together are no larger than people like to download.
#[test]
fn the_certificates_are_not_too_large() {
    let files = std::fs::read_dir(proofs()).unwrap().map(|entry| entry.unwrap().path());
    let certificates = files.filter(|path| path.extension().is_some_and(|extension| extension == "bin"));
    let bytes: u64 = certificates.map(|path| path.metadata().unwrap().len()).sum();
    assert!(bytes < 30_000_000, "{bytes} bytes");
}

/// The certificates about puzzles, in a manifest and a table of their own; returns their files.
fn puzzles_verify(positions: u64) -> Vec<String> {
    let manifest = std::fs::read(proofs().join("puzzles.json")).expect("there is a manifest");
    let rows: Vec<Value> = serde_json::from_slice(&manifest).expect("the manifest is JSON");
    let table = std::fs::read_to_string(proofs().join("PUZZLES.md")).expect("there is a table");
    let verify = |row: &Value| {
        let file = row["file"].as_str().unwrap();
        let bytes = std::fs::read(proofs().join(file)).unwrap();
        if row["positions"].as_u64().unwrap() <= positions {
            let verified = check(&bytes, 2).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(verified.statement.to_string(), row["statement"].as_str().unwrap(), "{file}");
        }
        let digest = blake3::hash(bytes.split_last_chunk::<32>().unwrap().0).to_string();
        assert_eq!(row["bytes"].as_u64().unwrap() as usize, bytes.len(), "{file}");
        assert_eq!(row["blake3"].as_str().unwrap(), digest, "{file}");
        assert!(table.contains(&digest), "{file}");
        file.to_owned()
    };
    let files: Vec<String> = rows.iter().map(verify).collect();
    assert!(
        ["bruneau170-from-110", "rosin178-from-110", "rosin82-from-40", "quist136-from-75"]
            .iter()
            .all(|name| files.contains(&format!("morpion-{name}.bin")))
    );
    files
}

/// Outcomes of misère play for 1 to 20 spots, as Lemoine and Viennot announced them.
const MISERE: &str = "WLLLWWLLLWWWLLLWWWLL";

/// First player's outcome, as published since 1991; normal play has a period of 6 as far as it is known.
#[test]
fn outcomes_are_those_of_the_literature() {
    for row in manifest() {
        let spots = row["spots"].as_u64().unwrap() as usize;
        let is_won = match row["play"].as_str().unwrap() {
            "normal" => matches!(spots % 6, 3..=5),
            _ => MISERE.as_bytes()[spots - 1] == b'W',
        };
        assert_eq!(row["result"], if is_won { "WIN" } else { "LOSS" }, "{row}");
    }
}

/// The bytes that a section of FORMAT.md shows.
fn shown_bytes(section: &str) -> Vec<u8> {
    let format = std::fs::read_to_string(proofs().join("FORMAT.md")).unwrap();
    let section = &format[format.find(section).expect("the section is there") + 3..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    // An offset of two digits, and two spaces.
    let is_dump = |line: &&str| line.starts_with("    ") && line.get(6..8) == Some("  ");
    let dump = section.lines().filter(is_dump);
    dump.flat_map(|line| line.split_whitespace().skip(1).map(|byte| u8::from_str_radix(byte, 16).unwrap())).collect()
}

/// What `solve` writes with these arguments.
fn written_bytes(arguments: &[&str]) -> Vec<u8> {
    let folder = scratch("worked");
    let run = run(&folder, "solve", &[arguments, &["--emit-proof", "p.bin"]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    let bytes = std::fs::read(folder.join("p.bin")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    bytes
}

#[test]
fn the_worked_example_is_what_solve_writes_and_is_published() {
    assert_eq!(shown_bytes("## 10."), written_bytes(&["2"]));
    assert_eq!(shown_bytes("## 10."), std::fs::read(proofs().join("normal-02.bin")).unwrap());
}

#[test]
fn the_worked_example_with_several_results_is_what_solve_writes() {
    assert_eq!(shown_bytes("## 17."), written_bytes(&["1..3"]));
}

#[test]
fn the_worked_misere_example_is_what_solve_writes() {
    assert_eq!(shown_bytes("## 14."), written_bytes(&["3", "--misere", "--closure", "s2"]));
}

/// The texts that sections 10, 14 and 17 show are those of the bytes that they show.
#[test]
fn the_worked_texts_are_those_of_the_bytes() {
    let format = std::fs::read_to_string(proofs().join("FORMAT.md")).unwrap();
    for section in ["## 10.", "## 14.", "## 17."] {
        let text = Container::open(&shown_bytes(section)).text();
        let indented: String = text.lines().map(|line| format!("    {line}\n")).collect();
        assert!(format.contains(&format!("compressed from this text:\n\n{indented}\n")), "{section}: {text}");
    }
}
