//! Positions (FORMAT.md section 2) and their reduction (section 4).

use crate::error::{Malformed, Result, ensure};
use crate::token::{Kind, Token};

/// A spot, by its number. No more than 600 occurrences are read, and a move adds one spot: 16 bits are enough.
pub(crate) type Spot = u16;
/// The occurrences of spots on a boundary, in their cyclic order.
pub(crate) type Boundary = Vec<Spot>;
pub(crate) type Region = Vec<Boundary>;

/// Any position, reduced or not.
///
/// What token an occurrence is need not be kept: `0` and `1` are spots of 3 and 2 lives; a spot of 1 life is a letter if it
/// occurs twice, and the token `2` if it occurs once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Of each spot, by its number. A spot that occurs nowhere any more keeps its place.
    pub(crate) lives: Vec<u8>,
    pub(crate) regions: Vec<Region>,
}

impl Position {
    /// Adds a land, given by the tokens of any of its strings. An upper-case letter may also occur once, or twice in a boundary.
    pub(crate) fn add(&mut self, land: &[Vec<Vec<Token>>]) -> Result<()> {
        let count = |list: &[Token], token: Token| list.iter().filter(|other| **other == token).count();
        let in_land = land.concat().concat();
        // The letters that were met, and their spots. A lower-case letter means the same spot in one boundary only.
        let mut uppers: Vec<(Token, Spot)> = vec![];
        for region in land {
            let in_region = region.concat();
            let mut boundaries = Region::new();
            for tokens in region {
                let mut lowers: Vec<(Token, Spot)> = vec![];
                let mut boundary = Boundary::new();
                for &token in tokens {
                    let has_place = match token.kind() {
                        Kind::Degree(0) => tokens.len() == 1,
                        Kind::Degree(_) => true,
                        Kind::Lower(_) => count(tokens, token) == 2,
                        // No spot occurs in two boundaries of one region.
                        Kind::Upper(_) => {
                            count(&in_land, token) <= 2 && count(&in_region, token) == count(tokens, token)
                        }
                        Kind::Dot | Kind::Bar => false,
                    };
                    ensure(has_place, || Malformed::Misplaced(token.to_string()))?;
                    boundary.push(match token.kind() {
                        Kind::Degree(degree) => self.new_spot(3 - degree),
                        Kind::Lower(_) => self.spot_of(token, &mut lowers),
                        _ => self.spot_of(token, &mut uppers),
                    });
                }
                boundaries.push(boundary);
            }
            self.regions.push(boundaries);
        }
        Ok(())
    }

    /// A spot that is not in the position yet.
    fn new_spot(&mut self, lives: u8) -> Spot {
        self.lives.push(lives);
        self.lives.len() as Spot - 1
    }

    /// The spot of a letter: the one that it had when it was met before, or a new one with a life.
    fn spot_of(&mut self, letter: Token, met: &mut Vec<(Token, Spot)>) -> Spot {
        if let Some((_, spot)) = met.iter().find(|(other, _)| *other == letter) {
            return *spot;
        }
        let spot = self.new_spot(1);
        met.push((letter, spot));
        spot
    }

    fn lives(&self, spot: Spot) -> u8 {
        self.lives[usize::from(spot)]
    }

    /// The lives of a region: those of its spots, each counted once. Beyond 3 any greater number will do: steps 4 and 5 only
    /// ask whether there are fewer than 2, or at most 3.
    fn lives_of(&self, region: &Region) -> u32 {
        let mut spots = region.concat();
        // A living spot occurs at most twice in a region, so 8 occurrences are those of 4 spots or more, each with a life.
        if spots.len() >= 8 {
            return 4;
        }
        spots.sort_unstable();
        spots.dedup();
        spots.iter().map(|spot| u32::from(self.lives(*spot))).sum()
    }

    /// The lives of all spots that occur.
    pub(crate) fn all_lives(&self) -> u32 {
        let spots = (0..).zip(self.occurrences()).filter(|(_, count)| *count > 0);
        spots.map(|(spot, _)| u32::from(self.lives(spot))).sum()
    }

    /// How often each spot occurs.
    pub(crate) fn occurrences(&self) -> Vec<u8> {
        let mut counts = vec![0; self.lives.len()];
        self.regions.iter().flatten().flatten().for_each(|spot| counts[usize::from(*spot)] += 1);
        counts
    }

    /// Reduces the position, in the steps 1 to 7 of section 4.
    pub(crate) fn reduce(&mut self) {
        let mut regions = std::mem::take(&mut self.regions);
        // 1. Dead spots go.
        for boundary in regions.iter_mut().flatten() {
            boundary.retain(|spot| self.lives(*spot) > 0);
        }
        // 2. Two occurrences of a spot that are cyclically adjacent become one. No spot that lives occurs three times, nor twice
        // with 2 or 3 lives: so the spot has degree 2, and what is left of it is a token `2`.
        for boundary in regions.iter_mut().flatten() {
            boundary.dedup();
            if boundary.len() > 1 && boundary.first() == boundary.last() {
                boundary.pop();
            }
        }
        // 3. Empty boundaries go.
        for region in &mut regions {
            region.retain(|boundary| !boundary.is_empty());
        }
        // 4. Regions with fewer than 2 lives go.
        regions.retain(|region| self.lives_of(region) >= 2);
        // No later step changes the lives of a region: step 7 takes two spots with a life each for one with two.
        let is_small: Vec<bool> = regions.iter().map(|region| self.lives_of(region) <= 3).collect();
        // 5. A region with 2 or 3 lives has one boundary, in which each spot occurs once. In which order makes no difference.
        for (region, is_small) in regions.iter_mut().zip(&is_small) {
            if *is_small {
                let mut all = region.concat();
                all.sort_unstable();
                all.dedup();
                *region = vec![all];
            }
        }
        self.regions = regions;
        // 6. A spot with one life that occurs only once now, for whatever reason, is a token `2`.
        let is_two: Vec<bool> =
            self.lives.iter().zip(self.occurrences()).map(|(lives, count)| *lives == 1 && count == 1).collect();
        // 7. Two tokens `2` become a token `1`: one of the spots goes, the other one has 2 lives.
        for (region, is_small) in self.regions.iter_mut().zip(&is_small) {
            for boundary in region {
                let twos: Vec<usize> = (0..boundary.len()).filter(|at| is_two[usize::from(boundary[*at])]).collect();
                if twos.len() >= 2 && (boundary.len() == 2 || *is_small) {
                    self.lives[usize::from(boundary[twos[0]])] = 2;
                    boundary.remove(twos[1]);
                }
            }
        }
    }

    /// Step 8: the lands of a reduced position, each as its regions. Two regions are in one land if a spot occurs in both.
    pub(crate) fn lands(self) -> Vec<Vec<Region>> {
        // Each region by itself, as yet: region r is in the land with the number r.
        let mut land_of: Vec<usize> = (0..self.regions.len()).collect();
        // The last region in which each spot was met.
        let mut met_in: Vec<Option<usize>> = vec![None; self.lives.len()];
        for (r, region) in self.regions.iter().enumerate() {
            for &spot in region.iter().flatten() {
                if let Some(other) = met_in[usize::from(spot)] {
                    // All of the one land go over to the other.
                    let (from, to) = (land_of[r], land_of[other]);
                    for land in &mut land_of {
                        if *land == from {
                            *land = to;
                        }
                    }
                }
                met_in[usize::from(spot)] = Some(r);
            }
        }
        let mut lands = vec![vec![]; self.regions.len()];
        for (region, land) in self.regions.into_iter().zip(land_of) {
            lands[land].push(region);
        }
        lands.retain(|land| !land.is_empty());
        lands
    }
}
