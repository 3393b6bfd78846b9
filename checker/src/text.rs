//! What a region looks like in a land's string (FORMAT.md section 5), given the letters that have names already.

use crate::limits::{Limit, Work};
use crate::position::{Position, Region, Spot};
use crate::token::Token;
use std::cmp::Ordering;

/// What is written for a spot.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Single(u8),
    Lower,
    /// The spot occurs in these two regions.
    Upper(usize, usize),
}

/// A boundary in its least text. Letters without a name are *fresh*: they are counted from the first free name.
pub(crate) struct Written {
    pub text: Vec<Token>,
    /// For each rotation with this text, the fresh letters in their order. One list at least; one only if it is empty.
    pub fresh: Vec<Vec<Spot>>,
}

/// A region in its least text.
#[derive(Default)]
pub(crate) struct RegionText {
    pub text: Vec<Token>,
    /// The hands, one or both, that give this text, each with its boundaries in order.
    pub hands: Vec<Vec<Written>>,
}

pub(crate) fn kinds(position: &Position) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = position.degree.iter().map(|&degree| Kind::Single(degree)).collect();
    let mut first = vec![None; kinds.len()];
    for (r, region) in position.regions.iter().enumerate() {
        for &spot in region.iter().flatten() {
            match first[spot] {
                None => first[spot] = Some(r),
                Some(home) if home == r => kinds[spot] = Kind::Lower,
                Some(home) => kinds[spot] = Kind::Upper(home, r),
            }
        }
    }
    kinds
}

/// The least text of a boundary over all rotations. The letters in `named` have the names of their places.
pub(crate) fn boundary_text(walk: &[Spot], kinds: &[Kind], named: &[Spot], work: &mut Work) -> Result<Written, Limit> {
    let mut best = Written { text: vec![Token::EndRegion], fresh: vec![] };
    'rotations: for start in 0..walk.len() {
        let mut text = Vec::with_capacity(walk.len() + 1);
        let (mut lower, mut upper) = (Vec::new(), named.to_vec());
        let mut order = Ordering::Equal;
        for &spot in walk[start..].iter().chain(&walk[..start]) {
            work.spend(1 + (lower.len() + upper.len()) / 16)?;
            let token = match kinds[spot] {
                Kind::Single(degree) => Token::Single(degree),
                Kind::Lower => Token::Lower(place(&mut lower, spot)),
                Kind::Upper(..) => Token::Upper(place(&mut upper, spot)),
            };
            order = order.then_with(|| token.cmp(&best.text[text.len()]));
            if order == Ordering::Greater {
                continue 'rotations;
            }
            text.push(token);
        }
        text.push(Token::EndBoundary);
        let fresh = upper.split_off(named.len());
        if order == Ordering::Less {
            best = Written { text, fresh: vec![fresh] };
        } else if !fresh.is_empty() {
            best.fresh.push(fresh);
        }
    }
    Ok(best)
}

/// The least text of a region. A letter is never in two boundaries of a region, so a boundary's text does not depend
/// on the other boundaries, but for the name at which fresh letters start, which moves them all alike. No text is a
/// prefix of another. So the least text of a region is the least texts of its boundaries, sorted.
pub(crate) fn region_text(
    region: &Region,
    kinds: &[Kind],
    named: &[Spot],
    work: &mut Work,
) -> Result<RegionText, Limit> {
    let mut best = RegionText::default();
    for mirrored in [false, true] {
        let mut hand = Vec::new();
        for boundary in region {
            let mut walk = boundary.clone();
            if mirrored {
                walk.reverse();
            }
            hand.push(boundary_text(&walk, kinds, named, work)?);
        }
        hand.sort_by(|a, b| a.text.cmp(&b.text));
        let text = joined(&hand, named.len());
        if best.hands.is_empty() || text < best.text {
            best = RegionText { text, hands: vec![hand] };
        } else if text == best.text {
            best.hands.push(hand);
        }
    }
    Ok(best)
}

/// The boundaries of a region in a row: fresh letters go on counting from boundary to boundary.
fn joined(hand: &[Written], named: usize) -> Vec<Token> {
    let mut text = Vec::new();
    let mut earlier = 0;
    for boundary in hand {
        text.extend(boundary.text.iter().map(|&token| match token {
            Token::Upper(name) if usize::from(name) >= named => Token::Upper(name + earlier),
            other => other,
        }));
        earlier += boundary.fresh.first().map_or(0, Vec::len) as u16;
    }
    text.push(Token::EndRegion);
    text
}

/// The place of a spot in a list, to which it is added if it is new.
pub(crate) fn place(list: &mut Vec<Spot>, spot: Spot) -> u16 {
    let place = list.iter().position(|&other| other == spot).unwrap_or(list.len());
    if place == list.len() {
        list.push(spot);
    }
    place as u16
}
