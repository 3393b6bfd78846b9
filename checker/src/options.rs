//! The moves of a land in their order (FORMAT.md section 6), and the options they lead to.
//!
//! Boundaries of a region that have no upper-case letter and the same text can be exchanged: that maps the land to
//! itself and moves nothing else. So of such a *class* only the first boundary is joined (or the first two are joined
//! to each other), and it matters only how many of them, not which, go to one side.

use crate::limits::{Limit, MAX_MOVES, Work};
use crate::memo::Memo;
use crate::moves::{Move, Place};
use crate::position::Position;
use crate::token::{Canonical, Land, Token};
use std::collections::BTreeSet;
use std::num::NonZero;

/// A run of boundaries that can be exchanged.
struct Class {
    first: usize,
    size: usize,
}

/// Moves that join the same occurrences: they differ only in where the other boundaries go.
struct Join {
    region: usize,
    x: Place,
    y: Place,
    /// How many moves these are, and how many of them come before one that leads to the same position.
    ways: u64,
    different: u64,
}

/// All moves of a land.
pub(crate) struct Moves {
    pub position: Position,
    /// The classes of each region.
    classes: Vec<Vec<Class>>,
    joins: Vec<Join>,
}

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
    let moves = Moves::of(land);
    let (mut work, mut memo) = (Work::for_options(), Memo::for_one_of(NonZero::<usize>::MIN));
    let mut all = BTreeSet::new();
    for played in moves.different()? {
        all.insert(memo.canonical(moves.position.after(&played), &mut work)?);
    }
    Ok(all)
}

impl Land {
    /// The position, not reduced, after the move with this number, if there is one.
    pub fn play(&self, number: u64) -> Option<Position> {
        let moves = Moves::of(self);
        moves.get(number).map(|played| moves.position.after(&played))
    }
}

impl Moves {
    pub(crate) fn of(land: &Land) -> Self {
        let mut moves = Moves { position: Position::of(land), classes: vec![], joins: vec![] };
        for region in land.0.split(|token| *token == Token::EndRegion).filter(|region| !region.is_empty()) {
            let boundaries: Vec<&[Token]> = region.split_inclusive(|token| *token == Token::EndBoundary).collect();
            moves.add_region(&boundaries);
        }
        moves
    }

    fn add_region(&mut self, boundaries: &[&[Token]]) {
        let region = self.classes.len();
        let classes = classes(boundaries);
        let places = |boundary: usize| (0..boundaries[boundary].len() - 1).map(move |index| Place { boundary, index });
        let mut join = |x: Place, y: Place, ways, different| self.joins.push(Join { region, x, y, ways, different });
        for (i, class) in classes.iter().enumerate() {
            for other in &classes[i..] {
                let is_same = other.first == class.first;
                for x in places(class.first).filter(|_| !is_same || class.size > 1) {
                    let y_boundary = if is_same { class.first + 1 } else { other.first };
                    places(y_boundary).skip(if is_same { x.index } else { 0 }).for_each(|y| join(x, y, 1, 1));
                }
            }
        }
        for class in &classes {
            let boundary = boundaries[class.first];
            let ways =
                others(&classes, class.first).fold(1, |ways: u64, (_, size)| ways.saturating_mul(size as u64 + 1));
            for x in places(class.first) {
                match boundary[x.index] {
                    // A distribution and its opposite, which is number ways - 1 - d, give the same position.
                    Token::Single(0) => join(x, x, ways, ways.div_ceil(2)),
                    Token::Single(1) => join(x, x, ways, ways),
                    _ => {}
                }
                for y in places(class.first).skip(x.index + 1) {
                    if matches!(boundary[x.index], Token::Single(_)) || boundary[x.index] != boundary[y.index] {
                        join(x, y, ways, ways);
                    }
                }
            }
        }
        self.classes.push(classes);
    }

    /// The move with this number.
    pub(crate) fn get(&self, number: u64) -> Option<Move> {
        let mut left = number;
        for join in &self.joins {
            if left < join.ways {
                return Some(self.choose(join, left));
            }
            left -= join.ways;
        }
        None
    }

    /// All moves in order, but for some that lead nowhere new.
    pub(crate) fn different(&self) -> Result<impl Iterator<Item = Move>, Limit> {
        if self.joins.iter().fold(0, |sum: u64, join| sum.saturating_add(join.ways)) > MAX_MOVES {
            return Err(Limit::TooManyMoves);
        }
        Ok(self.joins.iter().flat_map(|join| (0..join.different).map(|way| self.choose(join, way))))
    }

    /// The move that joins these occurrences and distributes the other boundaries by this number.
    fn choose(&self, join: &Join, mut way: u64) -> Move {
        let mut with_x_to_y = Vec::new();
        if join.x.boundary == join.y.boundary {
            for (first, size) in others(&self.classes[join.region], join.x.boundary) {
                let radix = size as u64 + 1;
                with_x_to_y.extend(first..first + (way % radix) as usize);
                way /= radix;
            }
        }
        Move { region: join.region, x: join.x, y: join.y, with_x_to_y }
    }
}

/// Groups the boundaries of a region.
fn classes(boundaries: &[&[Token]]) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (first, boundary) in boundaries.iter().enumerate() {
        let is_closed = !boundary.iter().any(|token| matches!(token, Token::Upper(_)));
        match classes.last_mut() {
            Some(class) if is_closed && boundaries[class.first] == *boundary => class.size += 1,
            _ => classes.push(Class { first, size: 1 }),
        }
    }
    classes
}

/// The first boundary and the size of each class, without the boundary `used`, which is the first of its class.
fn others(classes: &[Class], used: usize) -> impl Iterator<Item = (usize, usize)> {
    classes
        .iter()
        .map(move |class| if class.first == used { (used + 1, class.size - 1) } else { (class.first, class.size) })
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
        let position = Position::of(land);
        let mut all = BTreeSet::new();
        for (r, region) in position.regions.iter().enumerate() {
            let place = |boundary: usize| (0..region[boundary].len()).map(move |index| Place { boundary, index });
            let places: Vec<Place> = (0..region.len()).flat_map(place).collect();
            for (&x, &y) in places.iter().flat_map(|x| places.iter().map(move |y| (x, y))) {
                let [x_spot, y_spot] = [x, y].map(|place| region[place.boundary][place.index]);
                if x_spot == y_spot && position.degree[x_spot] > 1 {
                    continue;
                }
                for set in 0..1 << region.len() {
                    let with_x_to_y = (0..region.len()).filter(|&b| b != x.boundary && set >> b & 1 == 1).collect();
                    all.insert(position.after(&Move { region: r, x, y, with_x_to_y }).canonical().unwrap());
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
            let by_number = (0..).map_while(|number| land.play(number)).map(|after| after.canonical().unwrap());
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
            let land = land(text);
            assert!(land.play(count - 1).is_some() && land.play(count).is_none(), "{text}");
            assert!(land.play(u64::MAX).is_none(), "{text}");
            for &(number, expected) in plays {
                assert_eq!(land.play(number).unwrap().canonical().unwrap().to_string(), expected, "{text} {number}");
            }
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
