//! A drawn position as a triangulated disk.
//!
//! Nodes are the spots, then some points on every line, then those that fill the regions. Each region is walked
//! around once: where it has several boundaries they are tied together by a path, which is walked along on both sides. To
//! every step of the walk belongs a node of a *ring* inside the region, joined to both ends of the step and to its neighbours
//! in the ring, and an inner region gets one more node in the middle. However often the walk comes back to a node, its ring
//! nodes are different, so the graph is simple. The ring of the outermost region is joined to the corners of one large triangle
//! that holds everything. The regions are on the right hand of their walks (Hoey's left-hand order), which fixes the sense of
//! every triangle.

use crate::drawn::{Boundary, Drawn, Line, Region, Spot};

/// Points between the ends of a line.
const BETWEEN: usize = 3;
/// Steps that a region must at least be walked around in.
const LEAST_WALK: usize = 4;

#[derive(Debug, Clone)]
pub struct Mesh {
    pub nodes: usize,
    /// Counterclockwise.
    pub triangles: Vec<[usize; 3]>,
    /// The triangle that holds everything.
    pub outer: [usize; 3],
    /// The nodes of each line, from end to end.
    pub lines: Vec<Vec<usize>>,
}

impl Mesh {
    /// The first nodes are the spots. The region that surrounds everything can be chosen; else it is the one with the longest
    /// walk.
    pub fn of(position: &Drawn, outer: Option<usize>) -> Mesh {
        let ends = line_ends(position);
        let mut nodes = position.spot_count();
        let mut lines = Vec::with_capacity(ends.len());
        for [from, to] in ends {
            let between = nodes..nodes + BETWEEN;
            nodes += BETWEEN;
            lines.push(std::iter::once(from).chain(between).chain([to]).collect());
        }
        let mut mesh = Mesh { nodes, triangles: Vec::new(), outer: [0; 3], lines };
        let walks: Vec<Vec<usize>> = position.regions().iter().map(|region| mesh.walk_around(region)).collect();
        let longest = (0..walks.len()).max_by_key(|&r| (walks[r].len(), usize::MAX - r));
        let outer = outer.or(longest);
        for (r, walk) in walks.iter().enumerate() {
            mesh.fill(walk, Some(r) == outer);
        }
        mesh
    }

    pub fn new_node(&mut self) -> usize {
        self.nodes += 1;
        self.nodes - 1
    }

    /// The triangles around each node.
    pub fn around(&self) -> Vec<Vec<[usize; 3]>> {
        let mut around: Vec<Vec<[usize; 3]>> = vec![Vec::new(); self.nodes];
        for triangle in &self.triangles {
            triangle.iter().for_each(|&node| around[node].push(*triangle));
        }
        around
    }

    /// One closed walk along all boundaries of a region.
    fn walk_around(&mut self, region: &Region) -> Vec<usize> {
        let mut walks: Vec<Vec<usize>> = region.iter().map(|boundary| self.walk_along(boundary)).collect();
        walks.sort_by_key(|walk| std::cmp::Reverse(walk.len()));
        let mut walks = walks.into_iter();
        let mut whole = walks.next().unwrap_or_default();
        let others: Vec<Vec<usize>> = walks.collect();
        // The others are tied to places all around the longest one, the last place first so that the counting stays right.
        let length = whole.len();
        for (nth, other) in others.iter().enumerate().rev() {
            let tie = [self.new_node(), self.new_node()];
            tie_together(&mut whole, nth * length / others.len(), other, tie);
        }
        while whole.len() < LEAST_WALK {
            let (tie, end) = ([self.new_node(), self.new_node()], self.new_node());
            tie_together(&mut whole, 0, &[end], tie);
        }
        whole
    }

    /// The nodes met along a boundary.
    pub fn walk_along(&self, boundary: &Boundary) -> Vec<usize> {
        let mut walk = Vec::new();
        for corner in boundary {
            walk.push(corner.spot);
            let Some(line) = corner.out else { continue };
            let nodes = &self.lines[line];
            let between = &nodes[1..nodes.len() - 1];
            if nodes[0] == corner.spot {
                walk.extend(between);
            } else {
                walk.extend(between.iter().rev());
            }
        }
        walk
    }

    /// Fills the room between the outermost ring, which is counterclockwise, and a triangle: each corner sees a third of it.
    pub fn pad(&mut self, ring: &[usize]) {
        self.outer = [self.new_node(), self.new_node(), self.new_node()];
        let length = ring.len();
        let begins = [0, length / 3, 2 * length / 3, length];
        for (nth, &corner) in self.outer.iter().enumerate() {
            for at in begins[nth]..begins[nth + 1] {
                self.triangles.push([ring[(at + 1) % length], ring[at], corner]);
            }
            self.triangles.push([corner, self.outer[(nth + 1) % 3], ring[begins[nth + 1] % length]]);
        }
    }

    /// Fills a region with triangles.
    fn fill(&mut self, walk: &[usize], is_outer: bool) {
        let length = walk.len();
        let ring: Vec<usize> = (0..length).map(|_| self.new_node()).collect();
        for at in 0..length {
            let next = (at + 1) % length;
            self.triangles.push([walk[next], walk[at], ring[at]]);
            self.triangles.push([walk[next], ring[at], ring[next]]);
        }
        if is_outer {
            self.pad(&ring);
            return;
        }
        let middle = self.new_node();
        for at in 0..length {
            self.triangles.push([middle, ring[(at + 1) % length], ring[at]]);
        }
    }
}

/// Walks from the node at a place of `whole` over `tie` to `other`, around it, and back over `tie`.
fn tie_together(whole: &mut Vec<usize>, at: usize, other: &[usize], tie: [usize; 2]) {
    let mut detour = tie.to_vec();
    detour.extend(other);
    if other.len() > 1 {
        detour.push(other[0]);
    }
    detour.extend(tie.iter().rev());
    if whole.len() > 1 {
        detour.push(whole[at]);
    }
    whole.splice(at + 1..at + 1, detour);
}

/// The spots at the ends of each line.
fn line_ends(position: &Drawn) -> Vec<[Spot; 2]> {
    let mut ends: Vec<Option<[Spot; 2]>> = vec![None; position.line_count()];
    for boundary in position.regions().iter().flatten() {
        for (at, corner) in boundary.iter().enumerate() {
            let next = boundary[(at + 1) % boundary.len()].spot;
            if let Some(line) = corner.out {
                let line: Line = line;
                ends[line].get_or_insert([corner.spot, next]);
            }
        }
    }
    ends.into_iter().flatten().collect()
}
