//! Positions (FORMAT.md section 2) and their reduction (section 4).
//!
//! Only a spot that occurs twice needs a name, so a position is written in tokens, like a land: `0`, `1` and `2`
//! are spots that occur once. Dead spots are left out from the start (step 1): moves do not write them.

use crate::land::{BAR, DOT, LOWER, Token, UPPER, is_upper, parts, spell};

/// Any position, reduced or not: the boundaries of its regions in a row, with their ends. A letter is upper-case
/// wherever it occurs, and stands for one spot only.
#[derive(Clone, Debug, Default)]
pub struct Position(pub(crate) Vec<Token>);

impl Position {
    /// How many letters there are.
    pub(crate) fn letters(&self) -> usize {
        self.0.iter().filter(|token| is_upper(**token)).max().map_or(0, |token| usize::from(token - UPPER) + 1)
    }

    /// The lands of the position, reduced: each in one of its strings, though not the least.
    pub(crate) fn lands(&self) -> Vec<Vec<Token>> {
        let mut regions: Vec<Vec<Token>> = parts(&self.0, BAR).filter_map(reduced).collect(); // steps 2 to 5
        regions.sort_unstable();
        let homes = homes(&regions, self.letters());
        let mut land_of: Vec<usize> = (0..regions.len()).collect(); // 8
        for (r, s) in homes.iter().filter_map(|[r, s]| r.zip(*s)) {
            let (old, new) = (land_of[r], land_of[s]);
            land_of.iter_mut().filter(|land| **land == old).for_each(|land| *land = new);
        }
        for token in regions.iter_mut().flatten().filter(|token| is_upper(**token)) {
            match homes[usize::from(*token - UPPER)] {
                [None, _] => *token = 2, // 6
                [r, s] if r == s => *token -= UPPER - LOWER,
                _ => {}
            }
        }
        let mut lands = Vec::new();
        for land in 0..regions.len() {
            let (mut string, mut named) = (Vec::new(), Vec::new());
            for (region, _) in regions.iter().zip(&land_of).filter(|(_, other)| **other == land) {
                for boundary in parts(region, DOT) {
                    let start = string.len();
                    spell(boundary.iter(), &mut named, &mut string);
                    let twos: Vec<usize> = (start..string.len()).filter(|&at| string[at] == 2).collect();
                    if twos.len() > 1 && (boundary.len() == 2 || lives(region) <= 3) {
                        string[twos[0]] = 1; // 7
                        string.remove(twos[1]);
                    }
                }
                string.push(BAR);
            }
            lands.extend(Some(string).filter(|string| !string.is_empty()));
        }
        lands
    }
}

/// A region after steps 2 to 5, if it is not dropped. Where any order will do, this one makes fewer lands look different.
fn reduced(region: &[Token]) -> Option<Vec<Token>> {
    let mut boundaries: Vec<&[Token]> = parts(region, DOT).collect(); // 3
    boundaries.sort_unstable();
    let mut tokens = paired(boundaries.join(&DOT)); // 2
    match lives(&tokens) {
        0 | 1 => return None, // 4
        2 | 3 => {
            tokens.retain(|token| *token != DOT);
            tokens.sort_unstable();
            tokens = paired(tokens); // 5
        }
        _ => {}
    }
    tokens.push(DOT);
    Some(tokens)
}

/// Boundaries in which two occurrences of a spot that are cyclically adjacent have become a `2`.
fn paired(mut boundaries: Vec<Token>) -> Vec<Token> {
    for boundary in boundaries.split_mut(|token| *token == DOT) {
        if boundary.first() == boundary.last() && boundary.len() > 1 {
            boundary.rotate_left(1);
        }
    }
    let pairs = boundaries.chunk_by(|a, b| a == b && is_upper(*a));
    pairs.map(|pair| if pair.len() == 2 { 2 } else { pair[0] }).collect()
}

/// The lives of a region, each spot counted once, or some number above 3 if there are more.
fn lives(region: &[Token]) -> usize {
    let is_new = |(i, token): &(usize, &Token)| **token < LOWER || !region[..*i].contains(token);
    let tokens = region.iter().enumerate().filter(|(_, token)| **token < DOT).filter(is_new);
    tokens.take(4).map(|(_, token)| usize::from(3 - token.min(&2))).sum()
}

/// In which two regions each letter occurs, or in which one.
pub(crate) fn homes(regions: &[impl AsRef<[Token]>], letters: usize) -> Vec<[Option<usize>; 2]> {
    let mut homes = vec![[None; 2]; letters];
    for (r, region) in regions.iter().enumerate() {
        for token in region.as_ref().iter().filter(|token| is_upper(**token)) {
            let [_, before] = homes[usize::from(token - UPPER)];
            homes[usize::from(token - UPPER)] = [before, Some(r)];
        }
    }
    homes
}
