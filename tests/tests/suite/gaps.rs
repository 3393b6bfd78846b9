//! Gaps: the searches against plain reachability, the repaired algorithm against the published one, and the program.

use puzzles::gaps::{self, Deal, DealError, End, Fingerprint, Found, Keep, MemoryKind, Method, Variant};
use puzzles::incremental::Passing;
use serde_json::Value;
use sproof_tests::program::{run, scratch, solve};
use sproof_tests::puzzles::{after_moves, is_won, reachable};
use std::ops::RangeInclusive;
use std::path::Path;

const TABLE: Method = Method { passing: Passing::Nothing, memory: MemoryKind::Complete };
const REPAIRED: Method = Method { passing: Passing::Finished, memory: MemoryKind::Complete };
const PUBLISHED: Method = Method { passing: Passing::Published, memory: MemoryKind::Complete };
const NO_TABLE: Method = Method { passing: Passing::Published, memory: MemoryKind::None };

fn search(variant: Variant, deal: &Deal, method: Method) -> Found {
    gaps::search(variant, deal, method, false, None, &mut |_| true)
}

#[test]
fn the_search_reaches_what_can_be_reached() {
    let small: Vec<(u8, u64)> = (2..=3).flat_map(|ranks| (1..=30).map(move |seed| (ranks, seed))).collect();
    reach(Variant::Basic, &small);
    reach(Variant::Basic, &[(4, 1), (5, 1), (7, 2)]);
    reach(Variant::Common, &small);
}

#[test]
#[ignore = "deep: larger deals"]
fn the_search_reaches_what_can_be_reached_in_larger_deals() {
    let four: Vec<(u8, u64)> = (1..=30).map(|seed| (4, seed)).collect();
    reach(Variant::Basic, &four);
    reach(Variant::Basic, &[(13, 7), (13, 15), (13, 42)]);
    reach(Variant::Common, &four);
}

/// Position for position: count, fingerprint and winnability of deals, given by ranks and number.
fn reach(variant: Variant, deals: &[(u8, u64)]) {
    for &(ranks, seed) in deals {
        let deal = Deal::from_seed(ranks, seed);
        let (width, is_basic) = (usize::from(ranks), variant == Variant::Basic);
        let plain = reachable(deal.cells(), width, is_basic);
        let mut expected = Fingerprint::default();
        plain.iter().for_each(|cells| expected.add(cells));
        let is_winnable = plain.iter().any(|cells| is_won(cells, width, is_basic));
        for method in [TABLE, REPAIRED] {
            let mut fingerprint = Fingerprint::default();
            let found = gaps::search(variant, &deal, method, false, Some(&mut fingerprint), &mut |_| true);
            assert_eq!((found.nodes, found.end), (plain.len() as u64, End::Complete), "{variant} {ranks} {seed}");
            assert_eq!(fingerprint, expected, "{variant} {ranks} {seed}");
            assert_eq!(found.line.is_some(), is_winnable, "{variant} {ranks} {seed}");
        }
    }
}

/// Hundreds of deals of the common variant, whose graph has cycles: with moves passed on only when their position is
/// finished, a table and incremental transpositions together reach everything.
#[test]
fn the_repaired_search_misses_nothing() {
    assert!(repaired_search_misses_nothing(40, 6) > 50_000);
}

#[test]
#[ignore = "deep: more deals"]
fn the_repaired_search_misses_nothing_on_many_deals() {
    assert!(repaired_search_misses_nothing(150, 60) > 1_000_000);
}

/// Tries so many deals of two ranks, of three and of four; the positions that they have together.
fn repaired_search_misses_nothing(small: u64, large: u64) -> u64 {
    let small = (2..=3).flat_map(|ranks| (1..=small).map(move |seed| (ranks, seed)));
    let mut positions = 0;
    for (ranks, seed) in small.chain((1..=large).map(|seed| (4, seed))) {
        let deal = Deal::from_seed(ranks, seed);
        let expected = search(Variant::Common, &deal, TABLE).nodes;
        assert_eq!(search(Variant::Common, &deal, REPAIRED).nodes, expected, "{ranks} ranks, deal {seed}");
        positions += expected;
    }
    positions
}

/// The algorithm as published takes a position that is in the table for one that is completely searched. On deals with five
/// ranks it misses positions now and then; the repaired one does not.
#[test]
fn the_published_search_misses_positions_on_cycles() {
    published_search_misses(&[(129, 1)]);
}

#[test]
#[ignore = "deep: more deals"]
fn the_published_search_misses_positions_on_more_cycles() {
    published_search_misses(&[(137, 14), (39, 6)]);
}

fn published_search_misses(deals: &[(u64, u64)]) {
    for &(seed, missed) in deals {
        let deal = Deal::from_seed(5, seed);
        let expected = search(Variant::Common, &deal, TABLE).nodes;
        assert_eq!(search(Variant::Common, &deal, REPAIRED).nodes, expected, "deal {seed}");
        assert_eq!(search(Variant::Common, &deal, PUBLISHED).nodes, expected - missed, "deal {seed}");
    }
}

/// Without cycles nothing is missed, with or without a table.
#[test]
fn all_methods_agree_on_the_basic_variant() {
    methods_agree(&[(4, 1..=100), (6, 1..=50)]);
}

#[test]
#[ignore = "deep: deals of 52 cards"]
fn all_methods_agree_on_whole_deals() {
    methods_agree(&[(13, 5..=9)]);
}

fn methods_agree(deals: &[(u8, RangeInclusive<u64>)]) {
    for (ranks, seeds) in deals {
        let ranks = *ranks;
        for seed in seeds.clone() {
            let deal = Deal::from_seed(ranks, seed);
            let expected = search(Variant::Basic, &deal, TABLE);
            for method in [REPAIRED, PUBLISHED] {
                let found = search(Variant::Basic, &deal, method);
                assert_eq!((found.nodes, found.end), (expected.nodes, End::Complete), "{ranks} ranks, deal {seed}");
            }
            let no_table = search(Variant::Basic, &deal, NO_TABLE);
            assert!(no_table.nodes >= expected.nodes && no_table.end == End::Complete);
            let forgetful = |keep| Method { memory: MemoryKind::Bits(8, keep), ..PUBLISHED };
            for method in [NO_TABLE, forgetful(Keep::Latest), forgetful(Keep::Biggest)] {
                let is_winnable = search(Variant::Basic, &deal, method).line.is_some();
                assert_eq!(is_winnable, expected.line.is_some(), "{ranks} ranks, deal {seed}");
            }
        }
    }
}

/// What a small table costs, and how much less it costs with incremental transpositions (the third figure).
#[test]
#[ignore = "deep: a deal of 52 cards with too small a table"]
fn incremental_transpositions_make_up_for_a_small_table() {
    let deal = Deal::from_seed(13, 5);
    let nodes = |passing, keep| {
        let method = Method { passing, memory: MemoryKind::Bits(13, keep) };
        search(Variant::Basic, &deal, method).nodes
    };
    let all = search(Variant::Basic, &deal, TABLE).nodes;
    let (table_only, both) = (nodes(Passing::Nothing, Keep::Latest), nodes(Passing::Published, Keep::Latest));
    assert!(table_only > 3 * all, "{table_only} of {all}");
    assert!(both < table_only / 2, "{both} of {table_only}");
    let (keeping_only, keeping_both) =
        (nodes(Passing::Nothing, Keep::Biggest), nodes(Passing::Published, Keep::Biggest));
    assert!(keeping_only < table_only / 10, "{keeping_only} of {table_only}");
    assert!(all <= keeping_both && keeping_both < keeping_only, "{keeping_both} of {keeping_only}");
}

/// Lines are legal, end in a win, and no shorter one exists (by breadth-first search of the plain game).
#[test]
fn lines_win_and_are_shortest() {
    for (variant, ranks) in [(Variant::Basic, 4), (Variant::Common, 3)] {
        let (width, is_basic) = (usize::from(ranks), variant == Variant::Basic);
        for seed in 1..=30 {
            let deal = Deal::from_seed(ranks, seed);
            let Some(found) = search(variant, &deal, REPAIRED).line else { continue };
            let shortest = gaps::shorten(variant, &deal, &found, usize::MAX);
            let cut = gaps::shorten(variant, &deal, &found, 1);
            for line in [&found, &shortest, &cut] {
                let mut cells = deal.cells().to_vec();
                for step in line {
                    let mut after = after_moves(&cells, width, is_basic).into_iter();
                    let legal = after.find(|(card, to, _)| (*card, *to) == (step.card, step.to));
                    cells = legal.expect("the move is legal").2;
                }
                assert!(is_won(&cells, width, is_basic));
            }
            assert!(shortest.len() <= cut.len() && cut.len() <= found.len());
            assert_eq!(shortest.len(), distance_to_win(deal.cells(), width, is_basic), "{variant} {seed}");
        }
    }
}

fn distance_to_win(start: &[u8], ranks: usize, is_basic: bool) -> usize {
    let mut seen = std::collections::HashSet::from([start.to_vec()]);
    let mut layer = vec![start.to_vec()];
    let mut distance = 0;
    while !layer.iter().any(|cells| is_won(cells, ranks, is_basic)) {
        let after = layer.iter().flat_map(|cells| after_moves(cells, ranks, is_basic)).map(|(_, _, cells)| cells);
        layer = after.filter(|cells| seen.insert(cells.clone())).collect();
        distance += 1;
    }
    distance
}

#[test]
fn deals_are_written_and_read() {
    for ranks in 2..=13 {
        let deal = Deal::from_seed(ranks, u64::from(ranks));
        assert_eq!(deal.to_string().parse(), Ok(deal.clone()));
        assert_ne!(deal, Deal::from_seed(ranks, 99));
        assert_eq!(deal.cells().iter().filter(|&&cell| cell == 0).count(), 4);
    }
    let with_aces: Deal = "# seven\n2s AS AH\n3S 2H 3H\nAD 2D 3D # row three\nAC 2C 3C\n".parse().unwrap();
    assert_eq!(with_aces.to_string(), "2S -- --\n3S 2H 3H\n-- 2D 3D\n-- 2C 3C\n");
    assert_eq!("2S AS\nAH 2H\nAD 2D\n".parse::<Deal>(), Err(DealError::Rows(3)));
    assert!(matches!("2S ??\n".parse::<Deal>(), Err(DealError::NoCard { line: 1, .. })));
    assert!(matches!("2S --\n2H --\n2D -- --\n2C --\n".parse::<Deal>(), Err(DealError::Row { row: 3, .. })));
    assert!(matches!("2S --\n2H --\n2D --\n2D --\n".parse::<Deal>(), Err(DealError::Card { count: 2, .. })));
    assert!(matches!("2S --\n2H --\n2D --\n-- --\n".parse::<Deal>(), Err(DealError::Card { count: 0, .. })));
    assert!(matches!("2S --\n2H --\n2D 3D\n2C --\n".parse::<Deal>(), Err(DealError::TooHigh { .. })));
    assert_eq!("--\n--\n--\n--\n".parse::<Deal>(), Err(DealError::Ranks(1)));
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn the_program_settles_deals_and_proves_it() {
    let folder = scratch("gaps");
    let samples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles/true"));
    for (arguments, sample, result) in [
        ("--seed 5", "gaps-basic-13-deal-5", "WINNABLE"),
        ("--seed 7", "gaps-basic-13-deal-7", "UNWINNABLE"),
        ("--seed 1 --ranks 4 --variant common", "gaps-common-04-deal-1", "WINNABLE"),
        ("--seed 49 --ranks 5 --variant common", "gaps-common-05-deal-49", "UNWINNABLE"),
    ] {
        let arguments: Vec<&str> = ["gaps", "--emit-proof", "p.bin"].into_iter().chain(arguments.split(' ')).collect();
        let output = run(&folder, "solve", &arguments);
        assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert_eq!(last_line(&output.stdout).split(' ').next_back(), Some(result));
        let bytes = std::fs::read(folder.join("p.bin")).unwrap();
        assert!(bytes == std::fs::read(samples.join(sample).with_extension("bin")).unwrap(), "{sample}");
    }
    // The same deal from a file.
    std::fs::write(folder.join("deal.txt"), Deal::from_seed(13, 5).to_string()).unwrap();
    let output = run(&folder, "solve", &["gaps", "deal.txt", "--json"]);
    let found: Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!((found["result"].as_str(), found["nodes"].as_u64()), (Some("WINNABLE"), Some(58_895)));
    assert_eq!(found["line"].as_array().unwrap().len(), 137);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn many_deals_and_the_experiment() {
    let output = solve(&["gaps", "--seed", "1", "--count", "40", "--ranks", "5"]);
    assert_eq!(output.code, Some(0));
    assert_eq!(output.stdout.lines().count(), 42, "a line for each deal, a sentence, a line for scripts");
    assert!(last_line(&output.stdout).contains("of 40 WINNABLE, "), "{}", output.stdout);

    let folder = scratch("gaps-experiment");
    let output = run(&folder, "solve", &["gaps", "--experiment", "--count", "12", "--ranks", "6", "--plots", "plots"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    for figure in 5..=7 {
        assert!(output.stdout.contains(&format!("c figure {figure}:")));
        let svg = std::fs::read_to_string(folder.join(format!("plots/gaps-figure-{figure}.svg"))).unwrap();
        assert_eq!(svg.matches("<circle").count(), 12);
    }
    let cut = run(&folder, "solve", &["gaps", "--experiment", "--count", "2", "--cut", "1000", "--json"]);
    assert_eq!(cut.code, Some(0), "{cut:?}");
    assert!(cut.stdout.contains("\"cut\":true"), "{}", cut.stdout);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn limits_and_mistakes_have_their_exit_codes() {
    let stopped = solve(&["gaps", "--seed", "1", "--variant", "common", "--max-nodes", "50000"]);
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    assert!(last_line(&stopped.stdout).ends_with("UNKNOWN"));
    let stopped = solve(&["gaps", "--seed", "1", "--count", "3", "--max-nodes", "1000"]);
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    let cases: [(&str, &str); 11] = [
        ("", "DEAL"),
        ("no-such-file", "no-such-file"),
        ("--seed 1 --ranks 14", "14"),
        ("--seed 1 --ranks 1", "1"),
        ("--seed 1 --table 3M", "power of two"),
        ("--seed 1 --table 2048M", "power of two"),
        ("--seed 1 --variant common --mode incremental", "cycles"),
        ("--seed 1 --variant common --table 1M", "cycles"),
        ("--seed 1 --mode incremental --table 1M", "no table"),
        ("--seed 1 --emit-proof p.bin --table 1M", "--table all"),
        ("--seed 1 --count 3 --emit-proof p.bin", "--count"),
    ];
    for (arguments, words) in cases {
        let arguments: Vec<&str> =
            ["gaps"].into_iter().chain(arguments.split(' ').filter(|word| !word.is_empty())).collect();
        let failed = solve(&arguments);
        assert_eq!((failed.code, failed.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(
            failed.stderr.starts_with("error: ") && failed.stderr.contains(words),
            "{arguments:?}: {}",
            failed.stderr
        );
    }
    let folder = scratch("gaps-mistakes");
    std::fs::write(folder.join("deal.txt"), "2S --\n2H --\n2D --\n2D --\n").unwrap();
    let failed = run(&folder, "solve", &["gaps", "deal.txt"]);
    assert_eq!(failed.code, Some(2));
    assert!(failed.stderr.contains("deal.txt: 2D is there 2 times"), "{failed:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}
