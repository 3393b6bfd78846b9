//! No text of 2,000 characters makes solver or checker panic or run away: each answers, or says in a typed error why it
//! does not. Where both answer, they agree.

use sproof_tests::drawn::SplitMix64;
use sproof_tests::sides::{Refusal, checker_canon, solver_canon};
use sprouts::Engine;
use std::fmt::Write;
use std::ops::Range;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

const MAX_CHARACTERS: usize = 2_000;

/// Beyond this a program has run away: every text here takes less than two seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// Both programs' answers to a text. The question is put in a thread of its own, which is left behind if it runs away.
fn ask(text: &str) -> (Result<String, Refusal>, Result<String, Refusal>) {
    let (sender, receiver) = mpsc::channel();
    let question = text.to_string();
    let asked = Instant::now();
    let thread = std::thread::spawn(move || {
        let solver = solver_canon(&mut Engine::new(), &question).map(|position| position.to_string());
        let checker = checker_canon(&question).map(|position| position.to_string());
        // Nobody listens any more if this took too long.
        let _ = sender.send((solver, checker));
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(answers) => answers,
        Err(RecvTimeoutError::Timeout) => panic!("no answer after {:?}: {text}", asked.elapsed()),
        Err(RecvTimeoutError::Disconnected) => panic!("{:?} on {text}", thread.join().err().map(|_| "a panic")),
    }
}

/// Asks about a text; whether both answered.
fn agree(name: &str, text: &str) -> bool {
    assert!(text.chars().count() <= MAX_CHARACTERS, "{name} has {} characters", text.chars().count());
    let asked = Instant::now();
    let (solver, checker) = ask(text);
    let kind = |refused: bool| if refused { "refused" } else { "answered" };
    println!("{name}: solver {}, checker {}, {:.1?}", kind(solver.is_err()), kind(checker.is_err()), asked.elapsed());
    let (Ok(solver), Ok(checker)) = (solver, checker) else { return false };
    assert_eq!(solver, checker, "{name}: solver (left) and checker (right) on {text}");
    true
}

fn upper(nth: usize) -> String {
    if nth < 26 { char::from(b'A' + nth as u8).to_string() } else { format!("n({})", nth + 1) }
}

fn uppers(range: impl Iterator<Item = usize>) -> String {
    range.map(upper).collect()
}

/// As many copies as fit.
fn filled(piece: &str) -> String {
    piece.repeat(MAX_CHARACTERS / piece.len())
}

/// A region for each node and a letter for each edge of a graph; each letter is a boundary of its own, so that all orders
/// are open, or all letters of a region are in one boundary. Few of these can be drawn.
fn graph(nodes: usize, is_edge: impl Fn(usize, usize) -> bool, separator: &str) -> String {
    let mut regions = vec![String::new(); nodes];
    let mut letters = 0;
    for one in 0..nodes {
        for other in one + 1..nodes {
            if is_edge(one, other) {
                for node in [one, other] {
                    write!(regions[node], "{}{separator}", upper(letters)).expect("a string takes everything");
                }
                letters += 1;
            }
        }
    }
    regions.iter().map(|region| region.trim_end_matches('.')).collect::<Vec<_>>().join("|")
}

fn graphs() -> Vec<(&'static str, String)> {
    let complete = |_: usize, _: usize| true;
    let cube = |one: usize, other: usize| (one ^ other).count_ones() == 1;
    let rook = |one: usize, other: usize| one / 4 == other / 4 || one % 4 == other % 4;
    let shrikhande = |one: usize, other: usize| {
        let difference = ((4 + other / 4 - one / 4) % 4, (4 + other % 4 - one % 4) % 4);
        [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&difference)
    };
    let bipartite = |one: usize, other: usize| (one < 10) != (other < 10);
    let torus = |one: usize, other: usize| {
        let apart = |one: usize, other: usize| (7 + other - one) % 7;
        matches!((apart(one / 7, other / 7), apart(one % 7, other % 7)), (0, 1 | 6) | (1 | 6, 0))
    };
    let mut graphs = Vec::new();
    for separator in ["", "."] {
        graphs.push(("complete graph of 12 regions", graph(12, complete, separator)));
        graphs.push(("complete graph of 16 regions", graph(16, complete, separator)));
        graphs.push(("cube in 4 dimensions", graph(16, cube, separator)));
        graphs.push(("cube in 5 dimensions", graph(32, cube, separator)));
        graphs.push(("rook's graph", graph(16, rook, separator)));
        graphs.push(("Shrikhande's graph", graph(16, shrikhande, separator)));
        graphs.push(("complete bipartite graph", graph(20, bipartite, separator)));
        graphs.push(("torus", graph(49, torus, separator)));
    }
    graphs
}

/// Texts, and whether they are positions that both programs should be able to write.
fn long_texts() -> Vec<(&'static str, String, bool)> {
    let lowers = |range: Range<usize>| range.map(|nth| format!("m({})", nth + 27)).collect::<Vec<_>>();
    let nested = |count| {
        let there = lowers(0..count);
        let back = there.iter().rev().cloned().collect::<String>();
        format!("1{}1{back}", there.concat())
    };
    let chain =
        |count: usize| (1..count).map(|nth| format!("1.{}.{}|", upper(nth - 1), upper(nth))).collect::<String>();
    let one_by_one = (0..100).map(|nth| upper(nth) + ".").collect::<String>();
    vec![
        ("letters that occur once", uppers(0..330), true),
        ("150 letters in two regions", format!("{}|0.{}", uppers(0..150), uppers((0..150).rev())), false),
        ("120 letters in two regions", format!("{}|0.{}", uppers(0..120), uppers((0..120).rev())), true),
        (
            "the same, turned and twisted",
            format!("{}|0.{}", uppers(0..120), uppers((0..120).map(|n| n * 7 % 120))),
            true,
        ),
        ("100 boundaries of one letter", format!("0.{}|0.{one_by_one}", uppers(0..100)), false),
        ("chain of 150 regions", chain(150), false),
        ("chain of 110 regions", chain(110), true),
        ("one boundary of 1", filled("1"), false),
        ("one boundary of 400 times 1", "1".repeat(400), true),
        ("one boundary of 12", filled("12"), false),
        ("one boundary of 200 times 12", "12".repeat(200), true),
        ("the same, but for one", "12".repeat(200) + "1", true),
        ("boundaries 1", filled("1."), false),
        ("400 boundaries 1", "1.".repeat(400), true),
        ("boundaries 1212", filled("1212."), false),
        ("100 boundaries 1212", "1212.".repeat(100), true),
        ("boundaries 112122 and mirrored", filled("112122.112212."), false),
        ("40 boundaries 112122 and mirrored", "112122.112212.".repeat(40), true),
        ("boundaries 1a1a", filled("1a1a."), false),
        ("100 boundaries 1a1a", "1a1a.".repeat(100), true),
        ("regions 1a1a", filled("1a1a|"), false),
        ("100 regions 1a1a", "1a1a|".repeat(100), true),
        ("regions 0*9", filled("0*9|"), false),
        ("lands", filled("AB|AB+"), false),
        ("60 lands", "AB|AB+".repeat(60) + "0", true),
        ("0*500", "0*500".to_string(), true),
        ("0*999", "0*999".to_string(), false),
        ("many runs of 0", filled("0*9999."), false),
        ("a run of 0 beyond all numbers", format!("0*{}", "9".repeat(1_990)), false),
        ("a letter beyond all numbers", format!("n({})", "9".repeat(1_990)), false),
        ("crossing lower-case letters", lowers(0..140).concat().repeat(2), false),
        ("100 crossing lower-case letters", lowers(0..100).concat().repeat(2), true),
        ("nested lower-case letters", nested(140), false),
        ("100 nested lower-case letters", nested(100), true),
        ("boundaries ab1ba2", filled("ab1ba2."), false),
        ("terminators", filled(".|"), false),
        ("pluses", filled("+"), false),
        ("dead spots", filled("3"), false),
        ("open parentheses", filled("n("), false),
        ("letters of two bytes", filled("é"), false),
        ("letters of four bytes", "𝄞".repeat(MAX_CHARACTERS), false),
    ]
}

#[test]
fn long_texts_are_answered_or_refused() {
    for (name, text, is_small) in long_texts() {
        assert!(agree(name, &text) || !is_small, "{name} is not too large");
    }
}

#[test]
#[ignore = "deep: all the work that the programs allow themselves"]
fn graphs_are_answered_or_refused() {
    let answered = graphs().iter().filter(|(name, text)| agree(name, text)).count();
    assert!(answered >= 3, "only {answered} graphs were written");
}

#[test]
fn small_graphs_are_answered_or_refused() {
    let cube = |one: usize, other: usize| (one ^ other).count_ones() == 1;
    assert!(agree("cube", &graph(8, cube, "")), "the cube can be drawn");
    agree("cube with all orders open", &graph(8, cube, "."));
    agree("complete graph of 5 regions", &graph(5, |_, _| true, "."));
}

/// Random regions, boundaries and spots. Hardly any of these can be drawn.
fn random_tangle(random: &mut SplitMix64) -> String {
    let mut regions: Vec<Vec<String>> =
        (0..1 + random.below(12)).map(|_| vec![String::new(); 1 + random.below(6)]).collect();
    for nth in 0..random.below(110) {
        let kind = random.below(4);
        let first = random.below(regions.len());
        let boundary = random.below(regions[first].len());
        match kind {
            0 => regions[first][boundary] += ["1", "2"][nth % 2],
            _ => {
                let second = random.below(regions.len());
                let other = if second == first { boundary } else { random.below(regions[second].len()) };
                regions[first][boundary] += &upper(nth);
                regions[second][other] += &upper(nth);
            }
        }
    }
    let region = |region: &Vec<String>| {
        let boundaries: Vec<&str> = region.iter().map(|b| if b.is_empty() { "0" } else { b }).collect();
        boundaries.join(".")
    };
    regions.iter().map(region).collect::<Vec<_>>().join("|")
}

#[test]
fn random_tangles_are_answered_or_refused() {
    let mut random = SplitMix64::new(11);
    let answered = (0..400).filter(|nth| agree(&format!("tangle {nth}"), &random_tangle(&mut random))).count();
    assert!(answered > 100, "only {answered} tangles were written");
}

#[test]
fn garbage_is_answered_or_refused() {
    let alphabets: [&[&str]; 4] = [
        &["0", "1", "2", "a", "b", "A", "B", ".", "|", "+", "!", "0*2", "m(27)", "n(28)"],
        &["1", "2", "12", "1.", "0.", "2|", "1|", "2.", "1+", "a2a", "1bb"],
        &["(", ")", "*", "n(", "m(", "0*", "9", "-1", ",", ";", "/", "}", "]", " ", "\n", "\0", "é", "𝄞"],
        &["A.", "B.", "|C", "|", "D", "E|", "2.", "0.", "aa", "abab"],
    ];
    let mut random = SplitMix64::new(13);
    let mut answered = 0;
    for nth in 0..600 {
        let alphabet = alphabets[nth % alphabets.len()];
        let pieces = 1 + random.below([12, 60, 600][nth / alphabets.len() % 3]);
        let text: String = (0..pieces).map(|_| alphabet[random.below(alphabet.len())]).collect();
        answered +=
            usize::from(agree(&format!("garbage {nth}"), &text.chars().take(MAX_CHARACTERS).collect::<String>()));
    }
    assert!(answered > 20, "only {answered} texts were positions");
}
