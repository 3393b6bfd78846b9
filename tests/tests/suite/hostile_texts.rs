//! Certificates whose text is not what FORMAT.md sections 9 and 13 say: malformed, each of them, in the checker; and none is
//! a place to start from for the solver. The same certificate with its own text is verified, so it is the change that counts.

use certificate::{ClaimError, ContainerError, read_claims};
use checker::Family;
use sproof_tests::container::{Container, compress};
use sproof_tests::solved::{check, misere_proof, proof, start};

fn normal() -> Container {
    Container::open(&proof(&start(2)).certificate(false).seal().bytes)
}

fn misere() -> Container {
    Container::open(&misere_proof(&start(3), 2).certificate().seal().bytes)
}

/// The family of the checker's error.
fn family(certificate: &Container) -> Option<Family> {
    check(&certificate.seal(), 1).err().map(|error| error.family())
}

/// The text with the first such line replaced.
fn changed(text: &str, line: &str, to: &str) -> Vec<u8> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = lines.iter().position(|found| found.trim_end() == line).expect("the line is there");
    lines[at] = to;
    lines.concat().into_bytes()
}

/// What can be done to any text, whatever is in it.
fn common_changes(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let first = text.split('\n').next().expect("there is a line").to_string();
    let bytes = |text: String| text.into_bytes();
    vec![
        ("no last newline", bytes(text.trim_end().to_string())),
        ("a line left over", bytes(format!("{text}0\n"))),
        ("an empty line left over", bytes(format!("{text}\n"))),
        ("something behind the last line", bytes(format!("{text}0"))),
        ("a line missing", bytes(text[text.find('\n').expect("there is a line") + 1..].to_string())),
        ("an empty line", bytes(text.replacen(&first, "", 1))),
        ("carriage returns", bytes(text.replace('\n', "\r\n"))),
        ("one carriage return", bytes(text.replacen('\n', "\r\n", 1))),
        ("carriage returns only", bytes(text.replace('\n', "\r"))),
        ("a blank before a newline", bytes(text.replacen('\n', " \n", 1))),
        ("a blank in front", bytes(format!(" {text}"))),
        ("a byte order mark", bytes(format!("\u{feff}{text}"))),
        ("a letter of two bytes", bytes(text.replacen(&first, &format!("{first}é"), 1))),
        ("a byte that is no letter", [b"\xff", text.as_bytes()].concat()),
        ("a zero byte", [b"\0", text.as_bytes()].concat()),
        ("no text", Vec::new()),
    ]
}

fn assert_malformed(certificate: &Container, what: &str) {
    assert_eq!(family(certificate), Some(Family::Malformed), "{what}: {:?}", check(&certificate.seal(), 1).err());
}

#[test]
fn texts_of_normal_play() {
    let good = normal();
    assert_eq!(good.text(), "0*2 0\n0 0\nABCD|ABCD 0\n6\n2\n3\n0\n0\n");
    assert_eq!(family(&good), None);
    // Compressed otherwise, it is the same text.
    assert_eq!(family(&good.with_text(good.text())), None);
    let change = |line, to| changed(&good.text(), line, to);
    let mut changes = common_changes(&good.text());
    changes.extend([
        ("a leading zero in a reply", change("6", "06\n")),
        ("a sign", change("6", "+6\n")),
        ("a reply in hexadecimal digits", change("6", "0x6\n")),
        ("a reply beyond 64 bits", change("6", "18446744073709551622\n")),
        ("an empty reply", change("6", "\n")),
        ("a leading zero in a nimber", change("0 0", "0 00\n")),
        ("a nimber beyond 255", change("0 0", "0 256\n")),
        ("a claim without nimber", change("0 0", "0\n")),
        ("a claim with two nimbers", change("0 0", "0 0 0\n")),
        ("two blanks", change("0 0", "0  0\n")),
        ("a tab", change("0 0", "0\t0\n")),
        ("a land written otherwise", change("0*2 0", "0.0 0\n")),
        ("a run of one", change("0 0", "0*1 0\n")),
        ("all terminators", change("0*2 0", "0.0.| 0\n")),
        ("letters in another order", change("ABCD|ABCD 0", "ABCD|BCDA 0\n")),
        ("other letters", change("ABCD|ABCD 0", "BCDE|BCDE 0\n")),
        ("a position that is not reduced", change("ABCD|ABCD 0", "ABCD|ABCD|EF 0\n")),
        ("two lands", change("0 0", "0+0 0\n")),
        ("no land", change("0 0", "! 0\n")),
        ("a claim twice", change("0*2 0", "0 0\n")),
        ("claims out of order", good.text().replace("0*2 0\n0 0\n", "0 0\n0*2 0\n").into_bytes()),
        ("a reply among the claims", change("0 0", "6\n")),
    ]);
    for (what, text) in changes {
        let mutant = good.with_text(&text);
        assert_malformed(&mutant, what);
        let error = read_claims(&mutant.seal()).expect_err(what);
        assert!(
            !matches!(error, ClaimError::Container(ContainerError::NotACertificate(_) | ContainerError::Damaged)),
            "{what}: {error}"
        );
    }
}

#[test]
fn texts_of_misere_play() {
    let good = misere();
    assert_eq!(good.text(), "0*3\n0.A|1aAa\n10\n7\n0\n0\n0\n2\n");
    assert_eq!(family(&good), None);
    let change = |line, to| changed(&good.text(), line, to);
    let mut changes = common_changes(&good.text());
    changes.extend([
        ("a leading zero in a reply", change("10", "010\n")),
        ("a land written otherwise", change("0*3", "0.0.0\n")),
        ("a land that is small", change("0*3", "0*2\n")),
        ("a small land beside another", change("0*3", "0*3+AB|AB\n")),
        ("a tree without number", change("0*3", "0*3+t\n")),
        ("a tree with a leading zero", change("0*3", "0*3+t00\n")),
        ("a tree that is not there", change("0*3", "0*3+t2\n")),
        ("a tree beyond all numbers", change("0*3", "0*3+t99999999999999999999\n")),
        ("a tree before a land", change("0*3", "t0+0*3\n")),
        ("trees out of order", change("0*3", "0*3+t1+t0\n")),
        ("lands out of order", change("0*3", "0.A|1aAa+0*3\n")),
        ("two pieces 1", change("0*3", "0*3+*1+*1\n")),
        ("a heap 2", change("0*3", "0*3+*2\n")),
        ("a piece 1 in front", change("0*3", "*1+0*3\n")),
        ("an empty piece", change("0*3", "0*3+\n")),
        ("a nimber", change("0*3", "0*3 0\n")),
        ("a node twice", change("0*3", "0.A|1aAa\n")),
        ("nodes out of order", good.text().replace("0*3\n0.A|1aAa\n", "0.A|1aAa\n0*3\n").into_bytes()),
    ]);
    for (what, text) in changes {
        assert_malformed(&good.with_text(text), what);
    }
    // A node without pieces is not malformed, but closed.
    assert!(family(&good.with_text(change("0*3", "!\n"))).is_some());
}

/// Behind the end of the compressed text nothing follows, and it does end.
#[test]
fn bodies_are_one_whole_stream() {
    for good in [normal(), misere()] {
        for (what, more) in [("a byte", vec![0]), ("another stream", good.body.clone()), ("no text", compress(""))] {
            let body = [&good.body[..], &more].concat();
            assert_malformed(&Container { body, ..good.clone() }, &format!("{what} behind the stream"));
        }
        for length in 0..good.body.len() {
            let body = good.body[..length].to_vec();
            assert_malformed(&Container { body, ..good.clone() }, &format!("{length} bytes of the stream"));
        }
        // Zlib's and gzip's frames are not the stream that they hold.
        for frame in [&b"\x78\xda"[..], b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03"] {
            let body = [frame, &good.body].concat();
            assert!(family(&Container { body, ..good.clone() }).is_some());
        }
        // A stored text is as good as a compressed one.
        let text = good.text();
        let length = (text.len() as u16).to_le_bytes();
        let body = [&[1], &length[..], &length.map(|byte| !byte), text.as_bytes()].concat();
        assert_eq!(family(&Container { body, ..good.clone() }), None);
    }
}

#[test]
fn counts_are_those_of_the_text() {
    for good in [normal(), misere()] {
        for (claims, replies) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1)] {
            let counts = (good.claims.checked_add_signed(claims), good.replies.checked_add_signed(replies));
            let mutant = Container { claims: counts.0.unwrap(), replies: counts.1.unwrap(), ..good.clone() };
            assert_malformed(&mutant, &format!("{claims} claims and {replies} replies more"));
        }
    }
}

/// Certificates as version 1 wrote them are told apart from damaged ones.
#[test]
fn version_1_is_refused_by_name() {
    for name in ["normal-06", "misere-06"] {
        let file = format!("{}/data/version-1/{name}.bin", env!("CARGO_MANIFEST_DIR"));
        let error = check(&std::fs::read(&file).unwrap(), 1).err().expect(name);
        assert!(error.to_string().contains("version 1"), "{name}: {error}");
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/version-1/normal-06.bin");
    assert_eq!(read_claims(&std::fs::read(file).unwrap()), Err(ClaimError::Container(ContainerError::Version(1))));
    // And a version that says what it is not does not help.
    for good in [normal(), misere()] {
        for version in [0, 1, 2, 4, 1 << 32] {
            assert!(family(&Container { version, ..good.clone() }).is_some(), "version {version}");
        }
    }
}
