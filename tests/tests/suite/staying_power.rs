//! Long work: facts survive being killed, memory stays within its limit, threads and foreign hints change no result.

use search::normal::{LandTable, Limits, NimberSearch};
use sproof_tests::drawn::SplitMix64;
use sproof_tests::program::{check, path, scratch, solve};
use sproof_tests::solved::start;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn text(path: &Path) -> &str {
    path.to_str().expect("our scratch folders have plain names")
}

fn last_line(output: &str) -> &str {
    output.lines().last().unwrap_or_default()
}

/// Killed without warning at whatever moment, the next run goes on from what was saved; in the end the certificate
/// checks. How far each run gets does not matter.
#[test]
fn killed_and_resumed_it_ends_with_a_certificate() {
    kill_and_resume(11, "WIN", 3);
}

#[test]
#[ignore = "deep: a larger game"]
fn killed_and_resumed_a_larger_game_ends_with_a_certificate() {
    kill_and_resume(14, "LOSS", 6);
}

fn kill_and_resume(spots: usize, result: &str, times: usize) {
    let spots = spots.to_string();
    let folder = scratch("killed");
    let facts = folder.join("facts");
    let proof = folder.join("p.bin");
    let arguments = [&spots, "--facts", text(&facts), "--save-every", "0", "--emit-proof", text(&proof), "--quiet"];
    let mut random = SplitMix64::new(14);
    for _ in 0..times {
        let mut child = Command::new(path("solve"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + random.below(400) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        if facts.exists() {
            let shown = solve(&["facts", "show", text(&facts)]);
            assert_eq!(shown.code, Some(0), "a facts file is whole at every moment: {shown:?}");
        }
    }
    let solved = solve(&arguments);
    assert_eq!(solved.code, Some(0), "{solved:?}");
    assert_eq!(last_line(&solved.stdout), format!("s sprouts {spots} normal {result}"), "{solved:?}");
    assert_eq!(last_line(&check(&[text(&proof)]).stdout), format!("s VERIFIED sprouts {spots} normal {result}"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Bytes of which the predictor alone takes half: what is dropped has to be found again.
const LITTLE: usize = 4 << 20;

#[test]
#[ignore = "deep: the 14-spot game four times"]
fn memory_stays_within_its_limit_in_a_large_search() {
    keep_within_memory(14, 2 * LITTLE, &[1, 3]);
}

#[test]
fn memory_stays_within_its_limit_and_the_result_is_the_same() {
    keep_within_memory(12, LITTLE, &[1, 3]);
}

fn keep_within_memory(spots: usize, limit: usize, threads: &[usize]) {
    let search = |limits: Limits, threads: usize| {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&start(spots));
        let is_lost =
            NimberSearch::new(&mut land_table, limits, ()).with_threads(threads).has_nimber(&lands, 0).unwrap();
        (is_lost, land_table.bytes())
    };
    let (unlimited, needed) = search(Limits::default(), 1);
    for &threads in threads {
        let (limited, bytes) = search(Limits { memory: Some(limit), ..Limits::default() }, threads);
        assert_eq!(limited, unlimited);
        assert!(bytes < limit + limit / 10 && needed > limit + limit / 10, "{bytes} of {needed}");
    }
}

/// Threads find options ahead of the search and have no say in it: the tables are the same, land for land.
#[test]
fn threads_change_nothing_but_the_time() {
    compare_threads(9, None, &[1, 2, 5]);
    compare_threads(12, Some(LITTLE), &[1, 3]);
}

#[test]
#[ignore = "deep: the 12-spot game six times"]
fn threads_change_nothing_but_the_time_in_a_large_search() {
    compare_threads(12, None, &[1, 2, 5]);
    compare_threads(12, Some(LITTLE), &[1, 2, 5]);
}

fn compare_threads(spots: usize, memory: Option<usize>, threads: &[usize]) {
    let tables = threads.iter().map(|&threads| {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&start(spots));
        let limits = Limits { memory, ..Limits::default() };
        NimberSearch::new(&mut land_table, limits, ()).with_threads(threads).has_nimber(&lands, 0).unwrap();
        let facts: Vec<_> = land_table.facts().collect();
        (land_table.expansions(), land_table.land_count(), land_table.raw_moves(), land_table.bytes(), facts)
    });
    let tables: Vec<_> = tables.collect();
    for table in &tables[1..] {
        assert!(*table == tables[0], "{} expansions and {}", table.0, tables[0].0);
    }
}

#[test]
fn nimbers_do_not_depend_on_threads() {
    for seed in 0..40 {
        let spots = 4 + seed as usize % 4;
        let drawn = sproof_tests::drawn::random_position(spots, spots, seed);
        let plain = sprouts::plain::PlainPosition { lives: drawn.lives, regions: drawn.regions };
        let position = sprouts::Engine::new().canonical(&plain).unwrap();
        let nimber = |threads| {
            let mut land_table = LandTable::new();
            let lands = land_table.position(&position);
            NimberSearch::new(&mut land_table, Limits::default(), ()).with_threads(threads).nimber(&lands).unwrap()
        };
        assert_eq!(nimber(1), nimber(4), "{position}");
    }
}

#[test]
fn facts_are_merged_shown_and_exported() {
    let folder = scratch("merge");
    let (a, b, c) = (folder.join("a"), folder.join("b"), folder.join("c"));
    assert_eq!(solve(&["6", "--facts", text(&a)]).code, Some(0));
    assert_eq!(solve(&["7", "--facts", text(&b)]).code, Some(0));
    assert_eq!(solve(&["facts", "merge", text(&a), text(&b), "-o", text(&c)]).code, Some(0));
    let union: BTreeSet<_> = [&a, &b].iter().flat_map(|path| search::normal::facts::read(path).unwrap()).collect();
    assert!(search::normal::facts::read(&c).unwrap().into_iter().eq(union));
    let count = |path: &Path| {
        let shown = solve(&["facts", "show", text(path), "--json"]);
        let object: serde_json::Value = serde_json::from_str(&shown.stdout).unwrap();
        object["facts"].as_u64().unwrap()
    };
    let again = solve(&["6,7", "--facts", text(&c)]);
    assert!(again.stdout.contains("so far 0 expansions"), "{}", again.stdout);
    let exported = solve(&["facts", "export", "--spots", text(&c)]);
    assert_eq!(exported.stdout.lines().count() as u64, count(&c));
    assert!(exported.stdout.lines().any(|line| line == "0*7 0"), "{}", exported.stdout);

    // A file that lies about a land contradicts an honest one.
    let lies = search::normal::facts::read(&a).unwrap().into_iter().map(|(land, nimber)| (land, nimber ^ 1)).collect();
    search::normal::facts::write(&b, lies).unwrap();
    let refused = solve(&["facts", "merge", text(&a), text(&b), "-o", text(&c)]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("contradict"), "{}", refused.stderr);

    // Neither a file cut short nor one with a byte changed is used in part.
    let whole = std::fs::read(&a).unwrap();
    for damaged in [whole[..whole.len() / 2].to_vec(), [&whole[..50], b"x", &whole[51..]].concat()] {
        std::fs::write(&a, damaged).unwrap();
        let refused = solve(&["facts", "show", text(&a)]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(text(&a)) && refused.stderr.contains("damaged"), "{}", refused.stderr);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A foreign database helps, and nothing in it is believed.
#[test]
fn foreign_databases_are_hints() {
    let folder = scratch("foreign");
    let (facts, database, proof) = (folder.join("facts"), folder.join("database.spr"), folder.join("p.bin"));
    assert_eq!(solve(&["8", "--facts", text(&facts)]).code, Some(0));
    let exported = solve(&["facts", "export", "--spots", text(&facts)]).stdout;
    let lines: Vec<&str> = exported.lines().collect();
    let mut random = SplitMix64::new(8);
    for wrong in [0, 1, 100] {
        let mut changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
        for _ in 0..wrong {
            let nth = random.below(lines.len());
            let (land, nimber) = lines[nth].rsplit_once(' ').unwrap();
            changed[nth] = format!("{land} {}", nimber.parse::<u8>().unwrap() ^ 1);
        }
        changed.push("what is this".into());
        std::fs::write(&database, changed.join("\n")).unwrap();
        let certified = solve(&["certify", "8", "--from", text(&database), "--emit-proof", text(&proof)]);
        assert_eq!(
            (certified.code, last_line(&certified.stdout)),
            (Some(0), "s sprouts 8 normal LOSS"),
            "{wrong} wrong"
        );
        assert_eq!(last_line(&check(&[text(&proof)]).stdout), "s VERIFIED sprouts 8 normal LOSS", "{wrong} wrong");
    }
    std::fs::write(&database, "nothing\nof use").unwrap();
    let refused = solve(&["certify", "8", "--from", text(&database), "--emit-proof", text(&proof)]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("position nimber"), "{}", refused.stderr);
    std::fs::remove_dir_all(&folder).unwrap();
}
