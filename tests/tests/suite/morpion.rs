//! Morpion Solitaire: the fast search against plain reachability, the grids, the files, and the program.

use puzzles::incremental::{Complete, Forgetful, Passing, dfs_it};
use puzzles::morpion::{
    self, Board, Game, GameError, Histogram, Illegal, Move, Rule, Search, Solitaire, Split, State, known, parse,
};
use serde_json::Value;
use sproof_tests::program::{path, run, scratch, solve};
use sproof_tests::puzzles::{Line, cross, layers, legal_lines};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

fn fast(board: &Board) -> Histogram {
    let mut search = Search::new(board.clone(), &board.legal_moves().unwrap());
    search.run(u64::MAX).unwrap();
    search.counted().histogram.clone()
}

fn plain_line(step: &Move) -> Line {
    (step.start.0, step.start.1, step.direction.number(), i32::from(step.place))
}

#[test]
fn the_start_has_36_dots_and_28_moves() {
    assert_eq!(cross().len(), 36);
    assert_eq!(morpion::cross().into_iter().collect::<BTreeSet<_>>(), cross());
    for rule in [Rule::Touching, Rule::Disjoint] {
        let fast: BTreeSet<Line> = Board::new(rule)
            .legal_moves()
            .unwrap()
            .into_iter()
            .map(|code| plain_line(&morpion::decode(code)))
            .collect();
        let plain: BTreeSet<Line> = legal_lines(&BTreeSet::new(), rule == Rule::Touching).into_iter().collect();
        assert_eq!(fast, plain);
        assert_eq!(fast.len(), 28);
    }
}

#[test]
fn the_grids_are_legal_and_complete() {
    let expected = [("bruneau170", 170), ("quist136", 136), ("rosin178", 178), ("rosin82", 82)];
    assert_eq!(morpion::known_names().collect::<Vec<_>>(), expected.map(|(name, _)| name));
    for (name, moves) in expected {
        let game = known(name).unwrap();
        assert_eq!((game.moves.len(), game.moves_left().unwrap().len()), (moves, 0), "{name}");
        // The plain rules agree, move by move.
        let touching = game.rule == Rule::Touching;
        let mut lines = BTreeSet::new();
        for step in &game.moves {
            assert!(legal_lines(&lines, touching).contains(&plain_line(step)), "{name}: {step}");
            lines.insert(plain_line(step));
        }
        assert!(legal_lines(&lines, touching).is_empty(), "{name}");
    }
    assert_eq!(known("rosin82").unwrap().rule, Rule::Disjoint);
}

/// Histogram for histogram: the fast search visits what can be reached, once each.
#[test]
fn the_search_counts_what_can_be_reached() {
    let cases = [("rosin178", 143), ("rosin82", 55), ("bruneau170", 141), ("quist136", 122), ("quist136", 136)];
    for (name, from) in cases {
        let game = known(name).unwrap();
        let (board, _) = game.play(from).unwrap();
        let lines = game.moves[..from].iter().map(plain_line).collect();
        assert_eq!(fast(&board).counts(), layers(&lines, game.rule == Rule::Touching), "{name} from {from}");
    }
}

#[test]
fn no_table_is_needed() {
    do_without_a_table(&[("rosin178", 150), ("rosin82", 68), ("quist136", 133)]);
}

#[test]
#[ignore = "deep: more positions"]
fn no_table_is_needed_from_further_back() {
    do_without_a_table(&[("rosin178", 143), ("rosin82", 58), ("rosin82", 62), ("quist136", 128), ("quist136", 130)]);
    // Without either, transpositions are searched again and again.
    let (board, _) = known("quist136").unwrap().play(132).unwrap();
    let again = dfs_it(&mut Solitaire::new(board.clone()), &mut Forgetful, Passing::Nothing, &mut |_: &Solitaire| true);
    assert!(again.unwrap() > 2 * fast(&board).nodes());
}

/// The general algorithm on the same positions: no table, a table, or both make no difference in this game.
fn do_without_a_table(games: &[(&str, usize)]) {
    for &(name, from) in games {
        let (board, _) = known(name).unwrap().play(from).unwrap();
        let expected = fast(&board).nodes();
        let count = |passing, with_table: bool| {
            let mut puzzle = Solitaire::new(board.clone());
            let go_on = &mut |_: &Solitaire| true;
            if with_table {
                dfs_it(&mut puzzle, &mut Complete::default(), passing, go_on)
            } else {
                dfs_it(&mut puzzle, &mut Forgetful, passing, go_on)
            }
        };
        assert_eq!(count(Passing::Published, false), Ok(expected), "{name} incremental");
        assert_eq!(count(Passing::Nothing, true), Ok(expected), "{name} table");
        assert_eq!(count(Passing::Finished, true), Ok(expected), "{name} both");
    }
}

#[test]
fn tasks_add_up_on_any_number_of_threads() {
    let (board, _) = known("bruneau170").unwrap().play(132).unwrap();
    let expected = fast(&board);
    for depth in [0, 1, 3, 9] {
        let split = Split::at_depth(&board, depth).unwrap();
        for threads in [1, 2, 5] {
            let mut state = State::new(&split);
            morpion::run(&board, &split, &mut state, threads, |_| true).unwrap();
            assert!(state.is_finished(&split));
            assert_eq!(state.counted.histogram, expected, "cut at {depth}, {threads} threads");
            assert_eq!(state.counted.longest.len(), expected.longest());
            assert_eq!(state.sample.tasks, split.tasks.len());
        }
    }
}

/// The estimate from finished tasks is about right when a part of them is finished.
#[test]
fn the_estimate_is_honest() {
    let (board, _) = known("bruneau170").unwrap().play(126).unwrap();
    let split = Split::at_depth(&board, 6).unwrap();
    let mut sample = morpion::Sample::default();
    let all: f64 = fast(&board).nodes() as f64;
    let sizes = split.tasks.iter().map(|task| {
        let mut search = task.search(&board);
        search.run(u64::MAX).unwrap();
        search.counted().histogram.nodes()
    });
    assert_eq!(sample.estimate(split.tasks.len()), None);
    sizes.take(split.tasks.len() / 3).for_each(|nodes| sample.add(nodes));
    let (expected, error) = sample.estimate(split.tasks.len()).unwrap();
    assert!((expected - all).abs() < 4.0 * error, "{expected} ± {error}, really {all}");
    assert!(error < all / 2.0);
}

fn first_moves(count: usize) -> String {
    let game = known("bruneau170").unwrap();
    game.moves[..count].iter().map(|step| format!("{step}\n")).collect()
}

#[test]
fn what_is_wrong_with_a_game_is_named() {
    let illegal = |text: String, number: usize, reason: Illegal| match parse(&text, None) {
        Err(GameError::Illegal { number: found, reason: why, .. }) => assert_eq!((found, why), (number, reason)),
        other => panic!("{text}: {other:?}"),
    };
    illegal(first_moves(3) + "3 4 3 0 S\n", 4, Illegal::DotIsThere { x: 3, y: 4 });
    illegal(first_moves(1) + "5 5 5 5 S\n", 2, Illegal::DotIsMissing { x: 5, y: 6 });
    // Lines from (3, 0) and (3, 1) to the south overlap; from (3, 4) they only touch.
    illegal("3 4 3 0 S\n3 5 3 1 S\n".into(), 2, Illegal::Overlap { rule: Rule::Touching });
    assert!(parse("3 4 3 0 S\n3 5 3 4 S\n", None).is_ok());
    illegal("# variant: 5D\n3 4 3 0 S\n3 5 3 4 S\n".into(), 2, Illegal::Overlap { rule: Rule::Disjoint });
    assert!(matches!(parse("3 4 3 0 S\n3 5 3 4\n", None), Err(GameError::NoMove { line: 2, .. })));
    assert!(matches!(parse("3 4 3 0 W\n", None), Err(GameError::NoMove { line: 1, .. })));
    assert!(matches!(parse("300 4 3 0 S\n", None), Err(GameError::NoMove { line: 1, .. })));
    assert!(matches!(parse("4 4 3 0 S\n", None), Err(GameError::DotOffLine { line: 1, .. })));
    assert!(matches!(parse("# variant: 6X\n", None), Err(GameError::Rule { line: 1, .. })));
    assert_eq!(parse("# nothing\n\n", None), Err(GameError::Empty));
    assert!(matches!(parse("(3,4) | -2\n", None), Err(GameError::Reference { line: 1 })));
    assert!(matches!(parse("(3,3)\n(3,4) | -2\n(3,3)\n", None), Err(GameError::Reference { line: 3 })));
    assert!(matches!(parse("(3,3)\n(3,4) ? -2\n", None), Err(GameError::NoMove { line: 2, .. })));
    assert!(matches!(parse("(3,3)\n(3,4) | -3\n", None), Err(GameError::NoMove { line: 2, .. })));
    assert_eq!(parse(&"3 4 3 0 S\n".repeat(1001), None), Err(GameError::TooLong));
}

/// A game in Pentasol's notation, moved to another place of the paper.
fn pentasol(game: &Game) -> String {
    let mut text = "# a comment\n(9,7)\n".to_owned();
    for step in &game.moves {
        let sign = ["-", "|", "\\", "/"][step.direction.number()];
        let (dot, to_middle) = (step.dot(), 2 - i32::from(step.place));
        text += &format!("({},{}) {sign} {to_middle:+}\n", dot.0 + 6, dot.1 + 4);
    }
    text
}

#[test]
fn pentasols_lists_are_read() {
    for name in morpion::known_names() {
        let game = known(name).unwrap();
        assert_eq!(parse(&pentasol(&game), Some(game.rule)), Ok(game));
    }
    // The middle of a line lies above its lowest dot, and to the left of its rightmost one.
    let game = parse("(9,7)\n(12,8) | -2\n(16,7) - -2\n(13,11) / 0\n", None).unwrap();
    let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["6 4 6 0 S", "10 3 6 3 E", "7 7 5 9 NE"]);
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("our scratch folders have plain names")
}

#[test]
fn the_figures_of_a_small_search() {
    search_and_compare(&[("bruneau170", 130, 268_911, 170, 12)]);
}

#[test]
#[ignore = "deep: 28 million positions"]
fn the_figures_of_the_documents() {
    search_and_compare(&[("bruneau170", 120, 6_597_732, 170, 12), ("quist136", 75, 21_636_720, 137, 8)]);
}

/// Searches by the program: the game, the move to start from, nodes, the best length, and in how many ways it is reached.
fn search_and_compare(searches: &[(&str, u64, u64, u64, u64)]) {
    for &(game, from, nodes, best, at_best) in searches {
        let output = solve(&["morpion", game, "--from", &from.to_string(), "--json"]);
        assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
        let found: Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!((found["nodes"].as_u64(), found["best"].as_u64()), (Some(nodes), Some(best)), "{game}");
        assert_eq!(found["at_best"].as_u64(), Some(at_best));
        let histogram: Vec<u64> = found["histogram"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        assert_eq!(histogram.iter().sum::<u64>(), nodes);
        assert_eq!(histogram.len() as u64, best - from + 1);
        assert_eq!(found["longest"].as_array().unwrap().len() as u64, best);
    }
}

/// The Quist grid is not optimal from move 75 on: the longer game that is found is legal, complete and drawn.
#[test]
#[ignore = "deep: 21,636,720 positions"]
fn a_longer_game_is_saved_and_drawn() {
    let folder = scratch("morpion-save");
    let (saved, picture) = (folder.join("longer.txt"), folder.join("longer.svg"));
    let output = solve(&["morpion", "quist136", "--from", "75", "--save", text(&saved), "--svg", text(&picture)]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.stdout.contains("c 21636720 nodes") && output.stdout.contains("has only 136 moves"));
    assert!(last_line(&output.stdout).ends_with("FROM 75 BEST 137"), "{}", output.stdout);
    let game = parse(&std::fs::read_to_string(&saved).unwrap(), None).unwrap();
    assert_eq!((game.moves.len(), game.moves_left().unwrap().len()), (137, 0));
    assert_eq!(game.moves[..75], known("quist136").unwrap().moves[..75]);
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert_eq!(svg.matches("<circle").count(), 36 + 137);
    assert!(svg.contains(">137</text>") && svg.trim_end().ends_with("</svg>"));
    let again = solve(&["morpion", text(&saved)]);
    assert!(last_line(&again.stdout).ends_with("GAME 137"), "{again:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn certificates_are_those_of_the_library() {
    let folder = scratch("morpion-proof");
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles");
    for (arguments, sample) in [
        (vec!["rosin82"], "true/morpion-rosin82.bin"),
        (vec!["rosin178", "--from", "140"], "true/morpion-rosin178-from-140.bin"),
        (vec!["rosin82", "--from", "50", "--threads", "2"], "true/morpion-rosin82-from-50.bin"),
    ] {
        let output = run(&folder, "solve", &[&["morpion"], &arguments[..], &["--emit-proof", "p.bin"]].concat());
        assert_eq!(output.code, Some(0), "{output:?}");
        let bytes = std::fs::read(folder.join("p.bin")).unwrap();
        assert!(bytes == std::fs::read(Path::new(samples).join(sample)).unwrap(), "{sample}");
    }
    let unfinished = folder.join("unfinished.txt");
    std::fs::write(&unfinished, first_moves(169)).unwrap();
    let output = solve(&["morpion", text(&unfinished)]);
    assert_eq!(output.code, Some(0));
    assert!(output.stdout.contains("c left: 13 15 13 11 S") && last_line(&output.stdout).ends_with("UNFINISHED 169"));
    let refused = solve(&["morpion", text(&unfinished), "--emit-proof", "p.bin"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("13 15 13 11 S"), "{refused:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn mistakes_have_exit_code_2() {
    let folder = scratch("morpion-mistakes");
    let bad = folder.join("bad.txt");
    std::fs::write(&bad, first_moves(3) + "3 4 3 0 S\n").unwrap();
    let cases: [(&[&str], &str); 8] = [
        (&["morpion"], "GAME"),
        (&["morpion", "no-such-game"], "bruneau170"),
        (&["morpion", "bruneau170", "--from", "171"], "170 moves"),
        (&["morpion", "bruneau170", "--rules", "5X"], "5T"),
        (&["morpion", "bruneau170", "--rules", "5D"], "move 2 (3 5 3 4 S) is illegal"),
        (&["morpion", text(&bad)], "move 4 (3 4 3 0 S) is illegal: there is a dot at (3, 4)"),
        (&["morpion", "bruneau170", "--save", "x"], "--from"),
        (&["morpion", "bruneau170", "--from", "150", "--emit-proof", "no/such/folder/p.bin"], "no/such/folder"),
    ];
    for (arguments, words) in cases {
        let failed = solve(arguments);
        assert_eq!((failed.code, failed.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(failed.stderr.starts_with("error: ") && failed.stderr.contains(words), "{}", failed.stderr);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_stopped_search_goes_on() {
    let folder = scratch("morpion-stop");
    let state = folder.join("state.json");
    let arguments = ["morpion", "rosin82", "--from", "46", "--checkpoint", text(&state)];
    let stopped = solve(&[&arguments[..], &["--time-limit", "0", "--threads", "1"]].concat());
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    assert!(last_line(&stopped.stdout).ends_with("FROM 46 UNKNOWN"), "{stopped:?}");
    let other = solve(&["morpion", "rosin82", "--from", "47", "--checkpoint", text(&state)]);
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("another search"), "{other:?}");
    let saved = std::fs::read_to_string(&state).unwrap();
    for (from, to) in
        [("\"next\":", "\"next\":9"), ("\"split_depth\":", "\"split_depth\":1"), ("\"counts\":[", "\"counts\":[[")]
    {
        let line = saved.lines().next().unwrap().replacen(from, to, 1);
        std::fs::write(&state, format!("{line}\n{}\n", blake3::hash(line.as_bytes()))).unwrap();
        let damaged = solve(&arguments);
        assert_eq!(damaged.code, Some(2), "{to}: {damaged:?}");
        assert!(damaged.stderr.contains(text(&state)), "{damaged:?}");
    }
    std::fs::write(&state, saved).unwrap();
    let finished = solve(&[&arguments[..], &["--json"]].concat());
    let whole = solve(&["morpion", "rosin82", "--from", "46", "--json"]);
    let [finished, whole] = [finished, whole].map(|output| serde_json::from_str::<Value>(&output.stdout).unwrap());
    for field in ["nodes", "best", "at_best", "histogram"] {
        assert_eq!(finished[field], whole[field], "{field}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Ctrl-C leaves a usable state behind.
#[test]
#[cfg(unix)]
fn an_interrupted_search_leaves_its_state() {
    let folder = scratch("morpion-interrupt");
    let state = folder.join("state.json");
    let arguments = ["morpion", "bruneau170", "--from", "80", "--threads", "1", "--checkpoint", text(&state)];
    let child =
        Command::new(path("solve")).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let read = || serde_json::from_str(std::fs::read_to_string(&state).unwrap().lines().next().unwrap()).unwrap();
    let saved: Value = read();
    assert_eq!(saved["moves"].as_array().unwrap().len(), 80);
    let nodes = |state: &Value| -> u64 {
        let sum = |counts: &Value| counts.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
        sum(&state["counts"]) + state["open"].as_array().unwrap().iter().map(|open| sum(&open["counts"])).sum::<u64>()
    };
    let again = solve(&[&arguments[..], &["--time-limit", "0.3"]].concat());
    assert_eq!(again.code, Some(3), "{again:?}");
    let later: Value = read();
    assert!(nodes(&later) > nodes(&saved), "{} then {}", nodes(&saved), nodes(&later));
    std::fs::remove_dir_all(&folder).unwrap();
}
