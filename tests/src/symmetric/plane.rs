//! Whether a land can be drawn, told from its boundaries alone.
//!
//! Boundaries that share letters belong to one connected part of the drawing. Seen from that part they are the faces
//! around it, and a letter is where two of them touch (or one touches itself): a map with a corner for each boundary and
//! an edge for each letter, the edges around a corner in the order of the boundary. The part can be drawn on a sphere
//! exactly if this map can, which Euler's formula decides. The regions hold the parts together like the nodes of a tree,
//! because a region's boundaries are separated by the region.

use crate::drawn::{Drawn, Spot};

/// What prevents a connected land, all walked with one hand, from being drawn.
pub fn fault(land: &Drawn) -> Option<String> {
    let boundaries: Vec<Vec<Spot>> = land
        .regions
        .iter()
        .flatten()
        .map(|walk| walk.iter().copied().filter(|&spot| is_letter(land, spot)).collect())
        .collect();
    let part = parts(&boundaries);
    let mut euler = vec![0i64; boundaries.len()];
    for (at, walk) in boundaries.iter().enumerate() {
        euler[part[at]] += 2 - walk.len() as i64; // a letter occurs twice
        euler[part[at]] += if walk.is_empty() { 2 } else { 0 };
    }
    for face in faces(&boundaries) {
        euler[part[face]] += 2;
    }
    let roots: Vec<usize> = (0..part.len()).filter(|&at| part[at] == at).collect();
    if let Some(root) = roots.iter().find(|&&root| euler[root] != 4) {
        return Some(format!("the part with boundary {root} does not lie on a sphere"));
    }
    let is_tree = land.regions.len() + roots.len() == boundaries.len() + 1;
    (!is_tree).then(|| "two boundaries of a region are connected elsewhere".to_string())
}

fn is_letter(land: &Drawn, spot: Spot) -> bool {
    land.regions.iter().flatten().flatten().filter(|&&other| other == spot).count() == 2
}

/// For each boundary the first one of its part.
fn parts(boundaries: &[Vec<Spot>]) -> Vec<usize> {
    let mut part: Vec<usize> = (0..boundaries.len()).collect();
    loop {
        let before = part.clone();
        for (at, walk) in boundaries.iter().enumerate() {
            for (other, other_walk) in boundaries.iter().enumerate() {
                if walk.iter().any(|spot| other_walk.contains(spot)) {
                    part[at] = part[at].min(part[other]);
                }
            }
        }
        if part == before {
            return part;
        }
    }
}

/// The faces of the map, each as one of the boundaries around it: cross a letter to its other occurrence, go on along
/// the boundary there to the next letter, and so on.
fn faces(boundaries: &[Vec<Spot>]) -> Vec<usize> {
    let places = || boundaries.iter().enumerate().flat_map(|(b, walk)| (0..walk.len()).map(move |at| (b, at)));
    let other = |here: (usize, usize)| {
        let letter = boundaries[here.0][here.1];
        places().find(|&(b, at)| (b, at) != here && boundaries[b][at] == letter).expect("a letter occurs twice")
    };
    let mut waiting: std::collections::BTreeSet<(usize, usize)> = places().collect();
    let mut faces = Vec::new();
    while let Some(first) = waiting.first().copied() {
        faces.push(first.0);
        let mut here = first;
        while waiting.remove(&here) {
            let (b, at) = other(here);
            here = (b, (at + 1) % boundaries[b].len());
        }
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::random_position;

    fn fault_of(regions: &[&[&[Spot]]]) -> Option<String> {
        let regions: Vec<Vec<Vec<Spot>>> =
            regions.iter().map(|region| region.iter().map(|walk| walk.to_vec()).collect()).collect();
        fault(&Drawn { lives: vec![], regions, outer: None })
    }

    #[test]
    fn tells_what_can_be_drawn() {
        assert_eq!(fault_of(&[&[&[0, 1, 2], &[9]], &[&[2, 1, 0]]]), None);
        assert!(fault_of(&[&[&[0, 1, 2]], &[&[0, 1, 2]]]).unwrap().contains("sphere"));
        assert_eq!(fault_of(&[&[&[0, 1, 1, 0]]]), None);
        assert!(fault_of(&[&[&[0, 1, 0, 1]]]).unwrap().contains("sphere"));
        let cycle = fault_of(&[&[&[0, 1], &[2, 3]], &[&[0], &[2]], &[&[1]], &[&[3]]]);
        assert!(cycle.unwrap().contains("connected elsewhere"));
    }

    /// Played positions have dead lines that keep parts together, which are lost with the dead spots; what is left can
    /// still be drawn.
    #[test]
    fn random_drawings_can_be_drawn() {
        for seed in 0..200 {
            let mut drawn = random_position(1 + seed as usize % 9, seed as usize % 14, seed);
            let lives = drawn.lives.clone();
            for region in &mut drawn.regions {
                region.iter_mut().for_each(|walk| walk.retain(|&spot| lives[spot] > 0));
            }
            let euler = fault(&drawn).filter(|fault| fault.contains("sphere"));
            assert_eq!(euler, None, "seed {seed}: {}", drawn.hoey());
        }
    }
}
