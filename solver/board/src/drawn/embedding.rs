//! A drawing of a reduced position.
//!
//! A reduced position names its live spots and forgets the dead ones, but it can be drawn again with dead spots of our own
//! choice, and reducing the drawing gives the position back. [`orientation`](super::orientation) turns the boundaries so that
//! they fit together. A letter is a spot on the way between two faces of the map of its part; the gaps around such a face are
//! connected by a tree of dead spots, from which the tokens in the gaps grow:
//!
//! * `1`: a line to a spot of degree 1;
//! * `2`: a line to a dead spot with a double line to the spot, whose second occurrence is in a region where nothing else lives.
//!
//! Lands have no region in common. If there are several, each gets a cell of a ladder of dead spots.

use crate::drawn::orientation::{Letters, NoDrawing, Oriented, faces, orient, parts};
use crate::drawn::position::{Corner, Drawn, ORDINARY, Region, Spot};
use crate::drawn::rotation::{Dart, Rotation};
use sprouts::plain::PlainPosition;

/// A drawing takes at most so many live spots.
const MOST_SPOTS: usize = 200;

/// A drawing that was found for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embedding {
    pub drawn: Drawn,
    /// The first spots are those of the position, in the order in which it lists them; the others are dead.
    pub named: usize,
    /// The region that surrounds everything, if there is a choice to be made: the one outside of all cells.
    pub outer: Option<usize>,
}

/// A boundary without dead spots.
struct Walk {
    region: usize,
    spots: Vec<Spot>,
}

impl Embedding {
    /// Finds a drawing of a position.
    pub fn of(plain: &PlainPosition) -> Result<Embedding, NoDrawing> {
        let mut finder = Finder::new(plain)?;
        let letters: Vec<Letters> = finder.walks.iter().map(|walk| finder.letters(walk)).collect();
        let parts = parts(&letters);
        let oriented = orient(finder.regions, &letters, &parts)?;
        for walk in finder.walks.iter_mut().filter(|walk| oriented.is_mirrored[walk.region]) {
            walk.spots.reverse();
        }
        for part in &parts {
            finder.draw_part(part);
        }
        let cells = finder.draw_ladder(&oriented);
        Ok(finder.finish(cells))
    }
}

/// A dart whose face belongs to a region of the position.
struct Side {
    dart: Dart,
    region: usize,
}

/// The sides of the ladder's cells, and a dart of its outer face.
struct Ladder {
    cells: Vec<Side>,
    outer: Dart,
}

struct Finder {
    walks: Vec<Walk>,
    regions: usize,
    /// Lives of the spots, which are numbered in the order of the text.
    lives: Vec<u8>,
    occurrences: Vec<usize>,
    rotation: Rotation,
    /// The darts of each spot.
    darts: Vec<Vec<Dart>>,
    /// Occurrences of letters met so far.
    met: Vec<usize>,
    sides: Vec<Side>,
}

impl Finder {
    fn new(plain: &PlainPosition) -> Result<Self, NoDrawing> {
        let mut names: Vec<Option<Spot>> = vec![None; plain.lives.len()];
        let (mut lives, mut walks, mut regions) = (Vec::new(), Vec::new(), 0);
        for region in &plain.regions {
            let before = walks.len();
            for boundary in region {
                let live = boundary.iter().copied().filter(|&spot| plain.lives[spot] > 0);
                let spots: Vec<Spot> = live
                    .map(|spot| {
                        *names[spot].get_or_insert_with(|| {
                            lives.push(plain.lives[spot]);
                            lives.len() - 1
                        })
                    })
                    .collect();
                if !spots.is_empty() {
                    walks.push(Walk { region: regions, spots });
                }
            }
            regions += usize::from(walks.len() > before);
        }
        if lives.len() > MOST_SPOTS {
            return Err(NoDrawing::TooManySpots(MOST_SPOTS));
        }
        let mut occurrences = vec![0; lives.len()];
        walks.iter().flat_map(|walk| &walk.spots).for_each(|&spot| occurrences[spot] += 1);
        let is_alone = |walk: &Walk| walk.spots.iter().all(|&spot| lives[spot] < 3) || walk.spots.len() == 1;
        let may_occur = |spot: Spot| if lives[spot] == 1 { 2 } else { 1 };
        if (0..lives.len()).any(|spot| occurrences[spot] > may_occur(spot)) || !walks.iter().all(is_alone) {
            return Err(NoDrawing::TooOften);
        }
        let mut rotation = Rotation::default();
        let darts = (0..lives.len()).map(|spot| rotation.vertex(ORDINARY - usize::from(lives[spot]))).collect();
        let met = vec![0; lives.len()];
        Ok(Finder { walks, regions, lives, occurrences, rotation, darts, met, sides: Vec::new() })
    }

    fn is_letter(&self, spot: Spot) -> bool {
        self.occurrences[spot] == 2
    }

    fn letters(&self, walk: &Walk) -> Letters {
        let letters = walk.spots.iter().copied().filter(|&spot| self.is_letter(spot)).collect();
        Letters { region: walk.region, letters }
    }

    /// Draws the lines of a connected part.
    fn draw_part(&mut self, part: &[usize]) {
        let walks: Vec<Vec<Spot>> = part.iter().map(|&nth| self.letters(&self.walks[nth]).letters).collect();
        if walks.iter().all(Vec::is_empty) {
            return part.iter().for_each(|&nth| self.draw_alone(nth));
        }
        // The first occurrence of a letter is left by its second dart, the second by its first.
        let mut out: Vec<Vec<Dart>> = Vec::new();
        for (walk, &nth) in walks.iter().zip(part) {
            let mut row = Vec::new();
            for &letter in walk {
                self.met[letter] += 1;
                row.push(self.darts[letter][2 - self.met[letter]]);
            }
            self.sides.extend(row.first().map(|&dart| Side { dart, region: self.walks[nth].region }));
            out.push(row);
        }
        for face in faces(&walks) {
            let mut around = Vec::new();
            for (walk, at) in face {
                around.push(out[walk][at]);
                for token in self.tokens_after(part[walk], at) {
                    around.push(self.grow(token));
                }
            }
            self.rotation.connect(&around);
        }
    }

    /// The tokens `1` and `2` between a letter of a boundary, given by its place among the letters, and the next one.
    fn tokens_after(&self, walk: usize, place: usize) -> Vec<Spot> {
        let spots = &self.walks[walk].spots;
        let letters: Vec<usize> = (0..spots.len()).filter(|&at| self.is_letter(spots[at])).collect();
        let after = (1..spots.len()).map(|step| spots[(letters[place] + step) % spots.len()]);
        after.take_while(|&spot| !self.is_letter(spot)).collect()
    }

    /// A boundary without letters.
    fn draw_alone(&mut self, nth: usize) {
        let Walk { region, spots } = &self.walks[nth];
        let (region, spots) = (*region, spots.clone());
        match spots[..] {
            [spot] if self.lives[spot] == 3 => {}
            [spot] if self.lives[spot] == 1 => {
                let darts = self.darts[spot].clone();
                self.rotation.connect(&darts);
                self.sides.push(Side { dart: darts[0], region });
            }
            _ => {
                let around: Vec<Dart> = spots.iter().map(|&spot| self.grow(spot)).collect();
                self.rotation.connect(&around);
                // The last dart of a spot leaves it on the outside.
                let dart = *self.darts[spots[0]].last().expect("it has lines");
                self.sides.push(Side { dart, region });
            }
        }
    }

    /// The dart from which a token `1` or `2` grows.
    fn grow(&mut self, spot: Spot) -> Dart {
        let darts = self.darts[spot].clone();
        match darts[..] {
            [only] => only,
            _ => {
                let dead = self.rotation.vertex(3);
                self.rotation.join(dead[1], darts[0]);
                self.rotation.join(dead[2], darts[1]);
                dead[0]
            }
        }
    }

    /// Draws a ladder with a cell for each land, if there are several.
    fn draw_ladder(&mut self, oriented: &Oriented) -> Option<Ladder> {
        let rungs = oriented.lands.len().checked_sub(1).filter(|&rungs| rungs > 0)?;
        // Clockwise: left, right, down at the top; up, right, left at the bottom.
        let top: Vec<Vec<Dart>> = (0..rungs).map(|_| self.rotation.vertex(3)).collect();
        let bottom: Vec<Vec<Dart>> = (0..rungs).map(|_| self.rotation.vertex(3)).collect();
        for nth in 0..rungs {
            self.rotation.join(top[nth][2], bottom[nth][0]);
            if nth > 0 {
                self.rotation.join(top[nth - 1][1], top[nth][0]);
                self.rotation.join(bottom[nth - 1][1], bottom[nth][2]);
            }
        }
        self.rotation.join(top[0][0], bottom[0][2]);
        self.rotation.join(top[rungs - 1][1], bottom[rungs - 1][1]);
        let largest = |land: &Vec<usize>| {
            let size =
                |region: usize| self.walks.iter().filter(|w| w.region == region).map(|w| w.spots.len()).sum::<usize>();
            land.iter().copied().max_by_key(|&region| (size(region), usize::MAX - region)).expect("a land has a region")
        };
        // Faces lie on the left of their darts: a rung upwards has the cell on its left, the last rung downwards the last cell.
        let darts = bottom.iter().map(|darts| darts[0]).chain([top[rungs - 1][2]]);
        let cells = darts.zip(&oriented.lands).map(|(dart, land)| Side { dart, region: largest(land) }).collect();
        Some(Ladder { cells, outer: bottom[0][2] })
    }

    fn finish(self, ladder: Option<Ladder>) -> Embedding {
        let (faces, face_of) = self.rotation.faces();
        let mut regions: Vec<Region> = vec![Region::new(); self.regions];
        for walk in &self.walks {
            if let [spot] = walk.spots[..]
                && self.lives[spot] == 3
            {
                regions[walk.region].push(vec![Corner { spot, out: None }]);
            }
        }
        let mut region_of: Vec<Option<usize>> = vec![None; faces.len()];
        let cells = ladder.iter().flat_map(|ladder| &ladder.cells);
        for side in self.sides.iter().chain(cells) {
            region_of[face_of[side.dart]] = Some(side.region);
        }
        let mut outer = None;
        for (nth, (face, region)) in faces.into_iter().zip(region_of).enumerate() {
            if ladder.as_ref().is_some_and(|ladder| face_of[ladder.outer] == nth) {
                outer = Some(regions.len());
            }
            match region {
                Some(region) => regions[region].push(face),
                None => regions.push(vec![face]),
            }
        }
        let (degrees, lines) = (self.rotation.degrees(), self.rotation.line_count());
        let initial = degrees.len().saturating_sub(lines / 2);
        let drawn = Drawn { max_degree: ORDINARY, degrees, regions, lines, initial };
        Embedding { drawn, named: self.lives.len(), outer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Engine;
    use sprouts::notation;

    /// Spots less lines plus regions, with a boundary of a region for each connected part that borders it.
    fn is_plane(drawn: &Drawn) -> bool {
        let boundaries: usize = drawn.regions().iter().map(Vec::len).sum();
        // Each boundary is a face of its part, and V − E + F = 2 there; regions and parts form a tree.
        let isolated = (0..drawn.spot_count()).filter(|&spot| drawn.degree(spot) == 0).count();
        let doubled = drawn.spot_count() + boundaries - drawn.line_count();
        // A spot without lines has one boundary: V − E + F = 2 too.
        let parts = doubled / 2;
        let is_tree = drawn.regions().len() + parts == boundaries + 1 || drawn.regions().is_empty();
        doubled.is_multiple_of(2) && parts >= isolated && is_tree
    }

    #[test]
    fn drawings_reduce_to_their_positions() {
        let mut engine = Engine::new();
        for text in [
            "!",
            "0",
            "0*3",
            "1",
            "2",
            "12",
            "11",
            "112",
            "A|A",
            "0.A|0.A",
            "0*2.AB|AB",
            "1a2a",
            "0.1ab2ba",
            "AB|AB+0*2+1A|2A",
            "0+0+0+0",
            "0.AB|CD.AB|CD.0",
            "ABC|ABD|CDEF|EF",
            "12AB|2A1B1",
            "0.1.2.AB|AB.1",
        ] {
            let plain = notation::parse(text).unwrap();
            let embedding = Embedding::of(&plain).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(is_plane(&embedding.drawn), "{text}: {}", embedding.drawn.full_hoey());
            let again = engine.canonical(&embedding.drawn.plain()).unwrap();
            assert_eq!(again, engine.canonical(&plain).unwrap(), "{text}: {}", embedding.drawn.full_hoey());
        }
    }

    #[test]
    fn positions_without_a_drawing_are_refused() {
        for (text, expected) in [
            ("0*2.ABAB", NoDrawing::NotPlane),
            ("abab", NoDrawing::NotPlane),
            ("ABCDE|ABCED", NoDrawing::NotPlane),
            ("AB.CD|A.C|B|D", NoDrawing::ConnectedElsewhere),
        ] {
            let plain = notation::parse(text).unwrap();
            assert_eq!(Embedding::of(&plain).unwrap_err(), expected, "{text}");
        }
    }
}
