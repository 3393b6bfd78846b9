//! The compressed text, its lines and its numbers.

use crate::budget::{Allowance, Budget};
use crate::container::Evidence;
use crate::error::{Error, Family};
use crate::notation::number;
use crate::tests::writer::compressed;

/// The text of a body with so many lines.
fn open_with(body: &[u8], claims: u32, replies: u32, memory: u64) -> Result<String, Error> {
    let budget = Budget::new(Allowance { work: 0, memory });
    Evidence { claims, replies, body }.text(&budget).map(|text| text.text)
}

fn open(body: &[u8], lines: u32) -> Result<String, Error> {
    open_with(body, 1, lines - 1, 50_000_000)
}

#[track_caller]
fn refused<T>(result: Result<T, Error>, family: Family, words: &str) {
    let error = result.err().expect(words);
    assert!(error.family() == family && error.to_string().contains(words), "{error}");
}

#[test]
fn has_lines() {
    let body = compressed("0*2 0\n\n17\n");
    assert_eq!(open(&body, 3).unwrap(), "0*2 0\n\n17\n");
    for (claims, replies) in [(0, 0), (1, 1), (3, 1), (u32::MAX, 4), (u32::MAX, u32::MAX)] {
        let refusal = open_with(&body, claims, replies, 100);
        let stated = u64::from(claims) + u64::from(replies);
        refused(refusal, Family::Malformed, &format!("the text has 3 lines with an end, not {stated} "));
    }
    for lines in 1..4 {
        refused(open(&compressed("1\n2"), lines), Family::Malformed, "the text has 1 lines with an end");
    }
    assert_eq!(open_with(&compressed(""), 0, 0, 0).unwrap(), "");
    refused(open(&compressed(""), 1), Family::Malformed, "the text has 0 lines");
}

#[test]
fn the_stream_ends_with_the_body() {
    let body = compressed(&"0.AB|AB 0\n".repeat(100));
    refused(open(&[&body[..], &[0]].concat(), 100), Family::Malformed, "not a compressed text, all of it and no more");
    refused(open(&[&body[..], &body].concat(), 100), Family::Malformed, "not a compressed text, all of it and no more");
    for length in 0..body.len() {
        refused(open(&body[..length], 100), Family::Malformed, "not a compressed text");
    }
    refused(open(&[7], 100), Family::Malformed, "not a compressed text");
    // Blocks without compression; the second one begins with a byte that is not ASCII.
    let plain = [&[1, 2, 0, 0xFD, 0xFF][..], b"0\n"].concat();
    assert_eq!(open(&plain, 1).unwrap(), "0\n");
    refused(open(&[1, 2, 0, 0xFD, 0xFF, 0xC3, 0xA9], 100), Family::Malformed, "not ASCII");
    refused(open(&[1, 1, 0, 0xFE, 0xFF, 0xFF], 100), Family::Malformed, "not ASCII");
}

#[test]
fn texts_are_bounded() {
    let bomb = compressed(&"0".repeat(31_000_000));
    assert!(bomb.len() < 40_000);
    refused(open(&bomb, 1), Family::CannotCheck, "the text has more than 30");
    let zeros = "0".repeat(20_000);
    assert!(open(&compressed(&format!("{zeros}\n")), 1).is_ok());
    let long = open(&compressed(&format!("{zeros}\n0{zeros}\n")), 2);
    refused(long, Family::CannotCheck, "line 2 of the text has more than 20000 characters");
    let many = compressed(&"0\n".repeat(500));
    assert!(open_with(&many, 0, 500, 1_000).is_ok());
    refused(open_with(&many, 0, 500, 999), Family::CannotCheck, "more memory");
}

#[test]
fn numbers() {
    for (digits, expected) in [("0", 0), ("7", 7), ("10", 10), ("18446744073709551615", u64::MAX)] {
        assert_eq!(number(digits, 0, u64::MAX), Ok(expected));
    }
    for digits in ["", "00", "01", "+1", "-1", " 1", "1 ", "1_0", "0x1", "a", "18446744073709551616", "1\r"] {
        refused(number(digits, 0, u64::MAX), Family::Malformed, &format!("{digits:?} should be a number"));
    }
}
