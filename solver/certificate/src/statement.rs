//! Statements that certificates prove, as they stand in the file and in the verdict line of `check`.

use serde::{Deserialize, Serialize};
use sprouts::{Nimber, Outcome};
use std::fmt;

/// The version of certificates about Sprouts, and of those about its variants and about puzzles.
pub const SPROUTS_VERSION: u32 = 3;
pub const OTHERS_VERSION: u32 = 1;

/// The eight kinds, in the order of their numbers in the file (FORMAT.md section 8, FORMAT-PUZZLES.md, FORMAT-VARIANTS.md).
/// Positions are canonical and in short notation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    SproutsNormal { results: Vec<Stated<NormalResult>> },
    SproutsMisere { results: Vec<Stated<StatedOutcome>>, closure: String },
    MorpionGame { rule: u8, moves: Vec<MorpionMove> },
    MorpionBound { rule: u8, moves: Vec<MorpionMove>, nodes: u64, best: u32, at_best: u64, histogram: Vec<u64> },
    GapsWinnable { variant: u8, ranks: u8, deal: Vec<u8> },
    GapsUnwinnable { variant: u8, ranks: u8, deal: Vec<u8>, positions: u64, fingerprint: [u8; 16] },
    DegreeTwo { spots: u32, misere: bool, result: StatedOutcome },
    EndlessDegree { max_degree: u32, start: u32, position: String },
}

/// One of the results that a certificate about Sprouts proves: a start, and what comes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stated<R> {
    pub start: String,
    pub result: R,
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

impl From<StatedOutcome> for Outcome {
    fn from(outcome: StatedOutcome) -> Self {
        match outcome {
            StatedOutcome::Loss => Outcome::Loss,
            StatedOutcome::Win => Outcome::Win,
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

impl Statement {
    /// The words of the verdict lines, one for each result. They name their subject completely or by a full digest.
    pub fn words(&self) -> Vec<String> {
        vec![match self {
            Statement::SproutsNormal { results } => return words_of(results, "normal"),
            Statement::SproutsMisere { results, .. } => return words_of(results, "misere"),
            Statement::MorpionGame { rule, moves } => {
                format!("morpion {} {} GAME {}", rule_word(*rule), morpion_name(*rule, moves), moves.len())
            }
            Statement::MorpionBound { rule, moves, best, .. } => {
                let (word, name) = (rule_word(*rule), morpion_name(*rule, moves));
                format!("morpion {word} {name} FROM {} BEST {best}", moves.len())
            }
            Statement::GapsWinnable { variant, ranks, deal } => {
                format!("gaps {} {ranks} {} WINNABLE", variant_word(*variant), gaps_name(*variant, *ranks, deal))
            }
            Statement::GapsUnwinnable { variant, ranks, deal, .. } => {
                format!("gaps {} {ranks} {} UNWINNABLE", variant_word(*variant), gaps_name(*variant, *ranks, deal))
            }
            Statement::DegreeTwo { spots, misere, result } => {
                let play = if *misere { "misere" } else { "normal" };
                format!("sprouts {spots} max-degree 2 {play} {result}")
            }
            Statement::EndlessDegree { max_degree, start, .. } => {
                format!("sprouts {start} max-degree {max_degree} DRAW")
            }
        }]
    }
}

fn words_of<R: fmt::Display>(results: &[Stated<R>], play: &str) -> Vec<String> {
    results.iter().map(|stated| format!("{} {play} {}", subject(&stated.start), stated.result)).collect()
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
