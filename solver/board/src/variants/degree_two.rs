//! Greatest degree 2, solved by search (FORMAT-VARIANTS.md sections 3 and 4).
//!
//! Every new spot is dead at birth, so all that lives are the initial spots: those without lines, and the two ends of each
//! open path. A path has both its ends in one region, so a region is just two numbers, a position is a sum of regions
//! that have nothing to do with each other, and there is no drawing left to be canonical about.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A region: its spots without lines and its open paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    pub spots: u32,
    pub paths: u32,
}

impl Heap {
    fn is_empty(self) -> bool {
        self.spots == 0 && self.paths == 0
    }
}

/// A position: its regions that have anything alive in them, sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sum(Vec<Heap>);

impl Sum {
    pub fn start(spots: u32) -> Self {
        Sum::new(vec![Heap { spots, paths: 0 }])
    }

    fn new(mut heaps: Vec<Heap>) -> Self {
        heaps.retain(|heap| !heap.is_empty());
        heaps.sort_unstable();
        Sum(heaps)
    }

    pub fn heaps(&self) -> &[Heap] {
        &self.0
    }

    /// The positions that one move leads to, each once, sorted.
    pub fn options(&self) -> BTreeSet<Sum> {
        let mut options = BTreeSet::new();
        for (nth, &heap) in self.0.iter().enumerate() {
            if nth > 0 && self.0[nth - 1] == heap {
                continue;
            }
            for left in moves(heap) {
                let mut heaps = self.0.clone();
                heaps.remove(nth);
                heaps.extend(left);
                options.insert(Sum::new(heaps));
            }
        }
        options
    }
}

/// What a move in a region leaves: one region, or the two sides of a closed curve.
fn moves(Heap { spots, paths }: Heap) -> Vec<Vec<Heap>> {
    let mut left = Vec::new();
    if spots >= 2 {
        left.push(vec![Heap { spots: spots - 2, paths: paths + 1 }]);
    }
    if spots >= 1 && paths >= 1 {
        left.push(vec![Heap { spots: spots - 1, paths }]);
    }
    if paths >= 2 {
        left.push(vec![Heap { spots, paths: paths - 1 }]);
    }
    if spots >= 1 {
        left.extend(sides(spots - 1, paths));
    }
    if paths >= 1 {
        left.extend(sides(spots, paths - 1));
    }
    left
}

/// All ways to send what is left to the two sides of a closed curve.
fn sides(spots: u32, paths: u32) -> impl Iterator<Item = Vec<Heap>> {
    (0..=spots).flat_map(move |inside| {
        (0..=paths).map(move |within| {
            vec![Heap { spots: inside, paths: within }, Heap { spots: spots - inside, paths: paths - within }]
        })
    })
}

/// Why a position is lost or won: the lost positions that the argument needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub spots: u32,
    pub misere: bool,
    pub is_lost: bool,
    /// Sorted.
    pub lost: BTreeSet<Sum>,
}

/// A search with a memory.
pub struct DegreeTwo {
    misere: bool,
    is_lost: FxHashMap<Sum, bool>,
}

impl DegreeTwo {
    pub fn new(misere: bool) -> Self {
        DegreeTwo { misere, is_lost: FxHashMap::default() }
    }

    /// Positions met so far.
    pub fn known_count(&self) -> usize {
        self.is_lost.len()
    }

    /// Whether the player to move loses. The depth of the recursion is the number of moves, at most that of the spots.
    pub fn is_lost(&mut self, position: &Sum) -> bool {
        if let Some(&known) = self.is_lost.get(position) {
            return known;
        }
        let options = position.options();
        let lost = if options.is_empty() {
            !self.misere
        } else {
            let known = options.iter().any(|option| self.is_lost.get(option) == Some(&true));
            !known && !options.iter().any(|option| self.is_lost(option))
        };
        self.is_lost.insert(position.clone(), lost);
        lost
    }

    /// Solves the n-spot game and collects lost positions until every option of each has a reply among them.
    pub fn prove(&mut self, spots: u32) -> Proof {
        let start = Sum::start(spots);
        let is_lost = self.is_lost(&start);
        let mut lost = BTreeSet::new();
        let mut open = Vec::new();
        let mut answered: FxHashSet<Sum> = FxHashSet::default();
        if is_lost {
            open.push(start);
        } else {
            self.answer(&start, &mut lost, &mut open);
        }
        while let Some(position) = open.pop() {
            if !lost.insert(position.clone()) {
                continue;
            }
            for option in position.options() {
                if answered.insert(option.clone()) {
                    self.answer(&option, &mut lost, &mut open);
                }
            }
        }
        Proof { spots, misere: self.misere, is_lost, lost }
    }

    /// Sees to it that a won position has a lost option among those collected or to be collected. A misère position
    /// without moves is won as it is.
    fn answer(&mut self, won: &Sum, lost: &mut BTreeSet<Sum>, open: &mut Vec<Sum>) {
        let options = won.options();
        let is_there = |option: &Sum| lost.contains(option) || open.contains(option);
        if options.is_empty() || options.iter().any(is_there) {
            return;
        }
        // Few regions make few options: proofs stay small.
        let replies = options.into_iter().filter(|option| self.is_lost(option));
        let reply = replies.min_by_key(|option| option.heaps().len()).expect("a won position has a lost option");
        open.push(reply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every move uses up two of the 2n line ends, and a region in which anything lives has a move: the parity of n
    /// decides. The search knows nothing of that.
    #[test]
    fn parity_decides() {
        for spots in 1..=10 {
            assert_eq!(DegreeTwo::new(false).is_lost(&Sum::start(spots)), spots % 2 == 0, "{spots} normal");
            assert_eq!(DegreeTwo::new(true).is_lost(&Sum::start(spots)), spots % 2 == 1, "{spots} misère");
        }
    }

    #[test]
    fn options_by_hand() {
        let heaps = |list: &[(u32, u32)]| Sum::new(list.iter().map(|&(spots, paths)| Heap { spots, paths }).collect());
        let options: Vec<Sum> = Sum::start(2).options().into_iter().collect();
        assert_eq!(options, [heaps(&[(0, 1)]), heaps(&[(1, 0)])]);
        let options: Vec<Sum> = heaps(&[(1, 1)]).options().into_iter().collect();
        assert_eq!(options, [heaps(&[(0, 1)]), heaps(&[(1, 0)])]);
        let options: Vec<Sum> = Sum::start(3).options().into_iter().collect();
        assert_eq!(options, [heaps(&[(1, 0), (1, 0)]), heaps(&[(1, 1)]), heaps(&[(2, 0)])]);
    }

    #[test]
    fn proofs_are_closed() {
        for (spots, misere) in [(1, false), (6, false), (7, false), (6, true), (7, true), (8, true)] {
            let proof = DegreeTwo::new(misere).prove(spots);
            let is_answered = |option: &Sum| {
                (misere && option.heaps().is_empty()) || option.options().iter().any(|o| proof.lost.contains(o))
            };
            for position in &proof.lost {
                let options = position.options();
                assert!(!misere || !options.is_empty());
                assert!(options.iter().all(is_answered), "{position:?}");
            }
            let start = Sum::start(spots);
            assert!(if proof.is_lost { proof.lost.contains(&start) } else { is_answered(&start) });
        }
    }
}
