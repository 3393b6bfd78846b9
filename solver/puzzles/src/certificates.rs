//! Certificates about Morpion Solitaire and Gaps (FORMAT-PUZZLES.md).

use crate::gaps::{Deal, Fingerprint, Move as Shift, Variant};
use crate::morpion::{Histogram, LENGTH, Move, Rule};
use certificate::statement::{gaps_name, morpion_name};
use certificate::{Certificate, MorpionMove, Statement};

/// The game is legal and no move is left.
pub fn morpion_game(rule: Rule, moves: &[Move]) -> Certificate {
    Certificate::morpion(Statement::MorpionGame { rule: rule.number(), moves: written_moves(moves) })
}

/// The positions that can follow these moves, by their number of further moves.
pub fn morpion_bound(rule: Rule, moves: &[Move], histogram: &Histogram) -> Certificate {
    Certificate::morpion(Statement::MorpionBound {
        rule: rule.number(),
        moves: written_moves(moves),
        nodes: histogram.nodes(),
        best: (moves.len() + histogram.longest()) as u32,
        at_best: histogram.at_longest(),
        histogram: histogram.counts().to_vec(),
    })
}

/// The deal can be won, by this line of moves.
pub fn gaps_winnable(variant: Variant, deal: &Deal, line: &[Shift]) -> Certificate {
    let (variant, ranks, deal) = (variant.number(), deal.ranks(), deal.cells().to_vec());
    Certificate::gaps(Statement::GapsWinnable { variant, ranks, deal }, line.iter().map(|step| (step.card, step.to)))
}

/// The deal cannot be won; so many positions can be reached, with this fingerprint.
pub fn gaps_unwinnable(variant: Variant, deal: &Deal, positions: u64, fingerprint: Fingerprint) -> Certificate {
    let (variant, ranks, deal) = (variant.number(), deal.ranks(), deal.cells().to_vec());
    let fingerprint = fingerprint.bytes();
    Certificate::gaps(Statement::GapsUnwinnable { variant, ranks, deal, positions, fingerprint }, std::iter::empty())
}

/// The name of a game in statements: a digest of the rule and the moves.
pub fn game_name(rule: Rule, moves: &[Move]) -> String {
    morpion_name(rule.number(), &written_moves(moves)).to_string()
}

/// The name of a deal in statements: a digest of the variant, the ranks and the cells.
pub fn deal_name(variant: Variant, deal: &Deal) -> String {
    gaps_name(variant.number(), deal.ranks(), deal.cells()).to_string()
}

/// Three bytes a move: the start of the line, then 5 · direction + place of the new dot.
fn written_moves(moves: &[Move]) -> Vec<MorpionMove> {
    let coordinate = |value: i32| i8::try_from(value).expect("the paper is small");
    let code = |step: &Move| LENGTH as u8 * step.direction.number() as u8 + step.place;
    moves.iter().map(|step| (coordinate(step.start.0), coordinate(step.start.1), code(step))).collect()
}
