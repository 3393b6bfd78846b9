//! The left-right planarity test of de Fraysseix and Rosenstiehl, as Brandes wrote it down ("The left-right planarity
//! test", 2009): whether a graph can be drawn in the plane without crossings.
//!
//! A depth-first search orients the graph into tree edges and back edges. The graph is planar exactly when the back edges
//! can be put on two sides such that those that overlap in the wrong way are on different sides. The constraints are kept
//! on a stack of pairs of intervals of back edges. No recursion: the graph comes from hostile text and may be one long
//! path. Only the answer is wanted, so no embedding is made.

/// A simple graph as lists of neighbours: no loops, no edge twice.
pub(super) struct Graph {
    neighbours: Vec<Vec<usize>>,
    edges: usize,
}

impl Graph {
    pub fn new() -> Self {
        Graph { neighbours: Vec::new(), edges: 0 }
    }

    pub fn add_vertex(&mut self) -> usize {
        self.neighbours.push(Vec::new());
        self.neighbours.len() - 1
    }

    /// Adds an edge, unless it is there.
    pub fn add_edge(&mut self, a: usize, b: usize) {
        if a != b && !self.neighbours[a].contains(&b) {
            self.neighbours[a].push(b);
            self.neighbours[b].push(a);
            self.edges += 1;
        }
    }

    pub fn is_planar(&self) -> bool {
        let vertices = self.neighbours.len();
        if vertices > 2 && self.edges > 3 * vertices - 6 {
            return false;
        }
        let mut oriented = Oriented::of(self);
        oriented.sort_by_nesting();
        let roots: Vec<usize> = (0..vertices).filter(|&vertex| oriented.parent[vertex].is_none()).collect();
        let mut test = Test::new(&oriented);
        roots.into_iter().all(|root| test.run(root))
    }
}

type Edge = usize;

/// The graph oriented by a depth-first search: tree edges away from the root, back edges towards it.
struct Oriented {
    /// Oriented edges, as `(from, to)`.
    ends: Vec<(usize, usize)>,
    /// Outgoing edges of each vertex.
    out: Vec<Vec<Edge>>,
    parent: Vec<Option<Edge>>,
    height: Vec<usize>,
    /// The least height that back edges of the subtree below an edge return to, and the next one.
    low: Vec<usize>,
    next_low: Vec<usize>,
    /// Edges that must be nested inside others have the larger number.
    nesting: Vec<usize>,
}

impl Oriented {
    fn of(graph: &Graph) -> Self {
        let vertices = graph.neighbours.len();
        let mut oriented = Oriented {
            ends: Vec::with_capacity(graph.edges),
            out: vec![Vec::new(); vertices],
            parent: vec![None; vertices],
            height: vec![usize::MAX; vertices],
            low: Vec::new(),
            next_low: Vec::new(),
            nesting: Vec::new(),
        };
        for root in 0..vertices {
            if oriented.height[root] == usize::MAX {
                oriented.height[root] = 0;
                oriented.search(graph, root);
            }
        }
        oriented
    }

    fn search(&mut self, graph: &Graph, root: usize) {
        // A vertex and the place of the neighbour to look at next.
        let mut path = vec![(root, 0)];
        while let Some((vertex, place)) = path.last_mut() {
            let vertex = *vertex;
            let Some(&to) = graph.neighbours[vertex].get(*place) else {
                path.pop();
                if let Some(edge) = self.parent[vertex] {
                    self.finish(edge);
                }
                continue;
            };
            *place += 1;
            if self.is_oriented(vertex, to) {
                continue;
            }
            let edge = self.ends.len();
            self.ends.push((vertex, to));
            self.out[vertex].push(edge);
            self.low.push(self.height[vertex]);
            self.next_low.push(self.height[vertex]);
            self.nesting.push(0);
            if self.height[to] == usize::MAX {
                self.parent[to] = Some(edge);
                self.height[to] = self.height[vertex] + 1;
                path.push((to, 0));
            } else {
                self.low[edge] = self.height[to];
                self.finish(edge);
            }
        }
    }

    /// Whether the edge has been oriented already: it is the one that led here, or a back edge from below.
    fn is_oriented(&self, from: usize, to: usize) -> bool {
        if self.parent[from].is_some_and(|edge| self.ends[edge].0 == to) {
            return true;
        }
        self.height[to] != usize::MAX && self.height[to] > self.height[from]
    }

    /// Takes what lies below an edge into account at the edge above it.
    fn finish(&mut self, edge: Edge) {
        let from = self.ends[edge].0;
        let is_chordal = self.next_low[edge] < self.height[from];
        self.nesting[edge] = 2 * self.low[edge] + usize::from(is_chordal);
        let Some(above) = self.parent[from] else { return };
        if self.low[edge] < self.low[above] {
            self.next_low[above] = self.low[above].min(self.next_low[edge]);
            self.low[above] = self.low[edge];
        } else if self.low[edge] > self.low[above] {
            self.next_low[above] = self.next_low[above].min(self.low[edge]);
        } else {
            self.next_low[above] = self.next_low[above].min(self.next_low[edge]);
        }
    }

    fn sort_by_nesting(&mut self) {
        let nesting = &self.nesting;
        self.out.iter_mut().for_each(|edges| edges.sort_by_key(|&edge| nesting[edge]));
    }
}

/// Back edges that must be on one side, from the lowest to the highest return point; linked by `Test::below`.
#[derive(Debug, Clone, Copy, Default)]
struct Interval {
    low: Option<Edge>,
    high: Option<Edge>,
}

impl Interval {
    fn is_empty(self) -> bool {
        self.low.is_none() && self.high.is_none()
    }
}

/// Two intervals that must be on different sides.
#[derive(Debug, Clone, Copy, Default)]
struct Conflict {
    left: Interval,
    right: Interval,
}

impl Conflict {
    fn swap(&mut self) {
        std::mem::swap(&mut self.left, &mut self.right);
    }
}

/// The second search, which collects the constraints.
struct Test<'a> {
    graph: &'a Oriented,
    stack: Vec<Conflict>,
    /// Length of the stack when an edge was entered.
    bottom: Vec<usize>,
    /// The back edge that returns lowest, for each edge.
    lowest: Vec<Option<Edge>>,
    /// The next lower back edge of the same interval.
    below: Vec<Option<Edge>>,
}

impl<'a> Test<'a> {
    fn new(graph: &'a Oriented) -> Self {
        let edges = graph.ends.len();
        Test { graph, stack: vec![], bottom: vec![0; edges], lowest: vec![None; edges], below: vec![None; edges] }
    }

    fn run(&mut self, root: usize) -> bool {
        let graph = self.graph;
        let mut path = vec![(root, 0)];
        while let Some((vertex, place)) = path.last_mut() {
            let (vertex, at) = (*vertex, *place);
            let Some(&edge) = graph.out[vertex].get(at) else {
                path.pop();
                if let Some(parent) = graph.parent[vertex] {
                    self.drop_finished(parent);
                    // The edge to this vertex is finished now; it stands at the place before the next one.
                    let nth = path.last().map_or(0, |(_, next)| next - 1);
                    if !self.leave(parent, nth) {
                        return false;
                    }
                }
                continue;
            };
            *place += 1;
            self.bottom[edge] = self.stack.len();
            let to = graph.ends[edge].1;
            if graph.parent[to] == Some(edge) {
                path.push((to, 0));
                continue;
            }
            self.lowest[edge] = Some(edge);
            let only = Interval { low: Some(edge), high: Some(edge) };
            self.stack.push(Conflict { left: Interval::default(), right: only });
            if !self.leave(edge, at) {
                return false;
            }
        }
        true
    }

    /// Combines the return edges below the nth outgoing edge of a vertex with those of the edges before it.
    fn leave(&mut self, edge: Edge, nth: usize) -> bool {
        let from = self.graph.ends[edge].0;
        if self.graph.low[edge] >= self.graph.height[from] {
            return true;
        }
        let Some(above) = self.graph.parent[from] else { return true };
        if nth == 0 {
            self.lowest[above] = self.lowest[edge];
            return true;
        }
        self.constrain(edge, above)
    }

    fn conflicts(&self, interval: Interval, edge: Edge) -> bool {
        interval.high.is_some_and(|high| self.graph.low[high] > self.graph.low[edge])
    }

    fn link(&mut self, from: Option<Edge>, to: Option<Edge>) {
        if let Some(from) = from {
            self.below[from] = to;
        }
    }

    fn constrain(&mut self, edge: Edge, above: Edge) -> bool {
        let mut merged = Conflict::default();
        // All return edges below `edge` go to one side.
        while self.stack.len() > self.bottom[edge] {
            let Some(mut pair) = self.stack.pop() else { break };
            if !pair.left.is_empty() {
                pair.swap();
            }
            if !pair.left.is_empty() {
                return false;
            }
            if pair.right.low.is_some_and(|low| self.graph.low[low] > self.graph.low[above]) {
                if merged.right.is_empty() {
                    merged.right.high = pair.right.high;
                } else {
                    self.link(merged.right.low, pair.right.high);
                }
                merged.right.low = pair.right.low;
            } else {
                self.link(pair.right.low, self.lowest[above]);
            }
        }
        // Earlier return edges that end above the lowest one go to the other.
        while let Some(top) = self.stack.last().copied() {
            if !self.conflicts(top.left, edge) && !self.conflicts(top.right, edge) {
                break;
            }
            let mut pair = top;
            self.stack.pop();
            if self.conflicts(pair.right, edge) {
                pair.swap();
            }
            if self.conflicts(pair.right, edge) {
                return false;
            }
            self.link(merged.right.low, pair.right.high);
            if pair.right.low.is_some() {
                merged.right.low = pair.right.low;
            }
            if merged.left.is_empty() {
                merged.left.high = pair.left.high;
            } else {
                self.link(merged.left.low, pair.left.high);
            }
            merged.left.low = pair.left.low;
        }
        if !(merged.left.is_empty() && merged.right.is_empty()) {
            self.stack.push(merged);
        }
        true
    }

    /// The lowest return point of a pair.
    fn lowest_return(&self, pair: &Conflict) -> Option<usize> {
        let low = |interval: Interval| interval.low.map(|edge| self.graph.low[edge]);
        [low(pair.left), low(pair.right)].into_iter().flatten().min()
    }

    /// Forgets the back edges that return to where a tree edge starts: nothing above can meet them.
    fn drop_finished(&mut self, edge: Edge) {
        let start = self.graph.ends[edge].0;
        let height = self.graph.height[start];
        while self.stack.last().is_some_and(|pair| self.lowest_return(pair) == Some(height)) {
            self.stack.pop();
        }
        if let Some(mut pair) = self.stack.pop() {
            let (left, right) = (pair.left, pair.right);
            pair.left = self.trim(left, right.low, start);
            pair.right = self.trim(right, pair.left.low, start);
            self.stack.push(pair);
        }
        if self.graph.low[edge] < height {
            let top = self.stack.last().copied().unwrap_or_default();
            let height_of = |edge: Option<Edge>| edge.map(|edge| self.graph.low[edge]);
            let is_left = height_of(top.left.high) > height_of(top.right.high);
            self.below[edge] = if is_left { top.left.high } else { top.right.high };
        }
    }

    /// Removes the edges that return to `start` from the top of an interval.
    fn trim(&mut self, mut interval: Interval, other: Option<Edge>, start: usize) -> Interval {
        while let Some(high) = interval.high.filter(|&high| self.graph.ends[high].1 == start) {
            interval.high = self.below[high];
        }
        if interval.high.is_none() {
            self.link(interval.low, other);
            interval.low = None;
        }
        interval
    }
}
