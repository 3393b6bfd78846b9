//! `solve --emit-proof` and `check` as a stranger runs them: output, exit codes, files.

use serde_json::Value;
use sproof_tests::program::{check, path, scratch, solve};
use std::path::Path;
use std::process::{Command, Stdio};

fn text(path: &Path) -> &str {
    path.to_str().expect("our scratch folders have plain names")
}

fn last_line(output: &str) -> &str {
    output.lines().last().unwrap_or_default()
}

#[test]
fn a_certificate_is_written_and_verified() {
    let folder = scratch("written");
    let file = folder.join("p.bin");
    let solved = solve(&["8", "--emit-proof", text(&file)]);
    assert_eq!((solved.code, last_line(&solved.stdout)), (Some(0), "s sprouts 8 normal LOSS"), "{solved:?}");
    let checked = check(&[text(&file)]);
    assert_eq!((checked.code, last_line(&checked.stdout)), (Some(0), "s VERIFIED sprouts 8 normal LOSS"));
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file stays behind");

    let explained = check(&[text(&file), "--explain", "1"]);
    assert_eq!(explained.code, Some(0));
    assert!(explained.stdout.contains("0*8") && explained.stdout.contains("nimber"), "{}", explained.stdout);
    assert_eq!(check(&[text(&file), "--explain", "100000"]).code, Some(2));

    let json = check(&["--json", text(&file)]);
    let object: Value = serde_json::from_str(&json.stdout).unwrap();
    let digest = solved.stdout.split_whitespace().skip_while(|word| *word != "blake3").nth(1).unwrap();
    assert!(object.to_string().contains(digest), "{object}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bad_certificates_are_rejected_with_a_reason() {
    let folder = scratch("bad");
    let file = folder.join("p.bin");
    assert_eq!(solve(&["5", "--emit-proof", text(&file)]).code, Some(0));
    let bytes = std::fs::read(&file).unwrap();
    for (name, bad) in [("empty", Vec::new()), ("short", bytes[..60].to_vec()), ("other", b"hello, world".to_vec())] {
        let path = folder.join(name);
        std::fs::write(&path, bad).unwrap();
        let rejected = check(&[text(&path)]);
        assert_eq!(rejected.code, Some(1), "{name}: {rejected:?}");
        assert!(rejected.stderr.starts_with("error: ") && rejected.stderr.contains(name), "{}", rejected.stderr);
        assert!(!rejected.stdout.contains("VERIFIED"));
        // A good file beside a bad one does not make it good.
        assert_eq!(check(&[text(&file), text(&path)]).code, Some(1));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_checked_is_exit_code_2() {
    let folder = scratch("none");
    for arguments in [vec![], vec![text(&folder)], vec!["no/such/file.bin"], vec!["--nonsense"]] {
        let unchecked = check(&arguments);
        assert_eq!(unchecked.code, Some(2), "{arguments:?}: {unchecked:?}");
        assert!(!unchecked.stderr.is_empty() && !unchecked.stdout.contains("VERIFIED"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn folders_are_checked_whole() {
    let folder = scratch("folder");
    let solved = solve(&["1..6", "--emit-proofs", text(&folder)]);
    assert_eq!(solved.code, Some(0), "{solved:?}");
    let checked = check(&[text(&folder)]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert_eq!(checked.stdout.matches("s VERIFIED").count(), 6);
    let table = std::fs::read_to_string(folder.join("RESULTS.md")).unwrap();
    assert_eq!(table.lines().filter(|line| line.contains("LOSS") || line.contains("WIN")).count(), 6);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();

    // A damaged certificate is replaced; one that is as good stays, and so does the rest of the manifest.
    std::fs::write(folder.join("normal-03.bin"), b"damaged").unwrap();
    assert_eq!(check(&[text(&folder)]).code, Some(1));
    assert_eq!(solve(&["3,4", "--emit-proofs", text(&folder)]).code, Some(0));
    assert_eq!(check(&[text(&folder)]).code, Some(0));
    let again = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let digests =
        |text: &str| text.lines().filter(|line| line.contains("blake3")).map(String::from).collect::<Vec<_>>();
    assert_eq!(digests(&manifest).len(), digests(&again).len());
    assert_eq!(digests(&manifest)[4..], digests(&again)[4..]);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Whoever reads no further, like `head`, has seen enough: that is no error to talk about.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../proofs/normal-08.bin");
    for arguments in [&[][..], &["--json"], &["--explain", "1"]] {
        let mut command = Command::new(path("check"));
        let command = command.args([proofs]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(2), ""));
    }
}

#[test]
fn shrinking_goes_on_from_the_published_certificate() {
    let folder = scratch("shrink");
    let shrink = |rounds: &'static str, seed: &'static str| {
        let arguments = ["9", "--emit-proofs", text(&folder), "--shrink", "600", "--shrink-rounds", rounds];
        let solved = solve(&[&arguments[..], &["--seed", seed, "--threads", "1", "--json"]].concat());
        assert_eq!(solved.code, Some(0), "{solved:?}");
        let object: Value = serde_json::from_str(&solved.stdout).unwrap();
        object["proof"]["claims"].as_u64().unwrap()
    };
    let first = shrink("2", "1");
    let bytes = std::fs::read(folder.join("normal-09.bin")).unwrap();
    assert!(shrink("1", "2") <= first);
    assert_eq!(check(&[text(&folder)]).code, Some(0));

    // From an empty folder the same seed and rounds, on one thread, give the same bytes; a file that is none is no place to start from.
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("normal-09.bin"), b"damaged").unwrap();
    assert_eq!(shrink("2", "1"), first);
    assert_eq!(std::fs::read(folder.join("normal-09.bin")).unwrap(), bytes);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_least_certificate_of_a_small_game_verifies() {
    let folder = scratch("least");
    let file = folder.join("p.bin");
    let found = solve(&["least", "3", "--emit-proof", text(&file)]);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert_eq!(last_line(&found.stdout), "s sprouts 3 normal WIN, least number of claims: 4");
    let checked = check(&[text(&file), "--json"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert_eq!(solve(&["least", "8"]).code, Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn limits_and_mistakes_have_their_exit_codes() {
    let stopped = solve(&["30", "--time-limit", "0.2"]);
    assert_eq!((stopped.code, last_line(&stopped.stdout)), (Some(3), "s sprouts 30 normal UNKNOWN"));
    let mistakes: [&[&str]; 10] = [
        &["0"],
        &["101"],
        &["7..3"],
        &["eight"],
        &["--position", "0.A.A|"],
        &["1..3,2", "--emit-proof", "p.bin"],
        &["5", "--shrink", "3"],
        &["5", "--emit-proof", "p.bin", "--shrink-rounds", "3"],
        &["5", "--engine", "dfs", "--nimber"],
        &["5", "--emit-proof", "no/such/folder/p.bin"],
    ];
    for arguments in mistakes {
        let failed = solve(arguments);
        assert_eq!(failed.code, Some(2), "{arguments:?}: {failed:?}");
        assert!(failed.stderr.starts_with("error: "), "{arguments:?}: {}", failed.stderr);
        assert!(!failed.stderr.contains("panicked"));
    }
}

#[test]
fn facts_are_kept_and_damage_is_named() {
    let folder = scratch("facts");
    let facts = folder.join("facts");
    let proof = folder.join("p.bin");
    let first = solve(&["8", "--facts", text(&facts), "--emit-proof", text(&proof)]);
    assert_eq!(first.code, Some(0), "{first:?}");
    let bytes = std::fs::read(&proof).unwrap();
    let second = solve(&["8", "--facts", text(&facts), "--emit-proof", text(&proof)]);
    assert!(second.stdout.contains("so far 0 expansions"), "{}", second.stdout);
    assert_eq!(std::fs::read(&proof).unwrap(), bytes, "the same facts give the same bytes");

    let mut damaged = std::fs::read(&facts).unwrap();
    damaged[100] ^= 1;
    std::fs::write(&facts, &damaged).unwrap();
    let refused = solve(&["8", "--facts", text(&facts)]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("damaged") && refused.stderr.contains(text(&facts)), "{}", refused.stderr);
    assert_eq!(std::fs::read(&facts).unwrap(), damaged, "nothing is overwritten");
    std::fs::remove_dir_all(&folder).unwrap();
}
