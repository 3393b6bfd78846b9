//! README and the book in `docs/`: every command in them works, every file they name is there.
//!
//! | block | what is tested |
//! |---|---|
//! | `sh` | each line is run and exits with 0 |
//! | `sh deep` | the same, in the deep tests |
//! | `sh parse` | each line is understood (it is run with `--help` behind it): what takes hours, or needs a file of others |
//! | `console` | the line after `$` is run and prints what is shown; times may differ, a line `…` stands for any lines |
//!
//! Lines that call Cargo are not run, but the packages, folders and tests that they name must exist.

use serde_json::Value;
use sproof_tests::markdown::{Document, is_shown, root};
use sproof_tests::program::{path, scratch};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a line as a shell would in the root of the repository, with our programs on the path.
fn shell(folder: &Path, line: &str) -> Output {
    assert!(!line.contains("--emit-proofs proofs"), "the published certificates would be overwritten: {line}");
    let line = ["solve", "check"].iter().fold(line.to_string(), |line, program| {
        line.replace(&format!("cargo run --release --bin {program} -- "), &format!("{program} "))
    });
    let programs = ["solve", "check"].map(|program| path(program).parent().expect("a folder").to_path_buf());
    let others = std::env::var_os("PATH").unwrap_or_default();
    let search = std::env::join_paths(programs.into_iter().chain(std::env::split_paths(&others))).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(folder).env("PATH", search).stdin(Stdio::null());
    command.output().expect("there is a shell")
}

/// A folder that looks like the root of the repository to somebody who only reads.
fn workplace(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    std::os::unix::fs::symlink(root().join("proofs"), folder.join("proofs")).unwrap();
    folder
}

fn leave(folder: &Path) {
    std::fs::remove_file(folder.join("proofs")).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

/// Whether a line calls Cargo, directly or for each of many mutants.
fn calls_cargo(line: &str) -> bool {
    ["cargo test", "cargo bench", "cargo install", "tests/mutants/run"].iter().any(|call| line.contains(call))
}

/// Runs the commands of some kind in all documents; gives their number.
fn run_all(info: &str) -> usize {
    let mut count = 0;
    for document in Document::all() {
        let folder = workplace("documents");
        for line in document.commands(info).into_iter().filter(|line| !calls_cargo(line)) {
            let output = shell(&folder, line);
            assert_eq!(output.status.code(), Some(0), "{}: {line}: {output:?}", document.name());
            count += 1;
        }
        leave(&folder);
    }
    count
}

#[test]
fn commands_work() {
    assert!(run_all("sh") >= 35);
}

#[test]
#[ignore = "deep: commands of the documents that take minutes"]
fn deep_commands_work() {
    assert!(run_all("sh deep") >= 3);
}

#[test]
fn long_commands_are_understood() {
    let folder = workplace("long-commands");
    let documents = Document::all();
    let lines = documents.iter().flat_map(|document| document.commands("sh parse"));
    let lines: Vec<&str> = lines.filter(|line| !calls_cargo(line)).collect();
    assert!(lines.len() >= 5);
    for line in lines {
        let output = shell(&folder, &format!("{line} --help"));
        assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
    }
    let misspelt = shell(&folder, "solve 12..44 --memroy 16G --help");
    assert_eq!(misspelt.status.code(), Some(2));
    leave(&folder);
}

#[test]
fn outputs_are_as_shown() {
    let folder = workplace("shown");
    let mut count = 0;
    for document in Document::all() {
        for (line, shown) in document.shown() {
            let output = shell(&folder, line);
            let text = String::from_utf8(output.stdout).unwrap();
            let found: Vec<&str> = text.lines().collect();
            assert!(is_shown(&shown, &found), "{}: {line} prints\n{text}", document.name());
            count += 1;
        }
    }
    assert!(count >= 2);
    leave(&folder);
}

/// All commands that call Cargo name packages, folders and tests that exist.
#[test]
fn calls_of_cargo_name_what_is_there() {
    let tests = Command::new(std::env::current_exe().unwrap()).arg("--list").output().unwrap().stdout;
    let tests = String::from_utf8(tests).unwrap();
    let packages = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut count = 0;
    for document in Document::all() {
        let commands = ["sh", "sh deep", "sh parse"].map(|info| document.commands(info)).concat();
        for line in commands.into_iter().filter(|line| calls_cargo(line)) {
            count += 1;
            let words: Vec<&str> = line.split(' ').collect();
            for pair in words.windows(2) {
                let is_there = match pair[0] {
                    "-p" => packages.contains(&format!("name = \"{}\"\n", pair[1])),
                    "--test" => {
                        let test = root().join("tests/tests").join(pair[1]);
                        test.exists() || test.with_extension("rs").exists()
                    }
                    "--path" => root().join(pair[1]).join("Cargo.toml").exists(),
                    "suite" => pair[1] == "--" || tests.lines().any(|test| test.contains(pair[1])),
                    _ => true,
                };
                assert!(is_there, "{}: {line}: there is no {}", document.name(), pair[1]);
            }
        }
    }
    assert!(count >= 5);
}

/// The test commands that people read about are those that every change must pass.
#[test]
fn the_test_commands_are_those_of_ci() {
    let ci = std::fs::read_to_string(root().join(".ci/run")).unwrap();
    for command in ["cargo test --workspace", "cargo test --workspace -- --ignored"] {
        let testing = Document::read("docs/testing.md");
        assert!(testing.commands("sh").contains(&command), "{command} is not in docs/testing.md");
        let locked = command.replacen("--workspace", "--workspace --locked", 1);
        assert!(ci.lines().any(|line| line.ends_with(&locked)), "{locked} is not in .ci/run");
    }
    assert!(Document::read("README.md").commands("sh").contains(&"cargo test --workspace"));
    for command in Document::read("docs/certificates.md").commands("sh parse") {
        assert!(
            ci.lines().any(|line| line.ends_with(&format!("target/release/{command}"))),
            "{command} is not in .ci/run"
        );
    }
}

#[test]
fn links_lead_somewhere() {
    for document in Document::all() {
        let folder = document.path.parent().unwrap().to_path_buf();
        for link in document.links() {
            let is_there = root().join(&folder).join(link).exists();
            assert!(is_there, "{}: {link}", document.name());
        }
    }
}

#[test]
fn every_chapter_is_in_the_summary() {
    let summary = Document::read("docs/SUMMARY.md");
    for document in Document::all().iter().filter(|document| document.path.starts_with("docs")) {
        let name = document.path.file_name().unwrap().to_str().unwrap();
        assert!(name == "SUMMARY.md" || summary.links().contains(&name), "{name} is in no chapter of the book");
    }
}

/// Files and folders of the project that a document names are there.
#[test]
fn named_files_exist() {
    let rooms = ["solver/", "checker/", "tests/", "proofs/", "docs/", ".ci/"];
    for document in Document::all().iter().filter(|document| document.path != Path::new("CHANGELOG.md")) {
        for (line, word) in document.code() {
            let is_file = rooms.iter().any(|room| word.starts_with(room)) && !word.contains([' ', '*', '?']);
            assert!(!is_file || root().join(word).exists(), "{}, line {line}: {word}", document.name());
        }
    }
}

/// The chapter about the search goes through the folders in one direction, and names files that are in them.
#[test]
fn the_way_of_the_data_is_as_described() {
    let chapter = Document::read("docs/search.md");
    let sections: Vec<(&str, &str)> = chapter
        .text
        .split("\n## ")
        .filter_map(|section| {
            let (heading, body) = section.split_once('\n')?;
            Some((heading.split_once('`')?.1.strip_suffix('`')?, body))
        })
        .collect();
    let mut folders: Vec<&str> = sections.iter().map(|(folder, _)| *folder).collect();
    assert!(folders.len() >= 5 && folders.len() <= 9, "{} changes of folder", folders.len() - 1);
    folders.sort_unstable();
    folders.dedup();
    assert_eq!(folders.len(), sections.len(), "a folder is entered twice");
    for (folder, body) in sections {
        let files = body.split('`').skip(1).step_by(2).filter(|word| word.ends_with(".rs") || word.ends_with('/'));
        let files: Vec<&str> = files.collect();
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            assert!(root().join(folder).join(file).exists(), "{folder} has no {file}");
        }
    }
}

#[test]
fn the_readme_is_short() {
    let words = Document::read("README.md").text.split_whitespace().count();
    assert!(words <= 800, "{words} words");
}

/// Every text that a mutant of the checker replaces is there, once: no mutant is lost when the checker changes.
#[test]
#[ignore = "deep: a Python program"]
fn mutants_of_the_checker_are_not_out_of_date() {
    let found = Command::new("python3").args(["tests/mutants/run", "--check"]).current_dir(root()).output().unwrap();
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stdout));
}

/// The rules that the README states are those of all published results.
#[test]
fn the_readme_says_who_wins() {
    let mut games = BTreeSet::new();
    {
        let manifest = "proofs/manifest.json";
        let text = std::fs::read_to_string(root().join(manifest)).unwrap();
        for row in serde_json::from_str::<Vec<Value>>(&text).unwrap() {
            let spots = row["spots"].as_u64().unwrap();
            let first_wins = match (row["play"].as_str().unwrap(), spots) {
                ("normal", _) => [3, 4, 5].contains(&(spots % 6)),
                ("misere", 1) => true,
                ("misere", 4) => false,
                ("misere", _) => [0, 4, 5].contains(&(spots % 6)),
                (other, _) => panic!("{other}"),
            };
            assert_eq!(row["result"].as_str(), Some(if first_wins { "WIN" } else { "LOSS" }), "{manifest}: {spots}");
            games.insert((row["play"].as_str().unwrap().to_owned(), spots));
        }
    }
    assert!(games.len() >= 44 + 20, "{}", games.len());
}

/// Documentation comments have no examples that nobody runs: Cargo is told not to look for any.
#[test]
fn documentation_comments_have_no_examples() {
    let mut folders = vec![root().join("solver"), root().join("checker"), root().join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let fences = text.lines().map(str::trim_start).filter(|line| line.starts_with("//"));
                let mut fences = fences.filter_map(|line| line.split_once("```").map(|(_, info)| info));
                while let Some(info) = fences.next() {
                    assert_eq!(info, "text", "{}: a block that Cargo would run", path.display());
                    assert_eq!(fences.next(), Some(""), "{}: a block without an end", path.display());
                }
            }
        }
    }
}
