//! Help, versions, completions, manual pages and plots.

use sproof_tests::program::{path, run, scratch, solve};
use std::process::{Command, Stdio};

fn help_at(columns: &str, arguments: &[&str]) -> String {
    let output =
        Command::new(path("solve")).args(arguments).env("COLUMNS", columns).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands of the help by group.
fn groups(help: &str) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for line in help.lines() {
        match line.strip_suffix(':') {
            Some(heading) if !line.starts_with(' ') => groups.push((heading.to_owned(), vec![])),
            _ if line.starts_with("  ") && !line.starts_with("   ") => {
                let name = line.split_whitespace().next().unwrap_or_default().to_owned();
                groups.last_mut().map(|(_, names)| names.push(name)).unwrap_or_default();
            }
            _ => {}
        }
    }
    groups
}

#[test]
fn help_is_grouped_and_fits() {
    let help = help_at("80", &["--help"]);
    let groups = groups(&help);
    let group = |name: &str| groups.iter().find(|(group, _)| group == name).map_or(&[][..], |(_, names)| names);
    assert_eq!(group("Puzzles"), ["morpion", "gaps"], "{help}");
    assert!(group("Prove").contains(&"certify".to_string()), "{help}");
    assert!(group("Look").contains(&"canon".to_string()), "{help}");
    assert!(group("Play").contains(&"replay".to_string()), "{help}");
    for heading in ["The question", "Certificates", "Threads and limits", "Reports"] {
        assert!(help.contains(&format!("\n{heading}:\n")), "{heading}: {help}");
    }
    assert!(!help.contains("Commands:"), "commands are listed once: {help}");
    assert_eq!(help.matches("morpion").count(), 1, "puzzles do not crowd the help of Sprouts");
    for line in help.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
    for line in help_at("60", &["--help"]).lines().take_while(|line| !line.starts_with("Examples")) {
        assert!(line.chars().count() <= 60, "{} columns: {line}", line.chars().count());
    }
    // Every command that is listed has help of its own that fits.
    let names = ["Prove", "Look", "Play", "Puzzles", "Set up"].into_iter().flat_map(group);
    let mut count = 0;
    for name in names {
        assert!(!help_at("80", &[name, "--help"]).is_empty());
        count += 1;
    }
    assert!(count >= 18, "{count} commands");
}

#[test]
fn versions_of_everything_written_are_told() {
    let long = solve(&["--version"]).stdout;
    for words in ["solve 0.", "certificates of Sprouts: version 3", "facts files: version 1", "JSON: version 1"] {
        assert!(long.contains(words), "{words}: {long}");
    }
    assert_eq!(solve(&["-V"]).stdout.lines().count(), 1);
}

#[test]
fn completions_and_manual_pages_know_all_commands() {
    let folder = scratch("man");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = solve(&["completions", shell]).stdout;
        for word in ["emit-proof", "census", "morpion", "sat-exit-codes"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let ran = run(&folder, "solve", &["man", "pages"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for page in ["solve.1", "solve-canon.1", "solve-facts-merge.1", "solve-gaps.1", "solve-play.1"] {
        let text = std::fs::read_to_string(folder.join("pages").join(page)).unwrap();
        assert!(text.contains(".SH NAME"), "{page}: {text}");
    }
    // bash itself reads its completions.
    let script = folder.join("completions");
    std::fs::write(&script, solve(&["completions", "bash"]).stdout).unwrap();
    match Command::new("bash").arg("-n").arg(&script).status() {
        Ok(status) => assert!(status.success()),
        Err(error) => println!("skipped: no bash: {error}"),
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn plots_have_a_point_for_each_result() {
    let folder = scratch("plot");
    let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../proofs/manifest.json");
    let ran = run(&folder, "solve", &["plot", proofs, "--svg", "plots"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&std::fs::read(proofs).unwrap()).unwrap();
    for name in ["claims.svg", "bytes.svg", "solve-seconds.svg", "check-seconds.svg"] {
        let text = std::fs::read_to_string(folder.join("plots").join(name)).unwrap();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{name}");
        // Sizes and times of checking are those of certificates of one game; how long a game took to solve is known for others, too.
        let is_shown = |row: &&serde_json::Value| match name {
            "solve-seconds.svg" => row["solve_seconds"].is_number(),
            "check-seconds.svg" => row["results"] == 1 && row["check_seconds"].is_number(),
            _ => row["results"] == 1,
        };
        let shown = rows.iter().filter(is_shown).map(|row| (row["play"].to_string(), row["spots"].as_u64()));
        let points = shown.collect::<std::collections::BTreeSet<_>>().len();
        assert!(points >= 30, "{name}: {points}");
        assert_eq!(text.matches("<title>").count(), points + 1, "{name}: a title for each point and one for all");
        assert!(text.contains("normal play") && text.contains("misère play"), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    }
    std::fs::write(folder.join("empty.json"), "[]").unwrap();
    let refused = run(&folder, "solve", &["plot", "empty.json", "--svg", "plots"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}
