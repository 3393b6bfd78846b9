//! The canonical string of a land: the least string that FORMAT.md section 5 allows.
//!
//! No verdict rests on its being the least. Any string says which land it is; were two strings found for one land, a
//! good certificate might be rejected, but no bad one accepted.
//!
//! Boundaries are written one after the other, each time with the least text that can come next. Several *ways* may lead
//! to this text and give different letters the next names. All are tried, depth first, and two things keep that short:
//!
//! - A string that is greater than the best one as far as it is written is not followed.
//! - Two equal strings are an automorphism of the land. It maps what was chosen where their choices first differ to each
//!   other, and with that all strings that can follow: the second choice has nothing new.

use crate::error::{Result, ensure, error};
use crate::land::{BAR, Canonical, DOT, Land, Token, UPPER, parts, spell};
use crate::position::{Position, homes};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::HashMap;

/// A land with more occurrences is refused. (The game of n spots never has more than 6n, since a life is written at most
/// twice.) This bounds the depth of the recursion: each level writes a boundary.
const MAX_OCCURRENCES: usize = 600;
/// Work is counted in tokens, some 10 ns each. This is enough for any position, and for all options of any land, that
/// are worth checking.
const MAX_WORK: u64 = 1 << 27;
/// So many strings, of lands of so many tokens, are remembered at most.
const MAX_KNOWN: (usize, usize) = (5_000, 100);

/// Writes positions. The strings of lands are remembered by the way these happened to be given; this saves most of the
/// work and changes no result.
#[derive(Default)]
pub(crate) struct Scribe {
    known: HashMap<Vec<Token>, Land>,
    /// How much work was done. Whoever sets this to zero allows more.
    pub(crate) spent: u64,
}

impl Scribe {
    pub(crate) fn canonical(&mut self, position: &Position) -> Result<Canonical> {
        let lands = position.lands().into_iter().map(|land| self.land(land));
        let mut lands = lands.collect::<Result<Vec<Land>>>()?;
        lands.sort_unstable();
        Ok(Canonical(lands))
    }

    fn land(&mut self, land: Vec<Token>) -> Result<Land> {
        if let Some(known) = self.known.get(&land) {
            return Ok(known.clone());
        }
        let string = Land(least_string(&land, &mut self.spent)?.into());
        if self.known.len() == MAX_KNOWN.0 {
            self.known.clear();
        }
        if land.len() <= MAX_KNOWN.1 {
            self.known.insert(land, string.clone());
        }
        Ok(string)
    }
}

/// A string as far as it is written.
#[derive(Clone, Default)]
struct Draft<'a> {
    string: Vec<Token>,
    /// The upper-case letters in the order of their names.
    named: Vec<Token>,
    /// The hands on which the regions were walked, and the boundaries that are left of the last one.
    hands: Vec<usize>,
    left: Vec<&'a [Token]>,
}

/// A way to go on: with which hand, with which of the boundaries that are left, and from where in it.
type Way = (usize, usize, usize);

struct Writer<'a> {
    /// The boundaries of region r, walked on one hand and on the other, are at 2r and at 2r + 1.
    walks: Vec<Vec<&'a [Token]>>,
    homes: Vec<[Option<usize>; 2]>,
    /// Which of several ways was taken, each time.
    choices: Vec<usize>,
    /// The least string so far, with its choices. It is empty while a lesser one is being written.
    best: (Vec<Token>, Vec<usize>),
    spent: &'a mut u64,
}

/// The canonical string of a land.
fn least_string(land: &[Token], spent: &mut u64) -> Result<Vec<Token>> {
    let size = land.iter().filter(|token| **token < DOT).count();
    let large = || error!(CannotCheck, "a land has {size} spot occurrences, more than {MAX_OCCURRENCES}");
    ensure(size <= MAX_OCCURRENCES, large)?;
    let regions: Vec<&[Token]> = parts(land, BAR).collect();
    let mirrored: Vec<Vec<Token>> = regions.iter().map(|region| region.iter().rev().copied().collect()).collect();
    let hands = regions.iter().zip(&mirrored).flat_map(|(region, mirrored)| [region, &mirrored[..]]);
    let (walks, homes) = (hands.map(|region| parts(region, DOT).collect()).collect(), homes(&regions, size));
    let mut writer = Writer { walks, homes, choices: Vec::new(), best: Default::default(), spent };
    writer.write(Draft::default())?;
    Ok(writer.best.0)
}

impl<'a> Writer<'a> {
    /// Writes all that may follow and be less than the best string. Gives the number of choices that are to be kept: the
    /// others have nothing new.
    fn write(&mut self, mut draft: Draft<'a>) -> Result<usize> {
        let depth = self.choices.len();
        loop {
            match self.best.0.get(..draft.string.len()).map_or(Equal, |best| draft.string[..].cmp(best)) {
                Greater => return Ok(depth),
                Less => self.best.0.clear(),
                Equal => {}
            }
            let ways = self.ways(&draft)?;
            match ways[..] {
                [] if self.best.0.is_empty() => self.best = (draft.string.clone(), self.choices.clone()),
                [] => return Ok(self.choices.iter().zip(&self.best.1).take_while(|(a, b)| a == b).count()),
                [way] => self.follow(way, &mut draft),
                _ => {
                    for (choice, way) in ways.into_iter().enumerate() {
                        let mut next = draft.clone();
                        self.follow(way, &mut next);
                        self.choices.push(choice);
                        let kept = self.write(next)?;
                        self.choices.truncate(depth);
                        if kept < depth {
                            return Ok(kept);
                        }
                    }
                    return Ok(depth);
                }
            }
        }
    }

    /// The ways to go on that have the least text. There are none if the string is complete.
    fn ways(&mut self, draft: &Draft<'a>) -> Result<Vec<Way>> {
        let (mut ways, mut least, mut text, mut named) = (Vec::new(), Vec::new(), Vec::new(), draft.named.clone());
        for hand in self.hands(draft) {
            let left = if draft.left.is_empty() { &self.walks[hand] } else { &draft.left };
            for (place, walk) in left.iter().enumerate().filter(|(i, walk)| *i == 0 || left[i - 1] != **walk) {
                for turn in 0..walk.len() {
                    text.clear();
                    spell(walk[turn..].iter().chain(&walk[..turn]), &mut named, &mut text);
                    let is_new = named.len() > draft.named.len();
                    named.truncate(draft.named.len());
                    *self.spent += 10 + 2 * text.len() as u64;
                    if ways.is_empty() || text < least {
                        ways.clear();
                        least.clone_from(&text);
                    }
                    // If no letter gets a name, all ways on one hand lead to the same.
                    if text == least && (is_new || ways.last().is_none_or(|(other, _, _)| *other != hand)) {
                        ways.push((hand, place, turn));
                    }
                }
            }
        }
        let long = || error!(CannotCheck, "a land needs too much work to be written: it is too large and symmetric");
        ensure(*self.spent <= MAX_WORK, long)?;
        Ok(ways)
    }

    /// The hands that can be next. Where a region begins, it is that of the least letter that was written only once, or any
    /// if it is the first one.
    fn hands(&self, draft: &Draft) -> Vec<usize> {
        if !draft.left.is_empty() {
            return draft.hands[draft.hands.len() - 1..].to_vec();
        }
        let mut homes = draft.named.iter().flat_map(|letter| self.homes[usize::from(letter - UPPER)]).flatten();
        let next = homes.find(|region| !draft.hands.iter().any(|hand| hand / 2 == *region));
        let is_next = |hand: &usize| draft.hands.is_empty() || Some(hand / 2) == next;
        // Short boundaries are their own mirror images.
        let is_new = |hand: &usize| hand.is_multiple_of(2) || self.walks[*hand].iter().any(|walk| walk.len() > 2);
        (0..self.walks.len()).filter(is_next).filter(is_new).collect()
    }

    fn follow(&self, (hand, place, turn): Way, draft: &mut Draft<'a>) {
        if draft.left.is_empty() {
            draft.hands.push(hand);
            draft.left.clone_from(&self.walks[hand]);
        }
        let walk = draft.left.remove(place);
        spell(walk[turn..].iter().chain(&walk[..turn]), &mut draft.named, &mut draft.string);
        if draft.left.is_empty() {
            draft.string.push(BAR);
        }
    }
}
