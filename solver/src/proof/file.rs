//! Certificates of Sprouts as files (FORMAT.md section 8).

use super::body;
use super::certificate::Proof;
use super::needs::Goal;
use crate::game::Position;
use serde::{Deserialize, Serialize};

pub(super) const MAGIC: &[u8; 8] = b"SPROOF\r\n";
pub(super) const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
pub(super) struct Certificate<'a> {
    pub version: u32,
    pub statement: Statement,
    pub claims: u32,
    pub replies: u32,
    #[serde(serialize_with = "as_bytes")]
    pub body: &'a [u8],
}

fn as_bytes<S: serde::Serializer>(bytes: &&[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

#[derive(Serialize, Deserialize)]
pub(super) enum Statement {
    SproutsNormal { start: String, result: Outcome },
    SproutsMisere(MisereStatement),
}

/// What a certificate of misère play says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MisereStatement {
    pub start: String,
    pub result: MisereResult,
    pub closure: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MisereResult {
    Loss,
    Win,
}

#[derive(Serialize, Deserialize)]
pub(super) enum Outcome {
    Loss,
    Win,
    Nimber(u8),
}

/// What a certificate file holds and its digest.
pub struct Sealed {
    pub bytes: Vec<u8>,
    pub digest: blake3::Hash,
}

/// Writes a proof down. With the goal of nimber 0 the statement is a loss; `as_nimber` states the nimber instead.
pub fn seal(proof: &Proof, as_nimber: bool) -> Sealed {
    let result = match proof.goal {
        Goal::Nimber(0) if !as_nimber => Outcome::Loss,
        Goal::Nimber(nimber) => Outcome::Nimber(nimber),
        Goal::Not(_) => Outcome::Win,
    };
    let start = Position::new(proof.start.clone()).to_string();
    let body = body::encode(&proof.claims, &proof.replies);
    seal_body(Statement::SproutsNormal { start, result }, proof.claims.len(), proof.replies.len(), &body)
}

/// Writes down a proof in misère play, its body already made.
pub fn seal_misere(statement: MisereStatement, lost: usize, replies: usize, body: &[u8]) -> Sealed {
    seal_body(Statement::SproutsMisere(statement), lost, replies, body)
}

pub(super) fn seal_body(statement: Statement, claims: usize, replies: usize, body: &[u8]) -> Sealed {
    let certificate = Certificate { version: VERSION, statement, claims: claims as u32, replies: replies as u32, body };
    let mut bytes = postcard::to_extend(&certificate, MAGIC.to_vec()).expect("certificates can be serialised");
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    Sealed { bytes, digest }
}
