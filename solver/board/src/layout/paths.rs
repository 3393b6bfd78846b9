//! Paths through the triangles of a mesh, from corner to corner, that cross no wall.
//!
//! A *corner* is a place in a walk along nodes, the room on its right hand. A path leaves the corner of its first node, crosses
//! edges of triangles in their middle, and ends in the corner of its last node. Where it crosses an edge, a node is put, and
//! the triangles are split along it; so the path consists of edges, and nothing is turned over.

use crate::layout::geometry::{Point, middle};
use crate::layout::mesh::Mesh;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// A node of a walk, the node before it and the one after it; both are the node itself where the walk is that node alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeCorner {
    pub before: usize,
    pub at: usize,
    pub after: usize,
}

/// The corners of a closed walk.
pub fn corners(walk: &[usize]) -> impl Iterator<Item = NodeCorner> + '_ {
    let length = walk.len();
    (0..length).map(move |nth| NodeCorner {
        before: walk[(nth + length - 1) % length],
        at: walk[nth],
        after: walk[(nth + 1) % length],
    })
}

type Edge = (usize, usize);

fn undirected(a: usize, b: usize) -> Edge {
    (a.min(b), a.max(b))
}

/// A mesh in which paths are cut.
pub struct Carver<'a> {
    pub mesh: &'a mut Mesh,
    pub points: &'a mut Vec<Point>,
    walls: FxHashSet<Edge>,
    /// The triangle on the left of each directed edge.
    left: FxHashMap<Edge, usize>,
}

/// The edges that a path crosses, between its ends.
struct Crossings {
    edges: Vec<Edge>,
    from: usize,
    to: usize,
}

impl<'a> Carver<'a> {
    /// The lines of the mesh are walls.
    pub fn new(mesh: &'a mut Mesh, points: &'a mut Vec<Point>) -> Self {
        let steps = mesh.lines.iter().flat_map(|line| line.windows(2));
        let walls = steps.map(|step| undirected(step[0], step[1])).collect();
        let mut left = FxHashMap::default();
        for (nth, &[a, b, c]) in mesh.triangles.iter().enumerate() {
            [(a, b), (b, c), (c, a)].into_iter().for_each(|edge| _ = left.insert(edge, nth));
        }
        Carver { mesh, points, walls, left }
    }

    /// Cuts a shortest path from one of some corners to one of others and makes it a wall: the numbers of the corners, and
    /// the nodes from end to end.
    pub fn carve(&mut self, from: &[NodeCorner], to: &[NodeCorner]) -> Option<(usize, usize, Vec<usize>)> {
        let (first, last, crossings) = self.search(from, to)?;
        let path = self.cut(&crossings);
        for step in path.windows(2) {
            self.walls.insert(undirected(step[0], step[1]));
        }
        Some((first, last, path))
    }

    /// Whether a path could be cut.
    pub fn reaches(&self, from: &[NodeCorner], to: &[NodeCorner]) -> bool {
        self.search(from, to).is_some()
    }

    /// Splits an edge that leaves a corner and makes its near half a wall: the node in its middle.
    pub fn split_edge_of(&mut self, corner: &NodeCorner) -> Option<usize> {
        let ends = self.fan(corner).into_iter().map(|(_, end)| end);
        let open: Vec<usize> = ends.filter(|&end| !self.is_wall((corner.at, end))).collect();
        let end = *open.get(open.len() / 2)?;
        let node = self.split(corner.at, end);
        self.walls.insert(undirected(corner.at, node));
        Some(node)
    }

    /// The triangles of a corner as the two other nodes of each: counterclockwise from the node before to the node after.
    fn fan(&self, corner: &NodeCorner) -> Vec<Edge> {
        let NodeCorner { before, at, after } = *corner;
        let mut here = if before == at {
            let triangle = self.mesh.triangles.iter().find(|triangle| triangle.contains(&at));
            let Some(&other) = triangle.and_then(|triangle| triangle.iter().find(|&&node| node != at)) else {
                return vec![];
            };
            other
        } else {
            before
        };
        let (first, end) = (here, if before == at { here } else { after });
        let mut fan = Vec::new();
        while let Some(&triangle) = self.left.get(&(at, here)) {
            let next = third(self.mesh.triangles[triangle], at, here);
            fan.push((here, next));
            here = next;
            if here == end || here == first {
                break;
            }
        }
        fan
    }

    fn is_wall(&self, (a, b): Edge) -> bool {
        self.walls.contains(&undirected(a, b))
    }

    /// Breadth-first search over the triangles.
    fn search(&self, from: &[NodeCorner], to: &[NodeCorner]) -> Option<(usize, usize, Crossings)> {
        // Edges whose crossing ends the path, by the triangle that is entered, with the corner reached.
        let mut goals: FxHashMap<Edge, usize> = FxHashMap::default();
        for (nth, corner) in to.iter().enumerate() {
            for (a, b) in self.fan(corner) {
                goals.entry((a, b)).or_insert(nth);
            }
        }
        // An edge is crossed from the triangle on its left to the one on its right.
        let mut came: FxHashMap<Edge, Option<Edge>> = FxHashMap::default();
        let mut start_of: FxHashMap<Edge, usize> = FxHashMap::default();
        let mut queue: VecDeque<Edge> = VecDeque::new();
        for (nth, corner) in from.iter().enumerate() {
            for edge in self.fan(corner) {
                if !self.is_wall(edge) && self.left.contains_key(&(edge.1, edge.0)) && !came.contains_key(&edge) {
                    came.insert(edge, None);
                    start_of.insert(edge, nth);
                    queue.push_back(edge);
                }
            }
        }
        while let Some(edge) = queue.pop_front() {
            let (a, b) = edge;
            if let Some(&goal) = goals.get(&(b, a)) {
                let mut edges = vec![edge];
                let mut last = edge;
                while let Some(Some(before)) = came.get(&last) {
                    last = *before;
                    edges.push(last);
                }
                edges.reverse();
                let start = start_of[&last];
                return Some((start, goal, Crossings { edges, from: from[start].at, to: to[goal].at }));
            }
            let c = third(self.mesh.triangles[self.left[&(b, a)]], a, b);
            for next in [(a, c), (c, b)] {
                // The triangle entered is on the left of b–a, a–c, c–b.
                let is_open = !self.is_wall(next) && self.left.contains_key(&(next.1, next.0));
                if is_open && !came.contains_key(&next) {
                    came.insert(next, Some(edge));
                    queue.push_back(next);
                }
            }
        }
        self.search_edge(from, to)
    }

    /// Two corners that share an edge and no more.
    fn search_edge(&self, from: &[NodeCorner], to: &[NodeCorner]) -> Option<(usize, usize, Crossings)> {
        for (nth, start) in from.iter().enumerate() {
            let near: Vec<usize> = self.fan(start).into_iter().flat_map(|(a, b)| [a, b]).collect();
            for (goal, end) in to.iter().enumerate() {
                let back: Vec<usize> = self.fan(end).into_iter().flat_map(|(a, b)| [a, b]).collect();
                let is_edge = near.contains(&end.at) && back.contains(&start.at);
                if is_edge && !self.is_wall((start.at, end.at)) {
                    return Some((nth, goal, Crossings { edges: vec![], from: start.at, to: end.at }));
                }
            }
        }
        None
    }

    fn cut(&mut self, crossings: &Crossings) -> Vec<usize> {
        let mut path = vec![crossings.from];
        for &(a, b) in &crossings.edges {
            let node = self.split(a, b);
            path.push(node);
        }
        path.push(crossings.to);
        // Splitting an edge joins its middle to both opposite nodes; where two crossed edges belong to one triangle, the first
        // middle is opposite to the rest of the second edge, and the split of that one joins the two middles.
        path
    }

    /// Splits an edge in its middle, with the triangles on both sides.
    pub fn split(&mut self, a: usize, b: usize) -> usize {
        let node = self.mesh.new_node();
        self.points.push(middle(self.points[a], self.points[b]));
        for (from, to) in [(a, b), (b, a)] {
            let Some(nth) = self.left.remove(&(from, to)) else { continue };
            let c = third(self.mesh.triangles[nth], from, to);
            self.set(nth, [from, node, c]);
            self.mesh.triangles.push([node, to, c]);
            self.set(self.mesh.triangles.len() - 1, [node, to, c]);
        }
        if self.walls.remove(&undirected(a, b)) {
            self.walls.insert(undirected(a, node));
            self.walls.insert(undirected(node, b));
        }
        node
    }

    fn set(&mut self, nth: usize, triangle: [usize; 3]) {
        self.mesh.triangles[nth] = triangle;
        let [a, b, c] = triangle;
        [(a, b), (b, c), (c, a)].into_iter().for_each(|edge| _ = self.left.insert(edge, nth));
    }
}

fn third(triangle: [usize; 3], a: usize, b: usize) -> usize {
    triangle.into_iter().find(|&node| node != a && node != b).expect("a triangle has three corners")
}
