//! Edits of the text of a Sprouts certificate, and of the container around any certificate.

use crate::container::{Container, compress, varint};
use crate::drawn::SplitMix64;

/// One of the items.
pub fn pick<'a, T>(random: &mut SplitMix64, items: &'a [T]) -> &'a T {
    &items[random.below(items.len())]
}

/// Whether something happens that happens once in so many times.
pub fn once_in(random: &mut SplitMix64, times: usize) -> bool {
    random.below(times) == 0
}

/// A text as raw DEFLATE: mostly stored, since compressing costs more than checking, and now and then compressed.
pub fn deflate(random: &mut SplitMix64, text: &str) -> Vec<u8> {
    match u16::try_from(text.len()) {
        Ok(length) if !once_in(random, 32) => {
            [&[1], &length.to_le_bytes()[..], &(!length).to_le_bytes(), text.as_bytes()].concat()
        }
        _ => compress(text),
    }
}

/// Ways to write a land that are not canonical, or not a land.
const SPELLINGS: [(&str, &str); 12] = [
    ("0*2", "0.0"),
    ("0", "0*1"),
    ("AB|AB", "BA|AB"),
    ("AB", "BA"),
    ("A", "B"),
    ("|", "|22|"),
    ("1a1a", "1b1b"),
    ("12", "21"),
    (".", "..0."),
    ("a", "A"),
    ("2", "02"),
    ("+", "+0+"),
];

/// Changes lines: claims or nodes come first, then replies.
pub fn edit(random: &mut SplitMix64, claims: &mut Vec<String>, replies: &mut Vec<String>) {
    let lines = if once_in(random, 3) { claims } else { replies };
    let (one, other) = (random.below(lines.len().max(1)), random.below(lines.len().max(1)));
    if lines.is_empty() {
        lines.push(random.below(4).to_string());
        return;
    }
    match random.below(9) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(one, lines[other].clone()),
        2 => lines.swap(one, other),
        3 => lines[one] = lines[other].clone(),
        4 | 5 => match lines[one].parse::<u64>() {
            Ok(number) => lines[one] = number.wrapping_add_signed(random.below(5) as i64 - 2).to_string(),
            Err(_) => {
                let more = *pick(random, &["0", " 0", "+*1", "+t0", " ", "\n", "é"]);
                lines[one].push_str(more);
            }
        },
        6 => {
            lines[one] = pick(random, &["0", "1", "7", "18446744073709551615", "00", "-1", "!", "", "0 0"]).to_string()
        }
        7 => {
            let (from, to) = pick(random, &SPELLINGS);
            lines[one] = lines[one].replacen(from, to, 1);
        }
        _ => {
            let at = random.below(lines[one].len() + 1);
            let sign = *pick(random, &["0", "1", "2", "a", "A", "B", ".", "|", "+", " ", "*"]);
            if lines[one].is_char_boundary(at) {
                lines[one].insert_str(at, sign);
            }
        }
    }
}

/// Changes the container: version, counts, a byte of the statement or of the body.
pub fn edit_container(random: &mut SplitMix64, file: &mut Container) {
    let flip = |random: &mut SplitMix64, bytes: &mut Vec<u8>| {
        if !bytes.is_empty() {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes[at] = bytes[at].wrapping_add(1),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random.below(256) as u8),
            }
        }
    };
    match random.below(8) {
        0 => file.version = random.below(5) as u64,
        1 => file.claims = file.claims.wrapping_add_signed(random.below(3) as i64 - 1) & 0xffff_ffff,
        2 => file.replies = file.replies.wrapping_add_signed(random.below(3) as i64 - 1) & 0xffff_ffff,
        3 => {
            (file.claims, file.replies) = (file.claims + 1, file.replies.wrapping_sub(1) & 0xffff_ffff);
        }
        4 | 5 => flip(random, &mut file.statement),
        6 => flip(random, &mut file.body),
        _ => {
            // Another game, with all the rest as it is.
            file.statement[0] = random.below(9) as u8;
        }
    }
}

/// A statement: its number and its fields.
pub fn statement(number: u64, fields: &[&[u8]]) -> Vec<u8> {
    [varint(number), fields.concat()].concat()
}
