//! Jobs: couples searched within thresholds and a budget, with one memory from job to job.
//!
//! This is the search as a worker of a coordinator uses it. Facts come in from elsewhere and are believed; those proven here go
//! out with the effort they took. The numbers of a couple's options stay in the transposition table, so a job that is continued
//! here costs nothing twice.

use crate::common::limits::{Limits, Stopped};
use crate::common::listener::Listener;
use crate::common::proof_numbers::ProofNumbers;
use crate::normal::couple::{Couple, LandId};
use crate::normal::dfpn::{Dfpn, Halt};
use crate::normal::driver::make_room;
use crate::normal::initial_numbers::nimber_to_test;
use crate::normal::land_table::LandTable;
use crate::normal::sums::{Split, split_sum};
use crate::normal::transposition_table::TranspositionTable;
use crate::normal::walkers::team::{Team, Worked};
use sprouts::{Land, NIMBERS, Nimber, TooLarge};

/// Knowledge about the nimber of a land.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    Is(Nimber),
    IsNot(Nimber),
}

/// A couple whose outcome a job has proved.
pub struct Proven {
    pub land: Land,
    pub known: Known,
    /// Expansions that it took, all jobs of this searcher together.
    pub effort: u64,
}

/// A land of an option.
pub struct JobPart {
    pub land: Land,
    pub lives: u32,
    /// The nimber to be tested first.
    pub guess: Nimber,
}

/// An option of a couple: a sum of lands that have no proven nimber, and a heap.
pub struct JobChild {
    pub parts: Vec<JobPart>,
    pub nimber: Nimber,
    /// The numbers of the only land with the heap or, if there are several lands, of the easiest with its guess.
    pub numbers: ProofNumbers,
    /// The effort for the other lands.
    pub rest: ProofNumbers,
}

#[derive(Default)]
pub struct Searcher {
    land_table: LandTable,
    table: TranspositionTable,
}

impl Searcher {
    /// A searcher that takes options from a land table with everything it knows.
    pub fn with(land_table: LandTable) -> Self {
        Searcher { land_table, table: TranspositionTable::default() }
    }

    pub fn land_table(&self) -> &LandTable {
        &self.land_table
    }

    pub fn into_land_table(self) -> LandTable {
        self.land_table
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.land_table.bytes() + self.table.bytes()
    }

    /// Believes a fact, unless the contrary is known.
    pub fn learn(&mut self, land: &[u8], known: Known) {
        let land = self.land_table.land(land);
        if self.land_table.nimber(land).is_some() {
            return;
        }
        match known {
            Known::Is(nimber) if !self.land_table.is_excluded(land, nimber) => {
                self.land_table.set_nimber(land, nimber);
            }
            Known::IsNot(nimber) if u32::from(nimber) < NIMBERS => self.land_table.exclude(land, nimber),
            _ => {}
        }
    }

    /// Searches a couple until it is decided, one of its numbers reaches its threshold, or so many expansions are spent.
    /// Returns its numbers.
    pub fn search(
        &mut self,
        land: &[u8],
        nimber: Nimber,
        thresholds: ProofNumbers,
        budget: u64,
        limits: Limits,
        listener: &mut impl Listener<LandTable>,
    ) -> Result<ProofNumbers, Stopped> {
        self.table.keep_log();
        let mut couple = Couple { land: self.land_table.land(land), nimber };
        let last = self.land_table.expansions() + budget.max(1) - 1;
        let limits = Limits { expansions: Some(last), ..limits };
        loop {
            let recursion = Dfpn::new(&mut self.land_table, &mut self.table, listener, limits, None, couple);
            match recursion.run_within(thresholds) {
                Ok(numbers) => return Ok(numbers),
                Err(Halt::Stopped(Stopped::EffortSpent)) => return Ok(self.table.look_up(&self.land_table, couple)),
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                Err(Halt::Full) => couple = self.make_room(couple, limits.memory)?,
            }
        }
    }

    /// [`Searcher::search`] by a team of walkers in virtual time.
    pub fn search_by(
        &mut self,
        team: &Team,
        land: &[u8],
        nimber: Nimber,
        thresholds: ProofNumbers,
        budget: u64,
        limits: Limits,
    ) -> Result<Worked, Stopped> {
        self.table.keep_log();
        let couple = Couple { land: self.land_table.land(land), nimber };
        team.search(&mut self.land_table, &mut self.table, couple, thresholds, budget, limits)
    }

    fn make_room(&mut self, couple: Couple, memory: Option<usize>) -> Result<Couple, Stopped> {
        // The log names lands by numbers that will change: what is in it is not told.
        self.table.take_log();
        let mut roots = [couple.land];
        make_room(&mut self.land_table, &mut self.table, &mut roots, memory)?;
        self.table.keep_log();
        Ok(Couple { land: roots[0], ..couple })
    }

    /// What was proven since this was last called, if it took at least so many expansions.
    pub fn take_proven(&mut self, effort: u64) -> Vec<Proven> {
        let mut proven = Vec::new();
        for (couple, spent) in self.table.take_log() {
            if spent < effort {
                continue;
            }
            let known = match self.land_table.nimber(couple.land) {
                Some(nimber) => Known::Is(nimber),
                None => Known::IsNot(couple.nimber),
            };
            proven.push(Proven { land: self.land(couple.land), known, effort: spent });
        }
        proven
    }

    fn land(&self, land: LandId) -> Land {
        Land::from_key(self.land_table.key(land))
    }

    /// The options of a couple that are not proven wins, each once, in the order in which they are met.
    pub fn children(&mut self, land: &[u8], nimber: Nimber) -> Result<Vec<JobChild>, TooLarge> {
        let land = self.land_table.land(land);
        let options = self.land_table.options(land)?.to_vec();
        let smaller = (0..nimber).map(|nimber| split_sum(&self.land_table, &self.table, &[land], nimber));
        let mut splits: Vec<(Split, Vec<LandId>, Nimber)> =
            smaller.zip(0..).map(|(split, nimber)| (split, vec![land], nimber)).collect();
        for option in &options {
            let lands = self.land_table.lands_after(option);
            let mut target = nimber;
            let mut open = Vec::new();
            for &land in lands {
                match self.land_table.nimber(land) {
                    Some(known) => target ^= known,
                    None => open.push(land),
                }
            }
            open.sort_unstable_by_key(|&land| (self.land_table.lives(land), land));
            splits.push((split_sum(&self.land_table, &self.table, lands, nimber), open, target));
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut children = Vec::new();
        for (split, lands, nimber) in splits {
            let none = ProofNumbers { pn: 0, dn: 0 };
            let (first, rest) = match split {
                Split::Decided(_) => continue,
                Split::Couple(couple) => (couple, none),
                Split::Sum { first, rest } => (first, rest),
            };
            let numbers = self.table.look_up(&self.land_table, first);
            if numbers.pn == 0 && lands.len() == 1 || !seen.insert((lands.clone(), nimber)) {
                continue;
            }
            let part = |&land: &LandId| JobPart {
                land: self.land(land),
                lives: self.land_table.lives(land),
                guess: nimber_to_test(&self.land_table, land),
            };
            children.push(JobChild { parts: lands.iter().map(part).collect(), nimber, numbers, rest });
        }
        Ok(children)
    }
}
