//! Normal play: the rules of FORMAT.md section 7. Every claim and every reply is checked by itself, in any order.

use crate::canon::Scribe;
use crate::certificate::{Contents, Explain, Outcome, number, text};
use crate::error::{Error, Memory, Result, error};
use crate::land::{Canonical, Land, read_canonical};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// That a land has a nimber, or that it does not: a refutation.
pub(crate) type Claim = (Land, u8);

#[derive(Default)]
pub(crate) struct Proof {
    pub start: Canonical,
    /// In increasing order.
    pub claims: Vec<Claim>,
    /// In increasing order, with the first claim, counted from 1, that needs each. 0 stands for the statement.
    pub refutations: Vec<(Claim, usize)>,
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

pub(crate) fn verify(contents: &Contents, start: Canonical, result: Outcome, settings: &Settings) -> Result<Explain> {
    // Within 10 times the file and 100 MB, this leaves room for the file itself and for all work on a single land.
    let mut memory = Memory(74_000_000 + 8 * contents.body.len());
    let mut proof = Proof::read(contents, start, &mut memory)?;
    let standing = proof.standing(&proof.start, 0);
    let mut needed: BTreeMap<Claim, usize> = BTreeMap::new();
    let follows = match (&standing, result) {
        (Standing::RestsOn(refutation), Outcome::Win) => needed.insert(refutation.clone(), 0).is_none(),
        (Standing::Settled(nimber), Outcome::Win) => *nimber > 0,
        (Standing::Settled(nimber), Outcome::Loss) => *nimber == 0,
        (Standing::Settled(nimber), Outcome::Nimber(stated)) => *nimber == stated,
        _ => false,
    };
    let needed = Mutex::new((needed, memory));
    in_parallel(proof.claims.len(), settings, &|scribe, i| {
        for (standing, _) in proof.options(i + 1, scribe).map_err(|error| error.at(proof.step(i + 1)))? {
            if let Standing::RestsOn(refutation) = standing {
                let (needed, memory) = &mut *lock(&needed);
                memory.take(if needed.contains_key(&refutation) { 0 } else { 90 + 2 * refutation.0.0.len() })?;
                let first = needed.entry(refutation).or_insert(i + 1);
                *first = (i + 1).min(*first);
            }
        }
        Ok(())
    })?;
    proof.refutations = std::mem::take(&mut lock(&needed).0).into_iter().collect();
    let (stated, needed) = (proof.replies.len(), proof.refutations.len());
    in_parallel(needed, settings, &|scribe, i| proof.reply(i, scribe).map(drop))?;
    match follows {
        _ if stated > needed => Err(error!(Malformed, "there are {stated} replies, but only {needed} are needed")),
        true => Ok(Box::new(move |claim| proof.explain(claim))),
        false => Err(error!(NotProven, "{}: by the claims, the start position is {standing}", contents.statement)),
    }
}

impl Proof {
    /// The claims and the replies, in the order of the text.
    fn read(contents: &Contents, start: Canonical, memory: &mut Memory) -> Result<Self> {
        let (text, mut scribe, mut proof) = (text(contents, memory)?, Scribe::default(), Proof::default());
        let mut lines = text.split_terminator('\n');
        for (claim, line) in (1..=contents.claims).zip(&mut lines) {
            scribe.spent = 0;
            let (land, nimber) = read_claim(line, &mut scribe).map_err(|error| error.at(format!("claim {claim}")))?;
            if proof.claims.last().is_some_and(|(before, _)| *before >= land) {
                return Err(error!(Malformed, "claim {claim}: {land} does not come after the land before"));
            }
            memory.take(100 + 2 * land.0.len())?;
            proof.claims.push((land, nimber));
        }
        memory.take(8 * contents.replies as usize)?;
        proof.replies.reserve_exact(contents.replies as usize);
        for (reply, line) in (1_u32..).zip(lines) {
            proof.replies.push(number(line).map_err(|error| error.at(format!("reply {reply}")))?);
        }
        Ok(Proof { start, ..proof })
    }

    /// What is known of a position, if it is not to have nimber k.
    pub(crate) fn standing(&self, position: &Canonical, k: u8) -> Standing {
        let (mut sum, mut unclaimed) = (0, None);
        for land in position.lands() {
            match self.claims.binary_search_by(|(claimed, _)| claimed.cmp(land)) {
                Ok(i) => sum ^= self.claims[i].1,
                Err(_) if unclaimed.is_none() => unclaimed = Some(land),
                Err(_) => return Standing::Open,
            }
        }
        unclaimed.map_or(Standing::Settled(sum), |land| Standing::RestsOn((land.clone(), sum ^ k)))
    }

    /// The claim in words.
    fn step(&self, claim: usize) -> String {
        let known = self.claims.get(claim.wrapping_sub(1));
        known.map_or("the start position".to_string(), |(land, k)| format!("claim {claim}, {land} has nimber {k}"))
    }

    /// Rules 1 and 2 for a claim: its options, and how they stand.
    fn options(&self, claim: usize, scribe: &mut Scribe) -> Result<Vec<(Standing, Canonical)>> {
        let (land, k) = &self.claims[claim - 1];
        let options = Moves::of(land).options(scribe)?;
        let options: Vec<_> = options.into_iter().map(|option| (self.standing(&option, *k), option)).collect();
        let wrong = options.iter().find_map(|(standing, option)| match standing {
            Standing::Settled(nimber) if nimber == k => Some(format!("option {option} has the same nimber")),
            Standing::Open => Some(format!("more than one land of option {option} is not claimed")),
            _ => None,
        });
        let missing = (0..*k).find(|j| !options.iter().any(|(standing, _)| *standing == Standing::Settled(*j)));
        match wrong.or_else(|| Some(format!("no option is settled with nimber {}", missing?))) {
            Some(why) => Err(error!(WrongStep, "{why}")),
            None => Ok(options),
        }
    }

    /// Rule 3 for a refutation: what its reply is, and where that leads.
    fn reply(&self, i: usize, scribe: &mut Scribe) -> Result<(u64, Canonical)> {
        let (refutation @ (land, nimber), claim) = &self.refutations[i];
        let at = |error: Error| error.at(self.step(*claim));
        let why = match self.replies.get(i).map(|&reply| (reply, Moves::of(land).play(reply))) {
            None => format!("and there are only {i} replies, in the order of the options"),
            Some((reply, None)) => format!("and move {reply} of {land} does not exist"),
            Some((reply, Some(after))) => {
                let after = scribe.canonical(&after).map_err(at)?;
                let found = self.standing(&after, 0);
                if found == Standing::Settled(*nimber) {
                    return Ok((reply, after));
                }
                format!("but move {reply} of {land} leads to {after}, {found} and not settled with nimber {nimber}")
            }
        };
        let options = if *claim > 0 { self.options(*claim, scribe)? } else { vec![] };
        let rests_on = Standing::RestsOn(refutation.clone());
        let option = options.iter().find(|option| option.0 == rests_on).map_or(&self.start, |(_, option)| option);
        Err(at(error!(WrongStep, "option {option} needs a reply, {why}")))
    }

    /// Why a claim, counted from 1, is true: option by option.
    fn explain(&self, claim: usize) -> Result<Vec<String>> {
        let (mut lines, mut scribe) = (vec![self.step(claim)], Scribe::default());
        for (standing, option) in self.options(claim, &mut scribe)? {
            let mut why = format!("is {standing}");
            if let Standing::RestsOn((land, nimber)) = &standing {
                let i = self.refutations.partition_point(|((other, t), _)| (other, t) < (land, nimber));
                let (reply, after) = self.reply(i, &mut scribe)?;
                why = format!("has another nimber: move {reply} of {land} leads to {after}, which has nimber {nimber}");
            }
            lines.push(format!("  {option} {why}"));
        }
        Ok(lines)
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
