//! Canonical strings.

use crate::budget::{Allowance, Budget};
use crate::canon;
use crate::position::Position;
use crate::tests::hostile::twice;
use crate::tests::{Random, anything, canonical, disguise, drawn, lands, read, whole_game};
use crate::token::{Kind, Land, Token};

#[test]
fn by_hand() {
    let table = [
        // The least rotation, the least hand, the least first region, the least order of boundaries.
        ("2112", "1122"),
        ("2a1ba1b", "1a2b1ab"),
        ("AB.0|2AB.1", "0.AB|1.2AB"),
        ("1.12.112.0", "0.112.12.1"),
        // Names restart in each boundary, a region is followed by that of the least open letter.
        ("1c2c.1a2a", "1a2a.1a2a"),
        ("0.A|1.B|0.2.ABC|2.C1", "0.2.ABC|0.A|1B.2|1C"),
        // A hand is chosen for each region, but for all its boundaries at once.
        ("112212.112212", "112122.112122"),
        ("112122.112212", "112122.112212"),
        ("112122|112212", "112122+112122"),
        ("0.ABCD|1ABCD", "0.ABCD|1ABCD"),
        ("0.ABCD|1DCBA", "0.ABCD|1ABCD"),
        ("0.ABCD|1ABDC", "0.ABCD|1ABDC"),
    ];
    for (text, expected) in table {
        assert_eq!(canonical(text).to_string(), expected, "{text}");
    }
}

/// FORMAT.md section 5 to the letter: the least of all strings. Nothing if there are too many.
fn plain(land: &Land) -> Option<Vec<Token>> {
    let regions = land.regions();
    let orders = |n: usize| (1..=n).product::<usize>();
    let rotations = regions.iter().flatten().map(Vec::len).product::<usize>();
    let ways = regions.iter().fold(rotations, |ways, region| ways.saturating_mul(2 * orders(region.len())));
    if ways.saturating_mul(regions.len()) > 20_000 {
        return None;
    }
    (0..regions.len()).map(|first| plain_from(&regions, &[], &[], first)).min()
}

/// The least string after the regions `written`, whose upper-case letters have the names of their places in
/// `names`, if `region` comes next.
fn plain_from(regions: &[Vec<Vec<Token>>], written: &[usize], names: &[Token], region: usize) -> Vec<Token> {
    let written = [written, &[region]].concat();
    let mirrored = regions[region].iter().map(|boundary| boundary.iter().rev().copied().collect()).collect();
    let hands: [Vec<Vec<Token>>; 2] = [regions[region].clone(), mirrored];
    let try_one = |walks: Vec<Vec<Token>>| {
        let mut names = names.to_vec();
        let mut text = Vec::new();
        for walk in walks {
            let mut lower = Vec::new();
            text.extend(walk.iter().map(|&token| match () {
                _ if matches!(token.kind(), Kind::Lower(_)) => Token::lower(place(&mut lower, token)),
                _ if token.is_upper() => Token::upper(place(&mut names, token)),
                _ => token,
            }));
            text.push(Token::DOT);
        }
        text.push(Token::BAR);
        let open =
            |letter: &Token| (0..regions.len()).find(|r| !written.contains(r) && regions[*r].concat().contains(letter));
        let next = names.iter().find_map(open);
        text.extend(next.iter().flat_map(|&next| plain_from(regions, &written, &names, next)));
        text
    };
    hands.into_iter().flat_map(all_walks).map(try_one).min().unwrap()
}

/// The place of a letter in a list, to which it is added if it is not there.
fn place(list: &mut Vec<Token>, letter: Token) -> u16 {
    let place = list.iter().position(|other| *other == letter).unwrap_or(list.len());
    if place == list.len() {
        list.push(letter);
    }
    place as u16
}

/// All orders of boundaries, with all their rotations.
fn all_walks(boundaries: Vec<Vec<Token>>) -> Vec<Vec<Vec<Token>>> {
    let mut all = if boundaries.is_empty() { vec![vec![]] } else { vec![] };
    for b in 0..boundaries.len() {
        let mut others = boundaries.clone();
        let mut walk = others.remove(b);
        for _ in 0..walk.len() {
            walk.rotate_left(1);
            all.extend(all_walks(others.clone()).into_iter().map(|rest| [vec![walk.clone()], rest].concat()));
        }
    }
    all
}

/// The canonical lands of a position, disguised or not, are the least of all their strings.
fn agrees_with_plain(position: Position) -> usize {
    let mut compared = 0;
    for land in position.canonical().unwrap().lands() {
        if let Some(least) = plain(land) {
            assert_eq!(*land, Land::of(&least), "{position:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn is_the_least_of_all_strings() {
    let compared: usize = lands(&whole_game(4)).iter().map(|land| agrees_with_plain(read(&land.to_string()))).sum();
    assert!(compared > 1_000, "{compared}");
    let mut random = Random::new(2);
    let compared: usize = (0..250).map(|_| agrees_with_plain(drawn(&mut random, 7))).sum();
    assert!(compared > 200, "{compared}");
    let compared: usize = (0..1_500).map(|i| agrees_with_plain(anything(&mut random, 4 + i % 6))).sum();
    assert!(compared > 700, "{compared}");
}

#[test]
fn disguises_do_not_matter() {
    let mut random = Random::new(3);
    let mut positions: Vec<Position> = whole_game(4).iter().map(|position| read(&position.to_string())).collect();
    positions.extend((0..500).map(|_| drawn(&mut random, 12)));
    positions.extend((0..2_000).map(|i| anything(&mut random, 5 + i % 9)));
    positions.extend(symmetric().iter().map(|(_, text)| read(text)));
    for position in positions {
        let expected = position.clone().canonical();
        for _ in 0..3 {
            assert_eq!(disguise(&position, &mut random).canonical(), expected, "{position:?}");
        }
    }
}

fn letters(range: std::ops::Range<usize>) -> String {
    range.map(|n| Token::upper(n as u16).to_string()).collect()
}

/// A spot on each edge of a prism.
fn prism(n: usize) -> String {
    let edge = |i: usize| letters(i..i + 1);
    let side = |i| [i, 2 * n + (i + 1) % n, n + i, 2 * n + i].map(edge).concat();
    let sides: Vec<String> = (0..n).map(side).collect();
    format!("{}|{}|{}", letters(0..n), letters(n..2 * n), sides.join("|"))
}

/// Highly symmetric lands, with what they are.
fn symmetric() -> Vec<(&'static str, String)> {
    let group = |size: usize, i: usize| letters(size * i..size * (i + 1));
    let hub = |groups: usize, size, beside: &str| {
        let all: Vec<String> = (0..groups).map(|i| group(size, i)).collect();
        format!("{}|{beside}{}", all.join("."), all.join(&format!("|{beside}")))
    };
    let chain: Vec<String> = (0..298).map(|i| letters(i..i + 2)).collect();
    let ladder: Vec<String> = (0..60).map(|i| format!("{}.{}", group(2, i), group(2, i + 1))).collect();
    vec![
        ("five triples", hub(5, 3, "0.")),
        ("ten triples", hub(10, 3, "0.")),
        ("fifteen pairs", hub(15, 2, "")),
        ("cube", prism(4)),
        ("prism", prism(30)),
        ("chain", format!("1A|{}|1{}", chain.join("|"), letters(298..299))),
        ("ladder", format!("0.AB|{}|0.{}", ladder.join("|"), group(2, 60))),
    ]
}

#[test]
fn symmetry_is_no_obstacle() {
    for (name, text) in symmetric() {
        let start = std::time::Instant::now();
        let land = canonical(&text);
        assert!(start.elapsed().as_secs() < 5, "{name}: {:?}", start.elapsed());
        assert_eq!(canonical(&land.to_string()), land, "{name}");
    }
    let least = "0.ABC|ABC.DEF.GHI.JKL.MNO|0.DEF|0.GHI|0.JKL|0.MNO";
    assert_eq!(canonical("ABC.DEF.GHI.JKL.MNO|0.ABC|0.DEF|0.GHI|0.JKL|0.MNO").to_string(), least);
}

/// Rings within rings, each with letters, and a `0` at either end; but one region, not in the middle, has a `1`. From one
/// of the two ends, all turns of all rings lead to this `1`, which comes too late.
fn rings(count: usize, size: usize) -> String {
    let ring = |i: usize| letters(size * i..size * (i + 1));
    let between: Vec<String> = (1..count).map(|i| format!("{}.{}", ring(i - 1), ring(i))).collect();
    let (before, after) = between.split_at(between.len() / 2 - 1);
    format!("0.{}|{}|1.{}|0.{}", ring(0), before.join("|"), after.join("|"), ring(count - 1))
}

#[test]
fn work_is_bounded() {
    let little = Budget::new(Allowance { work: 20_000_000, memory: 0 });
    let why = |text: &str| canon::canonical(read(text), &little.fork()).unwrap_err().to_string();
    // As many boundaries as can be read: the recursion is not too deep.
    assert_eq!(canonical("0*600").to_string(), "0*600");
    let many: Vec<String> = (0..300).map(|i| letters(i..i + 1)).collect();
    assert!(why(&[many.join("."), many.join(".")].join("|")).starts_with("cannot check: it needs more work"));
    assert!(canonical(&rings(6, 3)).to_string().starts_with("0."));
    assert!(why(&rings(20, 12)).starts_with("cannot check: it needs more work"));
    assert!(canonical(&prism(100)).lands().len() == 1);
}

/// Ten times as many letters are read from ten times as many places, and each is looked up among ten times as many.
#[test]
fn letters_that_are_looked_up_are_work() {
    let [few, many] = [30, 300].map(|letters| {
        let budget = Budget::new(Allowance { work: u64::MAX, memory: 0 });
        canon::canonical(read(&twice(letters, 1)), &budget).unwrap();
        budget.spent().work
    });
    assert!(many > 300 * few, "{few} {many}");
}

/// Two boundaries of a region are connected elsewhere. Nobody can draw that, but it is a land all the same.
#[test]
fn what_cannot_be_drawn_is_written() {
    assert_eq!(canonical("0.DB.CA|0.CD|0.BA").to_string(), "0.AB.CD|0.AC|0.BD");
}
