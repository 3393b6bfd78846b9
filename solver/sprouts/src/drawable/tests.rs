//! Positions that can be drawn and positions that cannot, and the wheels against counting faces.

use super::*;
use crate::notation::parse;
use crate::{Engine, Position};
use std::collections::BTreeSet;

fn verdict(text: &str) -> Result<(), NotDrawable> {
    drawable(&parse(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

#[test]
fn what_can_be_drawn() {
    let texts = [
        "!",
        "0*5",
        "0*2.AB|AB",
        "0.AB|0.BA",
        "1a1a",
        "abba",
        "abcdeedcba.0",
        "ABC|ABD|CE|DE",
        "ABCD|ABEF|CDFE",
        "1ABC|BCDE|ADE",
        "A.B|A|B",
        "ABC.DEF.GHI.JKL.MNO|0.ABC|0.DEF|0.GHI|0.JKL|0.MNO",
        "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9",
        "1-6-2-8;3-9-4-7/1-8-2-6/3-7-4-9;5",
        "aabbcc",
        "AaaB|ABbb",
        "ABCDE|EDCBA",
        "ABCDE|ABCDE",
        // Octahedron: eight regions around twelve spots.
        "ABC|ADE|BFG|CHI|DFJ|EHK|GIL|JKL",
    ];
    for text in texts {
        assert_eq!(verdict(text), Ok(()), "{text}");
    }
}

#[test]
fn what_cannot_be_drawn() {
    let connected = |region, boundary| NotDrawable::Connected { region, boundary };
    let alternating = NotDrawable::Alternating { region: 1, boundary: 1 };
    let table = [
        // Two boundaries of one region, connected through another.
        ("A.B|AB", connected(1, 2)),
        ("A.B|AC|CB", connected(1, 2)),
        ("A.B|A.C|B.C", connected(3, 2)),
        ("abab", alternating),
        ("0*2.ABAB", NotDrawable::Alternating { region: 1, boundary: 3 }),
        ("1,2,3,1,2,3", alternating),
        ("abcabc.0", alternating),
        // The same five spots in another cyclic order.
        ("ABCDE|ABDCE", NotDrawable::Crossing { region: 1 }),
        ("0|ABCD|ACBD", NotDrawable::Crossing { region: 2 }),
        // The closed curve through `a` parts A from B; no other region can touch both.
        ("AaBa|AB", NotDrawable::Crossing { region: 1 }),
    ];
    for (text, expected) in table {
        assert_eq!(verdict(text), Err(expected), "{text}");
    }
    // Five regions, each of which touches every other: Kuratowski's first graph.
    let five = "ABCD|AEFG|BEHI|CFHJ|DGIJ";
    assert_eq!(verdict(five), Err(NotDrawable::Crossing { region: 1 }));
    // Three and three: his second. No order of three spots matters, only the graph does.
    let three = "ABC|DEF|GHI|ADG|BEH|CFI";
    assert_eq!(verdict(three), Err(NotDrawable::Crossing { region: 1 }));
}

/// Every position of the game of 4 spots, as the engine reduces and writes it.
#[test]
fn all_positions_of_a_game_can_be_drawn() {
    let mut engine = Engine::new();
    let start = engine.canonical(&PlainPosition::start(4)).unwrap();
    let mut seen: BTreeSet<Position> = BTreeSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        assert_eq!(drawable(&position.plain()), Ok(()), "{position}");
        for option in engine.options(&position).unwrap().0 {
            if seen.insert(option.clone()) {
                open.push(option);
            }
        }
    }
    assert_eq!(seen.len(), 1389);
}

/// Whether some choice of mirrored boundaries makes a sphere: discs, contacts and gaps counted by Euler's formula.
fn fits_by_counting(words: &[Vec<SpotId>]) -> bool {
    (0..1u32 << words.len()).any(|mirrored| {
        let sides: Vec<Vec<SpotId>> = words
            .iter()
            .enumerate()
            .map(|(nth, word)| {
                let mut word = word.clone();
                if mirrored & 1 << nth != 0 {
                    word.reverse();
                }
                word
            })
            .collect();
        let places: Vec<(usize, usize)> =
            sides.iter().enumerate().flat_map(|(nth, side)| (0..side.len()).map(move |at| (nth, at))).collect();
        // From the gap after an occurrence: across to the other occurrence of the next spot, and on from there.
        let next = |(nth, at): (usize, usize)| {
            let at = (at + 1) % sides[nth].len();
            let spot = sides[nth][at];
            *places.iter().find(|&&(m, b)| sides[m][b] == spot && (m, b) != (nth, at)).unwrap()
        };
        let mut unseen: BTreeSet<(usize, usize)> = places.iter().copied().collect();
        let mut gaps = 0;
        while let Some(&first) = unseen.iter().next() {
            gaps += 1;
            let mut at = first;
            while unseen.remove(&at) {
                at = next(at);
            }
        }
        sides.len() + gaps == places.len() / 2 + 2
    })
}

/// Random pieces, each spot twice, boundaries of any length: the wheels say what Euler's formula says.
#[test]
fn wheels_agree_with_counting_faces() {
    let mut state = 12_345u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let (mut tried, mut drawn) = (0, 0);
    while tried < 4_000 {
        let boundaries = 1 + below(5);
        let spots = boundaries + below(4);
        let mut words: Vec<Vec<SpotId>> = vec![Vec::new(); boundaries];
        for spot in 0..spots {
            for _ in 0..2 {
                let nth = below(boundaries);
                let at = below(words[nth].len() + 1);
                words[nth].insert(at, spot);
            }
        }
        let position =
            PlainPosition { lives: vec![1; spots], regions: words.iter().map(|word| vec![word.clone()]).collect() };
        let layout = Layout::of(&position);
        let is_one_piece = layout.piece.iter().all(|&piece| piece == 0) && words.iter().all(|word| !word.is_empty());
        if !is_one_piece {
            continue;
        }
        tried += 1;
        let expected = fits_by_counting(&words);
        drawn += usize::from(expected);
        assert_eq!(layout.check_crossings().is_ok(), expected, "{words:?}");
        assert_eq!(drawable(&position).is_ok(), expected, "{words:?}");
    }
    assert!(drawn > 500 && tried - drawn > 500, "{drawn} of {tried} can be drawn: one side is hardly tested");
}

/// Hostile sizes: long paths and large wheels are answered at once.
#[test]
fn large_positions_are_answered() {
    let letters =
        |order: &mut dyn Iterator<Item = usize>| order.map(|nth| format!("n({})", nth + 1)).collect::<String>();
    let (there, back) = (letters(&mut (0..700)), letters(&mut (0..700).rev()));
    assert_eq!(verdict(&format!("{there}|{back}")), Ok(()));
    let twisted = letters(&mut (0..700).map(|nth| nth * 9 % 700));
    assert!(verdict(&format!("{there}|{twisted}")).is_err());
    let chain: Vec<String> = (1..600).map(|nth| format!("n({nth}).n({})", nth + 1)).collect();
    assert_eq!(verdict(&chain.join("|")), Ok(()));
    let nested = letters(&mut (0..400)).replace('n', "m") + &letters(&mut (0..400).rev()).replace('n', "m");
    assert_eq!(verdict(&nested), Ok(()));
}
