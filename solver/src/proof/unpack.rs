//! Reads the claims of a certificate again, as a place to start from (FORMAT.md sections 8 and 9).
//!
//! Nothing is believed for standing in a file: a file that is damaged, or that is about another position, gives no claims,
//! and the claims it gives are proved again before they are used.

use super::file::{Certificate, MAGIC, Statement, VERSION};
use super::text::{TextError, number, text};
use crate::game::{Engine, Land, Position};
use crate::notation;
use crate::search::{NIMBERS, Nimber};

/// What a certificate of normal play holds: the position it is about, in short notation, and its claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpacked {
    pub start: String,
    pub claims: Vec<(Land, Nimber)>,
}

/// Why a file gives no claims. Lines of the text are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    #[error("this is not a certificate")]
    NotACertificate,
    #[error("the digest is wrong: the file is damaged")]
    Damaged,
    #[error("this is not a certificate of Sprouts in normal play")]
    OtherGame,
    #[error("this is a certificate of version {0}; version {VERSION} is read, make it again with this program")]
    Version(u32),
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
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, UnpackError> {
    let (signed, digest) = bytes.split_last_chunk::<32>().ok_or(UnpackError::NotACertificate)?;
    let content = signed.strip_prefix(MAGIC).ok_or(UnpackError::NotACertificate)?;
    if blake3::hash(signed).as_bytes() != digest {
        return Err(UnpackError::Damaged);
    }
    // Statements about other games have other numbers, which this reader does not know.
    let (certificate, rest): (Certificate, _) =
        postcard::take_from_bytes(content).map_err(|_| UnpackError::OtherGame)?;
    let Statement::SproutsNormal { start, .. } = certificate.statement else { return Err(UnpackError::OtherGame) };
    if certificate.version != VERSION {
        return Err(UnpackError::Version(certificate.version));
    }
    if !rest.is_empty() {
        return Err(UnpackError::NotACertificate);
    }
    let lines = u64::from(certificate.claims) + u64::from(certificate.replies);
    let text = text(certificate.body, lines)?;
    let (claims, replies): (Vec<_>, Vec<_>) =
        (1..).zip(text.split_terminator('\n')).partition(|&(nth, _)| nth <= u64::from(certificate.claims));
    if let Some(&(nth, _)) = replies.iter().find(|(_, line)| number(line).is_none()) {
        return Err(UnpackError::NoReply(nth));
    }
    Ok(Unpacked { start, claims: read_claims(&claims)? })
}

fn read_claims(lines: &[(u64, &str)]) -> Result<Vec<(Land, Nimber)>, UnpackError> {
    let mut engine = Engine::new();
    let mut claims: Vec<(Land, Nimber)> = Vec::with_capacity(lines.len());
    for &(nth, line) in lines {
        let claim = line.rsplit_once(' ').and_then(|(land, k)| Some((real_land(&mut engine, land)?, number(k)?)));
        let (land, nimber) = claim.ok_or(UnpackError::NoClaim(nth))?;
        if nimber >= u64::from(NIMBERS) {
            return Err(UnpackError::LargeNimber(nth));
        }
        if claims.last().is_some_and(|(last, _)| *last >= land) {
            return Err(UnpackError::Order(nth));
        }
        claims.push((land, nimber as Nimber));
    }
    Ok(claims)
}

/// The claims of a certificate, if it is about this position.
pub fn claims(bytes: &[u8], start: &Position) -> Option<Vec<(Land, Nimber)>> {
    let unpacked = unpack(bytes).ok()?;
    (unpacked.start == start.to_string()).then_some(unpacked.claims)
}

/// The land with this canonical string in short notation, if there is one.
fn real_land(engine: &mut Engine, text: &str) -> Option<Land> {
    let drawing = notation::parse_as(text, notation::Notation::Short).ok()?;
    let position = engine.canonical(&drawing).ok()?;
    let [land] = position.lands() else { return None };
    (land.to_string() == text).then(|| land.clone())
}

#[cfg(test)]
mod tests {
    use super::super::file::{Outcome, seal_body};
    use super::super::text::compress;
    use super::*;
    use crate::drawing::Drawing;
    use crate::proof::{Goal, prove, seal};
    use crate::search::Limits;

    fn start(spots: usize) -> Position {
        Engine::new().canonical(&Drawing::start(spots)).unwrap()
    }

    #[test]
    fn claims_come_back_as_they_were_written() {
        for spots in [1, 2, 5, 8, 9] {
            let goal = if matches!(spots % 6, 3..=5) { Goal::Not(0) } else { Goal::Nimber(0) };
            let (none, start) = (Limits::default(), start(spots));
            let proof = prove(&mut vec![], &start, goal, none, none, |_| ()).unwrap();
            assert_eq!(claims(&seal(&proof, false).bytes, &start), Some(proof.claims), "{spots} spots");
        }
    }

    #[test]
    fn damaged_files_and_other_positions_give_no_claims() {
        let (none, start) = (Limits::default(), start(6));
        let proof = prove(&mut vec![], &start, Goal::Nimber(0), none, none, |_| ()).unwrap();
        let bytes = seal(&proof, false).bytes;
        assert_eq!(claims(&bytes, &self::start(7)), None);
        assert_eq!(claims(&[], &start), None);
        assert_eq!(claims(&bytes[..bytes.len() - 1], &start), None);
        for at in 0..bytes.len() - 32 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(claims(&damaged, &start), None, "byte {at}");
            // With a digest that fits, anything may come out, but nothing that is no land, and no panic.
            let digest = *blake3::hash(&damaged[..bytes.len() - 32]).as_bytes();
            damaged.truncate(bytes.len() - 32);
            damaged.extend_from_slice(&digest);
            claims(&damaged, &start);
        }
    }

    /// What comes of a text of two claims and one reply.
    fn unpacked(text: &str) -> Result<Unpacked, UnpackError> {
        let statement = Statement::SproutsNormal { start: "0*2".into(), result: Outcome::Loss };
        unpack(&seal_body(statement, 2, 1, &compress(text)).bytes)
    }

    #[test]
    fn every_line_is_looked_at() {
        assert_eq!(unpacked("0*2 0\n0 30\n6\n").map(|unpacked| unpacked.claims.len()), Ok(2));
        for (text, error) in [
            ("0*2 0\n0 0\n6", TextError::OpenLine.into()),
            ("0*2 0\n0 0\n6\n7\n", TextError::LineCount { expected: 3, found: 4 }.into()),
            ("0*2 0\n0 0\n", TextError::LineCount { expected: 3, found: 2 }.into()),
            ("0*2 0\n0 0\n6\r\n", UnpackError::NoReply(3)),
            ("0*2 0\n0 0\n06\n", UnpackError::NoReply(3)),
            ("0*2 0\n0 0\n\n", UnpackError::NoReply(3)),
            ("0*2 0\n0 00\n6\n", UnpackError::NoClaim(2)),
            ("0*2 0\n0 0\r\n6\n", UnpackError::NoClaim(2)),
            ("0*2 0\n0  0\n6\n", UnpackError::NoClaim(2)),
            ("0.0 0\n0 0\n6\n", UnpackError::NoClaim(1)),
            ("0+0 0\n0 0\n6\n", UnpackError::NoClaim(1)),
            ("! 0\n0 0\n6\n", UnpackError::NoClaim(1)),
            ("0*2\n0 0\n6\n", UnpackError::NoClaim(1)),
            ("0*2 0\n0 31\n6\n", UnpackError::LargeNimber(2)),
            ("0 0\n0*2 0\n6\n", UnpackError::Order(2)),
            ("0 0\n0 0\n6\n", UnpackError::Order(2)),
        ] {
            assert_eq!(unpacked(text), Err(error), "{text:?}");
        }
    }

    /// The certificate of the 1-spot game as version 1 wrote it.
    #[test]
    fn files_of_version_1_are_refused_as_such() {
        let old = b"SPROOF\r\n\x01\x00\x010\x00\x01\x01\x00".to_vec();
        let digest = blake3::hash(&old);
        assert_eq!(unpack(&[&old, &digest.as_bytes()[..]].concat()), Err(UnpackError::Version(1)));
        assert!(UnpackError::Version(1).to_string().contains("version 1"));
    }
}
