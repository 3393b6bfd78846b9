//! The notation of Lemoine and Viennot's papers and of the first versions of GLOP, `0.0.AB.}AB.}]!`.
//!
//! Spots are written as in the short notation (without `0*k`); `.` ends a boundary, `}` a region, `]` a land and `!`
//! the position. Printing writes all of these; in reading, the last of each kind can be left out, because the papers
//! themselves leave out a `]` or the `!` at times (`ABC.}ABD.}CE.}DE.}!`).
//!
//! Capitals belong to a land, with one exception: **a capital that occurs once in one land and once in just one other
//! land is one spot, and ties the two lands together.** "Analysis of misère Sprouts game with reduced canonical trees"
//! prints (section 4.1) `…}]2ab2ba.}]0.0.A.}]2A.}]!` and counts `0.0.A.}]2A.}]` as one independent position, and
//! (section 2.9) `0.0.AB.}]AB.}]!`: these `]` are one too many. Lands in which the capital occurs twice do not count
//! for the rule. Printed texts are not touched by it, since a printed capital occurs twice in its land.

use std::collections::BTreeMap;

use crate::notation::error::Fault;
use crate::notation::letter::Letter;
use crate::notation::lettered::{self, Signs, Ties, Token, plain, sites, uses};
use crate::notation::listing::{Site, lands};
use crate::notation::naming::written_lands;
use crate::plain::PlainPosition;

const SIGNS: Signs = Signs {
    region_end: '}',
    land_end: ']',
    has_repeats: false,
    expected: "spots as `0`, `1`, `2`, `3` or letters, each boundary ended by `.`, region by `}`, land by `]`, \
               as in `0.0.AB.}AB.}]!`",
};

pub(super) fn parse(text: &str) -> Result<PlainPosition, Fault> {
    let sites = sites(text, &SIGNS)?;
    plain(&sites, &ties(&sites))
}

pub(super) fn unpaired(text: &str) -> Result<(), Fault> {
    let sites = sites(text, &SIGNS)?;
    lettered::unpaired(&sites, &ties(&sites))
}

pub(super) fn print(plain: &PlainPosition) -> String {
    let mut text = String::new();
    for land in written_lands(plain) {
        for region in land {
            for boundary in region {
                text += &boundary;
                text.push('.');
            }
            text.push(SIGNS.region_end);
        }
        text.push(SIGNS.land_end);
    }
    text + "!"
}

/// The capitals that occur once in each of exactly two lands: in the later one they mean the spot of the earlier.
fn ties(sites: &[Site<Token>]) -> Ties {
    let mut lonely: BTreeMap<Letter, Vec<usize>> = BTreeMap::new();
    for land in lands(sites) {
        for (letter, uses) in uses(land) {
            if let (Letter::Upper(_), [once]) = (letter, &uses[..]) {
                lonely.entry(letter).or_default().push(once.land);
            }
        }
    }
    let tie = |(letter, lands): (Letter, Vec<usize>)| match lands[..] {
        [earlier, later] => Some(((later, letter), earlier)),
        _ => None,
    };
    lonely.into_iter().filter_map(tie).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::ParseErrorKind::{self, *};
    use crate::notation::letter::Letter::{Lower, Upper};
    use crate::notation::short;
    use crate::notation::tests::all_are_rejected;

    /// Every position printed in the paper on misère Sprouts, in its order, with TeX's backslashes and spaces removed
    /// and a `}` put back as `]` where the scan has a second one for the end of the land; and the short notation.
    const PRINTED_IN_THE_PAPER: &[(&str, &str)] = &[
        ("ABCD.}AB.}CD.}]!", "ABCD|AB|CD"),
        ("0.AB.}AB.}]!", "0.AB|AB"),
        ("ABCD.}ABEF.}CDFE.}]!", "ABCD|ABEF|CDFE"),
        ("0.0.}]!", "0*2"),
        ("0.0.AB.}]AB.}]!", "0*2.AB|AB"),
        ("0.0.AB.}AB.}]!", "0*2.AB|AB"),
        ("0.0.A.}1A.}]!", "0*2.A|1A"),
        ("1ABC.}BCDE.}ADE.}!", "1ABC|BCDE|ADE"),
        ("0.0.0.0.0.0.0.0.0.}]22.}]2ab2ba.}]0.0.A.}]2A.}]!", "0*9+22+2ab2ba+0*2.A|2A"),
        ("0.0.0.0.0.0.0.0.0.}]", "0*9"),
        ("22.}]", "22"),
        ("2ab2ba.}]", "2ab2ba"),
        ("0.0.A.}]2A.}]", "0*2.A|2A"),
        ("0.0.0.0.0.0.0.0.0.}]!", "0*9"),
        ("1abcde2edcba.2.}]!", "1abcde2edcba.2"),
        ("0.0.0.0.0.0.0.0.0.AB.}0.0.0.AB.}]!", "0*9.AB|0*3.AB"),
        ("0.0.0.0.0.0.0.0.0.}0.0.A.}0.A.}]!", "0*9+0*2.A|0.A"),
        ("0.0.A.}0.A.}]!", "0*2.A|0.A"),
        ("0.0.0.0.0.0.}0.0.0.0.}]!", "0*6+0*4"),
        ("!", "!"),
        ("0.0.0.0.2.}!", "0*4.2"),
        ("ABC.}ABD.}CE.}DE.}!", "ABC|ABD|CE|DE"),
    ];

    #[test]
    fn every_position_of_the_paper_reads() {
        for (text, short) in PRINTED_IN_THE_PAPER {
            let plain = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            assert_eq!(short::print(&plain), *short, "{text}");
        }
    }

    #[test]
    fn whole_texts_print_as_they_were() {
        let texts = ["!", "0.}]!", "0.0.AB.}AB.}]!", "22.}]2ab2ba.}]0.0.A.}2A.}]!", "A3.}A.}]AB.}AB.}]!"];
        for text in texts {
            assert_eq!(print(&parse(text).unwrap()), text);
        }
    }

    #[test]
    fn a_capital_alone_in_two_lands_ties_them() {
        let table = [
            ("A1.}]A2.}]", "A1|A2"),
            // Lands with both occurrences do not count for the rule, before or after.
            ("AB.}AB.}]A1.}]A2.}]AC.}AC.}]", "AB|AB+A1|A2+AB|AB"),
            // With three lands nothing says which two belong together.
            ("A1.}]A2.}]A3.}]", "21+22+23"),
            ("A1.}]22.}]", "21+22"),
            ("A.B.}]A.}]B.}]", "A.B|A|B"),
        ];
        for (text, short) in table {
            assert_eq!(short::print(&parse(text).unwrap()), short, "{text}");
        }
        let tied = parse("A1.}]A2.}]").unwrap();
        assert_eq!(tied.lives, [1, 2, 1]);
        assert_eq!(tied.regions, [[[0, 1]], [[0, 2]]]);
    }

    fn rejected() -> Vec<(&'static str, usize, usize, ParseErrorKind)> {
        let expected = SIGNS.expected;
        let unexpected = |found| UnexpectedCharacter { found, expected };
        vec![
            ("0..}]!", 2, 1, EmptyBoundary),
            ("0.}}]!", 3, 1, EmptyRegion),
            ("}]!", 0, 1, EmptyRegion),
            ("]!", 0, 1, EmptyLand),
            ("0.}]]!", 4, 1, EmptyLand),
            ("0.}]!+1", 5, 2, AfterEnd),
            ("0*2.}]!", 1, 1, unexpected('*')),
            ("0.\\}]!", 2, 1, unexpected('\\')),
            ("AB|AB.}]!", 2, 1, unexpected('|')),
            ("AB.}AB.}A.}]!", 8, 1, UpperCaseThrice(Upper(1))),
            ("A.A.}]!", 2, 1, LetterInTwoBoundaries(Upper(1))),
            ("a.}]!", 0, 1, LowerCaseOnce(Lower(1))),
            ("aaa.}]!", 2, 1, LowerCaseThrice(Lower(1))),
            ("10.}]!", 1, 1, FreshSpotInCompany),
            ("1 2.}]!", 1, 1, SpaceInBoundary),
        ]
    }

    #[test]
    fn rejected_texts_say_what_is_wrong_and_where() {
        all_are_rejected(parse, rejected());
    }
}
