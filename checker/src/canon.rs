//! The canonical string of a land: the least string that FORMAT.md section 5 allows.
//!
//! No verdict rests on its being the least. Any string says which land it is; were two strings found for one land, a
//! good certificate might be rejected, but no bad one accepted.
//!
//! Trying all ways of writing costs k!·2^k steps for k boundaries that look alike. Two facts make that unnecessary.
//! Both are about a moment between two regions of the string. The letters written once so far are *open*; *beyond* them
//! are the regions that can be reached from their other occurrences through letters that are not open. How the string
//! goes on depends only on the order of the open letters and on what is beyond: fresh letters get names above all
//! earlier ones, so open letters may as well be named by their places in the list.
//!
//! **Independence.** What is beyond the open letters falls into connected *parts*. Each part writes its own regions in
//! its own order, whatever the others do: the next region is that of the least open letter. So the string of the whole
//! is the strings of the parts, interleaved in a way that the letters written so far determine; if a part's string
//! becomes less, so does the whole. *Each part may be settled without the others.*
//!
//! **Exchange.** Two boundaries of the region just written have the same text, and parts of their own beyond their
//! letters. As long as both have written the same there, they correspond letter by letter, and letters beyond the
//! boundary that came first have the lesser names, for it writes its i-th region before the other does. So where they
//! first differ, the first one writes the deciding token. *Boundaries of equal text go in the order of the least strings
//! of what is beyond them, and each takes the rotation with the least one.*
//!
//! What is left to try is the first region and the hand of each region. In a drawing every boundary of a region has parts
//! of its own: they lie in different components of the sphere without the region, and reduction connects nothing.
//! Where that fails, as in `AB.CD.0|AC.0|BD.0`, nobody can draw the land, and it is refused.

use crate::error::{Result, error};
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER, is_upper, parts};
use crate::position::{Homes, Item, Position, homes};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A land with more occurrences is refused. (The game of n spots never has more than 6n, since a life is written at most
/// twice.) This bounds the depth of the recursion: each level has a region less.
pub(crate) const MAX_OCCURRENCES: usize = 600;
/// Work is counted in tokens, some 10 ns each. This is enough for any position, and for all options of any land, that
/// are worth checking.
const MAX_WORK: u64 = 1 << 28;
/// So many tokens, of two bytes, are remembered at most: of strings of lands, and while a land is written.
const MAX_KEPT: usize = 1 << 21;
const MAX_WRITTEN: usize = 1 << 24;

impl Position {
    /// The reduced position, each land in its canonical string.
    pub fn canonical(&self) -> Result<Canonical> {
        Scribe::new(1).canonical(self)
    }
}

/// Writes positions. The strings of lands are remembered by the way these happened to be given, until there are too
/// many; this saves most of the work and changes no result.
pub(crate) struct Scribe {
    known: HashMap<Vec<Item>, Land>,
    kept: usize,
    room: usize,
    /// How much work was done. Whoever sets this to zero allows more.
    pub(crate) spent: u64,
}

impl Scribe {
    /// One of several that share the memory.
    pub(crate) fn new(scribes: usize) -> Self {
        Scribe { known: HashMap::new(), kept: 0, room: MAX_KEPT / scribes, spent: 0 }
    }

    pub(crate) fn canonical(&mut self, position: &Position) -> Result<Canonical> {
        let mut strings = Vec::new();
        for land in position.lands() {
            if let Some(string) = self.known.get(&land) {
                strings.push(string.clone());
                continue;
            }
            let string = Land(least_string(&land, &mut self.spent)?.into());
            strings.push(string.clone());
            self.kept += 2 * land.len() + 80;
            if self.kept > self.room {
                (self.known, self.kept) = (HashMap::new(), 0);
            }
            self.known.insert(land, string);
        }
        strings.sort_unstable();
        Ok(Canonical(strings))
    }
}

/// An open letter: its spot, and the region with its other occurrence.
type Open = (Item, usize);
/// A way to write a boundary: its text, what is beyond its letters if that matters, its number in the region, and its
/// items in order. Ways are in order of preference.
type Way = (Vec<Token>, Vec<Token>, usize, Vec<Item>);

/// A region read in one direction: its text, the letters that have names then, and all ways that give its boundaries
/// their least texts.
struct Hand {
    text: Vec<Token>,
    named: Vec<Open>,
    ways: Vec<Way>,
}

struct Writer<'a> {
    /// The boundaries of each region, but for those that are a spot of degree 0: how many there are of these.
    regions: &'a [(Vec<&'a [Item]>, usize)],
    homes: Vec<Homes>,
    /// The least strings of parts, by their open letters, which are named by their places.
    known: BTreeMap<Vec<Open>, Rc<[Token]>>,
    kept: usize,
    spent: &'a mut u64,
}

/// The canonical string of a land.
fn least_string(land: &[Item], spent: &mut u64) -> Result<Vec<Token>> {
    let size = land.iter().filter(|item| **item < DOT).count();
    if size > MAX_OCCURRENCES {
        return Err(error!(CannotCheck, "a land has {size} spot occurrences, more than {MAX_OCCURRENCES}"));
    }
    let is_zero = |boundary: &&[Item]| boundary[0].is_multiple_of(4);
    let flat: Vec<&[Item]> = parts(land, BAR).collect();
    let split = flat.iter().map(|region| parts(region, DOT).partition::<Vec<&[Item]>, _>(is_zero));
    let regions: Vec<_> = split.map(|(zeros, others)| (others, zeros.len())).collect();
    let mut writer = Writer { regions: &regions, homes: homes(&flat, size), known: BTreeMap::new(), kept: 0, spent };
    let (mut starts, mut strings) = (Vec::new(), Vec::new());
    let most = regions.iter().map(|region| region.1).max();
    for first in (0..regions.len()).filter(|&region| Some(regions[region].1) == most) {
        starts.push((first, writer.hands(first, &[])?));
    }
    let least = starts.iter().map(|(_, hands)| hands[0].text.clone()).min();
    for (first, hands) in starts.into_iter().filter(|(_, hands)| Some(&hands[0].text) == least.as_ref()) {
        strings.push(writer.write(first, hands, &[])?);
    }
    Ok(strings.into_iter().min().unwrap_or_default())
}

impl<'a> Writer<'a> {
    fn spend(&mut self, work: usize) -> Result<()> {
        *self.spent += work as u64;
        if *self.spent > MAX_WORK || self.kept > MAX_WRITTEN {
            return Err(error!(CannotCheck, "a land needs too much work to be written: it is too large and symmetric"));
        }
        Ok(())
    }

    /// The least string of what is beyond these letters, named by their places; those to the region `written` are not
    /// open any more. The parts are interleaved: the region of the least open letter comes next.
    fn beyond(&mut self, named: &[Open], written: usize) -> Result<Vec<Token>> {
        let open = named.iter().copied().enumerate().filter(|(_, (_, region))| *region != written);
        let (names, open): (Vec<usize>, Vec<Open>) = open.unzip();
        let part_of = self.parts(&open)?;
        let mut owner: BTreeMap<usize, usize> = names.iter().copied().zip(part_of.iter().copied()).collect();
        // The names that each part has given to its letters, its string, and how much of it is written.
        let mut parts = Vec::new();
        for part in 0..part_of.iter().max().map_or(0, |last| last + 1) {
            let members = (0..open.len()).filter(|&i| part_of[i] == part);
            let (names, letters): (Vec<usize>, Vec<Open>) = members.map(|i| (names[i], open[i])).unzip();
            parts.push((names, self.part(letters)?, 0));
        }
        let (mut string, mut next) = (Vec::new(), named.len());
        while let Some(&part) = owner.values().next() {
            let (names, text, at) = &mut parts[part];
            for &token in text[*at..].split_inclusive(|token| *token == BAR).take(1).flatten() {
                let name = usize::from(token.wrapping_sub(UPPER));
                if is_upper(token) && name == names.len() {
                    names.push(next);
                    owner.insert(next, part);
                    next += 1;
                } else if is_upper(token) {
                    owner.remove(&names[name]);
                }
                string.push(if is_upper(token) { UPPER + names[name] as Token } else { token });
                *at += 1;
            }
        }
        self.spend(string.len())?;
        Ok(string)
    }

    /// The least string of a part. There is one recursion for each region in it.
    fn part(&mut self, open: Vec<Open>) -> Result<Rc<[Token]>> {
        if let Some(string) = self.known.get(&open) {
            return Ok(string.clone());
        }
        let hands = self.hands(open[0].1, &open)?;
        let string: Rc<[Token]> = self.write(open[0].1, hands, &open)?.into();
        self.kept += 8 * open.len() + string.len() + 40;
        self.known.insert(open, string.clone());
        Ok(string)
    }

    /// The parts that open letters belong to, numbered in the order of their first letters.
    fn parts(&mut self, open: &[Open]) -> Result<Vec<usize>> {
        let (mut part_of, mut count) = (vec![None; self.regions.len()], 0);
        for &(_, first) in open {
            let mut waiting = vec![first];
            count += usize::from(part_of[first].is_none());
            while let Some(region) = waiting.pop() {
                if part_of[region].is_none() {
                    part_of[region] = Some(count - 1);
                    let spots = self.regions[region].0.iter().copied().flatten().map(|item| item / 4);
                    let shut = spots.filter(|spot| !open.iter().any(|(letter, _)| letter == spot));
                    let homes = shut.map(|spot| self.homes[usize::from(spot)]);
                    waiting.extend(homes.filter_map(|(first, second)| Some(first? + second? - region)));
                }
            }
        }
        self.spend(self.homes.len() * (1 + open.len() / 16))?;
        Ok(open.iter().filter_map(|(_, region)| part_of[*region]).collect())
    }

    /// The least string of a land, or of the part beyond some open letters, given the hands of its first region.
    fn write(&mut self, first: usize, hands: Vec<Hand>, open: &[Open]) -> Result<Vec<Token>> {
        let (mut text, mut orders, mut rests) = (Vec::new(), Vec::new(), Vec::new());
        for hand in hands {
            let hand = self.break_ties(first, open, hand)?;
            text = hand.text;
            orders.push(hand.named);
        }
        orders.dedup();
        for named in &orders {
            rests.push(self.beyond(named, first)?);
        }
        text.extend(rests.into_iter().min().unwrap_or_default());
        Ok(text)
    }

    /// The hands, one or both, that give a region its least text. A letter is never in two boundaries of a region, so the
    /// text of a boundary does not depend on the others, but for the name at which fresh letters start: the least text of
    /// the region is the least texts of its boundaries, sorted.
    fn hands(&mut self, region: usize, open: &[Open]) -> Result<Vec<Hand>> {
        let regions = self.regions;
        let mut hands: Vec<Hand> = Vec::new();
        // A cycle of one or two is its own mirror image.
        let is_chiral = regions[region].0.iter().any(|boundary| boundary.len() > 2);
        for mirrored in [false, true].into_iter().take(1 + usize::from(is_chiral)) {
            let mut ways: Vec<Way> = Vec::new();
            for (b, boundary) in regions[region].0.iter().enumerate() {
                let (from, mut walk) = (ways.len(), boundary.to_vec());
                if mirrored {
                    walk.reverse();
                }
                let least = walk.iter().map(|item| self.first_token(*item, open)).min();
                for _ in 0..walk.len() {
                    walk.rotate_left(1);
                    if Some(self.first_token(walk[0], open)) == least {
                        ways.push((self.spell(region, &[&walk], open)?.0, vec![], b, walk.clone()));
                    }
                }
                ways[from..].sort_unstable();
                let ties = ways[from..].iter().take_while(|way| way.0 == ways[from].0).count();
                ways.truncate(from + ties);
            }
            hands.push(self.arrange(region, open, ways)?);
        }
        hands.sort_by(|a, b| a.text.cmp(&b.text));
        let ties = hands.iter().take_while(|hand| hand.text == hands[0].text).count();
        hands.truncate(ties);
        Ok(hands)
    }

    /// What is written for an item at the start of a boundary.
    fn first_token(&self, item: Item, open: &[Open]) -> Token {
        match self.homes[usize::from(item / 4)] {
            (_, None) => item % 4,
            (a, b) if a == b => LOWER,
            _ => UPPER + open.iter().position(|(spot, _)| *spot == item / 4).unwrap_or(open.len()) as Token,
        }
    }

    /// Sorts the ways and takes the best for each boundary.
    fn arrange(&mut self, region: usize, open: &[Open], mut ways: Vec<Way>) -> Result<Hand> {
        ways.sort_unstable();
        let is_best = |i: &usize| !ways[..*i].iter().any(|better| better.2 == ways[*i].2);
        let best: Vec<&[Item]> = (0..ways.len()).filter(is_best).map(|i| &ways[i].3[..]).collect();
        let (others, named) = self.spell(region, &best, open)?;
        let text = [&[0, DOT].repeat(self.regions[region].1)[..], &others, &[BAR]].concat();
        Ok(Hand { text, named, ways })
    }

    /// Puts ways with the same text in order.
    fn break_ties(&mut self, region: usize, open: &[Open], mut hand: Hand) -> Result<Hand> {
        let is_tied = |a: &Way, b: &Way| a.0 == b.0 && a.0.iter().any(|token| is_upper(*token));
        if !hand.ways.windows(2).any(|pair| is_tied(&pair[0], &pair[1])) {
            return Ok(hand);
        }
        let after: Vec<Open> = hand.named.into_iter().filter(|(_, other)| *other != region).collect();
        let part_of = self.parts(&after)?;
        for class in hand.ways.chunk_by_mut(is_tied).filter(|class| class.len() > 1) {
            for (_, beyond, _, walk) in class {
                let (_, letters) = self.spell(region, &[walk], &[])?;
                self.spend(letters.len() * after.len())?;
                let (own, others): (Vec<_>, Vec<_>) =
                    after.iter().zip(&part_of).partition(|(letter, _)| letters.contains(letter));
                if others.iter().any(|(_, part)| own.iter().any(|(_, other)| other == part)) {
                    let why = "two boundaries of a region are connected elsewhere";
                    return Err(error!(Malformed, "a land cannot be drawn: {why}"));
                }
                *beyond = self.beyond(&letters, region)?;
            }
        }
        self.arrange(region, open, hand.ways)
    }

    /// The text of some boundaries of a region, and the letters that have names then.
    fn spell(&mut self, region: usize, walks: &[&[Item]], open: &[Open]) -> Result<(Vec<Token>, Vec<Open>)> {
        let (mut text, mut named) = (Vec::with_capacity(16), open.to_vec());
        for walk in walks {
            let mut lower = Vec::new();
            text.extend(walk.iter().map(|item| match (item / 4, self.homes[usize::from(item / 4)]) {
                (spot, (Some(a), Some(b))) if a == b => LOWER + place(&mut lower, |other| *other == spot, spot),
                (spot, (Some(a), Some(b))) => UPPER + place(&mut named, |to| to.0 == spot, (spot, a + b - region)),
                _ => item % 4,
            }));
            text.push(DOT);
        }
        self.spend(text.len() * (1 + named.len() / 16))?;
        Ok((text, named))
    }
}

/// The place of what is sought in a list, to which `new` is added if it is not there.
pub(crate) fn place<T>(list: &mut Vec<T>, is_sought: impl Fn(&T) -> bool, new: T) -> Token {
    let place = list.iter().position(is_sought).unwrap_or(list.len());
    if place == list.len() {
        list.push(new);
    }
    place as Token
}
