//! Incremental transpositions: depth-first search of puzzles with commuting moves (Helmstetter and Cazenave).
//!
//! A node carries a set T of moves that lead to positions visited before. They are not played. When m is played, those
//! t of T that commute with m are passed on: after t the move m was tried, so after m the move t leads to a position visited
//! before as well. This finds all transpositions that come from playing the same moves in another order, without a
//! table, and it combines with one.
//!
//! On a graph with cycles the combination with a table needs care. "After t the move m was tried" holds once the position
//! after t is *finished*, that is, all its children have been visited. A table also knows positions that are still on the
//! path; a move t that hits one of those may be skipped, but passing it on is wrong, and the algorithm as published
//! then misses positions ([`Passing::Published`] keeps that for comparison; `tests/tests/suite/gaps.rs` shows the loss). With
//! [`Passing::Finished`] a move is passed on only if the table says that its position is finished. Then all of T has been
//! visited whenever T is used, so when a position is finished its children have all been visited: the search reaches
//! everything. Without cycles no child of a node is on the path, and both are the same.

mod memory;

pub use memory::{Complete, Forgetful, Known, Memory, Replacing, TwoDeep};
use std::ops::Range;

/// A game for one player.
pub trait Puzzle {
    type Move: Copy + PartialEq;

    /// Appends the legal moves.
    fn moves(&self, found: &mut Vec<Self::Move>);
    fn play(&mut self, step: Self::Move);
    /// Takes back the move that was played last.
    fn undo(&mut self, step: Self::Move);
    /// Whether two moves that are legal here can be played in both orders, with the same result.
    fn commute(&self, one: Self::Move, other: Self::Move) -> bool;
    /// A number that tells positions apart, up to one chance in 2^128.
    fn key(&self) -> u128;
    fn key_after(&self, step: Self::Move) -> u128;
}

/// Which moves of T a node passes on to its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// None: the search relies on its table.
    Nothing,
    /// Those that commute, as published: complete without a table or without cycles.
    Published,
    /// Those that commute and whose position is finished: complete with a [`Complete`] memory in any case.
    Finished,
}

/// Told about every position that is visited; may end the search.
pub trait Visitor<P: Puzzle> {
    /// `path` are the moves that led here. Returns whether to go on.
    fn visit(&mut self, puzzle: &P, path: &dyn Fn() -> Vec<P::Move>) -> bool;
}

impl<P: Puzzle, F: FnMut(&P) -> bool> Visitor<P> for F {
    fn visit(&mut self, puzzle: &P, _: &dyn Fn() -> Vec<P::Move>) -> bool {
        self(puzzle)
    }
}

/// The moves at a node: `list[start..next]` is T, `list[next..end]` are still to be played.
struct Frame<M> {
    start: usize,
    next: usize,
    end: usize,
    played: Option<M>,
    key: u128,
    /// Visits before this one.
    visits: u64,
}

/// A search that was ended by its visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended;

/// Visits everything that can be reached from a position; returns the number of visits. The stack is explicit, since a path
/// may be as long as there are positions. The puzzle is left as it was.
pub fn dfs_it<P: Puzzle, M: Memory>(
    puzzle: &mut P,
    memory: &mut M,
    passing: Passing,
    visitor: &mut impl Visitor<P>,
) -> Result<u64, Ended> {
    let mut walk = Walk { puzzle, memory, passing, list: Vec::new(), frames: Vec::new(), visits: 0 };
    walk.memory.visit(walk.puzzle.key());
    let mut result = walk.enter(None, 0, visitor);
    while result.is_ok()
        && let Some(frame) = walk.frames.last_mut()
    {
        if frame.next == frame.end {
            walk.leave();
        } else {
            frame.next += 1;
            let (start, next) = (frame.start, frame.next - 1);
            result = walk.try_move(start, next, visitor);
        }
    }
    // If the visitor ended the search, what is left on the path is not finished, only taken back.
    for step in walk.frames.iter().rev().filter_map(|frame| frame.played) {
        walk.puzzle.undo(step);
    }
    result.map(|()| walk.visits)
}

/// A search in progress.
struct Walk<'a, P: Puzzle, M> {
    puzzle: &'a mut P,
    memory: &'a mut M,
    passing: Passing,
    /// The moves of all nodes on the path, one node after the other.
    list: Vec<P::Move>,
    frames: Vec<Frame<P::Move>>,
    visits: u64,
}

impl<P: Puzzle, M: Memory> Walk<'_, P, M> {
    /// Plays a move of the top node unless its position is known; T is the list from `start` to the move.
    fn try_move(&mut self, start: usize, next: usize, visitor: &mut impl Visitor<P>) -> Result<(), Ended> {
        let step = self.list[next];
        if self.memory.visit(self.puzzle.key_after(step)) != Known::New {
            return Ok(());
        }
        let child = self.list.len();
        self.pass_on(step, start..next);
        self.puzzle.play(step);
        self.enter(Some(step), child, visitor)
    }

    /// Visits the position on the table; its T is the list from `start` on.
    fn enter(&mut self, played: Option<P::Move>, start: usize, visitor: &mut impl Visitor<P>) -> Result<(), Ended> {
        self.visits += 1;
        let next = self.list.len();
        self.add_moves(start);
        let (end, key, visits) = (self.list.len(), self.puzzle.key(), self.visits - 1);
        self.frames.push(Frame { start, next, end, played, key, visits });
        let path = || self.frames.iter().filter_map(|frame| frame.played).collect();
        if visitor.visit(self.puzzle, &path) { Ok(()) } else { Err(Ended) }
    }

    /// Goes back from the top node.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.memory.finish(frame.key, self.visits - frame.visits);
        self.list.truncate(frame.start);
        if let Some(step) = frame.played {
            self.puzzle.undo(step);
        }
    }

    /// Appends the moves of T (a stretch of the list) that the child by `step` may skip too.
    fn pass_on(&mut self, step: P::Move, skipped: Range<usize>) {
        if self.passing == Passing::Nothing {
            return;
        }
        for index in skipped {
            let old = self.list[index];
            let is_sure = self.passing == Passing::Published || self.memory.is_finished(self.puzzle.key_after(old));
            if self.puzzle.commute(old, step) && is_sure {
                self.list.push(old);
            }
        }
    }

    /// Appends the legal moves that are not in T, which is the list from `start` on.
    fn add_moves(&mut self, start: usize) {
        let passed = self.list.len();
        self.puzzle.moves(&mut self.list);
        let mut kept = passed;
        for index in passed..self.list.len() {
            let step = self.list[index];
            if !self.list[start..passed].contains(&step) {
                self.list[kept] = step;
                kept += 1;
            }
        }
        self.list.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counters that go up one at a time, to a limit; all moves commute.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Counters([u8; 3]);

    const LIMIT: u8 = 4;

    impl Puzzle for Counters {
        type Move = usize;

        fn moves(&self, found: &mut Vec<usize>) {
            found.extend((0..3).filter(|&counter| self.0[counter] < LIMIT));
        }

        fn play(&mut self, counter: usize) {
            self.0[counter] += 1;
        }

        fn undo(&mut self, counter: usize) {
            self.0[counter] -= 1;
        }

        fn commute(&self, one: usize, other: usize) -> bool {
            one != other
        }

        fn key(&self) -> u128 {
            self.0.iter().fold(1, |key, &count| 16 * key + u128::from(count))
        }

        fn key_after(&self, counter: usize) -> u128 {
            let mut after = self.clone();
            after.play(counter);
            after.key()
        }
    }

    #[test]
    fn commuting_moves_need_no_table() {
        let start = Counters([0; 3]);
        let all = u64::from(LIMIT + 1).pow(3);
        let mut puzzle = start.clone();
        let go_on = &mut |_: &Counters| true;
        assert_eq!(dfs_it(&mut puzzle, &mut Forgetful, Passing::Published, go_on), Ok(all));
        assert_eq!(dfs_it(&mut puzzle, &mut Complete::default(), Passing::Nothing, go_on), Ok(all));
        assert_eq!(dfs_it(&mut puzzle, &mut Complete::default(), Passing::Finished, go_on), Ok(all));
        assert!(dfs_it(&mut puzzle, &mut Forgetful, Passing::Nothing, go_on).unwrap() > 100 * all);
        assert_eq!(puzzle, start);
    }

    #[test]
    fn a_visitor_can_end_the_search() {
        let mut puzzle = Counters([0; 3]);
        let mut visits = 0;
        let mut memory = Complete::default();
        let result = dfs_it(&mut puzzle, &mut memory, Passing::Finished, &mut |_: &Counters| {
            visits += 1;
            visits < 10
        });
        assert_eq!((result, visits, puzzle.0), (Err(Ended), 10, [0; 3]));
        assert!(!memory.is_finished(puzzle.key()));
    }
}
