//! Verification of a certificate: which statement is verified by which module.

use crate::budget::{Allowance, Budget};
use crate::container::{self, Evidence};
use crate::error::{CannotCheck, Error, Result, Why};
use crate::misere::{self, Closures};
use crate::normal;
use crate::parallel::Settings;
use crate::puzzles::gaps;
use crate::statement::Statement;
use crate::variants::endless;

/// A certificate whose structure has been read. Nothing is checked but the digest.
pub struct Certificate<'a> {
    statement: Statement,
    digest: blake3::Hash,
    pub(crate) evidence: Evidence<'a>,
    /// The size of the file.
    size: usize,
}

/// A certificate that has been verified: what it proves, and the blake3 of its content.
pub struct Verified {
    pub statement: Statement,
    pub digest: blake3::Hash,
    /// How many claims (in misère play: lost nodes) and how many replies there are.
    pub counts: (usize, usize),
    /// Ready to explain its claims.
    pub contents: Contents,
}

/// Claims and replies of a certificate, for browsing.
pub struct Contents {
    pub(crate) statement: Statement,
    pub(crate) proof: Proof,
    pub(crate) allowance: Allowance,
}

pub(crate) enum Proof {
    Normal(normal::Proof),
    Misere(misere::Proof),
    /// Moves, or claims about other games than Sprouts, as texts.
    Other(Vec<String>),
}

impl<'a> Certificate<'a> {
    pub fn open(file: &'a [u8]) -> Result<Self> {
        let (mut reader, digest) = container::open(file)?;
        let statement = Statement::read(&mut reader)?;
        Ok(Certificate { statement, digest, evidence: Evidence::read(&mut reader)?, size: file.len() })
    }

    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The blake3 of the content.
    pub fn digest(&self) -> blake3::Hash {
        self.digest
    }

    /// How many claims and how many replies it says that it has.
    pub fn counts(&self) -> (usize, usize) {
        (self.evidence.claims as usize, self.evidence.replies as usize)
    }

    fn allowance(&self, settings: &Settings) -> Allowance {
        settings.allowance.unwrap_or(Allowance::of_size(self.size))
    }

    pub(crate) fn budget(&self, settings: &Settings) -> Budget {
        Budget::new(self.allowance(settings))
    }

    /// The body of a certificate that is not about Sprouts, or about a variant, as texts.
    pub(crate) fn others(&self) -> Result<Vec<String>> {
        match &self.statement {
            Statement::GapsWinnable(_) => Ok(gaps::moves(self.evidence.body)),
            Statement::DegreeTwo(game) => game.claims(&self.evidence),
            Statement::EndlessDegree(_) => endless::moves(self.evidence.body),
            _ => Ok(vec![]),
        }
    }

    fn contents(&self, proof: Proof, settings: &Settings) -> Contents {
        Contents { statement: self.statement.clone(), proof, allowance: self.allowance(settings) }
    }
}

/// Verifies certificates. Those in misère play that name the same closure share what was found for it.
#[derive(Default)]
pub struct Checker {
    closures: Closures,
}

impl Checker {
    /// Verifies the certificate in a file. What it finds, be it an error, does not depend on the number of threads.
    ///
    /// That is so because steps are independent and each has one outcome as long as the allowance lasts; `in_parallel` gives the
    /// first error in order. Only *when* the allowance ends depends on the threads. Suppose that on one thread it ends at step i.
    /// The steps before i have no other error, and what all steps up to i take together, as far as one thread came, is more than
    /// there is. So on several threads one of them fails for want of the allowance, and the first error in order is that. And
    /// whenever several threads come to the end of the allowance, one thread decides.
    pub fn verify(&self, file: &[u8], settings: &Settings) -> Result<Verified> {
        let certificate = Certificate::open(file)?;
        let contents = match self.check(&certificate, settings) {
            Err(error) if is_too_much(&error) && settings.threads.get() > 1 => {
                self.check(&certificate, &settings.alone())
            }
            found => found,
        }?;
        let counts = certificate.counts();
        Ok(Verified { statement: certificate.statement, digest: certificate.digest, counts, contents })
    }

    /// Each kind of statement by its own module.
    fn check(&self, certificate: &Certificate, settings: &Settings) -> Result<Contents> {
        let (budget, evidence) = (certificate.budget(settings), &certificate.evidence);
        let others_after = |verified: Result<()>| verified.and_then(|()| certificate.others()).map(Proof::Other);
        let proof = match &certificate.statement {
            Statement::SproutsNormal { results } => {
                let mut proof = normal::Proof::read(evidence, &budget)?;
                normal::verify(results, &mut proof, settings, &budget)?;
                Proof::Normal(proof)
            }
            Statement::SproutsMisere { results, closure } => {
                let mut proof = misere::Proof::read(evidence, closure, &self.closures, settings, &budget)?;
                misere::verify(results, &mut proof, settings, &budget)?;
                Proof::Misere(proof)
            }
            Statement::MorpionGame(game) => others_after(game.verify(evidence))?,
            Statement::MorpionBound(bound) => others_after(bound.verify(evidence, settings, &budget))?,
            Statement::GapsWinnable(deal) => others_after(deal.verify(evidence))?,
            Statement::GapsUnwinnable(unwinnable) => others_after(unwinnable.verify(evidence, settings, &budget))?,
            Statement::DegreeTwo(game) => others_after(game.verify(evidence, &budget))?,
            Statement::EndlessDegree(game) => others_after(game.verify(evidence))?,
        };
        Ok(certificate.contents(proof, settings))
    }

    /// Reads claims and replies. Their form is checked, but not that they are right.
    pub fn read(&self, certificate: &Certificate, settings: &Settings) -> Result<Contents> {
        let (budget, evidence) = (certificate.budget(settings), &certificate.evidence);
        let proof = match &certificate.statement {
            Statement::SproutsNormal { .. } => Proof::Normal(normal::Proof::read(evidence, &budget)?),
            Statement::SproutsMisere { closure, .. } => {
                Proof::Misere(misere::Proof::read(evidence, closure, &self.closures, settings, &budget)?)
            }
            _ => Proof::Other(certificate.others()?),
        };
        Ok(certificate.contents(proof, settings))
    }
}

fn is_too_much(error: &Error) -> bool {
    matches!(error.why, Why::CannotCheck(CannotCheck::Work | CannotCheck::Memory))
}

/// Verifies the certificate in a file.
pub fn verify(file: &[u8], settings: &Settings) -> Result<Verified> {
    Checker::default().verify(file, settings)
}
