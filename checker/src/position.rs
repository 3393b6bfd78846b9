//! Positions (FORMAT.md section 2) and their reduction (section 4).
//!
//! Only a spot that occurs twice needs a name, so a position is written in tokens, like a land: `0`, `1` and `2`
//! are spots that occur once. Dead spots are left out from the start (step 1): moves do not write them.

use crate::error::{Result, error};
use crate::land::{BAR, DOT, LOWER, Token, UPPER, is_upper, parts, print};
use std::collections::BTreeMap;

/// Any position, reduced or not: the boundaries of its regions in a row, with their ends. A letter is upper-case
/// wherever it occurs, and stands for one spot only.
#[derive(Clone, Debug, Default)]
pub struct Position(pub(crate) Vec<Token>);

impl Position {
    /// How many letters there are.
    pub(crate) fn letters(&self) -> usize {
        self.0.iter().filter(|token| is_upper(**token)).max().map_or(0, |token| usize::from(token - UPPER) + 1)
    }

    /// Adds the land with this string, canonical or not: letters may be in any order, and an upper-case one that occurs
    /// once, or twice in a boundary, is also understood.
    pub(crate) fn add_land(&mut self, string: &[Token]) -> Result<()> {
        // The name of each letter, and the places where it occurs: region and boundary. A lower-case letter has a meaning
        // only in its boundary.
        let (first, mut letters) = (UPPER + self.letters() as Token, BTreeMap::new());
        for (r, region) in parts(string, BAR).enumerate() {
            for (b, boundary) in parts(region, DOT).enumerate() {
                if boundary.contains(&0) && boundary.len() > 1 {
                    return Err(error!(Malformed, "a spot of degree 0 is not alone in its boundary"));
                }
                for &token in boundary {
                    let (scope, fresh) = ((token < UPPER).then_some((r, b)), first + letters.len() as Token);
                    if token < LOWER {
                        self.0.push(token);
                        continue;
                    }
                    let (name, places) = letters.entry((token, scope)).or_insert((fresh, Vec::new()));
                    places.push((r, b));
                    self.0.push(*name);
                }
                self.0.push(DOT);
            }
            self.0.push(BAR);
        }
        for ((letter, _), (_, places)) in letters {
            let wrong = match places[..] {
                [_] if letter < UPPER => "occurs once in its boundary",
                [(r, a), (s, b)] if r == s && a != b => "occurs in two boundaries of one region",
                [_] | [_, _] => continue,
                _ => "occurs a third time",
            };
            return Err(error!(Malformed, "letter {} {wrong}", print(letter)));
        }
        Ok(())
    }

    /// The lands of the position, reduced. In each the letters are numbered in order of appearance.
    pub(crate) fn lands(&self) -> Vec<Vec<Token>> {
        let mut regions: Vec<Vec<Token>> = parts(&self.0, BAR).filter_map(reduced).collect(); // steps 2 to 5
        regions.sort_unstable();
        let homes = homes(&regions, self.letters());
        let mut land_of: Vec<usize> = (0..regions.len()).collect(); // 8
        for pair in homes.iter().filter(|homes| homes.len() == 2) {
            let (old, new) = (land_of[pair[0]], land_of[pair[1]]);
            land_of.iter_mut().filter(|land| **land == old).for_each(|land| *land = new);
        }
        let (mut lands, mut names) = (Vec::new(), vec![None; homes.len()]);
        for land in 0..regions.len() {
            let (mut tokens, mut fresh) = (Vec::new(), UPPER..);
            for (region, _) in regions.iter().zip(&land_of).filter(|(_, other)| **other == land) {
                for boundary in parts(region, DOT) {
                    let start = tokens.len();
                    tokens.extend(boundary.iter().map(|&token| match token.checked_sub(UPPER).map(usize::from) {
                        None => token,
                        Some(letter) if homes[letter].len() < 2 => 2, // 6
                        Some(letter) => *names[letter].get_or_insert_with(|| fresh.next().unwrap_or(UPPER)),
                    }));
                    let twos: Vec<usize> = (start..tokens.len()).filter(|&at| tokens[at] == 2).collect();
                    if twos.len() > 1 && (tokens.len() == start + 2 || lives(region) <= 3) {
                        tokens[twos[0]] = 1; // 7
                        tokens.remove(twos[1]);
                    }
                    tokens.push(DOT);
                }
                tokens.push(BAR);
            }
            lands.extend(Some(tokens).filter(|tokens| !tokens.is_empty()));
        }
        lands
    }
}

/// A region after steps 2 to 5, if it is not dropped. Where any order will do, this one makes fewer lands look different.
fn reduced(region: &[Token]) -> Option<Vec<Token>> {
    let mut boundaries: Vec<Vec<Token>> = parts(region, DOT).map(paired).filter(|kept| !kept.is_empty()).collect();
    let mut all = boundaries.concat();
    let lives = lives(&all);
    if lives <= 3 {
        all.sort_unstable();
        boundaries = vec![paired(&all)]; // 5
    }
    boundaries.sort_unstable();
    boundaries.iter_mut().for_each(|boundary| boundary.push(DOT));
    (lives > 1).then(|| boundaries.concat()) // 4
}

/// A boundary after step 2.
fn paired(boundary: &[Token]) -> Vec<Token> {
    let length = boundary.len();
    // The last token is followed by the first, but of two tokens only one is said to be followed by the other.
    let pairs = if length > 2 { length } else { length.saturating_sub(1) };
    let is_pair = |i: usize| i < pairs && is_upper(boundary[i]) && boundary[i] == boundary[(i + 1) % length];
    let kept = (0..length).filter(|i| !is_pair((i + length - 1) % length));
    kept.map(|i| if is_pair(i) { 2 } else { boundary[i] }).collect()
}

/// The lives of a region, each spot counted once, or some number above 3 if there are more.
fn lives(region: &[Token]) -> usize {
    let is_new = |(i, token): &(usize, &Token)| **token < UPPER || !region[..*i].contains(token);
    let tokens = region.iter().enumerate().filter(|(_, token)| **token < DOT).filter(is_new);
    tokens.take(4).map(|(_, token)| usize::from(3 - token.min(&2))).sum()
}

/// In which regions each letter occurs.
pub(crate) fn homes(regions: &[impl AsRef<[Token]>], letters: usize) -> Vec<Vec<usize>> {
    let mut homes = vec![Vec::new(); letters];
    for (r, region) in regions.iter().enumerate() {
        for token in region.as_ref().iter().filter(|token| is_upper(**token)) {
            homes[usize::from(token - UPPER)].push(r);
        }
    }
    homes
}
