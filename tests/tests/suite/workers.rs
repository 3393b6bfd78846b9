//! Workers at the command line: the same outcomes, certificates that check, one worker as one thread, and a simulator whose
//! table can be made again.

use sproof_tests::program::{check, run, scratch, solve};

#[test]
fn what_two_workers_prove_is_verified() {
    let folder = scratch("workers");
    for (spots, result) in [("8", "LOSS"), ("9", "WIN"), ("11", "WIN")] {
        let name = format!("{spots}.bin");
        let solved = run(&folder, "solve", &[spots, "--workers", "2", "--emit-proof", &name, "--quiet"]);
        assert_eq!(solved.code, Some(0), "{solved:?}");
        assert!(solved.stdout.contains(&format!("s sprouts {spots} normal {result}")), "{solved:?}");
        let path = folder.join(&name);
        let checked = check(&[path.to_str().unwrap()]);
        assert_eq!(checked.code, Some(0), "{checked:?}");
        assert!(checked.stdout.contains(&format!("s VERIFIED sprouts {spots} normal {result}")), "{checked:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn one_worker_does_what_one_thread_does() {
    let folder = scratch("one-worker");
    for (flag, name) in [("--workers", "w.bin"), ("--threads", "t.bin")] {
        let solved = run(&folder, "solve", &["10", flag, "1", "--emit-proof", name, "--quiet"]);
        assert_eq!(solved.code, Some(0), "{solved:?}");
    }
    assert_eq!(std::fs::read(folder.join("w.bin")).unwrap(), std::fs::read(folder.join("t.bin")).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn facts_of_workers_are_kept_and_used() {
    let folder = scratch("worker-facts");
    let arguments = ["9..10", "--workers", "2", "--facts", "facts", "--quiet"];
    let first = run(&folder, "solve", &arguments);
    assert_eq!(first.code, Some(0), "{first:?}");
    assert!(std::fs::metadata(folder.join("facts")).unwrap().len() > 1000, "the facts of two games");
    // Facts of a file are never taken at their word: the answer is proved again, from them.
    let again =
        run(&folder, "solve", &["10", "--workers", "2", "--facts", "facts", "--emit-proof", "p.bin", "--quiet"]);
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(again.stdout.contains("s sprouts 10 normal WIN"), "{again:?}");
    let path = folder.join("p.bin");
    assert_eq!(check(&[path.to_str().unwrap()]).code, Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn limits_and_flags_are_as_without_workers() {
    let stopped = solve(&["40", "--workers", "2", "--time-limit", "0.2", "--quiet"]);
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    let refused: [(&[&str], &str); 6] = [
        (&["5", "--workers", "0"], "at least 1 worker"),
        (&["5", "--workers", "many"], "`many` is no number of workers"),
        (&["5", "--workers", "2", "--threads", "2"], "cannot be used with"),
        (&["5", "--workers", "2", "--misere"], "--workers is about normal play"),
        (&["5", "--workers", "2", "--engine", "depth-first"], "go with the default engine"),
        (&["simulate", "8", "--workers", "0"], "`0` is no number of workers"),
    ];
    for (arguments, why) in refused {
        let refusal = solve(arguments);
        assert_eq!((refusal.code, refusal.stderr.contains(why)), (Some(2), true), "{arguments:?}: {refusal:?}");
    }
}

#[test]
fn a_simulation_can_be_made_again() {
    let folder = scratch("simulate");
    let arguments = ["simulate", "9", "--workers", "1..4,6", "--per-machine", "2", "--quiet", "--svg"];
    let tables = ["a.svg", "b.svg"].map(|plot| run(&folder, "solve", &[&arguments[..], &[plot]].concat()));
    assert_eq!(tables[0].code, Some(0), "{:?}", tables[0]);
    assert_eq!(tables[0].stdout, tables[1].stdout);
    assert_eq!(tables[0].stdout.lines().filter(|line| line.starts_with("| ")).count(), 1 + 4, "{}", tables[0].stdout);
    let plots = ["a.svg", "b.svg"].map(|plot| std::fs::read_to_string(folder.join(plot)).unwrap());
    assert_eq!(plots[0], plots[1]);
    assert!(plots[0].contains("<circle"));
    std::fs::remove_dir_all(&folder).unwrap();
}
