//! Texts of digits and letters: the common part of the short and the Lemoine-Viennot notation.

use std::collections::{BTreeMap, HashMap};

use crate::notation::choice::MAX_SPOTS;
use crate::notation::cursor::Cursor;
use crate::notation::error::{Fault, ParseErrorKind, Span};
use crate::notation::letter::Letter;
use crate::notation::listing::{Listing, Site, add_spot, boundaries, lands, regions};
use crate::plain::{Boundary, PlainPosition, Region, SpotId};

/// Ends a boundary in both notations.
const BOUNDARY_END: char = '.';

/// Ends the position in both notations.
const POSITION_END: char = '!';

/// The signs in which the two notations differ.
pub(super) struct Signs {
    pub region_end: char,
    pub land_end: char,
    /// Whether `0*k` stands for k boundaries `0`.
    pub has_repeats: bool,
    /// The signs and spots that can be written, for the error message.
    pub expected: &'static str,
}

/// A spot occurrence as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// `count` boundaries of one spot without lines.
    Fresh {
        count: usize,
    },
    /// A spot that occurs once, with 2, 1 or no lives.
    Once {
        lives: u8,
    },
    Letter(Letter),
}

/// The capitals of a land that are spots of an earlier land, with that land.
pub(super) type Ties = HashMap<(usize, Letter), usize>;

/// Reads the tokens and their places.
///
/// White space may stand next to signs but not between spots: a line `0.AB|AB 3` of a database of nimbers would
/// otherwise be read as another position, with a dead spot.
pub(super) fn sites(text: &str, signs: &Signs) -> Result<Vec<Site<Token>>, Fault> {
    let mut cursor = Cursor::new(text);
    let mut listing = Listing::new();
    loop {
        let spaces = cursor.skip_spaces();
        let sign_span = cursor.here();
        match cursor.peek() {
            None => return Ok(listing.finish()),
            Some(BOUNDARY_END) => listing.end_boundary(sign_span)?,
            Some(sign) if sign == signs.region_end => listing.end_region(sign_span)?,
            Some(sign) if sign == signs.land_end => listing.end_land(sign_span)?,
            Some(POSITION_END) => {
                cursor.bump();
                nothing_follows(&mut cursor, text)?;
                return Ok(listing.finish());
            }
            Some(_) if spaces.length > 0 && listing.boundary_is_open() => {
                return Err(Fault::new(spaces, ParseErrorKind::SpaceInBoundary));
            }
            Some(first) => {
                let token = token(first, &mut cursor, signs)?;
                listing.push(token, cursor.since(sign_span.offset));
                continue;
            }
        }
        cursor.bump();
    }
}

fn nothing_follows(cursor: &mut Cursor, text: &str) -> Result<(), Fault> {
    cursor.skip_spaces();
    let rest = Span { offset: cursor.offset(), length: text.trim_end().len().saturating_sub(cursor.offset()) };
    match rest.length {
        0 => Ok(()),
        _ => Err(Fault::new(rest, ParseErrorKind::AfterEnd)),
    }
}

/// Reads the token that starts with `first`, the next character.
fn token(first: char, cursor: &mut Cursor, signs: &Signs) -> Result<Token, Fault> {
    let span = cursor.here();
    cursor.bump();
    match first {
        '0' if signs.has_repeats && cursor.eat('*') => repeat_count(span.offset, cursor),
        '0' => Ok(Token::Fresh { count: 1 }),
        '1' => Ok(Token::Once { lives: 2 }),
        '2' => Ok(Token::Once { lives: 1 }),
        '3' => Ok(Token::Once { lives: 0 }),
        'm' | 'n' if cursor.eat('(') => late_letter(first, span.offset, cursor),
        '*' if signs.has_repeats => Err(Fault::new(span, ParseErrorKind::RepeatWithoutFreshSpot)),
        found => match Letter::from_char(found) {
            Some(letter) => Ok(Token::Letter(letter)),
            None => {
                let expected = signs.expected;
                let kind = ParseErrorKind::UnexpectedCharacter { found, expected };
                Err(Fault::new(span, kind))
            }
        },
    }
}

/// Reads the count after `0*`. Whether it is too large shows when the spots are made.
fn repeat_count(start: usize, cursor: &mut Cursor) -> Result<Token, Fault> {
    match number(cursor) {
        None | Some(0) => Err(Fault::new(cursor.since(start), ParseErrorKind::RepeatCount)),
        Some(count) => Ok(Token::Fresh { count }),
    }
}

/// Reads the number and the parenthesis after `m(` or `n(`.
fn late_letter(sign: char, start: usize, cursor: &mut Cursor) -> Result<Token, Fault> {
    let place = number(cursor).filter(|place| (1..=MAX_SPOTS).contains(place));
    let is_closed = cursor.eat(')');
    place
        .filter(|_| is_closed)
        .and_then(|place| Letter::late(sign, place))
        .map(Token::Letter)
        .ok_or_else(|| Fault::new(cursor.since(start), ParseErrorKind::LetterNumber))
}

/// Reads digits, if any come next; a number too large to hold is as wrong as the largest one.
fn number(cursor: &mut Cursor) -> Option<usize> {
    let digits = cursor.digits();
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Makes the position: gives one spot to the occurrences of a letter that belong together, after checking that they can.
pub(super) fn plain(sites: &[Site<Token>], ties: &Ties) -> Result<PlainPosition, Fault> {
    for boundary in boundaries(sites) {
        check_company(boundary)?;
        check_lower_case(boundary)?;
    }
    for land in lands(sites) {
        check_upper_case(land)?;
    }
    let mut builder = Builder { plain: PlainPosition::default(), spots: HashMap::new(), ties };
    for region in regions(sites) {
        let region = builder.region(region)?;
        builder.plain.regions.push(region);
    }
    Ok(builder.plain)
}

fn check_company(boundary: &[Site<Token>]) -> Result<(), Fault> {
    let is_fresh = |site: &&Site<Token>| matches!(site.item, Token::Fresh { .. });
    match boundary.iter().find(is_fresh) {
        Some(fresh) if boundary.len() > 1 => Err(Fault::new(fresh.span, ParseErrorKind::FreshSpotInCompany)),
        _ => Ok(()),
    }
}

fn check_lower_case(boundary: &[Site<Token>]) -> Result<(), Fault> {
    for (letter, uses) in uses(boundary) {
        if let Letter::Upper(_) = letter {
            continue;
        }
        match uses[..] {
            [once] => return Err(Fault::new(once.span, ParseErrorKind::LowerCaseOnce(letter))),
            [_, _, third, ..] => {
                return Err(Fault::new(third.span, ParseErrorKind::LowerCaseThrice(letter)));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_upper_case(land: &[Site<Token>]) -> Result<(), Fault> {
    for (letter, uses) in uses(land) {
        if let Letter::Lower(_) = letter {
            continue;
        }
        match uses[..] {
            [_, _, third, ..] => {
                return Err(Fault::new(third.span, ParseErrorKind::UpperCaseThrice(letter)));
            }
            [first, second] if first.is_across_region_from(second) => {
                let kind = ParseErrorKind::LetterInTwoBoundaries(letter);
                return Err(Fault::new(second.span, kind));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The first capital of the text that occurs once, though nothing in a position is like it: a spot with one life either
/// occurs twice or is written `2`.
pub(super) fn unpaired(sites: &[Site<Token>], ties: &Ties) -> Result<(), Fault> {
    let mut lonely: Vec<(Letter, &Site<Token>)> = Vec::new();
    for land in lands(sites) {
        for (letter, uses) in uses(land) {
            if let (Letter::Upper(_), [once]) = (letter, &uses[..]) {
                lonely.push((letter, *once));
            }
        }
    }
    let is_tied = |&(letter, site): &(Letter, &Site<Token>)| {
        ties.iter().any(|(&(later, tied), &earlier)| tied == letter && (later == site.land || earlier == site.land))
    };
    let first = lonely.into_iter().filter(|use_| !is_tied(use_)).min_by_key(|(_, site)| site.span.offset);
    match first {
        Some((letter, site)) => Err(Fault::new(site.span, ParseErrorKind::UpperCaseOnce(letter))),
        None => Ok(()),
    }
}

/// The occurrences of each letter, in the order of the text.
pub(super) fn uses(sites: &[Site<Token>]) -> BTreeMap<Letter, Vec<&Site<Token>>> {
    let mut uses: BTreeMap<Letter, Vec<&Site<Token>>> = BTreeMap::new();
    for site in sites {
        if let Token::Letter(letter) = site.item {
            uses.entry(letter).or_default().push(site);
        }
    }
    uses
}

struct Builder<'a> {
    plain: PlainPosition,
    /// The spots of letters; the number says in which boundary (lower case) or land (upper case) the letter means this.
    spots: HashMap<(usize, Letter), SpotId>,
    ties: &'a Ties,
}

impl Builder<'_> {
    fn region(&mut self, sites: &[Site<Token>]) -> Result<Region, Fault> {
        let mut region = Region::new();
        for boundary in boundaries(sites) {
            if let [Site { item: Token::Fresh { count }, span, .. }] = *boundary {
                for _ in 0..count {
                    region.push(vec![add_spot(&mut self.plain, 3, span)?]);
                }
            } else {
                let spots = boundary.iter().map(|site| self.spot(site));
                region.push(spots.collect::<Result<Boundary, Fault>>()?);
            }
        }
        Ok(region)
    }

    fn spot(&mut self, site: &Site<Token>) -> Result<SpotId, Fault> {
        let letter = match site.item {
            Token::Fresh { .. } => return add_spot(&mut self.plain, 3, site.span),
            Token::Once { lives } => return add_spot(&mut self.plain, lives, site.span),
            Token::Letter(letter) => letter,
        };
        let scope = match letter {
            Letter::Lower(_) => site.boundary,
            Letter::Upper(_) => *self.ties.get(&(site.land, letter)).unwrap_or(&site.land),
        };
        if let Some(spot) = self.spots.get(&(scope, letter)) {
            return Ok(*spot);
        }
        let spot = add_spot(&mut self.plain, 1, site.span)?;
        self.spots.insert((scope, letter), spot);
        Ok(spot)
    }
}
