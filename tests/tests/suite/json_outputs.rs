//! JSON that can be relied on: every object that `solve --json` prints is one that docs/json-schema.json describes.

use serde_json::{Value, json};
use sproof_tests::json_schema::Schema;
use sproof_tests::program::{run, scratch};
use std::collections::BTreeSet;
use std::path::Path;

/// Runs `solve … --json` in a folder and holds each object against the schema.
fn objects(folder: &Path, schema: &Schema, arguments: &[&str]) -> Vec<Value> {
    let ran = run(folder, "solve", &[arguments, &["--json", "--quiet"]].concat());
    assert!(matches!(ran.code, Some(0 | 3)), "{arguments:?}: {ran:?}");
    let objects: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}")))
        .collect();
    assert!(!objects.is_empty(), "{arguments:?}");
    for object in &objects {
        schema.check(object).unwrap_or_else(|why| panic!("{arguments:?}: {why}\n{object}"));
    }
    objects
}

const RUNS: &[&[&str]] = &[
    &["1..5"],
    &["6", "--emit-proof", "p.bin"],
    &["6", "--nimber"],
    &["30", "--time-limit", "0.1"],
    &["6", "--misere", "--emit-proof", "m.bin", "--facts", "m.facts"],
    &["20", "--misere", "--closure", "none", "--time-limit", "0.1"],
    &["5", "--engine", "depth-first"],
    &["5", "--engine", "depth-first", "--misere"],
    &["--position", "0*2.AB|AB", "--nimber", "--facts", "facts"],
    &["--position", "1;2;3,4/3,4", "--misere"],
    &["5", "--max-degree", "2", "--emit-proof", "d.bin"],
    &["3", "--max-degree", "4"],
    &["1..3", "--emit-proofs", "out"],
    &["1..3", "--emit-proof", "b.bin"],
    &["bundle", "out/normal-01.bin", "b.bin", "--only", "1..2", "--emit-proof", "u.bin"],
    &["campaign", "run", "2,4", "--time-limit", "1h"],
    &["certify", "4", "--from", "hints", "--emit-proof", "c.bin"],
    &["certify", "30", "--from", "hints", "--emit-proof", "c.bin", "--time-limit", "0.1"],
    &["least", "3", "--emit-proof", "l.bin"],
    &["census", "3"],
    &["census", "9", "--time-limit", "0.1"],
    &["canon", "0.0.AB.}AB.}]!"],
    &["options", "0*2.AB|AB"],
    &["rct", "0*3"],
    &["rct", "0*9", "--time-limit", "0.1"],
    &["facts", "merge", "facts", "-o", "merged"],
    &["facts", "show", "merged"],
    &["results", "out"],
    &["plot", "out/manifest.json", "--svg", "out"],
    &["bench", "--spots", "3"],
    &["simulate", "7", "--workers", "1,3"],
    &["6", "--workers", "2"],
    &["morpion", "rosin82", "--emit-proof", "g.bin"],
    &["morpion", "rosin82", "--from", "60"],
    &["morpion", "cross", "--from", "0", "--time-limit", "0.1"],
    &["replay", "1-6-2;3-7-4;1-8-2>;3-9-4>1"],
    &["replay", "2: 1-3-1>; 1-4-3=", "--misere", "--notation", "wgosa"],
    &["draw", "0*2.AB|AB", "--svg", "d.svg", "--png", "d.png"],
    &["draw", "1-4-2; 1-5-1>3", "--animate", "a.svg"],
    &["tree", "2", "--svg", "t.svg", "--html", "t.html"],
    &["tree", "6", "--svg", "t.svg", "--time-limit", "0.1"],
    &["parity", "0*2.AB|AB"],
    &["parity", "2: 1-3-1>; 1-4-3=; 2-5-2; 2-6-5="],
    &["gaps", "--seed", "1", "--ranks", "5", "--emit-proof", "w.bin"],
    &["gaps", "--seed", "1", "--ranks", "5", "--count", "3"],
    &["gaps", "--seed", "1", "--variant", "common", "--max-nodes", "1000"],
    &["gaps", "--experiment", "--count", "1", "--ranks", "4"],
];

#[test]
fn every_json_output_is_described() {
    let folder = scratch("json");
    std::fs::write(folder.join("hints"), "0*2 0\n0 0\nnonsense\n").unwrap();
    let schema = Schema::of_solve();
    let mut seen = BTreeSet::new();
    for arguments in RUNS {
        for object in objects(&folder, &schema, arguments) {
            seen.insert(object["command"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(seen, schema.commands().into_iter().collect(), "commands that were run, commands that are described");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The same fields for both plays, and integers as integers.
#[test]
fn both_plays_have_one_shape() {
    let folder = scratch("json-shape");
    let schema = Schema::of_solve();
    let fields = |arguments: &[&str]| {
        let object = objects(&folder, &schema, arguments).remove(0);
        let inner: Vec<String> = object["search"].as_object().unwrap().keys().cloned().collect();
        let outer: Vec<String> = object.as_object().unwrap().keys().cloned().collect();
        (outer, inner)
    };
    let normal = fields(&["5"]);
    let others: [&[&str]; 4] =
        [&["5", "--misere"], &["5", "--max-degree", "2"], &["30", "--time-limit", "0"], &["5", "--nimber"]];
    for arguments in others {
        assert_eq!(fields(arguments), normal, "{arguments:?}");
    }
    let nimber = objects(&folder, &schema, &["--position", "0*2.AB|AB", "--nimber"]).remove(0);
    assert_eq!((&nimber["result"], nimber["nimber"].is_u64()), (&json!("NIMBER"), true));
    let won = objects(&folder, &schema, &["5"]).remove(0);
    assert_eq!(won["statements"], json!(["sprouts 5 normal WIN"]), "as the `s` line says it");
    assert_eq!(nimber["statements"], json!(["sprouts position 0*2.AB|AB normal NIMBER 2"]), "{nimber}");
    let stopped = objects(&folder, &schema, &["30", "--time-limit", "0"]).remove(0);
    assert_eq!(stopped["statements"], json!([]));
    assert_eq!((&won["result"], &won["winner"], &won["nimber"]), (&json!("WIN"), &json!("first"), &Value::Null));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A validator that accepts everything would make the tests above worthless.
#[test]
fn the_schema_refuses_what_it_does_not_describe() {
    let folder = scratch("json-wrong");
    let schema = Schema::of_solve();
    let good = objects(&folder, &schema, &["3", "--emit-proof", "p.bin"]).remove(0);
    let changes: [(&str, Value); 7] = [
        ("/version", json!(2)),
        ("/command", json!("nonsense")),
        ("/spots", json!("3")),
        ("/spots", json!(3.5)),
        ("/result", json!("NIMBER 3")),
        ("/search/expansions", json!(-1)),
        ("/proof/bytes", Value::Null),
    ];
    for (path, value) in changes {
        let mut wrong = good.clone();
        *wrong.pointer_mut(path).unwrap() = value;
        assert!(schema.check(&wrong).is_err(), "{path}");
    }
    let mut more = good.clone();
    more["extra"] = json!(1);
    assert!(schema.check(&more).is_err());
    let mut less = good;
    less.as_object_mut().unwrap().remove("reason");
    assert!(schema.check(&less).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
