//! The verified checker of `proofs/theory` against `check`: both accept the same certificates, good ones and mutants.
//!
//! `make -C proofs/theory && make -C proofs/theory/driver` builds the program `check-verified` that is asked here. What it accepts
//! is true by a theorem; the test shows that it reads files as `check` does, and that neither rejects what the other accepts.

use crate::tampering::{changed_texts, mutants, resealed};
use sproof_tests::container::{Container, string};
use sproof_tests::program::scratch;
use sproof_tests::solved::{check, misere_proof, proof, start};
use std::path::Path;
use std::process::Command;

/// A certificate and what was done to it.
type Case = (String, Vec<u8>);

/// Those that `check-verified` accepts.
fn accepted(cases: &[Case]) -> Vec<bool> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proofs/theory/driver/check-verified");
    let folder = scratch("verified");
    let mut accepted = Vec::new();
    for (nth, batch) in cases.chunks(500).enumerate() {
        let names: Vec<String> = (0..batch.len()).map(|case| format!("{nth}-{case}.bin")).collect();
        for (name, (_, bytes)) in names.iter().zip(batch) {
            std::fs::write(folder.join(name), bytes).expect("there is room for a file");
        }
        let output = Command::new(&program).args(&names).current_dir(&folder).output();
        let output = output.expect("run `make -C proofs/theory && make -C proofs/theory/driver` first");
        let lines = String::from_utf8(output.stdout).expect("an answer in ASCII");
        assert_eq!(lines.lines().count(), batch.len(), "an answer for each file");
        for (name, line) in names.iter().zip(lines.lines()) {
            let answer = line.strip_prefix(&format!("{name}: ")).expect("answers in the order of the files");
            accepted.push(answer.starts_with("proved: "));
        }
    }
    std::fs::remove_dir_all(folder).expect("the folder is ours");
    accepted
}

/// Compares the two checkers; how many certificates they accept and reject.
fn compare(cases: &[Case]) -> (usize, usize) {
    let verdicts = accepted(cases);
    let mut differences = Vec::new();
    for ((what, bytes), &verified) in cases.iter().zip(&verdicts) {
        let verdict = check(bytes, 1);
        if verified != verdict.is_ok() {
            differences.push(format!("{what}: check says {:?}", verdict.err()));
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    let accepted = verdicts.iter().filter(|&&accepted| accepted).count();
    (accepted, cases.len() - accepted)
}

#[test]
#[ignore = "deep: needs the program that `make -C proofs/theory/driver` builds, with Coq and OCaml"]
fn the_same_certificates_are_accepted() {
    let mut cases: Vec<Case> = Vec::new();
    for spots in 1..=12 {
        cases.push((format!("{spots} spots"), proof(&start(spots)).certificate(false).seal().bytes));
    }
    for (spots, closure) in
        (1..=4).flat_map(|spots| (0..=3).map(move |closure| (spots, closure))).chain([(6, 4), (7, 4)])
    {
        let sealed = misere_proof(&start(spots), closure).certificate().seal();
        cases.push((format!("{spots} spots, misère, closure of {closure}"), sealed.bytes));
    }
    assert_eq!(compare(&cases), (30, 0), "certificates of the solver");
}

#[test]
#[ignore = "deep: needs the program that `make -C proofs/theory/driver` builds, with Coq and OCaml"]
fn the_same_mutants_are_rejected() {
    let mut cases: Vec<Case> = Vec::new();
    for spots in 1..=7 {
        let proof = proof(&start(spots));
        for (what, mutant) in mutants(&proof) {
            cases.push((format!("{spots} spots, {what}"), mutant.certificate(false).seal().bytes));
        }
        let bytes = proof.certificate(false).seal().bytes;
        let bits = (bytes.len() - 32) * 8;
        for bit in (0..bits).step_by(if bits < 1500 { 1 } else { 7 }) {
            cases.push((
                format!("{spots} spots, bit {bit}"),
                resealed(bytes.clone(), |bytes| bytes[bit / 8] ^= 1 << (bit % 8)),
            ));
        }
        if spots <= 3 {
            let certificate = Container::open(&bytes);
            for text in changed_texts(&certificate.text()) {
                cases.push((format!("{spots} spots, {text:?}"), certificate.with_text(&text).seal()));
            }
        }
    }
    let (accepted, rejected) = compare(&cases);
    assert!(accepted > 50 && rejected > 10 * accepted, "{accepted} accepted, {rejected} rejected");
}

/// A text with lines dropped, doubled, exchanged with the next one, and numbers at the end of lines changed.
fn changed_lines(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut texts = Vec::new();
    let mut add = |lines: &[&str]| texts.push(lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    for (nth, line) in lines.iter().enumerate() {
        let (before, after) = (&lines[..nth], &lines[nth + 1..]);
        add(&[before, after].concat());
        add(&[before, &[line, line], after].concat());
        if let [next, after @ ..] = after {
            add(&[before, &[next, line], after].concat());
        }
        let digits = line.len() - line.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if let Ok(number) = line[line.len() - digits..].parse::<u64>() {
            for other in [0, number ^ 1, number + 2, number + 1000] {
                add(&[before, &[&format!("{}{other}", &line[..line.len() - digits])], after].concat());
            }
        }
    }
    texts.retain(|changed| changed != text);
    texts
}

#[test]
#[ignore = "deep: needs the program that `make -C proofs/theory/driver` builds, with Coq and OCaml"]
fn the_same_mutants_in_misere_play_are_rejected() {
    let mut cases: Vec<Case> = Vec::new();
    for (spots, closure) in [(1, 0), (2, 1), (3, 0), (3, 2), (4, 2), (5, 3), (6, 4)] {
        let bytes = misere_proof(&start(spots), closure).certificate().seal().bytes;
        let certificate = Container::open(&bytes);
        let text = certificate.text();
        let texts = if text.len() < 200 { changed_texts(&text) } else { Vec::new() };
        // A larger closure takes longer to compute, and it is computed for every mutant.
        let step = if closure < 3 { 1 } else { 4 };
        for text in texts.into_iter().chain(changed_lines(&text)).step_by(step) {
            // As many lines as are stated, and also as many as there are.
            let lines = text.lines().count() as u64;
            let mutant = certificate.with_text(&text);
            let counted = Container { replies: lines.saturating_sub(mutant.claims), ..mutant.clone() };
            cases.extend([mutant, counted].map(|mutant| (format!("{spots} spots, {text:?}"), mutant.seal())));
        }
        // The statement ends with the result and the closure.
        let name = |spots: usize| if spots == 0 { "!".to_string() } else { start(spots).to_string() };
        let statement = certificate.statement.strip_suffix(&string(&name(closure))[..]).expect("a closure").to_vec();
        for other in 0..=4 {
            let statement = [&statement[..], &string(&name(other))].concat();
            let mutant = Container { statement, ..certificate.clone() };
            cases.push((format!("{spots} spots, closure of {other}"), mutant.seal()));
        }
        let mut mutant = certificate.clone();
        mutant.statement[statement.len() - 1] ^= 1;
        cases.push((format!("{spots} spots, the other result"), mutant.seal()));
    }
    let (accepted, rejected) = compare(&cases);
    assert!(accepted > 50 && rejected > 5 * accepted, "{accepted} accepted, {rejected} rejected");
}
