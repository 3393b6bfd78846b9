//! The container of every certificate (FORMAT.md section 8): magic, postcard structure, blake3.

use crate::statement::{NormalResult, OTHERS_VERSION, SPROUTS_VERSION, Stated, Statement};
use crate::{text, varint};
use common::sealed::{self, SealError, Sealed};
use serde::{Deserialize, Serialize};
use sprouts::{Land, Nimber, Outcome, Position};
use std::fmt::Display;

const MAGIC: &[u8; 8] = b"SPROOF\r\n";

/// A statement, and the body that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    pub statement: Statement,
    /// How many claims, lost nodes or moves the body has.
    pub claims: usize,
    pub replies: usize,
    pub body: Vec<u8>,
}

/// The structure of the file, as postcard writes it.
#[derive(Serialize, Deserialize)]
struct Structure<'a> {
    version: u32,
    statement: Statement,
    claims: u32,
    replies: u32,
    body: &'a [u8],
}

/// Why a file is no certificate that this program reads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContainerError {
    #[error("this is not a certificate: {0}")]
    NotACertificate(SealError),
    #[error("the digest is wrong: the file is damaged")]
    Damaged,
    #[error("this is a certificate of version {0}, which this program does not read; make it again")]
    Version(u32),
    #[error("the structure of the certificate cannot be read: {0}")]
    Structure(String),
}

impl Certificate {
    /// Results in normal play: claims sorted by land, and replies in the order of their refutations (sections 7 and 9).
    pub fn normal(results: &[(Position, NormalResult)], claims: &[(Land, Nimber)], replies: &[u64]) -> Self {
        let statement = Statement::SproutsNormal { results: stated(results) };
        let claims = claims.iter().map(|(land, nimber)| format!("{land} {nimber}"));
        Self::with_text(statement, claims, replies)
    }

    /// Outcomes in misère play: sorted lost nodes, and replies in the order of their won nodes (sections 12 and 13).
    pub fn misere<N: Display>(
        results: &[(Position, Outcome)],
        closure: &Position,
        lost: &[N],
        replies: &[u64],
    ) -> Self {
        let statement = Statement::SproutsMisere { results: stated(results), closure: closure.to_string() };
        Self::with_text(statement, lost.iter(), replies)
    }

    fn with_text(statement: Statement, claims: impl ExactSizeIterator<Item: Display>, replies: &[u64]) -> Self {
        let count = claims.len();
        let body = text::compress(&text::lines(claims, replies));
        Certificate { statement, claims: count, replies: replies.len(), body }
    }

    /// A complete game of Morpion Solitaire, or all that can follow the moves of one: the statement says everything.
    pub fn morpion(statement: Statement) -> Self {
        Certificate { statement, claims: 0, replies: 0, body: Vec::new() }
    }

    /// A deal of Gaps: won by a line of moves (card, cell), or searched in vain.
    pub fn gaps(statement: Statement, line: impl Iterator<Item = (u8, u8)>) -> Self {
        let body = line.flat_map(|(card, cell)| [card, cell]).collect();
        Certificate { statement, claims: 0, replies: 0, body }
    }

    /// Sprouts with greatest degree 2: the lost positions, each a list of regions (spots, paths).
    pub fn degree_two(spots: u32, misere: bool, outcome: Outcome, lost: &[Vec<(u32, u32)>]) -> Self {
        let statement = Statement::DegreeTwo { spots, misere, result: outcome.into() };
        let mut body = Vec::new();
        for position in lost {
            varint::push(&mut body, position.len());
            for &(spots, paths) in position {
                varint::push(&mut body, spots as usize);
                varint::push(&mut body, paths as usize);
            }
        }
        Certificate { statement, claims: lost.len(), replies: 0, body }
    }

    /// Sprouts with greatest degree 4 or more: moves, each as a list of numbers, that lead to a position.
    pub fn endless(max_degree: u32, spots: u32, position: String, moves: &[Vec<usize>]) -> Self {
        let statement = Statement::EndlessDegree { max_degree, start: spots, position };
        let mut body = Vec::new();
        moves.iter().flatten().for_each(|&number| varint::push(&mut body, number));
        Certificate { statement, claims: moves.len(), replies: 0, body }
    }

    /// The file.
    pub fn seal(&self) -> Sealed {
        let (claims, replies) = (self.claims as u32, self.replies as u32);
        let (version, statement) = (self.statement.version(), self.statement.clone());
        sealed::seal(MAGIC, &Structure { version, statement, claims, replies, body: &self.body })
    }

    /// Reads a file. Nothing is believed for standing in it.
    pub fn open(file: &[u8]) -> Result<Self, ContainerError> {
        let encoded = sealed::open(MAGIC, file).map_err(|error| match error {
            SealError::Digest => ContainerError::Damaged,
            other => ContainerError::NotACertificate(other),
        })?;
        // The version and the number of the statement stand first, so that files of other versions are refused by name.
        match encoded {
            [version @ (1 | 2), 0 | 1, ..] => return Err(ContainerError::Version(u32::from(*version))),
            [version @ 0..=127, ..] if !matches!(u32::from(*version), SPROUTS_VERSION | OTHERS_VERSION) => {
                return Err(ContainerError::Version(u32::from(*version)));
            }
            _ => {}
        }
        let structure: Structure = sealed::read(encoded).map_err(ContainerError::Structure)?;
        if structure.version != structure.statement.version() {
            return Err(ContainerError::Version(structure.version));
        }
        Ok(Certificate {
            statement: structure.statement,
            claims: structure.claims as usize,
            replies: structure.replies as usize,
            body: structure.body.to_vec(),
        })
    }
}

fn stated<A: Copy, R: From<A>>(results: &[(Position, A)]) -> Vec<Stated<R>> {
    results.iter().map(|(start, result)| Stated { start: start.to_string(), result: R::from(*result) }).collect()
}
