//! A position as FORMAT.md section 2 describes it: regions of boundaries of spots.

use crate::canon::canonical_string;
use crate::limits::{Limit, Work};
use crate::token::{Canonical, Land, Token};
use std::collections::HashMap;

/// A spot, as an index in the table of degrees.
pub type Spot = usize;
/// A cyclic list of occurrences.
pub(crate) type Boundary = Vec<Spot>;
pub(crate) type Region = Vec<Boundary>;

/// Any position, reduced or not. A spot occurs once, twice in one boundary, or once in each of two regions; only a
/// dead spot may occur otherwise. A spot of degree 2 that occurs once is the token `2`.
#[derive(Clone, Debug, Default)]
pub struct Position {
    pub(crate) degree: Vec<u8>,
    pub(crate) regions: Vec<Region>,
}

impl Position {
    /// The start of the game of n spots: one region of n boundaries.
    pub fn start(spots: usize) -> Self {
        let regions = if spots == 0 { vec![] } else { vec![(0..spots).map(|s| vec![s]).collect()] };
        Position { degree: vec![0; spots], regions }
    }

    pub(crate) fn new_spot(&mut self, degree: u8) -> Spot {
        self.degree.push(degree);
        self.degree.len() - 1
    }

    /// The position that is just this land, its regions and boundaries in the order of the string.
    pub(crate) fn of(land: &Land) -> Self {
        let mut position = Position::default();
        position.add_land(&land.0);
        position
    }

    /// Adds the land with this string, canonical or not. Upper-case letters are local to the land, lower-case ones to
    /// their boundary.
    pub(crate) fn add_land(&mut self, tokens: &[Token]) {
        let mut letters: HashMap<Token, Spot> = HashMap::new();
        let mut region = Region::new();
        let mut boundary = Boundary::new();
        for &token in tokens {
            match token {
                Token::Single(degree) => boundary.push(self.new_spot(degree)),
                Token::Lower(_) | Token::Upper(_) => {
                    boundary.push(*letters.entry(token).or_insert_with(|| self.new_spot(2)));
                }
                Token::EndBoundary => {
                    region.push(std::mem::take(&mut boundary));
                    letters.retain(|letter, _| matches!(letter, Token::Upper(_)));
                }
                Token::EndRegion => self.regions.push(std::mem::take(&mut region)),
            }
        }
    }

    /// The lives of a region, or some number above 3 if there are more: those of the spots that occur in it, each
    /// counted once.
    pub(crate) fn lives(&self, region: &Region) -> usize {
        let spots = || region.iter().flatten();
        let mut lives = 0;
        for (i, &spot) in spots().enumerate() {
            if lives <= 3 && !spots().take(i).any(|&earlier| earlier == spot) {
                lives += 3 - usize::from(self.degree[spot].min(3));
            }
        }
        lives
    }

    /// How often each spot occurs.
    pub(crate) fn occurrences(&self) -> Vec<usize> {
        let mut count = vec![0; self.degree.len()];
        for &spot in self.regions.iter().flatten().flatten() {
            count[spot] += 1;
        }
        count
    }

    /// The reduced position, each land in its canonical string.
    pub fn canonical(self) -> Result<Canonical, Limit> {
        let mut work = Work::for_position();
        self.canonical_with(|land| canonical_string(land, &mut work))
    }

    /// The same, with a given way to find canonical strings.
    pub(crate) fn canonical_with(
        mut self,
        mut string: impl FnMut(&Position) -> Result<Land, Limit>,
    ) -> Result<Canonical, Limit> {
        self.reduce();
        let mut lands = self.into_lands().iter().map(&mut string).collect::<Result<Vec<Land>, Limit>>()?;
        lands.sort_unstable();
        Ok(Canonical(lands))
    }
}
