//! Bad inputs and the answers that they get: all refused with exit code 2, at once, in our own words.

use sproof_tests::program::{Run, path, run, scratch};
use std::time::{Duration, Instant};

/// Arguments, and words of the answer.
const REFUSED: &[(&[&str], &[&str])] = &[
    // Positions that cannot be.
    (&["--position", "0*2.AB|AC"], &["short notation", "`B` occurs once", "two regions", "^"]),
    (&["--position", "0*2.ABAB"], &["cannot be drawn", "short notation", "alternate", "would cross"]),
    (&["--position", ""], &["there is no text", "`!`"]),
    (&["--position", "   "], &["there is no text"]),
    (&["--position", "1,2,3,1,2,3"], &["cannot be drawn", "hoey notation", "alternate"]),
    (&["--position", "3"], &["hoey notation", "a number alone", "`0*3`", "^"]),
    (&["--position", "17"], &["`0*17`"]),
    (&["--position", "3", "--read-as", "short", "--emit-proof", "no/p"], &["there is no folder no"]),
    (&["--position", "A.B|AB"], &["cannot be drawn", "connected", "cut the region in two"]),
    (&["--position", "ABCDE|ABDCE"], &["cannot be drawn", "would cross"]),
    (&["--position", "A1.}]A2.}]A3.}]"], &["lv notation", "`A` occurs once"]),
    (&["canon", "0*2.AB|AC"], &["`B` occurs once"]),
    (&["canon", ""], &["there is no text"]),
    (&["options", "1,2,3,1,2,3"], &["cannot be drawn"]),
    (&["rct", "0*2.ABAB"], &["cannot be drawn"]),
    (&["draw", "0*2.AB|AC"], &["`B` occurs once"]),
    (&["draw", "0*2.ABAB"], &["cannot be drawn", "alternate"]),
    (&["draw", ""], &["there is no text"]),
    (&["draw", "1,2,3,1,2,3"], &["cannot be drawn", "hoey notation"]),
    (&["draw", "3"], &["a number alone", "`0*3`"]),
    (&["draw", "A.B|AB"], &["connected"]),
    (&["draw", "0*2", "--animate", "a.svg"], &["--animate shows the moves of a record"]),
    (&["parity", "0*2.ABAB"], &["cannot be drawn"]),
    (&["parity", "0*2.AB|AC"], &["`B` occurs once"]),
    (&["parity", ""], &["there is no text"]),
    (&["replay", ""], &["the record is empty", "`5:`"]),
    (&["replay", "3"], &["`3:`", "a game of 3 spots"]),
    (&["replay", "0*2.AB|AB"], &["is a position and no record", "solve --position"]),
    (&["replay", "3: 1-4"], &["at the end", "`3-9-4>1`"]),
    (&["canon", "0", "--read-as", "latin"], &["is not a notation", "`short`, `lv` or `hoey`"]),
    // Numbers and limits.
    (&["5", "--threads", "100000000"], &["100000000 threads are too many", "at most 512"]),
    (&["5", "--threads", "10000"], &["10000 threads are too many"]),
    (&["5", "--threads", "99999999999999999999999"], &["threads are too many"]),
    (&["5", "--threads", "0"], &["at least 1 thread"]),
    (&["5", "--threads", "-1"], &["`-1` is no number of threads"]),
    (&["5", "--threads", "two"], &["`two` is no number of threads"]),
    (&["5", "--threads", ""], &["is no number of threads"]),
    (&["morpion", "cross", "--from", "0", "--threads", "10000"], &["10000 threads are too many"]),
    (&["5", "--memory", "1"], &["at least 32 megabytes"]),
    (&["5", "--memory", "lots"], &["`lots` is no amount of memory", "`4G`, `512M`"]),
    (&["5", "--memory", "inf"], &["`inf` is no amount of memory"]),
    (&["5", "--memory", "4X"], &["`4X` is no amount of memory"]),
    (&["5", "--time-limit", "soon"], &["`soon` is no time", "`10m`"]),
    (&["5", "--time-limit", "-1"], &["a time is not negative"]),
    (&["5", "--memory=-1G"], &["is no amount of memory"]),
    (&["5", "--time-limit", "nan"], &["`nan` is no time"]),
    (&["5", "--time-limit", "1e300"], &["more than thirty years"]),
    (&["5", "--emit-proof", "p.bin", "--shrink", "inf"], &["more than thirty years"]),
    (&["5", "--max-degree", "1"], &["`1` is no whole number from 2 to 255"]),
    (&["5", "--max-degree", "1000"], &["from 2 to 255"]),
    (&["census", "0"], &["`0` is no whole number from 1 to 60"]),
    (&["census", "many"], &["`many` is no whole number"]),
    (&["least", "8"], &["from 1 to 7"]),
    (&["tree", "0", "--svg", "t.svg"], &["`0` is no whole number from 1 to 6"]),
    (&["tree", "many", "--svg", "t.svg"], &["`many` is no whole number"]),
    (&["tree", "2"], &["--svg <FILE>"]),
    (&["tree", "2", "--svg", "no/t.svg"], &["there is no folder no"]),
    (&["tree", "2", "--svg", "t", "--html", "t"], &["t is named for two outputs"]),
    (&["draw", "0*2", "--svg", "no/d.svg"], &["there is no folder no"]),
    (&["draw", "0*2", "--time-limit", "-1"], &["a time is not negative"]),
    (&["replay", "1-4-2", "--time-limit", "soon"], &["`soon` is no time"]),
    (&["play"], &["<SPOTS>"]),
    (&["play", "many"], &["`many` is no whole number from 1 to 20"]),
    (&["play", "0"], &["`0` is no whole number from 1 to 20"]),
    (&["play", "-3"], &["`-3` is no whole number from 1 to 20"]),
    (&["play", "3", "--you", "third"], &["write `first` or `second`"]),
    (&["play", "3", "--level", "hard"], &["`easy`, `medium` or `perfect`"]),
    (&["play", "3", "--think", "long"], &["`long` is no time"]),
    (&["play", "3", "--proof", "no.bin"], &["cannot read no.bin"]),
    (&["play", "--resume", "no.txt"], &["cannot read no.txt"]),
    (&["play", "3", "--svg", "no/g.svg"], &["there is no folder no"]),
    (&["play", "3", "--save", "no/g.txt"], &["there is no folder no"]),
    (&["gaps", "--seed", "x"], &["`x` is no whole number"]),
    (&["gaps", "--ranks", "99", "--seed", "1"], &["`99` is no whole number from"]),
    (&["0"], &["1 to 100 spots"]),
    (&["101"], &["1 to 100 spots"]),
    (&["99999999999999999999999"], &["1 to 100 spots"]),
    (&["7..3"], &["smaller number comes first"]),
    (&["eight"], &["`eight` is no number of spots", "--position"]),
    (&["-5"], &["-5"]),
    // Flags that do not go together.
    (&["1..3,2", "--emit-proof", "p.bin"], &["named twice"]),
    (&["1..3", "--sat-exit-codes"], &["takes one game"]),
    (&["5", "--misere", "--nimber"], &["no nimber in misère play"]),
    (&["5", "--engine", "dfs", "--nimber"], &["outcomes only"]),
    (&["5", "--closure", "s5"], &["--closure goes with --misere"]),
    (&["5", "--misere", "--closure", "s9"], &["`s9` is no closure"]),
    (&["5", "--quiet", "--verbose"], &["--verbose"]),
    (&["5", "8"], &["`8` cannot follow `5`", "`solve 5,8`"]),
    (&["canno"], &["no number of spots and no command", "--help"]),
    (&[], &["SPOTS"]),
    (&["nonsense", "8"], &["`8` cannot follow `nonsense`"]),
    (&["plot", "no/manifest.json", "--svg", "."], &["cannot read no/manifest.json"]),
    (&["results", "no"], &["no is no folder"]),
    (&["serve", "--port", "http"], &["`http` is no whole number from 0 to 65535"]),
    (&["serve", "--port", "70000"], &["from 0 to 65535"]),
    (&["completions", "msdos"], &["msdos", "bash"]),
];

/// Words of Rust and of its libraries that mean nothing to a user.
const FOREIGN: [&str; 9] =
    ["non-zero type", "Duration", "invalid digit", "ParseInt", "usize", "u64", "..=", "panicked", "os error 2)\nnote"];

#[test]
fn bad_inputs_are_refused_in_our_words() {
    let folder = scratch("bad-inputs");
    // The program is built before the clock runs.
    path("solve");
    for (arguments, words) in REFUSED {
        let started = Instant::now();
        let Run { code, stdout, stderr } = run(&folder, "solve", arguments);
        println!("solve {arguments:?}\n{stderr}");
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: "), "{arguments:?}: {stderr}");
        for word in *words {
            assert!(stderr.contains(word), "{arguments:?} should say {word}: {stderr}");
        }
        for word in FOREIGN {
            assert!(!stderr.contains(word), "{arguments:?} says {word}: {stderr}");
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{arguments:?} took {:?}", started.elapsed());
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "a refusal leaves nothing behind");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What looks odd but means something is answered, and it is said how it was read.
#[test]
fn odd_inputs_are_answered_and_explained() {
    let folder = scratch("odd-inputs");
    let answered: &[(&[&str], &str)] = &[
        (&["--position", "0*2.AB|AC", "--allow-unpaired"], "c position read in short notation"),
        (&["--position", "1;2;3,4/3,4"], "c position read in hoey notation"),
        (&["--position", "0.0.AB.}AB.}]!"], "c position read in lv notation"),
        (&["--position", "3", "--read-as", "hoey"], "s sprouts position 0 normal LOSS"),
        (&["--position", "1"], "c position read in short notation"),
        (&["--position", "0.0.A.}]2A.}]!"], "s sprouts position 0*2.A|2A normal"),
        (&["5", "--memory", "700"], "s sprouts 5 normal WIN"),
        (&["5", "--memory", "1.5GiB"], "s sprouts 5 normal WIN"),
        (&["5", "--time-limit", "10m"], "s sprouts 5 normal WIN"),
    ];
    for (arguments, words) in answered {
        let Run { code, stdout, stderr } = run(&folder, "solve", arguments);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(stdout.contains(words), "{arguments:?}: {stdout}");
    }
    let crowded = run(&folder, "solve", &["5", "--threads", "500"]);
    assert_eq!(crowded.code, Some(0), "{crowded:?}");
    assert!(crowded.stderr.starts_with("warning: 500 threads on "), "{crowded:?}");
    assert_eq!(run(&folder, "solve", &["5", "--threads", "500", "--quiet"]).stderr, "");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn sat_exit_codes_are_there_for_those_who_want_them() {
    let folder = scratch("sat");
    let table: &[(&[&str], i32)] = &[
        (&["3"], 10),
        (&["2"], 20),
        (&["3", "--nimber"], 10),
        (&["2", "--nimber"], 20),
        (&["4", "--misere"], 20),
        (&["5", "--misere"], 10),
        (&["3", "--max-degree", "2"], if degree_two_wins(&folder, "3") { 10 } else { 20 }),
        (&["30", "--time-limit", "0"], 3),
        (&["101"], 2),
    ];
    for (arguments, code) in table {
        let ran = run(&folder, "solve", &[arguments, &["--sat-exit-codes"][..]].concat());
        assert_eq!(ran.code, Some(*code), "{arguments:?}: {ran:?}");
        let plain = run(&folder, "solve", arguments);
        assert_eq!(plain.code, Some(if *code >= 10 { 0 } else { *code }), "{arguments:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn degree_two_wins(folder: &std::path::Path, spots: &str) -> bool {
    run(folder, "solve", &[spots, "--max-degree", "2"]).stdout.ends_with("WIN\n")
}

/// Work that may take for ever ends when it is told to, and says so.
#[test]
fn limits_of_time_and_memory_hold_everywhere() {
    let folder = scratch("limits");
    path("solve");
    let runs: &[(&[&str], &str)] = &[
        (&["census", "9", "--time-limit", "0.5"], "s census 9 UNKNOWN"),
        (&["census", "8", "--memory", "64M"], "s census 8 UNKNOWN"),
        (&["rct", "0*9", "--time-limit", "0.5"], "s rct 0*9 UNKNOWN"),
        (&["20", "--misere", "--closure", "none", "--memory", "64M"], "s sprouts 20 misere UNKNOWN"),
        (&["22", "--misere", "--time-limit", "0.5"], "s sprouts 22 misere UNKNOWN"),
        (&["40", "--time-limit", "0.5"], "s sprouts 40 normal UNKNOWN"),
    ];
    for (arguments, last) in runs {
        let started = Instant::now();
        let Run { code, stdout, stderr } = run(&folder, "solve", arguments);
        assert_eq!((code, stdout.lines().last()), (Some(3), Some(*last)), "{arguments:?}: {stdout}{stderr}");
        let reason =
            if arguments.contains(&"--memory") { "the memory allowed is full" } else { "the time allowed is over" };
        assert!(stdout.contains(reason), "{arguments:?}: {stdout}");
        assert!(started.elapsed() < Duration::from_secs(120), "{arguments:?} took {:?}", started.elapsed());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
