//! Normal play: the rules of FORMAT.md section 7. Every claim and every reply is checked by itself, in any order.

use crate::budget::Budget;
use crate::canon::canonical;
use crate::container::{Evidence, Reader, Text};
use crate::error::{Malformed, NotProven, Place, Result, WrongStep, ensure};
use crate::moves::Moves;
use crate::notation::{number, read_canonical, start_in_words};
use crate::parallel::{Settings, in_parallel, lock};
use crate::token::{Canonical, Land};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Mutex;

/// The bytes that a claim takes besides its land's own, and a refutation (beside its reply): also in a table that has just
/// doubled, and while the table is made a list.
const CLAIM: usize = 64;
const REFUTATION: usize = 150;

/// The result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(test, derive(serde::Serialize))]
pub enum Outcome {
    #[error("LOSS")]
    Loss,
    #[error("WIN")]
    Win,
    #[error("NIMBER {0}")]
    Nimber(u8),
}

/// One result that a certificate is to prove. The start is in short notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct NormalResult {
    pub start: String,
    pub outcome: Outcome,
}

impl Display for NormalResult {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "sprouts {} normal {}", start_in_words(&self.start), self.outcome)
    }
}

impl NormalResult {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        let start = reader.string()?;
        let outcome = match reader.variant(3, "a result: 0, 1 or 2")? {
            0 => Outcome::Loss,
            1 => Outcome::Win,
            _ => Outcome::Nimber(reader.byte()?),
        };
        Ok(NormalResult { start, outcome })
    }
}

/// Reads the start of each result. There is at least one, and no start occurs twice.
pub(crate) fn read_starts<'a>(starts: impl Iterator<Item = &'a str>, budget: &Budget) -> Result<Vec<Canonical>> {
    let starts: Vec<Canonical> = starts.map(|start| read_canonical(start, budget)).collect::<Result<_>>()?;
    ensure(!starts.is_empty(), || Malformed::NoResult)?;
    let mut sorted: Vec<&Canonical> = starts.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Malformed::StartTwice(pair[0].to_string()).into()),
        None => Ok(starts),
    }
}

/// That a land has a nimber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub land: Land,
    pub nimber: u8,
}

/// That a land does not have a nimber. The derived order is that of section 9.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Refutation {
    pub land: Land,
    pub nimber: u8,
}

/// The three cases of section 7 for a position O and a number k.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// Settled with a nimber.
    Settled(u8),
    RestsOn(Refutation),
    Open,
}

#[derive(Default)]
pub(crate) struct Proof {
    /// In increasing order of their lands.
    pub claims: Vec<Claim>,
    pub replies: Vec<u64>,
    /// What the claims and the results rest on, in increasing order: the i-th reply answers the i-th refutation.
    pub refutations: Vec<Refutation>,
    /// The number of the first claim that rests on each, counted from 0. Behind the claims come the results.
    pub first: Vec<u32>,
}

/// Verifies that all claims and replies are right, and that every result follows. Afterwards the proof knows its refutations.
pub(crate) fn verify(results: &[NormalResult], proof: &mut Proof, settings: &Settings, budget: &Budget) -> Result<()> {
    let starts = read_starts(results.iter().map(|result| &result.start[..]), budget)?;
    proof.check_claims(results, &starts, settings, budget)?;
    in_parallel(proof.refutations.len(), settings, |i| proof.check_reply(i, results, budget))?;
    let (stated, needed) = (proof.replies.len(), proof.refutations.len());
    ensure(stated == needed, || Malformed::SpareReplies { stated, needed })?;
    for (result, start) in results.iter().zip(&starts) {
        proof.check_result(result, start).map_err(|error| error.at(Place::Result(result.to_string())))?;
    }
    Ok(())
}

impl Proof {
    /// Reads the text of section 9.
    pub(crate) fn read(evidence: &Evidence, budget: &Budget) -> Result<Self> {
        let text: Text = evidence.text(budget)?;
        // Each reply is kept, and so is what it answers: a file that will need too much is refused at once.
        budget.memory((evidence.replies as usize).saturating_mul(8 + REFUTATION))?;
        let mut claims = Vec::<Claim>::with_capacity(evidence.claims as usize); // As many lines are there.
        for (number, line) in text.claims() {
            let at = Place::ClaimLine { number, line: number };
            let claim = read_claim(line, budget).and_then(|claim| {
                let is_next = claims.last().is_none_or(|before| before.land < claim.land);
                ensure(is_next, || Malformed::LandOrder(claim.land.to_string()))?;
                budget.memory(CLAIM + claim.land.size())?;
                Ok(claim)
            });
            claims.push(claim.map_err(|error| error.at(at))?);
        }
        Ok(Proof { claims, replies: text.replies()?, ..Proof::default() })
    }

    /// The nimber that is claimed of a land, if one is. The claims are in strictly increasing order: `read` sees to that.
    fn claimed(&self, land: &Land) -> Option<u8> {
        let place = self.claims.binary_search_by(|claim| claim.land.cmp(land)).ok()?;
        Some(self.claims[place].nimber)
    }

    /// What is left of a position when equal lands that are not claimed have been left out in pairs: the exclusive or of its
    /// claimed nimbers, and its lands that are not claimed. Equal lands stand together in the sorted list.
    pub(crate) fn rest<'a>(&self, position: &'a Canonical) -> (u8, Vec<&'a Land>) {
        let (mut sum, mut unclaimed) = (0, vec![]);
        for equal in position.lands().chunk_by(|a, b| a == b) {
            match self.claimed(&equal[0]) {
                Some(nimber) => equal.iter().for_each(|_| sum ^= nimber),
                None if equal.len() % 2 == 1 => unclaimed.push(&equal[0]),
                None => {}
            }
        }
        (sum, unclaimed)
    }

    /// Which of the three cases of section 7 a position O is, for a number k.
    pub(crate) fn case(&self, position: &Canonical, k: u8) -> Case {
        let (sum, unclaimed) = self.rest(position);
        match unclaimed[..] {
            [] => Case::Settled(sum),
            [land] => Case::RestsOn(Refutation { land: land.clone(), nimber: k ^ sum }),
            _ => Case::Open,
        }
    }

    /// The place of a claim, counted from 0.
    fn place(&self, i: usize) -> Place {
        let Claim { land, nimber } = &self.claims[i];
        Place::Claim { number: i + 1, land: land.to_string(), nimber: *nimber }
    }

    /// Rules 1 and 2 for all claims. Collects what they and the results rest on; the order in which threads find it makes no
    /// difference, since each refutation is kept once and they are sorted at the end.
    pub(crate) fn check_claims(
        &mut self,
        results: &[NormalResult],
        starts: &[Canonical],
        settings: &Settings,
        budget: &Budget,
    ) -> Result<()> {
        let found = Mutex::new(HashMap::<Refutation, u32>::new());
        let collect = |refutations: Vec<Refutation>, i: usize| -> Result<()> {
            let mut found = lock(&found);
            for refutation in refutations {
                let (size, before) = (refutation.land.size(), found.len());
                let first = found.entry(refutation).or_insert(i as u32);
                *first = (*first).min(i as u32);
                if found.len() > before {
                    budget.memory(size + if before < self.replies.len() { 0 } else { REFUTATION })?;
                }
            }
            Ok(())
        };
        for (number, (result, start)) in results.iter().zip(starts).enumerate() {
            if let (Outcome::Win, Case::RestsOn(refutation)) = (result.outcome, self.case(start, 0)) {
                let place = || Place::Result(result.to_string());
                collect(vec![refutation], self.claims.len() + number).map_err(|error| error.at(place()))?;
            }
        }
        in_parallel(self.claims.len(), settings, |i| {
            let refutations = self.check_claim(i, budget).map_err(|error| error.at(self.place(i)))?;
            collect(refutations, i)
        })?;
        let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut found: Vec<(Refutation, u32)> = found.into_iter().collect();
        found.sort_unstable();
        (self.refutations, self.first) = found.into_iter().unzip();
        Ok(())
    }

    /// Rules 1 and 2 for a claim: the refutations that its options rest on.
    fn check_claim(&self, i: usize, budget: &Budget) -> Result<Vec<Refutation>> {
        let Claim { land, nimber: k } = &self.claims[i];
        let (moves, mut settled, mut rests_on) = (Moves::of(land, budget)?, [false; 256], Vec::new());
        for after in moves.all() {
            let option = canonical(after, budget)?;
            match self.case(&option, *k) {
                Case::Settled(nimber) => {
                    ensure(nimber != *k, || WrongStep::SameNimber { option: option.to_string() })?;
                    settled[usize::from(nimber)] = true;
                }
                Case::RestsOn(refutation) => rests_on.push(refutation),
                Case::Open => return Err(WrongStep::Open { option: option.to_string() }.into()),
            }
        }
        match (0..*k).find(|j| !settled[usize::from(*j)]) {
            Some(j) => Err(WrongStep::Missing(j).into()),
            None => Ok(rests_on),
        }
    }

    /// Rule 3 for a refutation. If its reply is not right, all that follows is to say what rests on it.
    fn check_reply(&self, i: usize, results: &[NormalResult], budget: &Budget) -> Result<()> {
        let Err(error) = self.reply(i, budget) else { return Ok(()) };
        let (first, refutation) = (self.first[i] as usize, &self.refutations[i]);
        let Some(claim) = self.claims.get(first) else {
            return Err(error.at(Place::Needs(results[first - self.claims.len()].to_string())));
        };
        let moves = Moves::of(&claim.land, budget)?;
        for after in moves.all() {
            let option = canonical(after, budget)?;
            if self.case(&option, claim.nimber) == Case::RestsOn(refutation.clone()) {
                return Err(error.at(Place::Option { option: option.to_string() }).at(self.place(first)));
            }
        }
        Err(error.at(self.place(first)))
    }

    /// The reply to a refutation, and where it leads.
    pub(crate) fn reply(&self, i: usize, budget: &Budget) -> Result<(u64, Canonical)> {
        let Refutation { land, nimber } = &self.refutations[i];
        let number = *self.replies.get(i).ok_or(WrongStep::NoReply(self.replies.len()))?;
        let after = Moves::of(land, budget)?.play(number);
        let after = after.ok_or_else(|| WrongStep::NoMove { number, of: land.to_string() })?;
        let after = canonical(after, budget)?;
        let wrong =
            || WrongStep::WrongReply { number, land: land.to_string(), after: after.to_string(), nimber: *nimber };
        ensure(self.case(&after, 0) == Case::Settled(*nimber), wrong)?;
        Ok((number, after))
    }

    /// Rule 4 for a result.
    fn check_result(&self, result: &NormalResult, start: &Canonical) -> Result<()> {
        let follows = match (self.case(start, 0), result.outcome) {
            (Case::Settled(nimber), Outcome::Loss) => nimber == 0,
            (Case::Settled(nimber), Outcome::Nimber(k)) => nimber == k,
            (Case::Settled(nimber), Outcome::Win) => nimber != 0,
            // Rule 3 was checked for it like for the others.
            (Case::RestsOn(_), Outcome::Win) => true,
            (Case::RestsOn(_), _) | (Case::Open, _) => false,
        };
        let (nimber, unclaimed) = self.rest(start);
        ensure(follows, || NotProven::Normal { nimber, unclaimed: unclaimed.len() })
    }
}

/// A line with a land and its nimber.
fn read_claim(line: &str, budget: &Budget) -> Result<Claim> {
    let (land, nimber) = line.rsplit_once(' ').unwrap_or((line, ""));
    match (read_canonical(land, budget)?.lands(), number(nimber, 0, 255)) {
        ([land], Ok(nimber)) => Ok(Claim { land: land.clone(), nimber: nimber as u8 }),
        _ => Err(Malformed::NotAClaim(line.to_string()).into()),
    }
}
