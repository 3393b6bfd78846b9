//! Certificates that have been tampered with, the digest made right again: rejected, unless the mutant happens to be a
//! valid proof of the same statement.

use certificate::Sealed;
use search::normal::proof::Proof;
use sproof_tests::container::Container;
use sproof_tests::solved::{check, misere_proof, proof, start};
use std::ops::RangeInclusive;

/// What becomes of a mutant.
#[derive(Debug, Default)]
struct Tally {
    rejected: usize,
    still_valid: usize,
}

impl Tally {
    /// Checks a mutant. It may only pass as a proof of what the original proves.
    fn judge(&mut self, bytes: &[u8], statement: &str, what: &str) {
        match check(bytes, 1) {
            Err(_) => self.rejected += 1,
            Ok(verified) => {
                assert_eq!(verified.statement.to_string(), statement, "{what}");
                self.still_valid += 1;
            }
        }
    }
}

fn statement(sealed: &Sealed) -> String {
    check(&sealed.bytes, 1).expect("the original is valid").statement.to_string()
}

/// The bytes with one changed and the digest made right.
pub fn resealed(mut bytes: Vec<u8>, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    bytes.truncate(bytes.len() - 32);
    change(&mut bytes);
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    bytes
}

pub fn mutants(proof: &Proof) -> Vec<(String, Proof)> {
    let mut mutants = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut Proof)| {
        let mut mutant = proof.clone();
        change(&mut mutant);
        if mutant != *proof {
            mutants.push((what, mutant));
        }
    };
    for nth in 0..proof.claims.len() {
        add(format!("claim {nth} dropped"), &|p| drop(p.claims.remove(nth)));
        add(format!("claim {nth} doubled"), &|p| p.claims.insert(nth, p.claims[nth].clone()));
        for other in [1, 2] {
            add(format!("claim {nth} with another nimber"), &|p| p.claims[nth].1 ^= other);
        }
        if nth > 0 {
            add(format!("claim {nth} before its turn"), &|p| p.claims.swap(nth - 1, nth));
            add(format!("nimbers of claims up to {nth} exchanged"), &|p| {
                let nimber = p.claims[nth].1;
                p.claims[nth].1 = p.claims[nth - 1].1;
                p.claims[nth - 1].1 = nimber;
            });
        }
    }
    for nth in 0..proof.replies.len() {
        add(format!("reply {nth} one more"), &|p| p.replies[nth] += 1);
        // These fail by their number or at once, wherever they stand.
        if nth % 8 == 0 {
            add(format!("reply {nth} dropped"), &|p| {
                p.replies.remove(nth);
            });
            add(format!("reply {nth} doubled"), &|p| p.replies.insert(nth, p.replies[nth]));
            add(format!("reply {nth} out of reach"), &|p| p.replies[nth] = (1 << 39) + 7);
        }
        if nth > 0 {
            add(format!("replies {nth} and before swapped"), &|p| p.replies.swap(nth - 1, nth));
        }
    }
    mutants
}

#[test]
fn changed_claims_and_replies_are_rejected() {
    change_claims_and_replies(1..=6);
}

#[test]
#[ignore = "deep: thousands of changes to larger certificates"]
fn changed_claims_and_replies_of_larger_games_are_rejected() {
    change_claims_and_replies(7..=9);
}

fn change_claims_and_replies(games: RangeInclusive<usize>) {
    for spots in games {
        let proof = proof(&start(spots));
        let statement = statement(&proof.certificate(false).seal());
        let mutants = mutants(&proof);
        let halves = mutants.split_at(mutants.len() / 2);
        let judge = |half: &[(String, Proof)]| {
            let mut tally = Tally::default();
            for (what, mutant) in half {
                let before = tally.still_valid;
                tally.judge(&mutant.certificate(false).seal().bytes, &statement, what);
                // Another move may serve as well; another claim may not.
                let may_pass = what.starts_with("repl") && !what.contains("dropped") && !what.contains("doubled");
                assert!(may_pass || tally.still_valid == before, "{spots} spots: {what}");
            }
            tally.rejected
        };
        let rejected = std::thread::scope(|scope| {
            let other = scope.spawn(|| judge(halves.1));
            judge(halves.0) + other.join().expect("no panic")
        });
        assert!(rejected * 2 > mutants.len(), "{spots} spots: {rejected} of {}", mutants.len());
    }
}

#[test]
fn flipped_bits_are_rejected() {
    flip_bits(1..=6);
}

#[test]
#[ignore = "deep: larger certificates"]
fn flipped_bits_of_larger_games_are_rejected() {
    flip_bits(7..=9);
}

fn flip_bits(games: RangeInclusive<usize>) {
    for spots in games {
        let sealed = proof(&start(spots)).certificate(false).seal();
        let statement = statement(&sealed);
        let mut tally = Tally::default();
        let bits = (sealed.bytes.len() - 32) * 8;
        // All of them for the small certificates, every 23rd for the large ones.
        let step = if bits < 1500 { 1 } else { 23 };
        for bit in (0..bits).step_by(step) {
            let flip = |bytes: &mut Vec<u8>| bytes[bit / 8] ^= 1 << (bit % 8);
            let mutant = resealed(sealed.bytes.clone(), flip);
            tally.judge(&mutant, &statement, &format!("{spots} spots, bit {bit}"));
            let mut unsealed = sealed.bytes.clone();
            flip(&mut unsealed);
            assert!(check(&unsealed, 1).is_err(), "{spots} spots, bit {bit} with the old digest");
        }
        // The bits behind the end of the stream are of no consequence, and some replies have others that serve as well.
        assert!(tally.rejected > 4 * tally.still_valid, "{spots} spots: {tally:?}");
    }
}

/// Every character of a text dropped, doubled, exchanged with the next one, and replaced by others.
pub fn changed_texts(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for at in 0..text.len() {
        let (before, after) = (&text[..at], &text[at + 1..]);
        texts.push([before, after].concat());
        texts.push([&text[..=at], &text[at..]].concat());
        texts.push([before, &after[..after.len().min(1)], &text[at..=at], after.get(1..).unwrap_or("")].concat());
        texts.extend("012aAB.|*+ \n\r".chars().map(|other| format!("{before}{other}{after}")));
    }
    texts.sort();
    texts.dedup();
    texts.retain(|changed| changed != text);
    texts
}

#[test]
fn changed_texts_are_rejected() {
    change_texts(&[1, 2, 3], &[(3, 2)]);
}

#[test]
#[ignore = "deep: larger certificates"]
fn changed_texts_of_larger_games_are_rejected() {
    change_texts(&[4], &[(4, 2), (5, 2)]);
}

/// Changes the texts of certificates of games in normal play, and in misère play with a closure.
fn change_texts(normal: &[usize], misere: &[(usize, usize)]) {
    let normal = normal.iter().map(|&spots| proof(&start(spots)).certificate(false).seal());
    let misere = misere.iter().map(|&(spots, closure)| misere_proof(&start(spots), closure).certificate().seal());
    for sealed in normal.chain(misere) {
        let (statement, certificate) = (statement(&sealed), Container::open(&sealed.bytes));
        let mut tally = Tally::default();
        for text in changed_texts(&certificate.text()) {
            tally.judge(&certificate.with_text(&text).seal(), &statement, &text);
        }
        // Some replies have others that serve as well.
        assert!(tally.rejected > 20 * tally.still_valid, "{statement}: {tally:?}");
    }
}

#[test]
fn truncated_and_padded_files_are_rejected() {
    let sealed = proof(&start(6)).certificate(false).seal();
    for len in 0..sealed.bytes.len() {
        assert!(check(&sealed.bytes[..len], 1).is_err(), "{len} bytes");
        if len >= 32 {
            assert!(check(&resealed(sealed.bytes[..len].to_vec(), |_| ()), 1).is_err(), "{len} bytes, resealed");
        }
    }
    for padding in [1, 2, 32, 1000] {
        let mut padded = sealed.bytes.clone();
        padded.extend(std::iter::repeat_n(0, padding));
        assert!(check(&padded, 1).is_err(), "{padding} bytes behind the digest");
        let inside = resealed(sealed.bytes.clone(), |bytes| bytes.extend(std::iter::repeat_n(0, padding)));
        assert!(check(&inside, 1).is_err(), "{padding} bytes before the digest");
    }
}

#[test]
fn other_versions_games_and_statements_are_rejected() {
    // The bytes of the header: version, statement, number of results, length of the start, `0*8`, result.
    let sealed = proof(&start(8)).certificate(false).seal();
    let header = b"SPROOF\r\n\x03\x00\x01\x030*8\x00";
    assert!(sealed.bytes.starts_with(header));
    // (`0*7` instead of `0*8` would pass: the proof happens to claim that it is lost as well, and so it is.)
    for (at, byte) in [
        (0, b'X'),
        (8, 1),
        (8, 2),
        (8, 4),
        (8, 0),
        (9, 1),
        (10, 0),
        (10, 2),
        (13, b'+'),
        (14, b'9'),
        (14, b'5'),
        (15, 1),
        (15, 3),
    ] {
        let mutant = resealed(sealed.bytes.clone(), |bytes| bytes[at] = byte);
        assert!(check(&mutant, 1).is_err(), "byte {at} = {byte}");
    }
}
