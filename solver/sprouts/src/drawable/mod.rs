//! A test of whether a position can be drawn in the plane (FORMAT.md section 2).
//!
//! Boundaries that share a spot belong to one connected piece of the drawing. A position can be drawn exactly when
//!
//! 1. regions and pieces, joined by the boundaries, form no cycle: walking from region to region across pieces never leads
//!    back another way, since a closed curve cuts the plane in two; and
//! 2. the boundaries of each piece fit together around it: put a disc into each boundary and let the discs touch at the spots
//!    that they share, in the cyclic order of each boundary or its reverse; then the discs lie in the plane without crossing.
//!
//! Both are necessary. They are sufficient because dead spots may be left out of a position: the gaps between the discs of
//! a piece are filled with lines and dead spots as needed, and by 1 the pieces can be put into the regions one after
//! another, mirrored if a region that is drawn already asks for it.
//!
//! For 2 each boundary becomes a wheel, whose rim can be drawn in its cyclic order and the reverse one only (a wheel is
//! 3-connected; Whitney 1932), each shared spot a vertex, and the whole is tested for planarity.

mod planarity;

use crate::plain::{Boundary, PlainPosition, SpotId};
use planarity::Graph;

/// Why a position cannot be drawn. Regions and boundaries are counted from 1, in the order in which they were given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotDrawable {
    #[error(
        "boundary {boundary} of region {region} is connected to another boundary of that region through other regions: \
         the line that connects them would cut the region in two"
    )]
    Connected { region: usize, boundary: usize },
    #[error(
        "in boundary {boundary} of region {region} two spots that occur twice alternate, as in `abab`: their lines would cross"
    )]
    Alternating { region: usize, boundary: usize },
    #[error(
        "the boundaries that share spots with those of region {region} do not fit together: some lines would cross"
    )]
    Crossing { region: usize },
}

/// Whether there is a drawing with these regions; dead spots, and regions in which no move is possible, may be missing.
pub fn drawable(position: &PlainPosition) -> Result<(), NotDrawable> {
    let layout = Layout::of(position);
    layout.check_connections()?;
    layout.check_alternation()?;
    layout.check_crossings()
}

/// A boundary with the place it is in, counted from 1.
struct Side<'a> {
    region: usize,
    number: usize,
    spots: &'a Boundary,
}

struct Layout<'a> {
    sides: Vec<Side<'a>>,
    /// How often each spot occurs.
    occurrences: Vec<usize>,
    /// Each boundary's piece, as the least boundary of it.
    piece: Vec<usize>,
}

impl<'a> Layout<'a> {
    fn of(position: &'a PlainPosition) -> Self {
        let mut sides = Vec::new();
        for (region, boundaries) in position.regions.iter().enumerate() {
            let numbered = boundaries.iter().enumerate();
            sides.extend(numbered.map(|(nth, spots)| Side { region: region + 1, number: nth + 1, spots }));
        }
        let mut occurrences = vec![0; position.lives.len()];
        let mut pieces = Sets::new(sides.len());
        let mut home: Vec<Option<usize>> = vec![None; position.lives.len()];
        for (nth, side) in sides.iter().enumerate() {
            for &spot in side.spots {
                occurrences[spot] += 1;
                pieces.unite(*home[spot].get_or_insert(nth), nth);
            }
        }
        let piece = (0..sides.len()).map(|nth| pieces.find(nth)).collect();
        Layout { sides, occurrences, piece }
    }

    /// Condition 1: each boundary joins its region to its piece, and none closes a cycle.
    fn check_connections(&self) -> Result<(), NotDrawable> {
        let regions = self.sides.last().map_or(0, |side| side.region);
        let mut joined = Sets::new(regions + self.sides.len());
        for (side, &piece) in self.sides.iter().zip(&self.piece) {
            if !joined.unite(side.region - 1, regions + piece) {
                return Err(NotDrawable::Connected { region: side.region, boundary: side.number });
            }
        }
        Ok(())
    }

    /// The usual case of condition 2, for the sake of its message: spots that alternate within one boundary.
    fn check_alternation(&self) -> Result<(), NotDrawable> {
        for side in &self.sides {
            let is_here_twice = |spot: &SpotId| {
                self.occurrences[*spot] == 2 && side.spots.iter().filter(|other| *other == spot).count() == 2
            };
            // Nested pairs close in the reverse order of their opening.
            let mut open: Vec<SpotId> = Vec::new();
            for spot in side.spots.iter().filter(|spot| is_here_twice(spot)) {
                if open.last() == Some(spot) {
                    open.pop();
                } else if open.contains(spot) {
                    return Err(NotDrawable::Alternating { region: side.region, boundary: side.number });
                } else {
                    open.push(*spot);
                }
            }
        }
        Ok(())
    }

    /// Condition 2, piece by piece.
    fn check_crossings(&self) -> Result<(), NotDrawable> {
        let mut pieces: Vec<Vec<&Side>> = vec![Vec::new(); self.sides.len()];
        for (side, &piece) in self.sides.iter().zip(&self.piece) {
            pieces[piece].push(side);
        }
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            if !self.fits(piece) {
                return Err(NotDrawable::Crossing { region: piece[0].region });
            }
        }
        Ok(())
    }

    fn fits(&self, piece: &[&Side]) -> bool {
        let mut graph = Graph::new();
        let mut vertices: Vec<Option<usize>> = vec![None; self.occurrences.len()];
        for side in piece {
            let shared: Vec<SpotId> = side.spots.iter().copied().filter(|spot| self.occurrences[*spot] > 1).collect();
            let rim = rim(&mut graph, shared.len());
            for (spot, at) in shared.into_iter().zip(rim) {
                let vertex = *vertices[spot].get_or_insert_with(|| graph.add_vertex());
                graph.add_edge(at, vertex);
            }
        }
        graph.is_planar()
    }
}

/// The vertices of a boundary at which its shared spots are attached, in their order: the rim of a wheel, or one vertex
/// many times where every order is a rotation of another one or its reverse.
fn rim(graph: &mut Graph, length: usize) -> Vec<usize> {
    let hub = graph.add_vertex();
    if length <= 3 {
        return vec![hub; length];
    }
    let rim: Vec<usize> = (0..length).map(|_| graph.add_vertex()).collect();
    for (nth, &vertex) in rim.iter().enumerate() {
        graph.add_edge(hub, vertex);
        graph.add_edge(vertex, rim[(nth + 1) % length]);
    }
    rim
}

/// Disjoint sets, each named by its least member.
struct Sets(Vec<usize>);

impl Sets {
    fn new(size: usize) -> Self {
        Sets((0..size).collect())
    }

    fn find(&mut self, mut item: usize) -> usize {
        while self.0[item] != item {
            self.0[item] = self.0[self.0[item]];
            item = self.0[item];
        }
        item
    }

    /// Whether two different sets became one.
    fn unite(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}

#[cfg(test)]
mod tests;
