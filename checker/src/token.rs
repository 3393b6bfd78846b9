//! Tokens, lands and reduced positions as strings of tokens (FORMAT.md section 5).

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// A token, by a number that increases in the order of the alphabet: 0, 1, 2, lower-case letters, upper-case letters, `.`, `|`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Token(u16);

const LOWER: u16 = 3;
const UPPER: u16 = 0x4000;

/// What a token is. Letters are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A spot of this degree that occurs once.
    Degree(u8),
    /// A spot that occurs twice in one boundary.
    Lower(u16),
    /// A spot that occurs in two regions.
    Upper(u16),
    /// The end of a boundary.
    Dot,
    /// The end of a region.
    Bar,
}

impl Token {
    pub const DOT: Token = Token(0xFFFE);
    pub const BAR: Token = Token(0xFFFF);
    /// The letter `a`: no letter is less.
    pub const LEAST_LETTER: Token = Token(LOWER);

    pub fn degree(degree: u8) -> Self {
        Token(degree.into())
    }

    pub fn lower(number: u16) -> Self {
        Token(LOWER + number)
    }

    pub fn upper(number: u16) -> Self {
        Token(UPPER + number)
    }

    pub fn kind(self) -> Kind {
        match self.0 {
            0..LOWER => Kind::Degree(self.0 as u8),
            LOWER..UPPER => Kind::Lower(self.0 - LOWER),
            UPPER..0xFFFE => Kind::Upper(self.0 - UPPER),
            0xFFFE => Kind::Dot,
            0xFFFF => Kind::Bar,
        }
    }

    pub fn is_upper(self) -> bool {
        matches!(self.kind(), Kind::Upper(_))
    }
}

/// As FORMAT.md writes it: the letters after the 26th have numbers.
impl Display for Token {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (n, first, late) = match self.kind() {
            Kind::Degree(degree) => return write!(f, "{degree}"),
            Kind::Dot => return f.write_str("."),
            Kind::Bar => return f.write_str("|"),
            Kind::Lower(n) => (n, b'a', 'm'),
            Kind::Upper(n) => (n, b'A', 'n'),
        };
        if n < 26 { write!(f, "{}", char::from(first + n as u8)) } else { write!(f, "{late}({})", n + 1) }
    }
}

/// A land: a string of tokens, packed. The canonical one, unless it is said to be another.
///
/// Each token takes one byte, or three if it is a late letter (one that is not among the first 60 lower-case or 189 upper-case
/// ones), so that the bytes are ordered as the tokens are: the first byte of a later token is greater; late letters of one
/// kind have the same first byte, and then their numbers in two bytes, the higher one first. No code is the beginning of another. So the derived order, that of the bytes, is the
/// lexicographic order of the strings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(Arc<[u8]>);

/// The codes of `a`, of late lower-case letters, of `A`, of late upper-case letters, of `.` and of `|`.
const A_LOWER: u8 = 3;
const LATE_LOWER: u8 = 63;
const A_UPPER: u8 = 64;
const LATE_UPPER: u8 = 253;
const DOT: u8 = 254;
const BAR: u8 = 255;

impl Land {
    pub(crate) fn of(string: &[Token]) -> Self {
        let mut bytes = Vec::with_capacity(string.len());
        for token in string {
            match token.kind() {
                Kind::Degree(degree) => bytes.push(degree),
                Kind::Lower(n) if n < u16::from(LATE_LOWER - A_LOWER) => bytes.push(A_LOWER + n as u8),
                Kind::Upper(n) if n < u16::from(LATE_UPPER - A_UPPER) => bytes.push(A_UPPER + n as u8),
                Kind::Lower(n) => bytes.extend([LATE_LOWER, (n >> 8) as u8, n as u8]),
                Kind::Upper(n) => bytes.extend([LATE_UPPER, (n >> 8) as u8, n as u8]),
                Kind::Dot => bytes.push(DOT),
                Kind::Bar => bytes.push(BAR),
            }
        }
        Land(bytes.into())
    }

    /// The tokens of each boundary of each region.
    pub(crate) fn regions(&self) -> Vec<Vec<Vec<Token>>> {
        let (mut regions, mut region, mut boundary) = (vec![], vec![], vec![]);
        let mut bytes = self.0.iter().copied();
        while let Some(byte) = bytes.next() {
            let mut number = || u16::from_be_bytes([bytes.next().unwrap_or(0), bytes.next().unwrap_or(0)]);
            match byte {
                0..A_LOWER => boundary.push(Token::degree(byte)),
                A_LOWER..LATE_LOWER => boundary.push(Token::lower((byte - A_LOWER).into())),
                LATE_LOWER => boundary.push(Token::lower(number())),
                A_UPPER..LATE_UPPER => boundary.push(Token::upper((byte - A_UPPER).into())),
                LATE_UPPER => boundary.push(Token::upper(number())),
                DOT => region.push(std::mem::take(&mut boundary)),
                BAR => regions.push(std::mem::take(&mut region)),
            }
        }
        regions
    }

    /// How many bytes the string takes: about as many as it has tokens.
    pub(crate) fn size(&self) -> usize {
        self.0.len()
    }
}

/// A reduced position: its lands in increasing order. The derived order is that of FORMAT.md section 6.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(pub(crate) Vec<Land>);

impl Canonical {
    pub fn lands(&self) -> &[Land] {
        &self.0
    }
}
