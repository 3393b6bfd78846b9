//! The file around a proof (FORMAT.md section 8): magic, postcard structure, digest. No length in it is believed.

use crate::error::{CannotCheck, Error, Malformed, Step};
use crate::parse::parse_position;
use crate::token::Canonical;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

pub const MAGIC: &[u8; 8] = b"SPROOF\r\n";
pub const VERSION: u32 = 1;
const DIGEST: usize = 32;

/// What a certificate is to prove: the result of normal play from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub start: Canonical,
    pub result: Outcome,
}

/// The result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Loss,
    Win,
    Nimber(u8),
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
        let Stated::SproutsNormal { start: text, result } = *stated;
        let position = parse_position(text).map_err(Malformed::Start)?;
        let start = position.canonical().map_err(|limit| CannotCheck::Limit { step: Step::Start, limit })?;
        match start.to_string() {
            canonical if canonical == text => Ok(Statement { start, result }),
            canonical => Err(Malformed::StartNotCanonical { text: text.to_string(), canonical }.into()),
        }
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.start.spots() {
            Some(spots) => write!(f, "sprouts {spots} normal {}", self.result),
            None => write!(f, "sprouts position {} normal {}", self.start, self.result),
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
