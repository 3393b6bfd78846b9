//! The search for the canonical string of a land (FORMAT.md section 5), exact.
//!
//! A depth-first search over the free choices; [`crate::canonical::candidates`] finds the choices at a node. At each node the
//! string written so far is fixed and the next boundary is chosen: of all candidates (boundary, rotation, and mirroring while it
//! is still open) only those that write the least next boundary are kept, because the strings agree before it and the least string must continue with it. Then:
//! - *pruning*: a prefix greater than the best string's prefix is abandoned;
//! - *automorphisms*: a leaf equal to the best string is an automorphism of the land that carries the best leaf's path to
//!   this one. At the deepest common ancestor of the two leaves it carries the best leaf's branch, already searched, to
//!   the branch in hand, so the rest of the branch can only repeat strings: the search jumps back to that ancestor;
//! - *closed boundaries* (no upper-case letter) that read the same are interchangeable and their rotation is of no
//!   consequence: one candidate stands for them all. Boundaries `0` come first in every region, since no token is less;
//! - *symmetries*: two walks along a boundary that an automorphism of the land plainly exchanges (see [`crate::canonical::symmetry`]) need
//!   not be tried both;
//! - *mirroring* stays undecided while each chosen boundary reads the same both ways, so mirror-symmetric regions are
//!   walked once.
//!
//! The work is bounded: beyond [`MAX_NODES`] nodes the search gives up with an error, never with a wrong string.

use crate::canonical::state::{Canonizer, MAX_KEY, Node, UNNAMED};
use crate::canonical::walk::{Candidate, Hand, step};
use crate::scratch::{FIRST_NAME, ScratchPosition};
use crate::token::{END_BOUNDARY, END_REGION, FIRST_UPPER, ZERO};
use crate::too_large::TooLarge;
use std::cmp::Ordering;

/// Search nodes before giving up. Lands met in games need a handful; the most symmetric ones known, some thousands.
const MAX_NODES: u32 = 200_000;

/// Carry on with the next candidate, or return to the node at this depth first.
enum Step {
    Continue,
    JumpTo(u16),
}

impl Canonizer {
    /// Sets the codes of all spots of a reduced scratch position; call it once before [`Canonizer::land`] on its lands.
    pub fn prepare(&mut self, scratch: &ScratchPosition) {
        self.code[..FIRST_NAME as usize].copy_from_slice(&[0, 1, 2]);
        for name in FIRST_NAME as usize..scratch.next_name {
            self.code[name] = scratch.role[name] as u8;
        }
    }

    /// The canonical string of the land whose regions `in_land` selects.
    pub fn land(
        &mut self,
        scratch: &ScratchPosition,
        in_land: impl Fn(usize) -> bool + Copy,
    ) -> Result<&[u8], TooLarge> {
        let regions = (0..scratch.region_count).filter(|&r| scratch.regions[r].lives > 0 && in_land(r));
        let mut size = 0;
        let mut most_zeros = 0;
        for r in regions.clone() {
            let row = scratch.regions[r];
            most_zeros = most_zeros.max(row.zeros);
            size += 1 + 2 * row.zeros as usize;
            size += row.boundaries().map(|b| scratch.boundaries[b].len as usize + 1).sum::<usize>();
            self.visited[r] = false;
        }
        if size >= MAX_KEY {
            return Err(TooLarge::Occurrences);
        }
        self.best_len = 0;
        self.nodes = 0;
        self.candidates.clear();
        let result = self.start(scratch, regions.filter(|&r| scratch.regions[r].zeros == most_zeros));
        self.undo(0, 0, 0);
        result?;
        Ok(&self.best[..self.best_len])
    }

    /// The root: the first boundary after the zeros is chosen among the regions with the most zeros, because one more
    /// `0` is less than any other continuation.
    fn start(&mut self, scratch: &ScratchPosition, regions: impl Iterator<Item = usize>) -> Result<Step, TooLarge> {
        let mut root =
            Node { written: 0, region: 0, hand: Hand::Either, left: 0, letters: 0, done: 0, depth: 0, tight: false };
        for (nth, r) in regions.enumerate() {
            let row = scratch.regions[r];
            root = Node { region: r as u8, left: row.count, ..root };
            if nth == 0 {
                root.written = self.write_zeros(0, row.zeros as usize);
                self.current[root.written as usize] = END_REGION;
            }
            if row.count == 0 {
                // Nothing but bare spots: the land has no other region.
                return self.walk(scratch, root);
            }
            self.collect(scratch, root, 0)?;
        }
        self.branch(scratch, root, 0)
    }

    /// Goes on from a node as long as there is only one way, then branches.
    fn walk(&mut self, scratch: &ScratchPosition, mut node: Node) -> Result<Step, TooLarge> {
        loop {
            self.nodes += 1;
            if self.nodes > MAX_NODES {
                return Err(TooLarge::Symmetry);
            }
            if node.left == 0 {
                match self.finish_region(scratch, node) {
                    Ok(next) => node = next,
                    Err(outcome) => return Ok(outcome),
                }
                continue;
            }
            let base = self.candidates.len();
            self.current[node.written as usize] = END_REGION;
            self.collect(scratch, node, base)?;
            if self.candidates.len() > base + 1 {
                return self.branch(scratch, node, base);
            }
            let Some(candidate) = self.candidates.pop() else { return Ok(Step::Continue) };
            let end = node.written + scratch.boundaries[candidate.boundary as usize].len + 1;
            match self.compare_with_best(node.tight, node.written, end) {
                None => return Ok(Step::Continue),
                Some(tight) => node = self.take(scratch, Node { tight, ..node }, candidate, end),
            }
        }
    }

    /// Follows each of the candidates from `base` on, which all write the boundary that `current` holds at `written`.
    fn branch(&mut self, scratch: &ScratchPosition, node: Node, base: usize) -> Result<Step, TooLarge> {
        let boundary = self.candidates[base].boundary as usize;
        let end = node.written + scratch.boundaries[boundary].len + 1;
        let Some(mut tight) = self.compare_with_best(node.tight, node.written, end) else {
            self.candidates.truncate(base);
            return Ok(Step::Continue);
        };
        let (used, visited) = (self.used_trail.len(), self.visited_trail.len());
        for nth in base..self.candidates.len() {
            let candidate = self.candidates[nth];
            let left = scratch.regions[candidate.region as usize].count;
            let left = if node.depth == 0 && node.letters == 0 && used == 0 { left } else { node.left };
            let here = Node { tight, left, depth: node.depth + 1, ..node };
            let child = self.take(scratch, here, candidate, end);
            let outcome = self.walk(scratch, child)?;
            self.undo(used, visited, node.letters);
            if let Step::JumpTo(depth) = outcome
                && depth < node.depth
            {
                self.candidates.truncate(base);
                return Ok(outcome);
            }
            // The best leaf now lies in a branch before the next one, or further up.
            self.common = self.common.min(node.depth);
            tight = true;
        }
        self.candidates.truncate(base);
        Ok(Step::Continue)
    }

    /// Writes the boundary of a candidate: names its letters and marks it as used.
    fn take(&mut self, scratch: &ScratchPosition, node: Node, candidate: Candidate, end: u16) -> Node {
        let tokens = scratch.tokens(scratch.boundaries[candidate.boundary as usize]);
        let mut letters = node.letters;
        let mut place = candidate.start as usize;
        for _ in 0..tokens.len() {
            let spot = tokens[place];
            place = step(place, candidate.hand, tokens.len());
            if self.code[spot as usize] == UNNAMED {
                self.code[spot as usize] = FIRST_UPPER + letters;
                self.spot_of[letters as usize] = spot;
                self.named_in[letters as usize] = candidate.region;
                letters += 1;
            }
        }
        self.named = letters;
        self.used[candidate.boundary as usize] = true;
        self.used_trail.push(candidate.boundary);
        Node { written: end, region: candidate.region, hand: candidate.hand, left: node.left - 1, letters, ..node }
    }

    /// Takes back everything marked since the trails and the letters were this long.
    fn undo(&mut self, used: usize, visited: usize, letters: u8) {
        for &boundary in &self.used_trail[used..] {
            self.used[boundary as usize] = false;
        }
        self.used_trail.truncate(used);
        for &region in &self.visited_trail[visited..] {
            self.visited[region as usize] = false;
        }
        self.visited_trail.truncate(visited);
        for letter in letters..self.named {
            self.code[self.spot_of[letter as usize] as usize] = UNNAMED;
        }
        self.named = letters;
    }

    /// Compares `current[from..to]` with the best string where all before agrees: `None` if it is greater, else whether
    /// it still agrees.
    fn compare_with_best(&self, tight: bool, from: u16, to: u16) -> Option<bool> {
        if !tight {
            return Some(false);
        }
        let written = from as usize..to as usize;
        match self.current[written.clone()].cmp(&self.best[written]) {
            Ordering::Less => Some(false),
            Ordering::Equal => Some(true),
            Ordering::Greater => None,
        }
    }

    /// Ends the region: the node that begins the next one, or how the path ended.
    fn finish_region(&mut self, scratch: &ScratchPosition, node: Node) -> Result<Node, Step> {
        let end = node.written as usize;
        self.current[end] = END_REGION;
        if node.tight && self.best[end] != END_REGION {
            return Err(Step::Continue);
        }
        self.visited[node.region as usize] = true;
        self.visited_trail.push(node.region);
        let from = node.written + 1;
        for done in node.done..node.letters {
            let spot = self.spot_of[done as usize] as usize;
            let region = self.named_in[done as usize] ^ scratch.region_xor[spot];
            if self.visited[region as usize] {
                continue;
            }
            let row = scratch.regions[region as usize];
            let written = self.write_zeros(from, row.zeros as usize);
            let tight = self.compare_with_best(node.tight, from, written).ok_or(Step::Continue)?;
            return Ok(Node { written, region, hand: Hand::Either, left: row.count, done, tight, ..node });
        }
        Err(self.leaf(node, from))
    }

    fn leaf(&mut self, node: Node, written: u16) -> Step {
        if node.tight {
            return Step::JumpTo(self.common);
        }
        self.best_len = written as usize;
        self.best[..self.best_len].copy_from_slice(&self.current[..self.best_len]);
        self.common = node.depth;
        Step::Continue
    }

    fn write_zeros(&mut self, written: u16, zeros: usize) -> u16 {
        let mut at = written as usize;
        for _ in 0..zeros {
            self.current[at] = ZERO;
            self.current[at + 1] = END_BOUNDARY;
            at += 2;
        }
        at as u16
    }
}
