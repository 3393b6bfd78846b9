//! Obligations of claims, and the alternative sets of claims that meet them (FORMAT.md section 7).
//!
//! The claim (L, k) must show, for each option O of L, that O does not have nimber k, and for each j < k that some option has
//! nimber j. The first is shown by claiming all lands of O, or by claiming all but one of them and all lands of a reply in
//! that one; the second by claiming all lands of such an option, that is, of a reply to j in L itself. Facts being
//! given, a claim is just a land, so an alternative is a set of lands; the empty one costs nothing and discharges the
//! obligation.
//!
//! An obligation depends on (O, k) and not on L. Lands that are alike have most of their options in common, so obligations
//! are shared: each is worked out once, however many claims have it.

use crate::normal::{LandId, LandTable, Move, Nimber};
use certificate::NormalResult;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::TooLarge;
use std::ops::Range;
use std::rc::Rc;

/// The statement that a certificate proves about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The position has this nimber.
    Nimber(Nimber),
    /// The position does not have this nimber.
    Not(Nimber),
}

impl From<NormalResult> for Goal {
    fn from(result: NormalResult) -> Self {
        match result {
            NormalResult::Loss => Goal::Nimber(0),
            NormalResult::Win => Goal::Not(0),
            NormalResult::Nimber(nimber) => Goal::Nimber(nimber),
        }
    }
}

impl Goal {
    /// The result that is proved with the goal.
    pub fn result(self) -> NormalResult {
        match self {
            Goal::Nimber(0) => NormalResult::Loss,
            Goal::Nimber(nimber) => NormalResult::Nimber(nimber),
            Goal::Not(_) => NormalResult::Win,
        }
    }
}

/// A goal about a sum of lands. A proof has one or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    pub lands: Vec<LandId>,
    pub goal: Goal,
}

/// A set of lands, sorted.
pub type Alternative = Box<[LandId]>;

/// An obligation by its number; several claims may share it.
pub type ObligationId = u32;

/// With so many alternatives kept, further ones are not compared with all of them: an alternative that contains another
/// one does no harm.
const COMPARED: usize = 200;

/// Why obligations could not be worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Gap {
    /// No known fact supports the nimber that this land is believed to have.
    #[error("a land is believed to have a nimber that the known facts do not support")]
    Unsupported(LandId),
    /// No known fact supports the goal itself.
    #[error("the known facts do not support the statement")]
    Goal,
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// A property of the game that a claim rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// The option does not have the nimber.
    Not(Move, Nimber),
    /// Some option of the land has the nimber.
    Reached(LandId, Nimber),
}

/// The status of an obligation once its alternatives are known.
#[derive(Debug, Clone, Copy)]
enum Status {
    /// It costs nothing.
    Free,
    Impossible,
    Owed(ObligationId),
}

/// Works out obligations from the facts in a land table, each once. Facts that the land table gains later are not seen.
pub struct Obligations<'a> {
    pub land_table: &'a mut LandTable,
    of_land: FxHashMap<LandId, Rc<[ObligationId]>>,
    known: FxHashMap<Obligation, Status>,
    /// The obligation of each number; none for the goal.
    list: Vec<Option<Obligation>>,
    /// For a land and a nimber: the sets of lands that a reply to that nimber can lead to.
    replies: FxHashMap<(LandId, Nimber), Rc<[Alternative]>>,
    /// The alternatives of each obligation, as a run of `ends`.
    runs: Vec<Range<u32>>,
    /// The lives of the position that each obligation is about; obligations with many lives are met first.
    lives: Vec<u32>,
    /// Where each alternative ends in `lands`, and the next one begins.
    ends: Vec<u32>,
    lands: Vec<LandId>,
}

impl<'a> Obligations<'a> {
    pub fn new(land_table: &'a mut LandTable) -> Self {
        Obligations {
            land_table,
            of_land: FxHashMap::default(),
            known: FxHashMap::default(),
            list: Vec::new(),
            replies: FxHashMap::default(),
            runs: Vec::new(),
            lives: Vec::new(),
            ends: vec![0],
            lands: Vec::new(),
        }
    }

    /// How many obligations there are so far.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// The numbers of an obligation's alternatives.
    pub fn alternatives(&self, obligation: ObligationId) -> Range<u32> {
        self.runs[obligation as usize].clone()
    }

    /// The lands of an alternative.
    pub fn lands(&self, alternative: u32) -> &[LandId] {
        &self.lands[self.ends[alternative as usize] as usize..self.ends[alternative as usize + 1] as usize]
    }

    pub fn lives(&self, obligation: ObligationId) -> u32 {
        self.lives[obligation as usize]
    }

    pub fn obligation(&self, obligation: ObligationId) -> Option<Obligation> {
        self.list[obligation as usize]
    }

    /// The obligations of a claim if they have been worked out.
    pub fn known_of_claim(&self, land: LandId) -> Option<Rc<[ObligationId]>> {
        self.of_land.get(&land).cloned()
    }

    /// The obligations of the claim that a land has its nimber.
    pub fn of_claim(&mut self, land: LandId) -> Result<Rc<[ObligationId]>, Gap> {
        if let Some(obligations) = self.of_land.get(&land) {
            return Ok(obligations.clone());
        }
        let nimber = self.land_table.nimber(land).ok_or(Gap::Unsupported(land))?;
        let options = self.land_table.options(land)?.to_vec();
        let refuted = options.iter().map(|&option| Obligation::Not(option, nimber));
        let reached = (0..nimber).map(|lower| Obligation::Reached(land, lower));
        let mut obligations = Vec::new();
        for obligation in refuted.chain(reached) {
            match self.status(obligation)? {
                Status::Free => {}
                Status::Impossible => return Err(Gap::Unsupported(land)),
                Status::Owed(obligation) => obligations.push(obligation),
            }
        }
        let obligations: Rc<[ObligationId]> = obligations.into();
        self.of_land.insert(land, obligations.clone());
        Ok(obligations)
    }

    /// The obligations of aims; an aim that takes no claim has none.
    pub fn of_aims(&mut self, aims: &[Aim]) -> Result<Vec<ObligationId>, Gap> {
        let mut obligations = Vec::new();
        for aim in aims {
            obligations.extend(self.of_goal(&aim.lands, aim.goal)?);
        }
        Ok(obligations)
    }

    /// The obligation of a goal; `None` if it takes no claim.
    pub fn of_goal(&mut self, lands: &[LandId], goal: Goal) -> Result<Option<ObligationId>, Gap> {
        let alternatives = match goal {
            Goal::Nimber(nimber) if self.sum(lands) == Some(nimber) => vec![as_set(lands)],
            Goal::Nimber(_) => vec![],
            Goal::Not(nimber) => self.not(lands, nimber)?,
        };
        let lives = lands.iter().map(|&land| self.land_table.lives(land)).sum();
        match self.enter(None, alternatives, lives) {
            Status::Free => Ok(None),
            Status::Impossible => Err(Gap::Goal),
            Status::Owed(obligation) => Ok(Some(obligation)),
        }
    }

    fn status(&mut self, obligation: Obligation) -> Result<Status, TooLarge> {
        if let Some(&status) = self.known.get(&obligation) {
            return Ok(status);
        }
        let (alternatives, lives) = match obligation {
            Obligation::Not(option, nimber) => {
                let lands = self.land_table.lands_after(&option).to_vec();
                (self.not(&lands, nimber)?, lands.iter().map(|&land| self.land_table.lives(land)).sum())
            }
            Obligation::Reached(land, nimber) => (self.replies(land, nimber)?.to_vec(), self.land_table.lives(land)),
        };
        let status = self.enter(Some(obligation), alternatives, lives);
        self.known.insert(obligation, status);
        Ok(status)
    }

    fn enter(&mut self, obligation: Option<Obligation>, alternatives: Vec<Alternative>, lives: u32) -> Status {
        let alternatives = tidy(alternatives);
        match alternatives.first() {
            None => return Status::Impossible,
            Some(first) if first.is_empty() => return Status::Free,
            Some(_) => {}
        }
        let start = self.ends.len() as u32 - 1;
        for alternative in &alternatives {
            self.lands.extend_from_slice(alternative);
            self.ends.push(self.lands.len() as u32);
        }
        self.runs.push(start..self.ends.len() as u32 - 1);
        self.lives.push(lives);
        self.list.push(obligation);
        Status::Owed(self.runs.len() as ObligationId - 1)
    }

    /// The nimber of a sum, if it is known.
    fn sum(&self, lands: &[LandId]) -> Option<Nimber> {
        lands.iter().try_fold(0, |sum, &land| Some(sum ^ self.land_table.nimber(land)?))
    }

    /// The ways to show that a sum of different lands does not have a nimber.
    fn not(&mut self, lands: &[LandId], nimber: Nimber) -> Result<Vec<Alternative>, TooLarge> {
        let mut alternatives = Vec::new();
        if self.sum(lands).is_some_and(|sum| sum != nimber) {
            alternatives.push(as_set(lands));
        }
        for (nth, &land) in lands.iter().enumerate() {
            // This land is the only one that is not claimed.
            let mut others = lands.to_vec();
            others.remove(nth);
            let Some(sum) = self.sum(&others) else { continue };
            for reply in self.replies(land, nimber ^ sum)?.iter() {
                if others.is_empty() {
                    alternatives.push(reply.clone());
                } else {
                    let mut all = others.clone();
                    all.extend_from_slice(reply);
                    alternatives.push(as_set(&all));
                }
            }
        }
        Ok(alternatives)
    }

    /// The sets of lands that replies in a land lead to when they reach a nimber.
    fn replies(&mut self, land: LandId, nimber: Nimber) -> Result<Rc<[Alternative]>, TooLarge> {
        if let Some(replies) = self.replies.get(&(land, nimber)) {
            return Ok(replies.clone());
        }
        self.land_table.options(land)?;
        let mut replies = Vec::new();
        for nth in 0..self.land_table.option_count(land) {
            let option = self.land_table.option(land, nth);
            let lands = self.land_table.lands_after(&option);
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

/// The alternatives, the smallest first, without those that contain another one.
fn tidy(mut alternatives: Vec<Alternative>) -> Vec<Alternative> {
    alternatives.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    alternatives.dedup();
    let mut single: FxHashSet<LandId> = FxHashSet::default();
    let mut kept: Vec<Alternative> = Vec::new();
    for alternative in alternatives {
        let contains = |small: &Alternative| small.iter().all(|land| alternative.contains(land));
        if alternative.iter().any(|land| single.contains(land))
            || kept[single.len()..].iter().take(COMPARED).any(contains)
        {
            continue;
        }
        if let [land] = *alternative {
            single.insert(land);
        }
        kept.push(alternative);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Engine;
    use sprouts::plain::PlainPosition;

    #[test]
    fn alternatives_that_contain_another_one_are_left_out() {
        let boxed = |lists: &[&[LandId]]| lists.iter().map(|&list| list.into()).collect::<Vec<Alternative>>();
        let obligation = boxed(&[&[4, 5, 6], &[1, 2], &[7], &[4, 5], &[1, 2], &[7, 8], &[2, 3], &[1, 2, 3]]);
        assert_eq!(tidy(obligation), boxed(&[&[7], &[1, 2], &[2, 3], &[4, 5]]));
        assert_eq!(tidy(boxed(&[&[3], &[], &[1, 2]])), boxed(&[&[]]));
        assert!(tidy(vec![]).is_empty());
    }

    /// FORMAT.md section 10: the options of the 2-spot game and the replies to them.
    #[test]
    fn needs_of_the_game_of_two_spots() {
        let mut land_table = LandTable::new();
        let lands = land_table.position(&Engine::new().canonical(&PlainPosition::start(2)).unwrap());
        assert_eq!(land_table.mex(lands[0]).unwrap(), 0);
        let mut obligations = Obligations::new(&mut land_table);
        let of_start = obligations.of_claim(lands[0]).unwrap();
        assert_eq!(of_start.len(), 2);
        let text = |obligations: &Obligations, alternative| {
            let lands = obligations.lands(alternative).iter();
            lands.map(|&land| sprouts::Land::from_key(obligations.land_table.key(land)).to_string()).collect::<Vec<_>>()
        };
        let shown: Vec<Vec<_>> = of_start
            .iter()
            .map(|&obligation| {
                obligations
                    .alternatives(obligation)
                    .map(|alternative| text(&obligations, alternative).join("+"))
                    .collect()
            })
            .collect();
        assert!(
            shown.iter().any(|obligation| obligation.contains(&"0.AB|AB".into()) && obligation.contains(&"0".into())),
            "{shown:?}"
        );
        assert!(
            shown
                .iter()
                .any(|obligation| obligation.contains(&"1a1a".into()) && obligation.contains(&"ABCD|ABCD".into()))
        );
        // `ABCD|ABCD` has two options; the empty position answers both, at no cost.
        let square = obligations
            .land_table
            .find(Engine::new().canonical(&sprouts::notation::parse("ABCD|ABCD").unwrap()).unwrap().lands()[0].key());
        assert!(obligations.of_claim(square.unwrap()).unwrap().is_empty());
        assert_eq!(obligations.of_goal(&lands, Goal::Nimber(1)), Err(Gap::Goal));
    }
}
