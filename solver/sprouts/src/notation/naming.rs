//! Digits and letters for the spots of a position: the common part of the printers of the short and the Lemoine-Viennot
//! notation.

use std::collections::HashMap;

use crate::notation::letter::Letter;
use crate::plain::{Boundary, PlainPosition, Region, SpotId};

/// The written boundaries of each region of each land.
pub(super) type WrittenLand = Vec<Vec<String>>;

/// Writes every boundary as digits and letters, without the signs that end things.
///
/// Regions keep their order, except that the regions of a land stand together, where its first one stood. Boundaries
/// and regions without spots are left out, since no notation has them.
pub(super) fn written_lands(plain: &PlainPosition) -> Vec<WrittenLand> {
    let occurrences = occurrences(plain);
    let write = |land: Vec<&Region>| {
        let mut namer = Namer { plain, occurrences: &occurrences, capitals: HashMap::new() };
        land.into_iter().map(|region| namer.region(region)).collect()
    };
    lands(plain).into_iter().map(write).collect()
}

/// How often each spot occurs in the whole position.
pub(super) fn occurrences(plain: &PlainPosition) -> Vec<usize> {
    let mut occurrences = vec![0; plain.lives.len()];
    for spot in plain.regions.iter().flatten().flatten() {
        occurrences[*spot] += 1;
    }
    occurrences
}

/// The connected components of the regions, in order of their first regions. Dead spots connect nothing: no move can
/// feel them (FORMAT.md section 4).
fn lands(plain: &PlainPosition) -> Vec<Vec<&Region>> {
    let regions = &plain.regions;
    let mut leader: Vec<usize> = (0..regions.len()).collect();
    let mut home = vec![None; plain.lives.len()];
    for (at, region) in regions.iter().enumerate() {
        for &spot in region.iter().flatten() {
            if plain.lives[spot] > 0 {
                let first = *home[spot].get_or_insert(at);
                let (a, b) = (find(&leader, first), find(&leader, at));
                leader[a.max(b)] = a.min(b);
            }
        }
    }
    let mut lands: Vec<Vec<&Region>> = vec![Vec::new(); regions.len()];
    for (at, region) in regions.iter().enumerate() {
        if region.iter().any(|boundary| !boundary.is_empty()) {
            lands[find(&leader, at)].push(region);
        }
    }
    lands.retain(|land| !land.is_empty());
    lands
}

/// The first region of the component of region `at`: leaders only ever point to earlier regions.
fn find(leader: &[usize], mut at: usize) -> usize {
    while leader[at] != at {
        at = leader[at];
    }
    at
}

struct Namer<'a> {
    plain: &'a PlainPosition,
    occurrences: &'a [usize],
    /// The capitals given in this land so far.
    capitals: HashMap<SpotId, Letter>,
}

impl Namer<'_> {
    fn region(&mut self, region: &Region) -> Vec<String> {
        let boundaries = region.iter().filter(|boundary| !boundary.is_empty());
        boundaries.map(|boundary| self.boundary(boundary)).collect()
    }

    fn boundary(&mut self, boundary: &Boundary) -> String {
        let mut here: HashMap<SpotId, usize> = HashMap::new();
        for spot in boundary {
            *here.entry(*spot).or_default() += 1;
        }
        let mut lower_case = HashMap::new();
        let mut text = String::new();
        for spot in boundary {
            text += &match (self.plain.lives[*spot], self.occurrences[*spot]) {
                (0, _) => "3".to_owned(),
                (lives, 1) => 3u8.saturating_sub(lives).to_string(),
                _ if here[spot] >= 2 => {
                    let next = Letter::Lower(lower_case.len() + 1);
                    lower_case.entry(*spot).or_insert(next).to_string()
                }
                _ => {
                    let next = Letter::Upper(self.capitals.len() + 1);
                    self.capitals.entry(*spot).or_insert(next).to_string()
                }
            };
        }
        text
    }
}
