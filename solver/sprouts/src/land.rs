//! Lands and positions in canonical form, as values that can be compared, hashed, printed and read back.

use crate::plain::PlainPosition;
use crate::token::{
    END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER, LOWER_LETTERS, UPPER_LETTERS, ZERO, is_upper, lives,
};
use std::fmt;

/// A land in canonical form: its canonical string in the bytes of [`crate::token`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Land(Box<[u8]>);

impl Land {
    /// Wraps a key that the engine has made.
    pub fn from_key(key: impl AsRef<[u8]>) -> Self {
        Land(key.as_ref().into())
    }

    pub fn key(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Land {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&print_key(&self.0))
    }
}

impl fmt::Debug for Land {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A position in canonical form: its lands, sorted.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Position {
    lands: Vec<Land>,
}

impl Position {
    pub fn new(mut lands: Vec<Land>) -> Self {
        lands.sort_unstable();
        Position { lands }
    }

    pub fn lands(&self) -> &[Land] {
        &self.lands
    }

    pub fn is_empty(&self) -> bool {
        self.lands.is_empty()
    }

    /// The position with all spots named again, for the printers of [`crate::notation`].
    pub fn plain(&self) -> PlainPosition {
        let mut plain = PlainPosition::default();
        for land in &self.lands {
            add_land(&mut plain, land.key());
        }
        plain
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.lands.is_empty() {
            return f.write_str("!");
        }
        for (nth, land) in self.lands.iter().enumerate() {
            if nth > 0 {
                f.write_str("+")?;
            }
            fmt::Display::fmt(land, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Lives of a land: every spot counted once.
pub fn lives_of_key(key: &[u8]) -> u32 {
    let mut upper = 0;
    let mut lower = 0;
    let mut others = 0;
    for &token in key {
        if token < FIRST_LOWER {
            others += u32::from(lives(token));
        } else if is_upper(token) {
            upper += 1;
        } else if token < FIRST_UPPER {
            lower += 1;
        }
    }
    others + (upper + lower) / 2
}

fn add_land(plain: &mut PlainPosition, key: &[u8]) {
    let mut upper = [None; UPPER_LETTERS as usize];
    for region in key.split(|&token| token == END_REGION).filter(|region| !region.is_empty()) {
        let mut boundaries = Vec::new();
        for boundary in region.split(|&token| token == END_BOUNDARY).filter(|boundary| !boundary.is_empty()) {
            let mut lower = [None; LOWER_LETTERS as usize];
            let spots = boundary.iter().map(|&token| {
                if token < FIRST_LOWER {
                    return plain.add_spot(lives(token) as u8);
                }
                let slot = if token < FIRST_UPPER {
                    &mut lower[(token - FIRST_LOWER) as usize]
                } else {
                    &mut upper[(token - FIRST_UPPER) as usize]
                };
                *slot.get_or_insert_with(|| plain.add_spot(1))
            });
            boundaries.push(spots.collect());
        }
        plain.regions.push(boundaries);
    }
}

/// The short notation of a key.
fn print_key(key: &[u8]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < key.len() {
        let zeros = key[at..].chunks_exact(2).take_while(|pair| pair == &[ZERO, END_BOUNDARY]).count();
        if zeros >= 2 {
            text.push_str(&format!("0*{zeros}."));
            at += 2 * zeros;
            continue;
        }
        push_token(&mut text, key[at]);
        at += 1;
    }
    let text = text.replace(".|", "|");
    text.strip_suffix('|').unwrap_or(&text).to_string()
}

fn push_token(text: &mut String, token: u8) {
    match token {
        0..FIRST_LOWER => text.push((b'0' + token) as char),
        FIRST_LOWER..FIRST_UPPER => push_letter(text, token - FIRST_LOWER, b'a', 'm'),
        END_BOUNDARY => text.push('.'),
        END_REGION => text.push('|'),
        _ => push_letter(text, token - FIRST_UPPER, b'A', 'n'),
    }
}

/// The 27th and later letters are written with their number: FORMAT.md section 5.
fn push_letter(text: &mut String, nth: u8, first: u8, late: char) {
    if nth < 26 {
        text.push((first + nth) as char);
    } else {
        text.push_str(&format!("{late}({})", nth + 1));
    }
}
