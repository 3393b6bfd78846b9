//! Whole certificates: what is accepted, and what is rejected for which reason.

use crate::budget::Allowance;
use crate::certificate::{Verified, verify};
use crate::error::CannotCheck;
use crate::error::{Error, Family, WrongStep};
use crate::explain::{Because, Explanation, in_words};
use crate::normal::Outcome;
use crate::parallel::Settings;
use crate::tests::writer::{Draft, Nimbers, compressed, full_proof, seal, small_proof};
use crate::tests::{self, Random, land, land_options, lands, moves, whole_game};
use Outcome::{Loss, Nimber, Win};
use std::num::NonZero;

pub fn check_on(file: &[u8], threads: usize) -> Result<Verified, Error> {
    verify(file, &Settings { threads: NonZero::new(threads).unwrap(), ..Settings::default() })
}

/// Why a claim is true.
fn explained(file: &[u8], claim: usize) -> Result<Explanation, Error> {
    check_on(file, 1)?.contents.explain(claim)
}

/// The statement or the error, which must be the same on one thread and on three.
pub fn check(file: &[u8]) -> Result<String, Error> {
    let [one, three] = [1, 3].map(|threads| check_on(file, threads).map(|verified| verified.statement.to_string()));
    assert_eq!(one, three);
    one
}

/// The file is not accepted, for a reason of this family with these words.
#[track_caller]
pub fn rejected(result: Result<String, Error>, family: Family, words: &str) {
    match result {
        Err(error) if error.family() == family && error.to_string().contains(words) => {}
        other => panic!("{words}: {other:?}"),
    }
}

#[track_caller]
pub fn malformed(file: &[u8], words: &str) {
    rejected(check(file), Family::Malformed, words);
}

#[track_caller]
pub fn cannot_check(file: &[u8], words: &str) {
    rejected(check(file), Family::CannotCheck, words);
}

#[track_caller]
pub fn not_proven(file: &[u8], words: &str) {
    rejected(check(file), Family::NotProven, words);
}

#[track_caller]
pub fn wrong(file: &[u8], words: &str) {
    rejected(check(file), Family::WrongStep, words);
}

#[test]
fn accepts() {
    let table = [
        ("0", Loss, "sprouts 1 normal LOSS"),
        ("0*2", Loss, "sprouts 2 normal LOSS"),
        ("0*2", Nimber(0), "sprouts 2 normal NIMBER 0"),
        ("0*3", Win, "sprouts 3 normal WIN"),
        ("0*3", Nimber(1), "sprouts 3 normal NIMBER 1"),
        ("0*4", Win, "sprouts 4 normal WIN"),
        ("!", Loss, "sprouts position ! normal LOSS"),
        // These are not the games of 1 and of 12 spots.
        ("1", Win, "sprouts position 1 normal WIN"),
        ("12", Loss, "sprouts position 12 normal LOSS"),
        ("0+0", Loss, "sprouts position 0+0 normal LOSS"),
        ("0*2+1", Win, "sprouts position 0*2+1 normal WIN"),
        ("0*2.AB|0*2.AB", Loss, "sprouts position 0*2.AB|0*2.AB normal LOSS"),
    ];
    for (start, result, expected) in table {
        for draft in [small_proof(start, result), full_proof(start, result)] {
            let verified = check_on(&draft.bytes(), 2).unwrap_or_else(|error| panic!("{start}: {error}"));
            assert_eq!(verified.statement.lines(), [expected]);
            assert_eq!(verified.counts, (draft.claims.len(), draft.replies.len()), "{start}");
        }
    }
    assert!(small_proof("0*4", Win).replies.len() > 5);
}

/// Claims in order, with their nimbers.
pub fn draft(start: &str, result: Outcome, claims: &[(&str, u8)]) -> Draft {
    let claims = claims.iter().map(|(text, nimber)| (text.to_string(), *nimber)).collect();
    Draft { results: vec![(start.to_string(), result)], claims, replies: vec![], stated: None }
}

/// The example of FORMAT.md section 10, byte by byte.
#[test]
fn accepts_the_worked_example() {
    let hex = "53 50 52 4f 4f 46 0d 0a  03 00 01 03 30 2a 32 00
        03 05 1b 33 d0 32 52 30  e0 32 00 62 47 27 67 97
        1a 10 01 64 9b 71 19 71  19 73 01 c5 b9 00 df ea
        35 7d c2 51 ce e6 e2 a2  27 a6 d0 f6 9d 70 8b f9
        1c 84 10 33 c6 59 2b 58  20 fb d5 89 3f d2";
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let digit = |digit: &u8| (*digit as char).to_digit(16).unwrap() as u8;
    let file: Vec<u8> = digits.chunks(2).map(|pair| 16 * digit(&pair[0]) + digit(&pair[1])).collect();
    assert_eq!(check(&file).unwrap(), "sprouts 2 normal LOSS");
    assert_eq!(small_proof("0*2", Loss).text(), "0*2 0\n0 0\nABCD|ABCD 0\n6\n2\n3\n0\n0\n");
}

#[test]
fn rejects_what_is_no_certificate() {
    let good = small_proof("0*2", Loss).bytes();
    let content = good[..good.len() - 32].to_vec();
    let with = |index: usize, byte: u8| {
        let mut content = content.clone();
        content[index] = byte;
        seal(content)
    };
    malformed(&[], "magic");
    malformed(&with(0, b's'), "magic");
    malformed(&good[..39], "too short for a digest");
    for old in [1, 2] {
        let why =
            format!("it is a certificate of version {old}, and this program reads version 3: make it again with ");
        cannot_check(&with(8, old), &why);
    }
    malformed(&with(8, 0), "the version is 0, and it should be 3");
    malformed(&with(8, 4), "the version is 4, and it should be 3");
    malformed(&with(9, 7), "the version is 3, and it should be 1"); // another game
    malformed(&with(9, 8), "at byte 9 there should be the number of a statement");
    malformed(&with(9, 1), "structure cannot be read"); // a result, and no closure
    malformed(&with(10, 0), ""); // no result: other numbers follow
    malformed(&with(11, 127), "at byte 12 there should be more bytes"); // a string longer than the file
    malformed(&with(12, 0xFF), "at byte 11 there should be a string in UTF-8");
    malformed(&with(15, 7), "at byte 15 there should be a result: 0, 1 or 2");
    malformed(&seal([&content[..], &[0]].concat()), "bytes are left over from byte 46 on");
    malformed(&[&good[..], &[0]].concat(), "digest");
    let long = seal([&content[..8], &[0x83, 0], &content[9..]].concat());
    malformed(&long, "at byte 8 there should be a number of 32 bits, in the fewest bytes");
    let large = seal([&content[..16], &[0x83, 0x80, 0x80, 0x80, 0x10], &content[17..]].concat());
    malformed(&large, "at byte 16 there should be a number of 32 bits, in the fewest bytes");
    for length in 0..good.len() {
        malformed(&good[..length], "");
    }
    for i in 0..8 * good.len() {
        let mut flipped = good.clone();
        flipped[i / 8] ^= 1 << (i % 8);
        malformed(&flipped, "");
    }
}

#[test]
fn rejects_bad_starts() {
    let with = |start: &str| draft(start, Loss, &[]).bytes();
    malformed(&with("0.0"), "the position \"0.0\" is 0*2 in its canonical form");
    malformed(&with(""), "\"\" is !");
    malformed(&with("0.aa"), "\"0.aa\" is 0.2");
    malformed(&with("0.0*x"), "\"x\" should be a number");
    cannot_check(&with("0*601"), "the position \"0*601\": more than 600 occurrences");
}

#[test]
fn rejects_bad_bodies() {
    let good = small_proof("0*3", Win);
    let (text, body) = (good.text(), compressed(&good.text()));
    let lines = good.claims.len() + good.replies.len();
    malformed(&good.with_body(&[]), "not a compressed text");
    malformed(&good.with_body(&body[..body.len() - 1]), "not a compressed text");
    malformed(&good.with_body(&[&body[..], &[0]].concat()), "not a compressed text, all of it and no more");
    malformed(&good.with_text(&text[..text.len() - 1]), &format!("the text has {} lines with an end", lines - 1));
    malformed(&good.with_text(&(text.clone() + "0\n")), &format!("has {} lines with an end, not {lines}", lines + 1));
    malformed(&good.with_text(&(text.clone() + "\n")), &format!("has {} lines with an end, not {lines}", lines + 1));
    malformed(&good.with_text(&text.replace('\n', "\r\n")), "claim 1: \"");
    cannot_check(&good.with_text(&"0".repeat(40_000_000)), "the text has more than 30");
    let (claims, replies) = (good.claims.len() as u32, good.replies.len() as u32);
    let stated = |claims, replies| Draft { stated: Some((claims, replies)), ..good.clone() }.bytes();
    malformed(&stated(claims, u32::MAX), &format!("the text has {lines} lines"));
    malformed(&stated(u32::MAX, replies), &format!("the text has {lines} lines"));
    malformed(&stated(claims, replies - 1), "lines with an end");
    malformed(&stated(claims - 1, replies + 1), "reply 1: ");
    malformed(&stated(0, 0), "not 0 and");
}

#[test]
fn rejects_bad_lands() {
    let with = |text: &str| draft("0", Loss, &[(text, 0)]).bytes();
    malformed(&with("0*2.AB|A.B"), "claim 1: the position \"0*2.AB|A.B\" is 0*2.AB|AB in its canonical form");
    malformed(&with("21"), "is 12");
    malformed(&with("2"), "is !");
    malformed(&with("0.22"), "is 0.1");
    malformed(&with("0.AA"), "is 0.2");
    malformed(&with("0.1aa"), "is 0.12");
    malformed(&with("0."), "is 0 in its canonical form");
    malformed(&with("0.0"), "is 0*2");
    malformed(&with("01"), "claim 1: the position \"01\": 0 occurs where it should not");
    malformed(&with("0.1a"), "a occurs where it should not");
    malformed(&with("0.A.A"), "A occurs where it should not");
    malformed(&with("0..1"), "is 0.1");
    malformed(&with("|"), "is !");
    malformed(&with(" 0"), "\" \" has no place");
    malformed(&with("!"), "claim 1: \"! 0\" is not a single land and its nimber");
    malformed(&with("0+0"), "claim 1: \"0+0 0\" is not a single land and its nimber");
    cannot_check(&with("0*601"), "claim 1: the position \"0*601\": more than 600 occurrences");
    cannot_check(&with(&"1".repeat(601)), "1\" and 501 more bytes: more than 600 occurrences");
}

#[test]
fn rejects_bad_numbers() {
    let with = |text: &str| Draft { stated: Some((1, 0)), ..draft("0", Loss, &[]) }.with_text(text);
    for nimber in ["256", "00", "01", "", "-1", "+1", "x"] {
        malformed(&with(&format!("0 {nimber}\n")), "is not a single land and its nimber");
    }
    malformed(&with("0\n"), "claim 1: \"0\" is not a single land and its nimber");
    malformed(&with("0 0 \n"), "claim 1");
    malformed(&with("0  0\n"), "claim 1");
    let with =
        |text: &str| Draft { stated: Some((1, 1)), ..draft("0", Loss, &[]) }.with_text(&format!("0 0\n{text}\n"));
    assert!(check(&with("0")).is_ok());
    for reply in ["00", "01", "", "-1", "+0", "0 ", "x", "18446744073709551616"] {
        malformed(&with(reply), &format!("reply 1: {reply:?} should be a number"));
    }
}

#[test]
fn rejects_bad_lists() {
    let with = |claims: &[(&str, u8)]| draft("0", Loss, claims).bytes();
    malformed(&with(&[("AB|AB", 1), ("0", 0)]), "claim 2: 0 does not come after");
    malformed(&with(&[("0", 0), ("0", 0)]), "claim 2: 0 does not come after");
    // In the order of bytes these two would be right.
    malformed(&with(&[("0", 0), ("0*2", 0)]), "claim 2: 0*2 does not come after");
}

#[test]
fn rejects_wrong_claims() {
    let with = |claims: &[(&str, u8)]| draft("0", Loss, claims).bytes();
    assert!(check(&with(&[("0", 0), ("AB|AB", 1)])).is_ok());
    let same = "claim 1, 0 has nimber 0: option AB|AB has the same nimber";
    wrong(&with(&[("0", 0), ("AB|AB", 0)]), same);
    let missing = "claim 2, AB|AB has nimber 2: no option is settled with nimber 1";
    wrong(&with(&[("0", 0), ("AB|AB", 2)]), missing);
    wrong(&with(&[("0", 1), ("AB|AB", 1)]), "claim 1, 0 has nimber 1: option AB|AB has the same nimber");
    // Both options of 12 are lands that nobody claims: they may have any nimber but 1, and so need not have 0.
    wrong(&with(&[("12", 1)]), "claim 1, 12 has nimber 1: no option is settled with nimber 0");
    let unanswered = "claim 1, 0 has nimber 0: option AB|AB needs a reply: there are only 0 replies";
    wrong(&with(&[("0", 0)]), unanswered);
}

#[test]
fn rejects_open_options() {
    // Joining the 0 and the A of a region leaves 12 and 0, which nobody claims.
    let open = Draft { replies: vec![0; 99], ..draft("0.A|0.A", Loss, &[("0.A|0.A", 0)]) };
    let why = "claim 1, 0.A|0.A has nimber 0: more than one land of option 0+12 is not claimed";
    wrong(&open.bytes(), why);
}

#[test]
fn rejects_wrong_replies() {
    let good = small_proof("0*3", Win);
    assert!(check(&good.bytes()).is_ok());
    let mut wrong_ones = 0;
    for i in 0..good.replies.len() {
        let with = |number: u64| {
            let mut draft = good.clone();
            draft.replies[i] = number;
            draft.bytes()
        };
        for number in [1000, u64::MAX] {
            wrong(&with(number), &format!("needs a reply: move {number} of "));
        }
        for number in (0..10).filter(|&number| check(&with(number)).is_err()) {
            wrong_ones += 1;
            wrong(&with(number), " needs a reply: ");
        }
    }
    assert!(wrong_ones > 2 * good.replies.len(), "{wrong_ones}");
    let mut draft = good.clone();
    draft.replies.pop();
    wrong(&draft.bytes(), " needs a reply: ");
    draft.replies = [&good.replies[..], &[0, 1 << 39]].concat();
    let (stated, needed) = (draft.replies.len(), good.replies.len());
    malformed(&draft.bytes(), &format!("there are {stated} replies, but only {needed} are needed"));
}

#[test]
fn rejects_what_does_not_follow() {
    let table = [
        ("0*2", Loss, Win, "have nimber 0, 0 lands are not claimed"),
        ("0*2", Loss, Nimber(1), "have nimber 0, 0 lands are not claimed"),
        ("0*3", Nimber(1), Loss, "have nimber 1, 0 lands are not claimed"),
        ("0*3", Nimber(1), Nimber(255), "have nimber 1, 0 lands are not claimed"),
        ("0*3", Win, Nimber(1), "1 lands are not claimed"),
    ];
    for (start, proved, stated, found) in table {
        let mut draft = small_proof(start, proved);
        draft.results[0].1 = stated;
        if proved == Win {
            // Without its refutation: that belonged to the statement.
            draft = full_proof(start, stated);
            draft.claims.retain(|(text, _)| text != start);
        }
        not_proven(&draft.bytes(), found);
    }
    // Nothing but the statement.
    not_proven(&draft("0*2", Loss, &[]).bytes(), "sprouts 2 normal LOSS");
    not_proven(&draft("0*3+0*2", Win, &[]).bytes(), "2 lands are not claimed");
    not_proven(&draft("0*2+0*2", Win, &[]).bytes(), "have nimber 0, 0 lands are not claimed");
    not_proven(&draft("!", Win, &[]).bytes(), "sprouts position ! normal WIN");
    wrong(&draft("0*3", Win, &[]).bytes(), "sprouts 3 normal WIN needs a reply: there are only 0 replies");
}

/// A claim is compared with its options to the last.
#[test]
fn no_option_is_too_many() {
    let (land, last) = tests::a_land_of_many_moves();
    let mut lands = [&land, &last];
    lands.sort_unstable();
    let claims = lands.map(|land| (land.to_string(), 0)).to_vec();
    let file = Draft { claims, ..draft("0", Loss, &[]) }.bytes();
    let error = check_on(&file, 1).err().unwrap();
    assert_eq!(error.why, WrongStep::SameNimber { option: last.to_string() }.into(), "{error}");
}

/// Rule 2 begins with 0: a land of nimber 0 all of whose options have nimber 2 or more does not have nimber 1.
#[test]
fn rejects_a_nimber_above_a_missing_0() {
    let (game, mut nimbers, mut tried) = (whole_game(4), Nimbers::default(), 0);
    for land in lands(&game) {
        let options: Vec<u8> = land_options(&land).unwrap().iter().map(|option| nimbers.of(option)).collect();
        if options.contains(&0) || options.contains(&1) {
            continue;
        }
        tried += 1;
        let mut draft = full_proof(&land.to_string(), Nimber(0));
        assert!(check(&draft.bytes()).is_ok(), "{land}");
        draft.results[0].1 = Nimber(1);
        draft.claims.iter_mut().filter(|(text, _)| *text == land.to_string()).for_each(|claim| claim.1 = 1);
        wrong(&draft.bytes(), "no option is settled with nimber 0");
    }
    assert!(tried > 3, "{tried}");
}

/// Rule 1 for nimbers of 2 and more: a land one of whose options has this nimber does not have it, though options have all
/// lesser ones.
#[test]
fn rejects_a_nimber_that_is_too_low() {
    let (game, mut nimbers, mut tried) = (whole_game(4), Nimbers::default(), 0);
    for land in lands(&game) {
        let nimber = nimbers.of(&crate::Canonical(vec![land.clone()]));
        for low in 2..nimber {
            tried += 1;
            let mut draft = full_proof(&land.to_string(), Nimber(low));
            draft.claims.iter_mut().filter(|(text, _)| *text == land.to_string()).for_each(|claim| claim.1 = low);
            wrong(&draft.bytes(), "has the same nimber");
        }
        if tried >= 5 {
            break;
        }
    }
    assert!(tried >= 5, "{tried}");
}

/// A start with one land that is not claimed rests on a refutation with the nimber of the others, not with 0.
#[test]
fn a_win_rests_on_the_sum_of_the_other_lands() {
    // Both lands have nimber 1: the position is lost, though the second land has a move to nimber 0.
    let lost = Draft { replies: vec![0], ..draft("1+AB|AB", Win, &[("1", 1)]) };
    wrong(
        &lost.bytes(),
        "sprouts position 1+AB|AB normal WIN needs a reply: move 0 of AB|AB leads to !, not settled with nimber 1",
    );
    // With 2AB|AB of nimber 2 it is won, by the move that leads to nimber 1.
    let won = |reply| Draft { replies: vec![reply], ..draft("1+2AB|AB", Win, &[("1", 1), ("AB|AB", 1)]) }.bytes();
    assert_eq!((0..5).map(|reply| check(&won(reply)).is_ok()).collect::<Vec<_>>(), [true, true, true, false, false]);
}

/// Everything accepted must be true, whatever was done to it.
#[test]
fn nothing_false_is_accepted() {
    let truth = |statement: &str| ["sprouts 3 normal WIN", "sprouts 3 normal NIMBER 1"].contains(&statement);
    let mut random = Random::new(11);
    let drafts = [small_proof("0*3", Win), small_proof("0*3", Nimber(1)), full_proof("0*3", Win)];
    let (mut accepted, mut rejected) = (0, 0);
    for round in 0..600 {
        let mut draft = drafts[round % 3].clone();
        for _ in 0..1 + random.below(2) {
            let i = random.below(draft.claims.len());
            match random.below(7) {
                0 => drop(draft.claims.remove(i)),
                1 => draft.claims[i].1 = random.below(4) as u8,
                2 => draft.claims.insert(i, draft.claims[i].clone()),
                3 => draft.claims.swap(i, 0),
                4 if !draft.replies.is_empty() => {
                    let i = random.below(draft.replies.len());
                    draft.replies[i] = random.below(20) as u64;
                }
                5 => drop(draft.replies.pop()),
                _ => draft.results[0].1 = [Loss, Win, Nimber(random.below(3) as u8)][random.below(3)],
            }
        }
        match check(&draft.bytes()) {
            Ok(statement) => {
                assert!(truth(&statement), "{draft:?}");
                accepted += 1;
            }
            Err(_) => rejected += 1,
        }
    }
    assert!(accepted > 10 && rejected > 300, "{accepted} {rejected}");
}

/// The reader meets arbitrary bytes behind a right digest.
#[test]
fn flipped_and_random_bytes() {
    let mut random = Random::new(12);
    let good = small_proof("0*3", Win).bytes();
    let content = &good[..good.len() - 32];
    for i in 0..8 * content.len() {
        let mut flipped = content.to_vec();
        flipped[i / 8] ^= 1 << (i % 8);
        if let Ok(statement) = check(&seal(flipped)) {
            assert_eq!(statement, "sprouts 3 normal WIN", "bit {i}");
        }
    }
    for round in 0..1_500 {
        let start = if round % 2 == 0 { 8 } else { 12 + random.below(content.len() - 12) };
        let noise = (0..random.below(200)).map(|_| random.below(256) as u8);
        let bytes: Vec<u8> = content[..start].iter().copied().chain(noise).collect();
        if let Ok(statement) = check(&seal(bytes)) {
            assert_eq!(statement, "sprouts 3 normal WIN");
        }
    }
    let noisy = small_proof("0*3", Win);
    for _ in 0..1_500 {
        let body: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        let stated = Some((random.below(20) as u32, random.below(20) as u32));
        if let Ok(statement) = check(&Draft { stated, ..noisy.clone() }.with_body(&body)) {
            assert_eq!(statement, "sprouts 3 normal WIN");
        }
    }
}

/// A small body can stand for very much. (How much memory is used is measured in the whole program, by
/// `hostile_certificates` in `tests/`.)
#[test]
fn work_is_bounded() {
    let draft = Draft { stated: Some((0, u32::MAX)), ..draft("0", Loss, &[]) };
    let start = std::time::Instant::now();
    malformed(&draft.with_body(&vec![0; 200_000]), "");
    malformed(&draft.with_body(&vec![255; 200_000]), "");
    let many = Draft { replies: vec![0; 10_000_000], stated: None, ..draft };
    let many = many.bytes();
    cannot_check(&many, "more memory than is allowed");
    // Whoever allows more learns what is wrong with it.
    let allowance = Some(Allowance { memory: 2 << 30, ..Allowance::of_size(many.len()) });
    let generous = verify(&many, &Settings { allowance, ..Settings::default() });
    rejected(generous.map(|verified| verified.statement.to_string()), Family::Malformed, "0 are needed");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn explains() {
    let draft = small_proof("0*4", Win);
    let file = draft.bytes();
    for (i, (text, nimber)) in draft.claims.iter().enumerate() {
        let explanation = explained(&file, i + 1).unwrap();
        let (land, lines) = (land(text), explanation.to_string());
        assert_eq!(lines.lines().next(), Some(&format!("claim {}, {land} has nimber {nimber}", i + 1)[..]));
        let options = land_options(&land).unwrap();
        assert!(
            options.iter().map(ToString::to_string).eq(explanation.options.iter().map(|option| option.option.clone()))
        );
        let mut settled = vec![];
        for option in &explanation.options {
            let moves = moves(&land);
            assert_eq!(moves.play(option.number).unwrap().canonical().unwrap().to_string(), option.option);
            assert_eq!(option.how, in_words(&moves, &land, option.number));
            match &option.because {
                Because::Settled { nimber } => settled.push(*nimber),
                Because::Refuted { land, reply, .. } => {
                    let after = tests::moves(&tests::land(land)).play(reply.number).unwrap();
                    assert_eq!(after.canonical().unwrap().to_string(), reply.leads_to);
                }
                because => panic!("{because:?}"),
            }
        }
        assert!((0..*nimber).all(|j| settled.contains(&j)) && !settled.contains(nimber));
    }
    for claim in [0, draft.claims.len() + 1] {
        let error = explained(&file, claim).unwrap_err();
        assert_eq!(error.why, CannotCheck::NoSuchClaim { number: claim, count: draft.claims.len() }.into());
    }
}

/// Moves in words: a person can draw them.
#[test]
fn moves_in_words() {
    let table = [
        ("0*2", 0, "joins 0 to 0"),
        ("0*2", 1, "loop on 0, with nothing inside and 1 boundary (0) outside"),
        ("0*4", 3, "loop on 0, with 2 boundaries (0, 0) inside and 1 boundary (0) outside"),
        ("0.12", 1, "joins 0 to 2 of 12"),
        ("0.12", 4, "loop on 1 of 12, with nothing inside and 1 boundary (0) outside"),
        ("0.12", 7, "joins 1 to 2 of 12, with 1 boundary (0) inside and nothing outside"),
        ("1a1a", 0, "loop on the 1st 1"),
        ("1a1a", 2, "joins the 1st 1 to the 2nd 1"),
        ("12a1a", 3, "joins the 1st 1 to the 2nd 1"),
        ("AB|AB", 1, "joins A to B in region 2"),
        ("0*2.AB|2AB", 8, "joins A to B of AB in region 1, with 1 boundary (0) inside and 1 boundary (0) outside"),
        ("0*2.AB|2AB", 1, "joins 0 to A of AB in region 1"),
    ];
    for (text, number, expected) in table {
        assert_eq!(in_words(&moves(&land(text)), &land(text), number), expected, "{text} {number}");
    }
}
