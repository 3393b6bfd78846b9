//! All options of a land or of a position: the distinct reduced positions that one move leads to.
//!
//! Boundaries of a region that are *alike*, that is without upper-case letters and equal up to rotation (in the same
//! direction), can be exchanged: that maps the land to itself and moves nothing else. Two moves that such an exchange
//! turns into each other lead to the same option. So of boundaries that are alike only the first is joined (or the
//! first two are joined to each other), and it matters only how many of them, not which, go to one side.

use crate::limits::{Limit, MAX_MOVES, Work};
use crate::moves::{Move, Place};
use crate::position::{Position, Region};
use crate::text::{Kind, boundary_text, kinds};
use crate::token::{Canonical, Land, Token};
use std::collections::{BTreeSet, HashMap};

/// The options of a position: a move is made in one of its lands.
pub fn options(position: &Canonical) -> Result<BTreeSet<Canonical>, Limit> {
    let mut all = BTreeSet::new();
    for (i, land) in position.0.iter().enumerate() {
        let others = || position.0[..i].iter().chain(&position.0[i + 1..]);
        if i == 0 || position.0[i - 1] != *land {
            all.extend(land_options(land)?.iter().map(|option| Canonical::sum(others().chain(&option.0))));
        }
    }
    Ok(all)
}

/// The options of a land.
pub fn land_options(land: &Land) -> Result<BTreeSet<Canonical>, Limit> {
    let mut position = Position::default();
    position.add_land(&land.0);
    let mut work = Work::for_options();
    let mut all = BTreeSet::new();
    for played in moves(&position, &mut work)? {
        all.insert(position.after(&played).canonical_within(&mut work)?);
    }
    Ok(all)
}

/// The legal moves of a reduced land, but for those that an exchange of boundaries that are alike makes superfluous.
pub(crate) fn moves(land: &Position, work: &mut Work) -> Result<Vec<Move>, Limit> {
    let kinds = kinds(land);
    let mut all = Vec::new();
    for (r, region) in land.regions.iter().enumerate() {
        let classes = classes(region, &kinds, work)?;
        for (x, y) in pairs(region, &classes) {
            let mut played = Move { region: r, x, y, with_x_to_y: vec![] };
            if land.allows(&played).is_err() {
                continue;
            }
            if x.boundary != y.boundary {
                all.push(played);
                continue;
            }
            for side in distributions(&classes, x.boundary)? {
                played.with_x_to_y = side;
                all.push(played.clone());
                if all.len() > MAX_MOVES {
                    return Err(Limit::TooManyMoves);
                }
            }
        }
    }
    Ok(all)
}

/// Groups the boundaries of a region: those that are alike go together, all others stay alone.
fn classes(region: &Region, kinds: &[Kind], work: &mut Work) -> Result<Vec<Vec<usize>>, Limit> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    let mut closed: HashMap<Vec<Token>, usize> = HashMap::new();
    for (b, boundary) in region.iter().enumerate() {
        let written = boundary_text(boundary, kinds, &[], work)?;
        let mut class = classes.len();
        if written.fresh.iter().all(Vec::is_empty) {
            class = *closed.entry(written.text).or_insert(class);
        }
        classes.resize_with(classes.len().max(class + 1), Vec::new);
        classes[class].push(b);
    }
    Ok(classes)
}

/// The pairs of occurrences to join, one of each kind.
fn pairs(region: &Region, classes: &[Vec<usize>]) -> Vec<(Place, Place)> {
    let places = |b: usize| (0..region[b].len()).map(move |index| Place { boundary: b, index });
    let mut pairs = Vec::new();
    for (c, class) in classes.iter().enumerate() {
        let partners = class.get(1).into_iter().chain(classes[c + 1..].iter().map(|class| &class[0]));
        let partners: Vec<Place> = partners.flat_map(|&b| places(b)).collect();
        for x in places(class[0]) {
            pairs.extend(places(class[0]).skip(x.index).map(|y| (x, y)));
            pairs.extend(partners.iter().map(|&y| (x, y)));
        }
    }
    pairs
}

/// The ways to choose from the boundaries other than `used`: so many of each class.
fn distributions(classes: &[Vec<usize>], used: usize) -> Result<Vec<Vec<usize>>, Limit> {
    let mut ways: Vec<Vec<usize>> = vec![vec![]];
    for class in classes {
        let class: Vec<usize> = class.iter().copied().filter(|&b| b != used).collect();
        if ways.len() * (class.len() + 1) > MAX_MOVES {
            return Err(Limit::TooManyMoves);
        }
        let extended =
            |way: &Vec<usize>| (0..=class.len()).map(|n| [&way[..], &class[..n]].concat()).collect::<Vec<_>>();
        ways = ways.iter().flat_map(extended).collect();
    }
    Ok(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{canonical, land, lands, whole_game};

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
        let mut position = Position::default();
        position.add_land(land.tokens());
        let mut all = BTreeSet::new();
        for (r, region) in position.regions.iter().enumerate() {
            let place = |boundary: usize| (0..region[boundary].len()).map(move |index| Place { boundary, index });
            let places: Vec<Place> = (0..region.len()).flat_map(place).collect();
            for (&x, &y) in places.iter().flat_map(|x| places.iter().map(move |y| (x, y))) {
                for set in 0..1 << region.len() {
                    let with_x_to_y = (0..region.len()).filter(|b| set >> b & 1 == 1).collect();
                    if let Ok(after) = land.play(&Move { region: r, x, y, with_x_to_y }) {
                        all.insert(after.canonical().unwrap());
                    }
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
            assert_eq!(land_options(&land).unwrap(), plain_options(&land), "{land}");
        }
    }

    #[test]
    fn whole_games() {
        for (spots, positions, different_lands) in [(0, 1, 0), (1, 3, 2), (2, 16, 15), (3, 137, 118), (4, 1389, 1122)] {
            let game = whole_game(spots);
            assert_eq!((game.len(), lands(&game).len()), (positions, different_lands), "{spots} spots");
        }
    }

    #[test]
    #[ignore = "takes 10 seconds"]
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
        assert_eq!(options(&canonical(&(hub + &others))), Err(Limit::TooManyMoves));
    }
}
