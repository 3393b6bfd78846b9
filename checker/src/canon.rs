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
use crate::error::{Result, ensure};
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER, is_upper, parts};
use crate::position::Position;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::Range;

/// Reduces a position and writes its lands. Work is counted in tokens.
pub(crate) fn canonical(position: &Position, budget: &Budget) -> Result<Canonical> {
    let (mut lands, size) = (Vec::new(), position.regions.len() as u64);
    // Letters are looked for in the whole position, and in all lands.
    budget.work(size * (10 + size / 8))?;
    for land in position.lands() {
        let walks = parts(&land, BAR).map(|region| parts(region, DOT).collect()).collect();
        let mut writer = Writer { walks, allowed: budget.work_left(), ..Writer::default() };
        writer.write()?;
        budget.work(writer.spent)?;
        lands.push(Land(writer.best.0.into()));
    }
    lands.sort_unstable();
    Ok(Canonical(lands))
}

/// A way to go on: on which hand, with which of the boundaries that are left, and from where in it.
type Way = (usize, usize, usize);

#[derive(Default)]
struct Writer<'a> {
    /// The boundaries of each region. Region r is walked on hand 2r as it is given, and mirrored on hand 2r + 1.
    walks: Vec<Vec<&'a [Token]>>,
    /// What is written, and its upper-case letters in the order of their names.
    string: Vec<Token>,
    named: Vec<Token>,
    /// The ways that were taken, and the boundaries that are left of the last region.
    ways: Vec<Way>,
    left: Vec<&'a [Token]>,
    /// The least string so far, and its ways.
    best: (Vec<Token>, Vec<Way>),
    spent: u64,
    allowed: u64,
}

impl<'a> Writer<'a> {
    /// Writes all that may follow and be less than the best string. Gives the number of ways that are to be kept: the others
    /// have nothing new. Each level of the recursion writes a boundary.
    fn write(&mut self) -> Result<usize> {
        let (written, names, depth) = (self.string.len(), self.named.len(), self.ways.len());
        // All strings of a land have the same length.
        let order = self.best.0.get(..written).map_or(Less, |best| self.string[..].cmp(best));
        if order == Greater {
            return Ok(depth);
        }
        let (next, left) = (self.next()?, self.left.clone());
        if next.is_empty() && order == Equal {
            return Ok(self.ways.iter().zip(&self.best.1).take_while(|(a, b)| a == b).count());
        }
        if next.is_empty() {
            self.best = (self.string.clone(), self.ways.clone());
        }
        for way @ (hand, place, turn) in next {
            if left.is_empty() {
                self.left.clone_from(&self.walks[hand / 2]);
            }
            spell(self.left.remove(place), hand, turn, &mut self.named, &mut self.string);
            if self.left.is_empty() {
                self.string.push(BAR);
            }
            self.ways.push(way);
            let kept = self.write()?;
            if kept < depth {
                return Ok(kept);
            }
            self.string.truncate(written);
            self.named.truncate(names);
            self.ways.truncate(depth);
            self.left.clone_from(&left);
        }
        Ok(depth)
    }

    /// The ways to go on that have the least text. There are none if the string is complete.
    fn next(&mut self) -> Result<Vec<Way>> {
        let (mut ways, mut least, written, names) = (Vec::new(), vec![BAR], self.string.len(), self.named.len());
        // Short boundaries are their own mirror images.
        let is_same = |hand: usize| hand % 2 == 1 && self.walks[hand / 2].iter().all(|walk| walk.len() < 3);
        for hand in self.hands().filter(|hand| !is_same(*hand)) {
            let left = if self.left.is_empty() { &self.walks[hand / 2] } else { &self.left };
            for (place, walk) in left.iter().enumerate().filter(|(i, walk)| *i == 0 || left[i - 1] != **walk) {
                let first = least[0]; // What begins with more is not tried; a letter is at least `LOWER`.
                for turn in (0..walk.len()).filter(|turn| walk[*turn].min(LOWER) <= first) {
                    spell(walk, hand, turn, &mut self.named, &mut self.string);
                    let (text, is_new) = (&self.string[written..], self.named.len() > names);
                    self.spent += 10 + 2 * text.len() as u64;
                    if *text < least[..] {
                        ways.clear();
                        least = text.to_vec();
                    }
                    // If no letter gets a name, all ways on one hand lead to the same.
                    if *text == least[..] && (is_new || ways.last().is_none_or(|(other, _, _)| *other != hand)) {
                        ways.push((hand, place, turn));
                    }
                    self.string.truncate(written);
                    self.named.truncate(names);
                }
            }
        }
        self.spent += written as u64;
        ensure(self.spent <= self.allowed, Budget::too_much_work)?;
        Ok(ways)
    }

    /// The hands that can be next. Where a region begins, it is that of the least letter that was written only once, or any
    /// if it is the first one.
    fn hands(&self) -> Range<usize> {
        let Some((last, _, _)) = self.ways.last() else { return 0..2 * self.walks.len() };
        if !self.left.is_empty() {
            return *last..last + 1;
        }
        let mut names: Vec<Token> = self.string.iter().copied().filter(|token| is_upper(*token)).collect();
        names.sort_unstable();
        let Some(open) = names.chunk_by(|a, b| a == b).find(|both| both.len() == 1) else { return 0..0 };
        let letter = self.named[usize::from(open[0] - UPPER)];
        let is_begun = |region: usize| self.ways.iter().any(|(hand, _, _)| hand / 2 == region);
        let has_letter = |region: usize| self.walks[region].iter().any(|walk| walk.contains(&letter));
        let next = (0..self.walks.len()).find(|region| has_letter(*region) && !is_begun(*region));
        next.map_or(0..0, |region| 2 * region..2 * region + 2)
    }
}

/// Adds the text of a boundary that is walked on some hand, from some place on. Upper-case letters are known by their
/// places among `named`, and fresh ones are added there; lower-case letters are named anew.
fn spell(walk: &[Token], hand: usize, turn: usize, named: &mut Vec<Token>, text: &mut Vec<Token>) {
    let step = if hand.is_multiple_of(2) { 1 } else { walk.len() - 1 };
    let (mut lower, places) = (Vec::new(), (0..walk.len()).map(|i| (turn + i * step) % walk.len()));
    text.extend(places.map(|i| walk[i]).chain([DOT]).map(|token| match token {
        LOWER..UPPER => LOWER + place(&mut lower, token),
        UPPER..DOT => UPPER + place(named, token),
        _ => token,
    }));
}

/// The place of a letter in a list, to which it is added if it is not there.
fn place(list: &mut Vec<Token>, letter: Token) -> Token {
    let place = list.iter().position(|other| *other == letter).unwrap_or(list.len());
    if place == list.len() {
        list.push(letter);
    }
    place as Token
}
