//! Reader of claims and lost nodes, as a place to start from (FORMAT.md sections 9 and 13).
//!
//! Nothing is believed for standing in a file: a file that is damaged, or that is about another position, gives no claims,
//! and the claims it gives are proved again before they are used.

use crate::container::{Certificate, ContainerError};
use crate::statement::{NormalResult, Stated, StatedOutcome, Statement};
use crate::text::{TextError, number, text};
use sprouts::{Engine, Land, NIMBERS, Nimber, Position, notation};

/// The claims of a certificate of normal play, and the results that it states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormalClaims {
    pub results: Vec<Stated<NormalResult>>,
    pub claims: Vec<(Land, Nimber)>,
}

/// Why a file gives no claims. Lines of the text are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    #[error(transparent)]
    Container(#[from] ContainerError),
    #[error("this is a certificate of another game or of another way to play")]
    OtherGame,
    #[error("the body is malformed: {0}")]
    Body(#[from] TextError),
    #[error("line {0} is not a land in canonical form and its nimber")]
    NoClaim(u64),
    #[error("line {0} claims a nimber of {NIMBERS} or more, which is beyond this program")]
    LargeNimber(u64),
    #[error("the land of line {0} does not come after the one before")]
    Order(u64),
    #[error("line {0} is not the number of a move")]
    NoReply(u64),
}

/// Reads the claims of a certificate.
pub fn read_claims(file: &[u8]) -> Result<NormalClaims, ClaimError> {
    let certificate = Certificate::open(file)?;
    let Statement::SproutsNormal { results } = certificate.statement else { return Err(ClaimError::OtherGame) };
    let count = certificate.claims as u64;
    let text = text(&certificate.body, count + certificate.replies as u64)?;
    let (claims, replies): (Vec<_>, Vec<_>) =
        (1..).zip(text.split_terminator('\n')).partition(|&(nth, _)| nth <= count);
    if let Some(&(nth, _)) = replies.iter().find(|(_, line)| number(line).is_none()) {
        return Err(ClaimError::NoReply(nth));
    }
    Ok(NormalClaims { results, claims: parse_claims(&claims)? })
}

/// The lost nodes of a certificate of misère play as they are written (FORMAT.md section 13), with the results that it states
/// and its closure position, in short notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisereClaims {
    pub results: Vec<Stated<StatedOutcome>>,
    pub closure: String,
    pub lost: Vec<String>,
}

/// Reads the lost nodes of a certificate of misère play.
pub fn read_lost_nodes(file: &[u8]) -> Result<MisereClaims, ClaimError> {
    let certificate = Certificate::open(file)?;
    let Statement::SproutsMisere { results, closure } = certificate.statement else {
        return Err(ClaimError::OtherGame);
    };
    let text = text(&certificate.body, certificate.claims as u64 + certificate.replies as u64)?;
    let lost = text.split_terminator('\n').take(certificate.claims).map(str::to_owned).collect();
    Ok(MisereClaims { results, closure, lost })
}

/// The claims of a certificate, if it is about this position, among others perhaps.
pub fn claims_about(file: &[u8], start: &Position) -> Option<Vec<(Land, Nimber)>> {
    let (read, start) = (read_claims(file).ok()?, start.to_string());
    read.results.iter().any(|stated| stated.start == start).then_some(read.claims)
}

fn parse_claims(lines: &[(u64, &str)]) -> Result<Vec<(Land, Nimber)>, ClaimError> {
    let mut engine = Engine::new();
    let mut claims: Vec<(Land, Nimber)> = Vec::with_capacity(lines.len());
    for &(nth, line) in lines {
        let claim = line.rsplit_once(' ').and_then(|(land, k)| Some((canonical_land(&mut engine, land)?, number(k)?)));
        let (land, nimber) = claim.ok_or(ClaimError::NoClaim(nth))?;
        if nimber >= u64::from(NIMBERS) {
            return Err(ClaimError::LargeNimber(nth));
        }
        if claims.last().is_some_and(|(last, _)| *last >= land) {
            return Err(ClaimError::Order(nth));
        }
        claims.push((land, nimber as Nimber));
    }
    Ok(claims)
}

/// The land with this canonical string in short notation, if there is one.
pub fn canonical_land(engine: &mut Engine, text: &str) -> Option<Land> {
    let plain = notation::parse_as(text, notation::Notation::Short).ok()?;
    let position = engine.canonical(&plain).ok()?;
    let [land] = position.lands() else { return None };
    (land.to_string() == text).then(|| land.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::NormalResult;
    use crate::text::compress;

    fn file(text: &str) -> Vec<u8> {
        let results = vec![Stated { start: "0*2".into(), result: NormalResult::Loss }];
        let statement = Statement::SproutsNormal { results };
        Certificate { statement, claims: 2, replies: 1, body: compress(text) }.seal().bytes
    }

    #[test]
    fn damaged_files_and_other_positions_give_no_claims() {
        let start = |spots| Engine::new().canonical(&sprouts::PlainPosition::start(spots)).unwrap();
        let file = file("0*2 0\n0 0\n6\n");
        assert_eq!(claims_about(&file, &start(2)).map(|claims| claims.len()), Some(2));
        assert_eq!(claims_about(&file, &start(3)), None);
        assert_eq!(claims_about(&[], &start(2)), None);
        assert_eq!(claims_about(&file[..file.len() - 1], &start(2)), None);
        for at in 0..file.len() - 32 {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            assert_eq!(claims_about(&damaged, &start(2)), None, "byte {at}");
            // With a digest that fits, anything may come out, but nothing that is no land, and no panic.
            let digest = *blake3::hash(&damaged[..file.len() - 32]).as_bytes();
            damaged.truncate(file.len() - 32);
            damaged.extend_from_slice(&digest);
            claims_about(&damaged, &start(2));
        }
    }

    #[test]
    fn every_line_is_looked_at() {
        assert_eq!(read_claims(&file("0*2 0\n0 30\n6\n")).map(|read| read.claims.len()), Ok(2));
        for (text, error) in [
            ("0*2 0\n0 0\n6", TextError::OpenLine.into()),
            ("0*2 0\n0 0\n6\n7\n", TextError::LineCount { expected: 3, found: 4 }.into()),
            ("0*2 0\n0 0\n", TextError::LineCount { expected: 3, found: 2 }.into()),
            ("0*2 0\n0 0\n6\r\n", ClaimError::NoReply(3)),
            ("0*2 0\n0 0\n06\n", ClaimError::NoReply(3)),
            ("0*2 0\n0 0\n\n", ClaimError::NoReply(3)),
            ("0*2 0\n0 00\n6\n", ClaimError::NoClaim(2)),
            ("0*2 0\n0 0\r\n6\n", ClaimError::NoClaim(2)),
            ("0*2 0\n0  0\n6\n", ClaimError::NoClaim(2)),
            ("0.0 0\n0 0\n6\n", ClaimError::NoClaim(1)),
            ("0+0 0\n0 0\n6\n", ClaimError::NoClaim(1)),
            ("! 0\n0 0\n6\n", ClaimError::NoClaim(1)),
            ("0*2\n0 0\n6\n", ClaimError::NoClaim(1)),
            ("0*2 0\n0 31\n6\n", ClaimError::LargeNimber(2)),
            ("0 0\n0*2 0\n6\n", ClaimError::Order(2)),
            ("0 0\n0 0\n6\n", ClaimError::Order(2)),
        ] {
            assert_eq!(read_claims(&file(text)), Err(error), "{text:?}");
        }
    }

    /// The certificate of the 1-spot game as version 1 wrote it, and what stood at the beginning of those of version 2.
    #[test]
    fn files_of_older_versions_are_refused_by_name() {
        for (version, old) in [(1, &b"\x01\x00\x010\x00\x01\x01\x00"[..]), (2, b"\x02\x00\x010\x00\x01\x01\x00")] {
            let old = [b"SPROOF\r\n", old].concat();
            let digest = blake3::hash(&old);
            let error = read_claims(&[&old, &digest.as_bytes()[..]].concat()).unwrap_err();
            assert_eq!(error, ClaimError::Container(ContainerError::Version(version)));
            assert!(error.to_string().contains(&format!("version {version}")));
        }
    }
}
