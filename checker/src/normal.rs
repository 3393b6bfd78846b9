//! Normal play: the rules of FORMAT.md section 7. Every claim and every reply is checked by itself, in any order.

use crate::canon::Scribe;
use crate::certificate::{Contents, Outcome, number, text};
use crate::error::{Memory, Result, error};
use crate::land::{Canonical, Land, read_canonical};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// That a land has a nimber, or that it does not: a refutation.
pub(crate) type Claim = (Land, u8);

#[derive(Default)]
pub(crate) struct Proof {
    /// In increasing order.
    pub claims: Vec<Claim>,
    /// In increasing order, each with the first claim, counted from 1, that needs it, or 0 for the statement.
    pub refutations: Vec<(Claim, usize)>,
    pub replies: Vec<u64>,
}

/// Verifies all claims and replies, and that the statement follows. Explains a claim if that is asked for.
pub(crate) fn verify(contents: &Contents, start: &str, result: Outcome, settings: &Settings) -> Result<Vec<String>> {
    // Within 10 times the file and 100 MB, this leaves room for the file itself and for all work on a single land.
    let mut memory = Memory(74_000_000 + 8 * contents.body.len());
    let (start, mut proof) = (read_canonical(start)?, Proof::read(contents, &mut memory)?);
    let (mut needed, (sum, unclaimed)) = (BTreeMap::new(), proof.known(&start));
    let follows = match (&unclaimed[..], result) {
        ([], Outcome::Loss) => sum == 0,
        ([], Outcome::Win) => sum != 0,
        ([], Outcome::Nimber(nimber)) => sum == nimber,
        ([land], Outcome::Win) => needed.insert(((*land).clone(), sum), 0).is_none(),
        _ => false,
    };
    let needed = Mutex::new((needed, memory));
    in_parallel(proof.claims.len(), settings, &|scribe, i| {
        for refutation in proof.check_claim(i, scribe).map_err(|error| error.at(proof.step(i + 1)))? {
            let (needed, memory) = &mut *lock(&needed);
            memory.take(if needed.contains_key(&refutation) { 0 } else { 90 + 2 * refutation.0.0.len() })?;
            let first = needed.entry(refutation).or_insert(i + 1);
            *first = (i + 1).min(*first);
        }
        Ok(())
    })?;
    proof.refutations = std::mem::take(&mut lock(&needed).0).into_iter().collect();
    let (stated, needed) = (proof.replies.len(), proof.refutations.len());
    in_parallel(needed, settings, &|scribe, i| proof.check_reply(i, &start, scribe).map(drop))?;
    match follows {
        _ if stated > needed => Err(error!(Malformed, "there are {stated} replies, but only {needed} are needed")),
        true => settings.explain.map_or(Ok(vec![]), |claim| proof.explain(claim)),
        false => {
            let found = proof.standing(&start);
            Err(error!(NotProven, "{}: by the claims, the start position is {found}", contents.statement))
        }
    }
}

impl Proof {
    fn read(contents: &Contents, memory: &mut Memory) -> Result<Self> {
        let (text, mut proof) = (text(contents, memory)?, Proof::default());
        let mut lines = text.split_terminator('\n');
        for (claim, line) in (1..=contents.claims).zip(&mut lines) {
            let (land, nimber) = read_claim(line).map_err(|error| error.at(format!("claim {claim}")))?;
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
        Ok(proof)
    }

    /// The exclusive or of the claimed nimbers of the lands of a position, and the lands that are not claimed. If there is
    /// none, the position is settled; if there is one, it rests on a refutation.
    pub(crate) fn known<'a>(&self, position: &'a Canonical) -> (u8, Vec<&'a Land>) {
        let (mut sum, mut unclaimed) = (0, Vec::new());
        for land in &position.0 {
            match self.claims.binary_search_by(|(claimed, _)| claimed.cmp(land)) {
                Ok(i) => sum ^= self.claims[i].1,
                Err(_) => unclaimed.push(land),
            }
        }
        (sum, unclaimed)
    }

    /// What is known of a position, in words.
    fn standing(&self, position: &Canonical) -> String {
        match self.known(position) {
            (sum, unclaimed) if unclaimed.is_empty() => format!("settled with nimber {sum}"),
            (_, unclaimed) => format!("not settled, since {} is not claimed", unclaimed[0]),
        }
    }

    /// The claim, counted from 1, in words.
    pub(crate) fn step(&self, claim: usize) -> String {
        let known = self.claims.get(claim.wrapping_sub(1));
        known.map_or("the start position".to_string(), |(land, k)| format!("claim {claim}, {land} has nimber {k}"))
    }

    /// Rules 1 and 2 for a claim: the refutations that its options rest on.
    fn check_claim(&self, i: usize, scribe: &mut Scribe) -> Result<Vec<Claim>> {
        let ((land, k), mut settled, mut rests_on) = (&self.claims[i], Vec::new(), Vec::new());
        for option in Moves::of(land).options(scribe)? {
            match self.known(&option) {
                (sum, unclaimed) if unclaimed.is_empty() && sum != *k => settled.push(sum),
                (sum, unclaimed) if unclaimed.len() == 1 => rests_on.push((unclaimed[0].clone(), sum ^ k)),
                (_, unclaimed) if unclaimed.is_empty() => {
                    return Err(error!(WrongStep, "option {option} has the same nimber"));
                }
                _ => return Err(error!(WrongStep, "more than one land of option {option} is not claimed")),
            }
        }
        match (0..*k).find(|j| !settled.contains(j)) {
            Some(j) => Err(error!(WrongStep, "no option is settled with nimber {j}")),
            None => Ok(rests_on),
        }
    }

    /// Rule 3 for a refutation: its reply, and where that leads.
    pub(crate) fn check_reply(&self, i: usize, start: &Canonical, scribe: &mut Scribe) -> Result<(u64, Canonical)> {
        let ((land, nimber), claim) = &self.refutations[i];
        let why = match self.replies.get(i).map(|&reply| (reply, Moves::of(land).play(reply))) {
            None => format!("there are only {i} replies, in the order of the options"),
            Some((reply, None)) => format!("move {reply} of {land} does not exist"),
            Some((reply, Some(after))) => {
                let after = scribe.canonical(&after).map_err(|error| error.at(self.step(*claim)))?;
                if self.known(&after) == (*nimber, vec![]) {
                    return Ok((reply, after));
                }
                let found = self.standing(&after);
                format!("move {reply} of {land} leads to {after}, {found} and not settled with nimber {nimber}")
            }
        };
        // The option of the claim that rests on this.
        let claimed = claim.checked_sub(1).map(|i| &self.claims[i]);
        let options = claimed.map_or(Ok(Default::default()), |(land, _)| Moves::of(land).options(scribe))?;
        let k = claimed.map_or(0, |(_, k)| *k);
        let option = options.iter().find(|option| self.known(option) == (nimber ^ k, vec![land])).unwrap_or(start);
        Err(error!(WrongStep, "{}: option {option} needs a reply, and {why}", self.step(*claim)))
    }
}

/// A line with a land and its nimber.
fn read_claim(line: &str) -> Result<Claim> {
    let (land, nimber) = line.rsplit_once(' ').unwrap_or((line, ""));
    let nimber = number(nimber).ok().and_then(|nimber| u8::try_from(nimber).ok());
    match (&read_canonical(land)?.0[..], nimber) {
        ([single], Some(nimber)) => Ok((single.clone(), nimber)),
        _ => Err(error!(Malformed, "{line:?} is not a single land and its nimber")),
    }
}
