//! Positions (FORMAT.md section 2) and their reduction (section 4).
//!
//! Tokens are not stored: what is written for a spot follows from its degree and from where it occurs. So a spot
//! "becomes the token `2`" by losing an occurrence, and step 6 of the reduction needs no code.

use crate::error::{Result, error};
use crate::land::{BAR, DOT, LOWER, Land, Token, UPPER, parts, print};

/// An occurrence of a spot, as 4 times the number of the spot plus its degree; or `DOT`; or `BAR`.
pub(crate) type Item = u16;

/// So many items at most may be given, that every spot has a number.
const MAX_ITEMS: usize = 16_000;

/// Any position, reduced or not: the boundaries of its regions in a row, with their ends.
#[derive(Clone, Debug, Default)]
pub struct Position(pub(crate) Vec<Item>);

/// In which regions a spot occurs for the first and for the second time.
pub(crate) type Homes = (Option<usize>, Option<usize>);

impl Position {
    /// How many spots there are.
    pub(crate) fn spots(&self) -> usize {
        self.0.iter().filter(|item| **item < DOT).max().map_or(0, |item| usize::from(item / 4) + 1)
    }

    /// The position that is just this land, its regions and boundaries in the order of the string.
    pub(crate) fn of(land: &Land) -> Self {
        let mut position = Position::default();
        position.add_land(&land.0).expect("a land is made from a position");
        position
    }

    pub(crate) fn has_room_for(&self, string: &[Token]) -> Result<()> {
        match self.0.len() + string.len() {
            0..=MAX_ITEMS => Ok(()),
            _ => Err(error!(CannotCheck, "a position of more than {MAX_ITEMS} tokens is not read")),
        }
    }

    /// Adds the land with this string, canonical or not: letters may be in any order, and an upper-case one that occurs
    /// once, or twice in a boundary, is also understood.
    pub(crate) fn add_land(&mut self, string: &[Token]) -> Result<()> {
        self.has_room_for(string)?;
        let is_ended = |pair: &[Token]| !matches!(pair, [BAR | DOT, DOT] | [BAR, BAR] | [0..DOT, BAR]);
        if !string.ends_with(&[BAR]) || string[0] >= DOT || !string.windows(2).all(is_ended) {
            return Err(error!(Malformed, "a boundary or a region is empty or not ended"));
        }
        let mut spots = self.spots() as Item;
        // The letters: a lower-case one has a meaning only in its boundary. The item of each, where it was met first (region
        // and boundary), and how often.
        let mut letters: Vec<(Token, Item, (usize, usize), usize)> = Vec::new();
        let wrong = |letter, why| Err(error!(Malformed, "letter {} {why}", print(letter)));
        for (r, region) in parts(string, BAR).enumerate() {
            for (b, boundary) in parts(region, DOT).enumerate() {
                if boundary.contains(&0) && boundary.len() > 1 {
                    return Err(error!(Malformed, "a spot of degree 0 is not alone in its boundary"));
                }
                for &token in boundary {
                    let is_known = |letter: &&mut (Token, Item, (usize, usize), usize)| {
                        letter.0 == token && (token >= UPPER || letter.2 == (r, b))
                    };
                    let Some((_, item, first, count)) = letters.iter_mut().find(is_known) else {
                        self.0.push(4 * spots + token.min(2));
                        letters.extend((token >= LOWER).then_some((token, 4 * spots + 2, (r, b), 1)));
                        spots += 1;
                        continue;
                    };
                    self.0.push(*item);
                    *count += 1;
                    if *count > 2 {
                        return wrong(token, "occurs a third time");
                    }
                    if first.0 == r && first.1 != b {
                        return wrong(token, "occurs in two boundaries of one region");
                    }
                }
                self.0.push(DOT);
            }
            self.0.push(BAR);
        }
        match letters.iter().find(|(letter, _, _, count)| *letter < UPPER && *count < 2) {
            Some((letter, ..)) => wrong(*letter, "occurs once in its boundary"),
            None => Ok(()),
        }
    }

    /// The lands of the position, reduced. In each the spots are numbered in order of appearance.
    pub(crate) fn lands(&self) -> Vec<Vec<Item>> {
        let mut regions: Vec<Vec<Item>> = parts(&self.0, BAR).filter_map(reduced).collect(); // steps 1 to 5
        regions.sort_by(|a, b| degrees(a).cmp(degrees(b)));
        let homes = homes(&regions, self.spots());
        regions.iter_mut().for_each(|region| pair_twos(region, &homes)); // 7
        let mut land_of: Vec<usize> = (0..regions.len()).collect(); // 8
        for (a, b) in homes.iter().filter_map(|(first, second)| first.zip(*second)) {
            let (old, new) = (land_of[a].max(land_of[b]), land_of[a].min(land_of[b]));
            land_of.iter_mut().filter(|land| **land == old).for_each(|land| *land = new);
        }
        let (mut lands, mut numbers) = (Vec::new(), vec![None; homes.len()]);
        for land in 0..regions.len() {
            let (mut items, mut new) = (Vec::new(), (0..).step_by(4));
            for (region, _) in regions.iter().zip(&land_of).filter(|(_, other)| **other == land) {
                items.extend(region.iter().map(|&item| match numbers.get_mut(usize::from(item / 4)) {
                    Some(number) => *number.get_or_insert_with(|| new.next().unwrap_or(0)) + item % 4,
                    None => item,
                }));
                items.push(BAR);
            }
            lands.extend(Some(items).filter(|items| !items.is_empty()));
        }
        lands
    }
}

/// A region after steps 1 to 5, if it is not dropped.
fn reduced(region: &[Item]) -> Option<Vec<Item>> {
    let mut kept = Vec::with_capacity(region.len() + 1);
    for boundary in parts(region, DOT) {
        let start = kept.len();
        for &item in boundary.iter().filter(|item| **item % 4 < 3) {
            kept.extend((kept[start..].last() != Some(&item)).then_some(item)); // 1 and 2
        }
        if kept.len() > start + 1 && kept.last() == Some(&kept[start]) {
            kept.pop(); // 2, around the end
        }
        kept.extend((kept.len() > start).then_some(DOT)); // 3
    }
    let lives = lives(&kept);
    if lives <= 3 {
        kept.retain(|item| *item < DOT); // 5
        kept.sort_unstable();
        kept.dedup();
        kept.push(DOT);
    } else {
        // Any order will do; with this one, fewer lands have to be written.
        for boundary in kept.split_mut(|item| *item == DOT).filter(|boundary| boundary.len() > 2) {
            let from = |start: usize| boundary[start..].iter().chain(&boundary[..start]).map(|item| item % 4);
            let least = (0..boundary.len()).min_by(|a, b| from(*a).cmp(from(*b)));
            boundary.rotate_left(least.unwrap_or(0));
        }
        let boundaries = kept.split_inclusive(|item| *item == DOT);
        if !boundaries.clone().is_sorted_by(|a, b| degrees(a).le(degrees(b))) {
            let mut boundaries: Vec<&[Item]> = boundaries.collect();
            boundaries.sort_by(|a, b| degrees(a).cmp(degrees(b)));
            kept = boundaries.concat();
        }
    }
    (lives > 1).then_some(kept) // 4
}

/// By which boundaries and regions are put in some order.
fn degrees(items: &[Item]) -> impl Iterator<Item = Item> {
    items.iter().map(|item| if *item < DOT { item % 4 } else { *item })
}

/// Step 7 for a region. If it has at most 3 lives, it has but one boundary, by step 5.
fn pair_twos(region: &mut Vec<Item>, homes: &[Homes]) {
    let is_small = lives(region) <= 3;
    let mut start = 0;
    while let Some(length) = region[start..].iter().position(|item| *item == DOT) {
        let is_two = |&at: &usize| region[at] % 4 == 2 && homes[usize::from(region[at] / 4)].1.is_none();
        let mut twos = (start..start + length).filter(is_two);
        start += length + 1;
        if let (Some(first), Some(second), true) = (twos.next(), twos.next(), is_small || length == 2) {
            region[first] -= 1; // this is now the `1`
            region.remove(second);
            start -= 1;
        }
    }
}

/// The lives of a region, each spot counted once, or some number above 3 if there are more.
fn lives(region: &[Item]) -> usize {
    let is_new = |(i, item): &(usize, &Item)| **item < DOT && !region[..*i].contains(item);
    region.iter().enumerate().filter(is_new).take(4).map(|(_, item)| usize::from(3 - item % 4)).sum()
}

pub(crate) fn homes<R: AsRef<[Item]>>(regions: &[R], spots: usize) -> Vec<Homes> {
    let mut homes: Vec<Homes> = vec![(None, None); spots];
    for (r, region) in regions.iter().enumerate() {
        for item in region.as_ref().iter().filter(|item| **item < DOT) {
            let (first, second) = &mut homes[usize::from(item / 4)];
            *if first.is_none() { first } else { second } = Some(r);
        }
    }
    homes
}
