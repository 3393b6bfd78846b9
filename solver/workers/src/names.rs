//! Names of lands in messages: the short notation of their canonical form (FORMAT.md section 5), read back without a search for
//! the canonical form. A name that is no canonical form is a land that is never met, so nothing follows from it.

use sprouts::Land;
use sprouts::token::{END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER, LOWER_LETTERS, UPPER_LETTERS, ZERO};

pub fn name(land: &Land) -> String {
    land.to_string()
}

/// The key of the land with this name.
pub fn key(name: &str) -> Option<Vec<u8>> {
    let text = name.as_bytes();
    let mut key = Vec::with_capacity(2 * text.len() + 2);
    let mut at = 0;
    let mut is_open = false;
    while let Some(&byte) = text.get(at) {
        at += 1;
        let is_end = byte == b'.' || byte == b'|';
        match byte {
            b'0' if text.get(at) == Some(&b'*') => {
                let (count, next) = number(text, at + 1)?;
                if !(1..=120).contains(&count) {
                    return None;
                }
                key.extend([ZERO, END_BOUNDARY].repeat(count));
                // The full stop after a run is that of its last spot.
                at = if text.get(next) == Some(&b'.') { next + 1 } else { next };
            }
            b'0'..=b'2' => key.push(byte - b'0' + ZERO),
            b'm' | b'n' if text.get(at) == Some(&b'(') => {
                let (nth, next) = number(text, at + 1)?;
                let (first, most) =
                    if byte == b'm' { (FIRST_LOWER, LOWER_LETTERS) } else { (FIRST_UPPER, UPPER_LETTERS) };
                if text.get(next) != Some(&b')') || !(1..=usize::from(most)).contains(&nth) {
                    return None;
                }
                key.push(first + (nth - 1) as u8);
                at = next + 1;
            }
            b'a'..=b'z' => key.push(FIRST_LOWER + byte - b'a'),
            b'A'..=b'Z' => key.push(FIRST_UPPER + byte - b'A'),
            b'.' => key.push(END_BOUNDARY),
            b'|' => {
                if is_open {
                    key.push(END_BOUNDARY);
                }
                key.push(END_REGION);
            }
            _ => return None,
        }
        is_open = !is_end && key.last().is_some_and(|last| *last < END_BOUNDARY);
    }
    if is_open {
        key.push(END_BOUNDARY);
    }
    if !key.is_empty() && key.last() != Some(&END_REGION) {
        key.push(END_REGION);
    }
    (!key.is_empty()).then_some(key)
}

/// A number and where it ends.
fn number(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let digits = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&text[start..start + digits]).ok()?.parse().ok()?;
    Some((number, start + digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::normal::LandTable;
    use sprouts::{Engine, PlainPosition};

    #[test]
    fn every_land_of_a_search_has_a_name_that_is_read_back() {
        let mut land_table = LandTable::new();
        let start = Engine::new().canonical(&PlainPosition::start(9)).unwrap();
        let lands = land_table.position(&start);
        search::normal::NimberSearch::new(&mut land_table, Default::default(), ()).has_nimber(&lands, 0).unwrap();
        assert!(land_table.land_count() > 1000);
        for land in 0..land_table.land_count() as u32 {
            let land = Land::from_key(land_table.key(land));
            assert_eq!(key(&name(&land)).as_deref(), Some(land.key()), "{land}");
        }
    }

    #[test]
    fn late_letters_are_read_and_other_texts_are_not() {
        for tokens in [vec![FIRST_LOWER + 30, 1, FIRST_LOWER + 30], vec![FIRST_UPPER + 26, FIRST_UPPER + 128, 2]] {
            let mut tokens = tokens;
            tokens.extend([END_BOUNDARY, END_REGION]);
            let land = Land::from_key(&tokens);
            assert_eq!(key(&name(&land)).as_deref(), Some(land.key()), "{land}");
        }
        for text in
            ["", "0*", "0*x", "0*999999999999999999999", "3", "m(", "m(0)", "m(121)", "n(130)", "n(1", "ä", "0*0"]
        {
            assert_eq!(key(text), None, "{text}");
        }
    }
}
