//! Normal play: the rules of FORMAT.md section 7. Every claim and every reply is checked by itself, in any order.

use crate::budget::Budget;
use crate::canon::canonical;
use crate::certificate::{Contents, Outcome, number, text};
use crate::error::{Result, cited, ensure, error};
use crate::land::{Canonical, Land, read_canonical};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The bytes that a refutation takes besides two for each token.
const REFUTATION: usize = 120;

/// That a land has a nimber, or that it does not: a refutation.
pub(crate) type Claim = (Land, u8);

#[derive(Default)]
pub(crate) struct Proof {
    /// In increasing order.
    pub claims: Vec<Claim>,
    /// All that the claims and the statement rest on, in increasing order; and the replies to these.
    pub refutations: Vec<Claim>,
    pub replies: Vec<u64>,
}

/// Verifies all claims and replies, and that the statement follows. Explains a claim if that is asked for.
pub(crate) fn verify(
    contents: &Contents,
    start: &str,
    result: Outcome,
    settings: &Settings,
    budget: &Budget,
) -> Result<Result<Vec<String>>> {
    let (start, mut proof) = (read_canonical(start, budget)?, Proof::read(contents, budget)?);
    let (mut refutations, (sum, unclaimed)) = (BTreeMap::new(), proof.known(&start));
    let follows = match (&unclaimed[..], result) {
        ([], Outcome::Loss) => sum == 0,
        ([], Outcome::Win) => sum != 0,
        ([], Outcome::Nimber(nimber)) => sum == nimber,
        ([land], Outcome::Win) => refutations.insert(((*land).clone(), sum), usize::MAX).is_none(),
        _ => false,
    };
    let found = Mutex::new(refutations);
    in_parallel(proof.claims.len(), settings, |i| {
        for refutation in proof.check_claim(i, budget).map_err(|error| error.at(proof.step(i)))? {
            let (mut refutations, tokens) = (lock(&found), refutation.0.0.len());
            let before = refutations.len();
            let first = refutations.entry(refutation).or_insert(i);
            *first = i.min(*first);
            if refutations.len() > before {
                budget.memory(2 * tokens + if before < proof.replies.len() { 0 } else { REFUTATION })?;
            }
        }
        Ok(())
    })?;
    let (refutations, first): (Vec<Claim>, Vec<usize>) = std::mem::take(&mut *lock(&found)).into_iter().unzip();
    proof.refutations = refutations;
    in_parallel(proof.refutations.len(), settings, |i| match proof.check_reply(i, budget) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.at(proof.what_rests_on(&proof.refutations[i], first[i], budget)?)),
    })?;
    let (stated, needed) = (proof.replies.len(), proof.refutations.len());
    ensure(stated == needed, || error!(Malformed, "there are {stated} replies, but only {needed} are needed"))?;
    let found = format!("the claimed lands of the start have nimber {sum}, {} lands are not claimed", unclaimed.len());
    ensure(follows, || error!(NotProven, "{}: {found}", contents.statement))?;
    Ok(settings.explain.map_or(Ok(vec![]), |claim| proof.explain(claim, &budget.renewed())))
}

impl Proof {
    fn read(contents: &Contents, budget: &Budget) -> Result<Self> {
        let (text, mut proof) = (text(contents, budget)?, Proof::default());
        // Each reply is kept, and so is what it answers: a file that will need too much is refused at once.
        budget.memory(contents.replies as usize * (8 + REFUTATION))?;
        let mut lines = text.split_terminator('\n');
        for (i, line) in (1..=contents.claims).zip(&mut lines) {
            let (land, nimber) = read_claim(line, budget).map_err(|error| error.at(format!("claim {i}")))?;
            let is_next = proof.claims.last().is_none_or(|(before, _)| *before < land);
            ensure(is_next, || error!(Malformed, "claim {i}: {land} does not come after the land before"))?;
            budget.memory(100 + 2 * land.0.len())?;
            proof.claims.push((land, nimber));
        }
        proof.replies.reserve_exact(contents.replies as usize);
        for (i, line) in (1..=contents.replies).zip(lines) {
            proof.replies.push(number(line, 0..=u64::MAX).map_err(|error| error.at(format!("reply {i}")))?);
        }
        Ok(proof)
    }

    /// The exclusive or of the claimed nimbers of the lands of a position, and the lands that are not claimed. If there is
    /// none, the position is settled; if there is one, it rests on a refutation.
    pub(crate) fn known<'a>(&self, position: &'a Canonical) -> (u8, Vec<&'a Land>) {
        let claim = |land: &Land| self.claims.binary_search_by(|(claimed, _)| claimed.cmp(land)).ok();
        let unclaimed = position.0.iter().filter(|land| claim(land).is_none()).collect();
        let sum = position.0.iter().filter_map(claim).fold(0, |sum, i| sum ^ self.claims[i].1);
        (sum, unclaimed)
    }

    /// A claim in words.
    fn step(&self, i: usize) -> String {
        format!("claim {}, {} has nimber {}", i + 1, self.claims[i].0, self.claims[i].1)
    }

    /// Rules 1 and 2 for a claim: the refutations that its options rest on.
    fn check_claim(&self, i: usize, budget: &Budget) -> Result<Vec<Claim>> {
        let ((land, k), mut settled, mut rests_on) = (&self.claims[i], [false; 256], Vec::new());
        let mut held = budget.hold();
        for option in Moves::of(land, budget)?.options(&mut held, budget)? {
            match self.known(&option) {
                (sum, unclaimed) if unclaimed.is_empty() => {
                    ensure(sum != *k, || error!(WrongStep, "option {option} has the same nimber"))?;
                    settled[usize::from(sum)] = true;
                }
                (sum, unclaimed) if unclaimed.len() == 1 => rests_on.push((unclaimed[0].clone(), sum ^ k)),
                _ => return Err(error!(WrongStep, "more than one land of option {option} is not claimed")),
            }
        }
        let missing = (0..*k).find(|j| !settled[usize::from(*j)]);
        missing.map_or(Ok(rests_on), |j| Err(error!(WrongStep, "no option is settled with nimber {j}")))
    }

    /// Rule 3 for a refutation: its reply, and where that leads.
    fn check_reply(&self, i: usize, budget: &Budget) -> Result<(u64, Canonical)> {
        let (land, nimber) = &self.refutations[i];
        let reply = *self.replies.get(i).ok_or_else(|| error!(WrongStep, "there are only {i} replies"))?;
        let after = Moves::of(land, budget)?.play(reply);
        let after = after.ok_or_else(|| error!(WrongStep, "move {reply} of {land} does not exist"))?;
        let after = canonical(&after, budget)?;
        let wrong = || error!(WrongStep, "move {reply} of {land} leads to {after}, not settled with nimber {nimber}");
        ensure(self.known(&after) == (*nimber, vec![]), wrong)?;
        Ok((reply, after))
    }

    /// The option of a claim that rests on a refutation, in words. If there is no such claim, the statement does.
    fn what_rests_on(&self, (land, nimber): &Claim, i: usize, budget: &Budget) -> Result<String> {
        let Some((claimed, k)) = self.claims.get(i) else { return Ok("the start position needs a reply".to_string()) };
        let mut options = Moves::of(claimed, budget)?.options(&mut budget.hold(), budget)?.into_iter();
        let option = options.find(|option| self.known(option) == (nimber ^ k, vec![land]));
        let option = option.map_or(String::new(), |option| option.to_string());
        Ok(format!("{}: option {option} needs a reply", self.step(i)))
    }

    /// Why a claim, counted from 1, is true: option by option, in words. Nothing here is used in verifying.
    fn explain(&self, claim: usize, budget: &Budget) -> Result<Vec<String>> {
        let i = index(claim, self.claims.len())?;
        let ((land, k), mut lines) = (&self.claims[i], vec![self.step(i)]);
        for option in Moves::of(land, budget)?.options(&mut budget.hold(), budget)? {
            let (sum, unclaimed) = self.known(&option);
            let mut why = format!("is settled with nimber {sum}");
            if let [land] = unclaimed[..] {
                let t = sum ^ k;
                let i = self.refutations.partition_point(|(other, nimber)| (other, *nimber) < (land, t));
                let (reply, after) = self.check_reply(i, budget)?;
                why = format!("has another nimber: move {reply} of {land} leads to {after}, which has nimber {t}");
            }
            lines.push(format!("  {option} {why}"));
        }
        Ok(lines)
    }
}

/// The index of a claim, or of a lost node, that is counted from 1 and is to be explained.
pub(crate) fn index(number: usize, count: usize) -> Result<usize> {
    let index = number.checked_sub(1).filter(|index| *index < count);
    index.ok_or_else(|| error!(CannotCheck, "there is no claim {number}: they are numbered 1 to {count}"))
}

/// A line with a land and its nimber.
fn read_claim(line: &str, budget: &Budget) -> Result<Claim> {
    let (land, nimber) = line.rsplit_once(' ').unwrap_or((line, ""));
    match (&read_canonical(land, budget)?.0[..], number(nimber, 0..=u8::MAX)) {
        ([single], Ok(nimber)) => Ok((single.clone(), nimber)),
        _ => Err(error!(Malformed, "{} is not a single land and its nimber", cited(line))),
    }
}
