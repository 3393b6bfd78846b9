//! Drawn positions in Dan Hoey's notation, with the names that the spots have in the game.

use crate::drawn::position::{Boundary, Drawn, Region};

impl Drawn {
    /// Hoey's full notation (element 1): every site, the dead ones too.
    pub fn full_hoey(&self) -> String {
        let boundary = |boundary: &Boundary| joined(boundary.iter().map(|corner| (corner.spot + 1).to_string()), ",");
        let region = |region: &Region| joined(region.iter().map(boundary), ";");
        joined(self.regions.iter().map(region), "/")
    }

    /// Hoey's abbreviated notation (element 2): without dead spots and without regions that have fewer than two live
    /// ones. `/` if nothing is left.
    pub fn hoey(&self) -> String {
        let kept: Vec<usize> = (0..self.regions.len()).filter(|&r| self.live_in(r) >= 2).collect();
        let mut listed = vec![0; self.spot_count()];
        let mut boundaries: Vec<Vec<Vec<usize>>> = Vec::new();
        for &r in &kept {
            let region = (0..self.regions[r].len()).map(|b| self.live_spots(r, b).collect::<Vec<_>>());
            let region: Vec<Vec<usize>> = region.filter(|spots| !spots.is_empty()).map(merged).collect();
            region.iter().flatten().for_each(|&spot| listed[spot] += 1);
            boundaries.push(region);
        }
        let spot = |spot: usize, is_alone: bool| {
            let mark = match (self.degrees[spot], listed[spot]) {
                (1, 1) if is_alone => "o",
                (2, 1) => "t",
                _ => "",
            };
            format!("{}{mark}", spot + 1)
        };
        let boundary = |spots: &Vec<usize>| joined(spots.iter().map(|&s| spot(s, spots.len() == 1)), ",");
        let text = joined(boundaries.iter().map(|region| joined(region.iter().map(boundary), ";")), "/");
        if text.is_empty() { "/".into() } else { text }
    }

    /// How many live spots a region has.
    fn live_in(&self, region: usize) -> usize {
        let boundaries = 0..self.regions[region].len();
        let mut spots: Vec<usize> = boundaries.flat_map(|b| self.live_spots(region, b)).collect();
        spots.sort_unstable();
        spots.dedup();
        // A spot without lines, or with one, can be joined to itself.
        let lives: usize = spots.iter().map(|&spot| self.lives(spot)).sum();
        if spots.len() == 1 && lives >= 2 { 2 } else { spots.len() }
    }
}

/// A pier spot whose sites stand beside each other is listed once.
fn merged(mut spots: Vec<usize>) -> Vec<usize> {
    spots.dedup();
    while spots.len() > 1 && spots.first() == spots.last() {
        spots.pop();
    }
    spots
}

fn joined(items: impl Iterator<Item = String>, separator: &str) -> String {
    items.collect::<Vec<_>>().join(separator)
}
