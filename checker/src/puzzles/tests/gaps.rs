//! Rules as they look from the cards: where a card may go, in place of what a gap takes.

use super::{Chance, NOTHING};
use crate::container::Evidence;
use crate::error::{NotProven, Why};
use crate::parallel::Settings;
use crate::puzzles::gaps::{Deal, Unwinnable};
use crate::statement::Statement;
use crate::tests::{budget, says};
use std::collections::BTreeSet;

fn random_deal(variant: u8, ranks: u8, chance: &mut Chance) -> Deal {
    let mut cells: Vec<u8> = (0..4).flat_map(|suit| (2..=ranks).map(move |rank| 16 * suit + rank)).collect();
    cells.extend([0; 4]);
    for i in (1..cells.len()).rev() {
        cells.swap(i, chance.below(i + 1));
    }
    Deal { variant, ranks, cells }
}

/// All that a move can make of some cells.
fn moves(deal: &Deal, cells: &[u8]) -> Vec<Vec<u8>> {
    let ranks = usize::from(deal.ranks);
    let mut after = Vec::new();
    for (from, &card) in cells.iter().enumerate().filter(|(_, card)| **card != 0) {
        let places: Vec<usize> = match (card % 16, deal.variant) {
            (2, 0) => vec![usize::from(card / 16) * ranks],
            (2, _) => (0..4).map(|row| row * ranks).collect(),
            _ => {
                let before = cells.iter().position(|other| *other == card - 1).unwrap();
                if before % ranks == ranks - 1 { vec![] } else { vec![before + 1] }
            }
        };
        for place in places.into_iter().filter(|place| cells[*place] == 0) {
            let mut cells = cells.to_vec();
            (cells[place], cells[from]) = (card, 0);
            after.push(cells);
        }
    }
    after
}

fn is_won(deal: &Deal, cells: &[u8]) -> bool {
    let row = |suit: u8| (2..=deal.ranks).map(move |rank| 16 * suit + rank).chain([0]);
    let mut rows: Vec<Vec<u8>> = cells.chunks(usize::from(deal.ranks)).map(<[u8]>::to_vec).collect();
    if deal.variant == 1 {
        rows.sort();
    }
    rows.concat().into_iter().eq((0..4).flat_map(row))
}

fn reachable(deal: &Deal) -> BTreeSet<Vec<u8>> {
    let mut seen = BTreeSet::from([deal.cells.clone()]);
    let mut waiting = vec![deal.cells.clone()];
    while let Some(cells) = waiting.pop() {
        waiting.extend(moves(deal, &cells).into_iter().filter(|after| seen.insert(after.clone())));
    }
    seen
}

fn unwinnable(deal: &Deal) -> Unwinnable {
    let positions = reachable(deal);
    let f = |cells: &Vec<u8>| u128::from_le_bytes(blake3::hash(cells).as_bytes()[..16].try_into().unwrap());
    let fingerprint = positions.iter().map(f).fold(0, u128::wrapping_add).to_le_bytes();
    Unwinnable { deal: deal.clone(), positions: positions.len() as u64, fingerprint }
}

/// The body of a line in words.
fn body(line: &str) -> Vec<u8> {
    let bytes = |played: &str| {
        let (card, cell) = played.split_once(" to cell ").unwrap();
        let (rank, suit) = card.split_at(card.len() - 1);
        [16 * "SHDC".find(suit).unwrap() as u8 + rank.parse::<u8>().unwrap(), cell.parse().unwrap()]
    };
    line.split(", ").filter(|played| !played.is_empty()).flat_map(bytes).collect()
}

#[test]
fn small_deals_agree_with_plain_reachability() {
    let mut chance = Chance(1);
    for (variant, ranks, deals) in [(0, 2, 200), (1, 2, 100), (0, 3, 200), (1, 3, 30), (0, 4, 50)] {
        let (mut won, mut lost) = (0, 0);
        for _ in 0..deals {
            let deal = random_deal(variant, ranks, &mut chance);
            let stated = unwinnable(&deal);
            if !reachable(&deal).iter().any(|cells| is_won(&deal, cells)) {
                lost += 1;
                assert_eq!(stated.verify(&NOTHING, &Settings::default(), &budget()), Ok(()), "{deal:?}");
                assert!(deal.verify(&NOTHING).is_err());
                continue;
            }
            won += 1;
            let why = stated.verify(&NOTHING, &Settings::default(), &budget()).unwrap_err().why;
            let Why::NotProven(NotProven::Winnable { moves, line }) = why else { panic!("{why}") };
            let body = body(&line);
            assert_eq!((body.len(), deal.verify(&Evidence { body: &body, ..NOTHING })), (2 * moves, Ok(())));
            // The line is a shortest one, so nothing before its end is won.
            for shorter in (0..body.len()).step_by(2) {
                let verdict = deal.verify(&Evidence { body: &body[..shorter], ..NOTHING });
                assert!(says(
                    &verdict.unwrap_err(),
                    &["not proven: after ", &format!("{} moves the position is not won", shorter / 2)]
                ));
            }
        }
        assert!(won > 0 && (lost > 0 || variant == 1 && ranks == 2), "{variant} {ranks}: {won} {lost}");
    }
}

/// The worked example of the document.
fn example() -> Unwinnable {
    let deal = Deal { variant: 0, ranks: 2, cells: vec![0x12, 0x22, 0x02, 0, 0, 0, 0x32, 0] };
    let fingerprint = 0xa8783bc3_1b7e8644_3ed0e45b_63b3edcb_u128.to_le_bytes();
    Unwinnable { deal, positions: 2, fingerprint }
}

#[test]
fn false_statements_are_refuted() {
    assert_eq!(example().verify(&NOTHING, &Settings::default(), &budget()), Ok(()));
    let with = |change: &dyn Fn(&mut Unwinnable)| {
        let mut changed = example();
        change(&mut changed);
        changed.verify(&NOTHING, &Settings::default(), &budget()).expect_err("this should be refused")
    };
    assert!(says(&with(&|u| u.positions = 3), &["not proven: positions: ", "but 2 was found"]));
    assert!(says(&with(&|u| u.positions = 0), &["not proven: positions: "]));
    assert!(says(&with(&|u| u.fingerprint[15] ^= 1), &["not proven: fingerprint: "]));
    assert!(says(&with(&|u| u.positions = u64::MAX), &["cannot check: ", " positions are more than "]));
    assert!(says(&with(&|u| u.deal.variant = 1), &["not proven: the deal can be won"]));
    assert!(says(&with(&|u| u.deal.variant = 2), &["malformed: variant: "]));
    for ranks in [0, 1, 14, 255] {
        assert!(says(&with(&|u| u.deal.ranks = ranks), &["malformed: ranks: "]));
    }
    assert!(says(&with(&|u| u.deal.ranks = 3), &["malformed: the deal ", "from 2 to 3"]));
    for (cell, card) in [(0, 0x22), (0, 0), (3, 0x02), (0, 0x13), (0, 0x42), (0, 0x11)] {
        assert!(says(&with(&|u| u.deal.cells[cell] = card), &["malformed: the deal ", "from 2 to 2"]), "{cell} {card}");
    }
    assert!(says(&with(&|u| u.deal.cells.push(0)), &["malformed: the deal ", "from 2 to 2"]));
    assert!(says(&with(&|u| u.deal.cells.truncate(7)), &["malformed: the deal ", "from 2 to 2"]));
    let with_body = example().verify(&Evidence { body: &[0x22, 4], ..NOTHING }, &Settings::default(), &budget());
    assert!(says(&with_body.unwrap_err(), &["malformed: length of the body: "]));
}

#[test]
fn lines_are_played_by_the_rules() {
    let deal = example().deal;
    let verify = |body: &[u8]| deal.verify(&Evidence { body, ..NOTHING }).unwrap_err();
    assert!(says(&verify(&[]), &["not proven: after ", &format!("{} moves the position is not won", 0)]));
    assert!(says(&verify(&[0x22, 4]), &["not proven: after ", &format!("{} moves the position is not won", 1)]));
    assert!(says(&verify(&[0x22]), &["malformed: length of the body: "]));
    // A card that is not there, a cell that is not there, one that is no gap, one that takes nothing, a gap as a card.
    for (number, body) in [
        (1, vec![0x23, 4]),
        (1, vec![0x22, 8]),
        (1, vec![0x22, 255]),
        (1, vec![0x22, 0]),
        (1, vec![0x22, 3]),
        (1, vec![0x12, 4]),
        (1, vec![0, 4]),
        (2, vec![0x22, 4, 0x12, 1]),
        (2, vec![0x22, 4, 0x22, 4]),
    ] {
        assert!(says(&verify(&body), &[&format!("wrong step: move {number}, ")]), "{body:?}");
    }
    // The same Two may wander in the common variant.
    let common = Deal { variant: 1, ..deal };
    let verdict = common.verify(&Evidence { body: &[0x22, 4, 0x12, 1, 0x12, 0], ..NOTHING });
    assert!(says(&verdict.unwrap_err(), &["wrong step: move 2, "]));
    let verdict = common.verify(&Evidence { body: &[0x12, 4, 0x12, 0, 0x22, 4], ..NOTHING });
    assert_eq!(verdict, Ok(()));
}

/// Two deals, one winnable and one not, whose digests begin with the same 12 digits.
#[test]
fn deals_are_named_completely() {
    let deal = |cells: [u8; 16]| Deal { variant: 0, ranks: 4, cells: cells.to_vec() };
    let won = deal([34, 51, 18, 52, 3, 0, 0, 35, 0, 50, 20, 0, 4, 2, 19, 36]);
    let lost = deal([2, 51, 0, 52, 35, 0, 0, 0, 36, 19, 3, 18, 4, 20, 34, 50]);
    assert!(reachable(&won).iter().any(|cells| is_won(&won, cells)));
    assert_eq!(unwinnable(&lost).verify(&NOTHING, &Settings::default(), &budget()), Ok(()));
    let names = [Statement::GapsWinnable(won), Statement::GapsUnwinnable(unwinnable(&lost))].map(|s| s.to_string());
    let [won, lost] = names.each_ref().map(|name| name.split(' ').collect::<Vec<_>>());
    assert_eq!((won[3].len(), lost[3].len()), (64, 64));
    assert!(won[3][..12] == lost[3][..12] && won[3] != lost[3], "{names:?}");
}
