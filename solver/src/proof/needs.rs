//! What a claim needs: for each thing it must show, the alternative sets of claims that show it.
//!
//! FORMAT.md section 7: the claim (L, k) must show, for each option O of L, that O does not have nimber k, and for each
//! j < k that some option has nimber j. The first is shown by claiming all lands of O, or by claiming all but one of
//! them and all lands of a reply in that one. Facts being given, a claim is just a land, so an alternative is a set of
//! lands; the empty one costs nothing and takes the need away.

use crate::game::TooLarge;
use crate::search::{Book, LandId, Nimber};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the certificate is to show about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The position has this nimber.
    Nimber(Nimber),
    /// The position does not have this nimber.
    Not(Nimber),
}

/// A set of lands, sorted.
pub type Alternative = Box<[LandId]>;

/// The alternatives for one thing to be shown.
pub type Need = Vec<Alternative>;

/// Alternatives kept for a need: the simplest ones.
const KEPT: usize = 48;

/// Why needs could not be worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Gap {
    /// Nothing that is known supports what is believed of this land.
    #[error("a land is believed to have a nimber that the known facts do not support")]
    Unsupported(LandId),
    /// Nothing that is known supports the goal itself.
    #[error("the known facts do not support the statement")]
    Goal,
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Works out needs from the facts in a book, each once.
pub struct Needs<'a> {
    pub book: &'a mut Book,
    of_land: FxHashMap<LandId, Rc<[Need]>>,
    /// For a land and a nimber: the sets of lands that a reply to that nimber can lead to.
    replies: FxHashMap<(LandId, Nimber), Rc<[Alternative]>>,
}

impl<'a> Needs<'a> {
    pub fn new(book: &'a mut Book) -> Self {
        Needs { book, of_land: FxHashMap::default(), replies: FxHashMap::default() }
    }

    /// The needs of the claim that a land has its nimber.
    pub fn of_claim(&mut self, land: LandId) -> Result<Rc<[Need]>, Gap> {
        if let Some(needs) = self.of_land.get(&land) {
            return Ok(needs.clone());
        }
        let nimber = self.book.nimber(land).ok_or(Gap::Unsupported(land))?;
        let options = self.book.options(land)?.to_vec();
        let mut needs = Vec::new();
        let mut lower = vec![Vec::new(); nimber as usize];
        for option in &options {
            let lands = self.book.lands_after(option).to_vec();
            match self.sum(&lands) {
                Some(sum) if sum < nimber => lower[sum as usize].push(as_set(&lands)),
                _ => {}
            }
            needs.push(self.not(&lands, nimber)?);
        }
        needs.extend(lower);
        let needs: Rc<[Need]> = tidy_all(needs).ok_or(Gap::Unsupported(land))?.into();
        self.of_land.insert(land, needs.clone());
        Ok(needs)
    }

    /// The needs of the goal itself.
    pub fn of_goal(&mut self, lands: &[LandId], goal: Goal) -> Result<Vec<Need>, Gap> {
        let need = match goal {
            Goal::Nimber(nimber) if self.sum(lands) == Some(nimber) => vec![as_set(lands)],
            Goal::Nimber(_) => vec![],
            Goal::Not(nimber) => self.not(lands, nimber)?,
        };
        tidy_all(vec![need]).ok_or(Gap::Goal)
    }

    /// The nimber of a sum, if it is known.
    fn sum(&self, lands: &[LandId]) -> Option<Nimber> {
        lands.iter().try_fold(0, |sum, &land| Some(sum ^ self.book.nimber(land)?))
    }

    /// The ways to show that a sum does not have a nimber.
    fn not(&mut self, lands: &[LandId], nimber: Nimber) -> Result<Need, TooLarge> {
        let mut need = Vec::new();
        if self.sum(lands).is_some_and(|sum| sum != nimber) {
            need.push(as_set(lands));
        }
        for (nth, &land) in lands.iter().enumerate() {
            if lands[..nth].contains(&land) {
                continue;
            }
            let mut others = lands.to_vec();
            others.remove(nth);
            // The land must be the only one that is not claimed.
            if others.contains(&land) {
                continue;
            }
            let Some(sum) = self.sum(&others) else { continue };
            for reply in self.replies(land, nimber ^ sum)?.iter() {
                let mut all = others.clone();
                all.extend_from_slice(reply);
                need.push(as_set(&all));
            }
        }
        Ok(need)
    }

    /// What replies in a land lead to a nimber.
    fn replies(&mut self, land: LandId, nimber: Nimber) -> Result<Rc<[Alternative]>, TooLarge> {
        if let Some(replies) = self.replies.get(&(land, nimber)) {
            return Ok(replies.clone());
        }
        let options = self.book.options(land)?.to_vec();
        let mut replies = Vec::new();
        for option in &options {
            let lands = self.book.lands_after(option);
            if self.sum(lands) == Some(nimber) {
                replies.push(as_set(lands));
            }
        }
        let replies: Rc<[Alternative]> = replies.into();
        self.replies.insert((land, nimber), replies.clone());
        Ok(replies)
    }
}

fn as_set(lands: &[LandId]) -> Alternative {
    let mut lands = lands.to_vec();
    lands.sort_unstable();
    lands.dedup();
    lands.into()
}

/// Drops needs that cost nothing and alternatives that contain another one. `None` if a need has no alternative.
fn tidy_all(needs: Vec<Need>) -> Option<Vec<Need>> {
    let needs: Option<Vec<Need>> = needs.into_iter().map(tidy).collect();
    let mut needs: Vec<Need> = needs?.into_iter().filter(|need| !need[0].is_empty()).collect();
    needs.sort_by_key(Vec::len);
    Some(needs)
}

/// The alternatives of a need, the smallest first.
fn tidy(mut need: Need) -> Option<Need> {
    need.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    need.dedup();
    let mut kept: Need = Vec::new();
    for alternative in need {
        if !kept.iter().any(|small| small.iter().all(|land| alternative.contains(land))) {
            kept.push(alternative);
        }
        if kept.len() == KEPT {
            break;
        }
    }
    (!kept.is_empty()).then_some(kept)
}
