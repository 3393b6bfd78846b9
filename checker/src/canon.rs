//! The canonical string of a land: the least string that FORMAT.md section 5 allows.
//!
//! No verdict rests on its being the least. Any string says which land it is; were two strings found for one land, a
//! good certificate might be rejected, but no bad one accepted.
//!
//! Boundaries are written one after the other, each time with the least text that can come next. Other boundaries, other
//! rotations, the other hand of the region and, at the start, other regions may give the same text. Such a *choice*
//! decides which names the fresh letters get. All are tried, depth first, and three things keep that short:
//!
//! - A text greater than that of the best string at the same place is not followed.
//! - Then all choices after the last one that has shown are skipped, too. A choice *shows* when one of the letters that
//!   it named is met again. If none has, the same would be written whatever was chosen there.
//! - Two equal strings are an automorphism of the land. It maps what was chosen where their choices first differ to each
//!   other, and with that all strings that can follow: the second choice has nothing new.

use crate::error::{Result, error};
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER, is_upper, parts};
use crate::position::{Position, homes};
use std::collections::HashMap;

/// A land with more occurrences is refused. (The game of n spots never has more than 6n, since a life is written at most
/// twice.) This bounds the depth of the recursion: each level writes a boundary.
pub(crate) const MAX_OCCURRENCES: usize = 600;
/// Work is counted in tokens, some 20 ns each. This is enough for any position, and for all options of any land, that
/// are worth checking.
const MAX_WORK: u64 = 1 << 27;
/// So many tokens, of two bytes, are remembered at most.
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
    known: HashMap<Vec<Token>, Land>,
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
            if !self.known.contains_key(&land) {
                let string = Land(least_string(&land, &mut self.spent)?.into());
                self.kept += 2 * land.len() + 80;
                if self.kept > self.room {
                    (self.known, self.kept) = (HashMap::new(), 0);
                }
                self.known.insert(land.clone(), string);
            }
            strings.push(self.known[&land].clone());
        }
        strings.sort_unstable();
        Ok(Canonical(strings))
    }
}

/// A region and whether it is mirrored.
type Hand = (usize, bool);

/// A boundary as it may be written: its text, its fresh letters in order, its region and its place there.
struct Way {
    text: Vec<Token>,
    fresh: Vec<usize>,
    hand: Hand,
    place: usize,
}

#[derive(Default)]
struct Writer<'a> {
    /// The boundaries of each region, and whether they are written. A run of `0` is taken for one boundary.
    regions: Vec<Vec<(&'a [Token], bool)>>,
    homes: Vec<Vec<usize>>,
    /// Of each letter. Those that are in one boundary have the name `LOWER`.
    names: Vec<Option<Token>>,
    /// The upper-case letters that have names, in their order, and how many choices had been made then.
    named: Vec<(usize, usize)>,
    /// What is written, and the choices that led there.
    string: Vec<Token>,
    choices: Vec<usize>,
    /// The least string so far, with its choices. It is empty while a lesser one is being written.
    best: (Vec<Token>, Vec<usize>),
    spent: u64,
}

/// The canonical string of a land.
fn least_string(land: &[Token], spent: &mut u64) -> Result<Vec<Token>> {
    let size = land.iter().filter(|token| **token < DOT).count();
    if size > MAX_OCCURRENCES {
        return Err(error!(CannotCheck, "a land has {size} spot occurrences, more than {MAX_OCCURRENCES}"));
    }
    let flat: Vec<&[Token]> = parts(land, BAR).collect();
    let regions = flat.iter().map(|region| {
        let zeros = region.chunks(2).take_while(|boundary| boundary[0] == 0).count();
        let run = region[..2 * zeros].strip_suffix(&[DOT]);
        run.into_iter().chain(parts(&region[2 * zeros..], DOT)).map(|boundary| (boundary, false)).collect()
    });
    let (regions, homes) = (regions.collect(), homes(&flat, size));
    let names = homes.iter().map(|homes| (homes.first() == homes.last()).then_some(LOWER)).collect();
    let mut writer = Writer { regions, homes, names, spent: *spent, ..Writer::default() };
    let starts: Vec<Hand> = (0..flat.len()).flat_map(|region| writer.hands(region)).collect();
    writer.write(&starts, 0)?;
    *spent = writer.spent;
    Ok(writer.best.0)
}

impl Writer<'_> {
    /// Both hands of a region, but only one if its boundaries are so short that they are their own mirror images.
    fn hands(&self, region: usize) -> Vec<Hand> {
        let is_one = self.regions[region].iter().all(|(boundary, _)| boundary.len() < 3 || boundary[0] == 0);
        [(region, false), (region, true)].into_iter().take(if is_one { 1 } else { 2 }).collect()
    }

    /// Writes a boundary with one of these hands, or the end of the region, and all that follows, if that may be less than
    /// the best string. `shown` is the number of the last choice that has shown. Gives the number of the choice that
    /// should be made anew.
    fn write(&mut self, hands: &[Hand], mut shown: usize) -> Result<usize> {
        let mut ways = self.ways(hands)?;
        let named = |token: &Token| self.named.get(usize::from(token.checked_sub(UPPER)?));
        shown = ways.iter().flat_map(|way| &way.text).filter_map(named).fold(shown, |last, (_, at)| last.max(*at));
        // A run of `0` that goes on is less than one that does not.
        let order = |a: &&Vec<Token>, b: &&Vec<Token>| a.iter().chain(&[BAR]).cmp(b.iter().chain(&[BAR]));
        let least = ways.iter().map(|way| &way.text).min_by(order).cloned().unwrap_or(vec![BAR]);
        ways.retain(|way| way.text == least);
        ways.dedup_by(|a, b| a.fresh.is_empty() && a.hand == b.hand);
        let (start, depth) = (self.string.len(), self.choices.len());
        match self.best.0.get(start..start + least.len()) {
            Some(best) if *best < least[..] => return Ok(shown),
            Some(best) if *best > least[..] => self.best.0.clear(),
            _ => {}
        }
        self.string.extend(least);
        // How the region goes on shows the choice of a hand.
        let is_shown = ways.iter().any(|way| way.hand != ways[0].hand);
        let mut back = if ways.is_empty() { self.end_region(shown)? } else { depth };
        for (i, way) in ways.iter().enumerate() {
            self.choices.extend((ways.len() > 1).then_some(i));
            let count = self.named.len();
            for &letter in &way.fresh {
                self.names[letter] = Some(UPPER + self.named.len() as Token);
                self.named.push((letter, self.choices.len()));
            }
            self.regions[way.hand.0][way.place].1 = true;
            back = self.write(&[way.hand], if is_shown { depth + 1 } else { shown })?;
            self.regions[way.hand.0][way.place].1 = false;
            self.named.truncate(count);
            way.fresh.iter().for_each(|&letter| self.names[letter] = None);
            self.choices.truncate(depth);
            if back <= depth {
                break;
            }
        }
        self.string.truncate(start);
        Ok(back.min(depth))
    }

    /// Goes on with the region of the least letter that was written only once. If there is none, the string is complete: it
    /// is the best one, or as good.
    fn end_region(&mut self, shown: usize) -> Result<usize> {
        let homes = self.named.iter().flat_map(|(letter, _)| &self.homes[*letter]);
        let mut open = homes.filter(|region| self.regions[**region].iter().any(|(_, is_written)| !is_written));
        if let Some(next) = open.next() {
            return self.write(&self.hands(*next), shown);
        }
        if self.best.0.is_empty() {
            self.best = (self.string.clone(), self.choices.clone());
        }
        Ok(1 + self.choices.iter().zip(&self.best.1).take_while(|(a, b)| a == b).count())
    }

    /// The ways to write one of the boundaries that are left. Only the least texts matter, so not all rotations are tried.
    fn ways(&mut self, hands: &[Hand]) -> Result<Vec<Way>> {
        let mut ways = Vec::new();
        for &hand in hands {
            for (place, &(boundary, is_written)) in self.regions[hand.0].iter().enumerate() {
                let mut walk: Vec<Token> =
                    if hand.1 { boundary.iter().rev().copied().collect() } else { boundary.to_vec() };
                let least = walk.iter().map(|token| self.name(*token)).min();
                let turns = if walk[0] == 0 { 1 } else { walk.len() };
                for _ in 0..if is_written { 0 } else { turns } {
                    if Some(self.name(walk[0])) == least {
                        let (text, fresh) = self.spell(&walk);
                        self.spent += 10 + 2 * text.len() as u64;
                        ways.push(Way { text, fresh, hand, place });
                    }
                    walk.rotate_left(1);
                }
            }
        }
        self.spent += 10 + self.named.len() as u64 / 16;
        match self.spent {
            0..=MAX_WORK => Ok(ways),
            _ => Err(error!(CannotCheck, "a land needs too much work to be written: it is too large and symmetric")),
        }
    }

    /// What is written for a token if it is the first one of a boundary.
    fn name(&self, token: Token) -> Token {
        let name = |letter| self.names[usize::from(letter)].unwrap_or(UPPER + self.named.len() as Token);
        if is_upper(token) { name(token - UPPER) } else { token }
    }

    /// The text of a boundary as it is walked, and its fresh letters.
    fn spell(&self, walk: &[Token]) -> (Vec<Token>, Vec<usize>) {
        let (mut text, mut lower, mut fresh) = (Vec::with_capacity(walk.len() + 1), Vec::new(), Vec::new());
        for &token in walk {
            text.push(match self.name(token) {
                LOWER => {
                    lower.extend((!lower.contains(&token)).then_some(token));
                    LOWER + lower.iter().take_while(|other| **other != token).count() as Token
                }
                name if is_upper(name) && usize::from(name - UPPER) == self.named.len() => {
                    fresh.push(usize::from(token - UPPER));
                    name + fresh.len() as Token - 1
                }
                name => name,
            });
        }
        text.push(DOT);
        (text, fresh)
    }
}
