//! Full disks, folders that cannot be written, damaged files, and two processes with one file: nothing is half written, what
//! was there stays, and the program says what it found.

use sproof_tests::drawn::SplitMix64;
use sproof_tests::program::{Run, path, run, scratch};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Commands that write a file named `out`, with what else they need in the folder.
const WRITERS: [&[&str]; 8] = [
    &["9", "--emit-proof", "out"],
    &["9", "--facts", "out"],
    &["9", "--misere", "--closure", "s3", "--facts", "out"],
    &["facts", "merge", "a", "b", "-o", "out"],
    &["certify", "8", "--from", "database", "--emit-proof", "out"],
    &["morpion", "rosin82", "--from", "50", "--checkpoint", "out"],
    &["morpion", "rosin82", "--from", "50", "--emit-proof", "out"],
    &["draw", "9:", "--svg", "out"],
];

/// What the commands read, in a folder.
fn inputs(folder: &Path) {
    for (spots, name) in [("8", "a"), ("9", "b")] {
        assert_eq!(run(folder, "solve", &[spots, "--facts", name, "--quiet"]).code, Some(0));
    }
    let exported = run(folder, "solve", &["facts", "export", "--spots", "a"]);
    fs::write(folder.join("database"), exported.stdout).unwrap();
}

/// Runs a script with `solve` and its arguments as its own.
fn script(folder: &Path, wrapper: &[&str], script: &str, arguments: &[&str]) -> Run {
    let (first, rest) = [wrapper, &["sh", "-c", script]].concat().split_first().map(|(a, b)| (*a, b.to_vec())).unwrap();
    let mut command = Command::new(first);
    command.args(rest).arg(path("solve")).args(arguments).current_dir(folder).stdin(Stdio::null());
    let output = command.output().expect("there is a shell");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The wrapper with which a script may mount things that nobody else sees, if there is one.
fn mounts(folder: &Path) -> Option<&'static [&'static str]> {
    let ways: [&[&str]; 2] = [&["unshare", "-m"], &["unshare", "-rm"]];
    let works = |way: &&&[&str]| {
        let output = Command::new(way[0])
            .args(&way[1..])
            .args(["sh", "-c", "mount -t tmpfs none ."])
            .current_dir(folder)
            .output();
        output.is_ok_and(|output| output.status.success())
    };
    let way = ways.iter().find(works).copied();
    if way.is_none() {
        println!("skipped: nothing can be mounted here");
    }
    way
}

/// A failed command said why, and left the file and the folder as they were.
fn assert_untouched(failed: &Run, what: &str) {
    assert_eq!(failed.code, Some(2), "{what}: {failed:?}");
    assert!(failed.stderr.contains("error: cannot write ") && failed.stderr.contains("out"), "{what}: {failed:?}");
    assert!(!failed.stderr.contains("panicked"), "{what}: {failed:?}");
}

/// No file may be larger than this allows: writing fails halfway, as on a full disk, wherever the tests run.
#[test]
#[cfg(unix)]
fn no_room_for_a_file() {
    let folder = scratch("no-room");
    inputs(&folder);
    for arguments in WRITERS {
        // The signal is ignored, so that the system call fails in place of the process. One block is 512 bytes, or 1024.
        let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let failed = script(&folder, &[], limited, arguments);
        assert_untouched(&failed, &format!("{arguments:?}"));
        assert!(!folder.join("out").exists(), "{arguments:?}");
        // With room for the probe but not for the file, what was there stays. Facts are read, so they must be good.
        let small = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
        if arguments[1] == "--facts"
            || arguments[0] == "9" && arguments[1] == "--misere"
            || arguments.contains(&"--checkpoint")
        {
            continue;
        }
        fs::write(folder.join("out"), "old").unwrap();
        let after = script(&folder, &[], small, arguments);
        match after.code {
            Some(0) => assert_ne!(fs::read(folder.join("out")).unwrap(), b"old"),
            _ => {
                assert_untouched(&after, &format!("{arguments:?}"));
                assert_eq!(fs::read(folder.join("out")).unwrap(), b"old", "{arguments:?}");
            }
        }
        fs::remove_file(folder.join("out")).unwrap();
        let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left.len(), 3, "{arguments:?}: {left:?}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A disk that has room for the old file and not for the new one.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk() {
    let folder = scratch("full-disk");
    inputs(&folder);
    let Some(wrapper) = mounts(&folder) else { return };
    fs::create_dir(folder.join("disk")).unwrap();
    for arguments in WRITERS {
        let arguments: Vec<&str> =
            arguments.iter().map(|&word| if word == "out" { "disk/out" } else { word }).collect();
        for free in [0, 1] {
            // All is filled but for some pages, in which a probe fits.
            let fill = format!(
                "mount -t tmpfs -o size=64k none disk && head -c {} /dev/zero > disk/filler && \"$0\" \"$@\"; \
                 code=$?; echo files:; ls disk; exit $code",
                65_536 - 4_096 * free
            );
            let failed = script(&folder, wrapper, &fill, &arguments);
            if free == 1 && failed.code == Some(0) {
                // It is small enough to fit.
                continue;
            }
            assert_untouched(&failed, &format!("{arguments:?}, {free} pages free"));
            assert!(failed.stderr.contains("No space left"), "{arguments:?}: {failed:?}");
            // What was found out is said all the same.
            let left = failed.stdout.split_once("files:\n").map(|(_, files)| files);
            assert_eq!(left, Some("filler\n"), "{arguments:?}: {failed:?}");
        }
    }
    // Old files stay: facts that cannot grow, and a folder of certificates that cannot take one more.
    let keep = "mount -t tmpfs -o size=64k none disk && cp a disk/out && head -c 1000000 /dev/zero > disk/filler; \
                \"$0\" \"$@\"; code=$?; cmp a disk/out && ls disk; exit $code";
    let failed = script(&folder, wrapper, keep, &["11", "--facts", "disk/out"]);
    assert_untouched(&failed, "facts that cannot grow");
    assert!(failed.stdout.ends_with("filler\nout\n"), "{failed:?}");
    let publish = "mount -t tmpfs -o size=64k none disk && \"$0\" 1..3 --emit-proofs disk --quiet && \
                   head -c 1000000 /dev/zero > disk/filler; \"$0\" \"$@\"; code=$?; ls disk; exit $code";
    let failed = script(&folder, wrapper, publish, &["8", "--emit-proofs", "disk"]);
    assert_eq!(failed.code, Some(2), "{failed:?}");
    assert!(
        failed.stdout.ends_with("RESULTS.md\nfiller\nmanifest.json\nnormal-01.bin\nnormal-02.bin\nnormal-03.bin\n"),
        "{failed:?}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// What cannot be written is noticed before the work, not after it.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_is_read_only() {
    let folder = scratch("read-only");
    inputs(&folder);
    let Some(wrapper) = mounts(&folder) else { return };
    fs::create_dir(folder.join("disk")).unwrap();
    let mount = "mount -t tmpfs none disk && mount -o remount,ro none disk && exec \"$0\" \"$@\"";
    let long: [&[&str]; 5] = [
        &["27", "--emit-proof", "disk/out"],
        &["27", "--facts", "disk/out"],
        &["27", "--emit-proofs", "disk"],
        &["18", "--misere", "--facts", "disk/out"],
        &["morpion", "bruneau170", "--from", "70", "--checkpoint", "disk/out"],
    ];
    for arguments in long {
        let begun = Instant::now();
        let failed = script(&folder, wrapper, mount, arguments);
        assert_eq!(failed.code, Some(2), "{arguments:?}: {failed:?}");
        assert!(failed.stderr.contains("Read-only file system"), "{arguments:?}: {failed:?}");
        assert!(begun.elapsed() < Duration::from_secs(60), "{arguments:?}: after {:?}", begun.elapsed());
    }
    for arguments in WRITERS {
        let arguments: Vec<&str> =
            arguments.iter().map(|&word| if word == "out" { "disk/out" } else { word }).collect();
        assert_untouched(&script(&folder, wrapper, mount, &arguments), &format!("{arguments:?}"));
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Every bit of a facts file and of a state counts, and so does its end.
#[test]
fn torn_and_flipped_files_are_noticed() {
    tear_and_flip(40);
}

#[test]
#[ignore = "deep: at many more places"]
fn torn_and_flipped_files_are_noticed_everywhere() {
    tear_and_flip(400);
}

/// Damages each kind of file at about so many places.
fn tear_and_flip(places: usize) {
    let folder = scratch("damaged");
    assert_eq!(run(&folder, "solve", &["5", "--facts", "facts", "--quiet"]).code, Some(0));
    assert_eq!(run(&folder, "solve", &["7", "--misere", "--facts", "lost", "--quiet"]).code, Some(0));
    let state = ["morpion", "rosin82", "--from", "60", "--checkpoint", "state", "--threads", "1", "--quiet"];
    assert_eq!(run(&folder, "solve", &[&state[..], &["--time-limit", "0"]].concat()).code, Some(3));

    let game = puzzles::morpion::known("rosin82").unwrap();
    let (board, _) = game.play(60).unwrap();
    let loads = |name: &str, bytes: &[u8]| {
        let file = folder.join("damaged");
        fs::write(&file, bytes).unwrap();
        match name {
            "facts" => search::normal::facts::read(&file).is_ok(),
            "state" => puzzles::morpion::load(&file, &game, 60, &board).is_ok(),
            _ => {
                let closure = sproof_tests::solved::start(2);
                let mut table = search::misere::TranspositionTable::new(1 << 16);
                let loaded = search::misere::facts::load(&file, &closure, &mut table);
                assert!(loaded.is_ok() || table.is_empty(), "{name}: read in part");
                // Another closure than ours is no damage.
                loaded.is_ok() || matches!(loaded, Err(search::normal::facts::FactsError::OtherClosure { .. }))
            }
        }
    };
    for name in ["facts", "lost", "state"] {
        let whole = fs::read(folder.join(name)).unwrap();
        assert!(loads(name, &whole), "{name} is good");
        let step = whole.len() / places + 1;
        for at in (0..whole.len()).step_by(step) {
            assert!(!loads(name, &whole[..at]), "{name}, torn after {at} of {} bytes", whole.len());
            for bit in 0..8 {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                assert!(!loads(name, &flipped), "{name}, byte {at}, bit {bit}");
            }
        }
        // Torn in the other way: the end is there and is not ours.
        let half = whole.len() / 2;
        assert!(!loads(name, &[&whole[..half], &vec![0; whole.len() - half]].concat()), "{name}, its end wiped out");
        assert!(!loads(name, &[&whole[..], b"\n"].concat()), "{name}, something behind it");
    }
    // The programs say so, name the file and leave it alone.
    for (name, arguments) in
        [("facts", &["6", "--facts", "facts"][..]), ("lost", &["7", "--misere", "--facts", "lost"]), ("state", &state)]
    {
        let mut flipped = fs::read(folder.join(name)).unwrap();
        let last = flipped.len() - 40;
        flipped[last] ^= 4;
        fs::write(folder.join(name), &flipped).unwrap();
        let refused = run(&folder, "solve", arguments);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        let says = |word: &str| refused.stderr.contains(word);
        assert!(says(name) && (says("damaged") || says("no state")), "{}", refused.stderr);
        assert_eq!(fs::read(folder.join(name)).unwrap(), flipped, "{name} is left alone");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Two processes with one facts file: in the end it holds what both have found.
#[test]
fn two_processes_with_one_facts_file() {
    share_a_file(2, ["6", "7", "8", "12"]);
}

#[test]
#[ignore = "deep: larger games, more often"]
fn two_processes_with_one_facts_file_again_and_again() {
    share_a_file(10, ["7", "8", "12", "13"]);
}

fn share_a_file(rounds: usize, games: [&str; 4]) {
    let folder = scratch("together");
    let facts = folder.join("facts");
    let mut random = SplitMix64::new(3);
    for round in 0..rounds {
        let _ = fs::remove_file(&facts);
        let children: Vec<_> = games
            .iter()
            .map(|spots| {
                std::thread::sleep(Duration::from_millis(random.below(30) as u64));
                let mut command = Command::new(path("solve"));
                command.args([spots, "--facts", "facts", "--save-every", "0", "--quiet"]).current_dir(&folder);
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
            })
            .collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "round {round}: {output:?}");
        }
        let known = search::normal::facts::read(&facts).unwrap();
        for spots in games {
            let land = format!("0*{spots}");
            let is_known = known.iter().any(|(found, _)| found.to_string() == land);
            assert!(is_known, "round {round}: {land} is lost");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "round {round}: nothing else is left");
    }
    fs::remove_dir_all(&folder).unwrap();
}
