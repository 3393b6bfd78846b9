//! Every worked example of Dan Hoey's letter, and the errors.

use super::*;
use sprouts::Engine;
use sprouts::notation::{self, Notation};

/// The boundaries of a position, each in its least rotation, in any order: element 7 says that nothing else matters.
fn sites(text: &str) -> Vec<Vec<Vec<String>>> {
    let boundary = |text: &str| {
        let spots: Vec<String> = text.split([',', '-']).map(|spot| spot.trim().to_owned()).collect();
        (0..spots.len()).map(|at| [&spots[at..], &spots[..at]].concat()).min().expect("a spot")
    };
    let mut regions: Vec<Vec<Vec<String>>> = Vec::new();
    for region in text.split('/') {
        let mut boundaries: Vec<Vec<String>> = region.split(';').map(boundary).collect();
        boundaries.sort();
        regions.push(boundaries);
    }
    regions.sort();
    regions
}

fn played(record: &str) -> Game {
    Game::read(record).unwrap_or_else(|error| panic!("{record}: {error}"))
}

/// The record is read, leads to the position, and is written as it was.
fn check(record: &str, full: Option<&str>, abbreviated: Option<&str>) {
    let game = played(record);
    if let Some(full) = full {
        assert_eq!(sites(&game.position().full_hoey()), sites(full), "{record}");
    }
    if let Some(abbreviated) = abbreviated {
        assert_eq!(sites(&game.position().hoey()), sites(abbreviated), "{record}");
        let plain = notation::parse_as(abbreviated, Notation::Hoey).unwrap();
        let mut engine = Engine::new();
        assert_eq!(engine.canonical(&plain), engine.canonical(&game.position().plain()), "{record}");
    }
    let written = game.record(MoveNotation::Hoey);
    let (_, moves) = written.split_once(": ").unwrap();
    assert_eq!(moves, record.split_once(": ").map_or(record, |(_, moves)| moves));
    let other = game.record(MoveNotation::Wgosa);
    assert_eq!(played(&other).record(MoveNotation::Hoey), written, "{other}");
}

#[test]
fn element_1_and_2_positions() {
    // A game that leads to the position of the letter, and its abbreviation there.
    let record = "5: 1-6-5; 3-7-4; 6.5-8-7.4; 3-9-3>";
    let full = "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9";
    check(record, Some(full), Some("1,8,4,9t,8,5;2"));
}

#[test]
fn element_3_basic_moves() {
    check("1-3-2; 2-4-2", Some("1,3,2,4,2,3/2,4"), None);
    // The first 3 of the walk is followed by 2: it is the right site. The second one is the left site.
    let position = played("1-3-2").position().full_hoey();
    assert_eq!(position, "1,3,2,3");
}

#[test]
fn element_4_sites_of_pier_spots() {
    check("1-5-2; 3-6-4; 5.1-7-6.3", None, Some("1,2,7,3,4,7"));
    check("1-5-2; 3-6-4; 5.1-7-6.4", None, Some("1,2,7,4,3,7"));
    check("1-5-2; 3-6-4; 5.2-7-6.3", None, Some("1,7,3,4,7,2"));
    check("1-5-2; 3-6-4; 5.2-7-6.4", None, Some("1,7,4,3,7,2"));
}

#[test]
fn element_5_separations() {
    check("1-6-2; 3-7-4; 1-8-2>; 3-9-4>1", Some("1-6-2-8;3-9-4-7/1-8-2-6/3-7-4-9;5"), None);
    check("1-6-2; 3-7-4; 1-8-2>; 3-9-4>1", None, Some("1-6-2-8;3-9-4-7/1-8-2-6/3-7-4-9;5"));
    // `=` is read where there is nothing to separate, and not needed.
    assert_eq!(played("1-3-2; 2-4-2=").position(), played("1-3-2; 2-4-2").position());
}

#[test]
fn element_6_double_eye_spots() {
    check("1-3-1>", Some("1,3;2/1,3"), Some("1,3;2/1,3"));
    check("1-3-1>; 1-4-3>2", Some("3,1,4;2/1,3,4/1,3"), None);
    check("1-3-1>; 1-4-3<2", None, None);
    check("1-3-1>; 1-4-3=", Some("1,3;2/1,3,4/3,1,4"), None);
    check("1-4-2; 2-5-3; 1-6-5.2", Some("1,4,2,5,3,5,6/1,6,5,2,4"), Some("1,4,2,3,6/1,6,2,4"));
    let here = "1-4-2; 2-5-3; 1-6-5.2; ";
    check(&format!("{here}4-7-6>1"), Some("4,2,5,3,5,6,7/6,1,4,7/1,6,5,2,4"), None);
    check(&format!("{here}4-7-6<1"), Some("1,4,2,5,3,5,6/4,1,6,7/6,5,2,4,7"), None);
}

/// Records in both notations.
const CONVERTED: &[(&str, &str)] = &[
    ("3: 1-4-1>2", "3: 1(4)1[2]"),
    ("5: 1-6-2; 3-7-4; 1-8-2>; 3-9-4>1", "5: 1(6)2 3(7)4 1(8)2 3(9)4[5]!"),
    ("2: 1-3-1>; 1-4-3>2", "2: 1(3)1 1(4@2)3[2]"),
    ("2: 1-3-1>; 1-4-3<2", "2: 1(3)1 1(4@2)3"),
    ("2: 1-3-1>; 1-4-3=", "2: 1(3)1 1(4)3"),
    ("4: 1-5-2; 3-6-4; 5.1-7-6.3", "4: 1(5)2 3(6)4 5!(7)6!"),
    ("4: 1-5-2; 3-6-4; 5.2-7-6.4", "4: 1(5)2 3(6)4 5(7)6"),
    ("3: 1-4-2; 2-5-3; 1-6-5.2; 4-7-6>1", "3: 1(4)2 2(5)3 1(6)5! 4(7@3)6"),
    ("12: 1-13-1>2,3,4,7", "12: 1(13)1[2-4,7]"),
    ("5:", "5:"),
];

#[test]
fn records_convert() {
    for (hoey, wgosa) in CONVERTED {
        for text in [hoey, wgosa] {
            let game = played(text);
            assert_eq!(game.record(MoveNotation::Hoey), *hoey, "{text}");
            assert_eq!(game.record(MoveNotation::Wgosa), *wgosa, "{text}");
        }
    }
}

#[test]
fn records_are_read_leniently() {
    let expected = played("1-6-2; 3-7-4; 1-8-2>; 3-9-4>1");
    for text in [
        "5: 1-6-2;3-7-4;1-8-2>;3-9-4>1",
        "# a game\n1-6-2\n3-7-4  # second\n1-8-2>\n3-9-4>1\n",
        "2-6-1; 4-7-3; 2-8-1<; 4-9-3< 1",
        "1(6)2 3-7-4; 1(8)2 3(9)4[1, 2,6,8]",
        "1(6)2; 3(7)4; 1(8)2; 3(9)4[5]!;",
    ] {
        let text = text.replace("< 1", "<1");
        let game = played(&text);
        assert_eq!(game.position().live_view(), expected.position().live_view(), "{text}");
    }
}

fn refusal(record: &str) -> Refusal {
    match Game::read(record) {
        Err(RecordError::Move { refusal, .. }) => refusal,
        other => panic!("{record}: {other:?}"),
    }
}

#[test]
fn refusals_give_the_reason_and_the_legal_readings() {
    let legal: [&str; 0] = [];
    let table: Vec<(&str, Reason, Vec<&str>)> = vec![
        ("3: 1-4-7", Reason::UnknownSpot(7), legal.to_vec()),
        // More other spots than there are bits in a number.
        ("43: 9-4-2", Reason::WrongNewSpot { given: 4, expected: 44 }, vec!["2-44-9"]),
        ("3: 1-5-2", Reason::WrongNewSpot { given: 5, expected: 4 }, vec!["1-4-2"]),
        ("3: 1-4-1>; 1-5-2; 1-6-3", Reason::Dead(1), legal.to_vec()),
        ("3: 1-4-1>; 1-5-1", Reason::LoopOnOneLife(1), legal.to_vec()),
        ("3: 1-4-1>2; 2-5-3", Reason::Apart(2, 3), legal.to_vec()),
        ("3: 1-4-2; 4.3-5-3", Reason::NoSuchSite { spot: 4, before: 3 }, vec!["3-5-4.1", "3-5-4.2"]),
        ("3: 1-4-2>3", Reason::SeparatesNothing, vec!["1-4-2"]),
        ("2: 1-3-1", Reason::SeparationMissing, vec!["1-3-1>"]),
        ("2: 1-3-1=", Reason::OthersThere, vec!["1-3-1>"]),
        ("3: 1-4-1>2; 1-5-4>7", Reason::NotSeparable(7), vec!["1-5-4<2", "1-5-4<3", "1-5-4>2", "1-5-4>3"]),
        ("4: 1-5-2; 3-6-4; 5-7-6", Reason::Ambiguous, vec!["5.1-7-6.3", "5.1-7-6.4", "5.2-7-6.3", "5.2-7-6.4"]),
        ("2: 1-3-1>; 1-4-3>", Reason::Ambiguous, vec!["1-4-3<2", "1-4-3="]),
        ("3: 1(4)1[2]; 1(5@7)4", Reason::NotNear(7), vec!["1(5@2)4", "1(5@2)4[2]", "1(5@3)4", "1(5@3)4[3]"]),
        ("3: 1(4)1[2]; 1(5)4", Reason::Ambiguous, vec!["1(5@2)4", "1(5@3)4"]),
    ];
    for (record, reason, readings) in table {
        let refusal = refusal(record);
        assert_eq!(refusal.reason, reason, "{record}");
        assert_eq!(refusal.readings, readings, "{record}");
        // What is said to be legal is.
        let (before, _) = record.rsplit_once([';', ':']).unwrap();
        let sign = if record.contains(';') { ';' } else { ':' };
        for reading in readings {
            played(&format!("{before}{sign} {reading}"));
        }
    }
}

#[test]
fn texts_that_are_no_records() {
    for text in ["", "  # nothing", "1-2", "1-4-2x", "1(4)", "1(4)2[3", "one", "0: 1-2-1", "61:", "x: 1-4-2", "1-1-1"] {
        assert!(Game::read(text).is_err(), "{text}");
    }
    assert!(Game::read(&"1-4-2;".repeat(10_000)).is_err());
    let error = Game::read("3: 1-4-2; 1(5)3[5-4]").unwrap_err();
    assert!(error.to_string().contains("lower number"), "{error}");
}
