//! What the coverage-guided targets in `tests/fuzz` have in common: bytes from the fuzzer made into files, and the judge.

use super::judge::Judge;
use super::verify;
use crate::container::Container;
use crate::drawn::SplitMix64;
use checker::Checker;
use std::cell::RefCell;

/// Content between a magic and a right digest.
pub fn sealed(magic: &[u8; 8], content: &[u8]) -> Vec<u8> {
    let mut file = [magic, content].concat();
    let digest = blake3::hash(&file);
    file.extend_from_slice(digest.as_bytes());
    file
}

/// Small statements for texts: about positions with few lives, so that judging is quick.
fn statements() -> Vec<Container> {
    let starts = ["0", "0*2", "0*3", "1a1a", "0.AB|AB", "2AB|AB", "AB|AC|BC", "ABCD|ABCD", "12+1", "!"];
    let mut all: Vec<Container> = starts.iter().map(|start| Container::normal(start)).collect();
    for closure in ["!", "0", "0*2"] {
        all.extend(["0*2", "0*3", "0.1a1a", "0.A|1aAa"].iter().map(|start| Container::misere(start, closure)));
    }
    all
}

/// A certificate with any text. The first byte chooses the statement and its result, the second how many lines are claims.
pub fn with_text(input: &[u8]) -> Option<Vec<u8>> {
    let [choice, claims, text @ ..] = input else { return None };
    let statements = statements();
    let mut file = statements[usize::from(*choice >> 1) % statements.len()].clone();
    if choice & 1 == 1 {
        // The result stands at the end, before the closure in misère play.
        let at = 2 + usize::from(file.statement[1]);
        file.statement[at] = 1;
    }
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
    file.claims = u64::from(*claims).min(lines);
    file.replies = lines - file.claims;
    file.body = super::text::deflate(&mut SplitMix64::new(1), std::str::from_utf8(text).ok()?);
    Some(file.seal())
}

thread_local! {
    static JUDGE: RefCell<Judge> = RefCell::default();
}

/// Has a file checked. Panics if it is accepted and false. Statements about large positions are left alone.
pub fn accepted_is_true(file: &[u8]) {
    if let Ok(line) = verify(&Checker::default(), file)
        && file.len() < 2_000
    {
        JUDGE.with_borrow_mut(|judge| {
            if let Err(lie) = judge.judge(file, &line) {
                panic!("{line:?} is accepted: {lie}");
            }
        });
    }
}
