//! One move in a land (FORMAT.md section 3).

use crate::position::{Boundary, Position, Region, Spot};

/// An occurrence: a boundary of the region and an index in it, counted from 0 in the land's canonical string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub boundary: usize,
    pub index: usize,
}

/// A move joins two occurrences in a region of a land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub region: usize,
    pub x: Place,
    pub y: Place,
    /// If x and y are in one boundary `x X y Y`: those of the other boundaries that come to lie in the region of
    /// `x X y z`. (For a loop, `x z`.) Empty otherwise.
    pub with_x_to_y: Vec<usize>,
}

impl Position {
    /// The position after a move that is legal.
    pub(crate) fn after(&self, played: &Move) -> Position {
        let mut position = self.clone();
        let z = position.new_spot(2);
        let mut region = position.regions.swap_remove(played.region);
        let (from_x, from_y) = (walk_from(&region, played.x), walk_from(&region, played.y));
        let (x, y) = (from_x[0], from_y[0]);
        if played.x.boundary == played.y.boundary {
            position.regions.extend(self.split(region, played, z));
        } else {
            region[played.x.boundary] = [self.around(from_x), vec![z], self.around(from_y), vec![z]].concat();
            region.remove(played.y.boundary);
            position.regions.push(region);
        }
        position.degree[x] += 1;
        position.degree[y] += 1;
        position
    }

    /// `x X x` from `x X`, or only `x` if it has degree 0.
    fn around(&self, walk: Boundary) -> Boundary {
        let again = if self.degree[walk[0]] == 0 { 0 } else { 1 };
        [&walk[..], &walk[..again]].concat()
    }

    /// The two regions that a one-boundary move makes: with `x X y z` and with `y Y x z`. For a loop these are `x z`
    /// and `x X x z`, or `x z` again if x has degree 0.
    fn split(&self, region: Region, played: &Move, z: Spot) -> [Region; 2] {
        let walk = walk_from(&region, played.x);
        let to_y = (played.y.index + walk.len() - played.x.index) % walk.len();
        let there = walk[..=to_y].to_vec();
        let back = self.around(walk)[to_y..].to_vec();
        let mut sides = [there, back].map(|stretch| vec![[stretch, vec![z]].concat()]);
        for (b, boundary) in region.into_iter().enumerate().filter(|(b, _)| *b != played.x.boundary) {
            let side = if played.with_x_to_y.contains(&b) { 0 } else { 1 };
            sides[side].push(boundary);
        }
        sides
    }
}

/// The boundary of an occurrence, rotated so that it starts there.
fn walk_from(region: &Region, place: Place) -> Boundary {
    let mut boundary = region[place.boundary].clone();
    boundary.rotate_left(place.index);
    boundary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::land;

    fn place(boundary: usize, index: usize) -> Place {
        Place { boundary, index }
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
        for (text, x, y, with_x_to_y, expected) in table {
            let played = Move { region: 0, x: place(x.0, x.1), y: place(y.0, y.1), with_x_to_y };
            let after = Position::of(&land(text)).after(&played).canonical().unwrap();
            assert_eq!(after.to_string(), expected, "{text} {played:?}");
        }
    }
}
