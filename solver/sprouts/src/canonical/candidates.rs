//! The ways to write the next boundary of a region, and which of them are worth following.
//!
//! Of all boundaries, rotations and hands only those that write the least string are kept. A candidate that writes the same
//! as one kept before is dropped where it leads to the same strings: a closed boundary that reads the same, the same walk
//! from the other hand, or a walk that a [symmetry](crate::canonical::symmetry) of the boundary carries over.

use crate::canonical::state::{Canonizer, LOWER, Node, UNNAMED};
use crate::canonical::symmetry::Walks;
use crate::canonical::walk::{Candidate, Hand, step};
use crate::scratch::{ScratchPosition, Span};
use crate::token::{END_BOUNDARY, FIRST_LOWER, FIRST_UPPER, LOWER_LETTERS, UPPER_LETTERS};
use crate::too_large::TooLarge;
use std::cmp::Ordering;

impl Canonizer {
    /// Adds the ways to write the next boundary of the node's region, keeping from `base` on only those that write the
    /// least. `current` holds the least boundary so far at `written`, or END_REGION there if there is none yet.
    pub(super) fn collect(&mut self, scratch: &ScratchPosition, node: Node, base: usize) -> Result<(), TooLarge> {
        for b in scratch.regions[node.region as usize].boundaries() {
            if self.used[b] {
                continue;
            }
            if scratch.boundaries[b].len == 1 {
                self.single(scratch, node, b, base)?;
                continue;
            }
            self.rotations(scratch, node, b, base)?;
        }
        Ok(())
    }

    /// [`Canonizer::rotations`] for a boundary of one token.
    fn single(&mut self, scratch: &ScratchPosition, node: Node, b: usize, base: usize) -> Result<(), TooLarge> {
        let span = scratch.boundaries[b];
        let code = match self.code[scratch.pool[span.start as usize] as usize] {
            UNNAMED if node.letters == UPPER_LETTERS => return Err(TooLarge::Letters),
            UNNAMED => FIRST_UPPER + node.letters,
            code => code,
        };
        let written = node.written as usize;
        let least = &mut self.current[written..written + 2];
        if code > least[0] || code == least[0] && END_BOUNDARY > least[1] {
            return Ok(());
        }
        let candidate = Candidate { region: node.region, hand: node.hand, boundary: b as u16, start: 0 };
        if code == least[0] && END_BOUNDARY == least[1] {
            self.tie(scratch, span, candidate, base);
            return Ok(());
        }
        least.copy_from_slice(&[code, END_BOUNDARY]);
        self.candidates.truncate(base);
        self.candidates.push(candidate);
        Ok(())
    }

    /// Tries the rotations of a boundary that begin with its least token; the others cannot write the least boundary.
    fn rotations(&mut self, scratch: &ScratchPosition, node: Node, b: usize, base: usize) -> Result<(), TooLarge> {
        let span = scratch.boundaries[b];
        let tokens = scratch.tokens(span);
        let next_letter = FIRST_UPPER + node.letters;
        let first = |code: &[u8; 256], token: u8| match code[token as usize] {
            UNNAMED => next_letter,
            LOWER => FIRST_LOWER,
            code => code,
        };
        let least = tokens.iter().map(|&token| first(&self.code, token)).min().unwrap_or(END_BOUNDARY);
        if least > self.current[node.written as usize] {
            return Ok(());
        }
        let hands: &[Hand] = match node.hand {
            // A boundary of two tokens reads the same both ways.
            Hand::Either if span.len > 2 => &[Hand::Forward, Hand::Backward],
            Hand::Either => &[Hand::Either],
            Hand::Forward => &[Hand::Forward],
            Hand::Backward => &[Hand::Backward],
        };
        for &hand in hands {
            for (start, &token) in tokens.iter().enumerate() {
                if first(&self.code, token) != least {
                    continue;
                }
                let candidate = Candidate { region: node.region, hand, boundary: b as u16, start: start as u16 };
                match self.offer(scratch, node, span, candidate)? {
                    Ordering::Less => {
                        self.candidates.truncate(base);
                        self.candidates.push(candidate);
                    }
                    Ordering::Equal => self.tie(scratch, span, candidate, base),
                    Ordering::Greater => {}
                }
            }
        }
        Ok(())
    }

    /// Compares the boundary that a candidate writes with the least one so far, and puts it in its place if it is less.
    fn offer(
        &mut self,
        scratch: &ScratchPosition,
        node: Node,
        span: Span,
        candidate: Candidate,
    ) -> Result<Ordering, TooLarge> {
        let mut letters = node.letters;
        let mut lowers = 0;
        self.stamp += 1;
        let mut less = false;
        let tokens = scratch.tokens(span);
        let mut place = candidate.start as usize;
        let written = node.written as usize;
        let target = &mut self.current[written..written + tokens.len() + 1];
        for slot in &mut target[..tokens.len()] {
            let spot = tokens[place] as usize;
            place = step(place, candidate.hand, tokens.len());
            let mut code = self.code[spot];
            if code == UNNAMED {
                if letters == UPPER_LETTERS {
                    return Err(TooLarge::Letters);
                }
                code = FIRST_UPPER + letters;
                letters += 1;
            } else if code == LOWER {
                if self.lower_stamp[spot] != self.stamp {
                    if lowers == LOWER_LETTERS {
                        return Err(TooLarge::Letters);
                    }
                    self.lower_stamp[spot] = self.stamp;
                    self.lower_code[spot] = FIRST_LOWER + lowers;
                    lowers += 1;
                }
                code = self.lower_code[spot];
            }
            if !less && code != *slot {
                if code > *slot {
                    return Ok(Ordering::Greater);
                }
                less = true;
            }
            *slot = code;
        }
        let end = &mut target[tokens.len()];
        if less || *end > END_BOUNDARY {
            *end = END_BOUNDARY;
            return Ok(Ordering::Less);
        }
        Ok(END_BOUNDARY.cmp(end))
    }

    /// Adds a candidate that writes the same as those kept, unless one of them leads to the same strings.
    fn tie(&mut self, scratch: &ScratchPosition, span: Span, candidate: Candidate, base: usize) {
        let is_closed = |code: u8| code < FIRST_UPPER || code == LOWER;
        let code = &self.code;
        let closed = || scratch.tokens(span).iter().all(|&token| is_closed(code[token as usize]));
        for kept in &mut self.candidates[base..] {
            if kept.region != candidate.region {
                continue;
            }
            let same_hand = kept.hand == candidate.hand || kept.hand == Hand::Either;
            if same_hand && closed() {
                return;
            }
            if kept.boundary != candidate.boundary {
                continue;
            }
            match self.symmetry.of_walks(scratch, *kept, candidate) {
                Walks::Same => {
                    kept.hand = Hand::Either;
                    return;
                }
                Walks::Equivalent => return,
                Walks::Different => {}
            }
        }
        self.candidates.push(candidate);
    }
}
