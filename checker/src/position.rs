//! Positions (FORMAT.md section 2) and their reduction (section 4).
//!
//! Only a spot that occurs twice needs a name, so a position is written in tokens, like a land: `0`, `1` and `2`
//! are spots that occur once. Dead spots are left out from the start (step 1): moves do not write them.

use crate::error::{Result, error};
use crate::land::{BAR, DOT, LOWER, Land, Token, UPPER, is_upper, parts, print};

/// Any position, reduced or not: the boundaries of its regions in a row, with their ends. A letter is upper-case
/// wherever it occurs, and stands for one spot only.
#[derive(Clone, Debug, Default)]
pub struct Position(pub(crate) Vec<Token>);

/// In which regions a letter occurs for the first and for the second time.
pub(crate) type Homes = (Option<usize>, Option<usize>);

impl Position {
    /// How many letters there are.
    pub(crate) fn letters(&self) -> usize {
        self.0.iter().filter(|token| is_upper(**token)).max().map_or(0, |token| usize::from(token - UPPER) + 1)
    }

    /// The position that is just this land, its regions and boundaries in the order of the string.
    pub(crate) fn of(land: &Land) -> Self {
        let mut position = Position::default();
        position.add_land(&land.0).expect("a land is made from a position");
        position
    }

    /// Adds the land with this string, canonical or not: letters may be in any order, and an upper-case one that occurs
    /// once, or twice in a boundary, is also understood.
    pub(crate) fn add_land(&mut self, string: &[Token]) -> Result<()> {
        let first = UPPER + self.letters() as Token;
        // A lower-case letter has a meaning only in its boundary. Each letter, and all boundaries where it occurs.
        let mut letters: Vec<(Token, Option<(usize, usize)>, Vec<(usize, usize)>)> = Vec::new();
        for (r, region) in parts(string, BAR).enumerate() {
            for (b, boundary) in parts(region, DOT).enumerate() {
                if boundary.contains(&0) && boundary.len() > 1 {
                    return Err(error!(Malformed, "a spot of degree 0 is not alone in its boundary"));
                }
                for &token in boundary {
                    let scope = (token < UPPER).then_some((r, b));
                    let known = letters.iter().position(|letter| letter.0 == token && letter.1 == scope);
                    let nth = known.unwrap_or(letters.len());
                    if token >= LOWER && nth == letters.len() {
                        letters.push((token, scope, vec![]));
                    }
                    letters.get_mut(nth).into_iter().for_each(|letter| letter.2.push((r, b)));
                    self.0.push(if token < LOWER { token } else { first + nth as Token });
                }
                self.0.push(DOT);
            }
            self.0.push(BAR);
        }
        for (letter, scope, places) in letters {
            let wrong = match places[..] {
                [_] if scope.is_some() => "occurs once in its boundary",
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
        regions.sort_by(|a, b| shape(a).cmp(shape(b)));
        let homes = homes(&regions, self.letters());
        let mut land_of: Vec<usize> = (0..regions.len()).collect(); // 8
        for (a, b) in homes.iter().filter_map(|(first, second)| first.zip(*second)) {
            let (old, new) = (land_of[a].max(land_of[b]), land_of[a].min(land_of[b]));
            land_of.iter_mut().filter(|land| **land == old).for_each(|land| *land = new);
        }
        let (mut lands, mut names) = (Vec::new(), vec![None; homes.len()]);
        for land in 0..regions.len() {
            let (mut tokens, mut fresh) = (Vec::new(), UPPER..);
            for (region, _) in regions.iter().zip(&land_of).filter(|(_, other)| **other == land) {
                let is_small = lives(region) <= 3;
                for boundary in parts(region, DOT) {
                    let start = tokens.len();
                    tokens.extend(boundary.iter().map(|&token| match token.checked_sub(UPPER).map(usize::from) {
                        None => token,
                        Some(letter) if homes[letter].1.is_none() => 2, // 6
                        Some(letter) => *names[letter].get_or_insert_with(|| fresh.next().unwrap_or(UPPER)),
                    }));
                    let mut twos = (start..tokens.len()).filter(|&at| tokens[at] == 2);
                    if let (Some(a), Some(b), true) = (twos.next(), twos.next(), is_small || tokens.len() == start + 2)
                    {
                        tokens[a] = 1; // 7
                        tokens.remove(b);
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
    let mut boundaries: Vec<Vec<Token>> =
        parts(region, DOT).map(paired).filter(|boundary| !boundary.is_empty()).collect();
    let lives = lives(&boundaries.concat());
    if lives <= 3 {
        let mut all = boundaries.concat(); // 5
        all.sort_unstable();
        boundaries = vec![paired(&all)];
    }
    boundaries.sort_by(|a, b| shape(a).cmp(shape(b)));
    boundaries.iter_mut().for_each(|boundary| boundary.push(DOT));
    (lives > 1).then(|| boundaries.concat()) // 4
}

/// A boundary after step 2.
fn paired(boundary: &[Token]) -> Vec<Token> {
    let mut kept = Vec::with_capacity(boundary.len() + 1);
    for &token in boundary {
        match kept.last_mut() {
            Some(last) if *last == token && is_upper(token) => *last = 2,
            _ => kept.push(token),
        }
    }
    if kept.len() > 1 && kept.last() == kept.first() && is_upper(kept[0]) {
        kept.pop();
        kept[0] = 2;
    }
    kept
}

/// The lives of a region, each spot counted once, or some number above 3 if there are more.
fn lives(region: &[Token]) -> usize {
    let is_new = |(i, token): &(usize, &Token)| **token < UPPER || !region[..*i].contains(token);
    let tokens = region.iter().enumerate().filter(|(_, token)| **token < DOT).filter(is_new);
    tokens.take(4).map(|(_, token)| usize::from(3 - token.min(&2))).sum()
}

/// By which boundaries and regions are put in some order.
fn shape(tokens: &[Token]) -> impl Iterator<Item = Token> {
    tokens.iter().map(|&token| if is_upper(token) { UPPER } else { token })
}

pub(crate) fn homes<R: AsRef<[Token]>>(regions: &[R], letters: usize) -> Vec<Homes> {
    let mut homes: Vec<Homes> = vec![(None, None); letters];
    for (r, region) in regions.iter().enumerate() {
        for token in region.as_ref().iter().filter(|token| is_upper(**token)) {
            let (first, second) = &mut homes[usize::from(token - UPPER)];
            *if first.is_none() { first } else { second } = Some(r);
        }
    }
    homes
}
