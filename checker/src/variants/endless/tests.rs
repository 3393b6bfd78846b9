use super::*;
use crate::tests::says;
use crate::variants::degree_two::options;
use std::collections::BTreeSet;

fn body(moves: &[Join]) -> Vec<u8> {
    let numbers = |joined: &Join| {
        let ends = [joined.region, joined.from.0, joined.from.1, joined.to.0, joined.to.1, joined.right.len()];
        ends.into_iter().chain(joined.right.clone()).collect::<Vec<_>>()
    };
    moves.iter().flat_map(numbers).flat_map(|number| postcard::to_stdvec(&number).unwrap()).collect()
}

/// All legal moves of a small position.
fn all_moves(drawing: &Drawing) -> Vec<Join> {
    let mut moves = Vec::new();
    for (region, boundaries) in drawing.regions.iter().enumerate() {
        let places: Vec<(usize, usize)> =
            (0..boundaries.len()).flat_map(|b| (0..boundaries[b].len()).map(move |i| (b, i))).collect();
        for (from, to) in places.iter().flat_map(|from| places.iter().map(move |to| (*from, *to))) {
            for subset in 0..1 << boundaries.len() {
                let right = (0..boundaries.len()).filter(|b| subset >> b & 1 == 1).collect();
                let joined = Join { region, from, to, right };
                if drawing.legal(&joined).is_ok() {
                    moves.push(joined);
                }
            }
        }
    }
    moves
}

fn copy(drawing: &Drawing) -> Drawing {
    let Drawing { regions, degree, max_degree } = drawing;
    Drawing { regions: regions.clone(), degree: degree.clone(), max_degree: *max_degree }
}

/// The regions of a drawing with greatest degree 2, by their spots of degree 0 and their open paths.
fn spots_and_paths(drawing: &Drawing) -> Vec<(u64, u64)> {
    let with_degree = |boundaries: &[Vec<usize>], degree: u32| {
        boundaries.iter().flatten().filter(|spot| drawing.degree[**spot - 1] == degree).count() as u64
    };
    let regions = drawing.regions.iter().map(|region| (with_degree(region, 0), with_degree(region, 1) / 2));
    let mut regions: Vec<_> = regions.filter(|region| *region != (0, 0)).collect();
    regions.sort_unstable();
    regions
}

/// The table of section 3 is what section 2 says for greatest degree 2.
#[test]
fn drawn_games_of_degree_two_are_games_of_regions() {
    for spots in 1..=4 {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![Drawing::start(spots, 2)]);
        while let Some(drawing) = waiting.pop() {
            let mut reached = BTreeSet::new();
            for joined in all_moves(&drawing) {
                let mut after = copy(&drawing);
                after.play(&joined).unwrap();
                let (regions, lives) = (spots_and_paths(&after), after.degree.clone());
                reached.insert(regions.clone());
                if seen.insert((regions, lives)) {
                    waiting.push(after);
                }
            }
            assert_eq!(reached, options(&spots_and_paths(&drawing)).collect(), "{}", drawing.written());
        }
        assert!(seen.len() >= spots);
    }
}

/// Every spot is listed once for each of its curve ends, and the regions are as many as Euler says.
#[test]
fn drawings_stay_drawings() {
    let mut chance: usize = 1;
    for max_degree in [3, 4, 5] {
        let mut drawing = Drawing::start(3, max_degree);
        for _ in 0..12 {
            let moves = all_moves(&drawing);
            let Some(joined) = moves.get(chance % moves.len().max(1)) else { break };
            chance = chance.wrapping_mul(1_103_515_245).wrapping_add(12_345) >> 3;
            let splits = joined.from.0 == joined.to.0;
            let before = drawing.regions.len();
            drawing.play(joined).unwrap();
            assert_eq!(drawing.regions.len(), before + usize::from(splits));
            let listed: Vec<usize> = drawing.regions.iter().flatten().flatten().copied().collect();
            for (spot, &degree) in (1..).zip(&drawing.degree) {
                assert_eq!(listed.iter().filter(|other| **other == spot).count(), degree.max(1) as usize);
                assert!(degree <= max_degree);
            }
            // A region with b boundaries separates b - 1 components from the others.
            let (v, e) = (drawing.degree.len(), drawing.degree.iter().sum::<u32>() as usize / 2);
            let components = 1 + drawing.regions.iter().map(|region| region.len() - 1).sum::<usize>();
            assert_eq!(v + drawing.regions.len(), e + 1 + components);
        }
    }
}

/// The worked example of the document.
fn example() -> (Endless, Vec<u8>) {
    (Endless { max_degree: 4, start: 3, position: "1;2;3,4/3,4".to_string() }, vec![0, 2, 0, 2, 0, 0])
}

#[test]
fn loops_are_as_in_the_document() {
    let (endless, moves) = example();
    assert_eq!(endless.verify(&Evidence { claims: 1, replies: 0, body: &moves }), Ok(()));
    let mut drawing = Drawing::start(3, 4);
    drawing.play(&Join::read(&mut &moves[..]).unwrap()).unwrap();
    for (spot, expected) in [(4, "1;2;4,3,4,5/3,4/4,5"), (5, "1;2;5,4,3,4,5,6/3,4/4,5/5,6")] {
        drawing.play(&drawing.first_loop(spot).unwrap()).unwrap();
        assert_eq!(drawing.written(), expected);
    }
}

#[test]
fn moves_are_as_in_the_document() {
    let join = |from, to, right: &[usize]| Join { region: 0, from, to, right: right.to_vec() };
    let table = [
        (vec![join((0, 0), (1, 0), &[])], "3;1,4,2,4"),
        (vec![join((1, 0), (0, 0), &[])], "3;2,4,1,4"),
        (vec![join((0, 0), (0, 0), &[1])], "3;1,4/2;1,4"),
        (vec![join((0, 0), (1, 0), &[]), join((1, 1), (0, 0), &[])], "4,2,4,1,4,5,3,5"),
        (vec![join((0, 0), (1, 0), &[]), join((1, 2), (1, 0), &[0])], "2,4,1,5/3;1,4,2,5"),
        (vec![join((0, 0), (1, 0), &[]), join((1, 1), (1, 3), &[])], "3;4,2,4,5/4,1,4,5"),
        (vec![join((0, 0), (1, 0), &[]), join((1, 0), (1, 0), &[0])], "1,4,2,4,1,5/3;1,5"),
    ];
    for (moves, expected) in table {
        let mut drawing = Drawing::start(3, 4);
        moves.iter().for_each(|joined| drawing.play(joined).unwrap());
        assert_eq!(drawing.written(), expected);
        let endless = Endless { max_degree: 4, start: 3, position: expected.to_string() };
        let evidence = Evidence { claims: moves.len() as u32, replies: 0, body: &body(&moves) };
        assert_eq!(endless.verify(&evidence), Ok(()));
        for position in [format!("{expected} "), expected.replacen(['3', '4'], "5", 1)] {
            let other = Endless { position, ..endless.clone() };
            assert!(says(&other.verify(&evidence).unwrap_err(), &["not proven: position: "]));
        }
    }
}

#[test]
fn illegal_moves_are_rejected() {
    let (endless, good) = example();
    let verify = |moves: &[u8]| {
        let claims = (moves.len() / 6) as u32;
        endless.verify(&Evidence { claims, replies: 0, body: moves }).unwrap_err()
    };
    let table: [(&[u8], &str); 10] = [
        (&[1, 2, 0, 2, 0, 0], "there is no such region"),
        (&[0, 3, 0, 2, 0, 0], "there is no such place"),
        (&[0, 2, 1, 2, 0, 0], "there is no such place"),
        (&[0, 2, 0, 3, 0, 0], "there is no such place"),
        (&[0, 2, 0, 2, 1, 0], "there is no such place"),
        (&[0, 2, 0, 2, 0, 1, 2], "its right list is not one of other boundaries, in order"),
        (&[0, 2, 0, 2, 0, 1, 3], "its right list is not one of other boundaries, in order"),
        (&[0, 2, 0, 2, 0, 2, 1, 0], "its right list is not one of other boundaries, in order"),
        (&[0, 2, 0, 2, 0, 2, 1, 1], "its right list is not one of other boundaries, in order"),
        (&[0, 0, 0, 1, 0, 1, 2], "its right list is not one of other boundaries, in order"),
    ];
    for (moves, expected) in table {
        assert!(says(&verify(moves), &["wrong step: move 1, ", expected]), "{moves:?}");
    }
    // Two loops give the spot degree 4; then it can have no more, neither a loop nor another curve.
    let twice = [&good[..], &[0, 2, 0, 2, 0, 0]].concat();
    assert!(says(&verify(&twice), &["not proven: position: "]));
    for third in [[0, 2, 0, 2, 0, 0], [0, 2, 0, 0, 0, 0]] {
        let fault = verify(&[&twice[..], &third].concat());
        assert!(says(&fault, &["wrong step: move 3, ", ": a spot would have too many curve ends"]), "{fault}");
    }
}

#[test]
fn what_is_malformed_or_too_much_is_refused() {
    let (endless, good) = example();
    let raw = |claims, replies, body: &[u8]| endless.verify(&Evidence { claims, replies, body }).unwrap_err();
    assert!(says(&raw(1, 1, &good), &["malformed: replies: "]));
    assert!(says(&raw(2, 0, &good), &["malformed: claims: "]));
    assert!(says(&raw(u32::MAX, 0, &good), &["malformed: claims: "]));
    assert!(says(&raw(0, 0, &good), &["malformed: the body does not end"]));
    assert!(says(&raw(1, 0, &[&good[..], &[0]].concat()), &["malformed: the body does not end"]));
    assert!(says(&raw(1, 0, &[0, 2, 0, 2, 0, 1]), &["malformed: the body does not end"]));
    assert!(says(&raw(1, 0, &[0, 2, 0, 2, 0x80, 0, 0]), &["malformed: the body does not end"]));
    let changed = |max_degree, start| {
        Endless { max_degree, start, ..example().0 }
            .verify(&Evidence { claims: 1, replies: 0, body: &good })
            .unwrap_err()
    };
    assert!(says(&changed(3, 3), &["malformed: max_degree: "]));
    assert!(says(&changed(0, 3), &["malformed: max_degree: "]));
    assert!(says(&changed(4, 0), &["malformed: start: "]));
    assert!(says(&changed(4, 4), &["not proven: position: "]));
    assert!(says(&changed(4, u32::MAX), &["cannot check: ", " spots are more than "]));
}

/// What the document asks every checker to accept.
#[test]
fn large_certificates_are_accepted() {
    let mut drawing = Drawing::start(60, 255);
    let mut moves = Vec::new();
    for _ in 0..60 {
        let joined = drawing.first_loop(drawing.degree.len()).unwrap();
        drawing.play(&joined).unwrap();
        moves.push(joined);
    }
    let endless = Endless { max_degree: 255, start: 60, position: drawing.written() };
    assert_eq!(endless.verify(&Evidence { claims: 60, replies: 0, body: &body(&moves) }), Ok(()));
}
