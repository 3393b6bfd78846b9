//! Certificates about Morpion Solitaire and Gaps as files (FORMAT-PUZZLES.md; the layout is that of FORMAT.md section 8).

use super::file::{MAGIC, Sealed};
use crate::gaps::{Deal, Fingerprint, Move as Shift, Variant};
use crate::morpion::{Histogram, LENGTH, Move, Rule};
use serde::Serialize;

const VERSION: u32 = 1;

/// What is claimed about a puzzle.
pub enum PuzzleStatement<'a> {
    /// The game is legal and no move is left.
    MorpionGame { rule: Rule, moves: &'a [Move] },
    /// What can follow after these moves.
    MorpionBound { rule: Rule, moves: &'a [Move], histogram: &'a Histogram },
    /// The deal can be won, in this way.
    GapsWinnable { variant: Variant, deal: &'a Deal, line: &'a [Shift] },
    /// The deal cannot be won; so many positions can be reached, with this fingerprint.
    GapsUnwinnable { variant: Variant, deal: &'a Deal, positions: u64, fingerprint: Fingerprint },
}

/// Postcard writes an enum as the number of its variant and then its content, so a struct can stand for one variant.
#[derive(Serialize)]
struct Certificate<'a, S> {
    version: u32,
    variant: u32,
    statement: S,
    claims: u32,
    replies: u32,
    body: &'a [u8],
}

/// The file for a statement.
pub fn seal_puzzle(statement: &PuzzleStatement) -> Sealed {
    match *statement {
        PuzzleStatement::MorpionGame { rule, moves } => seal(2, (rule.number(), written_moves(moves)), &[]),
        PuzzleStatement::MorpionBound { rule, moves, histogram } => {
            let best = (moves.len() + histogram.longest()) as u32;
            let counts = (histogram.nodes(), best, histogram.at_longest(), histogram.counts());
            seal(3, (rule.number(), written_moves(moves), counts), &[])
        }
        PuzzleStatement::GapsWinnable { variant, deal, line } => {
            let body: Vec<u8> = line.iter().flat_map(|step| [step.card, step.to]).collect();
            seal(4, (variant.number(), deal.ranks(), deal.cells()), &body)
        }
        PuzzleStatement::GapsUnwinnable { variant, deal, positions, fingerprint } => {
            let counts = (positions, fingerprint.bytes());
            seal(5, (variant.number(), deal.ranks(), deal.cells(), counts), &[])
        }
    }
}

/// Three bytes a move: the start of the line, then 5 · direction + place of the new dot.
fn written_moves(moves: &[Move]) -> Vec<(i8, i8, u8)> {
    let coordinate = |value: i32| i8::try_from(value).expect("the paper is small");
    let code = |step: &Move| LENGTH as u8 * step.direction.number() as u8 + step.place;
    moves.iter().map(|step| (coordinate(step.start.0), coordinate(step.start.1), code(step))).collect()
}

fn seal(variant: u32, statement: impl Serialize, body: &[u8]) -> Sealed {
    let certificate = Certificate { version: VERSION, variant, statement, claims: 0, replies: 0, body };
    let mut bytes = postcard::to_extend(&certificate, MAGIC.to_vec()).expect("certificates can be serialised");
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    Sealed { bytes, digest }
}

/// Twelve hexadecimal digits that name a game: of the blake3 of the rule and the moves, as a certificate writes them.
pub fn game_name(rule: Rule, moves: &[Move]) -> String {
    let written = written_moves(moves);
    let bytes = written.iter().flat_map(|&(x, y, code)| [x as u8, y as u8, code]);
    short_name([rule.number()].into_iter().chain(bytes).collect())
}

/// The same for a deal: of the variant, the ranks and the cells.
pub fn deal_name(variant: Variant, deal: &Deal) -> String {
    let head = [variant.number(), deal.ranks()];
    short_name(head.into_iter().chain(deal.cells().iter().copied()).collect())
}

fn short_name(bytes: Vec<u8>) -> String {
    blake3::hash(&bytes).to_hex()[..12].to_owned()
}
