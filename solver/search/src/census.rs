//! The census of a game: its positions, lands, canonical trees and reduced canonical trees, counted one by one.
//!
//! The canonical tree of a position is the set of the canonical trees of its options (Lemoine and Viennot 2009, section 2.4):
//! equal branches count once. Trees get numbers, and a tree is the sorted list of its children's numbers, so the count of
//! distinct lists is the count of distinct trees. It does not depend on how positions are written down, which makes it the
//! figure to compare between programs. The same holds for reduced canonical trees ([`Trees`]), found here by visiting every
//! position as Lemoine and Viennot do (section 3.2).

use crate::common::limits::Stopped;
use crate::misere::{TreeId, Trees};
use common::interner::Interner;
use sprouts::{Engine, Position, Stage, TooLarge};

/// The counts of a census. The empty position is a position and has a canonical tree; it is no land.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    pub positions: usize,
    pub lands: usize,
    pub canonical_trees: usize,
    /// Reduced canonical trees: the worths of positions in misère play.
    pub reduced_trees: usize,
    /// Moves generated, equal boundaries counted once, before duplicates were removed.
    pub raw_moves: usize,
    /// Pairs of a position and one of its options.
    pub edges: usize,
}

/// Told about progress as the census goes on.
pub trait Listener {
    /// So many positions explored of those found so far.
    fn explored(&mut self, done: usize, found: usize);
    /// So many trees built of so many positions.
    fn built(&mut self, done: usize, positions: usize);
    /// Asked at every step whether to go on.
    fn check(&mut self) -> Result<(), Stopped> {
        Ok(())
    }
}

impl Listener for () {
    fn explored(&mut self, _: usize, _: usize) {}
    fn built(&mut self, _: usize, _: usize) {}
}

/// A position is a sorted list of the numbers of its lands.
type Lands = Box<[u32]>;

#[derive(Default)]
struct Census {
    engine: Engine,
    lands: Interner<u8>,
    positions: Interner<u32>,
    /// Options of each land, once explored.
    land_options: Vec<Option<Box<[Lands]>>>,
    /// Options of each position, one after the other.
    children: Vec<u32>,
    children_end: Vec<usize>,
    raw_moves: usize,
}

/// Counts everything that can be reached from a position.
pub fn census(start: &Position, listener: &mut impl Listener) -> Result<Counts, Stopped> {
    let mut census = Census::default();
    let mut start: Vec<u32> = start.lands().iter().map(|land| census.lands.intern(land.key())).collect();
    start.sort_unstable();
    census.positions.intern(&start);
    let mut done = 0;
    while done < census.positions.len() {
        census.explore(done as u32)?;
        done += 1;
        listener.explored(done, census.positions.len());
        listener.check()?;
    }
    let (canonical_trees, reduced_trees) = census.count_trees(listener)?;
    Ok(Counts {
        positions: census.positions.len(),
        lands: census.lands.len(),
        canonical_trees,
        reduced_trees,
        raw_moves: census.raw_moves,
        edges: census.children.len(),
    })
}

impl Census {
    fn explore(&mut self, position: u32) -> Result<(), TooLarge> {
        let lands = self.positions.get(position).to_vec();
        let from = self.children.len();
        let mut option = Vec::new();
        for (nth, &land) in lands.iter().enumerate() {
            if nth > 0 && lands[nth - 1] == land {
                continue;
            }
            self.expand(land)?;
            let options = self.land_options[land as usize].as_deref().unwrap_or_default();
            for lands_after in options {
                option.clear();
                option.extend(lands.iter().enumerate().filter(|(other, _)| *other != nth).map(|(_, land)| land));
                option.extend_from_slice(lands_after);
                option.sort_unstable();
                self.children.push(self.positions.intern(&option));
            }
        }
        self.children[from..].sort_unstable();
        let mut end = from;
        for at in from..self.children.len() {
            if at == from || self.children[at] != self.children[end - 1] {
                self.children[end] = self.children[at];
                end += 1;
            }
        }
        self.children.truncate(end);
        self.children_end.push(end);
        Ok(())
    }

    /// Finds the options of a land, unless that has been done.
    fn expand(&mut self, land: u32) -> Result<(), TooLarge> {
        if self.land_options.len() <= land as usize {
            self.land_options.resize(self.lands.len(), None);
        }
        if self.land_options[land as usize].is_some() {
            return Ok(());
        }
        let key = self.lands.get(land).to_vec();
        let mut options: Vec<Lands> = Vec::new();
        let table = &mut self.lands;
        self.raw_moves += self.engine.for_each_move(&key, Stage::Canonical, |after| {
            let mut option: Vec<u32> = after.iter().map(|key| table.intern(key)).collect();
            option.sort_unstable();
            options.push(option.into());
        })?;
        options.sort_unstable();
        options.dedup();
        self.land_options.resize(self.lands.len(), None);
        self.land_options[land as usize] = Some(options.into());
        Ok(())
    }

    /// The numbers of canonical trees and of reduced ones.
    fn count_trees(&self, listener: &mut impl Listener) -> Result<(usize, usize), Stopped> {
        let order = self.options_first();
        let mut trees = Interner::default();
        let mut reduced = Trees::new();
        let mut tree_of = vec![u32::MAX; self.positions.len()];
        let mut reduced_of = vec![TreeId::ZERO; self.positions.len()];
        let mut branches = Vec::new();
        for (done, &position) in order.iter().enumerate() {
            let position = position as usize;
            let start = if position == 0 { 0 } else { self.children_end[position - 1] };
            let children = &self.children[start..self.children_end[position]];
            branches.clear();
            branches.extend(children.iter().map(|&child| tree_of[child as usize]));
            branches.sort_unstable();
            branches.dedup();
            tree_of[position] = trees.intern(&branches);
            reduced_of[position] = reduced.reduce(children.iter().map(|&child| reduced_of[child as usize]).collect());
            listener.built(done + 1, order.len());
            listener.check()?;
        }
        Ok((trees.len(), reduced.count()))
    }

    /// Every move takes a life, so options are met before their positions when these are taken by their lives.
    fn options_first(&self) -> Vec<u32> {
        let lives: Vec<u32> = (0..self.lands.len() as u32).map(|n| sprouts::lives_of_key(self.lands.get(n))).collect();
        let total = |position: u32| self.positions.get(position).iter().map(|&n| lives[n as usize]).sum::<u32>();
        let mut order: Vec<u32> = (0..self.positions.len() as u32).collect();
        order.sort_by_cached_key(|&position| total(position));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::plain::PlainPosition;

    /// Canonical trees as in figure 9 of Lemoine and Viennot and reduced ones as in their section 5.1; positions and lands
    /// as FORMAT.md's form gives them.
    #[test]
    fn counts_of_small_games() {
        for (spots, positions, lands, trees) in
            [(2, 16, 15, (10, 5)), (3, 137, 118, (55, 7)), (4, 1389, 1122, (713, 35))]
        {
            let start = Engine::new().canonical(&PlainPosition::start(spots)).unwrap();
            let counts = census(&start, &mut ()).unwrap();
            assert_eq!(
                (counts.positions, counts.lands, (counts.canonical_trees, counts.reduced_trees)),
                (positions, lands, trees),
                "{spots} spots"
            );
        }
    }
}
