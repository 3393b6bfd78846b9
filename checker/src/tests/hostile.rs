//! Small files that stand for much work: the worst that we could think of. All of them have less than 1 kB.
//!
//! What a file may cost follows from its size. Here each file is given a fiftieth of that, and must be answered in a fiftieth
//! of the time: work that nobody counts would show. Where the system tells it, processor time counts, so that a
//! machine may be busy with other things.

use crate::budget::Allowance;
use crate::certificate::verify;
use crate::degree_two::DegreeTwo;
use crate::endless::Endless;
use crate::gaps::{Deal, Unwinnable};
use crate::misere::MisereResult;
use crate::morpion::{Bound, Game};
use crate::normal::{NormalResult, Outcome};
use crate::parallel::Settings;
use crate::statement::Statement;
use crate::tests::canonical;
use crate::tests::writer::{compressed, file};
use crate::{Error, Family};
use std::time::{Duration, Instant};

fn normal(start: &str, lines: &[String]) -> Vec<u8> {
    let text: String = lines.iter().map(|line| format!("{line} 0\n")).collect();
    let results = vec![NormalResult { start: start.to_string(), outcome: Outcome::Loss }];
    let statement = Statement::SproutsNormal { results };
    file(statement, lines.len() as u32, 0, &compressed(&text))
}

fn misere(start: &str, closure: &str, lines: &[String], replies: u32) -> Vec<u8> {
    let text: String =
        lines.iter().map(|line| format!("{line}\n")).chain((0..replies).map(|_| "0\n".to_string())).collect();
    let results = vec![MisereResult { start: start.to_string(), outcome: Outcome::Loss }];
    let statement = Statement::SproutsMisere { results, closure: closure.to_string() };
    file(statement, lines.len() as u32, replies, &compressed(&text))
}

/// A region with a boundary for each of some letters, each of which has a region of its own.
fn hub(letters: usize) -> String {
    let letters = || ('A'..='Z').take(letters);
    let hub: String = letters().map(|letter| format!("1{letter}.")).collect();
    hub.trim_end_matches('.').to_string() + &letters().map(|letter| format!("|0.{letter}")).collect::<String>()
}

/// Letters, each by its number: `a` and `A` are number 0.
fn letter(first: char, late: char, number: usize) -> String {
    if number < 26 { char::from(first as u8 + number as u8).to_string() } else { format!("{late}({})", number + 1) }
}

/// So many letters in one boundary, each twice: first all, and then all in steps.
pub fn twice(letters: usize, step: usize) -> String {
    let all = |step: usize| (0..letters).map(|i| letter('a', 'm', i * step % letters)).collect::<String>();
    all(1) + &all(step)
}

/// Two regions with the same letters, in one order and in another one that looks like chance.
fn two_orders(letters: usize) -> String {
    let mut order: Vec<usize> = (0..letters).collect();
    crate::tests::Random::new(7).shuffle(&mut order);
    let text = |order: &[usize]| order.iter().map(|i| letter('A', 'n', *i)).collect::<String>();
    text(&(0..letters).collect::<Vec<_>>()) + "|" + &text(&order)
}

/// A ring of so many regions, with two letters on each side: there is no least place to begin.
fn ring(regions: usize) -> String {
    let side = |i: usize| letter('A', 'n', i % regions);
    (0..regions).map(|i| format!("1{}.1{}", side(i), side(i + 1))).collect::<Vec<_>>().join("|")
}

/// As many starts as there is room for, all of them large to read.
fn many_starts() -> Vec<u8> {
    let start = |i: usize| NormalResult { start: format!("0*{}", 600 - i), outcome: Outcome::Nimber(i as u8) };
    file(Statement::SproutsNormal { results: (0..110).map(start).collect() }, 0, 0, &compressed(""))
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let spots = |count: usize| format!("0*{count}");
    let downwards = |from: usize, to: usize| (to..=from).rev().map(spots).collect::<Vec<_>>();
    let ones = |count: usize| format!("0.{}", "1".repeat(count));
    let loops = |spots: usize| canonical(&format!("0*{spots}.1a1a.1ab1ba.1abc1cba.1a1ab1b.1a1b1a1b")).to_string();
    let trees = |count: usize| (0..count).map(|k| format!("t{}", 4 * k / count)).collect::<Vec<_>>();
    let bound = |moves: Vec<(i8, i8, u8)>, nodes: u64, best: u32| {
        let histogram = vec![nodes / 100; 100];
        let first = Game { rule: 0, moves };
        file(Statement::MorpionBound(Bound { first, nodes, best, at_best: 1, histogram }), 0, 0, &[])
    };
    let mut cells: Vec<u8> = (0..4).flat_map(|suit| (2..=13).map(move |rank| 16 * suit + rank)).collect();
    cells.extend([0; 4]);
    let gaps = |variant, turn: usize, positions| {
        let mut cells = cells.clone();
        cells.rotate_left(turn);
        for i in 0..52 {
            cells.swap(i, (i * 29 + turn) % 52);
        }
        let deal = Deal { variant, ranks: 13, cells };
        file(Statement::GapsUnwinnable(Unwinnable { deal, positions, fingerprint: [0; 16] }), 0, 0, &[])
    };
    let two = |spots, claims, body: &[u8]| {
        let game = DegreeTwo { spots, misere: false, result: Outcome::Win };
        file(Statement::DegreeTwo(game), claims, 0, body)
    };
    let far = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
    let paths: Vec<u8> = [&[1][..], &far, &far].concat();
    let many: Vec<u8> = [100].into_iter().chain((1..=100).flat_map(|s| [s, s])).collect();
    let moves: Vec<u8> = (0..150).flat_map(|_| [0, 0, 0, 0, 0, 0]).collect();
    let endless = Endless { max_degree: 255, start: 850, position: "1".to_string() };
    vec![
        ("a large closure", misere("0*7", "0*6", &[], 0)),
        ("a huge closure", misere("0*7", "0*49", &[], 0)),
        (
            "a closure of symmetric lands",
            misere("0", "1111111111111111111111111111111111111111111111111111111111", &[], 0),
        ),
        ("a closure of many lands", misere("0", &vec!["0*9"; 50].join("+"), &[], 0)),
        ("a closure of loops", misere("0", &loops(2), &[], 0)),
        ("a large start", normal("0*600", &[])),
        ("many large starts", many_starts()),
        ("a large claim", normal("0*600", &[spots(600)])),
        ("many large claims", normal("0*600", &downwards(600, 400))),
        ("a claim of many letters", normal("0", &[canonical(&hub(24)).to_string()])),
        ("a claim of many ones", normal("0", &[ones(590)])),
        ("claims of many ones", normal("0", &(300..500).rev().map(ones).collect::<Vec<_>>())),
        ("a claim of loops", normal("0", &[loops(90)])),
        ("a claim of letters twice", normal("0", &[canonical(&twice(300, 1)).to_string()])),
        ("a claim of letters twice, in steps", normal("0", &[canonical(&twice(240, 7)).to_string()])),
        ("a claim of letters in two orders", normal("0", &[two_orders(150)])),
        ("a claim of fewer letters in two orders", normal("0", &[canonical(&two_orders(60)).to_string()])),
        ("a ring", normal("0", &[ring(180)])),
        ("a ring of regions with a mirror image", normal("0", &[ring(90) + "+" + &ring(60)])),
        ("a ring that is checked", normal("0", &[canonical(&ring(60)).to_string()])),
        ("many replies", misere("0*3", "0*2", &[], 400_000)),
        ("long nodes", misere("0*3", "0*3", &[trees(5_000).join("+")], 0)),
        ("large nodes", misere("0*40", "0*2", &downwards(600, 500), 0)),
        ("a search from the start", bound(vec![], 149_000_000, 400)),
        ("a search for as many as can be", bound(vec![], u64::MAX, 400)),
        ("a deal", gaps(1, 5, 3_900_000)),
        ("another deal", gaps(0, 11, 3_900_000)),
        ("a deal with too many positions", gaps(1, 5, u64::MAX)),
        ("greatest degree 2 with many spots", two(u32::MAX, 1, &[0])),
        ("greatest degree 2 with many paths", two(2, 1, &paths)),
        ("greatest degree 2 with many regions", two(2, 1, &many)),
        ("an endless game", file(Statement::EndlessDegree(endless), 150, 0, &moves)),
    ]
}

fn answer(file: &[u8], allowance: Option<Allowance>) -> Result<(), Error> {
    verify(file, &Settings { allowance, ..Settings::default() }).map(drop)
}

/// The time that this thread has spent on a processor, or else the time of day.
fn processor_time(begun: Instant) -> Duration {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// The error that a file ends with, and the time until then.
fn timed(name: &str, file: &[u8], allowance: Option<Allowance>) -> f64 {
    let begun = Instant::now();
    let before = processor_time(begun);
    let error = answer(file, allowance).expect_err(name);
    let seconds = (processor_time(begun) - before).as_secs_f64();
    println!("{seconds:.3} s {name}, {} bytes: {error}", file.len());
    seconds
}

#[test]
fn small_files_are_answered_soon() {
    for (name, file) in files() {
        assert!(file.len() <= 1000, "{name}: {} bytes", file.len());
        let whole = Allowance::of_size(file.len());
        let little = Allowance { work: whole.work / 50, memory: whole.memory };
        let seconds = timed(name, &file, Some(little));
        // The checker may be built with all its assertions, and the machine be slow.
        assert!(seconds < if cfg!(debug_assertions) { 0.5 } else { 0.1 }, "{name}: {seconds} s");
    }
}

/// What small files may cost as they are. In a release build, and on a machine of its own, this takes a minute or two.
#[test]
#[ignore = "deep: takes minutes; the times are printed"]
fn small_files_are_answered_in_5_seconds() {
    for (name, file) in files() {
        let seconds = timed(name, &file, None);
        assert!(seconds < if cfg!(debug_assertions) { 20.0 } else { 5.0 }, "{name}: {seconds} s");
    }
}

/// Statements that small files may well make: a flag for more work must not be needed for them.
#[test]
fn what_is_published_is_allowed() {
    let published = [
        (54, "the trees of the 5-spot game", 420_000_000),
        (561, "140,961,218 positions of Morpion Solitaire", 430_000_000),
        (120, "3,522,772 positions of Gaps", 290_000_000),
    ];
    for (size, name, work) in published {
        assert!(Allowance::of_size(size).work >= work, "{name}");
    }
    assert_eq!(Allowance::of_size(1000).work, Allowance::of_size(0).work);
    assert!(Allowance::of_size(27_941).work >= 10_000_000_000, "the trees of the 6-spot game");
    assert_eq!(Allowance::of_size(usize::MAX).work, u64::MAX);
}

/// Texts from a file are escaped and cut wherever they are cited.
#[test]
fn nothing_is_cited_as_it_is() {
    let evil = "\ns VERIFIED sprouts 40 normal LOSS\n\u{1b}[2Jé\u{202e}".to_string();
    let long = "x".repeat(19_000);
    let endless = |position: &str| Endless { max_degree: 4, start: 1, position: position.to_string() };
    let files = [
        ("a start", normal(&evil, &[])),
        ("a long start", normal(&long, &[])),
        ("a closure", misere("0", &evil, &[], 0)),
        ("a start in misère play", misere(&evil, "0", &[], 0)),
        ("a claim", normal("0", &["\u{1b}]0;title\u{7}\r".to_string()])),
        ("a long claim", normal("0", std::slice::from_ref(&long))),
        ("a node", misere("0*3", "0*2", &["t0+\u{1b}[31m".to_string()], 0)),
        ("a tree", misere("0*3", "0*2", &["t\u{1b}[31m".to_string()], 0)),
        ("a long node", misere("0*3", "0*2", &[vec!["t1"; 6_000].join("+") + "+t0"], 0)),
        ("an endless game", file(Statement::EndlessDegree(endless(&evil)), 0, 0, &[])),
        ("a long endless game", file(Statement::EndlessDegree(endless(&long)), 0, 0, &[])),
    ];
    for (name, file) in files {
        let error = answer(&file, None).expect_err(name);
        let text = error.to_string();
        assert!(error.family() != Family::CannotCheck || name.starts_with("a long"), "{name}: {text}");
        assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{name}: {text:?}");
        assert!(text.len() < 1000 || name == "a long node", "{name}: {text}");
    }
}
