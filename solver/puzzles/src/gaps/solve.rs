//! The solver of Gaps: all positions that can be reached from a deal, counted and fingerprinted, and a short line to a win.

use crate::gaps::deal::{Deal, Variant};
use crate::gaps::table::{Move, Table};
use crate::incremental::{Complete, Ended, Forgetful, Passing, Puzzle, Replacing, TwoDeep, Visitor, dfs_it};
use rustc_hash::{FxHashMap, FxHashSet};

/// How transpositions are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    pub passing: Passing,
    pub memory: MemoryKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryKind {
    None,
    /// A table of 2^bits entries that forgets.
    Bits(u32, Keep),
    /// All positions.
    Complete,
}

/// The replacement scheme of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// The latest, one position in each place.
    Latest,
    /// Two: the one with the most visits below it, and the latest.
    Biggest,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Positions visited; with a complete memory these are the reachable positions.
    pub nodes: u64,
    /// The first way to win that was met.
    pub line: Option<Vec<Move>>,
    pub end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Complete,
    /// A win was found and nothing more was wanted.
    AtWin,
    /// The limit on nodes, time or the user stopped it.
    Stopped,
}

/// The sum of the names of positions; independent of the order in which they are added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// Adds a position: the first 16 bytes of the blake3 of its text, as a little-endian number.
    pub fn add(&mut self, written: &[u8]) {
        let hash = blake3::hash(written);
        let (name, _) = hash.as_bytes().split_first_chunk::<16>().expect("a hash has 32 bytes");
        self.0 = self.0.wrapping_add(u128::from_le_bytes(*name));
    }

    pub fn bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }
}

/// Counts nodes, keeps the first win, and asks now and then whether to go on.
struct Watcher<'a> {
    nodes: u64,
    line: Option<Vec<Move>>,
    stop_at_win: bool,
    go_on: &'a mut dyn FnMut(u64) -> bool,
    fingerprint: Option<&'a mut Fingerprint>,
}

/// Nodes between two questions whether to go on.
const NODES_PER_LOOK: u64 = 1 << 14;

impl Visitor<Table> for Watcher<'_> {
    fn visit(&mut self, table: &Table, path: &dyn Fn() -> Vec<Move>) -> bool {
        self.nodes += 1;
        if let Some(fingerprint) = &mut self.fingerprint {
            fingerprint.add(table.written());
        }
        if self.line.is_none() && table.is_won() {
            self.line = Some(path());
            if self.stop_at_win {
                return false;
            }
        }
        !self.nodes.is_multiple_of(NODES_PER_LOOK) || (self.go_on)(self.nodes)
    }
}

/// Searches a deal. `go_on` is told the nodes visited so far and may stop the search.
pub fn search(
    variant: Variant,
    deal: &Deal,
    method: Method,
    stop_at_win: bool,
    fingerprint: Option<&mut Fingerprint>,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Found {
    let mut table = Table::new(variant, deal);
    let mut watcher = Watcher { nodes: 0, line: None, stop_at_win, go_on, fingerprint };
    let result = match method.memory {
        MemoryKind::None => dfs_it(&mut table, &mut Forgetful, method.passing, &mut watcher),
        MemoryKind::Bits(bits, Keep::Latest) => {
            dfs_it(&mut table, &mut Replacing::new(bits), method.passing, &mut watcher)
        }
        MemoryKind::Bits(bits, Keep::Biggest) => {
            dfs_it(&mut table, &mut TwoDeep::new(bits), method.passing, &mut watcher)
        }
        MemoryKind::Complete => dfs_it(&mut table, &mut Complete::default(), method.passing, &mut watcher),
    };
    let end = match result {
        Ok(_) => End::Complete,
        Err(Ended) if stop_at_win && watcher.line.is_some() => End::AtWin,
        Err(Ended) => End::Stopped,
    };
    Found { nodes: watcher.nodes, line: watcher.line, end }
}

/// A shortest line to a win among those that pass through at most `limit` positions in breadth-first order; if the win is
/// not among them, a shortest one through the positions of a known line.
pub fn shorten(variant: Variant, deal: &Deal, line: &[Move], limit: usize) -> Vec<Move> {
    let start = Table::new(variant, deal);
    if let Some(shortest) = breadth_first(&start, limit, |_| true) {
        return shortest;
    }
    let mut on_line = FxHashSet::default();
    let mut table = start.clone();
    for &step in line {
        table.play(step);
        on_line.insert(table.key());
    }
    breadth_first(&start, usize::MAX, |key| on_line.contains(&key)).expect("the line itself leads to a win")
}

/// A shortest line through allowed positions. Each position remembers the move that led to it.
fn breadth_first(start: &Table, limit: usize, allowed: impl Fn(u128) -> bool) -> Option<Vec<Move>> {
    let mut led_here: FxHashMap<u128, Option<Move>> = FxHashMap::default();
    led_here.insert(start.key(), None);
    let mut layer = vec![start.clone()];
    let mut moves = Vec::new();
    while !layer.is_empty() && led_here.len() <= limit {
        if let Some(won) = layer.iter().find(|table| table.is_won()) {
            return Some(line_to(won, &led_here));
        }
        let mut next = Vec::new();
        for table in layer {
            moves.clear();
            table.moves(&mut moves);
            for &step in &moves {
                let key = table.key_after(step);
                if allowed(key) && !led_here.contains_key(&key) {
                    led_here.insert(key, Some(step));
                    let mut after = table.clone();
                    after.play(step);
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    None
}

fn line_to(won: &Table, led_here: &FxHashMap<u128, Option<Move>>) -> Vec<Move> {
    let mut table = won.clone();
    let mut line = Vec::new();
    while let Some(step) = led_here[&table.key()] {
        table.undo(step);
        line.push(step);
    }
    line.reverse();
    line
}
