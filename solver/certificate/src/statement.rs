//! Statements that certificates prove, as they stand in the file and in the verdict line of `check`.

use serde::{Deserialize, Serialize};
use sprouts::{Nimber, Outcome};
use std::fmt;

/// The version of certificates about Sprouts, and of those about its variants and about puzzles.
pub const SPROUTS_VERSION: u32 = 2;
pub const OTHERS_VERSION: u32 = 1;

/// The eight kinds, in the order of their numbers in the file (FORMAT.md section 8, FORMAT-PUZZLES.md, FORMAT-VARIANTS.md).
/// Positions are canonical and in short notation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    SproutsNormal { start: String, result: NormalResult },
    SproutsMisere { start: String, result: StatedOutcome, closure: String },
    MorpionGame { rule: u8, moves: Vec<MorpionMove> },
    MorpionBound { rule: u8, moves: Vec<MorpionMove>, nodes: u64, best: u32, at_best: u64, histogram: Vec<u64> },
    GapsWinnable { variant: u8, ranks: u8, deal: Vec<u8> },
    GapsUnwinnable { variant: u8, ranks: u8, deal: Vec<u8>, positions: u64, fingerprint: [u8; 16] },
    DegreeTwo { spots: u32, misere: bool, result: StatedOutcome },
    EndlessDegree { max_degree: u32, start: u32, position: String },
}

/// A result in normal play, for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NormalResult {
    Loss,
    Win,
    Nimber(Nimber),
}

/// An outcome as certificates number it: 0 is a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatedOutcome {
    Loss,
    Win,
}

impl From<Outcome> for StatedOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => StatedOutcome::Loss,
            Outcome::Win => StatedOutcome::Win,
        }
    }
}

/// A move of Morpion Solitaire: x and y of the start of its line, and 5 · direction + place of the new dot.
pub type MorpionMove = (i8, i8, u8);

impl Statement {
    /// The version of certificates with this statement.
    pub fn version(&self) -> u32 {
        match self {
            Statement::SproutsNormal { .. } | Statement::SproutsMisere { .. } => SPROUTS_VERSION,
            _ => OTHERS_VERSION,
        }
    }
}

impl fmt::Display for Statement {
    /// The words of the verdict line, which name their subject completely or by a full digest.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Statement::SproutsNormal { start, result } => write!(f, "{} normal {result}", subject(start)),
            Statement::SproutsMisere { start, result, .. } => write!(f, "{} misere {result}", subject(start)),
            Statement::MorpionGame { rule, moves } => {
                write!(f, "morpion {} {} GAME {}", rule_word(*rule), morpion_name(*rule, moves), moves.len())
            }
            Statement::MorpionBound { rule, moves, best, .. } => {
                let (word, name) = (rule_word(*rule), morpion_name(*rule, moves));
                write!(f, "morpion {word} {name} FROM {} BEST {best}", moves.len())
            }
            Statement::GapsWinnable { variant, ranks, deal } => {
                write!(f, "gaps {} {ranks} {} WINNABLE", variant_word(*variant), gaps_name(*variant, *ranks, deal))
            }
            Statement::GapsUnwinnable { variant, ranks, deal, .. } => {
                write!(f, "gaps {} {ranks} {} UNWINNABLE", variant_word(*variant), gaps_name(*variant, *ranks, deal))
            }
            Statement::DegreeTwo { spots, misere, result } => {
                let play = if *misere { "misere" } else { "normal" };
                write!(f, "sprouts {spots} max-degree 2 {play} {result}")
            }
            Statement::EndlessDegree { max_degree, start, .. } => {
                write!(f, "sprouts {start} max-degree {max_degree} DRAW")
            }
        }
    }
}

impl fmt::Display for NormalResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NormalResult::Loss => f.write_str("LOSS"),
            NormalResult::Win => f.write_str("WIN"),
            NormalResult::Nimber(nimber) => write!(f, "NIMBER {nimber}"),
        }
    }
}

impl fmt::Display for StatedOutcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if *self == StatedOutcome::Loss { "LOSS" } else { "WIN" })
    }
}

/// `sprouts 8` for the start of a game, else `sprouts position …`.
fn subject(start: &str) -> String {
    let spots = if start == "0" { Some("1") } else { start.strip_prefix("0*") };
    match spots.filter(|spots| spots.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(spots) => format!("sprouts {spots}"),
        None => format!("sprouts position {start}"),
    }
}

fn rule_word(rule: u8) -> &'static str {
    if rule == 0 { "5T" } else { "5D" }
}

fn variant_word(variant: u8) -> &'static str {
    if variant == 0 { "basic" } else { "common" }
}

/// The name of a game: the blake3 of the rule and the moves (FORMAT-PUZZLES.md section 2).
pub fn morpion_name(rule: u8, moves: &[MorpionMove]) -> blake3::Hash {
    let moves = moves.iter().flat_map(|&(x, y, code)| [x as u8, y as u8, code]);
    blake3::hash(&[rule].into_iter().chain(moves).collect::<Vec<u8>>())
}

/// The name of a deal: the blake3 of the variant, the number of ranks and the cells (FORMAT-PUZZLES.md section 4).
pub fn gaps_name(variant: u8, ranks: u8, deal: &[u8]) -> blake3::Hash {
    blake3::hash(&[&[variant, ranks], deal].concat())
}
