//! Orientation of the regions of a reduced position, so that its boundaries fit together in the plane.
//!
//! A notation says for each region separately with which hand its boundaries are walked (FORMAT.md section 2). Boundaries
//! that share letters belong to one connected *part* of the drawing. Seen from that part they are the vertices of a map whose
//! edges are the letters, and the part can be drawn exactly if this map is plane, which Euler's formula decides. A part that
//! is mirrored as a whole stays plane, and regions and parts form a tree; so each part is oriented on its own and the
//! results are carried along the tree. Within a part boundaries are added one by one, and a choice is given up as soon as the
//! map of those added so far is not plane (a map that is not plane does not become so by adding to it).

use crate::drawn::position::Spot;

/// Maps looked at before the search for an orientation is given up.
const MOST_MAPS: usize = 20_000;

/// The reason why a reduced position has no drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoDrawing {
    #[error("no plane drawing has these boundaries: their common spots follow each other in orders that do not fit")]
    NotPlane,
    #[error("two boundaries of one region are connected through other regions, which no drawing allows")]
    ConnectedElsewhere,
    #[error("a spot is listed more often than a drawing allows")]
    TooOften,
    #[error("no drawing was found within the work allowed")]
    TooManyMaps,
    #[error("more than {0} spots are too many for a drawing")]
    TooManySpots(usize),
}

/// A boundary of a reduced position: its region and the letters that are met along it, each a spot that occurs twice.
pub struct Letters {
    pub region: usize,
    pub letters: Vec<Spot>,
}

/// The two occurrences of a letter: boundary and place among the boundary's letters.
type Place = (usize, usize);

/// Boundaries by the connected part they belong to.
pub fn parts(boundaries: &[Letters]) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..boundaries.len()).collect();
    for one in 0..boundaries.len() {
        for other in 0..one {
            if boundaries[one].letters.iter().any(|letter| boundaries[other].letters.contains(letter)) {
                let (from, to) = (part[one], part[other]);
                part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
            }
        }
    }
    let names = 0..boundaries.len();
    let parts = names.map(|name| (0..part.len()).filter(|&boundary| part[boundary] == name).collect());
    parts.filter(|part: &Vec<usize>| !part.is_empty()).collect()
}

/// For each region whether it must be mirrored, and the regions by land.
pub struct Oriented {
    pub is_mirrored: Vec<bool>,
    pub lands: Vec<Vec<usize>>,
}

/// Orients all regions.
pub fn orient(regions: usize, boundaries: &[Letters], parts: &[Vec<usize>]) -> Result<Oriented, NoDrawing> {
    let mut search = Search { boundaries, maps: 0, is_mirrored: vec![false; boundaries.len()] };
    for part in parts {
        search.orient_part(part)?;
    }
    let of_boundary = search.is_mirrored;
    let mut is_mirrored: Vec<Option<bool>> = vec![None; regions];
    let mut is_placed = vec![false; parts.len()];
    let mut lands = Vec::new();
    for first in 0..regions {
        if is_mirrored[first].is_some() {
            continue;
        }
        is_mirrored[first] = Some(false);
        let mut land = vec![first];
        let mut at = 0;
        while let Some(&region) = land.get(at) {
            at += 1;
            for (nth, part) in parts.iter().enumerate() {
                let here: Vec<usize> = part.iter().copied().filter(|&b| boundaries[b].region == region).collect();
                let [here] = here[..] else {
                    if here.is_empty() {
                        continue;
                    }
                    return Err(NoDrawing::ConnectedElsewhere);
                };
                if std::mem::replace(&mut is_placed[nth], true) {
                    continue;
                }
                let is_turned = is_mirrored[region].unwrap_or_default() != of_boundary[here];
                for &other in part.iter().filter(|&&other| other != here) {
                    let region = boundaries[other].region;
                    if is_mirrored[region].replace(of_boundary[other] != is_turned).is_some() {
                        return Err(NoDrawing::ConnectedElsewhere);
                    }
                    land.push(region);
                }
            }
        }
        lands.push(land);
    }
    Ok(Oriented { is_mirrored: is_mirrored.into_iter().map(Option::unwrap_or_default).collect(), lands })
}

struct Search<'a> {
    boundaries: &'a [Letters],
    maps: usize,
    is_mirrored: Vec<bool>,
}

impl Search<'_> {
    fn orient_part(&mut self, part: &[usize]) -> Result<(), NoDrawing> {
        let order = self.connected_order(part);
        // The choice for each boundary so far; `None` for one that has not been tried.
        let mut tried: Vec<usize> = vec![0];
        while let Some(&choice) = tried.last() {
            let here = order[tried.len() - 1];
            // The first boundary need not be mirrored: the whole part could be instead.
            if choice == 2 || choice == 1 && tried.len() == 1 {
                tried.pop();
                if let Some(last) = tried.last_mut() {
                    *last += 1;
                }
                continue;
            }
            self.is_mirrored[here] = choice == 1;
            self.maps += 1;
            if self.maps > MOST_MAPS {
                return Err(NoDrawing::TooManyMaps);
            }
            match (self.is_plane(&order[..tried.len()]), tried.len() == order.len()) {
                (true, true) => return Ok(()),
                (true, false) => tried.push(0),
                (false, _) => *tried.last_mut().expect("a choice was made") += 1,
            }
        }
        Err(NoDrawing::NotPlane)
    }

    /// The boundaries of a part, each but the first sharing a letter with earlier ones, and as many as possible.
    fn connected_order(&self, part: &[usize]) -> Vec<usize> {
        let mut rest = part.to_vec();
        let mut order: Vec<usize> = Vec::new();
        while !rest.is_empty() {
            let shared = |&boundary: &usize| {
                let is_there = |letter: &&Spot| order.iter().any(|&b| self.boundaries[b].letters.contains(letter));
                self.boundaries[boundary].letters.iter().filter(is_there).count()
            };
            let (at, _) = rest.iter().enumerate().max_by_key(|(at, b)| (shared(b), usize::MAX - at)).expect("some");
            order.push(rest.remove(at));
        }
        order
    }

    /// Euler's formula for the map of some boundaries that hang together.
    fn is_plane(&self, chosen: &[usize]) -> bool {
        let occurrences = |letter: Spot| {
            chosen.iter().flat_map(|&b| &self.boundaries[b].letters).filter(|&&other| other == letter).count()
        };
        let walks: Vec<Vec<Spot>> = chosen
            .iter()
            .map(|&b| {
                let letters = self.boundaries[b].letters.iter().copied();
                let mut walk: Vec<Spot> = letters.filter(|&letter| occurrences(letter) == 2).collect();
                if self.is_mirrored[b] {
                    walk.reverse();
                }
                walk
            })
            .collect();
        let edges = walks.iter().map(Vec::len).sum::<usize>() / 2;
        let faces = if edges == 0 { 1 } else { faces(&walks).len() };
        walks.len() + faces == edges + 2
    }
}

/// The faces of the map: each is a list of places whose following gaps lie in it. Cross from the letter after a gap to its
/// other occurrence, and the gap after that is the next one.
pub fn faces(walks: &[Vec<Spot>]) -> Vec<Vec<Place>> {
    let places: Vec<Place> =
        walks.iter().enumerate().flat_map(|(walk, spots)| (0..spots.len()).map(move |at| (walk, at))).collect();
    let other = |here: Place| {
        let is_other = |&&place: &&Place| place != here && walks[place.0][place.1] == walks[here.0][here.1];
        *places.iter().find(is_other).expect("a letter occurs twice")
    };
    let mut is_met = vec![false; places.len()];
    let mut faces = Vec::new();
    for &first in &places {
        let mut face = Vec::new();
        let mut here = first;
        loop {
            let at = places.iter().position(|&place| place == here).expect("it is a place");
            if std::mem::replace(&mut is_met[at], true) {
                break;
            }
            face.push(here);
            here = other((here.0, (here.1 + 1) % walks[here.0].len()));
        }
        if !face.is_empty() {
            faces.push(face);
        }
    }
    faces
}
