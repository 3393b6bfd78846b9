//! Several results in one certificate, and equal lands that cancel in pairs (FORMAT.md section 7).

use crate::budget::Allowance;
use crate::error::{Family, Malformed, NotProven, WrongStep};
use crate::normal::Outcome::{self, Loss, Nimber, Win};
use crate::normal::{Case, Claim, Proof};
use crate::parallel::Settings;
use crate::tests::normal::{check_on, draft, malformed, not_proven, wrong};
use crate::tests::writer::{Draft, Nimbers, converted, file, small_proof, small_proof_of};
use crate::tests::{Random, canonical, land, land_options, whole_game};
use crate::{CannotCheck, Statement, verify};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

fn lines(file: &[u8]) -> Vec<String> {
    let [one, three] =
        [1, 3].map(|threads| check_on(file, threads).unwrap_or_else(|e| panic!("{e}")).statement.lines());
    assert_eq!(one, three);
    one
}

const FOUR: [(&str, Outcome); 4] = [("0*3", Win), ("0", Loss), ("0*2", Nimber(0)), ("0*4", Win)];

#[test]
fn several_results_are_proved_in_the_order_of_the_file() {
    let expected =
        ["sprouts 3 normal WIN", "sprouts 1 normal LOSS", "sprouts 2 normal NIMBER 0", "sprouts 4 normal WIN"];
    let good = small_proof_of(&FOUR);
    assert_eq!(lines(&good.bytes()), expected);
    let sentences = check_on(&good.bytes(), 1).unwrap().statement.sentences();
    assert_eq!(sentences[0], "WIN: with perfect play the first player wins the 3-spot game.");
    assert_eq!(sentences[1], "LOSS: with perfect play the second player wins the 1-spot game.");
    assert_eq!(sentences[2], "NIMBER 0: the 2-spot game is worth a heap of 0 in Nim.");
    // Their order means nothing.
    let mut turned = good.clone();
    turned.results.reverse();
    assert!(lines(&turned.bytes()).iter().rev().eq(expected.iter()));
}

/// One result that does not follow, wherever it stands, and nothing is proved.
#[test]
fn one_result_that_does_not_follow_fails_all() {
    let good = small_proof_of(&FOUR);
    for (i, (start, outcome)) in FOUR.iter().enumerate() {
        let others = if *outcome == Loss { [Nimber(1), Nimber(3)] } else { [Loss, Nimber(7)] };
        for other in others.into_iter().filter(|other| (*outcome, *other) != (Nimber(0), Loss)) {
            let mut draft = good.clone();
            draft.results[i].1 = other;
            let error = check_on(&draft.bytes(), 2).err().expect(start);
            // A WIN that is no longer stated may leave its reply over, and the others answer other refutations.
            assert!(error.family() == Family::NotProven || *outcome == Win, "{start} {other}: {error}");
            assert!(error.family() != Family::CannotCheck, "{start} {other}: {error}");
        }
    }
    let mut more = good.clone();
    more.results.push(("0*9".to_string(), Loss));
    not_proven(
        &more.bytes(),
        "sprouts 9 normal LOSS: the claimed lands of the start have nimber 0, 1 lands are not claimed",
    );
    // A WIN beside them that needs a reply, and has none.
    more.results[4].1 = Win;
    wrong(&more.bytes(), " needs a reply: ");
}

#[test]
fn results_are_stated_once() {
    let good = small_proof("0*2", Loss);
    let with = |results: &[(&str, Outcome)]| {
        let results = results.iter().map(|(start, outcome)| (start.to_string(), *outcome)).collect();
        Draft { results, ..good.clone() }.bytes()
    };
    malformed(&with(&[]), "it has no result");
    malformed(&with(&[("0*2", Loss), ("0*2", Loss)]), "the start 0*2 occurs twice");
    malformed(&with(&[("0*2", Loss), ("0", Loss), ("0*2", Nimber(0))]), "the start 0*2 occurs twice");
    malformed(&with(&[("0*2", Loss), ("0.0", Loss)]), "the position \"0.0\" is 0*2 in its canonical form");
    let error = check_on(&with(&[]), 1).err().unwrap();
    assert_eq!(error.why, Malformed::NoResult.into());
    assert_eq!(lines(&with(&[("0*2", Loss), ("0", Loss), ("!", Loss)])).len(), 3);
}

/// A list that says that it has very many results ends with the file.
#[test]
fn counts_of_results_are_not_believed() {
    let good = small_proof("0*2", Loss).bytes();
    let mut content = good[..good.len() - 32].to_vec();
    content.splice(10..11, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]);
    malformed(&crate::tests::writer::seal(content), "structure cannot be read: at byte ");
}

#[test]
fn old_versions_are_refused_by_name_and_can_be_converted() {
    let good = small_proof("0*2", Loss).bytes();
    let old = crate::tests::writer::seal([&good[..8], &[2, 0], &good[11..good.len() - 32]].concat());
    let error = check_on(&old, 1).err().unwrap();
    assert_eq!(error.why, CannotCheck::OldVersion(2).into());
    assert!(error.to_string().ends_with("make it again with this version's solve"));
    assert_eq!(converted(&old), good);
}

fn proof(claims: &[(&str, u8)]) -> Proof {
    let mut claims: Vec<Claim> =
        claims.iter().map(|(text, nimber)| Claim { land: land(text), nimber: *nimber }).collect();
    claims.sort_by(|a, b| a.land.cmp(&b.land));
    Proof { claims, ..Proof::default() }
}

/// The three cases, by hand: the claims, the position, k; and what comes of it.
#[test]
fn cases() {
    let claims = [("0", 0), ("1", 1), ("1a1a", 2)];
    let rests = |text: &str, t: u8| format!("rests on ({text}, {t})");
    let table = [
        ("!", 0, "settled with 0".to_string()),
        ("1", 0, "settled with 1".into()),
        ("1+1a1a", 5, "settled with 3".into()),
        // Claimed lands may be equal, too.
        ("1+1", 0, "settled with 0".into()),
        ("1+1+1", 0, "settled with 1".into()),
        // Pairs that are not claimed are left out.
        ("0*2+0*2", 7, "settled with 0".into()),
        ("0*2+0*2+1", 0, "settled with 1".into()),
        ("0*2+0*2+0*2+0*2", 0, "settled with 0".into()),
        ("0*2+0*2+AB|AB+AB|AB", 0, "settled with 0".into()),
        // One of three stays, and rests on its refutation.
        ("0*2", 0, rests("0*2", 0)),
        ("0*2+0*2+0*2", 4, rests("0*2", 4)),
        ("0*2+0*2+AB|AB", 3, rests("AB|AB", 3)),
        ("0*2+1+1a1a", 4, rests("0*2", 7)),
        ("0*2+1+1", 4, rests("0*2", 4)),
        ("0*2+0*2+0*2+1", 0, rests("0*2", 1)),
        // Two that are different stay.
        ("0*2+AB|AB", 0, "open".into()),
        ("0*2+0*2+0*2+AB|AB", 0, "open".into()),
        ("0*2+0*2+0*3+AB|AB", 0, "open".into()),
        ("0*2+AB|AB+1", 0, "open".into()),
    ];
    for (text, k, expected) in table {
        let found = match proof(&claims).case(&canonical(text), k) {
            Case::Settled(nimber) => format!("settled with {nimber}"),
            Case::RestsOn(refutation) => rests(&refutation.land.to_string(), refutation.nimber),
            Case::Open => "open".to_string(),
        };
        assert_eq!(found, expected, "{text} for {k}");
    }
}

/// What is settled has that nimber, and what rests on a refutation has another nimber than k exactly if M has another than t.
#[test]
fn cases_are_true() {
    let (game, mut nimbers, mut random) = (whole_game(3), Nimbers::default(), Random::new(51));
    let all: Vec<_> = crate::tests::lands(&game).into_iter().collect();
    let mut counts = [0; 3];
    for _ in 0..4_000 {
        let few: Vec<_> = (0..4).map(|_| all[random.below(all.len())].clone()).collect();
        let mut claims: Vec<Claim> = vec![];
        for land in few.iter().filter(|_| random.below(2) == 0) {
            let nimber = nimbers.of(&crate::Canonical(vec![land.clone()]));
            claims.push(Claim { land: land.clone(), nimber });
        }
        claims.sort_by(|a, b| a.land.cmp(&b.land));
        claims.dedup();
        let proof = Proof { claims, ..Proof::default() };
        let mut lands: Vec<_> = (0..random.below(6)).map(|_| few[random.below(few.len())].clone()).collect();
        lands.sort_unstable();
        let (position, k) = (crate::Canonical(lands), random.below(5) as u8);
        match proof.case(&position, k) {
            Case::Settled(nimber) => {
                counts[0] += 1;
                assert_eq!(nimber, nimbers.of(&position), "{position}");
            }
            Case::RestsOn(refutation) => {
                counts[1] += 1;
                let of_land = nimbers.of(&crate::Canonical(vec![refutation.land.clone()]));
                assert_eq!(of_land == refutation.nimber, nimbers.of(&position) == k, "{position} for {k}");
            }
            Case::Open => counts[2] += 1,
        }
    }
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

/// Starts, options and replies that are pairs, in whole certificates.
#[test]
fn pairs_cancel_in_certificates() {
    let accepted = [
        ("0*5+0*5", Loss, vec![], vec![]),
        ("0*5+0*5", Nimber(0), vec![], vec![]),
        ("0*5+0*5+1", Win, vec![("1", 1)], vec![]),
        ("0*5+0*5+1", Nimber(1), vec![("1", 1)], vec![]),
        // A WIN that rests on what is left of a triple. In `1` there is one move.
        ("0*5+0*5+1", Win, vec![], vec![0]),
        ("1+1+1", Win, vec![], vec![0]),
        // The start is claimed with a false pair of nimbers nowhere: claimed lands cancel as well.
        ("1+1", Loss, vec![("1", 1)], vec![]),
    ];
    for (start, outcome, claims, replies) in accepted {
        let file = Draft { replies, ..draft(start, outcome, &claims) }.bytes();
        assert_eq!(lines(&file).len(), 1, "{start}");
    }
    let rejected = [
        ("0*5+0*5", Win, NotProven::Normal { nimber: 0, unclaimed: 0 }),
        ("0*5+0*5", Nimber(1), NotProven::Normal { nimber: 0, unclaimed: 0 }),
        ("0*5+0*5+0*5", Loss, NotProven::Normal { nimber: 0, unclaimed: 1 }),
        ("0*5+0*5+0*5+1", Loss, NotProven::Normal { nimber: 0, unclaimed: 2 }),
        ("0*5+0*5+0*6+0*7", Win, NotProven::Normal { nimber: 0, unclaimed: 2 }),
    ];
    for (start, outcome, why) in rejected {
        let mut position: Vec<&str> = start.split('+').collect();
        position.sort_by_key(|text| land(text));
        let error = check_on(&draft(&position.join("+"), outcome, &[]).bytes(), 1).err().expect(start);
        assert_eq!(error.why, why.into(), "{start}");
    }
}

/// An option that is a pair has nimber 0: a claim of another nimber may use it, a claim of 0 is refuted by it.
#[test]
fn options_that_are_pairs() {
    let mut tried = 0;
    for start in crate::tests::lands(&whole_game(4)) {
        let options = land_options(&start).unwrap();
        let is_pair = |option: &crate::Canonical| matches!(option.lands(), [one, other] if one == other);
        let Some(pair) = options.iter().find(|option| is_pair(option)) else { continue };
        tried += 1;
        let text = start.to_string();
        let error = check_on(&draft(&text, Loss, &[(&text, 0)]).bytes(), 1).err().expect(&text);
        let is_met = match &error.why {
            crate::error::Why::WrongStep(WrongStep::SameNimber { option }) => is_pair(&canonical(option)),
            _ => false,
        };
        let is_open = matches!(error.why, crate::error::Why::WrongStep(WrongStep::Open { .. }));
        assert!(is_met || is_open, "{text}: {error}");
        // A WIN of this land is proved by the move to the pair alone.
        let replies = (0..200).filter(|reply| {
            let file = Draft { replies: vec![*reply], ..draft(&text, Win, &[]) }.bytes();
            check_on(&file, 1).is_ok()
        });
        assert!(replies.count() > 0, "{text} is won by the move to {pair}");
    }
    assert!(tried > 2, "{tried}");
}

/// Whatever there is to spend, the answer is the same on any number of threads.
#[test]
fn the_allowance_ends_alike_on_all_threads() {
    let good = small_proof("0*4", Nimber(1));
    let mut bad = good.clone();
    let last = bad.claims.len() - 1;
    bad.claims[last].1 ^= 1;
    for file in [good.bytes(), bad.bytes()] {
        let mut answers = std::collections::BTreeSet::new();
        for part in 0..40 {
            let allowance = Some(Allowance { work: 15_000 * part * part, memory: 200_000 });
            let [one, four] = [1, 4].map(|threads| {
                let threads = std::num::NonZero::new(threads).unwrap();
                verify(&file, &Settings { threads, allowance, ..Settings::default() })
                    .map(|_| ())
                    .map_err(|e| e.to_string())
            });
            assert_eq!(one, four, "{part}");
            answers.insert(format!("{one:?}"));
        }
        assert!(answers.len() >= 2, "{answers:?}");
    }
}

#[test]
fn a_check_can_be_stopped() {
    let file = small_proof("0*4", Win).bytes();
    let steps = AtomicUsize::new(0);
    let progress = |done: usize, of: usize| {
        assert!(1 <= done && done <= of);
        match steps.fetch_add(1, Ordering::Relaxed) {
            5.. => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let error = verify(&file, &Settings { progress: &progress, ..Settings::default() }).err().unwrap();
    assert_eq!(error.why, CannotCheck::Stopped.into());
    assert_eq!(steps.into_inner(), 6);
}

/// The reader reads what postcard writes, for every kind of statement, and nothing else.
#[test]
fn postcard_is_read_to_the_byte() {
    use crate::degree_two::DegreeTwo;
    use crate::endless::Endless;
    use crate::gaps::{Deal, Unwinnable};
    use crate::morpion::{Bound, Game};
    use crate::{MisereResult, NormalResult};
    let deal = Deal { variant: 1, ranks: 200, cells: vec![0, 255, 128] };
    let game = Game { rule: 255, moves: vec![(-128, 127, 0), (0, -1, 255)] };
    let statements = [
        Statement::SproutsNormal {
            results: vec![
                NormalResult { start: "0*200".to_string(), outcome: Nimber(255) },
                NormalResult { start: String::new(), outcome: Loss },
                NormalResult { start: "é".repeat(100), outcome: Win },
            ],
        },
        Statement::SproutsMisere {
            results: vec![MisereResult { start: "0".to_string(), outcome: Win }],
            closure: "!".to_string(),
        },
        Statement::MorpionGame(game.clone()),
        Statement::MorpionBound(Bound {
            first: game,
            nodes: u64::MAX,
            best: u32::MAX,
            at_best: 1 << 63,
            histogram: vec![0, 128, u64::MAX],
        }),
        Statement::GapsWinnable(deal.clone()),
        Statement::GapsUnwinnable(Unwinnable { deal, positions: 1 << 35, fingerprint: [7; 16] }),
        Statement::DegreeTwo(DegreeTwo { spots: 300, misere: true, result: Win }),
        Statement::EndlessDegree(Endless { max_degree: 0, start: u32::MAX, position: "x".repeat(300) }),
    ];
    for statement in statements {
        let bytes = file(statement.clone(), u32::MAX, 128, &[1, 2, 3]);
        let certificate = crate::Certificate::open(&bytes).unwrap();
        assert_eq!((certificate.statement(), certificate.counts()), (&statement, (u32::MAX as usize, 128)));
        // A beginning is nothing, and a byte more is too much.
        let content = &bytes[..bytes.len() - 32];
        for length in 8..content.len() {
            assert!(crate::Certificate::open(&crate::tests::writer::seal(content[..length].to_vec())).is_err());
        }
        let more = crate::tests::writer::seal([content, &[0]].concat());
        assert_eq!(crate::Certificate::open(&more).err().unwrap().why, Malformed::LeftOver(content.len()).into());
    }
}
