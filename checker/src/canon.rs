//! The canonical string of a land: the least string that FORMAT.md section 5 allows.
//!
//! No verdict rests on its being the least. Any string says which land it is; were two strings found for one land, a
//! good certificate might be rejected, but no bad one accepted.
//!
//! Boundaries are written one after the other, each time with the least text that can come next. Several *ways* may lead
//! to this text and give different letters the next names. All are tried, depth first, and two things keep that short:
//!
//! - A string that is greater than the best one as far as it is written is not followed.
//! - Two equal strings are an automorphism of the land. It maps the ways that were taken where they first differ to each
//!   other, and with that all strings that can follow: the second way has nothing new.

use crate::budget::Budget;
use crate::error::{CannotCheck, Result};
use crate::position::{Position, Region, Spot};
use crate::token::{Canonical, Kind, Land, Token};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::Range;

/// Reduces a position and writes its lands. Work is counted in tokens.
pub(crate) fn canonical(mut position: Position, budget: &Budget) -> Result<Canonical> {
    let boundaries = position.regions.iter().flatten();
    let size = boundaries.map(|boundary| boundary.len() as u64 + 1).sum::<u64>();
    budget.work(size * (10 + size / 8))?;
    position.reduce();
    let tokens = tokens(&position);
    let mut lands = Vec::new();
    for land in position.lands() {
        let tokens = |region: &Region| {
            let boundary = |boundary: &Vec<Spot>| boundary.iter().map(|spot| tokens[usize::from(*spot)]).collect();
            region.iter().map(boundary).collect()
        };
        let mut writer = Writer::new(land.iter().map(tokens).collect(), budget.work_left());
        writer.write()?;
        debug_assert_eq!(writer.best.ways.len(), land.iter().flatten().count(), "each boundary is written");
        budget.work(writer.spent)?;
        lands.push(Land::of(&writer.best.string));
    }
    lands.sort_unstable();
    Ok(Canonical(lands))
}

/// The token of each spot of a reduced position. Letters are numbered by their spots as yet.
fn tokens(position: &Position) -> Vec<Token> {
    let mut tokens: Vec<Token> = position.lives.iter().map(|lives| Token::degree(3 - lives.min(&3))).collect();
    let occurrences = position.occurrences();
    for boundary in position.regions.iter().flatten() {
        for &spot in boundary.iter().filter(|spot| occurrences[usize::from(**spot)] == 2) {
            let here = boundary.iter().filter(|other| **other == spot).count();
            tokens[usize::from(spot)] = if here == 2 { Token::lower(spot) } else { Token::upper(spot) };
        }
    }
    tokens
}

/// A step of writing: which boundary comes next, and how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    /// Region r is walked on hand 2r as it is given, and mirrored on hand 2r + 1.
    hand: usize,
    /// Which of the boundaries that are left.
    boundary: usize,
    /// From where in it.
    turn: usize,
}

/// A string, and the ways that were taken to write it.
#[derive(Default)]
struct Written {
    string: Vec<Token>,
    ways: Vec<Way>,
}

struct Writer {
    regions: Vec<Vec<Vec<Token>>>,
    now: Written,
    /// The upper-case letters that are written, in the order of their names.
    named: Vec<Token>,
    /// The numbers of the boundaries that are left of the last region.
    left: Vec<usize>,
    /// The least string so far.
    best: Written,
    spent: u64,
    allowed: u64,
}

impl Writer {
    fn new(regions: Vec<Vec<Vec<Token>>>, allowed: u64) -> Self {
        let (now, best) = (Written::default(), Written::default());
        Writer { regions, now, named: vec![], left: vec![], best, spent: 0, allowed }
    }

    /// Writes all that may follow and be less than the best string. Each level of the recursion writes a boundary. Gives the
    /// number of ways that are to be kept. That is fewer than there are where two equal strings have been found: the levels
    /// below their first difference have nothing new and end at once, and the level of the difference tries its next way.
    fn write(&mut self) -> Result<usize> {
        let (written, names, depth) = (self.now.string.len(), self.named.len(), self.now.ways.len());
        // All strings of a land have the same length.
        let order = self.best.string.get(..written).map_or(Less, |best| self.now.string[..].cmp(best));
        if order == Greater {
            return Ok(depth);
        }
        let (next, left) = (self.next()?, self.left.clone());
        if next.is_empty() && order == Equal {
            return Ok(self.now.ways.iter().zip(&self.best.ways).take_while(|(a, b)| a == b).count());
        }
        if next.is_empty() {
            self.best = Written { string: self.now.string.clone(), ways: self.now.ways.clone() };
        }
        for way in next {
            if left.is_empty() {
                self.left = (0..self.regions[way.hand / 2].len()).collect();
            }
            let boundary = &self.regions[way.hand / 2][self.left.remove(way.boundary)];
            spell(boundary, way, &mut self.named, &mut self.now.string);
            if self.left.is_empty() {
                self.now.string.push(Token::BAR);
            }
            self.now.ways.push(way);
            let kept = self.write()?;
            if kept < depth {
                return Ok(kept);
            }
            self.now.string.truncate(written);
            self.named.truncate(names);
            self.now.ways.truncate(depth);
            self.left.clone_from(&left);
        }
        Ok(depth)
    }

    /// The ways to go on that have the least text. There are none if the string is complete.
    fn next(&mut self) -> Result<Vec<Way>> {
        let (mut ways, mut least) = (Vec::<Way>::new(), vec![Token::BAR]);
        let (written, names) = (self.now.string.len(), self.named.len());
        for hand in self.hands() {
            let region = &self.regions[hand / 2];
            // Short boundaries are their own mirror images.
            if hand % 2 == 1 && region.iter().all(|boundary| boundary.len() < 3) {
                continue;
            }
            let all: Vec<usize>;
            let left = if self.left.is_empty() {
                all = (0..region.len()).collect();
                &all
            } else {
                &self.left
            };
            for (place, boundary) in left.iter().map(|b| &region[*b]).enumerate() {
                if place > 0 && *boundary == region[left[place - 1]] {
                    continue;
                }
                for turn in 0..boundary.len() {
                    // What begins with more is not tried. A letter will be at least `a`.
                    if boundary[turn].min(Token::LEAST_LETTER) > least[0] {
                        continue;
                    }
                    let way = Way { hand, boundary: place, turn };
                    spell(boundary, way, &mut self.named, &mut self.now.string);
                    let (text, is_new) = (&self.now.string[written..], self.named.len() > names);
                    // Each letter is looked up among those that have names.
                    self.spent += 10 + text.len() as u64 * (2 + (text.len() + self.named.len()) as u64 / 64);
                    if *text < least[..] {
                        ways.clear();
                        least = text.to_vec();
                    }
                    // If no letter gets a name, all ways on one hand lead to the same.
                    if *text == least[..] && (is_new || ways.last().is_none_or(|other| other.hand != hand)) {
                        ways.push(way);
                    }
                    self.now.string.truncate(written);
                    self.named.truncate(names);
                }
            }
        }
        self.spent += written as u64;
        if self.spent > self.allowed {
            return Err(CannotCheck::Work.into());
        }
        Ok(ways)
    }

    /// The hands that can be next. Where a region begins, it is that of the least letter that was written only once, or any
    /// if it is the first one.
    fn hands(&self) -> Range<usize> {
        let Some(last) = self.now.ways.last() else { return 0..2 * self.regions.len() };
        if !self.left.is_empty() {
            return last.hand..last.hand + 1;
        }
        let count = |name: u16| self.now.string.iter().filter(|token| **token == Token::upper(name)).count();
        let open = (0..).zip(&self.named).find(|(name, _)| count(*name) == 1);
        // If no letter is written once, all regions are written: in a land, a letter leads from any of them to the rest.
        let Some((_, letter)) = open else { return 0..0 };
        let is_begun = |region: usize| self.now.ways.iter().any(|way| way.hand / 2 == region);
        let has_letter = |region: usize| self.regions[region].iter().any(|boundary| boundary.contains(letter));
        let next = (0..self.regions.len()).find(|region| has_letter(*region) && !is_begun(*region));
        next.map_or(0..0, |region| 2 * region..2 * region + 2)
    }
}

/// Adds the text of a boundary, read in some way. Upper-case letters are known by their places among `named`, and fresh ones
/// are added there; lower-case letters are named anew.
fn spell(boundary: &[Token], way: Way, named: &mut Vec<Token>, text: &mut Vec<Token>) {
    let step = if way.hand.is_multiple_of(2) { 1 } else { boundary.len() - 1 };
    let (mut lower, mut at) = (Vec::new(), way.turn);
    for _ in boundary {
        text.push(match boundary[at].kind() {
            Kind::Lower(_) => Token::lower(name(&mut lower, boundary[at])),
            Kind::Upper(_) => Token::upper(name(named, boundary[at])),
            _ => boundary[at],
        });
        at = (at + step) % boundary.len();
    }
    text.push(Token::DOT);
}

/// The place of a letter in a list, to which it is added if it is not there.
fn name(list: &mut Vec<Token>, letter: Token) -> u16 {
    let place = list.iter().position(|other| *other == letter).unwrap_or(list.len());
    if place == list.len() {
        list.push(letter);
    }
    place as u16
}
