//! Positions (FORMAT.md section 2) and their reduction (section 4).

use crate::error::{Result, error};
use crate::land::{BAR, DOT, LOWER, Token, UPPER, is_upper, parts, print};

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
    /// Adds a land, given by any of its strings. An upper-case letter may also occur once or twice in a boundary. A spot has the
    /// number of the place where it occurs first.
    pub(crate) fn add(&mut self, string: &[Token]) -> Result<()> {
        let of_land = self.lives.len();
        for region in string.split_inclusive(|token| *token == BAR) {
            for boundary in region.split_inclusive(|token| *token == DOT) {
                let of_boundary = self.lives.len();
                for &token in boundary {
                    let count = |list: &[Token]| list.iter().filter(|other| **other == token).count();
                    let first = |list: &[Token]| list.iter().take_while(|other| **other != token).count();
                    let spot = match token {
                        DOT.. => usize::from(token),
                        0..LOWER if token > 0 || boundary == [0, DOT] => self.lives.len(),
                        LOWER..UPPER if count(boundary) == 2 => of_boundary + first(boundary),
                        UPPER.. if count(string) <= 2 && count(region) == count(boundary) => of_land + first(string),
                        _ => return Err(error!(Malformed, "{} occurs where it should not", print(token))),
                    };
                    self.regions.push(spot as Spot);
                    self.lives.push(3 - token.min(2) as u8);
                }
            }
        }
        Ok(())
    }

    /// The lands of the reduced position, each in one of its strings, though not with the right letters.
    pub(crate) fn lands(&self) -> Vec<Vec<Token>> {
        let regions: Vec<Vec<Token>> = parts(&self.regions, BAR).map(|region| self.reduced(region)).collect();
        let (all, mut lands) = (regions.concat(), Vec::<Vec<Token>>::new());
        for region in regions.iter().filter(|region| !region.is_empty()) {
            let mut string = Vec::new();
            for boundary in parts(region, DOT) {
                let start = string.len();
                let count = |list: &[Token], token| list.iter().filter(|other| **other == token).count();
                string.extend(boundary.iter().map(|&token| match token {
                    UPPER.. if count(&all, token) == 1 => 2, // 6
                    UPPER.. if count(region, token) == 2 => token - UPPER + LOWER,
                    _ => token,
                }));
                let twos: Vec<usize> = (start..string.len()).filter(|&at| string[at] == 2).collect();
                if twos.len() > 1 && (boundary.len() == 2 || lives(region) <= 3) {
                    string[twos[0]] = 1; // 7
                    string.remove(twos[1]);
                }
                string.push(DOT);
            }
            string.push(BAR);
            let is_shared = |token: &Token| is_upper(*token) && string.contains(token);
            let (joined, others) = lands.into_iter().partition(|land| land.iter().any(is_shared)); // 8
            lands = others;
            lands.push([joined.concat(), string].concat());
        }
        lands
    }

    /// The tokens of a region after steps 1 to 5, none if it is dropped. All spots of degree 2 are upper-case letters as yet.
    fn reduced(&self, region: &[Spot]) -> Vec<Token> {
        let (mut tokens, lives_of) = (Vec::new(), |spot: Spot| self.lives[usize::from(spot)]);
        for boundary in parts(region, DOT) {
            let mut spots: Vec<Spot> = boundary.iter().copied().filter(|spot| lives_of(*spot) > 0).collect(); // 1
            spots.dedup(); // 2
            if spots.len() > 1 && spots.first() == spots.last() {
                spots.pop();
            }
            let token = |spot| if lives_of(spot) == 1 { UPPER + spot } else { 3 - Token::from(lives_of(spot)) };
            tokens.extend(spots.into_iter().map(token));
            tokens.push(DOT); // 3: an empty boundary is none
        }
        let mut once: Vec<Token> = parts(&tokens, DOT).flatten().copied().collect();
        once.sort_unstable();
        once.dedup_by(|a, b| a == b && is_upper(*a));
        match lives(&once) {
            0 | 1 => Vec::new(),                 // 4
            2 | 3 => [once, vec![DOT]].concat(), // 5
            _ => tokens,
        }
    }
}

/// The lives of tokens, each of which is another spot.
fn lives(tokens: &[Token]) -> Token {
    tokens.iter().filter(|token| **token < DOT).map(|token| 3 - token.min(&2)).sum()
}
