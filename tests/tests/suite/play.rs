//! Playing against a proof: the machine never loses a game that its certificate wins.

use board::layout::Layout;
use board::play::ways::{Meaning, meaning};
use board::play::{Claims, Ending, Match, Oracle, Player};
use board::records::{Game, MoveNotation};
use search::normal::Limits;
use sproof_tests::drawn::SplitMix64;
use sproof_tests::program;
use sproof_tests::random_game::random_move;
use sprouts::{Engine, Position};
use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;
use std::process::{Command, Stdio};

fn claims(spots: usize) -> Claims {
    let path = format!("{}/../proofs/normal-{spots:02}.bin", env!("CARGO_MANIFEST_DIR"));
    let claims = Claims::read(&std::fs::read(path).unwrap()).unwrap();
    claims.support(&mut Engine::new()).unwrap();
    claims
}

/// Plays a game against a random opponent and says who wins.
fn random_opponent(contest: &mut Match, seed: u64) -> Player {
    let mut random = SplitMix64::new(seed);
    loop {
        if let Ending::Won(winner) = contest.ending() {
            return winner;
        }
        if contest.turn() == contest.you {
            let played = random_move(contest.game.position(), &mut random).expect("the game is not over");
            contest.game.play(played);
        } else {
            let choice = contest.answer(Limits::default()).unwrap();
            assert!(choice.is_some(), "the game is not over");
        }
    }
}

#[test]
fn random_opponents_lose_against_the_proof_of_5_spots() {
    beat_random_opponents(0..50);
}

#[test]
#[ignore = "deep: a thousand games"]
fn a_thousand_random_opponents_lose_against_the_proof_of_5_spots() {
    beat_random_opponents(0..1_000);
}

fn beat_random_opponents(seeds: Range<u64>) {
    let mut contest = Match::new(5, Oracle::normal(claims(5)), Player::Second);
    for seed in seeds {
        contest.game = Game::new(5);
        let winner = random_opponent(&mut contest, seed);
        assert_eq!(winner, Player::First, "{}", contest.game.record(MoveNotation::Hoey));
    }
}

#[test]
fn random_opponents_lose_a_lost_game_that_they_begin() {
    let mut contest = Match::new(6, Oracle::normal(claims(6)), Player::First);
    for seed in 0..30 {
        contest.game = Game::new(6);
        assert_eq!(random_opponent(&mut contest, seed), Player::Second);
    }
}

/// Every game that an opponent can play against the machine, positions that come to the same taken once.
fn every_opponent(spots: usize, oracle: Oracle, you: Player) -> usize {
    let mut contest = Match::new(spots, oracle, you);
    let mut seen: HashSet<Position> = HashSet::new();
    if you == Player::Second {
        contest.answer(Limits::default()).unwrap();
    }
    visit(&mut contest, &mut seen);
    seen.len()
}

fn visit(contest: &mut Match, seen: &mut HashSet<Position>) {
    let position = contest.game.position().clone();
    if !seen.insert(contest.oracle.canonical(&position).unwrap()) {
        return;
    }
    if let Ending::Won(winner) = contest.ending() {
        assert_ne!(winner, contest.you, "{}", contest.game.record(MoveNotation::Hoey));
        return;
    }
    for (played, _) in contest.oracle.choices(&position).unwrap() {
        contest.game.play(played);
        match contest.ending() {
            Ending::Won(winner) => assert_ne!(winner, contest.you, "{}", contest.game.record(MoveNotation::Hoey)),
            Ending::Open => {
                contest.answer(Limits::default()).unwrap();
                visit(contest, seen);
                contest.game.undo();
            }
        }
        contest.game.undo();
    }
}

#[test]
fn an_opponent_that_tries_every_move_loses() {
    assert!(every_opponent(5, Oracle::normal(claims(5)), Player::Second) > 10);
    // The machine finds its way without a certificate too, and in misère play (1 and 5 spots are won by the first player).
    assert!(every_opponent(4, Oracle::normal(Claims::default()), Player::Second) > 5);
    assert!(every_opponent(4, Oracle::misere(), Player::First) > 5);
}

#[test]
#[ignore = "deep: larger games"]
fn an_opponent_that_tries_every_move_loses_larger_games() {
    assert!(every_opponent(6, Oracle::normal(claims(6)), Player::First) > 10);
    assert!(every_opponent(5, Oracle::misere(), Player::Second) > 5);
}

#[test]
fn the_machine_takes_a_game_that_is_thrown_away() {
    // 6 spots are lost for the machine, which moves first here; a random opponent gives the game away sooner or later.
    let mut contest = Match::new(6, Oracle::normal(claims(6)), Player::Second);
    let mut won = 0;
    for seed in 0..20 {
        contest.game = Game::new(6);
        won += usize::from(random_opponent(&mut contest, seed) == Player::First);
    }
    assert!(won >= 15, "{won} of 20");
}

/// Whatever two spots are typed in whatever position: what is asked names each answer in words of its own, and each answer is a
/// move that can be played and is one of these two spots.
#[test]
fn questions_tell_their_answers_apart() {
    let mut asked = 0;
    for seed in 0..3 {
        let mut random = SplitMix64::new(seed);
        let mut game = Game::new(3 + seed as usize % 2);
        while let Some(played) = random_move(game.position(), &mut random) {
            let position = game.position();
            let layout = Layout::of(position);
            let live: Vec<u32> = (0..position.spot_count())
                .filter(|&spot| position.is_alive(spot))
                .map(|spot| spot as u32 + 1)
                .collect();
            for (nth, &x) in live.iter().enumerate() {
                for &y in &live[nth..] {
                    let words: Vec<String> = match meaning(position, &layout, [x, y]) {
                        Ok(Meaning::Curves { choices, .. }) => choices.into_iter().map(|(words, _)| words).collect(),
                        Ok(Meaning::Moves { choices, .. }) => choices.into_iter().map(|(words, _)| words).collect(),
                        _ => continue,
                    };
                    asked += 1;
                    let different: HashSet<&String> = words.iter().collect();
                    assert!(
                        words.len() > 1 && different.len() == words.len(),
                        "{x} {y} in {}: {words:?}",
                        position.hoey()
                    );
                    assert!(words.iter().all(|words| !words.is_empty()), "{x} {y} in {}", position.hoey());
                }
            }
            game.play(played);
        }
    }
    assert!(asked > 20, "{asked} questions");
}

/// Plays through the program, with these lines as input.
fn piped(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut child = Command::new(program::path("solve"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn games_through_a_pipe() {
    let proof = ["play", "5", "--you", "second", "--proof", "proofs/normal-05.bin", "--no-picture"];
    for choice in ["pick 1\n", "pick 2\npick 1\n", "pick 3\npick 1\n"] {
        let (code, output) = piped(&proof, &choice.repeat(30));
        assert_eq!(code, Some(0), "{output}");
        assert!(output.trim_end().ends_with("s play 5 normal MACHINE WON"), "{output}");
    }
    let commands = "list\nwhy\n1 2\nwhy\nundo\n1(4)2\nrecord\nresign\n";
    let (code, output) = piped(&["play", "3", "--misere"], commands);
    assert_eq!(code, Some(0));
    assert!(output.contains("you: 1 to 2, new spot 4 (1-4-2)"), "{output}");
    assert!(output.contains("Taken back.") && output.contains("3: 1-4-2; "), "{output}");
    assert!(output.ends_with("s play 3 misere YOU RESIGNED\n"), "{output}");
}

#[test]
fn a_game_is_saved_and_replayed() {
    let folder = program::scratch("played");
    let file = folder.join("game.txt");
    let name = file.to_str().unwrap();
    let (code, _) = piped(&["play", "4", "--you", "second", "--save", name], &"pick 1\n".repeat(20));
    assert_eq!(code, Some(0));
    let replayed = program::solve(&["replay", name]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert!(replayed.stdout.trim_end().ends_with("first player WON"), "{}", replayed.stdout);
    let wgosa = program::solve(&["replay", name, "--convert", "wgosa"]).stdout;
    let back = program::solve(&["replay", wgosa.trim(), "--convert", "hoey"]).stdout;
    assert_eq!(back, std::fs::read_to_string(&file).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn mistakes_are_found() {
    // With 3 spots the first player wins, but not by joining two spots, and not after every reply.
    let replayed = program::solve(&["replay", "3: 1-4-1>; 1-5-2; 4-6-3"]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert!(replayed.stdout.contains("mistake: the"), "{}", replayed.stdout);
    assert!(replayed.stdout.contains("would have kept it"), "{}", replayed.stdout);
    let illegal = program::solve(&["replay", "4: 1-5-2; 3-6-4; 5-7-6"]);
    assert_eq!(illegal.code, Some(2));
    assert!(illegal.stderr.contains("5.1-7-6.3, 5.1-7-6.4"), "{}", illegal.stderr);
    assert!(illegal.stdout.contains("3-6-4"), "what can be played is shown: {}", illegal.stdout);
}
