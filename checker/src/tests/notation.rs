//! The short notation.

use crate::notation::read_canonical;
use crate::parse_position;
use crate::tests::{Random, budget, canonical, drawn, land, lands, whole_game};
use crate::token::Token;

#[test]
fn accepts() {
    let table = [
        ("", "!"),
        ("!", "!"),
        ("0", "0"),
        ("0.|", "0"),
        ("0.0.AB.|AB.|", "0*2.AB|AB"),
        ("0*2.AB|AB", "0*2.AB|AB"),
        ("CX|0*2.XC.0", "0*3.AB|AB"),
        ("0.A", "0.2"),
        ("1A2A", "1a2a"),
        ("1n(27)m(300)2m(300)|0.n(27)", "0.A|1a2aA"),
        ("0.A|0.A+0.A|0.A", "0.A|0.A+0.A|0.A"),
        ("AB|AB|+0.0.|", "0*2+AB|AB"),
    ];
    for (text, expected) in table {
        assert_eq!(canonical(text).to_string(), expected, "{text}");
    }
}

/// What is wrong, and words of the reason.
#[test]
fn rejects() {
    let table = [
        ("0.x1", "x occurs where it should not"),
        ("aaa", "a occurs where it should not"),
        ("1a.a", "a occurs where it should not"),
        ("AB|B.AB", "B occurs where it should not"),
        ("AB|2B|2B", "B occurs where it should not"),
        ("BBB", "B occurs where it should not"),
        ("0.1B.2B", "B occurs where it should not"),
        ("0.12.10", "0 occurs where it should not"),
        ("00", "0 occurs where it should not"),
        ("0*2A|A", "\"2A\" should be a number from 2"),
        ("0*", "\"\" should be a number from 2"),
        ("0*1", "\"1\" should be a number from 2"),
        ("0*02", "\"02\" should be a number from 2"),
        ("0*+2", "\"\" should be a number from 2"), // two lands, the first of which has no count
        ("0*10000", "\"10000\" should be a number from 2"),
        ("0*99999999999999999999", "should be a number from 2"),
        ("1*2", "\"*\" has no place"),
        ("0. 1", "\" \" has no place"),
        ("1é", "\"\\u{e9}\" has no place"),
        ("3", "\"3\" has no place"),
        ("0!", "\"!\" has no place"),
        ("m(26)", "\"26\" should be a number from 27"),
        ("1n(27", "\"(\" has no place"),
        ("1n()", "\"\" should be a number from 27"),
        ("1n(2é)", "\"2\\u{e9}\" should be a number from 27"),
        ("1l(27)", "\"l\" has no place"),
        ("1a2(27)a", "\"2\" has no place"),
        ("0*9999.0*2", "more than 600 occurrences"),
        ("0*599.0*2", "more than 600 occurrences"),
        ("0*599+0*2", "more than 600 occurrences"),
    ];
    for (text, words) in table {
        let error = parse_position(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    assert!(parse_position(&"1".repeat(600)).is_ok());
    assert!(parse_position(&"1".repeat(601)).is_err());
    assert!(parse_position(&"1".repeat(10_000_000)).is_err());
    // Boundaries, regions and lands that are empty are none, however many there are.
    for empty in [".", "|", "|.", "+", "!+"] {
        assert_eq!(canonical(&(empty.repeat(100_000) + "0.AB|AB")).to_string(), "0.AB|AB");
    }
}

/// What is understood, but is not how a position should be written.
#[test]
fn rejects_other_forms() {
    let table = [
        ("", "!"),
        ("0.|", "0"),
        ("0.0", "0*2"),
        ("0..1", "0.1"),
        ("0.1|", "0.1"),
        ("0||", "0"),
        (".", "!"),
        ("0+", "0"),
        ("+0", "0"),
        ("0+!", "0"),
        ("1+0", "0+1"),
        ("0.A", "0.2"),
        ("1A2A", "1a2a"),
        ("1b2b", "1a2a"),
        ("0.B|0.B", "0.A|0.A"),
        ("0.A+0.A", "0.2+0.2"),
    ];
    for (text, expected) in table {
        let error = read_canonical(text, &budget()).expect_err(text).to_string();
        assert_eq!(error, format!("malformed: the position {text:?} is {expected} in its canonical form"));
        assert_eq!(read_canonical(expected, &budget()).unwrap().to_string(), expected);
    }
}

#[test]
fn what_is_printed_is_read() {
    let mut random = Random::new(6);
    let mut all = lands(&whole_game(4));
    all.extend((0..200).flat_map(|_| drawn(&mut random, 15).canonical().unwrap().0));
    // Many letters.
    let letters = (0..60).map(|name| Token::upper(name).to_string()).collect::<String>();
    for beside in ["0.0.", "0.1.", "1.12."] {
        all.insert(land(&format!("{beside}{letters}|0.{letters}")));
    }
    let nest: String = (0..40).map(|name| Token::lower(name).to_string()).collect();
    all.insert(land(&format!("0.1{nest}2{nest}")));
    for land in all {
        assert_eq!(canonical(&land.to_string()).lands(), [land]);
    }
}

#[test]
fn reads_or_refuses_any_text() {
    let alphabet: Vec<char> = "0012abABCDn(27)m*..||+é!".chars().collect();
    let mut random = Random::new(7);
    let mut read = 0;
    for _ in 0..100_000 {
        let text: String = (0..random.below(12)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        if let Ok(position) = parse_position(&text) {
            read += 1;
            let printed = position.canonical().unwrap();
            assert_eq!(canonical(&printed.to_string()), printed, "{text}");
        }
    }
    assert!(read > 1_000, "{read}");
}
