//! Minimisation: lost nodes that a proof can do without.
//!
//! A set of lost nodes is a proof if every option of each of them is *supported*: it has a move to a node of the set, or to one
//! whose outcome needs no search (FORMAT.md section 12). [`Minimiser`] lists these options with all their supporting moves. A node
//! can be left out as long as every option that still matters keeps a support; leaving it out also takes away its own
//! options. [`Minimiser::minimise`] goes on until no node can be left out.

use crate::misere::Outcome;
use crate::misere::node::{Fingerprint, Node, Tally};
use crate::misere::piece_table::PieceTable;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::TooLarge;

/// A won node that the proof has to answer.
struct Won {
    node: Node,
    /// Lost nodes of the set that it is an option of; one more if it is a root.
    parents: u32,
    /// Whether it has a move to a lost node that needs no claim.
    is_free: bool,
    /// Its moves into the set, as places in `Minimiser::lost`.
    moves: Vec<u32>,
}

struct Lost {
    node: Node,
    /// Roots are never left out.
    is_root: bool,
    is_kept: bool,
    /// Its options that need an answer, and the won nodes that it answers, as places in `Minimiser::won`.
    options: Vec<u32>,
    answers: Vec<u32>,
}

pub struct Minimiser {
    lost: Vec<Lost>,
    won: Vec<Won>,
}

/// Single trees, with or without a nim-heap 1, that are lost.
pub struct LostTrees(FxHashSet<Fingerprint>);

impl LostTrees {
    pub fn of(piece_table: &PieceTable) -> Self {
        let singles = piece_table.single_trees().into_iter();
        let lost = singles.filter(|node| piece_table.closed_outcome(node) == Some(Outcome::Loss));
        LostTrees(lost.map(|node| piece_table.tally(&node).fingerprint).collect())
    }

    /// Whether a node is lost without a claim.
    pub fn holds(&self, tally: Tally) -> bool {
        match tally.outcome_of_heaps() {
            Some(outcome) => outcome == Outcome::Loss,
            None => self.0.contains(&tally.fingerprint),
        }
    }
}

impl Minimiser {
    /// The supports of a set of lost nodes. Each root is in the set, or is won by a move into it, or needs no search.
    pub fn new(piece_table: &mut PieceTable, lost: Vec<Node>, roots: &[Node]) -> Result<Self, TooLarge> {
        let place_of = |(place, node): (usize, &Node)| (piece_table.tally(node).fingerprint, place as u32);
        let places: FxHashMap<Fingerprint, u32> = lost.iter().enumerate().map(place_of).collect();
        let lost = lost.into_iter().map(|node| Lost {
            is_root: roots.contains(&node),
            node,
            is_kept: true,
            options: Vec::new(),
            answers: Vec::new(),
        });
        let mut minimiser = Minimiser { lost: lost.collect(), won: Vec::new() };
        minimiser.collect_options(piece_table, roots)?;
        let trees = LostTrees::of(piece_table);
        for nth in 0..minimiser.won.len() {
            minimiser.collect_moves(piece_table, nth, &places, &trees)?;
        }
        Ok(minimiser)
    }

    fn collect_options(&mut self, piece_table: &mut PieceTable, roots: &[Node]) -> Result<(), TooLarge> {
        let mut seen: FxHashMap<Fingerprint, u32> = FxHashMap::default();
        let listed: FxHashSet<&Node> = self.lost.iter().filter(|lost| lost.is_root).map(|lost| &lost.node).collect();
        let is_won = |root: &&Node| !listed.contains(root) && piece_table.closed_outcome(root).is_none();
        let won: Vec<Node> = roots.iter().filter(is_won).cloned().collect();
        for root in won {
            self.add_won(&mut seen, piece_table.tally(&root).fingerprint, root);
        }
        for parent in 0..self.lost.len() {
            let node = self.lost[parent].node.clone();
            for (option, fingerprint) in piece_table.node_options(&node)? {
                if piece_table.closed_outcome(&option).is_none() {
                    let place = self.add_won(&mut seen, fingerprint, option);
                    self.lost[parent].options.push(place);
                }
            }
        }
        Ok(())
    }

    fn add_won(&mut self, seen: &mut FxHashMap<Fingerprint, u32>, fingerprint: Fingerprint, node: Node) -> u32 {
        let next = self.won.len() as u32;
        let place = *seen.entry(fingerprint).or_insert(next);
        if place == next {
            self.won.push(Won { node, parents: 0, is_free: false, moves: Vec::new() });
        }
        self.won[place as usize].parents += 1;
        place
    }

    fn collect_moves(
        &mut self,
        piece_table: &mut PieceTable,
        nth: usize,
        places: &FxHashMap<Fingerprint, u32>,
        trees: &LostTrees,
    ) -> Result<(), TooLarge> {
        let won = &mut self.won[nth];
        piece_table.for_each_option(&won.node, |after| {
            won.is_free |= trees.holds(after);
            won.moves.extend(places.get(&after.fingerprint));
        })?;
        won.moves.sort_unstable();
        won.moves.dedup();
        for &lost in &won.moves {
            self.lost[lost as usize].answers.push(nth as u32);
        }
        Ok(())
    }

    /// Whether the set is a proof: no node of it has a move to a lost node, and every option that matters has one.
    pub fn is_supported(&self, piece_table: &mut PieceTable) -> Result<bool, TooLarge> {
        let lost: FxHashSet<&Node> = self.lost.iter().map(|lost| &lost.node).collect();
        if self.won.iter().any(|won| lost.contains(&won.node) || !won.is_free && won.moves.is_empty()) {
            return Ok(false);
        }
        for lost in &self.lost {
            let options = piece_table.node_options(&lost.node)?;
            let is_lost = |option: &Node| piece_table.closed_outcome(option) == Some(Outcome::Loss);
            if piece_table.closed_outcome(&lost.node).is_some() || options.iter().any(|(option, _)| is_lost(option)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves nodes out until each of those that stay is needed. Nodes come in the order they were given in: where
    /// either of two can go, the first one goes.
    pub fn minimise(&mut self) {
        let mut last = usize::MAX;
        while self.kept_count() < last {
            last = self.kept_count();
            for nth in 0..self.lost.len() {
                if self.lost[nth].is_kept && !self.is_needed(nth as u32) {
                    self.leave_out(nth as u32);
                }
            }
        }
    }

    fn kept_count(&self) -> usize {
        self.lost.iter().filter(|lost| lost.is_kept).count()
    }

    /// Whether some option that matters has no other support.
    fn is_needed(&self, nth: u32) -> bool {
        let depends = |&won: &u32| {
            let won = &self.won[won as usize];
            let has_other = || won.moves.iter().any(|&other| other != nth && self.lost[other as usize].is_kept);
            won.parents > 0 && !won.is_free && !has_other()
        };
        self.lost[nth as usize].is_root || self.lost[nth as usize].answers.iter().any(depends)
    }

    fn leave_out(&mut self, nth: u32) {
        let lost = &mut self.lost[nth as usize];
        lost.is_kept = false;
        for &option in &lost.options {
            self.won[option as usize].parents -= 1;
        }
    }

    /// The lost nodes that are kept.
    pub fn lost(&self) -> impl Iterator<Item = &Node> {
        self.lost.iter().filter(|lost| lost.is_kept).map(|lost| &lost.node)
    }

    /// The won nodes that need an answer.
    pub fn won(&self) -> impl Iterator<Item = &Node> {
        self.won.iter().filter(|won| won.parents > 0).map(|won| &won.node)
    }
}
