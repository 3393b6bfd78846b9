use super::*;
use crate::tests::{budget, says};
use std::collections::BTreeMap;

/// All positions that follow from one, and whether they are lost.
fn solve(position: &Position, misere: bool, known: &mut BTreeMap<Position, bool>) -> bool {
    if let Some(&lost) = known.get(position) {
        return lost;
    }
    let answers: Vec<bool> = options(position).map(|option| solve(&option, misere, known)).collect();
    let lost = if answers.is_empty() { !misere } else { !answers.contains(&true) };
    known.insert(position.clone(), lost);
    lost
}

fn lost_positions(spots: u32, misere: bool) -> Vec<Position> {
    let mut known = BTreeMap::new();
    solve(&vec![(spots.into(), 0)], misere, &mut known);
    known.into_iter().filter(|(_, lost)| *lost).map(|(position, _)| position).collect()
}

fn body(claims: &[Position]) -> Vec<u8> {
    let numbers = claims
        .iter()
        .flat_map(|position| [position.len() as u64].into_iter().chain(position.iter().flat_map(|(s, p)| [*s, *p])));
    numbers.flat_map(|number| postcard::to_stdvec(&number).unwrap()).collect()
}

fn verify(spots: u32, misere: bool, result: Outcome, claims: &[Position]) -> Result<()> {
    let evidence = Evidence { claims: claims.len() as u32, replies: 0, body: &body(claims) };
    DegreeTwo { spots, misere, result }.verify(&evidence, &budget())
}

#[test]
fn complete_lists_prove_the_result_and_no_other() {
    for (spots, misere) in (1..=8).flat_map(|spots| [(spots, false), (spots, true)]) {
        let lost = lost_positions(spots, misere);
        let is_lost = lost.contains(&vec![(spots.into(), 0)]);
        // Known from counting moves.
        assert_eq!(is_lost, (spots % 2 == 0) != misere);
        let (result, other) = match is_lost {
            true => (Outcome::Loss, Outcome::Win),
            false => (Outcome::Win, Outcome::Loss),
        };
        assert_eq!(verify(spots, misere, result, &lost), Ok(()));
        assert!(says(&verify(spots, misere, other, &lost).unwrap_err(), &["not proven: by the claims, the start "]));
        assert!(says(&verify(spots, misere, other, &[]).unwrap_err(), &["not proven: by the claims, the start "]));
        // A position that is not lost is never accepted among those that are.
        let mut known = BTreeMap::new();
        solve(&vec![(spots.into(), 0)], misere, &mut known);
        for (won, _) in known.into_iter().filter(|(_, lost)| !lost) {
            let mut claims = lost.clone();
            claims.insert(claims.partition_point(|claim| *claim < won), won);
            let fault = verify(spots, misere, result, &claims);
            let fault = fault.unwrap_err();
            let is_unanswered = says(&fault, &["wrong step: claim ", " has no option that is claimed"]);
            assert!(is_unanswered || says(&fault, &["claim 1: it is the empty position"]), "{fault}");
        }
    }
}

#[test]
fn incomplete_lists_are_rejected() {
    let lost = lost_positions(6, false);
    assert!(lost.len() > 6);
    for dropped in 0..lost.len() {
        let mut claims = lost.clone();
        claims.remove(dropped);
        match verify(6, false, Outcome::Loss, &claims) {
            // Another answer serves as well.
            Ok(()) => {}
            Err(fault) if says(&fault, &["wrong step: claim ", " has no option that is claimed"]) => {}
            Err(fault) if says(&fault, &["not proven: by the claims, the start (6, 0) "]) => {
                assert_eq!(lost[dropped], vec![(6, 0)]);
            }
            Err(fault) => panic!("{fault:?}"),
        }
    }
    assert!(says(
        &verify(6, false, Outcome::Loss, &lost[1..]).unwrap_err(),
        &["wrong step: claim ", " has no option that is claimed"]
    ));
    assert!(says(
        &verify(2, true, Outcome::Loss, &[vec![]]).unwrap_err(),
        &["wrong step: claim 1: it is the empty position"]
    ));
}

#[test]
fn what_is_malformed_or_too_much_is_refused() {
    let raw = |spots, claims, body: &[u8]| {
        let statement = DegreeTwo { spots, misere: false, result: Outcome::Loss };
        statement.verify(&Evidence { claims, replies: 0, body }, &budget()).unwrap_err()
    };
    let good = [0, 1, 2, 0];
    let statement = DegreeTwo { spots: 2, misere: false, result: Outcome::Loss };
    assert_eq!(statement.verify(&Evidence { claims: 2, replies: 0, body: &good }, &budget()), Ok(()));
    let replies = statement.verify(&Evidence { claims: 2, replies: 1, body: &good }, &budget());
    assert!(says(&replies.unwrap_err(), &["malformed: replies: "]));
    assert!(says(&raw(0, 2, &good), &["malformed: spots: "]));
    assert!(says(&raw(2, 1, &good), &["malformed: the body does not end"])); // bytes left over
    assert!(says(&raw(2, 3, &good), &["malformed: the body does not end"])); // it ends early
    assert!(says(&raw(2, u32::MAX, &good), &["malformed: the body does not end"]));
    assert!(says(&raw(2, 2, &[0, 1, 0x82, 0, 0]), &["malformed: the body does not end"])); // a long number
    assert!(says(&raw(2, 2, &[0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]), &["malformed: the body does not end"])); // a number beyond 32 bits
    assert!(says(&raw(2, 2, &[0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 2, 0]), &["malformed: the body does not end"])); // more regions than bytes
    assert!(says(&raw(2, 2, &[1, 2, 0, 0]), &["malformed: claim 2: its regions"]));
    assert!(says(&raw(2, 2, &[0, 0]), &["malformed: claim 2: its regions"]));
    assert!(says(&raw(2, 2, &[0, 1, 0, 0]), &["malformed: claim 2: its regions"]));
    assert!(says(&raw(2, 2, &[0, 2, 2, 0, 0, 1]), &["malformed: claim 2: its regions"]));
    assert!(says(&raw(2, 2, &[0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 3]), &["cannot check: it needs more work"]));
    assert!(says(&raw(u32::MAX, 0, &[]), &["not proven: by the claims, the start (4294967295, 0) "]));
}

/// The table of section 3, line by line: what the moves in a region leave. (Some leave the same; the table has both.)
#[test]
fn moves_are_as_in_the_table() {
    let around = |s: u64, p: u64| (0..=s).flat_map(move |a| (0..=p).map(move |b| ((a, b), (s - a, p - b))));
    for (s, p) in (0..5).flat_map(|s| (0..5).map(move |p| (s, p))) {
        let mut expected = vec![];
        if s >= 2 {
            expected.push(((s - 2, p + 1), (0, 0)));
        }
        if s >= 1 && p >= 1 {
            expected.push(((s - 1, p), (0, 0)));
        }
        if p >= 2 {
            expected.push(((s, p - 1), (0, 0)));
        }
        if s >= 1 {
            expected.extend(around(s - 1, p));
        }
        if p >= 1 {
            expected.extend(around(s, p - 1));
        }
        assert_eq!(in_region((s, p)).collect::<Vec<_>>(), expected, "({s}, {p})");
    }
}
