//! Errors in texts of positions, and the display of the place at fault.

use common::escape::is_unsafe;
use thiserror::Error;

use crate::notation::choice::{MAX_CHARACTERS, MAX_SPOTS, Notation};
use crate::notation::letter::Letter;

/// The largest number of a spot in Hoey's notation: nine digits, so that it fits a `u32` whatever the text.
pub const MAX_SPOT_NUMBER: u32 = 999_999_999;

/// Characters shown on either side of the fault by [`ParseError::pointing`].
const CONTEXT: usize = 40;

/// A text is not a position: which notation it was read as, where it fails (in bytes of the text), and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a position in {notation} notation: at byte {offset}, {kind}")]
pub struct ParseError {
    pub notation: Notation,
    pub offset: usize,
    pub length: usize,
    pub kind: ParseErrorKind,
}

/// The mistake, and a way to correct it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseErrorKind {
    #[error("there is no text; write `!` for the position without moves")]
    NoText,
    #[error("a number alone may be one spot or many; write `0*{0}` for {0} spots, `0` for one spot")]
    NumberAlone(String),
    #[error("the text goes on beyond {MAX_CHARACTERS} characters, which is all that is read; write a smaller position")]
    TextTooLong,
    #[error("this makes more than {MAX_SPOTS} spots, which is all that is read; write a smaller position")]
    TooManySpots,
    #[error("{found:?} means nothing; write {expected}")]
    UnexpectedCharacter { found: char, expected: &'static str },
    #[error("a space stands between two spots of a boundary; remove it, or end the text before it")]
    SpaceInBoundary,
    #[error("a boundary ends that has no spots; write its spots, or remove this sign")]
    EmptyBoundary,
    #[error("a region ends that has no boundaries; write its boundaries, or remove this sign")]
    EmptyRegion,
    #[error("a land ends that has no regions; write its regions, or remove this sign")]
    EmptyLand,
    #[error("more text follows after `!`, which ends a position; remove it, or the `!`")]
    AfterEnd,
    #[error("`0`, a spot that no line touches, has company in its boundary; set it apart with `.`")]
    FreshSpotInCompany,
    #[error("`*` repeats something else than `0`; write boundaries other than `0` one by one")]
    RepeatWithoutFreshSpot,
    #[error("`*` has no count of at least 1 after it; write `0*2` for two boundaries `0`")]
    RepeatCount,
    #[error("a late letter has no number from 1 to {MAX_SPOTS} in parentheses; write it as in `m(27)` or `n(27)`")]
    LetterNumber,
    #[error(
        "`{0}` occurs once in its boundary where a lower-case letter must occur twice; \
         write `2`, or a capital for a spot in two regions"
    )]
    LowerCaseOnce(Letter),
    #[error("`{0}` occurs a third time in its boundary where a lower-case letter must occur twice; use another letter")]
    LowerCaseThrice(Letter),
    #[error(
        "`{0}` occurs once where a capital, a spot in two regions, must occur twice; \
         write it in its other region too, or `2` if no move is possible there"
    )]
    UpperCaseOnce(Letter),
    #[error("`{0}` occurs a third time in its land where a capital may occur twice; use another letter")]
    UpperCaseThrice(Letter),
    #[error(
        "`{0}` occurs in two boundaries of one region, which the spot would make one boundary; \
         write them as one, or use another letter"
    )]
    LetterInTwoBoundaries(Letter),
    #[error("a spot number is missing; write one on either side of each separator, as in `1,3;2/1,3`")]
    NumberExpected,
    #[error("this spot number is out of range; number the spots from 1 to {MAX_SPOT_NUMBER}")]
    NumberOutOfRange,
    #[error("`{0}` belongs to the notation of moves; write the position, as in `1,3;2/1,3`")]
    MoveSign(char),
    #[error("spot {0} has a mark but is listed more than once; mark a spot only where it is listed once")]
    MarkOnSpotListedAgain(u32),
    #[error("spot {0} is listed a fourth time where three lines leave only three sites; list it three times at most")]
    NumberFourTimes(u32),
    #[error(
        "spot {0} is listed in two boundaries of one region, which it would make one boundary; \
         write them as one, or use another number"
    )]
    NumberInTwoBoundaries(u32),
}

impl ParseErrorKind {
    /// Whether a capital occurs once, which a reader may be told to accept.
    pub fn is_unpaired_capital(&self) -> bool {
        matches!(self, ParseErrorKind::UpperCaseOnce(_))
    }
}

impl ParseError {
    /// The message, the text (which must be the one that was read), and a caret under each character at fault.
    ///
    /// Every character counts as one column. A long text is cut to the surroundings of the fault, and control
    /// characters are shown as spaces, and so are marks of direction, so that there are always three lines.
    pub fn pointing(&self, text: &str) -> String {
        let before = |end: usize| text.char_indices().take_while(|(at, _)| *at < end).count();
        let first = before(self.offset);
        let last = before(self.offset.saturating_add(self.length)).max(first + 1);
        let start = first.saturating_sub(CONTEXT);
        let carets = (last - first).min(CONTEXT);

        let cut_before = if start > 0 { "…" } else { "" };
        let shown = text.chars().skip(start).take(2 * CONTEXT + 1);
        let shown: String = shown.map(|c| if is_unsafe(c) { ' ' } else { c }).collect();
        let is_cut_after = text.chars().nth(start + 2 * CONTEXT + 1).is_some();
        let cut_after = if is_cut_after { "…" } else { "" };

        let indent = " ".repeat(cut_before.chars().count() + first - start);
        let carets = "^".repeat(carets);
        format!("{self}\n  {cut_before}{shown}{cut_after}\n  {indent}{carets}")
    }
}

/// A stretch of the text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub offset: usize,
    pub length: usize,
}

/// The report of a reader; the caller adds the notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub span: Span,
    pub kind: ParseErrorKind,
}

impl Fault {
    pub fn new(span: Span, kind: ParseErrorKind) -> Self {
        Fault { span, kind }
    }

    pub fn in_notation(self, notation: Notation) -> ParseError {
        ParseError { notation, offset: self.span.offset, length: self.span.length, kind: self.kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse, parse_as};

    fn pointing(text: &str) -> Vec<String> {
        let error = parse(text).expect_err(text);
        let message = error.pointing(text);
        message.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_caret_stands_under_the_fault() {
        assert_eq!(
            pointing("0.1a|0"),
            [
                "not a position in short notation: at byte 3, `a` occurs once in its boundary where a lower-case \
                 letter must occur twice; write `2`, or a capital for a spot in two regions",
                "  0.1a|0",
                "     ^",
            ]
        );
    }

    #[test]
    fn columns_are_characters_and_offsets_bytes() {
        let text = "ééx";
        let error = parse("AéB").unwrap_err();
        assert_eq!((error.offset, error.length), (1, 2));
        assert_eq!(pointing("AéB")[1..], ["  AéB", "   ^"]);
        let error = ParseError { offset: 4, length: 1, ..error };
        assert_eq!(error.pointing(text).lines().last(), Some("    ^"));
    }

    #[test]
    fn several_characters_get_several_carets() {
        assert_eq!(pointing("0*2.n(2000)")[1..], ["  0*2.n(2000)", "      ^^^^^^^"]);
    }

    #[test]
    fn a_fault_at_the_end_gets_a_caret_after_the_text() {
        assert_eq!(pointing("1,2;")[1..], ["  1,2;", "      ^"]);
    }

    #[test]
    fn long_texts_are_cut_and_lines_stay_three() {
        let text = format!("{}\n+a+\n{}", "0.".repeat(500), "0.".repeat(500));
        let lines = pointing(&text);
        assert_eq!(lines.len(), 3);
        assert!(lines[1].starts_with("  …0") || lines[1].starts_with("  …."));
        assert!(lines[1].ends_with('…'));
        let column = lines[2].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[1].chars().nth(column), Some('a'));
    }

    #[test]
    fn pointing_survives_the_wrong_text() {
        let error = parse_as("0.0.0.é", Notation::Short).unwrap_err();
        for text in ["", "é", "éé", "\u{0}"] {
            assert_eq!(error.pointing(text).lines().count(), 3);
        }
        let huge = ParseError { offset: usize::MAX, length: usize::MAX, ..error };
        assert_eq!(huge.pointing("0.0").lines().count(), 3);
    }
}
