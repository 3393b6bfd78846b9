//! The short notation, `0*2.AB|AB`: FORMAT.md section 5, shared with SPOTS and the later versions of GLOP.
//!
//! | written | means |
//! |---|---|
//! | `0` `1` `2` | a spot with 3, 2, 1 lives that occurs once; `0` is alone in its boundary |
//! | `3` | an occurrence of a dead spot, each one taken for a spot of its own |
//! | `a` … `z`, `m(27)`, … | a spot that occurs twice in one boundary; means something else in each boundary |
//! | `A` … `Z`, `n(27)`, … | a spot that occurs in two regions; means something else in each land |
//! | `0*k` | k boundaries `0`, k from 1 |
//! | `.` `\|` `+` `!` | end a boundary, a region, a land, the position; the last of each kind can be left out |
//!
//! `m(k)` and `n(k)` may be written for any k, as SPOTS does for all letters once one is late: `m(1)` is `a`, but a
//! plain `m` is the 13th letter. A capital that occurs once, or twice in one boundary, is read literally: a spot
//! with one life. The empty position is `!`, or nothing at all.

use crate::notation::error::Fault;
use crate::notation::lettered::{self, Signs, Ties, plain, sites};
use crate::notation::naming::{WrittenLand, written_lands};
use crate::plain::PlainPosition;

const SIGNS: Signs = Signs {
    region_end: '|',
    land_end: '+',
    has_repeats: true,
    expected: "spots as `0`, `1`, `2`, `3` or letters, with `.`, `|`, `+` between them, as in `0*2.AB|AB`",
};

pub(super) fn parse(text: &str) -> Result<PlainPosition, Fault> {
    plain(&sites(text, &SIGNS)?, &Ties::new())
}

pub(super) fn unpaired(text: &str) -> Result<(), Fault> {
    lettered::unpaired(&sites(text, &SIGNS)?, &Ties::new())
}

pub(super) fn print(plain: &PlainPosition) -> String {
    let lands: Vec<String> = written_lands(plain).iter().map(land).collect();
    if lands.is_empty() {
        return "!".to_owned();
    }
    lands.join("+")
}

fn land(regions: &WrittenLand) -> String {
    let regions: Vec<String> = regions.iter().map(|region| shortened(region)).collect();
    regions.join("|")
}

/// The boundaries of a region, those that are `0` in a row written as one `0*k`.
fn shortened(boundaries: &[String]) -> String {
    let runs = boundaries.chunk_by(|a, b| a == "0" && b == "0");
    let runs: Vec<String> = runs
        .map(|run| match run {
            [one] => one.clone(),
            many => format!("0*{}", many.len()),
        })
        .collect();
    runs.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::ParseErrorKind::{self, *};
    use crate::notation::letter::Letter::{Lower, Upper};
    use crate::notation::tests::all_are_rejected;

    /// Texts, and how they are printed again.
    const ACCEPTED: &[(&str, &str)] = &[
        ("", "!"),
        (" \n", "!"),
        ("!", "!"),
        ("0", "0"),
        ("0!", "0"),
        ("0*1", "0"),
        ("0*001", "0"),
        ("0.0.0", "0*3"),
        ("0*2.0.1.0*2", "0*3.1.0*2"),
        ("0*2.AB|AB", "0*2.AB|AB"),
        ("0.0.AB.|AB.|", "0*2.AB|AB"),
        ("0.0.AB.|AB.|+!", "0*2.AB|AB"),
        ("0*2.AB|AB.", "0*2.AB|AB"),
        ("  0*2. AB | AB + 0 !\n", "0*2.AB|AB+0"),
        ("BA|0.BA", "AB|0.AB"),
        ("AB|AB+AB|AB", "AB|AB+AB|AB"),
        ("0|0", "0+0"),
        ("A|0|A", "A|A+0"),
        ("1b2b.1a2a", "1a2a.1a2a"),
        ("abcabc", "abcabc"),
        ("12", "12"),
        ("1323", "1323"),
        ("3|A3|A3", "3+A3|A3"),
        ("A2|0", "22+0"),
        ("A1A2", "a1a2"),
        ("mnmn", "abab"),
        ("m(1)m(27)m(1)m(27)", "abab"),
        ("m(1)2a", "a2a"),
        ("n(3)n(27)|n(3)n(27)", "AB|AB"),
        ("n(1)|A", "A|A"),
        ("n(1)nn|n(1)", "Aaa|A"),
    ];

    #[test]
    fn accepted_texts_read_and_print() {
        for (text, printed) in ACCEPTED {
            let plain = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            assert_eq!(print(&plain), *printed, "{text}");
            assert_eq!(print(&parse(printed).unwrap()), *printed, "{text}");
        }
    }

    fn rejected() -> Vec<(&'static str, usize, usize, ParseErrorKind)> {
        let expected = SIGNS.expected;
        let unexpected = |found| UnexpectedCharacter { found, expected };
        vec![
            ("0..0", 2, 1, EmptyBoundary),
            (".", 0, 1, EmptyBoundary),
            (".0", 0, 1, EmptyBoundary),
            ("AB.|.AB", 4, 1, EmptyBoundary),
            ("||", 0, 1, EmptyRegion),
            ("AB||AB", 3, 1, EmptyRegion),
            ("AB.|AB.||", 8, 1, EmptyRegion),
            ("0+|0", 2, 1, EmptyRegion),
            ("+0", 0, 1, EmptyLand),
            ("0++0", 2, 1, EmptyLand),
            ("0!0", 2, 1, AfterEnd),
            ("! 0.0 ", 2, 3, AfterEnd),
            ("01", 0, 1, FreshSpotInCompany),
            ("1.20", 3, 1, FreshSpotInCompany),
            ("00", 0, 1, FreshSpotInCompany),
            ("0*2A|A", 0, 3, FreshSpotInCompany),
            ("0.1*2", 3, 1, RepeatWithoutFreshSpot),
            ("*2", 0, 1, RepeatWithoutFreshSpot),
            ("0*", 0, 2, RepeatCount),
            ("0*.0", 0, 2, RepeatCount),
            ("1.0*0", 2, 3, RepeatCount),
            ("0.2a", 3, 1, LowerCaseOnce(Lower(1))),
            ("a2|a2", 0, 1, LowerCaseOnce(Lower(1))),
            ("2m2", 1, 1, LowerCaseOnce(Lower(13))),
            ("0.aba1ba", 7, 1, LowerCaseThrice(Lower(1))),
            ("AB|AB|A", 6, 1, UpperCaseThrice(Upper(1))),
            ("A1A2A", 4, 1, UpperCaseThrice(Upper(1))),
            ("0.A1.2A", 6, 1, LetterInTwoBoundaries(Upper(1))),
            ("n(0)", 0, 4, LetterNumber),
            ("1m(", 1, 2, LetterNumber),
            ("m(x)", 0, 2, LetterNumber),
            ("1n(27.0", 1, 4, LetterNumber),
            ("n(1001)|n(1001)", 0, 7, LetterNumber),
            ("n(99999999999999999999999)", 0, 26, LetterNumber),
            ("AB|AB 3", 5, 1, SpaceInBoundary),
            ("1 2", 1, 1, SpaceInBoundary),
            ("AB}AB", 2, 1, unexpected('}')),
            ("0.é", 2, 2, unexpected('é')),
            ("1.4", 2, 1, unexpected('4')),
            ("0*1001", 0, 6, TooManySpots),
            ("0*99999999999999999999999999", 0, 28, TooManySpots),
            ("0*999.1.2", 8, 1, TooManySpots),
            ("0*1000.A|A", 7, 1, TooManySpots),
        ]
    }

    #[test]
    fn rejected_texts_say_what_is_wrong_and_where() {
        all_are_rejected(parse, rejected());
    }

    #[test]
    fn letters_have_their_scopes() {
        let plain = PlainPosition {
            lives: vec![1, 1, 1, 2, 1, 3, 1],
            regions: vec![vec![vec![0, 1, 0, 1], vec![2, 3, 2]], vec![vec![4], vec![5]], vec![vec![6]], vec![vec![6]]],
        };
        assert_eq!(parse("abab.a1a|A.0+A|A").unwrap(), plain);
    }

    #[test]
    fn starts_print_as_runs() {
        assert_eq!(print(&PlainPosition::start(0)), "!");
        assert_eq!(print(&PlainPosition::start(1)), "0");
        assert_eq!(print(&PlainPosition::start(47)), "0*47");
        assert_eq!(parse("0*1000").unwrap(), PlainPosition::start(1000));
    }

    #[test]
    fn late_letters_print_with_their_number() {
        let capitals: Vec<usize> = (0..28).collect();
        let plain = PlainPosition { lives: vec![1; 28], regions: vec![vec![capitals.clone()], vec![capitals]] };
        let printed = print(&plain);
        assert!(printed.starts_with("ABC") && printed.ends_with("XYZn(27)n(28)"), "{printed}");
        assert_eq!(parse(&printed).unwrap(), plain);
    }

    #[test]
    fn general_drawings_print() {
        // A dead spot in three regions connects none of them; boundaries and regions without spots are left out.
        let plain = PlainPosition {
            lives: vec![0, 3, 2, 1, 1],
            regions: vec![vec![vec![0, 3], vec![], vec![1]], vec![vec![]], vec![vec![0, 2]], vec![vec![4, 3, 0, 4]]],
        };
        assert_eq!(print(&plain), "3A.0|aA3a+31");
    }
}
