//! Positions (FORMAT.md section 2) and their reduction (section 4).

use crate::error::{Malformed, Result};
use crate::token::{Kind, Token};

/// A spot, by its number.
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
    /// Of each spot.
    pub(crate) lives: Vec<u8>,
    pub(crate) regions: Vec<Region>,
}

impl Position {
    /// Adds a land, given by the tokens of any of its strings. An upper-case letter may also occur once, or twice in a boundary.
    pub(crate) fn add(&mut self, land: &[Vec<Vec<Token>>]) -> Result<()> {
        let count = |list: &[Token], token: Token| list.iter().filter(|other| **other == token).count();
        // The spots that upper-case letters stand for.
        let mut uppers: Vec<(Token, Spot)> = vec![];
        let regions: Vec<Vec<Token>> = land.iter().map(|region| region.concat()).collect();
        let all = regions.concat();
        for (region, in_region) in land.iter().zip(&regions) {
            let mut added = Region::new();
            for tokens in region {
                let mut lowers: Vec<(Token, Spot)> = vec![];
                let mut boundary = Boundary::new();
                for &token in tokens {
                    let new = self.lives.len() as Spot;
                    let (is_right, known) = match token.kind() {
                        Kind::Degree(0) => (tokens.len() == 1, None),
                        Kind::Degree(_) => (true, None),
                        Kind::Lower(_) => (count(tokens, token) == 2, Some(&mut lowers)),
                        Kind::Upper(_) => (
                            count(&all, token) <= 2 && count(in_region, token) == count(tokens, token),
                            Some(&mut uppers),
                        ),
                        Kind::Dot | Kind::Bar => (false, None),
                    };
                    if !is_right {
                        return Err(Malformed::Misplaced(token.to_string()).into());
                    }
                    let met = known.as_ref().and_then(|known| known.iter().find(|(other, _)| *other == token));
                    let spot = met.map_or(new, |(_, spot)| *spot);
                    boundary.push(spot);
                    if spot == new {
                        self.lives.push(if let Kind::Degree(degree) = token.kind() { 3 - degree } else { 1 });
                        known.into_iter().for_each(|known| known.push((token, new)));
                    }
                }
                added.push(boundary);
            }
            self.regions.push(added);
        }
        Ok(())
    }

    fn lives(&self, spot: Spot) -> u8 {
        self.lives[usize::from(spot)]
    }

    /// The lives of a region: those of its spots, each counted once.
    fn lives_of(&self, region: &Region) -> u32 {
        let mut spots = region.concat();
        // Each spot occurs at most twice here and has a life, so there are at least half as many lives as occurrences. It makes
        // no difference how many they are beyond 3.
        if spots.len() >= 8 {
            return spots.len() as u32 / 2;
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

    /// Reduces the position, in the steps of section 4.
    pub(crate) fn reduce(&mut self) {
        let mut regions = std::mem::take(&mut self.regions);
        for boundary in regions.iter_mut().flatten() {
            // 1. Dead spots go.
            boundary.retain(|spot| self.lives(*spot) > 0);
            // 2. Two adjacent occurrences become one. No spot that lives occurs three times, nor twice with 2 or 3 lives: so
            // all that can be adjacent and the same is a spot of degree 2, and what is left of it is a token `2`.
            boundary.dedup();
            if boundary.len() > 1 && boundary.first() == boundary.last() {
                boundary.pop();
            }
        }
        // 3. Empty boundaries go.
        regions.iter_mut().for_each(|region| region.retain(|boundary| !boundary.is_empty()));
        // 4. Regions with fewer than 2 lives go.
        let mut of_region: Vec<u32> = regions.iter().map(|region| self.lives_of(region)).collect();
        let mut lives = of_region.iter();
        regions.retain(|_| lives.next().is_some_and(|lives| *lives >= 2));
        of_region.retain(|lives| *lives >= 2);
        // 5. A region with 2 or 3 lives has one boundary, in which each spot occurs once.
        for (region, _) in regions.iter_mut().zip(&of_region).filter(|(_, lives)| **lives <= 3) {
            let mut all = region.concat();
            all.sort_unstable();
            all.dedup();
            *region = vec![all];
        }
        self.regions = regions;
        // 6. A spot that occurs only once now is a token `2`: see above.
        let counts = self.occurrences();
        let is_two = |lives: &[u8], spot: Spot| lives[usize::from(spot)] == 1 && counts[usize::from(spot)] == 1;
        // 7. Two tokens `2` become a token `1`: one of the spots goes, the other one has 2 lives.
        for (region, lives) in self.regions.iter_mut().zip(of_region) {
            for boundary in region {
                let twos: Vec<usize> = (0..boundary.len()).filter(|at| is_two(&self.lives, boundary[*at])).collect();
                if twos.len() >= 2 && (boundary.len() == 2 || lives <= 3) {
                    self.lives[usize::from(boundary[twos[0]])] = 2;
                    boundary.remove(twos[1]);
                }
            }
        }
    }

    /// Step 8: the lands of a reduced position, each as its regions. Two regions are in one land if a spot occurs in both.
    pub(crate) fn lands(self) -> Vec<Vec<Region>> {
        let mut land_of: Vec<usize> = (0..self.regions.len()).collect();
        let mut region_of: Vec<Option<usize>> = vec![None; self.lives.len()];
        for (r, region) in self.regions.iter().enumerate() {
            for spot in region.iter().flatten() {
                if let Some(other) = region_of[usize::from(*spot)].replace(r) {
                    let (from, to) = (land_of[r], land_of[other]);
                    land_of.iter_mut().filter(|land| **land == from).for_each(|land| *land = to);
                }
            }
        }
        let mut lands = vec![vec![]; self.regions.len()];
        self.regions.into_iter().zip(land_of).for_each(|(region, land)| lands[land].push(region));
        lands.retain(|land| !land.is_empty());
        lands
    }
}
