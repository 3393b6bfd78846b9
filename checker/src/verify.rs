//! Checks the rules of FORMAT.md section 7: every claim and every reply by itself, in any order.

use crate::certificate::{Certificate, Contents, Outcome, Play, Sprouts, Statement};
use crate::claims::{Claims, Standing, decode};
use crate::error::{Error, Found, Malformed, NotProven, Wrong};
use crate::fault::Evidence;
use crate::limits::{Memory, Work};
use crate::memo::Memo;
use crate::misere;
use crate::options::Moves;
use crate::parallel::in_parallel;
use crate::position::Position;
use crate::token::{Canonical, Land};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

/// A certificate that has been verified, and what it proves.
pub struct Verified {
    pub statement: Statement,
    /// The blake3 of the content, which is also the end of the file.
    pub digest: blake3::Hash,
    pub(crate) counts: (usize, usize),
    pub(crate) start: Canonical,
    pub(crate) claims: Claims,
    pub(crate) refutations: Vec<(Refutation, usize)>,
    pub(crate) replies: Vec<u64>,
    /// What a misère certificate has in their place.
    pub(crate) misere: Option<misere::Proof>,
}

/// That a land does not have a nimber. The derived order is that of the replies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Refutation {
    pub land: Land,
    pub nimber: u8,
}

/// How to check.
pub struct Settings<'a> {
    pub threads: NonZero<usize>,
    /// Is told after each step how many of how many are done.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Verifies the certificate in a file. The result, be it an error, does not depend on the number of threads.
pub fn verify(file: &[u8], settings: &Settings) -> Result<Verified, Error> {
    let Certificate { statement, contents, digest } = Certificate::read(file)?;
    let evidence = Evidence { claims: contents.claims, replies: contents.replies, body: contents.body };
    let mut misere = None;
    let mut counts = (contents.claims as usize, 0);
    match &statement {
        Statement::Sprouts(sprouts) => match &sprouts.play {
            Play::Normal => return verify_normal(sprouts, &contents, digest, file.len(), settings),
            Play::Misere { closure } => {
                let proof = misere.insert(misere::verify(sprouts, closure, &contents, settings)?);
                counts = proof.counts();
            }
        },
        Statement::MorpionGame(game) => game.verify(&evidence)?,
        Statement::MorpionBound(bound) => bound.verify(&evidence, settings)?,
        Statement::GapsWinnable(deal) => deal.verify(&evidence)?,
        Statement::GapsUnwinnable(unwinnable) => unwinnable.verify(&evidence)?,
        Statement::DegreeTwo(game) => game.verify(&evidence)?,
        Statement::EndlessDegree(game) => game.verify(&evidence)?,
    }
    let (start, claims) = (Canonical(vec![]), Claims(vec![]));
    Ok(Verified { statement, digest, counts, start, claims, refutations: vec![], replies: vec![], misere })
}

fn verify_normal(
    normal: &Sprouts,
    contents: &Contents,
    digest: blake3::Hash,
    size: usize,
    settings: &Settings,
) -> Result<Verified, Error> {
    let mut memory = Memory::for_file(size);
    let (claims, replies) = decode(contents, &mut memory)?;
    let steps = Steps { claims: &claims, replies: &replies, start: &normal.start };
    let follows = steps.statement_follows(normal);
    let first = follows.as_ref().ok().and_then(Option::as_ref);
    // Which claim brings one refutation too many depends on the order in which threads take the claims. So whatever
    // fails on several threads is checked again on one.
    let refutations = match steps.check_claims(first, memory.clone(), settings) {
        Err(_) if settings.threads > NonZero::<usize>::MIN => {
            steps.check_claims(first, memory, &Settings { threads: NonZero::<usize>::MIN, ..*settings })?
        }
        result => result?,
    };
    steps.check_replies(&refutations, settings)?;
    follows?;
    let (start, counts) = (normal.start.clone(), (claims.0.len(), replies.len()));
    let statement = Statement::Sprouts(normal.clone());
    Ok(Verified { statement, digest, counts, start, claims, refutations, replies, misere: None })
}

impl Verified {
    pub(crate) fn steps(&self) -> Steps<'_> {
        Steps { claims: &self.claims, replies: &self.replies, start: &self.start }
    }
}

pub(crate) struct Steps<'a> {
    claims: &'a Claims,
    replies: &'a [u64],
    start: &'a Canonical,
}

/// The refutations met so far, with the number of the first claim that rests on each (0 for the statement itself), and
/// the memory left for more.
struct Collected {
    refutations: BTreeMap<Refutation, usize>,
    memory: Memory,
}

impl Steps<'_> {
    /// Rule 4: whether the statement follows from the claims, and from which refutation.
    fn statement_follows(&self, statement: &Sprouts) -> Result<Option<Refutation>, NotProven> {
        let found = match (self.claims.standing(self.start, 0), statement.result) {
            (Standing::Settled(0), Outcome::Loss) | (Standing::Settled(1..), Outcome::Win) => return Ok(None),
            (Standing::Settled(found), Outcome::Nimber(stated)) if found == stated => return Ok(None),
            (Standing::RestsOn(land, nimber), Outcome::Win) => return Ok(Some(Refutation { land, nimber })),
            (Standing::Settled(found), _) => Found::Nimber(found),
            (Standing::RestsOn(..) | Standing::Open, _) => Found::NotSettled,
        };
        Err(NotProven { statement: statement.clone(), found })
    }

    /// Rules 1 and 2 for all claims. Gives the refutations they rest on.
    fn check_claims(
        &self,
        first: Option<&Refutation>,
        memory: Memory,
        settings: &Settings,
    ) -> Result<Vec<(Refutation, usize)>, Error> {
        let collected = Mutex::new(Collected { refutations: BTreeMap::new(), memory });
        if let Some(refutation) = first {
            self.collect(&collected, refutation.clone(), 0, self.start)?;
        }
        let count = self.claims.0.len();
        let progress = |done| (settings.progress)(done, count + self.replies.len());
        let memo = || Memo::for_one_of(settings.threads);
        in_parallel(count, settings.threads, progress, memo, |memo, i| self.check_claim(i + 1, memo, &collected))?;
        let refutations = collected.into_inner().unwrap_or_else(PoisonError::into_inner).refutations;
        Ok(refutations.into_iter().collect())
    }

    fn check_claim(&self, number: usize, memo: &mut Memo, collected: &Mutex<Collected>) -> Result<(), Error> {
        let step = || self.claims.step(number);
        let claim = &self.claims.0[number - 1];
        let canonical = memo.canonical(Position::of(&claim.land), &mut Work::for_position());
        let canonical = canonical.map_err(|limit| step().limit(limit))?;
        if canonical.lands() != std::slice::from_ref(&claim.land) {
            return Err(Malformed::NotCanonical { step: step(), canonical }.into());
        }
        let mut reached = [false; 256];
        self.for_each_option(number, memo, |option| {
            match self.claims.standing(&option, claim.nimber) {
                Standing::Settled(nimber) if nimber == claim.nimber => {
                    return Err(Wrong::SameNimber { step: step(), option }.into());
                }
                Standing::Settled(nimber) => reached[usize::from(nimber)] = true,
                Standing::RestsOn(land, nimber) => {
                    self.collect(collected, Refutation { land, nimber }, number, &option)?;
                }
                Standing::Open => return Err(Wrong::Open { step: step(), option }.into()),
            }
            Ok(())
        })?;
        match (0..claim.nimber).find(|&j| !reached[usize::from(j)]) {
            Some(nimber) => Err(Wrong::NimberMissing { step: step(), nimber }.into()),
            None => Ok(()),
        }
    }

    /// Visits the options of a claim's land, in the order of the moves, some of them more than once.
    pub(crate) fn for_each_option(
        &self,
        number: usize,
        memo: &mut Memo,
        mut visit: impl FnMut(Canonical) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let at_limit = |limit| self.claims.step(number).limit(limit);
        let moves = Moves::of(&self.claims.0[number - 1].land);
        let mut work = Work::for_options();
        for played in moves.different().map_err(at_limit)? {
            visit(memo.canonical(moves.position.after(&played), &mut work).map_err(at_limit)?)?;
        }
        Ok(())
    }

    /// Notes a refutation that an option of a claim rests on. There may not be more of them than replies.
    fn collect(
        &self,
        collected: &Mutex<Collected>,
        refutation: Refutation,
        number: usize,
        option: &Canonical,
    ) -> Result<(), Error> {
        let mut collected = collected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = collected.refutations.get_mut(&refutation) {
            *first = number.min(*first);
            return Ok(());
        }
        let step = || self.claims.step(number);
        if collected.refutations.len() == self.replies.len() {
            return Err(Wrong::ReplyMissing { step: step(), option: option.clone(), stated: self.replies.len() }.into());
        }
        collected.memory.keep(&refutation.land).map_err(|limit| step().limit(limit))?;
        collected.refutations.insert(refutation, number);
        Ok(())
    }

    /// Rule 3.
    fn check_replies(&self, refutations: &[(Refutation, usize)], settings: &Settings) -> Result<(), Error> {
        let (stated, needed) = (self.replies.len(), refutations.len());
        if stated != needed {
            return Err(Malformed::SpareReplies { stated, needed }.into());
        }
        let claims = self.claims.0.len();
        let progress = |done| (settings.progress)(claims + done, claims + needed);
        let memo = || Memo::for_one_of(settings.threads);
        in_parallel(needed, settings.threads, progress, memo, |memo, i| self.check_reply(i, &refutations[i], memo))
    }

    fn check_reply(&self, i: usize, (refutation, first): &(Refutation, usize), memo: &mut Memo) -> Result<(), Error> {
        let (step, land, number) = (|| self.claims.step(*first), || refutation.land.clone(), self.replies[i]);
        let Some(after) = refutation.land.play(number) else {
            let option = self.first_option(*first, refutation, memo)?;
            return Err(Wrong::NoSuchMove { step: step(), option, land: land(), number }.into());
        };
        let reply = memo.canonical(after, &mut Work::for_position()).map_err(|limit| step().limit(limit))?;
        let found = match self.claims.standing(&reply, 0) {
            Standing::Settled(nimber) if nimber == refutation.nimber => return Ok(()),
            Standing::Settled(nimber) => Found::Nimber(nimber),
            Standing::RestsOn(..) | Standing::Open => Found::NotSettled,
        };
        let (option, needed) = (self.first_option(*first, refutation, memo)?, refutation.nimber);
        Err(Wrong::BadReply { step: step(), option, land: land(), number, reply, found, needed }.into())
    }

    /// The first option of a claim that rests on a refutation.
    fn first_option(&self, number: usize, refutation: &Refutation, memo: &mut Memo) -> Result<Canonical, Error> {
        let mut first = None;
        if let Some(claim) = number.checked_sub(1).map(|i| &self.claims.0[i]) {
            let rests = Standing::RestsOn(refutation.land.clone(), refutation.nimber);
            self.for_each_option(number, memo, |option| {
                if first.is_none() && self.claims.standing(&option, claim.nimber) == rests {
                    first = Some(option);
                }
                Ok(())
            })?;
        }
        Ok(first.unwrap_or_else(|| self.start.clone()))
    }
}

#[cfg(test)]
mod tests;
