//! `solve play` as a person meets it: what is typed, what is asked, what is drawn, and that no game is lost.
#![cfg(unix)]

use sproof_tests::program::{path, scratch};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Plays in a folder, with these lines as input.
fn piped(folder: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(path("solve"))
        .arg("play")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// What the game says to one line, without pictures.
fn said(line: &str) -> String {
    let folder = scratch("said");
    let (code, output) = piped(&folder, &["3", "--no-picture"], &format!("{line}\nquit\n"));
    assert_eq!(code, Some(0), "{output}");
    std::fs::remove_dir_all(&folder).unwrap();
    let (_, after) = output.split_once("3 lives: 1 2 3\n").expect("the position is shown first");
    after.strip_suffix("s play 3 normal NOT FINISHED\n").expect("the game is stopped").to_string()
}

#[test]
fn the_welcome_has_the_rules_in_five_lines_that_fit() {
    let folder = scratch("welcome");
    for arguments in [&["5"][..], &["5", "--misere"], &["20", "--two"], &["1", "--ascii"]] {
        let (_, output) = piped(&folder, arguments, "");
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines[0].starts_with("Sprouts with ") && lines[0].ends_with(" The rules:"), "{output}");
        for (nth, line) in lines[1..6].iter().enumerate() {
            assert!(line.starts_with(&format!("  {}. ", nth + 1)), "{line}");
        }
        assert!(lines.iter().all(|line| line.chars().count() < 80), "{output}");
        assert!(lines[4].contains("wins") == arguments.contains(&"--misere"), "{}", lines[4]);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Two numbers are a move, in several ways of writing; the new spot is forced.
#[test]
fn two_numbers_are_a_move() {
    for line in ["1 2", "1-2", " 1  -  2 ", "1-4-2", "1(4)2"] {
        let answer = said(line);
        assert!(answer.starts_with("you: 1 to 2, new spot 4 (1-4-2)\n"), "{line}: {answer}");
        assert!(answer.contains("\nmachine: "), "{line}: {answer}");
    }
}

/// Nothing is silently ignored, and what is wrong is said with what would be right.
#[test]
fn what_is_no_move_is_answered() {
    let answers: &[(&str, &[&str])] = &[
        ("3 9 hello", &["`hello` was not understood", "`1 2`"]),
        ("1 2 3", &["A move joins two spots, and these are 3 numbers"]),
        ("1", &["One number is no move", "`1 1` for a loop"]),
        ("1 9", &["there is no spot 9"]),
        ("0 1", &["there is no spot 0"]),
        ("1-9-2", &["the new spot is 4, not 9", "1-4-2"]),
        ("hello", &["`hello` was not understood", "`help`"]),
        ("undo all", &["`undo` stands alone", "nothing was done"]),
        ("undo", &["nothing to take back"]),
        ("pick", &["The list has the numbers 1 to "]),
        ("pick 99", &["The list has the numbers 1 to "]),
        ("save", &["`save game.txt`"]),
        ("why", &["The machine has not moved since"]),
        ("99999999999999999999 1", &["was not understood"]),
        ("-1 2", &[""]),
    ];
    for (line, words) in answers {
        let answer = said(line);
        assert!(!answer.trim().is_empty() || line.is_empty(), "{line} is not answered");
        assert!(!answer.contains("you: "), "{line} is no move: {answer}");
        for word in *words {
            assert!(answer.contains(word), "{line} should say {word}: {answer}");
        }
    }
}

/// A question is asked only where the answer matters, and can be called off.
#[test]
fn questions_are_asked_where_they_matter() {
    let folder = scratch("questions");
    let (_, output) = piped(&folder, &["3", "--two", "--no-picture"], "1 1\n7\ncancel\n1 1\n2\nrecord\n");
    assert!(output.contains("Which of 2, 3 shall lie inside the loop?"), "{output}");
    assert!(output.contains("Type a number from 1 to 2, or `cancel`.") && output.contains("Never mind."), "{output}");
    assert!(output.contains("\n3: 1-4-1>2\n"), "{output}");
    // With five other spots, they are named.
    let (_, output) = piped(&folder, &["6", "--two", "--no-picture"], "1 1\n9\n3 4\nrecord\n");
    assert!(output.contains("9 is not one of 2, 3, 4, 5, 6"), "{output}");
    assert!(output.contains("\n6: 1-7-1>3,4\n"), "{output}");
    // Here all ways come to the same.
    let (_, output) = piped(&folder, &["2", "--two", "--no-picture"], "1 2\n1 2\nrecord\n");
    assert!(output.contains("\n2: 1-3-2; 1-4-2\n"), "{output}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn hints_reasons_and_levels() {
    let folder = scratch("hints");
    let (_, output) = piped(&folder, &["3", "--no-picture"], "hint\n");
    assert!(output.contains("Play 1-4-2: it wins, if you go on well."), "3 spots are won: {output}");
    let (_, output) = piped(&folder, &["2", "--no-picture"], "hint\n1 2\nwhy\nwhy all\n");
    assert!(output.contains("Every move loses against me."), "2 spots are lost: {output}");
    assert!(output.contains("as I have searched") && output.contains("For example, if you play "), "{output}");
    assert!(output.matches("  if you play ").count() >= 2, "`why all` has an answer to every move: {output}");
    let why =
        output.lines().skip_while(|line| !line.starts_with("My move leaves")).take_while(|l| !l.starts_with("  "));
    let sentences = why.collect::<Vec<_>>().join(" ").matches(". ").count();
    assert!(sentences <= 3, "three sentences: {output}");
    // Whoever plays anything loses to a perfect player, whichever side they have.
    let (_, output) = piped(&folder, &["4", "--level", "easy", "--seed", "3", "--no-picture"], "1 2\nwhy\n");
    assert!(output.contains("I made it without looking ahead"), "{output}");
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../proofs/misere-06.bin");
    let arguments = ["6", "--misere", "--proof", proof, "--you", "second", "--no-picture"];
    let (code, output) = piped(&folder, &arguments, &format!("why\n{}", "pick 1\n".repeat(30)));
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("all supported") && output.contains("as the certificate proves"), "{output}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A failed `save` does not end the game, `--resume` goes on with a saved one, and the picture for a browser is kept up to date.
#[test]
fn games_are_kept() {
    let folder = scratch("kept");
    let input = "1 2\nsave no/game.txt\nsave game.txt\nquit\n";
    let (code, output) = piped(&folder, &["4", "--svg", "g.svg", "--seed", "1"], input);
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("there is no folder no; the game goes on"), "{output}");
    assert!(output.contains("Saved in game.txt; `solve play --resume game.txt` goes on with it."), "{output}");
    let picture = std::fs::read_to_string(folder.join("g.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains(">6</text>"), "two moves on 4 spots: {picture}");
    let record = std::fs::read_to_string(folder.join("game.txt")).unwrap();
    let (code, output) = piped(&folder, &["--resume", "game.txt", "--no-picture"], "record\n");
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains(record.trim()), "{output}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Ctrl-C saves the game, in a file of its own if none was named.
#[test]
fn ctrl_c_saves() {
    let folder = scratch("interrupted");
    for (nth, name) in ["sprouts-game.txt", "sprouts-game-2.txt"].iter().enumerate() {
        let mut command = Command::new(path("solve"));
        command.args(["play", "4", "--no-picture"]).current_dir(&folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1 2\n").unwrap();
        input.flush().unwrap();
        std::thread::sleep(Duration::from_secs(3));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        drop(input);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3), "{stdout}");
        assert!(stdout.contains(&format!("Saved in {name}")), "{stdout}");
        assert!(stdout.ends_with("s play 4 normal NOT FINISHED\n"), "{stdout}");
        let record = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(record.starts_with("4: 1-5-2; "), "{record}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), nth + 1);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// On a terminal: a picture that fits after every move, line editing, and history.
#[test]
fn a_terminal_has_pictures_editing_and_history() {
    let folder = scratch("pty");
    // A typing error taken back, then the same line again from history, which is no move any more; then the end.
    let keys = "1 9\x7f2\r\x1b[A\rquit\r";
    let command = format!("stty cols 80 rows 24; exec {} play 3 --think 2", path("solve").display());
    let started = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => return println!("skipped: no `script` to make a terminal: {error}"),
    };
    let mut input = child.stdin.take().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    for key in keys.split_inclusive('\r') {
        input.write_all(key.as_bytes()).unwrap();
        input.flush().unwrap();
        std::thread::sleep(Duration::from_secs(3));
    }
    drop(input);
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("you: 1 to 2, new spot 4 (1-4-2)"), "{text}");
    let drawn = text.chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count();
    assert!(drawn > 20, "the position is drawn: {text}");
    assert!(text.matches("you> ").count() >= 3, "{text}");
    // After the machine's move the same line is another move, a refusal or a question, and in any case is answered.
    let after = text.split("machine: ").nth(1).unwrap();
    assert!(["you: 1 to 2", "Not a move", "Which side?"].iter().any(|words| after.contains(words)), "{text}");
    assert!(text.contains("s play 3 normal"), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}
