//! Nothing from outside reaches the terminal as it is: file names, positions, records, deals, games, facts, states and
//! certificates with newlines and escape sequences in them forge no line and move no cursor.

use crate::certificates::resealed;
use sproof_tests::container::{Container, string};
use sproof_tests::program::{Run, run, scratch, solve};
use sproof_tests::structural::fuzz::sealed;
use std::fs;
use std::path::Path;

/// A line that must not appear, a terminal's sequences, and marks that turn letters around.
const EVIL: &str = "evil\ns VERIFIED sprouts 40 normal LOSS\r\x1b[2J\x1b]0;title\x07\u{9b}31m\u{202e}x\u{2028}y";

/// Whether what was printed is ours alone.
fn assert_harmless(run: &Run, what: &str) {
    for (stream, text) in [("stdout", &run.stdout), ("stderr", &run.stderr)] {
        assert!(!text.contains(|c: char| c != '\n' && common::escape::is_unsafe(c)), "{what}: {stream} {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("s VERIFIED")), "{what}: {stream} {text:?}");
    }
    assert!(!run.stderr.contains("panicked"), "{what}: {}", run.stderr);
}

/// Runs a command that fails and must say so without harm.
fn fails(folder: &Path, arguments: &[&str]) {
    let failed = run(folder, "solve", arguments);
    assert_harmless(&failed, &format!("{arguments:?}"));
    assert_eq!(failed.code, Some(2), "{arguments:?}: {failed:?}");
    assert!(failed.stderr.starts_with("error: "), "{arguments:?}: {failed:?}");
}

#[test]
fn names_of_files() {
    let folder = scratch("evil-names");
    for there in [false, true] {
        if there {
            fs::write(folder.join(EVIL), "nothing of use\n").unwrap();
        }
        fails(&folder, &["facts", "show", EVIL]);
        fails(&folder, &["facts", "merge", EVIL, "-o", "x"]);
        fails(&folder, &["6", "--facts", &format!("none/{EVIL}")]);
        fails(&folder, &["6", "--emit-proof", &format!("none/{EVIL}")]);
        fails(&folder, &["certify", "5", "--from", EVIL, "--emit-proof", "p.bin"]);
        fails(&folder, &["morpion", EVIL]);
        fails(&folder, &["morpion", "rosin82", "--from", "80", "--save", &format!("none/{EVIL}")]);
        fails(&folder, &["gaps", "--deal", EVIL]);
        fails(&folder, &["replay", EVIL]);
        fails(&folder, &["play", "3", "--proof", EVIL]);
        fails(&folder, &["draw", "3:", "--svg", &format!("none/{EVIL}")]);
    }
    fs::remove_file(folder.join(EVIL)).unwrap();
    // What succeeds says where it has written.
    for arguments in [&["draw", "3:", "--svg", EVIL][..], &["tree", "2", "--svg", EVIL], &["play", "2", "--save", EVIL]]
    {
        let drawn = run(&folder, "solve", arguments);
        assert_harmless(&drawn, &format!("{arguments:?}"));
        assert_eq!(drawn.code, Some(0), "{drawn:?}");
        fs::remove_file(folder.join(EVIL)).unwrap();
    }
    let state = ["morpion", "bruneau170", "--from", "90", "--time-limit", "0", "--checkpoint", EVIL];
    let stopped = run(&folder, "solve", &state);
    assert_harmless(&stopped, "a state");
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn arguments() {
    let folder = scratch("evil-arguments");
    let record = format!("3: 1-4-2; {EVIL}");
    for arguments in [
        &["--position", EVIL][..],
        &["canon", EVIL],
        &["options", EVIL],
        &["rct", EVIL],
        &["replay", &record],
        &["replay", &format!("{EVIL}:")],
        &["draw", EVIL, "--svg", "x.svg"],
        // Clap refuses these.
        &[EVIL],
        &["8", "--engine", EVIL],
        &["8", &format!("--{EVIL}")],
        &["8", "--time-limit", EVIL],
        &["morpion", "rosin82", "--rules", EVIL],
        &["play", EVIL],
    ] {
        fails(&folder, arguments);
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn contents_of_files() {
    let folder = scratch("evil-contents");
    let write = |name: &str, content: &[u8]| fs::write(folder.join(name), content).unwrap();
    write("game", format!("# variant: {}\n", EVIL.replace('\n', " ")).as_bytes());
    fails(&folder, &["morpion", "game"]);
    write("game", EVIL.replace('\n', "\x0b").as_bytes());
    fails(&folder, &["morpion", "game"]);
    write("deal", EVIL.as_bytes());
    fails(&folder, &["gaps", "--deal", "deal"]);
    write("record", format!("3: 1-4-2; {EVIL}").as_bytes());
    fails(&folder, &["replay", "record"]);
    write("database", EVIL.as_bytes());
    fails(&folder, &["certify", "5", "--from", "database", "--emit-proof", "p.bin"]);
    // A fact about something that is no land, and lost nodes of another closure, both with a right digest.
    write("facts", &sealed(b"SPRFACTS", &[&[1, 1][..], &string(EVIL), &[0]].concat()));
    fails(&folder, &["facts", "show", "facts"]);
    fails(&folder, &["6", "--facts", "facts"]);
    write("lost", &sealed(b"SPRMISER", &[&[1][..], &string(EVIL), &[0]].concat()));
    fails(&folder, &["6", "--misere", "--facts", "lost"]);
    // The state of a search under a rule that does not exist.
    assert_eq!(
        run(&folder, "solve", &["morpion", "bruneau170", "--from", "90", "--time-limit", "0", "--checkpoint", "state"])
            .code,
        Some(3)
    );
    let line = fs::read_to_string(folder.join("state")).unwrap().lines().next().unwrap().to_string();
    let mut state: serde_json::Value = serde_json::from_str(&line).unwrap();
    state["rule"] = EVIL.into();
    let line = state.to_string();
    write("state", format!("{line}\n{}\n", blake3::hash(line.as_bytes())).as_bytes());
    fails(&folder, &["morpion", "bruneau170", "--from", "90", "--checkpoint", "state"]);
    // A certificate that is about something that is no position. Its claims are as good as any.
    let certificate = resealed(&Container::normal(EVIL).seal(), |_| ());
    write("p.bin", &certificate);
    let played = run(&folder, "solve", &["play", "2", "--proof", "p.bin"]);
    assert_harmless(&played, "a certificate to play from");
    assert_eq!(played.code, Some(0), "{played:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn json_stays_json() {
    let folder = scratch("evil-json");
    let solved = solve(&["3", "--json"]);
    let _: serde_json::Value = serde_json::from_str(&solved.stdout).unwrap();
    let stopped = run(
        &folder,
        "solve",
        &["morpion", "bruneau170", "--from", "90", "--time-limit", "0", "--checkpoint", EVIL, "--json"],
    );
    let object: serde_json::Value = serde_json::from_str(&stopped.stdout).unwrap();
    assert_eq!(object["result"], "UNKNOWN");
    assert_harmless(&stopped, "JSON");
    fs::remove_dir_all(&folder).unwrap();
}
