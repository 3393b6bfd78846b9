//! What a region looks like in a land's string (FORMAT.md section 5), given the letters that have names already.

use crate::limits::{Limit, Work};
use crate::position::{Boundary, Position, Region, Spot};
use crate::token::Token;
use std::cmp::Ordering;
use std::mem;

/// What is written for a spot.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Single(u8),
    Lower,
    /// The spot occurs in these two regions.
    Upper(usize, usize),
}

/// A region read in one direction. A boundary is *closed* if it has no upper-case letter: then its text does not depend
/// on the rest of the land.
pub(crate) struct Hand {
    /// The least texts of the closed boundaries, sorted.
    closed: Vec<Vec<Token>>,
    open: Vec<Boundary>,
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
    /// The hands, one or both, that give this text, each with its open boundaries in order.
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

/// The hands of a region: both, or one if the other is the same. (A cycle of one or two is its own mirror image.)
pub(crate) fn hands(region: &Region, kinds: &[Kind], work: &mut Work) -> Result<Vec<Hand>, Limit> {
    let mut hands = Vec::new();
    let is_own_mirror = region.iter().all(|boundary| boundary.len() <= 2);
    for mirrored in [false, true].into_iter().take(if is_own_mirror { 1 } else { 2 }) {
        let mut hand = Hand { closed: Vec::with_capacity(region.len()), open: vec![] };
        for boundary in region {
            match (&boundary[..], kinds[boundary[0]]) {
                (&[_], Kind::Single(degree)) => hand.closed.push(vec![Token::Single(degree), Token::EndBoundary]),
                (walk, _) => {
                    let mut walk = walk.to_vec();
                    if mirrored {
                        walk.reverse();
                    }
                    if walk.iter().any(|&spot| matches!(kinds[spot], Kind::Upper(..))) {
                        hand.open.push(walk);
                    } else {
                        hand.closed.push(boundary_text(&walk, kinds, &[], work)?.text);
                    }
                }
            }
        }
        hand.closed.sort_unstable();
        hands.push(hand);
    }
    Ok(hands)
}

/// The least text of a boundary over all rotations. The letters in `named` have the names of their places.
fn boundary_text(walk: &[Spot], kinds: &[Kind], named: &[Spot], work: &mut Work) -> Result<Written, Limit> {
    let mut best = Written { text: vec![], fresh: vec![] };
    let (mut text, mut lower, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
    'rotations: for start in 0..walk.len() {
        text.clear();
        lower.clear();
        fresh.clear();
        let mut order = if start == 0 { Ordering::Less } else { Ordering::Equal };
        for &spot in walk[start..].iter().chain(&walk[..start]) {
            work.spend(1 + (lower.len() + fresh.len() + named.len()) / 16)?;
            let token = match kinds[spot] {
                Kind::Single(degree) => Token::Single(degree),
                Kind::Lower => Token::Lower(place(&mut lower, spot)),
                Kind::Upper(..) => Token::Upper(match named.iter().position(|&other| other == spot) {
                    Some(name) => name as u16,
                    None => named.len() as u16 + place(&mut fresh, spot),
                }),
            };
            order = order.then_with(|| token.cmp(&best.text[text.len()]));
            if order == Ordering::Greater {
                continue 'rotations;
            }
            text.reserve(walk.len() + 1);
            text.push(token);
        }
        text.push(Token::EndBoundary);
        if order == Ordering::Less {
            best = Written { text: mem::take(&mut text), fresh: vec![mem::take(&mut fresh)] };
        } else if !fresh.is_empty() {
            best.fresh.push(mem::take(&mut fresh));
        }
    }
    Ok(best)
}

/// The least text of a region. A letter is never in two boundaries of a region, so a boundary's text does not depend
/// on the other boundaries, but for the name at which fresh letters start, which moves them all alike. No text is a
/// prefix of another. So the least text of a region is the least texts of its boundaries, sorted.
pub(crate) fn region_text(
    hands: &[Hand],
    kinds: &[Kind],
    named: &[Spot],
    work: &mut Work,
) -> Result<RegionText, Limit> {
    let mut best = RegionText::default();
    for hand in hands {
        let mut open = Vec::with_capacity(hand.open.len());
        for walk in &hand.open {
            open.push(boundary_text(walk, kinds, named, work)?);
        }
        open.sort_by(|a, b| a.text.cmp(&b.text));
        let text = joined(&hand.closed, &open, named.len());
        if best.hands.is_empty() || text < best.text {
            best = RegionText { text, hands: vec![open] };
        } else if text == best.text {
            best.hands.push(open);
        }
    }
    Ok(best)
}

/// The boundaries of a region in a row: fresh letters go on counting from boundary to boundary.
fn joined(closed: &[Vec<Token>], open: &[Written], named: usize) -> Vec<Token> {
    let length = closed.iter().chain(open.iter().map(|boundary| &boundary.text)).map(Vec::len).sum::<usize>();
    let mut text = Vec::with_capacity(length + 1);
    let mut earlier = 0;
    let mut closed = closed.iter().peekable();
    for boundary in open {
        while let Some(lesser) = closed.next_if(|closed| **closed < boundary.text) {
            text.extend(lesser);
        }
        text.extend(boundary.text.iter().map(|&token| match token {
            Token::Upper(name) if usize::from(name) >= named => Token::Upper(name + earlier),
            other => other,
        }));
        earlier += boundary.fresh.first().map_or(0, Vec::len) as u16;
    }
    text.extend(closed.flatten());
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
