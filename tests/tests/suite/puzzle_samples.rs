//! Sample certificates about puzzles, true and false ones, in `tests/data/puzzles`: what the files hold is said here, and
//! the files are what `solver` writes today. To write them anew: `SPROOF_WRITE_SAMPLES=1 cargo test --test suite puzzle_samples`.

use certificate::Certificate;
use puzzles::certificates::{gaps_unwinnable, gaps_winnable, morpion_bound, morpion_game};
use puzzles::gaps::{self, Deal, End, Fingerprint, MemoryKind, Method, Variant};
use puzzles::incremental::Passing;
use puzzles::morpion::{self, Game, Histogram, Search};
use sproof_tests::program::{run, scratch};
use std::path::PathBuf;

fn data() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles"))
}

/// Compares a sample with its file, or writes it.
fn sample(name: &str, certificate: &Certificate) {
    let path = data().join(name).with_extension("bin");
    let bytes = certificate.seal().bytes;
    if std::env::var_os("SPROOF_WRITE_SAMPLES").is_some() {
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == bytes, "{} is out of date", path.display());
}

fn short_game() -> Game {
    morpion::parse(&std::fs::read_to_string(data().join("short20.txt")).unwrap(), None).unwrap()
}

fn histogram(game: &Game, from: usize) -> Histogram {
    let (board, _) = game.play(from).unwrap();
    let mut search = Search::new(board.clone(), &board.legal_moves().unwrap());
    search.run(u64::MAX).unwrap();
    search.counted().histogram.clone()
}

fn bound(name: &str, game: &Game, from: usize) -> Histogram {
    let histogram = histogram(game, from);
    let moves = &game.moves[..from];
    sample(name, &morpion_bound(game.rule, moves, &histogram));
    histogram
}

#[test]
fn morpion() {
    let game_sample = |name: &str, game: &Game| {
        sample(name, &morpion_game(game.rule, &game.moves));
    };
    let short = short_game();
    let [bruneau, rosin178, rosin82, quist] =
        ["bruneau170", "rosin178", "rosin82", "quist136"].map(|name| morpion::known(name).unwrap());
    game_sample("true/morpion-short20", &short);
    game_sample("true/morpion-rosin82", &rosin82);
    assert_eq!(bound("true/morpion-short20-from-17", &short, 17).counts(), [1, 4, 5, 2]);
    assert_eq!(bound("true/morpion-rosin178-from-140", &rosin178, 140).nodes(), 1793);
    assert_eq!(bound("true/morpion-rosin82-from-50", &rosin82, 50).nodes(), 17_839);
    let quist_counts = bound("true/morpion-quist136-from-75", &quist, 75).counts().to_vec();

    // A move is left; a move comes too early; a line crosses the rule of another game.
    let mut unfinished = bruneau.clone();
    unfinished.moves.pop();
    game_sample("false/morpion-unfinished", &unfinished);
    let mut too_early = bruneau.clone();
    too_early.moves.swap(0, 1);
    game_sample("false/morpion-too-early", &too_early);
    game_sample("false/morpion-wrong-rule", &Game { rule: morpion::Rule::Disjoint, ..bruneau });

    let forged = |name: &str, game: &Game, from: usize, counts: &[u64]| {
        let histogram = Histogram::from_counts(counts.to_vec());
        let moves = &game.moves[..from];
        sample(name, &morpion_bound(game.rule, moves, &histogram));
    };
    // "136 is the best from move 75 on": it is 137.
    forged("false/morpion-quist136-from-75", &quist, 75, &quist_counts[..quist_counts.len() - 1]);
    let mut counts = histogram(&rosin178, 140).counts().to_vec();
    counts.push(1);
    forged("false/morpion-too-long", &rosin178, 140, &counts);
    counts.pop();
    counts[5] += 1;
    counts[6] -= 1;
    forged("false/morpion-moved-count", &rosin178, 140, &counts);
}

/// What can be reached from a deal, and a line if it can be won.
fn explore(variant: Variant, deal: &Deal) -> (u64, Fingerprint, Option<Vec<gaps::Move>>) {
    let mut fingerprint = Fingerprint::default();
    let method = Method { passing: Passing::Finished, memory: MemoryKind::Complete };
    let found = gaps::search(variant, deal, method, false, Some(&mut fingerprint), &mut |_| true);
    assert_eq!(found.end, End::Complete);
    (found.nodes, fingerprint, found.line.map(|line| gaps::shorten(variant, deal, &line, 1_000_000)))
}

#[test]
fn gaps() {
    let unwinnable = [
        (Variant::Basic, 2, 8, 2),
        (Variant::Basic, 13, 16, 476),
        (Variant::Basic, 13, 7, 47_175),
        (Variant::Common, 3, 15, 2),
        (Variant::Common, 5, 49, 23_760),
    ];
    for (variant, ranks, seed, expected) in unwinnable {
        let deal = Deal::from_seed(ranks, seed);
        let (positions, fingerprint, line) = explore(variant, &deal);
        assert_eq!((positions, line), (expected, None), "{variant} {ranks} {seed}");
        let statement = gaps_unwinnable(variant, &deal, positions, fingerprint);
        sample(&format!("true/gaps-{variant}-{ranks:02}-deal-{seed}"), &statement);
    }
    for (variant, ranks, seed) in [(Variant::Basic, 3, 14), (Variant::Basic, 13, 5), (Variant::Common, 4, 1)] {
        let deal = Deal::from_seed(ranks, seed);
        let (positions, fingerprint, line) = explore(variant, &deal);
        let line = line.expect("this deal can be won");
        let name = format!("gaps-{variant}-{ranks:02}-deal-{seed}");
        sample(&format!("true/{name}"), &gaps_winnable(variant, &deal, &line));
        let denied = gaps_unwinnable(variant, &deal, positions, fingerprint);
        sample(&format!("false/{name}-denied"), &denied);
        let line = &line[..line.len() - 1];
        sample(&format!("false/{name}-not-yet"), &gaps_winnable(variant, &deal, line));
    }
}

/// True about winning, but the numbers are not those of the search.
#[test]
fn gaps_with_wrong_numbers() {
    let (variant, deal) = (Variant::Basic, Deal::from_seed(13, 16));
    let (positions, fingerprint, _) = explore(variant, &deal);
    let more = gaps_unwinnable(variant, &deal, positions + 1, fingerprint);
    sample("false/gaps-one-more", &more);
    let mut other = fingerprint;
    other.add(&[]);
    let wrong = gaps_unwinnable(variant, &deal, positions, other);
    sample("false/gaps-other-fingerprint", &wrong);
    // A line with a move that is not legal: the first one twice.
    let deal = Deal::from_seed(13, 5);
    let mut line = explore(variant, &deal).2.expect("this deal can be won");
    line.insert(1, line[0]);
    sample("false/gaps-illegal-move", &gaps_winnable(variant, &deal, &line));
}

/// FORMAT-PUZZLES.md section 6 shows the bytes of two samples.
#[test]
fn the_worked_examples_are_samples() {
    let format = std::fs::read_to_string(data().join("../../../proofs/FORMAT-PUZZLES.md")).unwrap();
    let section = &format[format.find("## 6.").expect("section 6")..];
    let mut dumps: Vec<Vec<u8>> = Vec::new();
    for line in section.lines().filter(|line| line.starts_with("    ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Ok(offset) = usize::from_str_radix(words[0], 16) else { continue };
        if words[1..].iter().any(|word| word.len() != 2) || offset % 16 != 0 {
            continue;
        }
        if offset == 0 {
            dumps.push(Vec::new());
        }
        dumps.last_mut().unwrap().extend(words[1..].iter().map(|word| u8::from_str_radix(word, 16).unwrap()));
    }
    for (name, dump) in ["true/morpion-short20-from-17.bin", "true/gaps-basic-02-deal-8.bin"].iter().zip(&dumps) {
        assert_eq!(&std::fs::read(data().join(name)).unwrap(), dump, "{name}");
    }
    assert_eq!(dumps.len(), 2);
}

/// `--emit-proofs` lists each certificate once, with what it says and its digest.
#[test]
fn certificates_are_published_with_a_manifest_and_a_table() {
    let folder = scratch("puzzles-published");
    let calls =
        ["morpion rosin82", "morpion rosin82 --from 50", "gaps --seed 7", "gaps --seed 5", "morpion rosin82 --from 50"];
    let mut statements = Vec::new();
    for call in calls {
        let output = run(&folder, "solve", &call.split(' ').chain(["--emit-proofs", "out"]).collect::<Vec<_>>());
        assert_eq!(output.code, Some(0), "{output:?}");
        statements.push(output.stdout.lines().last().unwrap().strip_prefix("s ").unwrap().to_owned());
    }
    let manifest = std::fs::read(folder.join("out/puzzles.json")).unwrap();
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&manifest).unwrap();
    let table = std::fs::read_to_string(folder.join("out/PUZZLES.md")).unwrap();
    let files: Vec<&str> = rows.iter().map(|row| row["file"].as_str().unwrap()).collect();
    let names = ["gaps-basic-13-deal-5", "gaps-basic-13-deal-7", "morpion-rosin82-from-50", "morpion-rosin82"];
    assert_eq!(files, names.map(|name| format!("{name}.bin")));
    for row in &rows {
        let bytes = std::fs::read(folder.join("out").join(row["file"].as_str().unwrap())).unwrap();
        let digest = blake3::hash(&bytes[..bytes.len() - 32]).to_string();
        assert_eq!((row["blake3"].as_str(), row["bytes"].as_u64()), (Some(&*digest), Some(bytes.len() as u64)));
        assert!(statements.iter().any(|statement| row["statement"] == **statement), "{row}");
        assert!(table.contains(&digest) && table.contains(row["meaning"].as_str().unwrap()), "{table}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
