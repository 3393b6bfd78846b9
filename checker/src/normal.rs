//! Normal play: the rules of FORMAT.md section 7. Every claim and every reply is checked by itself, in any order.

use crate::body::{Body, number};
use crate::canon::Scribe;
use crate::certificate::{Contents, Outcome};
use crate::error::{Error, Memory, Result, error};
use crate::land::{Canonical, Land, read_canonical};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

/// That a land has a nimber, or that it does not: a refutation.
pub(crate) type Claim = (Land, u8);
/// An option: the number of a claim, from 1, and that of a move in its land. Claim 0 stands for the statement.
type At = (usize, u64);

#[derive(Default)]
pub(crate) struct Proof {
    pub start: Canonical,
    pub claims: Vec<Claim>,
    pub nimbers: HashMap<Land, u8>,
    /// With the first option that rests on each.
    pub refutations: Vec<(Claim, At)>,
    pub replies: Vec<u64>,
}

/// How a position stands by the claims, if it is not to have a certain nimber.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Standing {
    #[error("settled with nimber {0}")]
    Settled(u8),
    /// One land is not claimed, and must not have a nimber.
    #[error("not settled, since {} is not claimed", .0.0)]
    RestsOn(Claim),
    #[error("not settled")]
    Open,
}

pub(crate) fn verify(contents: &Contents, start: Canonical, result: Outcome, settings: &Settings) -> Result<Proof> {
    // Within 10 times the file and 100 MB, this leaves room for the file itself and for all work on a single land.
    let mut memory = Memory(70_000_000 + 8 * contents.body.len());
    let mut proof = Proof::read(contents, start, &mut memory)?;
    let standing = proof.standing(&proof.start, 0);
    let mut needed: HashMap<Claim, At> = HashMap::new();
    let follows = match (&standing, result) {
        (Standing::RestsOn(refutation), Outcome::Win) => needed.insert(refutation.clone(), (0, 0)).is_none(),
        (Standing::Settled(nimber), Outcome::Win) => *nimber > 0,
        (Standing::Settled(nimber), Outcome::Loss) => *nimber == 0,
        (Standing::Settled(nimber), Outcome::Nimber(stated)) => *nimber == stated,
        _ => false,
    };
    let needed = Mutex::new((needed, memory));
    in_parallel(proof.claims.len(), settings, |scribe, i| {
        proof.check_claim(i + 1, scribe, |at, _, standing| {
            let Standing::RestsOn(refutation) = standing else { return Ok(()) };
            let (needed, memory) = &mut *lock(&needed);
            if !needed.contains_key(&refutation) {
                memory.take(120 + 2 * refutation.0.0.len())?;
            }
            let first = needed.entry(refutation).or_insert(at);
            *first = at.min(*first);
            Ok(())
        })
    })?;
    proof.refutations = std::mem::take(&mut lock(&needed).0).into_iter().collect();
    proof.refutations.sort_unstable();
    in_parallel(proof.refutations.len(), settings, |scribe, i| proof.check_reply(i, scribe))?;
    let (stated, needed) = (proof.replies.len(), proof.refutations.len());
    if stated > needed {
        return Err(error!(Malformed, "there are {stated} replies, but only {needed} are needed"));
    }
    let found = "by the claims, the start position is";
    if follows { Ok(proof) } else { Err(error!(NotProven, "{}: {found} {standing}", contents.statement)) }
}

impl Proof {
    /// The claims and the replies, in the order of the text.
    fn read(contents: &Contents, start: Canonical, memory: &mut Memory) -> Result<Self> {
        let (mut body, mut scribe) = (Body::open(contents.body, memory)?, Scribe::new(1));
        let mut proof = Proof { start, ..Proof::default() };
        for claim in 1..=contents.claims {
            scribe.spent = 0;
            let (land, nimber) =
                read_claim(body.line()?, &mut scribe).map_err(|error| error.at(format!("claim {claim}")))?;
            if proof.claims.last().is_some_and(|(before, _)| *before >= land) {
                return Err(error!(Malformed, "claim {claim}: {land} does not come after the land before"));
            }
            memory.take(150 + 2 * land.0.len())?;
            proof.nimbers.insert(land.clone(), nimber);
            proof.claims.push((land, nimber));
        }
        for reply in 1..=contents.replies {
            memory.take(24)?;
            proof.replies.push(number(body.line()?).map_err(|error| error.at(format!("reply {reply}")))?);
        }
        body.end().map(|()| proof)
    }

    /// What is known of a position, if it is not to have nimber k.
    pub(crate) fn standing(&self, position: &Canonical, k: u8) -> Standing {
        let (mut sum, mut unclaimed) = (0, None);
        for land in position.lands() {
            match self.nimbers.get(land) {
                Some(nimber) => sum ^= nimber,
                None if unclaimed.is_none() => unclaimed = Some(land),
                None => return Standing::Open,
            }
        }
        unclaimed.map_or(Standing::Settled(sum), |land| Standing::RestsOn((land.clone(), sum ^ k)))
    }

    /// The claim in words.
    fn step(&self, claim: usize) -> String {
        match self.claims.get(claim.wrapping_sub(1)) {
            Some((land, nimber)) => format!("claim {claim}, {land} has nimber {nimber}"),
            None => "the start position".to_string(),
        }
    }

    /// Rules 1 and 2 for a claim. All its options are told, with how they stand.
    fn check_claim(
        &self,
        claim: usize,
        scribe: &mut Scribe,
        mut tell: impl FnMut(At, Canonical, Standing) -> Result<()>,
    ) -> Result<()> {
        let (land, k) = &self.claims[claim - 1];
        let at = |error: Error| error.at(self.step(claim));
        let wrong = |why: String| Err(at(error!(WrongStep, "{why}")));
        let mut is_reached = [false; 256];
        for (number, after) in Moves::of(land).all().map_err(at)? {
            let option = scribe.canonical(&after).map_err(at)?;
            let standing = self.standing(&option, *k);
            match standing {
                Standing::Settled(nimber) if nimber == *k => {
                    return wrong(format!("option {option} has the same nimber"));
                }
                Standing::Settled(nimber) => is_reached[usize::from(nimber)] = true,
                Standing::RestsOn(_) => {}
                Standing::Open => return wrong(format!("more than one land of option {option} is not claimed")),
            }
            tell((claim, number), option, standing)?;
        }
        match (0..*k).find(|&nimber| !is_reached[usize::from(nimber)]) {
            Some(nimber) => wrong(format!("no option is settled with nimber {nimber}")),
            None => Ok(()),
        }
    }

    /// Rule 3.
    fn check_reply(&self, i: usize, scribe: &mut Scribe) -> Result<()> {
        let ((land, nimber), (claim, number)) = &self.refutations[i];
        let mut after = |land, number| scribe.canonical(&Moves::of(land).play(number).unwrap_or_default());
        let why = match self.replies.get(i) {
            None => format!("and there are only {i} replies, in the order of the options"),
            Some(&reply) if reply >= Moves::of(land).count() => format!("and move {reply} of {land} does not exist"),
            Some(&reply) => {
                let after = after(land, reply).map_err(|error| error.at(self.step(*claim)))?;
                let found = self.standing(&after, 0);
                if found == Standing::Settled(*nimber) {
                    return Ok(());
                }
                format!("but move {reply} of {land} leads to {after}, {found} and not settled with nimber {nimber}")
            }
        };
        let option = match self.claims.get(claim.wrapping_sub(1)) {
            Some((land, _)) => after(land, *number)?,
            None => self.start.clone(),
        };
        Err(error!(WrongStep, "option {option} needs a reply, {why}").at(self.step(*claim)))
    }

    /// Why a claim, counted from 1, is true: option by option.
    pub(crate) fn explain(&self, claim: usize) -> Result<Vec<String>> {
        let (mut reasons, mut scribe) = (BTreeMap::new(), Scribe::new(1));
        self.check_claim(claim, &mut Scribe::new(1), |_, option, standing| {
            let mut why = format!("is {standing}");
            if let Standing::RestsOn(refutation) = standing {
                let reply = self.replies[self.refutations.partition_point(|(other, _)| *other < refutation)];
                let (land, nimber) = refutation;
                let after = scribe.canonical(&Moves::of(&land).play(reply).unwrap_or_default())?;
                why = format!("has another nimber: move {reply} of {land} leads to {after}, which has nimber {nimber}");
            }
            reasons.insert(option, why);
            Ok(())
        })?;
        let lines = reasons.iter().map(|(option, why)| format!("  {option} {why}"));
        Ok([self.step(claim)].into_iter().chain(lines).collect())
    }
}

/// A line with a land and its nimber.
fn read_claim(line: &str, scribe: &mut Scribe) -> Result<Claim> {
    let (land, nimber) = line.rsplit_once(' ').unwrap_or((line, ""));
    let nimber = number(nimber).ok().and_then(|nimber| u8::try_from(nimber).ok());
    match (read_canonical(land, scribe)?.lands(), nimber) {
        ([single], Some(nimber)) => Ok((single.clone(), nimber)),
        _ => Err(error!(Malformed, "{line:?} is not a single land and its nimber")),
    }
}
