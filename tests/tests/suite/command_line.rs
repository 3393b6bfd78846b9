//! The program `solve` as a stranger meets it: what it prints, where, and with which exit code.

use serde_json::{Value, json};
use sproof_tests::program::{Run, solve};

/// What a successful run prints on stdout; nothing may be on stderr.
fn printed(arguments: &[&str]) -> String {
    let Run { code, stdout, stderr } = solve(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    assert!(stderr.lines().all(|line| line.starts_with("c position read in ")), "{arguments:?}: {stderr}");
    stdout
}

#[test]
fn the_notation_that_was_read_is_told() {
    for (text, notation) in [("0*2.AB|AB", "short"), ("0.0.AB.}AB.}]!", "lv"), ("1;2;3,4/3,4", "hoey")] {
        for command in ["canon", "options", "rct"] {
            let told = format!("c position read in {notation} notation\n");
            assert_eq!(solve(&[command, text]).stderr, told, "{command}");
            for flags in [&["--quiet"][..], &["--json"], &["--read-as", notation]] {
                assert_eq!(solve(&[&[command, text][..], flags].concat()).stderr, "", "{command} {flags:?}");
            }
        }
    }
}

fn printed_json(arguments: &[&str]) -> Value {
    let text = printed(&[arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

#[test]
fn canon_reads_every_notation() {
    for text in ["0.0.AB.}AB.}]!", "AB|0*2.BA", "1,2;3;4/1,2", " BA.0.|AB.+ 0.0 ", "!"] {
        let expected = match text {
            "!" => "!\n",
            " BA.0.|AB.+ 0.0 " => "0*2+0.AB|AB\n",
            _ => "0*2.AB|AB\n",
        };
        assert_eq!(printed(&["canon", text]), expected, "{text}");
    }
}

#[test]
fn canon_writes_every_notation() {
    let table = [("short", "0*2.1aAa|2A\n"), ("lv", "0.0.1aAa.}2A.}]!\n"), ("hoey", "1;2;3,4,5,4/6t,5\n")];
    for (notation, expected) in table {
        assert_eq!(printed(&["canon", "A2|aAa1.0.0", "--notation", notation]), expected);
    }
    // One spot without lines in Hoey's notation, one of degree 1 in the short one.
    assert_eq!(printed(&["canon", "1"]), "1\n");
    assert_eq!(printed(&["canon", "1", "--read-as", "hoey"]), "0\n");
}

#[test]
fn canon_prints_json() {
    let expected = json!({
        "version": 1,
        "command": "canon",
        "position": "0.AB.}AB.}]0.}]!",
        "notation": "lv",
        "read_as": "short",
        "lands": ["0.AB|AB", "0"],
        "lives": 8,
    });
    assert_eq!(printed_json(&["canon", "BA.0|AB|0", "--notation", "lv"]), expected);
}

#[test]
fn options_are_listed_once_each() {
    assert_eq!(printed(&["options", "0*2"]), "0.AB|AB\n1a1a\n");
    assert_eq!(printed(&["options", "!"]), "");
    let counted = printed(&["options", "0*3", "--raw-count"]);
    let (options, count) = counted.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(options, "0*2.AB|AB\n0.1a1a\n0.AB|0.AB");
    let raw: usize = count.strip_prefix("c 3 options from ").unwrap().strip_suffix(" moves").unwrap().parse().unwrap();
    assert!(raw >= 3, "{count}");
    let found = printed_json(&["options", "0*3", "--notation", "lv"]);
    assert_eq!(found["options"], json!(["0.0.AB.}AB.}]!", "0.1a1a.}]!", "0.AB.}0.AB.}]!"]));
    assert_eq!((&found["count"], &found["raw_moves"]), (&json!(3), &json!(raw)));
}

/// LV figure 9, and the counts of positions and lands in the canonical form of FORMAT.md.
const CENSUS: [(usize, usize, usize, usize); 5] = [
    (2, 16, 15, 10),
    (3, 137, 118, 55),
    (4, 1389, 1122, 713),
    (5, 16084, 12631, 10461),
    (6, 209_003, 162_975, 150_147),
];

fn check_census((spots, positions, lands, trees): (usize, usize, usize, usize)) {
    let spots_text = spots.to_string();
    let found = printed_json(&["census", &spots_text, "--quiet"]);
    let counts = ["spots", "positions", "lands", "canonical_trees"].map(|name| found[name].as_u64().unwrap() as usize);
    assert_eq!(counts, [spots, positions, lands, trees]);
    assert!(found["seconds"].is_number());
}

#[test]
fn census_of_2_to_4_spots() {
    CENSUS[..3].iter().copied().for_each(check_census);
    let table = printed(&["census", "3"]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["canonical", "trees", "55"]), "{table}");
    assert!(rows.contains(&vec!["positions", "137"]) && rows.contains(&vec!["lands", "118"]), "{table}");
}

#[test]
#[ignore = "deep: 162,975 lands"]
fn census_of_5_and_6_spots() {
    CENSUS[3..].iter().copied().for_each(check_census);
}

#[test]
fn progress_is_silent_off_a_terminal_unless_asked_for() {
    // Several times a second: the census of 7 spots takes minutes.
    let seconds = |flags: &[&str]| solve(&[&["census", "7", "--time-limit", "1"], flags].concat());
    let Run { code, stdout, stderr } = seconds(&["--progress"]);
    assert_eq!((code, stdout.lines().last()), (Some(3), Some("s census 7 UNKNOWN")), "{stdout}");
    assert!(stderr.lines().count() > 1 && stderr.contains("c census of 7 spots · "), "{stderr}");
    assert_eq!(seconds(&[]).stderr, "");
}

/// Malformed positions, the character at fault (counted from 0), and words of the message.
const MALFORMED: &[(&str, usize, &str)] = &[
    ("AB|AB|0.A", 8, "third time"),
    ("0.1aba2ba", 8, "third time"),
    ("0.A1.2A", 6, "two boundaries of one region"),
    ("0.2x2", 3, "occurs once"),
    ("0.A%|A", 3, "means nothing"),
    ("0.é", 2, "means nothing"),
    ("0..AB|AB", 2, "boundary"),
    ("AB||AB", 3, "region"),
    ("0++0", 2, "land"),
    ("0.0.AB.}}AB.}]!", 8, "region"),
    ("0.}]]!", 4, "land"),
    ("AB|AB!0", 6, "follows"),
    ("1,2;3,2", 6, "two boundaries of one region"),
    ("1,2;", 4, "missing"),
    ("01", 0, "company"),
];

#[test]
fn a_malformed_position_is_pointed_at() {
    for (text, column, words) in MALFORMED {
        for command in ["canon", "options"] {
            let Run { code, stdout, stderr } = solve(&[command, text]);
            assert_eq!((code, stdout.as_str()), (Some(2), ""), "{text}");
            let lines: Vec<&str> = stderr.lines().collect();
            let [message, shown, caret] = lines[..] else { panic!("{text}: {stderr}") };
            assert!(message.starts_with("error: ") && message.contains(words), "{text}: {stderr}");
            assert_eq!(shown.trim_start(), *text);
            let indent = shown.chars().count() - text.chars().count();
            assert_eq!(caret.chars().position(|c| c == '^'), Some(indent + column), "{text}: {stderr}");
        }
    }
}

#[test]
fn what_is_too_large_is_said_to_be() {
    for arguments in [["canon", &"1".repeat(600)], ["census", "0"], ["census", "many"], ["canon", &"0".repeat(20_000)]]
    {
        let Run { code, stdout, stderr } = solve(&arguments);
        assert_eq!((code, stdout.as_str()), (Some(2), ""));
        assert!(stderr.starts_with("error: ") && stderr.len() < 1_000, "{stderr}");
    }
}

#[test]
fn amounts_of_memory() {
    for text in ["4G", "1.5g", "512M", "512MB", "700"] {
        assert_eq!(solve(&["2", "--memory", text]).code, Some(0), "{text}");
    }
    for text in ["", "G", "much", "-1G", "1", "nan"] {
        let refused = solve(&["2", &format!("--memory={text}")]);
        assert_eq!(refused.code, Some(2), "{text}: {refused:?}");
        assert!(refused.stderr.contains("--memory"), "{text}: {}", refused.stderr);
    }
}

#[test]
fn help_has_examples_that_work() {
    let help = printed(&["--help"]);
    let examples: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with("solve ")).collect();
    assert!(examples.len() >= 3, "{help}");
    for command in ["canon", "options", "census"] {
        let example = examples.iter().find(|line| line.split(' ').nth(1) == Some(command)).expect(command);
        // The command ends where the explanation begins: after two spaces, or after the last flag.
        let arguments = example.split_whitespace().skip(1).take_while(|word| {
            ["canon", "options", "census", "--raw-count"].contains(word)
                || word.starts_with('\'')
                || word.parse::<u8>().is_ok()
        });
        let mut arguments: Vec<&str> = arguments.map(|word| word.trim_matches('\'')).collect();
        assert!(arguments.len() >= 2, "{example}");
        // What takes long on a busy machine reports progress.
        arguments.extend((command == "census").then_some("--quiet"));
        printed(&arguments);
        printed(&[command, "--help"]);
    }
}
