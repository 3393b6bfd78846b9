//! Dan Hoey's notation, `1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9`: his letter of 27 December 2000, elements 1 and 2.
//!
//! Spots are numbers, separated by `,` (or `-`, as in his element 5) in a boundary; `;` separates boundaries and `/`
//! regions. The degree of a spot follows from how often it is listed in the whole position:
//!
//! | listed | degree |
//! |---|---|
//! | three times | 3, dead |
//! | twice | 2 |
//! | once, marked `t` | 2: its other site is of no use and not listed |
//! | once, marked `o` | 1 |
//! | once, alone in its boundary | 0 |
//! | once, in company | 1 |
//!
//! Company may be dead. An `o` is needed only where the spot is alone but does no harm elsewhere. Abbreviating must
//! leave out dead spots altogether: one that is listed twice reads as alive.
//!
//! Printing abbreviates: dead spots are left out, then boundaries and regions without spots, and the rest is numbered
//! 1, 2, … by first appearance. A position without live spots would leave no text at all in Hoey's notation; it is
//! printed `/`, and both `/` and the empty text are read so.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use crate::notation::cursor::Cursor;
use crate::notation::error::{Fault, MAX_SPOT_NUMBER, ParseErrorKind};
use crate::notation::listing::{Listing, Site, add_spot, boundaries, regions};
use crate::notation::naming::occurrences;
use crate::plain::{Boundary, PlainPosition, SpotId};

const EMPTY: &str = "/";

const EXPECTED: &str =
    "spot numbers, marked `o` or `t` if need be, with `,`, `;`, `/` between them, as in `1,8,4,9t,8,5;2`";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `o`: degree 1, though alone.
    One,
    /// `t`: degree 2, though listed once.
    Two,
}

/// A spot at one of its sites, as it is written.
#[derive(Debug, Clone, Copy)]
struct Listed {
    number: u32,
    mark: Option<Mark>,
}

pub(super) fn parse(text: &str) -> Result<PlainPosition, Fault> {
    if matches!(text.trim(), "" | EMPTY) {
        return Ok(PlainPosition::default());
    }
    let sites = sites(text)?;
    let lives = lives(&sites)?;
    let mut plain = PlainPosition::default();
    let mut spots: HashMap<u32, SpotId> = HashMap::new();
    for site in &sites {
        let number = site.item.number;
        if let Entry::Vacant(unseen) = spots.entry(number) {
            unseen.insert(add_spot(&mut plain, lives[&number], site.span)?);
        }
    }
    let boundary =
        |boundary: &[Site<Listed>]| -> Boundary { boundary.iter().map(|site| spots[&site.item.number]).collect() };
    plain.regions = regions(&sites).map(|region| boundaries(region).map(boundary).collect()).collect();
    Ok(plain)
}

fn sites(text: &str) -> Result<Vec<Site<Listed>>, Fault> {
    let mut cursor = Cursor::new(text);
    let mut listing = Listing::new();
    loop {
        cursor.skip_spaces();
        let start = cursor.offset();
        let listed = listed(&mut cursor)?;
        listing.push(listed, cursor.since(start));
        cursor.skip_spaces();
        let span = cursor.here();
        match cursor.peek() {
            None => return Ok(listing.finish()),
            Some(',' | '-') => {}
            Some(';') => listing.end_boundary(span)?,
            Some('/') => listing.end_region(span)?,
            Some(other) => return Err(Fault::new(span, unexpected(other))),
        }
        cursor.bump();
    }
}

/// Reads a spot number and its mark.
fn listed(cursor: &mut Cursor) -> Result<Listed, Fault> {
    let start = cursor.offset();
    let digits = cursor.digits();
    if digits.is_empty() {
        let kind = match cursor.peek() {
            None | Some(',' | '-' | ';' | '/') => ParseErrorKind::NumberExpected,
            Some(other) => unexpected(other),
        };
        return Err(Fault::new(cursor.here(), kind));
    }
    let number = digits
        .parse()
        .ok()
        .filter(|number| (1..=MAX_SPOT_NUMBER).contains(number))
        .ok_or_else(|| Fault::new(cursor.since(start), ParseErrorKind::NumberOutOfRange))?;
    let mark = if cursor.eat('o') {
        Some(Mark::One)
    } else if cursor.eat('t') {
        Some(Mark::Two)
    } else {
        None
    };
    Ok(Listed { number, mark })
}

fn unexpected(found: char) -> ParseErrorKind {
    match found {
        '<' | '>' | '=' | '.' => ParseErrorKind::MoveSign(found),
        _ => ParseErrorKind::UnexpectedCharacter { found, expected: EXPECTED },
    }
}

/// The lives of each spot, by its number.
fn lives(sites: &[Site<Listed>]) -> Result<HashMap<u32, u8>, Fault> {
    let mut listings: BTreeMap<u32, Vec<&Site<Listed>>> = BTreeMap::new();
    for site in sites {
        listings.entry(site.item.number).or_default().push(site);
    }
    let lengths: Vec<usize> = boundaries(sites).map(<[_]>::len).collect();
    let mut lives = HashMap::new();
    for (number, listings) in listings {
        check(number, &listings)?;
        let first = listings[0];
        let is_alone = lengths[first.boundary] == 1;
        let degree = match (listings.len(), first.item.mark) {
            (1, Some(Mark::Two)) => 2,
            (1, Some(Mark::One)) => 1,
            (1, None) if is_alone => 0,
            (1, None) => 1,
            (2, _) => 2,
            _ => 3,
        };
        lives.insert(number, 3 - degree);
    }
    Ok(lives)
}

/// Checks that all listings of a spot can be sites of one spot.
fn check(number: u32, listings: &[&Site<Listed>]) -> Result<(), Fault> {
    if let Some(fourth) = listings.get(3) {
        return Err(Fault::new(fourth.span, ParseErrorKind::NumberFourTimes(number)));
    }
    let marked = listings.iter().find(|site| site.item.mark.is_some());
    if let (Some(marked), 2..) = (marked, listings.len()) {
        return Err(Fault::new(marked.span, ParseErrorKind::MarkOnSpotListedAgain(number)));
    }
    let apart = listings.windows(2).find(|pair| pair[0].is_across_region_from(pair[1]));
    if let Some(&[_, second]) = apart {
        return Err(Fault::new(second.span, ParseErrorKind::NumberInTwoBoundaries(number)));
    }
    Ok(())
}

pub(super) fn print(plain: &PlainPosition) -> String {
    let mut numbers = Numbers { plain, occurrences: occurrences(plain), given: HashMap::new() };
    let mut regions = Vec::new();
    for region in &plain.regions {
        let boundaries: Vec<String> = region.iter().filter_map(|b| numbers.boundary(b)).collect();
        if !boundaries.is_empty() {
            regions.push(boundaries.join(";"));
        }
    }
    if regions.is_empty() {
        return EMPTY.to_owned();
    }
    regions.join("/")
}

struct Numbers<'a> {
    plain: &'a PlainPosition,
    occurrences: Vec<usize>,
    given: HashMap<SpotId, usize>,
}

impl Numbers<'_> {
    /// The live spots of a boundary, if it has any.
    fn boundary(&mut self, boundary: &Boundary) -> Option<String> {
        let live = boundary.iter().filter(|spot| self.plain.lives[**spot] > 0);
        let live: Vec<SpotId> = live.copied().collect();
        let is_alone = live.len() == 1;
        let spots: Vec<String> = live.iter().map(|spot| self.spot(*spot, is_alone)).collect();
        (!spots.is_empty()).then(|| spots.join(","))
    }

    fn spot(&mut self, spot: SpotId, is_alone: bool) -> String {
        let next = self.given.len() + 1;
        let number = self.given.entry(spot).or_insert(next);
        let mark = match (self.plain.lives[spot], self.occurrences[spot]) {
            (2, 1) if is_alone => "o",
            (1, 1) => "t",
            _ => "",
        };
        format!("{number}{mark}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::ParseErrorKind::*;
    use crate::notation::short;
    use crate::notation::tests::all_are_rejected;

    /// Texts, what they are in short notation, and how they are printed again.
    const ACCEPTED: &[(&str, &str, &str)] = &[
        // Element 1: the whole position, and its abbreviation (the same position after reduction).
        ("1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9", "13a3133A33a313.0|3A", "1,2,3,4,2,5;6/4"),
        ("1,8,4,9t,8,5;2", "1a12a1.0", "1,2,3,4t,2,5;6"),
        // Element 3. Spot 2 is listed three times: dead.
        ("1,3,2,4,2,3/2,4", "1a3A3a|3A", "1,2,3,2/3"),
        // Element 4: the abbreviated positions after each of four moves.
        ("1,2,7,3,4,7", "11a11a", "1,2,3,4,5,3"),
        ("1,2,7,4,3,7", "11a11a", "1,2,3,4,5,3"),
        ("1,7,3,4,7,2", "1a11a1", "1,2,3,4,2,5"),
        ("1,7,4,3,7,2", "1a11a1", "1,2,3,4,2,5"),
        // Element 5, with dashes.
        ("1-6-2-8;3-9-4-7/1-8-2-6/3-7-4-9;5", "ABCD.EFGH|ADCB|EHGF.0", "1,2,3,4;5,6,7,8/1,4,3,2/5,8,7,6;9"),
        // Element 6.
        ("1,3;2/1,3", "AB.0|AB", "1,2;3/1,2"),
        ("1,4,2,3,6/1,6,2,4", "ABC1D|ADCB", "1,2,3,4,5/1,5,3,2"),
        // Ends of the alphabet of marks.
        ("", "!", "/"),
        ("/", "!", "/"),
        (" / ", "!", "/"),
        ("7", "0", "1"),
        ("7o", "1", "1o"),
        ("7t", "2", "1t"),
        ("1,2", "11", "1,2"),
        ("1o,2t", "12", "1,2t"),
        ("5,5", "aa", "1,1"),
        ("5,5,5", "333", "/"),
        ("4,5,5,5;1", "1333.0", "1o;2"),
        ("1;2;3", "0*3", "1;2;3"),
        (" 1 , 3 ; 2 / 1 - 3 ", "AB.0|AB", "1,2;3/1,2"),
        ("007,999999999", "11", "1,2"),
    ];

    #[test]
    fn accepted_texts_read_and_print() {
        for (text, short, printed) in ACCEPTED {
            let plain = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            assert_eq!(short::print(&plain), *short, "{text}");
            assert_eq!(print(&plain), *printed, "{text}");
        }
    }

    fn rejected() -> Vec<(&'static str, usize, usize, ParseErrorKind)> {
        let unexpected = |found| UnexpectedCharacter { found, expected: EXPECTED };
        vec![
            ("1,", 2, 0, NumberExpected),
            (",1", 0, 1, NumberExpected),
            ("1,,2", 2, 1, NumberExpected),
            ("1;;2", 2, 1, NumberExpected),
            ("1;/2", 2, 1, NumberExpected),
            ("1//2", 2, 1, NumberExpected),
            ("1/ ", 3, 0, NumberExpected),
            ("//", 0, 1, NumberExpected),
            ("1,0", 2, 1, NumberOutOfRange),
            ("1,1000000000", 2, 10, NumberOutOfRange),
            ("99999999999999999999999", 0, 23, NumberOutOfRange),
            ("1-3-1>", 5, 1, MoveSign('>')),
            ("5.1-7-6.3", 1, 1, MoveSign('.')),
            ("1,2,=", 4, 1, MoveSign('=')),
            ("1 2", 2, 1, unexpected('2')),
            ("1ot", 2, 1, unexpected('t')),
            ("1,x", 2, 1, unexpected('x')),
            ("1|é", 1, 1, unexpected('|')),
            ("1,é", 2, 2, unexpected('é')),
            ("2,1t/1,2", 2, 2, MarkOnSpotListedAgain(1)),
            ("2,1/1o,2", 4, 2, MarkOnSpotListedAgain(1)),
            ("1,1,1t", 4, 2, MarkOnSpotListedAgain(1)),
            ("12,2,12,2/12,12", 13, 2, NumberFourTimes(12)),
            ("1,2;1,3", 4, 1, NumberInTwoBoundaries(1)),
            ("1,2/1,3;1", 8, 1, NumberInTwoBoundaries(1)),
        ]
    }

    #[test]
    fn rejected_texts_say_what_is_wrong_and_where() {
        all_are_rejected(parse, rejected());
    }

    #[test]
    fn spots_are_bounded() {
        let numbers = |last: usize| (1..=last).map(|n| n.to_string()).collect::<Vec<_>>().join(";");
        assert_eq!(parse(&numbers(1000)).unwrap(), PlainPosition::start(1000));
        let fault = parse(&numbers(1001)).unwrap_err();
        assert_eq!((fault.kind, fault.span.length), (TooManySpots, 4));
    }
}
