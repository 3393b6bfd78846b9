//! The verified checker of `proofs/theory` against `check`: both accept the same certificates, good ones and mutants.
//!
//! `make -C proofs/theory && make -C proofs/theory/driver` builds the program `check-verified` that is asked here. What it accepts
//! is true by a theorem; the test shows that it reads files as `check` does, and that neither rejects what the other accepts.

use crate::tampering::{changed_texts, mutants, resealed};
use sproof_tests::container::Container;
use sproof_tests::program::scratch;
use sproof_tests::solved::{check, proof, start};
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
#[ignore = "needs the program that `make -C proofs/theory/driver` builds, with Coq and OCaml"]
fn the_same_certificates_are_accepted() {
    let mut cases: Vec<Case> = Vec::new();
    for spots in 1..=12 {
        cases.push((format!("{spots} spots"), proof(&start(spots)).certificate(false).seal().bytes));
    }
    assert_eq!(compare(&cases), (12, 0), "certificates of the solver");
}

#[test]
#[ignore = "needs the program that `make -C proofs/theory/driver` builds, with Coq and OCaml"]
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
