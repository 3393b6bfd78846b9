//! The alphabet of canonical strings (FORMAT.md section 5) and the short notation in print.

use std::fmt::{self, Display, Formatter, Write};

/// One symbol of a land's string. The derived order is the order of the alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// A spot that occurs once, by its degree: `0`, `1`, `2`.
    Single(u8),
    /// A spot that occurs twice in one boundary; `Lower(0)` is `a`.
    Lower(u16),
    /// A spot that occurs in two regions; `Upper(0)` is `A`.
    Upper(u16),
    /// `.`
    EndBoundary,
    /// `|`
    EndRegion,
}

/// A reduced land, as its canonical string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(pub(crate) Vec<Token>);

/// A reduced position: its lands in increasing order. The derived order is that of FORMAT.md section 6.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(pub(crate) Vec<Land>);

impl Land {
    pub fn tokens(&self) -> &[Token] {
        &self.0
    }
}

impl Canonical {
    pub fn lands(&self) -> &[Land] {
        &self.0
    }

    /// The n of the n-spot game that starts here, if one does.
    pub fn spots(&self) -> Option<usize> {
        let [Land(tokens)] = &self.0[..] else {
            return None;
        };
        let boundaries = tokens.strip_suffix(&[Token::EndRegion])?.chunks(2);
        let spots = boundaries.len();
        boundaries.into_iter().all(|boundary| boundary == [Token::Single(0), Token::EndBoundary]).then_some(spots)
    }

    /// The sum of positions is the multiset of all their lands.
    pub fn sum<'a>(lands: impl IntoIterator<Item = &'a Land>) -> Self {
        let mut lands: Vec<Land> = lands.into_iter().cloned().collect();
        lands.sort_unstable();
        Canonical(lands)
    }
}

impl Display for Token {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match *self {
            Token::Single(degree) => write!(f, "{degree}"),
            Token::Lower(n @ 0..26) => f.write_char((b'a' + n as u8) as char),
            Token::Upper(n @ 0..26) => f.write_char((b'A' + n as u8) as char),
            Token::Lower(n) => write!(f, "m({})", n + 1),
            Token::Upper(n) => write!(f, "n({})", n + 1),
            Token::EndBoundary => f.write_char('.'),
            Token::EndRegion => f.write_char('|'),
        }
    }
}

impl Display for Land {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let body = self.0.strip_suffix(&[Token::EndRegion]).unwrap_or(&self.0);
        for (i, region) in body.split(|t| *t == Token::EndRegion).enumerate() {
            f.write_str(if i > 0 { "|" } else { "" })?;
            let region = region.strip_suffix(&[Token::EndBoundary]).unwrap_or(region);
            let boundaries: Vec<_> = region.split(|t| *t == Token::EndBoundary).collect();
            for (j, run) in boundaries.chunk_by(|a, b| *a == [Token::Single(0)] && a == b).enumerate() {
                f.write_str(if j > 0 { "." } else { "" })?;
                run[0].iter().try_for_each(|token| write!(f, "{token}"))?;
                if run.len() > 1 {
                    write!(f, "*{}", run.len())?;
                }
            }
        }
        Ok(())
    }
}

impl Display for Canonical {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for (i, land) in self.0.iter().enumerate() {
            write!(f, "{}{land}", if i > 0 { "+" } else { "" })?;
        }
        f.write_str(if self.0.is_empty() { "!" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::canonical;

    #[test]
    fn positions_are_ordered_land_by_land() {
        let sorted = ["!", "0*2", "0.AB|AB", "0", "0+0", "12", "1a1a", "AB|AB"];
        for pair in sorted.windows(2) {
            assert!(canonical(pair[0]) < canonical(pair[1]), "{pair:?}");
        }
    }
}
