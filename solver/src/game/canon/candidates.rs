//! The ways to write the next boundary of a region, and which of them are worth following.
//!
//! Of all boundaries, rotations and hands only those that write the least string are kept. A candidate that writes the same
//! as one kept before is dropped where it leads to the same strings: a closed boundary that reads the same, the same walk
//! from the other hand, or a walk that only exchanges twins.

use super::super::TooLarge;
use super::super::alphabet::{END_BOUNDARY, FIRST_LOWER, FIRST_UPPER, LOWER_LETTERS, UPPER_LETTERS};
use super::super::sketch::{FIRST_NAME, Role, Sketch, Span};
use super::{Candidate, Canonizer, Hand, LOWER, Node, UNNAMED};
use std::cmp::Ordering;

impl Canonizer {
    /// Adds the ways to write the next boundary of the node's region, keeping from `base` on only those that write the
    /// least. `current` holds the least boundary so far at `written`, or END_REGION there if there is none yet.
    pub(super) fn collect(&mut self, sketch: &Sketch, node: Node, base: usize) -> Result<(), TooLarge> {
        for b in sketch.regions[node.region].boundaries() {
            if self.used[b] {
                continue;
            }
            if sketch.boundaries[b].len == 1 {
                self.single(sketch, node, b, base)?;
                continue;
            }
            self.rotations(sketch, node, b, base)?;
        }
        Ok(())
    }

    /// [`Canonizer::rotations`] for a boundary of one token.
    fn single(&mut self, sketch: &Sketch, node: Node, b: usize, base: usize) -> Result<(), TooLarge> {
        let span = sketch.boundaries[b];
        let code = match self.code[sketch.pool[span.start as usize] as usize] {
            UNNAMED if node.letters == UPPER_LETTERS as usize => return Err(TooLarge::Letters),
            UNNAMED => FIRST_UPPER + node.letters as u8,
            code => code,
        };
        let least = &mut self.current[node.written..node.written + 2];
        if code > least[0] || code == least[0] && END_BOUNDARY > least[1] {
            return Ok(());
        }
        let candidate = Candidate { region: node.region as u8, hand: node.hand, boundary: b as u16, start: 0 };
        if code == least[0] && END_BOUNDARY == least[1] {
            self.tie(sketch, span, candidate, base);
            return Ok(());
        }
        least.copy_from_slice(&[code, END_BOUNDARY]);
        self.candidates.truncate(base);
        self.candidates.push(candidate);
        Ok(())
    }

    /// Tries the rotations of a boundary that begin with its least token; the others cannot write the least boundary.
    fn rotations(&mut self, sketch: &Sketch, node: Node, b: usize, base: usize) -> Result<(), TooLarge> {
        let span = sketch.boundaries[b];
        let first = |code: u8| match code {
            UNNAMED => FIRST_UPPER + node.letters as u8,
            LOWER => FIRST_LOWER,
            code => code,
        };
        self.starts.clear();
        let mut least = self.current[node.written];
        for (start, &token) in sketch.tokens(span).iter().enumerate() {
            let code = first(self.code[token as usize]);
            if code < least {
                least = code;
                self.starts.clear();
            }
            if code == least {
                self.starts.push(start as u16);
            }
        }
        if self.starts.is_empty() {
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
            for nth in 0..self.starts.len() {
                let start = self.starts[nth];
                let candidate = Candidate { region: node.region as u8, hand, boundary: b as u16, start };
                match self.offer(sketch, node, span, candidate)? {
                    Ordering::Less => {
                        self.candidates.truncate(base);
                        self.candidates.push(candidate);
                    }
                    Ordering::Equal => self.tie(sketch, span, candidate, base),
                    Ordering::Greater => {}
                }
            }
        }
        Ok(())
    }

    /// Compares the boundary that a candidate writes with the least one so far, and puts it in its place if it is less.
    fn offer(&mut self, sketch: &Sketch, node: Node, span: Span, candidate: Candidate) -> Result<Ordering, TooLarge> {
        let mut letters = node.letters as u8;
        let mut lowers = 0;
        self.stamp += 1;
        let mut less = false;
        let tokens = sketch.tokens(span);
        let mut place = candidate.start as usize;
        let target = &mut self.current[node.written..node.written + tokens.len() + 1];
        for slot in &mut target[..tokens.len()] {
            let spot = tokens[place] as usize;
            place = match candidate.hand {
                Hand::Backward if place == 0 => tokens.len() - 1,
                Hand::Backward => place - 1,
                _ if place + 1 == tokens.len() => 0,
                _ => place + 1,
            };
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
    fn tie(&mut self, sketch: &Sketch, span: Span, candidate: Candidate, base: usize) {
        let is_closed = |code: u8| code < FIRST_UPPER || code == LOWER;
        let code = &self.code;
        let closed = || sketch.tokens(span).iter().all(|&token| is_closed(code[token as usize]));
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
            match compare_walks(sketch, span, *kept, candidate) {
                Walks::Same if !same_hand => {
                    kept.hand = Hand::Either;
                    return;
                }
                Walks::Exchange(u, v) if are_twins(sketch, u, v, candidate.region as usize) => return,
                _ => {}
            }
        }
        self.candidates.push(candidate);
    }
}

/// The nth token that a candidate walks over.
#[inline]
pub(super) fn token_at(sketch: &Sketch, span: Span, candidate: Candidate, nth: u16) -> u8 {
    let at = if candidate.hand == Hand::Backward {
        if candidate.start >= nth { candidate.start - nth } else { candidate.start + span.len - nth }
    } else {
        let at = candidate.start + nth;
        if at >= span.len { at - span.len } else { at }
    };
    sketch.pool[(span.start + at) as usize]
}

/// How two walks along one boundary compare.
enum Walks {
    Same,
    /// They differ by exchanging two spots.
    Exchange(u8, u8),
    Different,
}

fn compare_walks(sketch: &Sketch, span: Span, a: Candidate, b: Candidate) -> Walks {
    let pairs = (0..span.len).map(|nth| (token_at(sketch, span, a, nth), token_at(sketch, span, b, nth)));
    let mut differing = pairs.filter(|(s, t)| s != t);
    match (differing.next(), differing.next(), differing.next()) {
        (None, ..) => Walks::Same,
        (Some((s, t)), Some(second), None) if second == (t, s) => Walks::Exchange(s, t),
        _ => Walks::Different,
    }
}

/// Whether exchanging two spots is an automorphism that moves nothing else. They share both their boundaries, and on
/// each the exchange is undone by turning the boundary (`AB` reads `BA`), or by mirroring a region in which nothing else
/// can tell (`1AB` mirrored reads `1BA`, and boundaries of one or two tokens do not change).
fn are_twins(sketch: &Sketch, u: u8, v: u8, region: usize) -> bool {
    if u < FIRST_NAME || v < FIRST_NAME {
        return false;
    }
    let (u, v) = (u as usize, v as usize);
    if sketch.role[u] != Role::Upper || sketch.boundaries_of[u] != sketch.boundaries_of[v] {
        return false;
    }
    let regions = [region, sketch.region_xor[u] as usize ^ region];
    sketch.boundaries_of[u].iter().all(|&b| {
        let b = b as usize;
        let short = |b: usize| sketch.boundaries[b].len <= 2;
        let home = regions.iter().map(|&r| sketch.regions[r].boundaries()).find(|range| range.contains(&b));
        short(b) || sketch.boundaries[b].len == 3 && home.is_some_and(|mut range| range.all(|c| c == b || short(c)))
    })
}
