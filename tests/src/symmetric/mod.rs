//! Highly symmetric lands that can be drawn: where a search for the least string has the most ways to go astray.
//!
//! All regions are walked with the same hand, so that `plane::fault` can tell whether a land can be drawn.

mod map;
mod plane;

use crate::drawn::{Boundary, Drawn, Region, Spot};
pub use map::Map;
pub use plane::fault;

/// A land under construction.
#[derive(Default)]
struct Land {
    lives: Vec<u8>,
    regions: Vec<Region>,
}

impl Land {
    fn spot(&mut self, lives: u8) -> Spot {
        self.lives.push(lives);
        self.lives.len() - 1
    }

    fn letters(&mut self, count: usize) -> Boundary {
        (0..count).map(|_| self.spot(1)).collect()
    }

    /// Boundaries of one spot each, `0` if it has three lives.
    fn alone(&mut self, count: usize, lives: u8) -> Region {
        (0..count).map(|_| vec![self.spot(lives)]).collect()
    }

    fn done(self) -> Drawn {
        Drawn { lives: self.lives, regions: self.regions, outer: None }
    }
}

fn mirrored(boundary: &Boundary) -> Boundary {
    boundary.iter().rev().copied().collect()
}

/// A region with a number of closed curves in it, each with letters on it, and some `0` within each.
pub fn hub(curves: usize, letters: usize, zeros: usize) -> Drawn {
    let mut land = Land::default();
    let mut hub = Region::new();
    for _ in 0..curves {
        let curve = land.letters(letters);
        let mut within = land.alone(zeros, 3);
        within.push(mirrored(&curve));
        land.regions.push(within);
        hub.push(curve);
    }
    land.regions.push(hub);
    land.done()
}

/// Closed curves within closed curves, a `0` at either end.
pub fn nested_rings(rings: usize, letters: usize) -> Drawn {
    let mut land = Land::default();
    let mut region = land.alone(1, 3);
    for _ in 0..rings {
        let ring = land.letters(letters);
        region.push(ring.clone());
        land.regions.push(region);
        region = vec![mirrored(&ring)];
    }
    region.extend(land.alone(1, 3));
    land.regions.push(region);
    land.done()
}

/// Curves within curves like the branches of a tree: every region has so many curves in it, down to some depth, where
/// there is a `0`.
pub fn nested_tree(branches: usize, depth: usize, letters: usize) -> Drawn {
    let mut land = Land::default();
    let mut waiting = vec![(Region::new(), depth)];
    while let Some((mut region, depth)) = waiting.pop() {
        if depth == 0 {
            region.extend(land.alone(1, 3));
        } else {
            for _ in 0..branches {
                let curve = land.letters(letters);
                waiting.push((vec![mirrored(&curve)], depth - 1));
                region.push(curve);
            }
        }
        land.regions.push(region);
    }
    land.done()
}

/// A letter on each edge of a map, and some `0` in each face.
pub fn edges(map: &Map, zeros: usize) -> Drawn {
    let mut land = Land { lives: vec![1; map.darts()], regions: vec![] };
    for face in map.faces() {
        let mut region = land.alone(zeros, 3);
        region.push(face.into_iter().map(|dart| map.edge(dart)).collect());
        land.regions.push(region);
    }
    land.done()
}

/// A hub of curves `1A2BCD`, each of which differs from its mirror image; the last ones are mirrored.
pub fn chiral_hub(right: usize, left: usize) -> Drawn {
    let mut land = Land::default();
    let mut hub = Region::new();
    for nth in 0..right + left {
        let letters = land.letters(4);
        let [one, two] = [2, 1].map(|lives| land.spot(lives));
        let outside = [&[one, letters[0], two], &letters[1..]].concat();
        let within = [land.alone(1, 3), vec![mirrored(&letters)]].concat();
        if nth < right {
            hub.push(outside);
            land.regions.push(within);
        } else {
            hub.push(mirrored(&outside));
            land.regions.push(within.iter().map(mirrored).collect());
        }
    }
    land.regions.push(hub);
    land.done()
}

/// A hub of curves among trees that touch nothing: `1a1a`, `1a2a` and `1ab2ba1cc`-like boundaries, some of each.
pub fn hub_with_closed_boundaries(curves: usize, closed: usize) -> Drawn {
    let mut land = Land::default();
    let mut region = Region::new();
    for _ in 0..curves {
        let curve = land.letters(3);
        let within = [land.alone(2, 3), vec![mirrored(&curve)]].concat();
        land.regions.push(within);
        region.push(curve);
    }
    for _ in 0..closed {
        for ends in [[2, 2], [2, 1]] {
            let [from, to] = ends.map(|lives| land.spot(lives));
            let [a, b] = [land.spot(1), land.spot(1)];
            region.push(vec![from, a, to, a]);
            let [from, to] = ends.map(|lives| land.spot(lives));
            let [c, d] = [land.spot(1), land.spot(1)];
            region.push(vec![from, c, d, to, d, c]);
            region.push(vec![b, land.spot(2), b, land.spot(2)]);
        }
        region.extend(land.alone(1, 2));
    }
    region.extend(land.alone(3, 3));
    land.regions.push(region);
    land.done()
}

/// One boundary around a star: lines of one letter each with a `1` at the end, as in `1a1ab1bc1c` without the first `1`.
pub fn star(legs: usize) -> Drawn {
    let mut land = Land::default();
    let mut walk = Boundary::new();
    for _ in 0..legs {
        let letter = land.spot(1);
        walk.extend([letter, land.spot(2), letter]);
    }
    let region = [land.alone(1, 3), vec![walk]].concat();
    land.regions.push(region);
    land.done()
}

/// One boundary along a path of letters and back: `1abc1cba`.
pub fn path(letters: usize) -> Drawn {
    let mut land = Land::default();
    let there = land.letters(letters);
    let back = mirrored(&there);
    let ends = [land.spot(2), land.spot(2)];
    let walk = [&[ends[0]], &there[..], &[ends[1]], &back[..]].concat();
    let region = [land.alone(1, 3), vec![walk]].concat();
    land.regions.push(region);
    land.done()
}

/// A chain of regions, each joined to the next by one letter: `1A|AB|BC|…|1Z`, with a `1` in each.
pub fn chain(letters: usize) -> Drawn {
    let mut land = Land::default();
    let all = land.letters(letters);
    let ends = [land.spot(2), land.spot(2)];
    land.regions.push(vec![vec![ends[0], all[0]]]);
    for pair in all.windows(2) {
        let region = [land.alone(1, 2), pair.iter().map(|&letter| vec![letter]).collect()].concat();
        land.regions.push(region);
    }
    land.regions.push(vec![vec![ends[1], all[letters - 1]]]);
    land.done()
}

/// Lands that both programs must write, with what they are. The first one is the example of the specification.
pub fn collection() -> Vec<(&'static str, Drawn)> {
    let dodecahedron = Map::dodecahedron();
    vec![
        ("5 triples around 0", hub(5, 3, 1)),
        ("10 triples around 0", hub(10, 3, 1)),
        ("16 pairs around 0", hub(16, 2, 1)),
        ("30 single letters around 0*2", hub(30, 1, 2)),
        ("6 curves of 6 letters around 0", hub(6, 6, 1)),
        ("8 right-handed curves", chiral_hub(8, 0)),
        ("5 right-handed and 4 left-handed curves", chiral_hub(5, 4)),
        ("10 triples among closed boundaries", hub_with_closed_boundaries(10, 6)),
        ("10 nested triples", nested_rings(10, 3)),
        ("30 nested pairs", nested_rings(30, 2)),
        ("10 nested rings of 12", nested_rings(10, 12)),
        ("binary tree of pairs", nested_tree(2, 4, 2)),
        ("binary tree of triples", nested_tree(2, 3, 3)),
        ("ternary tree of single letters", nested_tree(3, 3, 1)),
        ("star of stars of triples", nested_tree(3, 2, 3)),
        ("prism of 10", edges(&Map::prism(10), 0)),
        ("prism of 43", edges(&Map::prism(43), 0)),
        ("antiprism of 8 with 0 in each face", edges(&Map::antiprism(8), 1)),
        ("wheel of 16", edges(&Map::wheel(16), 0)),
        ("wheel of 64", edges(&Map::wheel(64), 0)),
        ("grid of 4 by 4 with 0 in each face", edges(&Map::grid(4, 4), 1)),
        ("grid of 7 by 8", edges(&Map::grid(7, 8), 0)),
        ("dodecahedron", edges(&dodecahedron, 0)),
        ("dodecahedron with 0 in each face", edges(&dodecahedron, 1)),
        ("icosahedron", edges(&dodecahedron.dual(), 0)),
        ("icosahedron with 0 in each face", edges(&dodecahedron.dual(), 1)),
        ("star of 15 legs", star(15)),
        ("star of 100 legs", star(100)),
        ("path of 30 letters", path(30)),
        ("path of 110 letters", path(110)),
        ("chain of 30 letters", chain(30)),
        ("chain of 120 letters", chain(120)),
    ]
}

/// Larger ones, on which a program may give up, but must say so.
pub fn extremes() -> Vec<(&'static str, Drawn)> {
    vec![
        ("20 triples around 0", hub(20, 3, 1)),
        ("42 triples around 0", hub(42, 3, 1)),
        ("42 triples", hub(42, 3, 0)),
        ("60 pairs around 0", hub(60, 2, 1)),
        ("60 pairs", hub(60, 2, 0)),
        ("30 curves of 4 letters around 0", hub(30, 4, 1)),
        ("binary tree of triples, 4 deep", nested_tree(2, 4, 3)),
        ("ternary tree of single letters, 4 deep", nested_tree(3, 4, 1)),
        ("star of 4 stars of triples", nested_tree(4, 2, 3)),
        ("star of 5 stars of triples", nested_tree(5, 2, 3)),
        ("star of 3 stars of 5 letters", nested_tree(3, 2, 5)),
        ("icosidodecahedron with 0 in each face", edges(&Map::dodecahedron().rectified(), 1)),
        ("snub cube", edges(&Map::prism(4).snub(), 0)),
        ("snub cube with 0 in each face", edges(&Map::prism(4).snub(), 1)),
    ]
}
