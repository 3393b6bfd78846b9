//! Outputs of `solve`: checked before the work, written whole or not at all, and never in place of a device or a link.
#![cfg(unix)]

use sproof_tests::program::{Run, check, path, run, scratch};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn solve_in(folder: &Path, arguments: &[&str]) -> Run {
    run(folder, "solve", arguments)
}

/// A run whose standard output may be anything.
fn raw(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(path("solve")).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn verify(file: &Path, words: &str) {
    let checked = check(&[file.to_str().unwrap()]);
    assert!(checked.stdout.contains(&format!("s VERIFIED {words}")), "{checked:?}");
}

/// Makes a device in a folder of our own: nobody may test on those of the machine.
fn device(folder: &Path, name: &str, minor: &str) -> bool {
    let made = Command::new("mknod").args([name, "c", "1", minor]).current_dir(folder).stderr(Stdio::null()).status();
    let is_made = made.is_ok_and(|status| status.success());
    if !is_made {
        println!("skipped: this user may not make devices");
    }
    is_made
}

/// Every output that cannot be written is refused at once, before a search that would take hours.
#[test]
fn outputs_are_checked_before_the_search() {
    let folder = scratch("probe");
    fs::create_dir(folder.join("folder")).unwrap();
    fs::write(folder.join("thesis.txt"), "years of work").unwrap();
    fs::set_permissions(folder.join("thesis.txt"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::write(folder.join("plain"), "").unwrap();
    symlink("circle", folder.join("circle")).unwrap();
    let before = names(&folder);
    // The program is built before the clock runs.
    path("solve");
    let refusals: [(&[&str], &str); 12] = [
        (&["40", "--emit-proof", "no/such/p.bin"], "there is no folder no/such"),
        (&["40", "--emit-proof", "folder"], "it is a folder"),
        (&["40", "--emit-proof", "thesis.txt"], "it is read-only"),
        (&["40", "--emit-proof", "plain/p.bin"], "cannot write plain/p.bin"),
        (&["40", "--emit-proof", "circle"], "cannot write circle"),
        (&["40", "--misere", "--emit-proof", "thesis.txt"], "it is read-only"),
        (&["40", "--facts", "no/facts"], "there is no folder no"),
        (&["40", "--facts", "new", "--emit-proof", "new"], "the same file"),
        (&["40", "--emit-proofs", "plain"], "cannot write plain"),
        (&["morpion", "cross", "--from", "0", "--svg", "no/g.svg"], "there is no folder no"),
        (&["morpion", "cross", "--from", "0", "--checkpoint", "folder"], "it is a folder"),
        (&["gaps", "--seed", "1", "--emit-proof", "no/p.bin"], "there is no folder no"),
    ];
    for (arguments, words) in refusals {
        let started = Instant::now();
        let refused = solve_in(&folder, arguments);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{arguments:?}: {refused:?}");
        assert!(refused.stderr.starts_with("error: ") && refused.stderr.contains(words), "{}", refused.stderr);
        assert!(started.elapsed() < Duration::from_secs(10), "{arguments:?} took {:?}", started.elapsed());
    }
    assert_eq!(names(&folder), before, "a refusal leaves nothing behind");
    assert_eq!(fs::read_to_string(folder.join("thesis.txt")).unwrap(), "years of work");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn links_and_modes_are_kept() {
    let folder = scratch("links");
    fs::create_dir(folder.join("store")).unwrap();
    symlink("store/real.bin", folder.join("link.bin")).unwrap();
    for round in 0..2 {
        assert_eq!(solve_in(&folder, &["4", "--emit-proof", "link.bin"]).code, Some(0), "round {round}");
        assert!(fs::symlink_metadata(folder.join("link.bin")).unwrap().is_symlink());
        verify(&folder.join("store/real.bin"), "sprouts 4 normal WIN");
        fs::set_permissions(folder.join("store/real.bin"), fs::Permissions::from_mode(0o600)).unwrap();
    }
    assert_eq!(solve_in(&folder, &["5", "--emit-proof", "link.bin"]).code, Some(0));
    verify(&folder.join("store/real.bin"), "sprouts 5 normal WIN");
    assert_eq!(fs::metadata(folder.join("store/real.bin")).unwrap().mode() & 0o777, 0o600);
    assert_eq!(
        (names(&folder), names(&folder.join("store"))),
        (vec!["link.bin".into(), "store".into()], vec!["real.bin".to_string()])
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// A device that is always full (as /dev/full is): the result is told, the facts are kept, the device stays one.
#[test]
fn a_full_device_costs_the_certificate_and_nothing_else() {
    let folder = scratch("full");
    if !device(&folder, "full", "7") {
        return;
    }
    for play in [&[][..], &["--misere"]] {
        let arguments = [&["7", "--emit-proof", "full", "--facts", "facts"][..], play].concat();
        let failed = solve_in(&folder, &arguments);
        assert_eq!(failed.code, Some(2), "{failed:?}");
        let word = if play.is_empty() { "normal" } else { "misere" };
        let last = failed.stdout.lines().last().unwrap();
        assert!(last.starts_with(&format!("s sprouts 7 {word} ")), "{failed:?}");
        assert!(failed.stderr.contains("cannot write full: "), "{}", failed.stderr);
        assert!(fs::metadata(folder.join("full")).unwrap().file_type().is_char_device());
        assert_eq!(names(&folder), ["facts", "full"]);
        fs::remove_file(folder.join("facts")).unwrap();
    }
    // A device that takes everything (as /dev/null does) stays a device too.
    assert!(device(&folder, "null", "3"));
    assert_eq!(solve_in(&folder, &["4", "--emit-proof", "null"]).code, Some(0));
    assert!(fs::metadata(folder.join("null")).unwrap().file_type().is_char_device());
    fs::remove_dir_all(&folder).unwrap();
}

/// A folder that goes away during the search: the result is told all the same.
#[test]
fn a_folder_that_vanishes_does_not_take_the_result_along() {
    let folder = scratch("vanishing");
    fs::create_dir(folder.join("there")).unwrap();
    let mut child = Command::new(path("solve"))
        .args(["14", "--threads", "1", "--emit-proof", "there/p.bin", "--facts", "facts", "--quiet"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    fs::remove_dir(folder.join("there")).unwrap();
    let is_running = child.try_wait().unwrap().is_none();
    let output = child.wait_with_output().unwrap();
    assert!(is_running, "14 spots were solved within 300 ms: this test needs a larger game");
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{stdout}{stderr}");
    assert_eq!(stdout.lines().last(), Some("s sprouts 14 normal LOSS"));
    assert!(stderr.contains("cannot write there/p.bin"), "{stderr}");
    assert!(fs::metadata(folder.join("facts")).unwrap().len() > 1_000);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_pipe_is_written_and_stays_a_pipe() {
    let folder = scratch("fifo");
    if !Command::new("mkfifo").arg("pipe").current_dir(&folder).status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no mkfifo");
        return;
    }
    let solving = Command::new(path("solve"))
        .args(["4", "--emit-proof", "pipe"])
        .current_dir(&folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let bytes = fs::read(folder.join("pipe")).unwrap();
    assert!(solving.wait_with_output().unwrap().status.success());
    fs::write(folder.join("p.bin"), bytes).unwrap();
    verify(&folder.join("p.bin"), "sprouts 4 normal WIN");
    assert!(fs::metadata(folder.join("pipe")).unwrap().file_type().is_fifo());
    fs::remove_dir_all(&folder).unwrap();
}

/// `-` and every other name of standard output: the certificate alone is there, the results are on stderr.
#[test]
fn standard_output_takes_the_certificate_alone() {
    let folder = scratch("stdout");
    for name in ["-", "/dev/stdout", "/proc/self/fd/1"] {
        for more in [&[][..], &["--json"]] {
            let output = raw(&folder, &[&["8", "--emit-proof", name][..], more].concat());
            assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
            let words = String::from_utf8(output.stderr).unwrap();
            let said = if more.is_empty() { "s sprouts 8 normal LOSS" } else { "\"result\":\"LOSS\"" };
            assert!(words.contains(said), "{name}: {words}");
            fs::write(folder.join("p.bin"), &output.stdout).unwrap();
            verify(&folder.join("p.bin"), "sprouts 8 normal LOSS");
        }
    }
    // Standard output that is a file: nothing of the results gets into it, and it is not replaced.
    let file = fs::File::create(folder.join("file.bin")).unwrap();
    let number = file.metadata().unwrap().ino();
    let mut command = Command::new(path("solve"));
    command.args(["8", "--emit-proof", "/dev/stdout"]).stdin(Stdio::null()).stdout(file).stderr(Stdio::null());
    assert!(command.status().unwrap().success());
    assert_eq!(fs::metadata(folder.join("file.bin")).unwrap().ino(), number);
    verify(&folder.join("file.bin"), "sprouts 8 normal LOSS");
    assert!(!folder.join("-").exists());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_certificate_goes_through_a_pipe() {
    let mut solving = Command::new(path("solve"))
        .args(["12", "--emit-proof", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let checked = Command::new(path("check")).arg("-").stdin(solving.stdout.take().unwrap()).output().unwrap();
    assert!(solving.wait().unwrap().success());
    let stdout = String::from_utf8(checked.stdout).unwrap();
    assert_eq!((checked.status.code(), stdout.lines().last()), (Some(0), Some("s VERIFIED sprouts 12 normal LOSS")));
}

/// Facts are read again: a device, which may be read for ever, is refused at once.
#[test]
fn facts_need_a_file() {
    let folder = scratch("facts-device");
    if !device(&folder, "full", "7") {
        return;
    }
    for name in ["full", "-"] {
        let refused = solve_in(&folder, &["5", "--facts", name]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{refused:?}");
        assert!(refused.stderr.contains("is no file"), "{}", refused.stderr);
    }
    fs::remove_dir_all(&folder).unwrap();
}
