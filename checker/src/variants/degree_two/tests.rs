use super::*;
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

fn verify(spots: u32, misere: bool, result: LossOrWin, claims: &[Position]) -> Result<(), Fault> {
    let evidence = Evidence { claims: claims.len() as u32, replies: 0, body: &body(claims) };
    DegreeTwo { spots, misere, result }.verify(&evidence)
}

#[test]
fn complete_lists_prove_the_result_and_no_other() {
    for (spots, misere) in (1..=8).flat_map(|spots| [(spots, false), (spots, true)]) {
        let lost = lost_positions(spots, misere);
        let is_lost = lost.contains(&vec![(spots.into(), 0)]);
        // Known from counting moves.
        assert_eq!(is_lost, (spots % 2 == 0) != misere);
        let (result, other) = match is_lost {
            true => (LossOrWin::Loss, LossOrWin::Win),
            false => (LossOrWin::Win, LossOrWin::Loss),
        };
        assert_eq!(verify(spots, misere, result, &lost), Ok(()));
        assert!(matches!(verify(spots, misere, other, &lost), Err(Fault::NotSettled(_))));
        assert!(matches!(verify(spots, misere, other, &[]), Err(Fault::NotSettled(_))));
        // A position that is not lost is never accepted among those that are.
        let mut known = BTreeMap::new();
        solve(&vec![(spots.into(), 0)], misere, &mut known);
        for (won, _) in known.into_iter().filter(|(_, lost)| !lost) {
            let mut claims = lost.clone();
            claims.insert(claims.partition_point(|claim| *claim < won), won);
            let fault = verify(spots, misere, result, &claims);
            assert!(matches!(fault, Err(Fault::Unanswered { .. } | Fault::EmptyClaimed(1))), "{fault:?}");
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
        match verify(6, false, LossOrWin::Loss, &claims) {
            // Another answer serves as well.
            Ok(()) => {}
            Err(Fault::Unanswered { option, .. }) => assert!(!option.is_empty()),
            Err(Fault::NotSettled(start)) => assert_eq!((start.as_str(), &lost[dropped]), ("(6, 0)", &vec![(6, 0)])),
            Err(fault) => panic!("{fault:?}"),
        }
    }
    assert!(matches!(verify(6, false, LossOrWin::Loss, &lost[1..]), Err(Fault::Unanswered { .. })));
    assert_eq!(verify(2, true, LossOrWin::Loss, &[vec![]]), Err(Fault::EmptyClaimed(1)));
}

#[test]
fn what_is_malformed_or_too_much_is_refused() {
    let raw = |spots, claims, body: &[u8]| {
        let statement = DegreeTwo { spots, misere: false, result: LossOrWin::Loss };
        statement.verify(&Evidence { claims, replies: 0, body }).unwrap_err()
    };
    let good = [0, 1, 2, 0];
    let statement = DegreeTwo { spots: 2, misere: false, result: LossOrWin::Loss };
    assert_eq!(statement.verify(&Evidence { claims: 2, replies: 0, body: &good }), Ok(()));
    let replies = statement.verify(&Evidence { claims: 2, replies: 1, body: &good });
    assert!(matches!(replies, Err(Fault::Value { what: "replies", .. })));
    assert!(matches!(raw(0, 2, &good), Fault::Value { what: "spots", .. }));
    assert_eq!(raw(2, 1, &good), Fault::Body); // bytes left over
    assert_eq!(raw(2, 3, &good), Fault::Body); // it ends early
    assert_eq!(raw(2, u32::MAX, &good), Fault::Body);
    assert_eq!(raw(2, 2, &[0, 1, 0x82, 0, 0]), Fault::Body); // a long number
    assert_eq!(raw(2, 2, &[0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]), Fault::Body); // a number beyond 32 bits
    assert_eq!(raw(2, 2, &[0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 2, 0]), Fault::Body); // more regions than bytes
    assert_eq!(raw(2, 2, &[1, 2, 0, 0]), Fault::Order(2));
    assert_eq!(raw(2, 2, &[0, 0]), Fault::Order(2));
    assert_eq!(raw(2, 2, &[0, 1, 0, 0]), Fault::Order(2));
    assert_eq!(raw(2, 2, &[0, 2, 2, 0, 0, 1]), Fault::Order(2));
    assert!(matches!(raw(2, 2, &[0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 3]), Fault::TooMany { .. }));
    assert!(matches!(raw(u32::MAX, 0, &[]), Fault::TooMany { .. }));
}
