//! Programs killed without warning at random moments (`kill -9`). What they had saved is whole and is not lost, nothing is half
//! written, what they leave behind does not accumulate, and in the end the work is done as if nothing had happened.
//!
//! `KILLS=100 cargo test --release -p sproof-tests --test suite kills:: -- --ignored --nocapture` kills each kind of work 100 times.

use serde_json::Value;
use sproof_tests::drawn::SplitMix64;
use sproof_tests::program::{Run, check, path, run, scratch};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each kind of work is killed.
fn kills() -> usize {
    std::env::var("KILLS").map_or(4, |text| text.parse().expect("KILLS is a number"))
}

/// Some work in a folder of its own, and how it is killed.
struct Work<'a> {
    folder: &'a Path,
    arguments: &'a [&'a str],
}

impl Work<'_> {
    /// Does the work to its end; how long that takes.
    fn finish(&self) -> (Run, Duration) {
        let begun = Instant::now();
        (run(self.folder, "solve", self.arguments), begun.elapsed())
    }

    /// Kills the work at a random moment before `longest`; whether it was still at work.
    fn kill(&self, random: &mut SplitMix64, longest: Duration) -> bool {
        let mut command = Command::new(path("solve"));
        command.args(self.arguments).current_dir(self.folder);
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("solve starts");
        let moment = longest.mul_f64(random.below(1_000) as f64 / 1_000.0);
        std::thread::sleep(moment);
        child.kill().expect("it can be killed");
        !child.wait().expect("it ends").success()
    }

    /// Kills the work many times, looks at what is there each time, and finishes it. In the end there are only files that
    /// belong there.
    fn survives(&self, name: &str, expected: &[&str], looks: impl Fn() -> Result<(), String>) -> Run {
        let (whole, longest) = self.finish();
        assert_eq!(whole.code, Some(0), "{whole:?}");
        // The moments are chosen for the work from its beginning.
        clear(self.folder, expected);
        let (mut random, mut at_work, mut most_left) = (SplitMix64::new(9), 0, 0);
        for nth in 0..kills() {
            at_work += usize::from(self.kill(&mut random, longest));
            looks().unwrap_or_else(|why| panic!("{name}, kill {nth}: {why}"));
            let (known, others) = listed(self.folder, expected);
            assert!(others.iter().all(|file| file.ends_with(".tmp")), "{name}, kill {nth}: {others:?}");
            most_left = most_left.max(others.len());
            assert!(others.len() <= 4, "{name}, kill {nth}: leftovers accumulate: {others:?}");
            if random.below(4) == 0 {
                // Now and then from the beginning, or all kills but the first would meet work that is done.
                known.iter().for_each(|file| fs::remove_file(self.folder.join(file)).expect("it is there"));
            }
        }
        println!("{name}: {} kills, {at_work} of them at work, at most {most_left} files left over", kills());
        let (finished, _) = self.finish();
        assert_eq!(finished.code, Some(0), "{name}: {finished:?}");
        looks().unwrap_or_else(|why| panic!("{name}, in the end: {why}"));
        let (known, others) = listed(self.folder, expected);
        assert!(others.is_empty() && known.len() == expected.len(), "{name}: {known:?} {others:?}");
        finished
    }
}

/// The files that belong in a folder, and the others. Inputs, whose names begin with `in`, are neither.
fn listed(folder: &Path, expected: &[&str]) -> (Vec<String>, Vec<String>) {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("the folder can be read").file_name().into_string().expect("plain"));
    names.filter(|name| !name.starts_with("in")).partition(|name| expected.contains(&name.as_str()))
}

fn clear(folder: &Path, expected: &[&str]) {
    let (known, others) = listed(folder, expected);
    known.iter().chain(&others).for_each(|file| fs::remove_file(folder.join(file)).expect("it is there"));
}

/// A certificate that is there is verified.
fn is_verified(file: &Path) -> Result<(), String> {
    let checked = check(&[file.to_str().expect("plain")]);
    if !file.exists() || checked.code == Some(0) { Ok(()) } else { Err(format!("{}: {checked:?}", file.display())) }
}

fn facts(file: &Path) -> Result<usize, String> {
    if !file.exists() {
        return Ok(0);
    }
    search::normal::facts::read(file).map(|facts| facts.len()).map_err(|error| error.to_string())
}

#[test]
#[ignore = "deep: programs started and killed, again and again"]
fn solving_with_facts_and_a_certificate() {
    let folder = scratch("kill-solve");
    let arguments = ["13", "--facts", "facts", "--save-every", "0", "--emit-proof", "p.bin", "--quiet"];
    let work = Work { folder: &folder, arguments: &arguments };
    let finished = work.survives("solve", &["facts", "p.bin"], || {
        facts(&folder.join("facts"))?;
        is_verified(&folder.join("p.bin"))
    });
    assert!(finished.stdout.ends_with("s sprouts 13 normal LOSS\n"), "{finished:?}");
    fs::remove_dir_all(&folder).unwrap();
}

/// What was saved is still there after the next kill: a run adds to the facts that it finds.
#[test]
#[ignore = "deep: programs started and killed, again and again"]
fn facts_that_are_saved_are_not_lost() {
    let folder = scratch("kill-facts");
    let arguments = ["14", "--facts", "facts", "--save-every", "0", "--quiet"];
    let work = Work { folder: &folder, arguments: &arguments };
    let (_, longest) = work.finish();
    clear(&folder, &["facts"]);
    let (mut random, mut before) = (SplitMix64::new(10), 0);
    for nth in 0..kills() {
        work.kill(&mut random, longest / 3);
        let now = facts(&folder.join("facts")).unwrap();
        assert!(now >= before, "kill {nth}: {before} facts have become {now}");
        before = now;
    }
    assert!(before > 0, "no run has saved anything in {:?}", longest / 3);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "deep: programs started and killed, again and again"]
fn misere_play_with_facts() {
    let folder = scratch("kill-misere");
    let arguments = [
        "11",
        "--misere",
        "--closure",
        "s4",
        "--facts",
        "facts",
        "--save-every",
        "0.05",
        "--emit-proof",
        "p.bin",
        "--quiet",
    ];
    let work = Work { folder: &folder, arguments: &arguments };
    let finished = work.survives("misère", &["facts", "p.bin"], || is_verified(&folder.join("p.bin")));
    assert!(finished.stdout.lines().last().unwrap_or_default().starts_with("s sprouts 11 misere "), "{finished:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "deep: programs started and killed, again and again"]
fn shrinking() {
    let folder = scratch("kill-shrink");
    let arguments = ["8", "--emit-proof", "p.bin", "--shrink", "0.5", "--quiet"];
    let work = Work { folder: &folder, arguments: &arguments };
    work.survives("shrink", &["p.bin"], || is_verified(&folder.join("p.bin")));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "deep: programs started and killed, again and again"]
fn publishing() {
    let folder = scratch("kill-publish");
    let names: Vec<String> = (1..=9).map(|spots| format!("normal-{spots:02}.bin")).collect();
    let mut expected: Vec<&str> = names.iter().map(String::as_str).collect();
    expected.extend(["manifest.json", "RESULTS.md"]);
    let work = Work { folder: &folder, arguments: &["1..9", "--emit-proofs", ".", "--quiet"] };
    work.survives("publish", &expected, || {
        names.iter().try_for_each(|name| is_verified(&folder.join(name)))?;
        let Ok(text) = fs::read_to_string(folder.join("manifest.json")) else { return Ok(()) };
        let rows: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let rows = rows.as_array().ok_or("the manifest is no list")?;
        let table = fs::read_to_string(folder.join("RESULTS.md")).unwrap_or_default();
        // The table is written after the manifest; all but the last row are there.
        let missing = rows.iter().filter(|row| !table.contains(row["blake3"].as_str().unwrap_or("?"))).count();
        if missing <= 1 || table.is_empty() { Ok(()) } else { Err(format!("{missing} rows are not in the table")) }
    });
    let rows: Value = serde_json::from_str(&fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(rows.as_array().map(Vec::len), Some(9));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "deep: programs started and killed, again and again"]
fn merging_facts() {
    let folder = scratch("kill-merge");
    for (spots, name) in [("13", "in-a"), ("14", "in-b")] {
        assert_eq!(run(&folder, "solve", &[spots, "--facts", name, "--quiet"]).code, Some(0));
    }
    let union: std::collections::BTreeSet<_> =
        ["in-a", "in-b"].iter().flat_map(|name| search::normal::facts::read(&folder.join(name)).unwrap()).collect();
    let work = Work { folder: &folder, arguments: &["facts", "merge", "in-a", "in-b", "-o", "all"] };
    work.survives("merge", &["all"], || match facts(&folder.join("all"))? {
        0 => Ok(()),
        count if count == union.len() => Ok(()),
        count => Err(format!("{count} facts of {}", union.len())),
    });
    // Into one of the files itself: it is the old one or the new one.
    let old = facts(&folder.join("in-a")).unwrap();
    let work = Work { folder: &folder, arguments: &["facts", "merge", "in-a", "in-b", "-o", "in-a"] };
    let (mut random, whole) = (SplitMix64::new(11), fs::read(folder.join("in-a")).unwrap());
    let longest = work.finish().1;
    for _ in 0..kills() {
        fs::write(folder.join("in-a"), &whole).unwrap();
        work.kill(&mut random, longest);
        let count = facts(&folder.join("in-a")).unwrap();
        assert!(count == old || count == union.len(), "{count}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "deep: programs started and killed, again and again"]
fn states_of_morpion_solitaire() {
    let folder = scratch("kill-morpion");
    let arguments = [
        "morpion",
        "rosin82",
        "--from",
        "43",
        "--checkpoint",
        "state",
        "--save-every",
        "0",
        "--threads",
        "2",
        "--json",
        "--quiet",
    ];
    let work = Work { folder: &folder, arguments: &arguments };
    let (whole, longest) = work.finish();
    clear(&folder, &["state"]);
    let result = |run: &Run| {
        let object: Value = serde_json::from_str(&run.stdout).expect("JSON");
        ["nodes", "best", "at_best", "histogram"].map(|field| object[field].clone())
    };
    let nodes = || -> Option<u64> {
        let text = fs::read_to_string(folder.join("state")).ok()?;
        let (line, digest) = text.split_once('\n').expect("two lines");
        assert_eq!(digest.trim_end(), blake3::hash(line.as_bytes()).to_string(), "a state is whole at every moment");
        let state: Value = serde_json::from_str(line).expect("JSON");
        let sum = |counts: &Value| counts.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
        Some(
            sum(&state["counts"])
                + state["open"].as_array().unwrap().iter().map(|open| sum(&open["counts"])).sum::<u64>(),
        )
    };
    let (mut random, mut before, mut finished) = (SplitMix64::new(12), None, 0);
    for nth in 0..kills() {
        work.kill(&mut random, longest / 2);
        let now = nodes();
        assert!(now >= before, "kill {nth}: {before:?} positions have become {now:?}");
        before = now;
        if now == result(&whole)[0].as_u64() {
            finished += 1;
            assert_eq!(result(&work.finish().0), result(&whole), "kill {nth}");
            (before, _) = (None, fs::remove_file(folder.join("state")).unwrap());
        }
    }
    assert_eq!(result(&work.finish().0), result(&whole));
    println!("morpion: {} kills, the search was finished {finished} times before it was finished for good", kills());
    let (known, others) = listed(&folder, &["state"]);
    assert!(known.len() == 1 && others.is_empty(), "{others:?}");
    fs::remove_dir_all(&folder).unwrap();
}
