//! The letters of the short and the Lemoine-Viennot notation, which go on after z and Z.

use std::fmt;

const ALPHABET: usize = 26;

/// A letter by its case and its place in the alphabet, counted from 1.
///
/// Letters after the 26th are written `m(27)`, `m(28)`, … in lower case and `n(27)`, `n(28)`, … in upper case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// A spot with both occurrences in one boundary.
    Lower(usize),
    /// A spot that occurs in two regions.
    Upper(usize),
}

impl Letter {
    /// The letter that one character stands for.
    pub(super) fn from_char(c: char) -> Option<Self> {
        match c {
            'a'..='z' => Some(Letter::Lower(c as usize - 'a' as usize + 1)),
            'A'..='Z' => Some(Letter::Upper(c as usize - 'A' as usize + 1)),
            _ => None,
        }
    }

    /// The letter whose number stands in parentheses after `sign`.
    pub(super) fn late(sign: char, place: usize) -> Option<Self> {
        match sign {
            'm' => Some(Letter::Lower(place)),
            'n' => Some(Letter::Upper(place)),
            _ => None,
        }
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, sign, place) = match *self {
            Letter::Lower(place) => (b'a', 'm', place),
            Letter::Upper(place) => (b'A', 'n', place),
        };
        if (1..=ALPHABET).contains(&place) {
            write!(f, "{}", char::from(first + (place - 1) as u8))
        } else {
            write!(f, "{sign}({place})")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_print_by_their_place() {
        let table = [
            (Letter::Lower(1), "a"),
            (Letter::Lower(13), "m"),
            (Letter::Lower(26), "z"),
            (Letter::Lower(27), "m(27)"),
            (Letter::Upper(1), "A"),
            (Letter::Upper(26), "Z"),
            (Letter::Upper(1000), "n(1000)"),
        ];
        for (letter, text) in table {
            assert_eq!(letter.to_string(), text);
        }
    }
}
