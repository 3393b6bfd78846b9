//! The program `check` as it is run: what it prints about hostile files, names and arguments, and its flags.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What no output may contain: a line of its own, and whatever moves a cursor or turns the text around.
const EVIL: &str = "x\ns VERIFIED sprouts 40 normal LOSS\n\r\u{1b}[2J\u{1b}]0;title\u{7}\u{7f}\u{9b}é\u{202e}";

fn check<A: AsRef<OsStr>>(arguments: &[A]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_check")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// Nothing but printable ASCII in lines, and no verdict that is not ours.
#[track_caller]
fn is_clean(output: &Output) {
    for text in [stdout(output), stderr(output)] {
        assert!(text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')), "{text:?}");
        assert!(!text.lines().any(|line| line.starts_with("s VERIFIED")), "{text:?}");
    }
}

/// An empty folder that no other test has.
fn scratch() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("sproof-check-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn written(folder: &Path, name: impl AsRef<Path>, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = vec![];
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

fn string(text: impl AsRef<[u8]>) -> Vec<u8> {
    [varint(text.as_ref().len()), text.as_ref().to_vec()].concat()
}

/// A file: version, number of the statement, its content, the counts of claims and replies, and a body.
fn file(version: u8, statement: u8, content: &[u8], claims: usize, replies: usize, body: &[u8]) -> Vec<u8> {
    let counts = [varint(claims), varint(replies)].concat();
    let mut file = [&b"SPROOF\r\n"[..], &[version, statement], content, &counts, &string(body)].concat();
    file.extend(blake3::hash(&file).as_bytes());
    file
}

fn normal(start: &str, text: &str) -> Vec<u8> {
    let (claims, body) = (text.matches('\n').count(), miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
    file(3, 0, &[vec![1], string(start), vec![0]].concat(), claims, 0, &body)
}

fn misere(start: &str, closure: &str, text: &str) -> Vec<u8> {
    let (claims, body) = (text.matches('\n').count(), miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
    file(3, 1, &[vec![1], string(start), vec![0], string(closure)].concat(), claims, 0, &body)
}

/// The certificate of FORMAT.md section 10, written here: the 2-spot game is lost.
fn two_spots() -> Vec<u8> {
    let text = "0*2 0\n0 0\nABCD|ABCD 0\n6\n2\n3\n0\n0\n";
    let body = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
    file(3, 0, &[vec![1], string("0*2"), vec![0]].concat(), 3, 5, &body)
}

#[test]
fn no_file_forges_a_verdict() {
    let folder = scratch();
    let files = [
        ("endless", file(1, 7, &[vec![4, 1], string(EVIL)].concat(), 0, 0, &[])),
        ("start", normal(EVIL, "")),
        ("closure", misere("0*3", EVIL, "")),
        ("misère start", misere(EVIL, "0*2", "")),
        ("claim", normal("0", "0\u{1b}[2J\rs VERIFIED sprouts 40 normal LOSS 0\n")),
        ("node", misere("0*3", "0*2", "0*3+\u{1b}[2J\rs VERIFIED\n")),
        ("tree", misere("0*3", "0*2", "t\u{1b}[2J\rs VERIFIED\n")),
        ("text that is not ASCII", normal("0", "0 é\u{202e}\n")),
        ("not UTF-8", file(3, 0, &[vec![1], varint(2), vec![0xFF, 0x1B, 0]].concat(), 0, 0, &[])),
        ("no certificate", EVIL.as_bytes().to_vec()),
    ];
    for (name, bytes) in files {
        let path = written(&folder, format!("{name}.bin"), &bytes);
        for flags in [&[][..], &["--json"], &["--quiet"]] {
            let output = check(&[flags, &[path.to_str().unwrap()]].concat());
            assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
            is_clean(&output);
            assert!(stderr(&output).starts_with("error: "), "{name}: {output:?}");
            if flags == ["--json"] {
                let object: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
                assert_eq!(object["file"], path.to_str().unwrap());
            } else {
                assert_eq!(stdout(&output).lines().last(), Some("s REJECTED"), "{name}");
            }
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_name_forges_a_verdict() {
    use std::os::unix::ffi::OsStrExt;
    let folder = scratch();
    let not_text = OsStr::from_bytes(b"\xFF\n\x1B[2J.bin");
    for name in [OsStr::new("a\ns VERIFIED sprouts 40 normal LOSS\n\u{1b}[2Jé\u{202e}.bin"), not_text] {
        let (missing, bad) = (folder.join("missing").join(name), written(&folder, name, b"SPROOF\r\n"));
        for path in [&missing, &bad] {
            is_clean(&check(&[path]));
            let output = check(&[OsStr::new("--json"), path.as_os_str()]);
            is_clean(&output);
            let object: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
            assert_eq!(object["file"], path.to_string_lossy().as_ref());
        }
        // A good file under such a name: one line is ours.
        std::fs::write(&bad, two_spots()).unwrap();
        let output = check(&[&folder]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let verdicts: Vec<&str> = stdout(&output).lines().filter(|line| line.starts_with('s')).collect();
        assert_eq!(verdicts, ["s VERIFIED sprouts 2 normal LOSS"]);
        assert!(stdout(&output).bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')), "{output:?}");
        std::fs::remove_file(bad).unwrap();
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_argument_forges_a_verdict() {
    for arguments in [
        vec![format!("--threads={EVIL}"), "x".into()],
        vec![format!("--{EVIL}"), "x".into()],
        vec!["x".into(), format!("--memory={EVIL}")],
        vec!["x".into(), "--explain".into(), EVIL.into()],
    ] {
        let output = check(&arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).starts_with("error: "), "{output:?}");
        is_clean(&output);
    }
}

#[test]
fn reads_stdin() {
    let run = |bytes: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
        command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        child.wait_with_output().unwrap()
    };
    let good = run(&two_spots());
    assert_eq!(good.status.code(), Some(0), "{good:?}");
    assert!(stdout(&good).starts_with("c -: ") && stdout(&good).ends_with("s VERIFIED sprouts 2 normal LOSS\n"));
    assert_eq!(run(&[]).status.code(), Some(1));
}

#[test]
fn explains_only_claims_that_are_there() {
    let folder = scratch();
    let path = written(&folder, "two.bin", &two_spots());
    let explained = |claim: &str| check(&[path.as_os_str(), OsStr::new("--explain"), OsStr::new(claim)]);
    let good = explained("3");
    assert_eq!(good.status.code(), Some(0));
    assert!(stdout(&good).contains("c claim 3, ABCD|ABCD has nimber 0\n"), "{good:?}");
    assert!(
        stdout(&good).contains(": move 3 of 2AB|AB (joins A to B in region 2) leads to !, which has nimber 0\n"),
        "{good:?}"
    );
    for claim in ["0", "4", "9999"] {
        let output = explained(claim);
        let expected = format!("--explain: there is no claim {claim}: they are numbered 1 to 3\n");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).ends_with(&expected), "{output:?}");
        let json = check(&[path.as_os_str(), OsStr::new("--json"), OsStr::new("--explain"), OsStr::new(claim)]);
        let object: serde_json::Value = serde_json::from_str(stdout(&json)).unwrap();
        assert!(json.status.code() == Some(2) && object["verdict"] == "verified" && object["explanation"].is_null());
        // What is verified is verified.
        assert_eq!(stdout(&output).lines().last(), Some("s VERIFIED sprouts 2 normal LOSS"));
    }
    let endless = file(1, 7, &[vec![4, 1], string("1")].concat(), 0, 0, &[]);
    let path = written(&folder, "endless.bin", &endless);
    let output = check(&[path.as_os_str(), OsStr::new("--explain"), OsStr::new("1")]);
    assert!(
        output.status.code() == Some(2) && stderr(&output).ends_with("only claims about Sprouts can be explained\n")
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn explains_as_json() {
    let folder = scratch();
    let path = written(&folder, "two.bin", &two_spots());
    let output = check(&[path.as_os_str(), OsStr::new("--json"), OsStr::new("--explain"), OsStr::new("1")]);
    let object: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(object["statements"], serde_json::json!(["sprouts 2 normal LOSS"]));
    let explanation = &object["explanation"];
    assert_eq!((&explanation["claim"], &explanation["nimber"]), (&"0*2".into(), &0.into()));
    let expected = serde_json::json!({
        "option": "1a1a", "number": 0, "how": "joins 0 to 0",
        "because": { "kind": "refuted", "land": "1a1a", "nimber": 0, "reply": {
            "number": 2, "how": "joins the 1st 1 to the 2nd 1", "leads_to": "ABCD|ABCD", "known": "nimber 0",
        } },
    });
    assert_eq!(explanation["options"][1], expected);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A sentence for people, then one `s` line, for each result.
#[test]
fn results_are_told_in_words_and_lines() {
    let folder = scratch();
    let text = "0*2 0\n0 0\nABCD|ABCD 0\n6\n2\n3\n0\n0\n";
    let body = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
    let two = |last: u8| {
        let results = [vec![2], string("0*2"), vec![0], string("0"), vec![last]].concat();
        file(3, 0, &results, 3, 5, &body)
    };
    let output = check(&[written(&folder, "two.bin", &two(0))]);
    let expected = "c LOSS: with perfect play the second player wins the 2-spot game.
s VERIFIED sprouts 2 normal LOSS
c LOSS: with perfect play the second player wins the 1-spot game.
s VERIFIED sprouts 1 normal LOSS
";
    assert!(output.status.code() == Some(0) && stdout(&output).ends_with(expected), "{output:?}");
    // If one does not follow, none is verified.
    let output = check(&[written(&folder, "bad.bin", &two(1))]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    is_clean(&output);
    assert!(stderr(&output).contains("not proven: sprouts 1 normal WIN: "), "{output:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// All eight kinds of certificates as text and as counts, unchecked: also one that proves nothing.
#[test]
fn certificates_are_shown_without_being_checked() {
    let folder = scratch();
    let deal = [&[0x12, 0x22, 0x02, 0, 0, 0, 0x32, 0][..]].concat();
    let game = [vec![0], varint(1), vec![0, 3, 9]].concat();
    let files = [
        ("normal", normal("0*2", "0*2 0\n1 7\n"), vec!["statement: sprouts 2 normal LOSS", "0*2 0", "1 7"]),
        ("misere", misere("0*3", "0*2", "0*3+t7\n"), vec!["closure: 0*2", "0*3+t7"]),
        ("game", file(1, 2, &game, 0, 0, &[]), vec!["(0, 3) S, new dot at place 4"]),
        ("bound", file(1, 3, &[game.clone(), vec![1, 2, 3, 1, 9]].concat(), 0, 0, &[]), vec!["by further moves: [9]"]),
        (
            "deal",
            file(1, 4, &[vec![0, 2], string(&deal)].concat(), 0, 0, &[0x22, 4]),
            vec!["2H 2D", "2D to cell 4", "2S --"],
        ),
        ("lost", file(1, 5, &[vec![0, 2], string(&deal), vec![5; 17]].concat(), 0, 0, &[]), vec!["positions: 5"]),
        ("degree 2", file(1, 6, &[2, 0, 0], 2, 0, &[0, 1, 2, 0]), vec!["the empty position", "(2, 0)"]),
        (
            "endless",
            file(1, 7, &[vec![4, 3], string("1;2")].concat(), 1, 0, &[0, 2, 0, 2, 0, 0]),
            vec!["position: 1;2"],
        ),
    ];
    for (name, bytes, expected) in files {
        let path = written(&folder, format!("{name}.bin"), &bytes);
        let output = check(&[path.as_os_str(), OsStr::new("--text")]);
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
        for line in expected {
            assert!(stdout(&output).lines().any(|other| other.contains(line)), "{name}: {line}: {output:?}");
        }
        is_clean(&output);
        for flags in [&["--stats"][..], &["--stats", "--json"], &["--text", "--json"]] {
            let arguments: Vec<&OsStr> = flags.iter().map(OsStr::new).chain([path.as_os_str()]).collect();
            let output = check(&arguments);
            assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
            is_clean(&output);
            if flags.contains(&"--json") {
                let object: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
                assert!(object["verdict"] == "not checked" && object["statements"].is_array(), "{object}");
            }
        }
    }
    let path = written(&folder, "normal.bin", &normal("0*2", "0*2 0\n1 1\n"));
    let output = check(&[path.as_os_str(), OsStr::new("--stats")]);
    for line in [
        "c 2 claims, 0 replies",
        "c nimber 1: 1 claims",
        "c 2 lives: 1 claims, 4 bytes of text",
        "c 6 lives: 1 claims, 6 bytes of text",
    ] {
        assert!(stdout(&output).lines().any(|other| other == line), "{line}: {output:?}");
    }
    // What cannot even be read is an error, and no verdict.
    let output = check(&[written(&folder, "bad.bin", b"SPROOF").as_os_str(), OsStr::new("--text")]);
    assert!(output.status.code() == Some(1) && stdout(&output).is_empty(), "{output:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn memory_and_work_can_be_allowed() {
    let folder = scratch();
    let path = written(&folder, "two.bin", &two_spots());
    for memory in ["1", "64K", "500M", "500m", "2G", "1.5GiB", "1T"] {
        let output = check(&[path.as_os_str(), OsStr::new("--memory"), OsStr::new(memory)]);
        assert_eq!(output.status.code(), Some(0), "{memory}: {output:?}");
    }
    for memory in ["", "0", "G", "2X", "-1", "1.5.G", "99999999999999999999G"] {
        let output = check(&[path.as_os_str(), OsStr::new(&format!("--memory={memory}"))]);
        assert!(output.status.code() == Some(2) && stderr(&output).contains("--memory"), "{memory}: {output:?}");
    }
    // A million lines need some memory; the file says so at once.
    let text = format!("{}{}", "0 0\n", "0\n".repeat(1_000_000));
    let body = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
    let large = file(3, 0, &[vec![1], string("0"), vec![0]].concat(), 1, 1_000_000, &body);
    let path = written(&folder, "large.bin", &large);
    let output = check(&[path.as_os_str(), OsStr::new("--memory=50M")]);
    assert_eq!((output.status.code(), stdout(&output).lines().last()), (Some(2), Some("s UNCHECKED")), "{output:?}");
    assert!(stderr(&output).ends_with("cannot check: it needs more memory than is allowed (--memory allows more)\n"));
    let output = check(&[path.as_os_str()]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    // The trees of the 6-spot game are too much for a small file.
    let path = written(&folder, "closure.bin", &misere("0*7", "0*6", ""));
    for work in ["0", "-1", "x"] {
        let output = check(&[path.as_os_str(), OsStr::new(&format!("--work={work}"))]);
        assert!(output.status.code() == Some(2) && stderr(&output).contains("--work"), "{work}: {output:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
