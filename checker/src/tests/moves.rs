//! Moves, their numbers, and options.

use crate::budget::{Allowance, Budget};
use crate::error::Family;
use crate::moves::Moves;
use crate::options;
use crate::options::options_of;
use crate::position::{Position, Spot};
use crate::tests::{canonical, land, land_options, lands, moves, read, whole_game};
use crate::token::{Canonical, Land};
use std::collections::BTreeSet;

/// An occurrence: a boundary of the region and an index in it.
type Place = (usize, usize);

/// FORMAT.md section 3 to the letter: joins x and y in a region. Of the other boundaries those in `first` go to the first
/// side, if there are two sides. Dead spots are taken away at once.
fn plain_move(land: &Land, r: usize, x: Place, y: Place, first: &[usize]) -> Position {
    let position = read(&land.to_string());
    let (mut lives, regions) = (position.lives.clone(), position.regions.clone());
    let z = lives.len() as Spot;
    let rotated = |place: Place| {
        let mut walk = regions[r][place.0].clone();
        walk.rotate_left(place.1);
        walk
    };
    let again = |walk: &[Spot]| if position.lives[usize::from(walk[0])] == 3 { vec![] } else { vec![walk[0]] };
    let (from_x, from_y) = (rotated(x), rotated(y));
    let others = |keep: &dyn Fn(usize) -> bool| {
        let others = regions[r].iter().enumerate().filter(|(b, _)| *b != x.0 && *b != y.0 && keep(*b));
        others.map(|(_, boundary)| boundary.clone()).collect::<Vec<_>>()
    };
    let mut after = regions.clone();
    if x.0 != y.0 {
        let joined = [from_x.clone(), again(&from_x), vec![z], from_y.clone(), again(&from_y), vec![z]].concat();
        after[r] = [vec![joined], others(&|_| true)].concat();
    } else {
        let cut = (y.1 + from_x.len() - x.1) % from_x.len();
        let there = [&from_x[..cut], &[from_y[0], z]].concat();
        let back = [from_x[cut..].to_vec(), again(&from_x), vec![z]].concat();
        after[r] = [vec![there], others(&|b| first.contains(&b))].concat();
        after.push([vec![back], others(&|b| !first.contains(&b))].concat());
    }
    for end in [from_x[0], from_y[0]] {
        lives[usize::from(end)] -= 1;
    }
    lives.push(1);
    after.iter_mut().flatten().for_each(|boundary| boundary.retain(|spot| lives[usize::from(*spot)] > 0));
    Position { lives, regions: after }
}

#[test]
fn plays() {
    let table = [
        // Two boundaries; a spot of degree 0 is written only once.
        ("0*2", (0, 0), (1, 0), vec![], "1a1a"),
        ("0.12", (0, 0), (1, 0), vec![], "1ab2ba"),
        ("0.1212", (0, 0), (1, 1), vec![], "121a1a"),
        // Loop on degree 0: both sides alike.
        ("0*3", (0, 0), (0, 0), vec![], "0*2.AB|AB"),
        ("0*3", (0, 0), (0, 0), vec![1], "0.AB|0.AB"),
        ("0*3", (0, 0), (0, 0), vec![1, 2], "0*2.AB|AB"),
        // Loop on degree 1: the empty stretch can be on one side only.
        ("1a1a", (0, 0), (0, 0), vec![], "1a2a"),
        ("0.1a1a", (1, 0), (1, 0), vec![], "0.1a2a"),
        ("0.1a1a", (1, 0), (1, 0), vec![0], "0.A|1aAa"),
        // A spot twice in a boundary: each occurrence is another move, both die.
        ("12a1a", (0, 0), (0, 2), vec![], "1AB|2AB"),
        ("12a1a", (0, 0), (0, 4), vec![], "12AB|AB"),
        // A spot of degree 1 is in both regions afterwards; the other boundaries choose their side.
        ("0.1a1a", (1, 0), (1, 2), vec![], "0.ABCD|ABCD"),
        ("AB|AB", (0, 0), (0, 1), vec![], "!"),
    ];
    for (text, x, y, first, expected) in table {
        let after = plain_move(&land(text), 0, x, y, &first);
        assert_eq!(after.canonical().unwrap().to_string(), expected, "{text} {x:?} {y:?} {first:?}");
    }
}

fn printed(text: &str) -> Vec<String> {
    options(&canonical(text)).unwrap().iter().map(Canonical::to_string).collect()
}

#[test]
fn of_small_positions() {
    let table: [(&str, &[&str]); 8] = [
        ("!", &[]),
        ("1", &["!"]),
        ("AB|AB", &["!"]),
        ("0", &["AB|AB"]),
        ("12", &["1", "AB|AB"]),
        ("0*2", &["0.AB|AB", "1a1a"]),
        ("0+0", &["0+AB|AB"]),
        ("0+1", &["0", "1+AB|AB"]),
    ];
    for (text, expected) in table {
        assert_eq!(printed(text), expected, "{text}");
    }
}

/// Every pair of occurrences in both orders, every one of the 2^k distributions.
fn plain_options(land: &Land) -> BTreeSet<Canonical> {
    let position = read(&land.to_string());
    let (regions, mut all) = (position.regions.clone(), BTreeSet::new());
    for (r, region) in regions.iter().enumerate() {
        let places: Vec<Place> = (0..region.len()).flat_map(|b| (0..region[b].len()).map(move |i| (b, i))).collect();
        for (&x, &y) in places.iter().flat_map(|x| places.iter().map(move |y| (x, y))) {
            let [x_spot, y_spot] = [x, y].map(|place| region[place.0][place.1]);
            if x_spot == y_spot && position.lives[usize::from(x_spot)] == 1 {
                continue;
            }
            for set in 0..1 << region.len() {
                let first: Vec<usize> = (0..region.len()).filter(|&b| b != x.0 && set >> b & 1 == 1).collect();
                all.insert(plain_move(land, r, x, y, &first).canonical().unwrap());
            }
        }
    }
    all
}

#[test]
fn boundaries_that_are_alike_are_interchangeable() {
    let mut all = lands(&whole_game(4));
    for text in ["0*5", "0*3.1.1", "1a1a.1a1a.1a1a", "0.112122.112122.112212", "0*2.12aa.AB.CD|AB|CD"] {
        all.insert(land(text));
    }
    for land in all {
        let expected = plain_options(&land);
        assert_eq!(land_options(&land).unwrap(), expected, "{land}");
        let by_number = (0..).map_while(|number| moves(&land).play(number)).map(|after| after.canonical().unwrap());
        assert_eq!(by_number.collect::<BTreeSet<_>>(), expected, "{land}");
    }
}

#[test]
fn numbers() {
    type Plays<'a> = &'a [(u64, &'a str)];
    let table: [(&str, u64, Plays); 5] = [
        // One join; then the loop, with 0, 1, 2 of the two other spots on the first side.
        ("0*3", 4, &[(0, "0.1a1a"), (1, "0*2.AB|AB"), (2, "0.AB|0.AB"), (3, "0*2.AB|AB")]),
        // 0-1 and 0-2; loop on 0; loop on 1 with the 0 on the second and on the first side; 1-2 likewise.
        ("0.12", 8, &[(0, "1ab2ba"), (1, "1a1a"), (2, "12.AB|AB"), (4, "0.1"), (5, "0.A|2A"), (6, "0.AB|AB")]),
        ("1a1a", 7, &[(0, "1a2a"), (1, "1AB|AB"), (2, "ABCD|ABCD")]),
        // The two occurrences of a letter are different moves, but not with each other.
        ("12a1a", 11, &[(2, "1AB|2AB"), (4, "12AB|AB")]),
        ("AB|AB", 2, &[(0, "!"), (1, "!")]),
    ];
    for (text, count, plays) in table {
        let moves = moves(&land(text));
        assert!(moves.play(count - 1).is_some() && moves.play(count).is_none(), "{text}");
        assert!(moves.play(u64::MAX).is_none(), "{text}");
        for &(number, expected) in plays {
            assert_eq!(moves.play(number).unwrap().canonical().unwrap().to_string(), expected, "{text} {number}");
        }
    }
}

/// Classes of any size: k boundaries that are alike can be shared out in k + 1 ways.
#[test]
fn large_classes_are_shared_out_in_all_ways() {
    for k in 2..12 {
        // One join of two spots, and a loop on one of them with 0 to k - 1 of the others on its first side.
        let moves = moves(&land(&format!("0*{k}")));
        assert_eq!(moves.count, 1 + k);
        for inside in 0..k {
            let side = |spots: u64| "0.".repeat(spots as usize) + "AB";
            let expected = canonical(&format!("{}|{}", side(inside), side(k - 1 - inside)));
            assert_eq!(moves.play(1 + inside).unwrap().canonical().unwrap(), expected, "{k} {inside}");
        }
    }
    for text in ["0*2.1.1.1.1.1.1", "0*6.2.2.2.2.2", "1a1a.1a1a.1a1a.1a1a.1a1a.1a1a"] {
        let land = land(text);
        let by_number = (0..).map_while(|number| moves(&land).play(number)).map(|after| after.canonical().unwrap());
        assert_eq!(by_number.collect::<BTreeSet<_>>(), plain_options(&land), "{text}");
    }
}

/// A land whose first move counts as many, and whose last one is the only one to lead where it does.
#[test]
fn no_move_is_too_many() {
    let land = land("0*2");
    for many in [3_000, 100_000, 150_000] {
        let mut padded = moves(&land);
        assert_eq!((padded.joins.len(), padded.joins[1].first, padded.count), (2, 1, 3));
        (padded.joins[1].first, padded.count) = (many, many + 1);
        assert_eq!(padded.all().count() as u64, many + 1);
        let last = padded.all().last().unwrap().canonical().unwrap();
        assert_eq!(last.to_string(), "0.AB|AB", "{many}");
        assert!(padded.all().take(many as usize).all(|after| after.regions.len() == 1));
    }
}

/// Options that need too much work are refused; none is left out.
#[test]
fn options_are_all_there_or_refused() {
    let (land, mut refused) = (land("0*3.1a1a"), 0);
    let all = land_options(&land).unwrap();
    let spent = |work: u64| {
        let budget = Budget::new(Allowance { work, memory: 0 });
        options_of(&land, &budget).map(|options| (options, budget.spent().work))
    };
    let work = spent(u64::MAX).unwrap().1;
    for part in 0..100 {
        match spent(work * part / 50) {
            Ok((options, _)) => assert_eq!(options.into_keys().collect::<BTreeSet<_>>(), all),
            Err(error) => {
                refused += 1;
                assert!(error.family() == Family::CannotCheck && error.to_string().contains(" more "), "{error}");
            }
        }
    }
    assert!((40..60).contains(&refused), "{refused}");
}

#[test]
fn whole_games() {
    for (spots, positions, different_lands) in [(0, 1, 0), (1, 3, 2), (2, 16, 15), (3, 137, 118), (4, 1389, 1122)] {
        let game = whole_game(spots);
        assert_eq!((game.len(), lands(&game).len()), (positions, different_lands), "{spots} spots");
    }
}

#[test]
#[ignore = "deep: takes 10 seconds"]
fn whole_game_of_five() {
    let game = whole_game(5);
    assert_eq!((game.len(), lands(&game).len()), (16084, 12631));
}

#[test]
fn many_boundaries() {
    // 0*k: one join, and floor((k + 1) / 2) ways to share out k - 1 spots.
    assert_eq!(options(&canonical("0*20")).unwrap().len(), 1 + 10);
    assert_eq!(options(&canonical("0*101")).unwrap().len(), 1 + 51);
    let hub = ('A'..='X').map(|letter| format!("1{letter}.")).collect::<String>();
    let others = ('A'..='X').map(|letter| format!("|0.{letter}")).collect::<String>();
    let land = land(&(hub + &others));
    let little = Budget::new(Allowance { work: 20_000_000, memory: 100_000_000 });
    assert!(Moves::of(&land, &little).is_ok());
    let error = options_of(&land, &little).unwrap_err().to_string();
    assert!(error.starts_with("cannot check: it needs more work"), "{error}");
}
