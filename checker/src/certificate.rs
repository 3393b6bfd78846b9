//! The file around a proof (FORMAT.md section 8): magic, postcard structure, digest. No length in it is believed.

use crate::error::{CannotCheck, Error, Malformed, Step};
use crate::parse::parse_position;
use crate::puzzles::{gaps, morpion};
use crate::token::Canonical;
use crate::variants::degree_two::DegreeTwo;
use crate::variants::endless::Endless;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

pub const MAGIC: &[u8; 8] = b"SPROOF\r\n";
pub const VERSION: u32 = 1;
const DIGEST: usize = 32;

/// What a certificate is to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Sprouts(Sprouts),
    MorpionGame(morpion::Game),
    MorpionBound(morpion::Bound),
    GapsWinnable(gaps::Deal),
    GapsUnwinnable(gaps::Unwinnable),
    DegreeTwo(DegreeTwo),
    EndlessDegree(Endless),
}

/// The result of play from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprouts {
    pub start: Canonical,
    pub play: Play,
    pub result: Outcome,
}

/// Who wins when there are no moves left, and how that is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    Normal,
    /// Lands that can be reached from the closure position are replaced by their trees.
    Misere {
        closure: Canonical,
    },
}

/// The result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Loss,
    Win,
    Nimber(u8),
}

/// The result where there are only two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossOrWin {
    Loss,
    Win,
}

/// The structure of the file, as postcard writes it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Contents<'a> {
    pub version: u32,
    #[serde(borrow)]
    pub statement: Stated<'a>,
    pub claims: u32,
    pub replies: u32,
    pub body: &'a [u8],
}

#[derive(Serialize, Deserialize)]
pub(crate) enum Stated<'a> {
    SproutsNormal { start: &'a str, result: Outcome },
    SproutsMisere { start: &'a str, result: Outcome, closure: &'a str },
    MorpionGame(morpion::Game),
    MorpionBound(morpion::Bound),
    GapsWinnable(gaps::Deal),
    GapsUnwinnable(gaps::Unwinnable),
    DegreeTwo(DegreeTwo),
    EndlessDegree(Endless),
}

pub(crate) struct Certificate<'a> {
    pub statement: Statement,
    pub contents: Contents<'a>,
    pub digest: blake3::Hash,
}

impl<'a> Certificate<'a> {
    pub(crate) fn read(file: &'a [u8]) -> Result<Self, Error> {
        let rest = file.strip_prefix(MAGIC).ok_or(Malformed::NotACertificate)?;
        let (contents, stated_digest) = rest.split_last_chunk::<DIGEST>().ok_or(Malformed::TooShort(file.len()))?;
        let digest = blake3::hash(&file[..file.len() - DIGEST]);
        if digest != *stated_digest {
            return Err(Malformed::WrongDigest { found: digest.to_hex().to_string() }.into());
        }
        let (version, _): (u32, _) = postcard::take_from_bytes(contents).map_err(Malformed::Structure)?;
        if version != VERSION {
            return Err(Malformed::OtherVersion(version).into());
        }
        let (contents, after): (Contents, _) = postcard::take_from_bytes(contents).map_err(Malformed::Structure)?;
        if !after.is_empty() {
            return Err(Malformed::BytesLeftOver { at: file.len() - DIGEST - after.len(), count: after.len() }.into());
        }
        // Postcard reads numbers that are written longer than necessary.
        let shortest = postcard::to_stdvec(&contents).map_err(Malformed::Structure)?.len();
        if shortest + MAGIC.len() + DIGEST != file.len() {
            return Err(Malformed::LongNumber.into());
        }
        Ok(Certificate { statement: Statement::read(&contents.statement)?, contents, digest })
    }
}

impl Statement {
    fn read(stated: &Stated) -> Result<Self, Error> {
        Ok(match stated {
            Stated::SproutsNormal { start, result } => {
                let start = read_position(start, Step::Start)?;
                Statement::Sprouts(Sprouts { start, play: Play::Normal, result: *result })
            }
            Stated::SproutsMisere { result: Outcome::Nimber(_), .. } => {
                return Err(Malformed::Structure(postcard::Error::DeserializeBadEnum).into());
            }
            Stated::SproutsMisere { start, result, closure } => Statement::Sprouts(Sprouts {
                start: read_position(start, Step::Start)?,
                play: Play::Misere { closure: read_position(closure, Step::Closure)? },
                result: *result,
            }),
            Stated::MorpionGame(game) => Statement::MorpionGame(game.clone()),
            Stated::MorpionBound(bound) => Statement::MorpionBound(bound.clone()),
            Stated::GapsWinnable(deal) => Statement::GapsWinnable(deal.clone()),
            Stated::GapsUnwinnable(deal) => Statement::GapsUnwinnable(deal.clone()),
            Stated::DegreeTwo(game) => Statement::DegreeTwo(game.clone()),
            Stated::EndlessDegree(game) => Statement::EndlessDegree(game.clone()),
        })
    }
}

/// Reads a position, which must be written in its canonical form.
fn read_position(text: &str, step: Step) -> Result<Canonical, Error> {
    let problem = |problem| Malformed::Position { step: step.clone(), problem };
    let position = parse_position(text).map_err(problem)?.canonical();
    let position = position.map_err(|limit| CannotCheck::Limit { step: step.clone(), limit })?;
    match position.to_string() {
        canonical if canonical == text => Ok(position),
        canonical => Err(Malformed::PositionNotCanonical { step, text: text.to_string(), canonical }.into()),
    }
}

impl From<LossOrWin> for Outcome {
    fn from(result: LossOrWin) -> Self {
        match result {
            LossOrWin::Loss => Outcome::Loss,
            LossOrWin::Win => Outcome::Win,
        }
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Statement::Sprouts(sprouts) => sprouts.fmt(f),
            Statement::MorpionGame(game) => write!(f, "{} GAME {}", game.name(), game.moves.len()),
            Statement::MorpionBound(morpion::Bound { first, best, .. }) => {
                write!(f, "{} FROM {} BEST {best}", first.name(), first.moves.len())
            }
            Statement::GapsWinnable(deal) => write!(f, "{} WINNABLE", deal.name()),
            Statement::GapsUnwinnable(unwinnable) => write!(f, "{} UNWINNABLE", unwinnable.deal.name()),
            Statement::DegreeTwo(DegreeTwo { spots, misere, result }) => {
                let play = if *misere { "misere" } else { "normal" };
                write!(f, "sprouts {spots} max-degree 2 {play} {}", Outcome::from(*result))
            }
            Statement::EndlessDegree(Endless { max_degree, start, .. }) => {
                write!(f, "sprouts {start} max-degree {max_degree} DRAW")
            }
        }
    }
}

impl Display for Sprouts {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let play = if self.play == Play::Normal { "normal" } else { "misere" };
        match self.start.spots() {
            Some(spots) => write!(f, "sprouts {spots} {play} {}", self.result),
            None => write!(f, "sprouts position {} {play} {}", self.start, self.result),
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Outcome::Loss => f.write_str("LOSS"),
            Outcome::Win => f.write_str("WIN"),
            Outcome::Nimber(nimber) => write!(f, "NIMBER {nimber}"),
        }
    }
}
