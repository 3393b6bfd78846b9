//! The file around a proof (FORMAT.md section 8): magic, postcard structure, digest. No length in it is believed.

use crate::error::{Result, error};
use crate::fault::Evidence;
use crate::land::{Canonical, parse_position};
use crate::parallel::Settings;
use crate::puzzles::{gaps, morpion};
use crate::variants::{degree_two::DegreeTwo, endless::Endless};
use crate::{misere, normal};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

pub(crate) const MAGIC: &[u8] = b"SPROOF\r\n";
pub(crate) const VERSION: u32 = 2;

/// The structure of the file, as postcard writes it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Contents<'a> {
    pub version: u32,
    pub statement: Statement,
    pub claims: u32,
    pub replies: u32,
    pub body: &'a [u8],
}

/// What a certificate is to prove. Positions are in short notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    SproutsNormal { start: String, result: Outcome },
    SproutsMisere { start: String, result: Outcome, closure: String },
    MorpionGame(morpion::Game),
    MorpionBound(morpion::Bound),
    GapsWinnable(gaps::Deal),
    GapsUnwinnable(gaps::Unwinnable),
    DegreeTwo(DegreeTwo),
    EndlessDegree(Endless),
}

/// The result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Outcome {
    #[error("LOSS")]
    Loss,
    #[error("WIN")]
    Win,
    /// In normal play only.
    #[error("NIMBER {0}")]
    Nimber(u8),
}

/// A certificate that has been verified: what it proves, and the blake3 of its content.
pub struct Verified {
    pub statement: Statement,
    pub digest: blake3::Hash,
    /// How many claims (in misère play: lost nodes) and how many replies there are.
    pub counts: (usize, usize),
    explain: Explain,
}

/// Says why a claim, counted from 1, is true: line by line.
type Explain = Box<dyn Fn(usize) -> Result<Vec<String>>>;

impl Verified {
    /// Why a claim (in misère play: a lost node), counted from 1, is true: line by line.
    pub fn explain(&self, number: usize) -> Result<Vec<String>> {
        let (count, _) = self.counts;
        if !(1..=count).contains(&number) {
            return Err(error!(CannotCheck, "there is no claim {number}: they are numbered 1 to {count}"));
        }
        (self.explain)(number)
    }
}

/// Verifies the certificate in a file. What it finds, be it an error, does not depend on the number of threads.
pub fn verify(file: &[u8], settings: &Settings) -> Result<Verified> {
    let (contents, digest) = read(file)?;
    let evidence = Evidence { claims: contents.claims, replies: contents.replies, body: contents.body };
    let mut explain: Explain = Box::new(|_| Err(error!(CannotCheck, "only claims about Sprouts can be explained")));
    match &contents.statement {
        Statement::SproutsNormal { start, result } => {
            let proof = normal::verify(&contents, read_position(start)?, *result, settings)?;
            explain = Box::new(move |number| proof.explain(number));
        }
        Statement::SproutsMisere { start, result, closure } => {
            let (start, closure) = (read_position(start)?, read_position(closure)?);
            let proof = misere::verify(&contents, &start, *result, &closure, settings)?;
            explain = Box::new(move |number| proof.explain(number));
        }
        Statement::MorpionGame(game) => game.verify(&evidence)?,
        Statement::MorpionBound(bound) => bound.verify(&evidence, settings)?,
        Statement::GapsWinnable(deal) => deal.verify(&evidence)?,
        Statement::GapsUnwinnable(unwinnable) => unwinnable.verify(&evidence)?,
        Statement::DegreeTwo(game) => game.verify(&evidence)?,
        Statement::EndlessDegree(game) => game.verify(&evidence)?,
    }
    let counts = (contents.claims as usize, contents.replies as usize);
    Ok(Verified { statement: contents.statement, digest, counts, explain })
}

fn read(file: &[u8]) -> Result<(Contents<'_>, blake3::Hash)> {
    let rest = file.strip_prefix(MAGIC);
    let rest =
        rest.ok_or_else(|| error!(Malformed, "this is no certificate: it does not begin with the magic bytes"))?;
    let split = rest.split_last_chunk::<32>();
    let (structure, stated) = split.ok_or_else(|| error!(Malformed, "the file is too short for a digest"))?;
    let digest = blake3::hash(&file[..file.len() - stated.len()]);
    if digest != *stated {
        return Err(error!(Malformed, "the digest is not that of the content, which has the blake3 {digest}"));
    }
    let unreadable = |error| error!(Malformed, "the structure cannot be read: {error}");
    let version: u32 = postcard::take_from_bytes(structure).map_err(unreadable)?.0;
    if version != VERSION {
        return Err(error!(Malformed, "the format version is {version}, and this program knows {VERSION}"));
    }
    let contents: Contents = postcard::from_bytes(structure).map_err(unreadable)?;
    // Postcard does not mind bytes that are left over, nor numbers that are written longer than necessary.
    if postcard::to_stdvec(&contents).map_err(unreadable)? != structure {
        return Err(error!(Malformed, "a number is not written in the fewest bytes, or bytes are left over"));
    }
    Ok((contents, digest))
}

/// Reads a position, which must be written in its canonical form.
fn read_position(text: &str) -> Result<Canonical> {
    let position = parse_position(text).and_then(|position| position.canonical());
    let position = position.map_err(|error| error.at(format!("the position {text:?}")))?;
    match position.to_string() {
        canonical if canonical == text => Ok(position),
        canonical => Err(error!(Malformed, "the position {text:?} is {canonical} in its canonical form")),
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let game = |start: &str| match start.strip_prefix("0*").unwrap_or(if start == "0" { "1" } else { start }) {
            spots if spots.bytes().all(|byte| byte.is_ascii_digit()) => spots.to_string(),
            _ => format!("position {start}"),
        };
        match self {
            Statement::SproutsNormal { start, result } => write!(f, "sprouts {} normal {result}", game(start)),
            Statement::SproutsMisere { start, result, .. } => write!(f, "sprouts {} misere {result}", game(start)),
            Statement::MorpionGame(game) => write!(f, "{} GAME {}", game.name(), game.moves.len()),
            Statement::MorpionBound(morpion::Bound { first, best, .. }) => {
                write!(f, "{} FROM {} BEST {best}", first.name(), first.moves.len())
            }
            Statement::GapsWinnable(deal) => write!(f, "{} WINNABLE", deal.name()),
            Statement::GapsUnwinnable(unwinnable) => write!(f, "{} UNWINNABLE", unwinnable.deal.name()),
            Statement::DegreeTwo(DegreeTwo { spots, misere, result }) => {
                write!(f, "sprouts {spots} max-degree 2 {} {result}", if *misere { "misere" } else { "normal" })
            }
            Statement::EndlessDegree(Endless { max_degree, start, .. }) => {
                write!(f, "sprouts {start} max-degree {max_degree} DRAW")
            }
        }
    }
}
