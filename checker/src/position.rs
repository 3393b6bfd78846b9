//! Positions (FORMAT.md section 2) and their reduction (section 4).

use crate::land::{BAR, DOT, LOWER, Token, UPPER, is_upper, parts, spell};

/// A spot, by its number; or `DOT` or `BAR`, which end boundaries and regions.
pub(crate) type Spot = u16;

/// Any position, reduced or not.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// Of each spot. Those of degree 2 may also occur once, as a token `2` of a reduced position does.
    pub(crate) lives: Vec<u8>,
    /// The boundaries of all regions in a row, with their ends.
    pub(crate) regions: Vec<Spot>,
}

impl Position {
    /// The lands of the position, reduced: each in one of its strings, though not the least.
    pub(crate) fn lands(&self) -> Vec<Vec<Token>> {
        let regions = parts(&self.regions, BAR).filter_map(|region| self.reduced(region)); // steps 1 to 5
        let mut regions: Vec<Vec<Token>> = regions.collect();
        regions.sort_unstable();
        let homes = homes(&regions, self.lives.len());
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

    /// The tokens of a region after steps 1 to 5, if it is not dropped. Where any order will do, this one makes fewer lands
    /// look different.
    fn reduced(&self, region: &[Spot]) -> Option<Vec<Token>> {
        let mut boundaries: Vec<Vec<Token>> = parts(region, DOT).map(|boundary| self.tokens(boundary)).collect();
        boundaries.retain(|boundary| !boundary.is_empty()); // 3
        boundaries.sort_unstable();
        let mut tokens = boundaries.join(&DOT);
        match lives(&tokens) {
            0 | 1 => return None, // 4
            2 | 3 => {
                tokens.retain(|token| *token != DOT); // 5
                tokens.sort_unstable();
                tokens.dedup_by(|a, b| a == b && is_upper(*a));
            }
            _ => {}
        }
        tokens.push(DOT);
        Some(tokens)
    }

    /// A boundary after steps 1 and 2. All spots of degree 2 are upper-case letters as yet.
    fn tokens(&self, boundary: &[Spot]) -> Vec<Token> {
        let lives = |spot: Spot| self.lives[usize::from(spot)];
        let mut spots: Vec<Spot> = boundary.iter().copied().filter(|spot| lives(*spot) > 0).collect(); // 1
        spots.dedup(); // 2
        if spots.len() > 1 && spots.first() == spots.last() {
            spots.pop();
        }
        spots
            .into_iter()
            .map(|spot| if lives(spot) == 1 { UPPER + spot } else { 3 - Token::from(lives(spot)) })
            .collect()
    }
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
