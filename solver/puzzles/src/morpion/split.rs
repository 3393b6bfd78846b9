//! A search cut into independent tasks.
//!
//! The nodes some moves below the first position, each with its list of children, are searches of their own: no table is
//! shared, so they can run on any thread in any order, and their counts add up. They are put in a shuffled order (the same
//! in every run), so that the tasks finished first are a fair sample of all, and tell how much is left.

use crate::morpion::board::{Board, Code, OffPaper};
use crate::morpion::search::{Counted, Histogram, Search};
use common::random::SplitMix64;

/// A node and its children, to be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub path: Vec<Code>,
    children: Vec<Code>,
}

impl Task {
    /// The search below the task's node, which counts the node too. `board` is the first position.
    pub fn search(&self, board: &Board) -> Search {
        let mut board = board.clone();
        self.path.iter().for_each(|&code| board.flip(code));
        Search::new(board, &self.children)
    }
}

/// Tasks that are enough for many threads and a good estimate.
const ENOUGH: usize = 4096;
/// Moves below which nothing is cut, lest a narrow search be made here, on one thread.
const DEEPEST: usize = 20;

/// Tasks in shuffled order, and the count of the nodes that are in none of them.
#[derive(Debug, Clone)]
pub struct Split {
    pub depth: usize,
    pub tasks: Vec<Task>,
    pub above: Counted,
}

impl Split {
    /// Cuts a search as high up as gives enough tasks, or into single nodes if it is small.
    pub fn new(board: &Board) -> Result<Self, OffPaper> {
        let mut split = Split::at_depth(board, 0)?;
        while (1..ENOUGH).contains(&split.tasks.len()) && split.depth < DEEPEST {
            split = Split::at_depth(board, split.depth + 1)?;
        }
        Ok(split)
    }

    /// Cuts a search so many moves below its first position.
    pub fn at_depth(board: &Board, depth: usize) -> Result<Self, OffPaper> {
        let mut split = Split { depth, tasks: Vec::new(), above: Counted::default() };
        let mut path = Vec::new();
        split.descend(&mut board.clone(), &mut path, board.legal_moves()?)?;
        let mut random = SplitMix64(depth as u64);
        for last in (1..split.tasks.len()).rev() {
            split.tasks.swap(last, random.below(last as u64 + 1) as usize);
        }
        Ok(split)
    }

    fn descend(&mut self, board: &mut Board, path: &mut Vec<Code>, children: Vec<Code>) -> Result<(), OffPaper> {
        if path.len() == self.depth && !children.is_empty() {
            self.tasks.push(Task { path: path.clone(), children });
            return Ok(());
        }
        let one = Counted { histogram: Histogram::from_counts(vec![1]), longest: Vec::new() };
        self.above.add(path, &one);
        for (&child, next) in children.iter().zip(1..) {
            let mut list: Vec<Code> =
                children[next..].iter().copied().filter(|&sibling| board.survives(sibling, child)).collect();
            board.for_each_new(child, |new| list.push(new))?;
            board.flip(child);
            path.push(child);
            self.descend(board, path, list)?;
            path.pop();
            board.flip(child);
        }
        Ok(())
    }
}
