//! A first picture of a triangulation, on a grid: the shift method of de Fraysseix, Pach and Pollack.
//!
//! Springs would do too in theory, but they crowd what is deep inside so much that floating-point numbers cannot tell the points
//! apart. On the grid all numbers are whole and no larger than twice the number of nodes, so nothing can be rounded away.
//!
//! Nodes are taken out of the triangulation one by one, always one of the outer cycle that has no chord, until an edge is left;
//! they are put in again in the opposite order, each above the part of the contour that it is joined to, after that part
//! has been stretched to make room.

use crate::layout::geometry::Point;
use rustc_hash::FxHashMap;

/// Points for the nodes of a triangulation whose outer triangle is `outer`, counterclockwise like all others.
pub fn on_grid(nodes: usize, triangles: &[[usize; 3]], outer: [usize; 3]) -> Vec<Point> {
    let neighbours = neighbours(nodes, triangles);
    let order = canonical_order(&neighbours, &turns(nodes, triangles), outer);
    let mut points = vec![[0.0, 0.0]; nodes];
    // What moves along with a node of the contour.
    let mut under: Vec<Vec<usize>> = (0..nodes).map(|node| vec![node]).collect();
    let [left, right, _] = outer;
    points[right] = [2.0, 0.0];
    points[order[2]] = [1.0, 1.0];
    let mut contour = vec![left, order[2], right];
    for &node in &order[3..] {
        let touches = |&other: &usize| neighbours[node].contains(&other);
        let first = contour.iter().position(touches).expect("it is joined to the contour");
        let last = contour.iter().rposition(touches).expect("it is joined to the contour");
        for (at, &other) in contour.iter().enumerate().skip(first + 1) {
            let by = if at < last { 1.0 } else { 2.0 };
            under[other].iter().for_each(|&moved| points[moved][0] += by);
        }
        let ([x1, y1], [x2, y2]) = (points[contour[first]], points[contour[last]]);
        points[node] = [(x1 - y1 + x2 + y2) / 2.0, (y1 - x1 + x2 + y2) / 2.0];
        let covered: Vec<usize> = contour.splice(first + 1..last, [node]).collect();
        for other in covered {
            let moved = std::mem::take(&mut under[other]);
            under[node].extend(moved);
        }
    }
    points
}

fn neighbours(nodes: usize, triangles: &[[usize; 3]]) -> Vec<Vec<usize>> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a), (b, a), (c, b), (a, c)] {
            if !neighbours[from].contains(&to) {
                neighbours[from].push(to);
            }
        }
    }
    neighbours
}

/// For a node: the neighbour that comes after each neighbour, counterclockwise.
type Turns = FxHashMap<usize, usize>;

fn turns(nodes: usize, triangles: &[[usize; 3]]) -> Vec<Turns> {
    let mut turns = vec![Turns::default(); nodes];
    for &[a, b, c] in triangles {
        for [at, from, to] in [[a, b, c], [b, c, a], [c, a, b]] {
            turns[at].insert(from, to);
        }
    }
    turns
}

/// The nodes in the order in which they are put in: the base of the outer triangle first, its top last.
fn canonical_order(neighbours: &[Vec<usize>], turns: &[Turns], [left, right, top]: [usize; 3]) -> Vec<usize> {
    let nodes = neighbours.len();
    // The outer cycle without the base, from left to right.
    let mut cycle = vec![left, top, right];
    let mut order = Vec::with_capacity(nodes);
    while cycle.len() > 2 {
        let is_outer: Vec<bool> = {
            let mut is_outer = vec![false; nodes];
            cycle.iter().for_each(|&node| is_outer[node] = true);
            is_outer
        };
        // On the cycle every node has two neighbours; a third one makes a chord.
        let has_chord = |node: usize| neighbours[node].iter().filter(|&&other| is_outer[other]).count() > 2;
        let inner = 1..cycle.len() - 1;
        let at = inner.into_iter().find(|&at| !has_chord(cycle[at])).expect("a simple triangulation has such a node");
        let node = cycle[at];
        order.push(node);
        // Counterclockwise around it, from its left neighbour on the cycle to the right one.
        let mut uncovered = Vec::new();
        let mut next = turns[node][&cycle[at - 1]];
        while next != cycle[at + 1] {
            uncovered.push(next);
            next = turns[node][&next];
        }
        cycle.splice(at..=at, uncovered);
    }
    order.push(right);
    order.push(left);
    order.reverse();
    order
}
