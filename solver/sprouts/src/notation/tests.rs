//! What all notations promise together: detection, bounds, round trips, and no panic on any text.

use super::*;
use common::random::Random;

const NOTATIONS: [Notation; 3] = [Notation::Short, Notation::LemoineViennot, Notation::Hoey];

/// Asks that each text is rejected at its place and for its reason: text, offset, length, kind of error.
pub fn all_are_rejected(
    parse: impl Fn(&str) -> Result<PlainPosition, Fault>,
    texts: Vec<(&str, usize, usize, ParseErrorKind)>,
) {
    for (text, offset, length, kind) in texts {
        let fault = parse(text).expect_err(text);
        assert_eq!(fault.kind, kind, "{text}");
        assert_eq!((fault.span.offset, fault.span.length), (offset, length), "{text}");
    }
}

#[test]
fn names_read_and_print() {
    for (notation, name) in NOTATIONS.into_iter().zip(["short", "lv", "hoey"]) {
        assert_eq!(notation.to_string(), name);
        assert_eq!(name.parse(), Ok(notation));
    }
    assert_eq!("latin".parse::<Notation>(), Err(UnknownNotation("latin".to_owned())));
}

#[test]
fn notations_are_detected() {
    let table: [(Notation, &[&str]); 3] = [
        (
            Notation::Short,
            &[
                "", "!", "0", "1", "2", "12", "12!", "0*5", "0*34", "0.0", "AB|AB", "A3|A3", "3.0", "n(45)2", "m(3)",
                "to", "2o1o", "otot", "t", "x", "é",
            ],
        ),
        (Notation::LemoineViennot, &["0.}]!", "}", "]", "22.}]", "AB.}AB.}!", "0,}"]),
        (
            Notation::Hoey,
            &["1,2", "1;2", "1/2", "/", "1-6-2", "1o", "12t", " 1t ", "3", "13", "7", "1,8,4,9t,8,5;2", "5.1-7-6.3"],
        ),
    ];
    for (notation, texts) in table {
        for text in texts {
            assert_eq!(detect(text), notation, "{text}");
        }
    }
}

#[test]
fn texts_are_bounded() {
    for notation in NOTATIONS {
        let error = parse_as(&"é".repeat(MAX_CHARACTERS + 3), notation).unwrap_err();
        assert_eq!(error.kind, ParseErrorKind::TextTooLong);
        assert_eq!((error.offset, error.length), (2 * MAX_CHARACTERS, 6));
        assert_eq!(error.notation, notation);
        let error = parse_as(&"é".repeat(MAX_CHARACTERS), notation).unwrap_err();
        assert_ne!(error.kind, ParseErrorKind::TextTooLong);
    }
    assert!(parse(&" ".repeat(MAX_CHARACTERS)).is_ok());
}

#[test]
fn errors_name_the_notation_and_the_byte() {
    let error = parse("1,2;").unwrap_err();
    let wanted = "not a position in hoey notation: at byte 4, a spot number is missing; write one on either side of \
                  each separator, as in `1,3;2/1,3`";
    assert_eq!(error.to_string(), wanted);
}

#[test]
fn texts_that_are_hardly_meant_so() {
    use ParseErrorKind::{NoText, NumberAlone, UpperCaseOnce};
    let once = |place| UpperCaseOnce(Letter::Upper(place));
    let table = [
        ("", Notation::Short, 0, NoText),
        (" \n", Notation::Hoey, 0, NoText),
        ("0*2.AB|AC", Notation::Short, 5, once(2)),
        ("AB|AB+C1", Notation::Short, 6, once(3)),
        ("AB|AB+A1", Notation::Short, 6, once(1)),
        ("A1.}]A2.}]A3.}]", Notation::LemoineViennot, 0, once(1)),
        ("A1.}]A2.}]B2.}]", Notation::LemoineViennot, 10, once(2)),
    ];
    for (text, notation, offset, kind) in table {
        let error = check_meant(text, notation).expect_err(text);
        assert_eq!((error.kind, error.offset), (kind, offset), "{text}");
    }
    for text in ["!", "0*2.AB|AB", "ABAB", "0.0.A.}]2A.}]!", "/", "1,2"] {
        assert_eq!(check_meant(text, detect(text)), Ok(()), "{text}");
    }
    assert_eq!(check_guess(" 13 ").unwrap_err().kind, NumberAlone("13".into()));
    assert_eq!(check_guess("3").unwrap_err().notation, Notation::Hoey);
    for text in ["1", "12", "1t", "0*3", "3.0", "1;2", ""] {
        assert_eq!(check_guess(text), Ok(()), "{text}");
    }
}

/// The drawing without its dead spots, as Hoey's notation prints it.
fn without_dead(plain: &PlainPosition) -> PlainPosition {
    let mut plain = plain.clone();
    for boundary in plain.regions.iter_mut().flatten() {
        boundary.retain(|spot| plain.lives[*spot] > 0);
    }
    plain
}

fn assert_round_trips(plain: &PlainPosition, from: &str) {
    for notation in NOTATIONS {
        let kept = match notation {
            Notation::Hoey => without_dead(plain),
            _ => plain.clone(),
        };
        let printed = print(plain, notation);
        let again = parse_as(&printed, notation).unwrap_or_else(|error| panic!("{from}: {error}"));
        let short = |plain| print(plain, Notation::Short);
        assert_eq!(short(&again), short(&kept), "{from} in {notation}: {printed}");
        assert_eq!(print(&again, notation), printed, "{from} in {notation}");
        if !is_ambiguous(&printed, notation) {
            assert_eq!(detect(&printed), notation, "{from}: {printed}");
        }
    }
}

/// The printed texts that [`detect`] says it does not recognise.
fn is_ambiguous(printed: &str, notation: Notation) -> bool {
    match notation {
        Notation::Short => printed.contains('3') && printed.bytes().all(|b| b.is_ascii_digit()),
        Notation::LemoineViennot => printed == "!",
        Notation::Hoey => printed == "1",
    }
}

#[test]
fn what_is_printed_reads_back() {
    let texts = [
        "!",
        "0*47",
        "0*2.AB|AB",
        "0|1aAa|A.B|1B+2ab2ba+22",
        "ABC.DEF.GHI.JKL.MNO|0.ABC|0.DEF|0.GHI|0.JKL|0.MNO",
        "abcdefghijklmnopqrstuvwxyzm(27)m(28)2abcdefghijklmnopqrstuvwxyzm(27)m(28)",
        "3.0|31|33+A3B|A.B3",
        "1.2.11.12.22.aa.a1a|2",
        "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9",
        "1,8,4,9t,8,5;2",
        "1-6-2-8;3-9-4-7/1-8-2-6/3-7-4-9;5",
        "0.0.0.0.0.0.0.0.0.}]22.}]2ab2ba.}]0.0.A.}]2A.}]!",
    ];
    for text in texts {
        assert_round_trips(&parse(text).unwrap_or_else(|error| panic!("{text}: {error}")), text);
    }
    let scattered = PlainPosition {
        lives: vec![1, 0, 2, 3, 1],
        regions: vec![vec![vec![0, 1], vec![]], vec![vec![4, 2, 4, 1]], vec![], vec![vec![1, 0], vec![3]]],
    };
    assert_round_trips(&scattered, "scattered");
}

/// The invariant that [`PlainPosition`] states.
fn assert_invariant(plain: &PlainPosition, text: &str) {
    assert!(plain.lives.len() <= MAX_SPOTS);
    let mut places = vec![Vec::new(); plain.lives.len()];
    for (r, region) in plain.regions.iter().enumerate() {
        for (b, boundary) in region.iter().enumerate() {
            for spot in boundary {
                places[*spot].push((r, b, boundary.len()));
            }
        }
    }
    for (lives, places) in plain.lives.iter().zip(places) {
        let holds = match (lives, &places[..]) {
            (3, [(_, _, length)]) => *length == 1,
            (2 | 1, [_]) => true,
            (1, [one, other]) => one == other || one.0 != other.0,
            (0, [_] | [_, _] | [_, _, _]) => true,
            _ => false,
        };
        assert!(holds, "{text}: a spot with {lives} lives occurs at {places:?}");
    }
}

fn random_text(random: &mut Random, pieces: &[&str], longest: usize) -> String {
    let length = random.below(longest);
    (0..length).map(|_| pieces[random.below(pieces.len())]).collect()
}

/// Reads a random text in every way; returns how many of them were positions.
fn try_text(text: &str) -> usize {
    let mut read = 0;
    for notation in NOTATIONS.into_iter().chain([detect(text)]) {
        match parse_as(text, notation) {
            Ok(plain) => {
                read += 1;
                assert_invariant(&plain, text);
                assert_round_trips(&plain, text);
            }
            Err(error) => {
                assert!(text.get(error.offset..error.offset + error.length).is_some(), "{text:?}: {error:?}");
                assert_eq!(error.pointing(text).lines().count(), 3, "{text:?}");
            }
        }
    }
    read
}

#[test]
fn no_text_makes_a_reader_panic() {
    let alphabets: [&[&str]; 5] = [
        &["0", "1", "2", "3", "a", "b", "A", "B", "C", ".", "|", "+", "!", "0*2", "m(27)", "n(27)"],
        &["0.", "2", "a", "A", "B", ".}", ".", "}", "]", "!", "C.}]"],
        &["1", "2", "3", "4", "5", "6t", "7o", ",", ",", ";", "/", "-", "12"],
        &["*", "(", ")", "m", "n", "m(", "0*", "9", "99999999999", " ", "\n", "\t", "é", "𝄞", "\u{301}", "\u{0}"],
        &["A.", "B.", "C.", "|", "A", "B", "C", "2.", "0.", "}", "]"],
    ];
    let mut random = Random::new(0x5eed);
    for alphabet in alphabets {
        let read: usize = (0..20_000).map(|_| try_text(&random_text(&mut random, alphabet, 12))).sum();
        assert!(read > 0, "no text of {alphabet:?} was a position: the test tests nothing");
    }
    let all: Vec<&str> = alphabets.concat();
    for _ in 0..5_000 {
        try_text(&random_text(&mut random, &all, 60));
    }
}
