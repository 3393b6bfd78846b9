use super::*;
use crate::error::{CannotCheck, Step};
use crate::limits::Limit;
use crate::parse::NotAPosition;
use crate::testing::writer::{Draft, full_proof, seal, small_proof};
use crate::testing::{Random, land};
use crate::token::Token;
use Outcome::{Loss, Nimber, Win};

fn check_on(file: &[u8], threads: usize) -> Result<Verified, Error> {
    verify(file, &Settings { threads: NonZero::new(threads).unwrap(), progress: &|_, _| {} })
}

/// The statement or the error, which must be the same on one thread and on three.
fn check(file: &[u8]) -> Result<String, String> {
    let [one, three] = [1, 3].map(|threads| {
        check_on(file, threads).map(|verified| verified.statement.to_string()).map_err(|error| format!("{error:?}"))
    });
    assert_eq!(one, three);
    one
}

fn error(file: &[u8]) -> Error {
    let _ = check(file);
    check_on(file, 1).err().expect("this should be rejected")
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
        ("0+0", Loss, "sprouts position 0+0 normal LOSS"),
        ("0*2+1", Win, "sprouts position 0*2+1 normal WIN"),
        ("0*2.AB|0*2.AB", Loss, "sprouts position 0*2.AB|0*2.AB normal LOSS"),
    ];
    for (start, result, expected) in table {
        for draft in [small_proof(start, result), full_proof(start, result)] {
            let verified = check_on(&draft.bytes(), 2).unwrap_or_else(|error| panic!("{start}: {error}"));
            assert_eq!(verified.statement.to_string(), expected);
            assert_eq!(verified.counts(), (draft.claims.len(), draft.replies.len()), "{start}");
        }
    }
    assert!(small_proof("0*4", Win).replies.len() > 5);
}

/// Claims in order, with their nimbers.
fn draft(start: &str, result: Outcome, claims: &[(&str, u8)]) -> Draft {
    let claims = claims.iter().map(|(text, nimber)| (tokens(text), *nimber)).collect();
    Draft { version: 1, start: start.to_string(), result, claims, replies: vec![], stated: None }
}

/// A land token by token as it is written, with all terminators, canonical or not.
fn tokens(text: &str) -> Vec<Token> {
    let token = |c: char| match c {
        '0'..='2' => Token::Single(c as u8 - b'0'),
        'a'..='z' => Token::Lower(u16::from(c as u8 - b'a')),
        'A'..='Z' => Token::Upper(u16::from(c as u8 - b'A')),
        '.' => Token::EndBoundary,
        _ => Token::EndRegion,
    };
    text.chars().map(token).collect()
}

macro_rules! assert_rejected {
    ($file:expr, $pattern:pat $(if $guard:expr)?) => {
        let error = error(&$file);
        assert!(matches!(&error, $pattern $(if $guard)?), "{error:?}");
        assert!(!error.to_string().is_empty());
    };
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
    assert_rejected!([], Error::Malformed(Malformed::NotACertificate));
    assert_rejected!(with(0, b's'), Error::Malformed(Malformed::NotACertificate));
    assert_rejected!(good[..39], Error::Malformed(Malformed::TooShort(39)));
    assert_rejected!(with(8, 2), Error::Malformed(Malformed::OtherVersion(2)));
    assert_rejected!(with(9, 1), Error::Malformed(Malformed::Structure(_))); // another game
    assert_rejected!(with(10, 200), Error::Malformed(Malformed::Structure(_))); // a string longer than the file
    assert_rejected!(with(11, 0xFF), Error::Malformed(Malformed::Structure(_))); // not UTF-8
    assert_rejected!(with(14, 7), Error::Malformed(Malformed::Structure(_))); // another result
    let padded = seal([&content[..], &[0]].concat());
    let at = content.len();
    assert_rejected!(padded, Error::Malformed(Malformed::BytesLeftOver { at: a, count: 1 }) if *a == at);
    assert_rejected!([&good[..], &[0]].concat(), Error::Malformed(Malformed::WrongDigest { .. }));
    let long_version = seal([&content[..8], &[0x81, 0], &content[9..]].concat());
    assert_rejected!(long_version, Error::Malformed(Malformed::LongNumber));
    for length in 0..good.len() {
        assert!(matches!(error(&good[..length]), Error::Malformed(_)), "{length}");
    }
    for i in 0..8 * good.len() {
        let mut flipped = good.clone();
        flipped[i / 8] ^= 1 << (i % 8);
        assert!(matches!(error(&flipped), Error::Malformed(_)), "{i}");
    }
}

#[test]
fn rejects_bad_starts() {
    let with = |start: &str| draft(start, Loss, &[]).bytes();
    assert_rejected!(with("0.0"), Error::Malformed(Malformed::PositionNotCanonical { .. }));
    assert_rejected!(with(""), Error::Malformed(Malformed::PositionNotCanonical { .. }));
    assert_rejected!(with("0.aa"), Error::Malformed(Malformed::PositionNotCanonical { .. }));
    assert_rejected!(with("0*x"), Error::Malformed(Malformed::Position { problem: NotAPosition::BadNumber(..), .. }));
    assert_rejected!(with("0*700"), Error::CannotCheck(CannotCheck::Limit { limit: Limit::LandTooLarge(700), .. }));
}

#[test]
fn rejects_bad_bodies() {
    let good = small_proof("0*3", Win);
    let body = good.body();
    assert_rejected!(good.with_body(&[]), Error::Malformed(Malformed::BodyTooShort));
    assert_rejected!(good.with_body(&body[..body.len() - 1]), Error::Malformed(Malformed::BodyTooShort));
    assert_rejected!(good.with_body(&[&body[..], &[0]].concat()), Error::Malformed(Malformed::BodyTooLong(1)));
    let (claims, replies) = (good.claims.len() as u32, good.replies.len() as u32);
    let stated = |claims, replies| Draft { stated: Some((claims, replies)), ..good.clone() }.bytes();
    assert_rejected!(stated(claims, u32::MAX), Error::Malformed(_));
    assert_rejected!(stated(u32::MAX, replies), Error::Malformed(_));
    assert!(check(&stated(claims, replies - 1)).is_err());
    assert_rejected!(stated(0, 0), Error::Malformed(Malformed::BodyTooLong(_)));
}

#[test]
fn rejects_bad_lands() {
    let with = |text: &str| draft("0", Loss, &[(text, 0)]).bytes();
    use NotAPosition::*;
    assert_rejected!(with("0.0.AB.|A.B.|"), Error::Malformed(Malformed::NotCanonical { .. }));
    assert_rejected!(with("21.|"), Error::Malformed(Malformed::NotCanonical { .. }));
    assert_rejected!(with("2.|"), Error::Malformed(Malformed::NotCanonical { .. }));
    assert_rejected!(with("0.22.|"), Error::Malformed(Malformed::NotCanonical { .. }));
    assert_rejected!(with("0.AA.|"), Error::Malformed(Malformed::NotCanonical { .. }));
    assert_rejected!(with("0.1aa.|"), Error::Malformed(Malformed::NotCanonical { .. }));
    assert_rejected!(with("01.|"), Error::Malformed(Malformed::NotALand { number: 1, problem: ZeroInCompany }));
    assert_rejected!(with("0.1a.|"), Error::Malformed(Malformed::NotALand { problem: LowerNotTwice(_), .. }));
    assert_rejected!(with("0.A.A.|"), Error::Malformed(Malformed::NotALand { problem: UpperInTwoBoundaries(_), .. }));
    assert_rejected!(with("0..1.|"), Error::Malformed(Malformed::NotALand { problem: EmptyOrUnended, .. }));
    assert_rejected!(with("|"), Error::Malformed(Malformed::NotALand { problem: EmptyOrUnended, .. }));
    assert_rejected!(with("0|"), Error::Malformed(Malformed::NotALand { problem: EmptyOrUnended, .. }));
    assert_rejected!(with("0.AB.CD.|0.AC.|0.BD.|"), Error::Malformed(Malformed::Impossible { .. }));
    assert_rejected!(with(&("0.".repeat(1000) + "|")), Error::Malformed(Malformed::LandTooLong { number: 1 }));
    let large = with(&("0.".repeat(601) + "|"));
    assert_rejected!(large, Error::CannotCheck(CannotCheck::Limit { limit: Limit::LandTooLarge(601), .. }));
}

#[test]
fn rejects_bad_lists() {
    let with = |claims: &[(&str, u8)]| draft("0", Loss, claims).bytes();
    assert_rejected!(
        with(&[("AB.|AB.|", 1), ("0.|", 0)]),
        Error::Malformed(Malformed::NotIncreasing { number: 2, .. })
    );
    // The writer never shares a whole land, so it can write the same land twice.
    assert_rejected!(with(&[("0.|", 0), ("0.|", 0)]), Error::Malformed(Malformed::NotIncreasing { number: 2, .. }));
}

#[test]
fn rejects_wrong_claims() {
    let with = |claims: &[(&str, u8)]| draft("0", Loss, claims).bytes();
    assert!(check(&with(&[("0.|", 0), ("AB.|AB.|", 1)])).is_ok());
    assert_rejected!(with(&[("0.|", 0), ("AB.|AB.|", 0)]),
        Error::Wrong(w) if matches!(&**w, Wrong::SameNimber { step: Step::Claim { number: 1 | 2, .. }, .. }));
    assert_rejected!(with(&[("0.|", 0), ("AB.|AB.|", 2)]),
        Error::Wrong(w) if matches!(&**w, Wrong::NimberMissing { step: Step::Claim { number: 2, .. }, nimber: 1 }));
    assert_rejected!(with(&[("0.|", 1), ("AB.|AB.|", 1)]),
        Error::Wrong(w) if matches!(&**w, Wrong::SameNimber { step: Step::Claim { number: 1, .. }, .. }));
    assert_rejected!(with(&[("0.|", 0)]),
        Error::Wrong(w) if matches!(&**w, Wrong::ReplyMissing { step: Step::Claim { number: 1, .. }, stated: 0, .. }));
}

#[test]
fn rejects_open_options() {
    // Joining the 0 and the A of a region leaves 12 and 0, which nobody claims.
    let open = Draft { replies: vec![0; 99], ..draft("0.A|0.A", Loss, &[("0.A.|0.A.|", 0)]) };
    assert_rejected!(open.bytes(), Error::Wrong(w) if matches!(&**w, Wrong::Open { option, .. } if option.lands().len() == 2));
}

#[test]
fn rejects_wrong_replies() {
    let good = small_proof("0*3", Win);
    assert!(check(&good.bytes()).is_ok());
    let mut wrong = 0;
    for i in 0..good.replies.len() {
        let with = |number: u64| {
            let mut draft = good.clone();
            draft.replies[i] = number;
            draft.bytes()
        };
        for number in [1000, (1 << 40) - 2] {
            assert_rejected!(with(number), Error::Wrong(w) if matches!(**w, Wrong::NoSuchMove { number: n, .. } if n == number));
        }
        for number in (0..10).filter(|&number| check(&with(number)).is_err()) {
            wrong += 1;
            assert_rejected!(
                with(number),
                Error::Wrong(w) if matches!(**w, Wrong::NoSuchMove { .. } | Wrong::BadReply { .. })
            );
        }
    }
    assert!(wrong > 2 * good.replies.len(), "{wrong}");
    let mut draft = good.clone();
    draft.replies.pop();
    assert_rejected!(draft.bytes(), Error::Wrong(w) if matches!(**w, Wrong::ReplyMissing { .. }));
    draft.replies = [&good.replies[..], &[0, 1 << 39]].concat();
    let (stated, needed) = (draft.replies.len(), good.replies.len());
    assert_rejected!(draft.bytes(), Error::Malformed(m) if *m == Malformed::SpareReplies { stated, needed });
    let bytes = Draft { replies: vec![(1 << 41) - 2], ..good }.bytes();
    assert_rejected!(bytes, Error::Malformed(Malformed::ReplyLength { number: 1, bits: 41 }));
}

#[test]
fn rejects_what_does_not_follow() {
    let table = [
        ("0*2", Loss, Win, Found::Nimber(0)),
        ("0*2", Loss, Nimber(1), Found::Nimber(0)),
        ("0*3", Nimber(1), Loss, Found::Nimber(1)),
        ("0*3", Nimber(1), Nimber(255), Found::Nimber(1)),
        ("0*3", Win, Nimber(1), Found::NotSettled),
    ];
    for (start, proved, stated, found) in table {
        let mut draft = small_proof(start, proved);
        draft.result = stated;
        if found == Found::NotSettled {
            // Without its refutation: that belonged to the statement.
            draft = full_proof(start, stated);
            draft.claims.retain(|(tokens, _)| *tokens != land(start).0);
        }
        assert_rejected!(draft.bytes(), Error::NotProven(not) if not.found == found);
    }
    // Nothing but the statement.
    assert_rejected!(draft("0*2", Loss, &[]).bytes(), Error::NotProven(_));
    assert_rejected!(draft("0*2+0*2", Win, &[]).bytes(), Error::NotProven(_));
    assert_rejected!(draft("0*3", Win, &[]).bytes(), Error::Wrong(w) if matches!(**w, Wrong::ReplyMissing { step: Step::Start, .. }));
    assert_rejected!(draft("!", Win, &[]).bytes(), Error::NotProven(_));
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
                _ => draft.result = [Loss, Win, Nimber(random.below(3) as u8)][random.below(3)],
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
    for round in 0..3_000 {
        let start = if round % 2 == 0 { 8 } else { 12 + random.below(content.len() - 12) };
        let noise = (0..random.below(200)).map(|_| random.below(256) as u8);
        let bytes: Vec<u8> = content[..start].iter().copied().chain(noise).collect();
        if let Ok(statement) = check(&seal(bytes)) {
            assert_eq!(statement, "sprouts 3 normal WIN");
        }
    }
    let noisy = small_proof("0*3", Win);
    for _ in 0..3_000 {
        let body: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        let stated = Some((random.below(20) as u32, random.below(20) as u32));
        if let Ok(statement) = check(&Draft { stated, ..noisy.clone() }.with_body(&body)) {
            assert_eq!(statement, "sprouts 3 normal WIN");
        }
    }
}

/// A body of zeros can stand for very many symbols.
#[test]
fn work_and_memory_are_bounded() {
    let draft = Draft { stated: Some((0, u32::MAX)), ..draft("0", Loss, &[]) };
    let start = std::time::Instant::now();
    assert_rejected!(draft.with_body(&vec![0; 200_000]), Error::Malformed(_));
    assert_rejected!(draft.with_body(&vec![255; 200_000]), Error::Malformed(_));
    let many = Draft { replies: vec![0; 4_000_000], stated: None, ..draft };
    assert_rejected!(many.bytes(), Error::Malformed(Malformed::Oversized));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn explains() {
    let draft = small_proof("0*4", Win);
    let verified = check_on(&draft.bytes(), 1).unwrap();
    for number in 1..=draft.claims.len() {
        let explanation = verified.explain(number).unwrap().unwrap();
        let options: Vec<_> = explanation.options.keys().cloned().collect();
        assert!(options.iter().eq(&crate::land_options(&explanation.land).unwrap()), "{}", explanation.land);
    }
    assert!(verified.explain(0).is_none() && verified.explain(draft.claims.len() + 1).is_none());
}
