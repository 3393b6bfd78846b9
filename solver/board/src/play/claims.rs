//! The claims of a certificate of normal play: which lands have which nimbers (FORMAT.md sections 7 to 9).
//!
//! A file is not believed. [`Claims::support`] goes through the rules of section 7 with the solver's own options, so that a
//! machine that plays by claims can be sure of them; replies are not read but looked for.

use certificate::{ClaimError, NormalClaims, read_claims};
use rustc_hash::FxHashMap;
use search::normal::{Nimber, Stopped};
use sprouts::{Engine, Land, Position, TooLarge};

/// Lands with their nimbers, and the starts they are about.
#[derive(Debug, Clone, Default)]
pub struct Claims {
    starts: Vec<String>,
    nimbers: FxHashMap<Land, Nimber>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimsError {
    #[error(transparent)]
    Unreadable(#[from] ClaimError),
    #[error("the claim that {land} has nimber {nimber} is not supported by the others")]
    Unsupported { land: Land, nimber: Nimber },
    #[error("line {0} is not a node of misère play")]
    NoNode(u64),
    #[error("the closure position cannot be read")]
    NoClosure,
    #[error("a node that is claimed to be lost is not supported by the others")]
    UnsupportedNode,
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Claims {
    /// Reads the claims of a certificate.
    pub fn read(bytes: &[u8]) -> Result<Self, ClaimsError> {
        let NormalClaims { results, claims } = read_claims(bytes)?;
        let starts = results.into_iter().map(|stated| stated.start).collect();
        Ok(Claims { starts, nimbers: claims.into_iter().collect() })
    }

    /// The positions that the certificate is about, in short notation.
    pub fn starts(&self) -> &[String] {
        &self.starts
    }

    pub fn len(&self) -> usize {
        self.nimbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nimbers.is_empty()
    }

    pub fn nimber(&self, land: &Land) -> Option<Nimber> {
        self.nimbers.get(land).copied()
    }

    /// The nimber of a position that claims settle.
    pub fn settled(&self, position: &Position) -> Option<Nimber> {
        let (sum, open) = self.rest(position);
        open.is_empty().then_some(sum)
    }

    /// What is left of a position when equal lands have cancelled in pairs: the nimber of its claimed lands together, and the lands
    /// that are not claimed.
    fn rest<'p>(&self, position: &'p Position) -> (Nimber, Vec<&'p Land>) {
        let (mut sum, mut open) = (0, Vec::new());
        // Equal lands stand together.
        for land in position.lands() {
            match self.nimber(land) {
                Some(nimber) => sum ^= nimber,
                None if open.last() == Some(&land) => drop(open.pop()),
                None => open.push(land),
            }
        }
        (sum, open)
    }

    /// Sees that every claim follows from the others: rules 1 to 3 of FORMAT.md section 7.
    pub fn support(&self, engine: &mut Engine) -> Result<(), ClaimsError> {
        let mut refuted: FxHashMap<(Land, Nimber), bool> = FxHashMap::default();
        for (land, &nimber) in &self.nimbers {
            let unsupported = || ClaimsError::Unsupported { land: land.clone(), nimber };
            let (options, _) = engine.land_options(land)?;
            let settled: Vec<Option<Nimber>> = options.iter().map(|option| self.settled(option)).collect();
            if !(0..nimber).all(|lower| settled.contains(&Some(lower))) {
                return Err(unsupported());
            }
            for (option, settled) in options.iter().zip(settled) {
                let is_shown = match settled {
                    Some(other) => other != nimber,
                    None => self.is_refuted(engine, option, nimber, &mut refuted)?,
                };
                if !is_shown {
                    return Err(unsupported());
                }
            }
        }
        Ok(())
    }

    /// Whether a position of whose rest one land is not claimed has a move there to the nimber in question.
    fn is_refuted(
        &self,
        engine: &mut Engine,
        position: &Position,
        nimber: Nimber,
        refuted: &mut FxHashMap<(Land, Nimber), bool>,
    ) -> Result<bool, TooLarge> {
        let (sum, open) = self.rest(position);
        let [land] = open[..] else { return Ok(false) };
        let target = nimber ^ sum;
        if let Some(&known) = refuted.get(&(land.clone(), target)) {
            return Ok(known);
        }
        let (options, _) = engine.land_options(land)?;
        let found = options.iter().any(|option| self.settled(option) == Some(target));
        refuted.insert((land.clone(), target), found);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certificate::ContainerError;
    use search::normal::proof::{Goal, prove};
    use search::normal::{LandTable, Limits, NimberSearch};
    use sprouts::plain::PlainPosition;

    /// A certificate of the n-spot game, and its claims.
    fn sealed(spots: usize) -> (Vec<u8>, Vec<(Land, Nimber)>) {
        let start = Engine::new().canonical(&PlainPosition::start(spots)).unwrap();
        let mut land_table = LandTable::new();
        let lands = land_table.position(&start);
        let lost = NimberSearch::new(&mut land_table, Limits::default(), ()).has_nimber(&lands, 0).unwrap();
        let mut facts = land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
        let goal = if lost { Goal::Nimber(0) } else { Goal::Not(0) };
        let proof = prove(&mut facts, &start, goal, Limits::default(), Limits::default(), |_| ()).unwrap();
        (proof.certificate(false).seal().bytes, proof.claims)
    }

    #[test]
    fn claims_are_read_and_supported() {
        for spots in 1..=8 {
            let (bytes, expected) = sealed(spots);
            let claims = Claims::read(&bytes).unwrap();
            assert_eq!(claims.len(), expected.len());
            assert!(expected.iter().all(|(land, nimber)| claims.nimber(land) == Some(*nimber)));
            claims.support(&mut Engine::new()).unwrap();
        }
    }

    #[test]
    fn what_is_not_supported_is_refused() {
        let (bytes, expected) = sealed(6);
        let claims = Claims::read(&bytes).unwrap();
        for (land, nimber) in &expected {
            let mut wrong = claims.clone();
            wrong.nimbers.insert(land.clone(), nimber ^ 1);
            assert!(wrong.support(&mut Engine::new()).is_err(), "{land}");
        }
        let error = |bytes: &[u8]| Claims::read(bytes).unwrap_err();
        assert!(matches!(
            error(b"hello"),
            ClaimsError::Unreadable(ClaimError::Container(ContainerError::NotACertificate(_)))
        ));
        let mut damaged = bytes.clone();
        damaged[20] ^= 1;
        assert_eq!(error(&damaged), ClaimError::from(ContainerError::Damaged).into());
        for length in 8..bytes.len() - 32 {
            let mut short = bytes[..length].to_vec();
            short.extend_from_slice(blake3::hash(&short).as_bytes());
            assert!(Claims::read(&short).is_err(), "{length}");
        }
    }
}
