//! The alphabet of canonical strings, as bytes whose numeric order is the order of FORMAT.md section 5.
//!
//! A land's key is its canonical string in these bytes, so comparing keys as byte strings is comparing canonical
//! strings. 120 lower-case and 129 upper-case letters are enough for every position of a game of at most
//! [`MAX_SPOTS`] spots: a position that began with n spots has at most 2n spots of degree 2 that occur twice.

/// A spot of degree 0, three lives.
pub const ZERO: u8 = 0;
/// A spot of degree 1, two lives.
pub const ONE: u8 = 1;
/// A spot of degree 2, one life, that occurs once.
pub const TWO: u8 = 2;
/// `a`, the first spot with both occurrences in this boundary.
pub const FIRST_LOWER: u8 = 3;
pub const LOWER_LETTERS: u8 = 120;
/// `A`, the first spot that occurs in two regions.
pub const FIRST_UPPER: u8 = FIRST_LOWER + LOWER_LETTERS;
pub const UPPER_LETTERS: u8 = 129;
/// `.`
pub const END_BOUNDARY: u8 = 254;
/// `|`
pub const END_REGION: u8 = 255;

/// The largest starting number of spots whose every position fits the alphabet.
pub const MAX_SPOTS: usize = 60;

pub fn is_upper(token: u8) -> bool {
    (FIRST_UPPER..END_BOUNDARY).contains(&token)
}

/// Lives of the spot behind a token of a key.
pub fn lives(token: u8) -> u16 {
    match token {
        ZERO => 3,
        ONE => 2,
        _ => 1,
    }
}
