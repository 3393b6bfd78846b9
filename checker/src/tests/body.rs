//! The compressed text, its lines and its numbers.

use crate::body::{Body, number};
use crate::error::{Error, Family, Memory};
use crate::tests::writer::compressed;

fn open(body: &[u8]) -> Result<Body, Error> {
    Body::open(body, &mut Memory(50_000_000))
}

#[track_caller]
fn refused<T>(result: Result<T, Error>, family: Family, words: &str) {
    let error = result.err().expect(words);
    assert!(error.family == family && error.why.contains(words), "{error}");
}

#[test]
fn reads_lines() {
    let mut body = open(&compressed("0*2 0\n\n17\n")).unwrap();
    assert_eq!(body.line().unwrap(), "0*2 0");
    refused(body.end(), Family::Malformed, "4 bytes of the text are left over after line 1");
    assert_eq!(body.line().unwrap(), "");
    assert_eq!(body.line().unwrap(), "17");
    assert_eq!(body.end(), Ok(()));
    refused(body.line(), Family::Malformed, "line 4 of the text is missing");
    let mut unended = open(&compressed("1\n2")).unwrap();
    assert_eq!(unended.line().unwrap(), "1");
    refused(unended.line(), Family::Malformed, "line 2 of the text is missing");
    refused(unended.end(), Family::Malformed, "1 bytes of the text are left over");
    assert_eq!(open(&compressed("")).unwrap().end(), Ok(()));
}

#[test]
fn the_stream_ends_with_the_body() {
    let body = compressed(&"0.AB|AB 0\n".repeat(100));
    refused(open(&[&body[..], &[0]].concat()), Family::Malformed, "1 bytes of the body are left over");
    refused(open(&[&body[..], &body].concat()), Family::Malformed, "bytes of the body are left over");
    for length in 0..body.len() {
        refused(open(&body[..length]), Family::Malformed, "no compressed text, or not all of one");
    }
    refused(open(&[7]), Family::Malformed, "no compressed text");
    // Blocks without compression; the second one begins with a byte that is not ASCII.
    let plain = [&[1, 2, 0, 0xFD, 0xFF][..], b"0\n"].concat();
    assert_eq!(open(&plain).unwrap().line().unwrap(), "0");
    refused(open(&[1, 2, 0, 0xFD, 0xFF, 0xC3, 0xA9]), Family::Malformed, "not ASCII");
    refused(open(&[1, 1, 0, 0xFE, 0xFF, 0xFF]), Family::Malformed, "not ASCII");
}

#[test]
fn texts_are_bounded() {
    let bomb = compressed(&"0".repeat(31_000_000));
    assert!(bomb.len() < 40_000);
    refused(open(&bomb), Family::CannotCheck, "the text has more than 30");
    let mut memory = Memory(1_000);
    assert!(Body::open(&compressed(&"0".repeat(1_000)), &mut memory).is_ok());
    assert_eq!(memory.0, 0);
    refused(Body::open(&compressed("0"), &mut memory), Family::CannotCheck, "more memory");
}

#[test]
fn numbers() {
    for (digits, expected) in [("0", 0), ("7", 7), ("10", 10), ("18446744073709551615", u64::MAX)] {
        assert_eq!(number(digits), Ok(expected));
    }
    for digits in ["", "00", "01", "+1", "-1", " 1", "1 ", "1_0", "0x1", "a", "18446744073709551616", "1\r"] {
        refused(number(digits), Family::Malformed, &format!("{digits:?} should be a number"));
    }
}
