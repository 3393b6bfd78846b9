//! The complete search for the longest continuation, by incremental transpositions (Helmstetter and Cazenave).
//!
//! A position is the set of its lines: the set tells which dot came with which line. So two games that reach one position
//! play the same moves in another order, and every position has one game that plays its moves in the order of the search.
//! The set T of moves that lead to positions already searched need not be kept: at a node it would hold the earlier
//! siblings, at every level above, that are still legal, and a move that has become illegal never becomes legal again. So
//! a node's children are its later siblings that survive its move, and the moves that its new dot makes legal. Each
//! position is visited once (`tests/tests/suite/morpion.rs` compares with plain reachability), whatever the order, and the
//! counts below depend on the first position only.
//!
//! The stack is explicit: a search can be stopped between two nodes, written down and taken up again.

use crate::morpion::board::{Board, Code, OffPaper};

/// How many positions there are after how many further moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram(Vec<u64>);

impl Histogram {
    pub fn from_counts(counts: Vec<u64>) -> Self {
        Histogram(counts)
    }

    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    pub fn nodes(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Moves of the longest continuation.
    pub fn longest(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub fn at_longest(&self) -> u64 {
        self.0.last().copied().unwrap_or(0)
    }

    /// Adds the counts of a search that began some moves deeper.
    pub fn add(&mut self, deeper: usize, other: &Histogram) {
        for (depth, count) in other.0.iter().enumerate() {
            let depth = deeper + depth;
            if self.0.len() <= depth {
                self.0.resize(depth + 1, 0);
            }
            self.0[depth] += count;
        }
    }
}

/// The children of a node that are still to be visited, as a stretch of the list, and the move that led to the node.
#[derive(Debug, Clone, Copy)]
struct Frame {
    next: usize,
    end: usize,
    played: Code,
}

/// A search in progress.
#[derive(Clone)]
pub struct Search {
    board: Board,
    /// The children of all nodes on the path, one after the other.
    list: Vec<Code>,
    /// The path below the first position; its own frame is `top`.
    frames: Vec<Frame>,
    top: Frame,
    counted: Counted,
}

/// The results of a search so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    pub histogram: Histogram,
    /// A longest continuation.
    pub longest: Vec<Code>,
}

impl Counted {
    /// Adds the results below a position to which some moves led.
    pub fn add(&mut self, path: &[Code], below: &Counted) {
        if path.len() + below.histogram.longest() > self.histogram.longest() || self.histogram.0.is_empty() {
            self.longest = [path, &below.longest].concat();
        }
        self.histogram.add(path.len(), &below.histogram);
    }
}

/// New moves through one dot: at most five lines in each of four directions.
const MOST_NEW: usize = 20;

impl Search {
    /// A search from a position whose children are these moves; the position itself counts as visited.
    pub fn new(board: Board, children: &[Code]) -> Self {
        let top = Frame { next: 0, end: children.len(), played: 0 };
        let counted = Counted { histogram: Histogram(vec![1]), longest: Vec::new() };
        Search { board, list: children.to_vec(), frames: Vec::new(), top, counted }
    }

    pub fn counted(&self) -> &Counted {
        &self.counted
    }

    pub fn is_finished(&self) -> bool {
        self.frames.is_empty() && self.top.next == self.top.end
    }

    /// How far the search has come: for each node of the path, how many of its children have been begun. Together with the
    /// first position this is all that is needed to go on.
    pub fn progress(&self) -> Vec<usize> {
        let mut start = 0;
        let frames = self.frames.iter().chain([&self.top]);
        frames
            .map(|frame| {
                let begun = frame.next - start;
                start = frame.end;
                begun
            })
            .collect()
    }

    /// Takes up a search again that had come so far. Fails if that cannot have been.
    pub fn resume(mut self, progress: &[usize], counted: Counted) -> Option<Self> {
        for (&begun, level) in progress.iter().zip(1..) {
            let start = self.frames.last().map_or(0, |above| above.end);
            if begun > self.top.end - start {
                return None;
            }
            self.top.next = start + begun;
            if level < progress.len() {
                let child = self.list[start + begun.checked_sub(1)?];
                let end = self.children(child).ok()?;
                self.descend(child, end);
            }
        }
        if progress.is_empty() || counted.histogram.0.is_empty() || counted.longest.len() != counted.histogram.longest()
        {
            return None;
        }
        self.counted = counted;
        Some(self)
    }

    /// Visits about so many nodes, or all that are left.
    pub fn run(&mut self, nodes: u64) -> Result<(), OffPaper> {
        let mut left = nodes;
        while left > 0 {
            if self.top.next == self.top.end {
                let Some(above) = self.frames.pop() else { break };
                self.board.flip(self.top.played);
                self.top = above;
                continue;
            }
            left -= 1;
            let child = self.list[self.top.next];
            self.top.next += 1;
            self.visit(child)?;
        }
        Ok(())
    }

    /// Counts a child, and goes down to it if it has children itself.
    #[inline(always)]
    fn visit(&mut self, child: Code) -> Result<(), OffPaper> {
        let depth = self.frames.len() + 1;
        if depth >= self.counted.histogram.0.len() {
            self.note_longest(child);
        }
        self.counted.histogram.0[depth] += 1;
        let end = self.children(child)?;
        if end > self.top.end {
            self.descend(child, end);
        }
        Ok(())
    }

    #[inline(always)]
    fn descend(&mut self, child: Code, end: usize) {
        self.board.flip(child);
        self.frames.push(self.top);
        self.top = Frame { next: self.top.end, end, played: child };
    }

    /// Lists the children of a child behind the list of its siblings; returns where they end.
    #[inline(always)]
    fn children(&mut self, child: Code) -> Result<usize, OffPaper> {
        let Frame { next, end, .. } = self.top;
        let room = end + (end - next) + MOST_NEW;
        if self.list.len() < room {
            self.list.resize(2 * room, 0);
        }
        let (siblings, free) = self.list.split_at_mut(end);
        let mut count = 0;
        for &sibling in &siblings[next..] {
            free[count] = sibling;
            count += usize::from(self.board.survives(sibling, child));
        }
        self.board.for_each_new(child, |new| {
            free[count] = new;
            count += 1;
        })?;
        Ok(end + count)
    }

    #[cold]
    fn note_longest(&mut self, child: Code) {
        self.counted.histogram.0.push(0);
        let path = self.frames.iter().skip(1).chain(self.frames.first().map(|_| &self.top));
        self.counted.longest = path.map(|frame| frame.played).chain([child]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::{Rule, known};
    use std::collections::BTreeSet;

    /// The moves to the node visited last.
    fn path(search: &Search, was_top: usize) -> BTreeSet<Code> {
        let frames = search.frames.iter().skip(1).chain(search.frames.first().map(|_| &search.top));
        let mut path: BTreeSet<Code> = frames.map(|frame| frame.played).collect();
        if search.frames.len() <= was_top {
            path.insert(search.list[search.top.next - 1]);
        }
        path
    }

    #[test]
    fn no_position_is_visited_twice() {
        for (name, from) in [("rosin178", 138), ("rosin82", 52), ("bruneau170", 141), ("quist136", 118)] {
            let (board, _) = known(name).unwrap().play(from).unwrap();
            let children = board.legal_moves().unwrap();
            let mut search = Search::new(board, &children);
            let mut seen = BTreeSet::from([BTreeSet::new()]);
            let mut finished = search.is_finished();
            while !finished {
                // Leave finished nodes first, so that the next step is one visit.
                while search.top.next == search.top.end && !search.frames.is_empty() {
                    let above = search.frames.pop().unwrap();
                    search.board.flip(search.top.played);
                    search.top = above;
                }
                finished = search.is_finished();
                if !finished {
                    let was_top = search.frames.len();
                    search.run(1).unwrap();
                    assert!(seen.insert(path(&search, was_top)), "{name} from {from}");
                }
            }
            assert_eq!(search.counted().histogram.nodes(), seen.len() as u64, "{name} from {from}");
            assert!(seen.len() > 1000, "{name} from {from}: {}", seen.len());
        }
    }

    #[test]
    fn a_search_can_be_taken_up_again_anywhere() {
        let (board, _) = known("rosin178").unwrap().play(139).unwrap();
        let children = board.legal_moves().unwrap();
        let fresh = Search::new(board, &children);
        let mut whole = fresh.clone();
        whole.run(u64::MAX).unwrap();
        let mut pieces = fresh.clone();
        while !pieces.is_finished() {
            pieces.run(7).unwrap();
            pieces = fresh.clone().resume(&pieces.progress(), pieces.counted().clone()).unwrap();
        }
        assert_eq!(pieces.counted(), whole.counted());
        assert_eq!(whole.counted().longest.len(), whole.counted().histogram.longest());
        let counted = whole.counted().clone();
        for progress in [&[][..], &[1000], &[1, 1000], &[0, 1]] {
            assert!(fresh.clone().resume(progress, counted.clone()).is_none(), "{progress:?}");
        }
    }

    #[test]
    fn the_order_of_moves_does_not_matter() {
        let (board, _) = known("rosin82").unwrap().play(48).unwrap();
        let mut children = board.legal_moves().unwrap();
        let count = |children: &[Code]| {
            let mut search = Search::new(board.clone(), children);
            search.run(u64::MAX).unwrap();
            search.counted().histogram.clone()
        };
        let expected = count(&children);
        for _ in 0..children.len() {
            children.rotate_left(1);
            assert_eq!(count(&children), expected);
        }
        children.reverse();
        assert_eq!(count(&children), expected);
    }

    #[test]
    fn an_empty_list_is_a_finished_search() {
        let search = Search::new(Board::new(Rule::Disjoint), &[]);
        assert!(search.is_finished());
        assert_eq!(search.counted().histogram.counts(), [1]);
    }
}
