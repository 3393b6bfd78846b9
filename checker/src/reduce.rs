//! Reduction (FORMAT.md section 4), step by step and in its order.
//!
//! Tokens are not stored: what is written for a spot follows from its degree and from how often it occurs. So a spot
//! "becomes the token `2`" by losing an occurrence, and step 6 needs no code.

use crate::position::{Position, Region, Spot};
use crate::text::{Kind, kinds};

impl Position {
    /// Steps 1 to 7.
    pub(crate) fn reduce(&mut self) {
        for region in &mut self.regions {
            for boundary in region.iter_mut() {
                boundary.retain(|&spot| self.degree[spot] < 3); // step 1
                boundary.dedup(); // step 2
                if boundary.len() > 1 && boundary.first() == boundary.last() {
                    boundary.pop();
                }
            }
            region.retain(|boundary| !boundary.is_empty()); // step 3
        }
        let mut regions = std::mem::take(&mut self.regions);
        regions.retain(|region| self.lives(region) >= 2); // step 4
        for region in &mut regions {
            if self.lives(region) <= 3 {
                *region = one_boundary(region); // step 5
            }
        }
        self.regions = regions;
        self.pair_twos(); // step 7
    }

    /// Step 7. It may look at boundaries only: a region with 2 or 3 lives has just one, by step 5.
    fn pair_twos(&mut self) {
        let occurrences = self.occurrences();
        for r in 0..self.regions.len() {
            let small = self.lives(&self.regions[r]) <= 3;
            for b in 0..self.regions[r].len() {
                let boundary = &self.regions[r][b];
                let is_two = |spot: &Spot| self.degree[*spot] == 2 && occurrences[*spot] == 1;
                let twos: Vec<Spot> = boundary.iter().copied().filter(is_two).take(2).collect();
                if twos.len() == 2 && (small || boundary.len() == 2) {
                    let one = self.new_spot(1);
                    let boundary = &mut self.regions[r][b];
                    boundary.retain(|spot| !twos.contains(spot));
                    boundary.push(one);
                }
            }
        }
    }

    /// Step 8: the connected components of the regions, each with its own table of spots.
    pub(crate) fn into_lands(self) -> Vec<Position> {
        let kinds = kinds(&self);
        let mut renamed: Vec<Option<Spot>> = vec![None; self.degree.len()];
        let mut regions: Vec<Option<Region>> = self.regions.into_iter().map(Some).collect();
        let mut lands = Vec::new();
        for r in 0..regions.len() {
            let mut land = Position { degree: Vec::with_capacity(kinds.len()), regions: vec![] };
            let mut reached = Vec::with_capacity(kinds.len());
            reached.push(r);
            while let Some(r) = reached.pop() {
                let Some(mut region) = regions[r].take() else {
                    continue;
                };
                for spot in region.iter_mut().flatten() {
                    if let Kind::Upper(a, b) = kinds[*spot] {
                        reached.extend([a, b]);
                    }
                    *spot = *renamed[*spot].get_or_insert_with(|| land.new_spot(self.degree[*spot]));
                }
                land.regions.push(region);
            }
            if !land.regions.is_empty() {
                lands.push(land);
            }
        }
        lands
    }
}

/// All spots of a region in one boundary, each once.
fn one_boundary(region: &Region) -> Region {
    let mut all: Vec<Spot> = Vec::new();
    for &spot in region.iter().flatten() {
        if !all.contains(&spot) {
            all.push(spot);
        }
    }
    vec![all]
}

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::testing::{Random, anything, canonical, whole_game};

    #[test]
    fn step_by_step() {
        let table = [
            (2, "0.aa", "0.2"),
            (2, "0.1bb", "0.12"),
            (2, "0.a1a", "0.12"),
            (2, "0.1abba", "0.1a2a"), // a and a are not adjacent: a 2 is between them
            (2, "0.abba", "0.1"),     // but here they are, around the end; then step 7
            (4, "2", "!"),
            (4, "2+2.A|A", "1"),
            (4, "0.1|2", "0.1"),
            (5, "1.2", "12"),
            (5, "0.AB|A.B", "0.AB|AB"),
            (5, "0.AB|A.B.2", "0.AB|2AB"),
            (5, "0.ABC|A.C.B", "0.ABC|ABC"),
            (5, "1a2a", "1a2a"),
            (6, "0.A|A", "0.2"),
            (6, "0.1A|1.1A|B|0.B", "0.1A|1A.1+0.2"),
            (7, "22", "1"),
            (7, "2.2", "1"),
            (7, "222", "12"),
            (7, "2a2a", "12"),
            (7, "0.22", "0.1"),
            (7, "0.222", "0.222"),
            (7, "0.2.2", "0.2.2"),
            (7, "0.A|22A", "0.A|1A"),
            (7, "0.AB|2AB", "0.AB|2AB"),
            (7, "0.AC|A2|C", "0.2A|2A"),
            (8, "0|1", "0+1"),
            (8, "AB|1|AB|0.1", "0.1+1+AB|AB"),
        ];
        for (step, text, expected) in table {
            assert_eq!(canonical(text).to_string(), expected, "step {step}: {text}");
        }
    }

    #[test]
    fn dead_spots_and_empty_boundaries_go() {
        // Spot 0 is dead, and between the occurrences of 1; the last region has nothing but spot 0.
        let regions = vec![vec![vec![1, 0, 1, 2], vec![0], vec![3]], vec![vec![0]]];
        let position = Position { degree: vec![3, 2, 1, 0], regions };
        assert_eq!(position.canonical().unwrap().to_string(), "0.12");
    }

    #[test]
    fn a_second_time_changes_nothing() {
        for position in whole_game(4) {
            assert_eq!(canonical(&position.to_string()), position);
        }
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            let spots = 1 + random.below(8);
            if let Ok(once) = anything(&mut random, spots).canonical() {
                assert_eq!(canonical(&once.to_string()), once);
            }
        }
    }
}
