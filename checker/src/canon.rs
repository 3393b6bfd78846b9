//! The canonical string of a land: the least string that FORMAT.md section 5 allows.
//!
//! Trying all ways of writing costs k!·2^k steps for k boundaries that look alike. Two facts make that unnecessary.
//! Both are about a moment between two regions of the string. The letters written once so far are *open*; what is
//! *beyond* a list of open letters is all regions that can be reached from their other occurrences through letters
//! that are not open. How the string goes on depends on the order of the open letters and on what is beyond them, not
//! on what is written already: fresh letters get names above all earlier ones, so open letters may as well be named by
//! their places in the list.
//!
//! **Independence.** Say that what is beyond some open letters has no region in common with what is beyond the others.
//! Each of these parts writes its own regions in its own order, and that order as well as its own string (letters named
//! within the part) do not depend on what the other part does: the region written next is that of the least open
//! letter, and names within a part are in the order of the names in the whole. So a way of writing the whole is
//! nothing but a way of writing each part, and the string of the whole is the parts' strings, interleaved in a way that
//! the letters written so far determine. If one part's string is replaced by a lesser one, the whole stays the same up
//! to the token where that part first differs, and has a lesser token there. *Hence the string of the whole is least
//! when each part's string is least, and each part may be settled without a look at the other.*
//!
//! **Exchange.** Two boundaries of the region just written have the same text, and each has a part of its own beyond
//! its letters; which of them should be written first? Let p be the part of the boundary written first, q the other
//! one's. As long as p and q have written the same regions, they correspond letter by letter, and every letter of p
//! has a lesser name than its counterpart in q: at first because p's boundary came first, later because p writes its
//! i-th region before q writes its i-th. (Regions of a part are written in the order of the names of the letters that
//! lead to them. The letter that leads to p's i-th region is less than its counterpart, and that is not above the
//! letter to any later region of q.) So where the strings of p and q first differ, p writes the deciding token, and
//! the whole is less with the lesser part in p. *Hence boundaries of equal text go in the order of the least strings
//! of their parts, and equal ones are interchangeable.* By independence each takes the rotation with the least string.
//!
//! What is left to try is the first region and the hand of each region. Results are remembered by their list of open
//! letters, which determines what is beyond. In a drawing every boundary has a part of its own: the boundaries of a
//! region lie in different components of the sphere without the region, and reduction connects nothing. Where that
//! fails, as in `AB.CD.0|AC.0|BD.0`, nobody can draw the land, and it is refused.

use crate::limits::{Limit, MAX_OCCURRENCES, MAX_STORED, Work};
use crate::position::{Position, Spot};
use crate::text::{Hand, Kind, Written, hands, kinds, region_text};
use crate::token::{Land, Token};
use std::collections::BTreeMap;
use std::rc::Rc;

/// An open letter: its spot, and the region with its other occurrence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    spot: Spot,
    region: usize,
}

/// The least string of what is beyond some open letters, and how it starts: the order in which the first region opens
/// fresh letters.
#[derive(Default)]
struct Least {
    string: Vec<Token>,
    opened: Vec<Open>,
}

struct Writer<'a> {
    land: &'a Position,
    kinds: Vec<Kind>,
    /// For each region.
    hands: Vec<Vec<Hand>>,
    known: BTreeMap<Vec<Open>, Rc<Least>>,
    /// How many tokens `known` has.
    stored: usize,
    nothing: Rc<Least>,
    work: &'a mut Work,
}

/// The canonical string of a reduced, connected position.
pub(crate) fn canonical_string(land: &Position, work: &mut Work) -> Result<Land, Limit> {
    let size = land.regions.iter().flatten().flatten().count();
    if size > MAX_OCCURRENCES {
        return Err(Limit::LandTooLarge(size));
    }
    let kinds = kinds(land);
    let (mut all_hands, mut texts) = (Vec::new(), Vec::new());
    for region in &land.regions {
        let hands = hands(region, &kinds, work)?;
        texts.push(region_text(&hands, &kinds, &[], work)?.text);
        all_hands.push(hands);
    }
    let (known, nothing) = (BTreeMap::new(), Rc::default());
    let mut writer = Writer { land, kinds, hands: all_hands, known, stored: 0, nothing, work };
    let mut strings = Vec::new();
    for first in (0..texts.len()).filter(|&r| Some(&texts[r]) == texts.iter().min()) {
        strings.push(writer.starting_with(first, &[])?.string);
    }
    Ok(Land(strings.into_iter().min().unwrap_or_default()))
}

impl Writer<'_> {
    /// What is beyond these open letters, which are named by their places. Every call within a call has fewer regions
    /// beyond, so the depth is at most the number of regions.
    fn beyond(&mut self, open: &[Open]) -> Result<Rc<Least>, Limit> {
        let Some(first) = open.first() else {
            return Ok(self.nothing.clone());
        };
        if let Some(least) = self.known.get(open) {
            return Ok(least.clone());
        }
        let least = Rc::new(self.starting_with(first.region, open)?);
        self.stored += open.len() + least.string.len();
        if self.stored > MAX_STORED {
            return Err(Limit::LandTooSymmetric);
        }
        self.known.insert(open.to_vec(), least.clone());
        Ok(least)
    }

    /// The same, where it is known which region comes first.
    fn starting_with(&mut self, first: usize, open: &[Open]) -> Result<Least, Limit> {
        let named: Vec<Spot> = open.iter().map(|open| open.spot).collect();
        let written = region_text(&self.hands[first], &self.kinds, &named, self.work)?;
        let kept: Vec<usize> = (0..open.len()).filter(|&name| open[name].region != first).collect();
        let kept_open: Vec<Open> = kept.iter().map(|&name| open[name]).collect();
        let part = if kept.is_empty() { open.to_vec() } else { self.together(&open[..1], open)? };
        let mut choices = Vec::new();
        if part.len() < open.len() {
            choices.push(self.beyond(&part)?.opened.clone());
        } else {
            for hand in &written.hands {
                choices.push(self.opened_by(first, hand, &kept_open)?);
            }
            choices.dedup();
        }
        let mut all = Vec::new();
        for opened in choices {
            let rest = self.beyond(&[&kept_open[..], &opened[..]].concat())?;
            all.push((rest, opened));
        }
        let (rest, opened) = least_first(all).into_iter().next().unwrap_or_default();
        let mut string = written.text;
        string.reserve_exact(rest.string.len());
        string.extend(rest.string.iter().map(|&token| match token {
            Token::Upper(name) => {
                let name = usize::from(name);
                let name = kept.get(name).copied().unwrap_or(name + open.len() - kept.len());
                Token::Upper(name as u16)
            }
            other => other,
        }));
        Ok(Least { string, opened })
    }

    /// The fresh letters of a region, in the order that gives the least string when the region is written with this
    /// hand.
    fn opened_by(&mut self, region: usize, hand: &[Written], kept: &[Open]) -> Result<Vec<Open>, Limit> {
        let fresh = hand.iter().filter_map(|boundary| boundary.fresh.first()).flatten();
        let mut open = kept.to_vec();
        open.extend(fresh.map(|&spot| self.open(spot, region)));
        let mut opened = Vec::new();
        if open.len() == kept.len() {
            return Ok(opened);
        }
        for class in hand.chunk_by(|a, b| a.text == b.text) {
            let mut boundaries = Vec::new();
            for boundary in class {
                let is_tied = class.len() > 1 || boundary.fresh.len() > 1;
                let mut rotations = Vec::new();
                for fresh in &boundary.fresh {
                    let letters: Vec<Open> = fresh.iter().map(|&spot| self.open(spot, region)).collect();
                    if is_tied && self.together(&letters, &open)?.len() > letters.len() {
                        return Err(Limit::LandNotDrawable);
                    }
                    let least = if is_tied { self.beyond(&letters)? } else { self.nothing.clone() };
                    rotations.push((least, letters));
                }
                boundaries.extend(least_first(rotations).into_iter().next());
            }
            opened.extend(least_first(boundaries).into_iter().flat_map(|(_, letters)| letters));
        }
        Ok(opened)
    }

    /// A letter of a region, as a letter that this region has opened.
    fn open(&self, spot: Spot, written: usize) -> Open {
        let region = match self.kinds[spot] {
            Kind::Upper(home, other) if home == written => other,
            Kind::Upper(home, _) => home,
            _ => written,
        };
        Open { spot, region }
    }

    /// Those open letters beyond which there is anything that is also beyond the given ones.
    fn together(&mut self, given: &[Open], open: &[Open]) -> Result<Vec<Open>, Limit> {
        let mut is_open = vec![false; self.kinds.len()];
        open.iter().for_each(|open| is_open[open.spot] = true);
        let mut is_reached = vec![false; self.land.regions.len()];
        let mut waiting: Vec<usize> = given.iter().map(|open| open.region).collect();
        while let Some(region) = waiting.pop() {
            if !std::mem::replace(&mut is_reached[region], true) {
                for &spot in self.land.regions[region].iter().flatten().filter(|&&spot| !is_open[spot]) {
                    if let Kind::Upper(a, b) = self.kinds[spot] {
                        waiting.extend([a, b]);
                    }
                }
            }
        }
        self.work.spend(self.kinds.len() + self.land.regions.len())?;
        Ok(open.iter().copied().filter(|open| is_reached[open.region]).collect())
    }
}

/// Sorts by the strings.
fn least_first<T>(mut list: Vec<(Rc<Least>, T)>) -> Vec<(Rc<Least>, T)> {
    list.sort_by(|a, b| a.0.string.cmp(&b.0.string));
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Region;
    use crate::testing::{Random, anything, canonical, disguise, drawn, lands, read, whole_game};
    use crate::text::place;

    #[test]
    fn by_hand() {
        let table = [
            // The least rotation, the least hand, the least first region, the least order of boundaries.
            ("2112", "1122"),
            ("2a1ba1b", "1a2b1ab"),
            ("AB.0|2AB.1", "0.AB|1.2AB"),
            ("1.12.112.0", "0.112.12.1"),
            // Names restart in each boundary, a region is followed by that of the least open letter.
            ("1c2c.1a2a", "1a2a.1a2a"),
            ("0.A|1.B|0.2.ABC|2.C1", "0.2.ABC|0.A|1B.2|1C"),
            // A hand is chosen for each region, but for all its boundaries at once.
            ("112212.112212", "112122.112122"),
            ("112122.112212", "112122.112212"),
            ("112122|112212", "112122+112122"),
            ("0.ABCD|1ABCD", "0.ABCD|1ABCD"),
            ("0.ABCD|1DCBA", "0.ABCD|1ABCD"),
            ("0.ABCD|1ABDC", "0.ABCD|1ABDC"),
        ];
        for (text, expected) in table {
            assert_eq!(canonical(text).to_string(), expected, "{text}");
        }
    }

    /// FORMAT.md section 5 to the letter: the least of all strings. Nothing if there are too many.
    fn plain(land: &Position) -> Option<Vec<Token>> {
        let orders = |n: usize| (1..=n).product::<usize>();
        let rotations = land.regions.iter().flatten().map(Vec::len).product::<usize>();
        let ways = land.regions.iter().fold(rotations, |ways, region| ways.saturating_mul(2 * orders(region.len())));
        if ways.saturating_mul(land.regions.len()) > 20_000 {
            return None;
        }
        let kinds = kinds(land);
        (0..land.regions.len()).map(|first| plain_from(land, &kinds, &[], &[], first)).min()
    }

    /// The least string after the regions `written`, whose upper-case letters have the names of their places in
    /// `names`, if `region` comes next.
    fn plain_from(land: &Position, kinds: &[Kind], written: &[usize], names: &[Spot], region: usize) -> Vec<Token> {
        let written = [written, &[region]].concat();
        let mirrored = land.regions[region].iter().map(|boundary| boundary.iter().rev().copied().collect()).collect();
        let hands: [Region; 2] = [land.regions[region].clone(), mirrored];
        let try_one = |walks: Region| {
            let mut names = names.to_vec();
            let mut text = Vec::new();
            for walk in walks {
                let mut lower = Vec::new();
                text.extend(walk.iter().map(|&spot| match kinds[spot] {
                    Kind::Single(degree) => Token::Single(degree),
                    Kind::Lower => Token::Lower(place(&mut lower, spot)),
                    Kind::Upper(..) => Token::Upper(place(&mut names, spot)),
                }));
                text.push(Token::EndBoundary);
            }
            text.push(Token::EndRegion);
            let next = names.iter().find_map(|&spot| match kinds[spot] {
                Kind::Upper(a, b) if !written.contains(&a) => Some(a).filter(|_| written.contains(&b)),
                Kind::Upper(_, b) => Some(b).filter(|b| !written.contains(b)),
                _ => None,
            });
            text.extend(next.iter().flat_map(|&next| plain_from(land, kinds, &written, &names, next)));
            text
        };
        hands.into_iter().flat_map(all_walks).map(try_one).min().unwrap()
    }

    /// All orders of boundaries, with all their rotations.
    fn all_walks(boundaries: Region) -> Vec<Region> {
        let mut all = if boundaries.is_empty() { vec![vec![]] } else { vec![] };
        for b in 0..boundaries.len() {
            let mut others = boundaries.clone();
            let mut walk = others.remove(b);
            for _ in 0..walk.len() {
                walk.rotate_left(1);
                all.extend(all_walks(others.clone()).into_iter().map(|rest| [vec![walk.clone()], rest].concat()));
            }
        }
        all
    }

    fn agrees_with_plain(mut position: Position) -> usize {
        position.reduce();
        let mut compared = 0;
        for land in position.into_lands() {
            let string = canonical_string(&land, &mut Work::for_position());
            if let (Some(least), false) = (plain(&land), string == Err(Limit::LandNotDrawable)) {
                assert_eq!(string, Ok(Land(least)), "{land:?}");
                compared += 1;
            }
        }
        compared
    }

    #[test]
    fn is_the_least_of_all_strings() {
        let compared: usize = lands(&whole_game(4)).iter().map(|land| agrees_with_plain(read(&land.to_string()))).sum();
        assert!(compared > 1_000, "{compared}");
        let mut random = Random::new(2);
        let compared: usize = (0..500).map(|_| agrees_with_plain(drawn(&mut random, 7))).sum();
        assert!(compared > 500, "{compared}");
        let compared: usize = (0..3_000).map(|i| agrees_with_plain(anything(&mut random, 4 + i % 6))).sum();
        assert!(compared > 1_500, "{compared}");
    }

    #[test]
    fn disguises_do_not_matter() {
        let mut random = Random::new(3);
        let mut positions: Vec<Position> = whole_game(4).iter().map(|position| read(&position.to_string())).collect();
        positions.extend((0..500).map(|_| drawn(&mut random, 12)));
        positions.extend((0..2_000).map(|i| anything(&mut random, 5 + i % 9)));
        positions.extend(symmetric().iter().map(|(_, text)| read(text)));
        for position in positions {
            let expected = position.clone().canonical();
            for _ in 0..3 {
                assert_eq!(disguise(&position, &mut random).canonical(), expected, "{position:?}");
            }
        }
    }

    fn letters(range: std::ops::Range<usize>) -> String {
        range.map(|n| Token::Upper(n as u16).to_string()).collect()
    }

    /// A spot on each edge of a prism.
    fn prism(n: usize) -> String {
        let edge = |i: usize| letters(i..i + 1);
        let side = |i| [i, 2 * n + (i + 1) % n, n + i, 2 * n + i].map(edge).concat();
        let sides: Vec<String> = (0..n).map(side).collect();
        format!("{}|{}|{}", letters(0..n), letters(n..2 * n), sides.join("|"))
    }

    /// Highly symmetric lands, with what they are.
    fn symmetric() -> Vec<(&'static str, String)> {
        let group = |size: usize, i: usize| letters(size * i..size * (i + 1));
        let hub = |groups: usize, size, beside: &str| {
            let all: Vec<String> = (0..groups).map(|i| group(size, i)).collect();
            format!("{}|{beside}{}", all.join("."), all.join(&format!("|{beside}")))
        };
        let chain: Vec<String> = (0..298).map(|i| letters(i..i + 2)).collect();
        let ladder: Vec<String> = (0..60).map(|i| format!("{}.{}", group(2, i), group(2, i + 1))).collect();
        vec![
            ("five triples", hub(5, 3, "0.")),
            ("ten triples", hub(10, 3, "0.")),
            ("fifteen pairs", hub(15, 2, "")),
            ("cube", prism(4)),
            ("prism", prism(30)),
            ("chain", format!("1A|{}|1{}", chain.join("|"), letters(298..299))),
            ("ladder", format!("0.AB|{}|0.{}", ladder.join("|"), group(2, 60))),
        ]
    }

    #[test]
    fn symmetry_is_no_obstacle() {
        for (name, text) in symmetric() {
            let start = std::time::Instant::now();
            let land = canonical(&text);
            assert!(start.elapsed().as_secs() < 5, "{name}: {:?}", start.elapsed());
            assert_eq!(canonical(&land.to_string()), land, "{name}");
        }
        let least = "0.ABC|ABC.DEF.GHI.JKL.MNO|0.DEF|0.GHI|0.JKL|0.MNO";
        assert_eq!(canonical("ABC.DEF.GHI.JKL.MNO|0.ABC|0.DEF|0.GHI|0.JKL|0.MNO").to_string(), least);
    }

    #[test]
    fn work_is_bounded() {
        assert_eq!(read("0*601").canonical(), Err(Limit::LandTooLarge(601)));
        assert_eq!(read(&prism(100)).canonical(), Err(Limit::LandTooSymmetric));
        assert_eq!(read("0.AB.CD|0.AC|0.BD").canonical(), Err(Limit::LandNotDrawable));
    }
}
