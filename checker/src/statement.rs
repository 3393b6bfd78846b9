//! Statements of all kinds: what a certificate is to prove, and how a result is written after `s VERIFIED`.

use crate::container::Reader;
use crate::error::{CannotCheck, Malformed, Result, ensure};
use crate::misere::MisereResult;
use crate::normal::NormalResult;
use crate::puzzles::{gaps, morpion};
use crate::variants::{degree_two::DegreeTwo, endless};
use std::fmt::{self, Display, Formatter};

/// The version of certificates about Sprouts, and that of all others.
pub(crate) const SPROUTS: u32 = 3;
pub(crate) const OTHERS: u32 = 1;

/// What a certificate is to prove, numbered as in the documents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub enum Statement {
    SproutsNormal {
        results: Vec<NormalResult>,
    },
    /// The closure is in short notation.
    SproutsMisere {
        results: Vec<MisereResult>,
        closure: String,
    },
    MorpionGame(morpion::Game),
    MorpionBound(morpion::Bound),
    GapsWinnable(gaps::Deal),
    GapsUnwinnable(gaps::Unwinnable),
    DegreeTwo(DegreeTwo),
    EndlessDegree(endless::Endless),
}

impl Statement {
    /// Reads the version, the number of the statement, and its content. Which version is wanted depends on the number.
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        let version = reader.u32()?;
        let kind = reader.variant(8, "the number of a statement, 0 to 7")?;
        let wanted = if kind < 2 { SPROUTS } else { OTHERS };
        ensure(kind >= 2 || !(1..SPROUTS).contains(&version), || CannotCheck::OldVersion(version))?;
        ensure(version == wanted, || Malformed::Version { found: version, wanted })?;
        Ok(match kind {
            0 => Statement::SproutsNormal { results: reader.list(NormalResult::read)? },
            1 => Statement::SproutsMisere { results: reader.list(MisereResult::read)?, closure: reader.string()? },
            2 => Statement::MorpionGame(morpion::Game::read(reader)?),
            3 => Statement::MorpionBound(morpion::Bound::read(reader)?),
            4 => Statement::GapsWinnable(gaps::Deal::read(reader)?),
            5 => Statement::GapsUnwinnable(gaps::Unwinnable::read(reader)?),
            6 => Statement::DegreeTwo(DegreeTwo::read(reader)?),
            _ => Statement::EndlessDegree(endless::Endless::read(reader)?),
        })
    }

    /// What is stated, as the documents have it in words: a line for each result.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Statement::SproutsNormal { results } => results.iter().map(NormalResult::to_string).collect(),
            Statement::SproutsMisere { results, .. } => results.iter().map(MisereResult::to_string).collect(),
            Statement::MorpionGame(game) => vec![format!("{} GAME {}", game.name(), game.moves.len())],
            Statement::MorpionBound(bound) => vec![bound.to_string()],
            Statement::GapsWinnable(deal) => vec![format!("{} WINNABLE", deal.name())],
            Statement::GapsUnwinnable(unwinnable) => vec![unwinnable.to_string()],
            Statement::DegreeTwo(game) => vec![game.to_string()],
            Statement::EndlessDegree(game) => vec![game.to_string()],
        }
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}
