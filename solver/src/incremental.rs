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
//! then misses positions ([`Passing::Published`] keeps that for comparison; `tests/tests/gaps.rs` shows the loss). With
//! [`Passing::Finished`] a move is passed on only if the table says that its position is finished. Then all of T has been
//! visited whenever T is used, so when a position is finished its children have all been visited: the search reaches
//! everything. Without cycles no child of a node is on the path, and both are the same.

use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

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

/// What a table knows about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    New,
    /// Visited, but perhaps not all its children yet.
    Visited,
    Finished,
}

/// A memory of positions.
pub trait Memory {
    /// Notes a visit; says what was known before.
    fn visit(&mut self, key: u128) -> Known;
    fn finish(&mut self, key: u128);
    fn is_finished(&self, key: u128) -> bool;
}

/// No memory: every position is new.
pub struct Forgetful;

impl Memory for Forgetful {
    fn visit(&mut self, _: u128) -> Known {
        Known::New
    }

    fn finish(&mut self, _: u128) {}

    fn is_finished(&self, _: u128) -> bool {
        false
    }
}

/// Remembers every position, with whether it is finished. Halves of keys take less room than whole ones.
#[derive(Default)]
pub struct Complete(FxHashMap<[u64; 2], bool>);

fn halves(key: u128) -> [u64; 2] {
    [(key >> 64) as u64, key as u64]
}

impl Memory for Complete {
    fn visit(&mut self, key: u128) -> Known {
        match self.0.entry(halves(key)) {
            Entry::Occupied(finished) if *finished.get() => Known::Finished,
            Entry::Occupied(_) => Known::Visited,
            Entry::Vacant(vacant) => {
                vacant.insert(false);
                Known::New
            }
        }
    }

    fn finish(&mut self, key: u128) {
        self.0.insert(halves(key), true);
    }

    fn is_finished(&self, key: u128) -> bool {
        self.0.get(&halves(key)) == Some(&true)
    }
}

/// A table with one position per entry, the newer one replacing the older. For puzzles without cycles only: it does not
/// know what is finished, and it may forget what is on the path.
pub struct Replacing {
    entries: Vec<u64>,
    mask: u128,
}

impl Replacing {
    /// A table of 2^`bits` entries.
    pub fn new(bits: u32) -> Self {
        Replacing { entries: vec![0; 1 << bits], mask: (1 << bits) - 1 }
    }
}

impl Memory for Replacing {
    fn visit(&mut self, key: u128) -> Known {
        // 0 marks an empty entry; a position whose key is 0 there is merely never remembered.
        let (entry, tag) = (&mut self.entries[(key & self.mask) as usize], (key >> 64) as u64);
        if *entry == tag && tag != 0 {
            return Known::Finished;
        }
        *entry = tag;
        Known::New
    }

    fn finish(&mut self, _: u128) {}

    fn is_finished(&self, _: u128) -> bool {
        false
    }
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
}

/// A search that was ended by its visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended;

/// Visits everything that can be reached from a position; returns the number of visits. The stack is explicit, since a path
/// may be as long as there are positions.
pub fn dfs_it<P: Puzzle, M: Memory>(
    puzzle: &mut P,
    memory: &mut M,
    passing: Passing,
    visitor: &mut impl Visitor<P>,
) -> Result<u64, Ended> {
    let mut list = Vec::new();
    let mut frames: Vec<Frame<P::Move>> = Vec::new();
    let mut visits = 1;
    memory.visit(puzzle.key());
    if !visitor.visit(puzzle, &Vec::new) {
        return Err(Ended);
    }
    puzzle.moves(&mut list);
    frames.push(Frame { start: 0, next: 0, end: list.len(), played: None, key: puzzle.key() });
    while let Some(frame) = frames.last_mut() {
        if frame.next == frame.end {
            memory.finish(frame.key);
            list.truncate(frame.start);
            let played = frame.played;
            frames.pop();
            if let Some(step) = played {
                puzzle.undo(step);
            }
            continue;
        }
        let (start, next) = (frame.start, frame.next);
        frame.next += 1;
        let step = list[next];
        let key = puzzle.key_after(step);
        if memory.visit(key) != Known::New {
            continue;
        }
        visits += 1;
        let child = list.len();
        pass_on(puzzle, memory, passing, step, &mut list, start..next);
        let passed = list.len();
        puzzle.play(step);
        frames.push(Frame { start: child, next: passed, end: passed, played: Some(step), key });
        let path = || frames.iter().filter_map(|frame| frame.played).collect();
        if !visitor.visit(puzzle, &path) {
            unwind(puzzle, &frames);
            return Err(Ended);
        }
        add_moves(puzzle, &mut list, child);
        frames.last_mut().expect("just pushed").end = list.len();
    }
    Ok(visits)
}

/// Appends the moves of T (a stretch of the list) that the child by `step` may skip too.
fn pass_on<P: Puzzle, M: Memory>(
    puzzle: &P,
    memory: &M,
    passing: Passing,
    step: P::Move,
    list: &mut Vec<P::Move>,
    skipped: std::ops::Range<usize>,
) {
    if passing == Passing::Nothing {
        return;
    }
    for index in skipped {
        let old = list[index];
        let is_sure = passing == Passing::Published || memory.is_finished(puzzle.key_after(old));
        if puzzle.commute(old, step) && is_sure {
            list.push(old);
        }
    }
}

/// Appends the legal moves that are not in T, which is the list from `start` on.
fn add_moves<P: Puzzle>(puzzle: &P, list: &mut Vec<P::Move>, start: usize) {
    let passed = list.len();
    puzzle.moves(list);
    let mut kept = passed;
    for index in passed..list.len() {
        let step = list[index];
        if !list[start..passed].contains(&step) {
            list[kept] = step;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Takes back all moves of the path.
fn unwind<P: Puzzle>(puzzle: &mut P, frames: &[Frame<P::Move>]) {
    for step in frames.iter().rev().filter_map(|frame| frame.played) {
        puzzle.undo(step);
    }
}
