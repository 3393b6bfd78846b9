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
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// A land with more occurrences is refused. (The game of n spots never has more than 6n, since a life is written at most
/// twice.) This bounds the depth of the recursion: each level has a region less.
pub(crate) const MAX_OCCURRENCES: usize = 600;
/// Work is counted in tokens, some 10 ns each. This is enough for any position, and for all options of any land, that
/// are worth checking.
const MAX_WORK: u64 = 1 << 28;
/// So many tokens are remembered at most: of strings of lands and, once more, while a land is written.
const MAX_KEPT: usize = 1 << 21;

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

/// A boundary read from a place on, in one direction.
#[derive(Clone, Copy)]
struct Walk<'a> {
    boundary: &'a [Item],
    start: usize,
    mirrored: bool,
}

/// A way to write a boundary of a region, which is given by its number.
struct Way<'a> {
    boundary: usize,
    walk: Walk<'a>,
    /// Where in `Hand::texts` its text is.
    text: Range<usize>,
    /// What is beyond its letters, if that matters.
    beyond: Vec<Token>,
}

/// A region read in one direction.
#[derive(Default)]
struct Hand<'a> {
    text: Vec<Token>,
    /// The letters that have names after it.
    named: Vec<Open>,
    /// All ways that give the boundaries their least texts, in order of preference.
    ways: Vec<Way<'a>>,
    texts: Vec<Token>,
}

impl Walk<'_> {
    fn items(&self) -> impl Iterator<Item = Item> {
        let (boundary, length) = (self.boundary, self.boundary.len());
        let place = move |i| if self.mirrored { self.start + length - i } else { self.start + i };
        (0..length).map(place).map(move |at| boundary[if at < length { at } else { at - length }])
    }
}

struct Writer<'a> {
    regions: &'a [Vec<&'a [Item]>],
    homes: Vec<Homes>,
    /// The least strings of parts, by their open letters, which are named by their places.
    known: HashMap<Vec<Open>, Rc<[Token]>>,
    kept: usize,
    spent: &'a mut u64,
}

/// The canonical string of a land.
fn least_string(land: &[Item], spent: &mut u64) -> Result<Vec<Token>> {
    let size = land.iter().filter(|item| **item < DOT).count();
    if size > MAX_OCCURRENCES {
        return Err(error!(CannotCheck, "a land has {size} spot occurrences, more than {MAX_OCCURRENCES}"));
    }
    let flat: Vec<&[Item]> = parts(land, BAR).collect();
    let regions: Vec<Vec<&[Item]>> = flat.iter().map(|region| parts(region, DOT).collect()).collect();
    let mut writer = Writer { regions: &regions, homes: homes(&flat, size), known: HashMap::new(), kept: 0, spent };
    let mut texts = Vec::new();
    for region in 0..regions.len() {
        texts.push(writer.hands(region, &[])?.swap_remove(0).text);
    }
    let mut strings = Vec::new();
    for first in (0..regions.len()).filter(|&region| Some(&texts[region]) == texts.iter().min()) {
        strings.push(writer.write(first, &[])?);
    }
    Ok(strings.into_iter().min().unwrap_or_default())
}

impl<'a> Writer<'a> {
    fn spend(&mut self, work: usize) -> Result<()> {
        *self.spent += work as u64;
        if *self.spent > MAX_WORK || self.kept > MAX_KEPT {
            return Err(error!(CannotCheck, "a land needs too much work to be written: it is too large and symmetric"));
        }
        Ok(())
    }

    /// The least string of what is beyond these letters, named by their places; those to the region `written` are not
    /// open any more. The parts are interleaved: the region of the least open letter comes next.
    fn beyond(&mut self, named: &[Open], written: usize) -> Result<Vec<Token>> {
        let (names, open): (Vec<usize>, Vec<Open>) =
            named.iter().copied().enumerate().filter(|(_, (_, region))| *region != written).unzip();
        let part_of = self.parts(&open)?;
        let (mut parts, mut owner) = (BTreeMap::new(), BTreeMap::new());
        for (i, &part) in part_of.iter().enumerate() {
            if part == i {
                let members = (i..open.len()).filter(|&j| part_of[j] == part);
                let (names, letters): (Vec<usize>, Vec<Open>) = members.map(|j| (names[j], open[j])).unzip();
                parts.insert(part, (names, self.part(letters)?, 0));
            }
            owner.insert(names[i], part);
        }
        let (mut string, mut next) = (Vec::new(), named.len());
        while let Some((_, &part)) = owner.first_key_value() {
            let Some((names, text, at)) = parts.get_mut(&part) else { break };
            let length = string.len();
            while string[length..].last() != Some(&BAR) {
                let name = usize::from(text[*at].wrapping_sub(UPPER));
                string.push(match text[*at] {
                    UPPER..DOT if name < names.len() => {
                        owner.remove(&names[name]);
                        UPPER + names[name] as Token
                    }
                    UPPER..DOT => {
                        names.push(next);
                        owner.insert(next, part);
                        next += 1;
                        UPPER + names[name] as Token
                    }
                    token => token,
                });
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
        let string: Rc<[Token]> = self.write(open[0].1, &open)?.into();
        self.kept += open.len() + string.len() + 80;
        self.known.insert(open, string.clone());
        Ok(string)
    }

    /// The part that each open letter belongs to, given by the place of the first of its letters.
    fn parts(&mut self, open: &[Open]) -> Result<Vec<usize>> {
        let mut is_open = vec![false; self.homes.len()];
        open.iter().for_each(|(spot, _)| is_open[usize::from(*spot)] = true);
        let mut part_of = vec![None; self.regions.len()];
        for (i, &(_, first)) in open.iter().enumerate() {
            let mut waiting = vec![first];
            while let Some(region) = waiting.pop() {
                if part_of[region].is_none() {
                    part_of[region] = Some(i);
                    let spots = self.regions[region].iter().copied().flatten().map(|item| usize::from(item / 4));
                    let homes = spots.filter(|spot| !is_open[*spot]).map(|spot| self.homes[spot]);
                    waiting.extend(homes.filter_map(|(first, second)| Some(first? + second? - region)));
                }
            }
        }
        self.spend(self.homes.len() + open.len())?;
        Ok(open.iter().filter_map(|(_, region)| part_of[*region]).collect())
    }

    /// The least string of a land, or of the part beyond some open letters, if it is known which region comes first.
    fn write(&mut self, first: usize, open: &[Open]) -> Result<Vec<Token>> {
        let (mut text, mut orders) = (Vec::new(), Vec::new());
        for mut hand in self.hands(first, open)? {
            self.break_ties(first, open, &mut hand)?;
            text = hand.text;
            orders.push(hand.named);
        }
        orders.dedup();
        let mut rests = Vec::new();
        for named in &orders {
            rests.push(self.beyond(named, first)?);
        }
        text.extend(rests.into_iter().min().unwrap_or_default());
        Ok(text)
    }

    /// The hands, one or both, that give a region its least text. A letter is never in two boundaries of a region, so the
    /// text of a boundary does not depend on the others, but for the name at which fresh letters start: the least text of
    /// the region is the least texts of its boundaries, sorted.
    fn hands(&mut self, region: usize, open: &[Open]) -> Result<Vec<Hand<'a>>> {
        let mut hands: Vec<Hand> = Vec::new();
        let (boundaries, mut named, mut firsts) = (&self.regions[region], open.to_vec(), Vec::new());
        // A cycle of one or two is its own mirror image.
        let is_chiral = boundaries.iter().any(|boundary| boundary.len() > 2);
        for mirrored in [false, true].into_iter().take(1 + usize::from(is_chiral)) {
            let mut hand = Hand::default();
            for (b, boundary) in boundaries.iter().enumerate() {
                let from = hand.ways.len();
                firsts.clear();
                for &item in *boundary {
                    self.spell(region, [item], &mut firsts, &mut named)?;
                    named.truncate(open.len());
                }
                let least = firsts.iter().min();
                for start in (0..boundary.len()).filter(|&start| firsts.get(start) == least) {
                    let (walk, end) = (Walk { boundary, start, mirrored }, hand.texts.len());
                    self.spell(region, walk.items(), &mut hand.texts, &mut named)?;
                    hand.texts.push(DOT);
                    named.truncate(open.len());
                    let (before, text) = hand.texts.split_at(end);
                    match hand.ways.get(from).map_or(Ordering::Less, |best| text.cmp(&before[best.text.clone()])) {
                        Ordering::Less => hand.ways.truncate(from),
                        Ordering::Equal => {}
                        Ordering::Greater => continue,
                    }
                    hand.ways.push(Way { boundary: b, walk, text: end..hand.texts.len(), beyond: vec![] });
                }
            }
            self.arrange(region, open, &mut hand)?;
            hands.push(hand);
        }
        if hands.len() > 1 && hands[0].text != hands[1].text {
            let more = usize::from(hands[0].text < hands[1].text);
            hands.remove(more);
        }
        Ok(hands)
    }

    /// Sorts the ways of a hand and takes the best for each boundary.
    fn arrange(&mut self, region: usize, open: &[Open], hand: &mut Hand) -> Result<()> {
        let texts = &hand.texts;
        hand.ways.sort_by(|a, b| {
            let order = texts[a.text.clone()].cmp(&texts[b.text.clone()]);
            order.then_with(|| a.beyond.cmp(&b.beyond))
        });
        (hand.text, hand.named) = (Vec::with_capacity(hand.texts.len() + 1), open.to_vec());
        for (i, way) in hand.ways.iter().enumerate() {
            if !hand.ways[..i].iter().any(|better| better.boundary == way.boundary) {
                self.spell(region, way.walk.items(), &mut hand.text, &mut hand.named)?;
                hand.text.push(DOT);
            }
        }
        hand.text.push(BAR);
        Ok(())
    }

    /// Puts ways with the same text in order.
    fn break_ties(&mut self, region: usize, open: &[Open], hand: &mut Hand<'a>) -> Result<()> {
        let text = |way: &Way| &hand.texts[way.text.clone()];
        let is_tied = |a: &Way, b: &Way| text(a) == text(b) && text(a).iter().any(|token| is_upper(*token));
        if !hand.ways.windows(2).any(|pair| is_tied(&pair[0], &pair[1])) {
            return Ok(());
        }
        let after: Vec<Open> = hand.named.iter().copied().filter(|(_, other)| *other != region).collect();
        let part_of = self.parts(&after)?;
        for class in hand.ways.chunk_by_mut(is_tied).filter(|class| class.len() > 1) {
            for way in class {
                let mut letters = Vec::new();
                self.spell(region, way.walk.items(), &mut vec![], &mut letters)?;
                self.spend(letters.len() * after.len())?;
                let (own, others): (Vec<_>, Vec<_>) =
                    after.iter().zip(&part_of).partition(|(letter, _)| letters.contains(letter));
                if others.iter().any(|(_, part)| own.iter().any(|(_, other)| other == part)) {
                    let why = "two boundaries of a region are connected elsewhere";
                    return Err(error!(Malformed, "a land cannot be drawn: {why}"));
                }
                way.beyond = self.beyond(&letters, region)?;
            }
        }
        self.arrange(region, open, hand)
    }

    /// Writes a boundary of a region, and names its letters that have no names.
    fn spell(
        &mut self,
        region: usize,
        walk: impl IntoIterator<Item = Item>,
        text: &mut Vec<Token>,
        named: &mut Vec<Open>,
    ) -> Result<()> {
        let (start, mut lower) = (text.len(), Vec::new());
        text.extend(walk.into_iter().map(|item| match (item / 4, self.homes[usize::from(item / 4)]) {
            (spot, (Some(a), Some(b))) if a == b => LOWER + place(&mut lower, |other| *other == spot, spot),
            (spot, (Some(a), Some(b))) => UPPER + place(named, |other| other.0 == spot, (spot, a + b - region)),
            _ => item % 4,
        }));
        self.spend((text.len() - start) * (1 + named.len() / 16))
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
