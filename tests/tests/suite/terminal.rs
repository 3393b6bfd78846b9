//! `solve` on a terminal: one live line that fits, a log on request, and Ctrl-C.
#![cfg(unix)]

use sproof_tests::program::{path, scratch, solve};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a command writes to a terminal of so many columns, or nothing if `script` is not there to make one.
fn on_a_terminal(folder: &Path, columns: usize, arguments: &str) -> Option<String> {
    let command = format!("stty cols {columns} rows 24; exec {} {arguments}", path("solve").display());
    let output = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => Some(String::from_utf8(output.stdout).expect("our programs write UTF-8")),
        Err(error) => {
            println!("skipped: no `script` to make a terminal: {error}");
            None
        }
    }
}

#[test]
fn progress_is_one_line_that_fits() {
    let folder = scratch("terminal");
    let commands = ["24 --threads 1", "17 --misere", "census 8", "rct '0*8' --read-as short"];
    for (columns, commands) in [(40, &commands[..]), (80, &commands[..1]), (120, &commands[1..2])] {
        for arguments in commands {
            // A machine that is busy with other things gets more time.
            let mut text = String::new();
            for seconds in [1, 20] {
                let limited = format!("{arguments} --time-limit {seconds}");
                let Some(shown) = on_a_terminal(&folder, columns, &limited) else { return };
                text = shown;
                if text.contains("\r\x1b[K") {
                    break;
                }
            }
            let (live, results) = text.rsplit_once("\r\x1b[K").unwrap_or_else(|| panic!("no live line: {text}"));
            let messages: Vec<&str> = live.split("\r\x1b[K").filter(|message| !message.is_empty()).collect();
            // How many there are depends on what else the machine has to do.
            assert!(!messages.is_empty(), "{arguments}: {live:?}");
            for message in messages {
                assert!(
                    message.chars().count() < columns,
                    "{} of {columns} columns: {message}",
                    message.chars().count()
                );
                assert!(!message.contains('\n'), "{arguments} at {columns} columns: {message:?}");
            }
            assert!(results.contains("UNKNOWN"), "{arguments}: {results}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The words of the line, as far as they fit.
#[test]
fn progress_says_what_is_known() {
    let folder = scratch("terminal-words");
    let Some(text) = on_a_terminal(&folder, 200, "24 --time-limit 2") else { return };
    for words in [
        "24 spots",
        " of 2 s",
        "positions to settle: ",
        " if a win, ",
        " if a loss",
        " facts proven",
        " MB",
        " lands met",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let Some(text) = on_a_terminal(&folder, 80, "24 --time-limit 2 --quiet") else { return };
    assert!(!text.contains('\x1b'), "--quiet shows nothing: {text:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_log_has_columns_and_a_legend() {
    let ran = solve(&["24", "--time-limit", "4", "--verbose"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with('c')), "{}", ran.stderr);
    let header = lines.iter().position(|line| line.contains("nodes/s")).expect("there is a header");
    let names: Vec<&str> = lines[header].split_whitespace().skip(1).collect();
    for name in ["time", "nodes", "lands", "facts", "win", "MB"] {
        assert!(names.contains(&name), "{names:?}");
        assert!(lines[..header].iter().any(|line| line.starts_with(&format!("c {name} "))), "the legend has {name}");
    }
    let rows: Vec<Vec<&str>> =
        lines[header + 2..].iter().map(|line| line.split_whitespace().skip(1).collect()).collect();
    assert!(rows.len() >= 2, "{}", ran.stderr);
    for row in rows {
        assert_eq!(row.len(), names.len(), "{row:?}");
        assert!(row.iter().all(|cell| cell.parse::<f64>().is_ok()), "{row:?}");
    }
}

/// Ctrl-C: the statistics, where the facts are, and that the same command goes on from there. It does.
#[test]
fn ctrl_c_reports_and_keeps_the_facts() {
    let folder = scratch("ctrl-c");
    for (play, spots) in [("normal", "21"), ("misere", "16")] {
        let mut command = Command::new(path("solve"));
        command.args([spots, "--facts", "f"]).current_dir(&folder).stdin(Stdio::null());
        if play == "misere" {
            command.args(["--misere", "--closure", "s4"]);
        }
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(3));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let output = child.wait_with_output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3), "{stdout}");
        assert!(stdout.contains("c interrupted after ") && stdout.contains(" expansions"), "{stdout}");
        assert!(stdout.contains("c facts saved in f; the same command goes on from there"), "{stdout}");
        assert_eq!(stdout.lines().last().unwrap(), format!("s sprouts {spots} {play} UNKNOWN"));
        assert!(std::fs::metadata(folder.join("f")).unwrap().len() > 100);
        std::fs::remove_file(folder.join("f")).unwrap();
    }
    let stopped = solve(&["30", "--time-limit", "0.2"]);
    assert!(stopped.stdout.contains("with --facts FILE the same command could go on"), "{}", stopped.stdout);
    std::fs::remove_dir_all(&folder).unwrap();
}
