//! Verdicts in words: before every `s` line a sentence that says who wins.

use sproof_tests::program::{Run, run, scratch};

/// Runs, and the sentence and the `s` line that end their output.
const VERDICTS: &[(&[&str], &str, &str)] = &[
    (&["8"], "LOSS: with perfect play the second player wins the 8-spot game.", "s sprouts 8 normal LOSS"),
    (&["3"], "WIN: with perfect play the first player wins the 3-spot game.", "s sprouts 3 normal WIN"),
    (
        &["4", "--misere"],
        "LOSS: with perfect play the second player wins the 4-spot game in misère play.",
        "s sprouts 4 misere LOSS",
    ),
    (
        &["--position", "0*2.AB|AB"],
        "WIN: with perfect play the player to move wins from 0*2.AB|AB.",
        "s sprouts position 0*2.AB|AB normal WIN",
    ),
    (
        &["--position", "!"],
        "LOSS: with perfect play the player who has just moved wins from !.",
        "s sprouts position ! normal LOSS",
    ),
    (
        &["--position", "!", "--misere"],
        "WIN: with perfect play the player to move wins from ! in misère play.",
        "s sprouts position ! misere WIN",
    ),
    (
        &["3", "--nimber"],
        "NIMBER 1: the 3-spot game is worth a Nim heap of 1; with perfect play the first player wins it.",
        "s sprouts 3 normal NIMBER 1",
    ),
    (
        &["--position", "0*2", "--nimber"],
        "NIMBER 0: 0*2 is worth a Nim heap of 0; with perfect play the player who has just moved wins it.",
        "s sprouts position 0*2 normal NIMBER 0",
    ),
    (
        &["30", "--time-limit", "0"],
        "UNKNOWN: who wins the 30-spot game was not found out: the time allowed is over.",
        "s sprouts 30 normal UNKNOWN",
    ),
    (
        &["3", "--max-degree", "4"],
        "DRAW: the 3-spot game with at most 4 line ends to a spot never ends, so nobody wins it.",
        "s sprouts 3 max-degree 4 DRAW",
    ),
    (
        &["least", "3"],
        "WIN: with perfect play the first player wins the 3-spot game.",
        "s sprouts 3 normal WIN, least number of claims: 4",
    ),
    (&["morpion", "rosin82"], "GAME: this is a legal game of 82 moves, and no move is left.", "GAME 82"),
    (
        &["morpion", "rosin82", "--from", "60"],
        "BEST 82: after its first 60 moves no game has more than 82 moves.",
        "FROM 60 BEST 82",
    ),
];

#[test]
fn a_sentence_stands_before_the_line_for_scripts() {
    let folder = scratch("words");
    for (arguments, sentence, statement) in VERDICTS {
        let Run { code, stdout, stderr } = run(&folder, "solve", arguments);
        assert!(matches!(code, Some(0 | 3)), "{arguments:?}: {stdout}{stderr}");
        let lines: Vec<&str> = stdout.lines().rev().take(2).collect();
        assert_eq!(lines[1], *sentence, "{arguments:?}");
        assert!(lines[0].starts_with("s ") && lines[0].ends_with(statement), "{arguments:?}: {}", lines[0]);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Deals of Gaps, whose results are not known beforehand: the sentence agrees with the line.
#[test]
fn deals_are_won_in_words() {
    let folder = scratch("words-gaps");
    let mut seen = [false; 2];
    for seed in 1..=12 {
        let Run { stdout, .. } = run(&folder, "solve", &["gaps", "--seed", &seed.to_string(), "--ranks", "5"]);
        let lines: Vec<&str> = stdout.lines().rev().take(2).collect();
        let is_won = lines[0].ends_with(" WINNABLE");
        seen[usize::from(is_won)] = true;
        let start = if is_won { "WINNABLE: this deal can be won, in " } else { "UNWINNABLE: no play wins this deal." };
        assert!(lines[1].starts_with(start) && (is_won || lines[0].ends_with(" UNWINNABLE")), "{stdout}");
    }
    assert_eq!(seen, [true; 2], "one kind of deal was not met");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The table of results says who wins, and can be made again from the manifest.
#[test]
fn the_table_says_who_wins() {
    let folder = scratch("words-table");
    for play in [&[][..], &["--misere"]] {
        assert_eq!(run(&folder, "solve", &[&["1..4", "--emit-proofs", "out"][..], play].concat()).code, Some(0));
    }
    let table = std::fs::read_to_string(folder.join("out/RESULTS.md")).unwrap();
    let winners: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(" player ("))
        .map(|line| line.split('|').nth(2).unwrap().trim())
        .collect();
    let (first, second) = ("first player (WIN)", "second player (LOSS)");
    assert_eq!(winners, [second, second, first, first, first, second, second, second], "{table}");
    std::fs::remove_file(folder.join("out/RESULTS.md")).unwrap();
    assert_eq!(run(&folder, "solve", &["results", "out"]).code, Some(0));
    assert_eq!(std::fs::read_to_string(folder.join("out/RESULTS.md")).unwrap(), table);
    std::fs::remove_dir_all(&folder).unwrap();
}
