//! Maps on the sphere by their darts, and the solids that are known for their symmetry.

use std::collections::HashMap;

/// A dart is an edge walked along one of its two faces, which lies on a fixed hand.
pub struct Map {
    /// The dart after this one along its face.
    next: Vec<usize>,
    /// The same edge, walked along the other face.
    opposite: Vec<usize>,
}

impl Map {
    pub fn darts(&self) -> usize {
        self.next.len()
    }

    /// The edge of a dart, named by the lesser of its darts.
    pub fn edge(&self, dart: usize) -> usize {
        dart.min(self.opposite[dart])
    }

    /// The darts along each face.
    pub fn faces(&self) -> Vec<Vec<usize>> {
        orbits(self.darts(), |dart| self.next[dart])
    }

    /// The map with these faces, all walked with the same hand, given by their corners.
    pub fn from_faces(faces: &[Vec<usize>]) -> Map {
        let mut map = Map { next: vec![], opposite: vec![] };
        let mut dart_between = HashMap::new();
        for face in faces {
            let first = map.darts();
            for at in 0..face.len() {
                let next = (at + 1) % face.len();
                map.next.push(first + next);
                dart_between.insert((face[at], face[next]), first + at);
            }
        }
        map.opposite.resize(map.darts(), 0);
        for (&(from, to), &dart) in &dart_between {
            map.opposite[dart] = dart_between[&(to, from)];
        }
        map
    }

    /// Faces for corners and corners for faces: the darts around a corner, against the hand of the faces.
    pub fn dual(&self) -> Map {
        let mut next = vec![0; self.darts()];
        for dart in 0..self.darts() {
            next[self.next[self.opposite[dart]]] = dart;
        }
        Map { next, opposite: self.opposite.clone() }
    }

    /// A corner on each edge: the faces of the map and of its dual, meeting at the midpoints of the edges.
    pub fn rectified(&self) -> Map {
        let faces = [self.faces(), self.dual().faces()].concat();
        let midpoints = |face: &Vec<usize>| face.iter().map(|&dart| self.edge(dart)).collect();
        Map::from_faces(&faces.iter().map(midpoints).collect::<Vec<_>>())
    }

    /// The faces and the corners turned against each other: each dart becomes a corner, and each edge two triangles. It
    /// has the rotations of the map, but not its mirror images.
    pub fn snub(&self) -> Map {
        let mut faces = self.faces();
        faces.extend(self.dual().faces());
        faces.extend((0..self.darts()).map(|dart| vec![self.next[dart], dart, self.opposite[dart]]));
        Map::from_faces(&faces)
    }

    pub fn prism(sides: usize) -> Map {
        let (low, high) = (|at: usize| at % sides, |at: usize| sides + at % sides);
        let mut faces = vec![(0..sides).collect(), (0..sides).map(|at| high(sides - at)).collect()];
        faces.extend((0..sides).map(|at| vec![low(at + 1), low(at), high(at), high(at + 1)]));
        Map::from_faces(&faces)
    }

    pub fn antiprism(sides: usize) -> Map {
        let (low, high) = (|at: usize| at % sides, |at: usize| sides + at % sides);
        let mut faces = vec![(0..sides).collect(), (0..sides).map(|at| high(sides - at)).collect()];
        faces.extend((0..sides).map(|at| vec![low(at + 1), low(at), high(at)]));
        faces.extend((0..sides).map(|at| vec![low(at + 1), high(at), high(at + 1)]));
        Map::from_faces(&faces)
    }

    pub fn wheel(spokes: usize) -> Map {
        let mut faces = vec![(0..spokes).rev().collect()];
        faces.extend((0..spokes).map(|at| vec![spokes, at, (at + 1) % spokes]));
        Map::from_faces(&faces)
    }

    /// Square cells, and the face around them.
    pub fn grid(rows: usize, columns: usize) -> Map {
        let corner = |row: usize, column: usize| row * (columns + 1) + column;
        let mut faces = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let cell = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
                faces.push(cell.map(|(row, column)| corner(row, column)).to_vec());
            }
        }
        let mut around: Vec<usize> = (0..columns).map(|column| corner(0, column)).collect();
        around.extend((0..rows).map(|row| corner(row, columns)));
        around.extend((1..=columns).rev().map(|column| corner(rows, column)));
        around.extend((1..=rows).rev().map(|row| corner(row, 0)));
        around.reverse();
        faces.push(around);
        Map::from_faces(&faces)
    }

    pub fn dodecahedron() -> Map {
        let ring = |ring: usize, at: usize| 5 * ring + at % 5;
        let mut faces = vec![vec![0, 1, 2, 3, 4], vec![19, 18, 17, 16, 15]];
        for at in 0..5 {
            faces.push(vec![ring(0, at + 1), ring(0, at), ring(1, at), ring(2, at), ring(1, at + 1)]);
            faces.push(vec![ring(1, at + 1), ring(2, at), ring(3, at), ring(3, at + 1), ring(2, at + 1)]);
        }
        Map::from_faces(&faces)
    }
}

fn orbits(count: usize, next: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut seen = vec![false; count];
    let mut orbits = Vec::new();
    for first in 0..count {
        let mut orbit = Vec::new();
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            orbit.push(at);
            at = next(at);
        }
        if !orbit.is_empty() {
            orbits.push(orbit);
        }
    }
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Corners, edges and faces of the solids, and how many faces have how many sides.
    #[test]
    fn solids_have_their_numbers() {
        let solid = |map: Map| {
            let mut sides: Vec<usize> = map.faces().iter().map(Vec::len).collect();
            sides.sort_unstable();
            let sides: Vec<(usize, usize)> = sides.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
            (map.dual().faces().len(), map.darts() / 2, sides)
        };
        assert_eq!(solid(Map::prism(4)), (8, 12, vec![(4, 6)]));
        assert_eq!(solid(Map::antiprism(3)), (6, 12, vec![(3, 8)]));
        assert_eq!(solid(Map::wheel(3)), (4, 6, vec![(3, 4)]));
        assert_eq!(solid(Map::grid(2, 3)), (12, 17, vec![(4, 6), (10, 1)]));
        assert_eq!(solid(Map::dodecahedron()), (20, 30, vec![(5, 12)]));
        assert_eq!(solid(Map::dodecahedron().dual()), (12, 30, vec![(3, 20)]));
        assert_eq!(solid(Map::dodecahedron().rectified()), (30, 60, vec![(3, 20), (5, 12)]));
        assert_eq!(solid(Map::prism(4).snub()), (24, 60, vec![(3, 32), (4, 6)]));
    }
}
