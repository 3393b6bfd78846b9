//! A plane graph by its rotation system: the darts around each vertex in cyclic order.
//!
//! A dart is an end of a line. Walking along a line and leaving its far end by the next dart in the rotation there traces the
//! faces, all on the same hand.

use crate::drawn::position::{Boundary, Corner, Line};

/// The end of a line at a vertex.
pub type Dart = usize;

#[derive(Default)]
pub struct Rotation {
    /// The darts of each vertex, in cyclic order.
    around: Vec<Vec<Dart>>,
    /// The vertex of each dart.
    vertex: Vec<usize>,
    /// The other end of the dart's line, and the line.
    opposite: Vec<Option<(Dart, Line)>>,
    lines: usize,
}

impl Rotation {
    /// A new vertex with so many darts.
    pub fn vertex(&mut self, darts: usize) -> Vec<Dart> {
        let first = self.vertex.len();
        let darts: Vec<Dart> = (first..first + darts).collect();
        self.vertex.extend(darts.iter().map(|_| self.around.len()));
        self.opposite.resize(self.vertex.len(), None);
        self.around.push(darts.clone());
        darts
    }

    pub fn line_count(&self) -> usize {
        self.lines
    }

    pub fn degrees(&self) -> Vec<usize> {
        self.around.iter().map(Vec::len).collect()
    }

    /// Makes a line of two darts.
    pub fn join(&mut self, one: Dart, other: Dart) {
        self.opposite[one] = Some((other, self.lines));
        self.opposite[other] = Some((one, self.lines));
        self.lines += 1;
    }

    /// Connects darts, given in their cyclic order, by a tree of new vertices of degree 3; none are needed for two darts of
    /// different vertices. No line joins a vertex to itself.
    pub fn connect(&mut self, darts: &[Dart]) {
        match *darts {
            [] => {}
            [only] => self.cap(only),
            [one, other] if self.vertex[one] == self.vertex[other] => self.bead(one, other),
            [one, other] => self.join(one, other),
            [first, .., last] => {
                let mut open = first;
                for &dart in &darts[1..darts.len() - 1] {
                    let new = self.vertex(3);
                    self.join(open, new[0]);
                    self.join(dart, new[1]);
                    open = new[2];
                }
                self.join(open, last);
            }
        }
    }

    /// Ends a dart in three vertices of degree 3.
    fn cap(&mut self, dart: Dart) {
        let (root, left, right) = (self.vertex(3), self.vertex(3), self.vertex(3));
        self.join(dart, root[0]);
        self.join(root[1], left[0]);
        self.join(root[2], right[0]);
        self.join(left[1], right[2]);
        self.join(left[2], right[1]);
    }

    /// Connects two darts by a line with a double line in its middle.
    fn bead(&mut self, one: Dart, other: Dart) {
        let (near, far) = (self.vertex(3), self.vertex(3));
        self.join(one, near[0]);
        self.join(far[0], other);
        self.join(near[1], far[2]);
        self.join(near[2], far[1]);
    }

    /// The boundaries of all faces, and the face of each dart. All darts must have been joined.
    pub fn faces(&self) -> (Vec<Boundary>, Vec<usize>) {
        let mut face_of = vec![usize::MAX; self.vertex.len()];
        let mut faces: Vec<Boundary> = Vec::new();
        for first in 0..self.vertex.len() {
            let mut face = Boundary::new();
            let mut dart = first;
            while face_of[dart] == usize::MAX {
                face_of[dart] = faces.len();
                let (far, line) = self.opposite[dart].expect("every dart belongs to a line");
                face.push(Corner { spot: self.vertex[dart], out: Some(line) });
                dart = self.next_around(far);
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
        (faces, face_of)
    }

    fn next_around(&self, dart: Dart) -> Dart {
        let around = &self.around[self.vertex[dart]];
        let at = around.iter().position(|&other| other == dart).expect("a dart is at its vertex");
        around[(at + 1) % around.len()]
    }
}
