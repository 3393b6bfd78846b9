//! Brute-force misère search without trees: a second opinion for small positions.
//!
//! Depth first on positions as they are. The player who cannot move wins; a position is won when some option is lost. Both
//! outcomes are remembered. Nothing is shared with the search on nodes but the rules of the game.

use crate::misere::Outcome;
use crate::normal::{LandId, LandTable, Limits, Stopped};
use rustc_hash::FxHashMap;
use sprouts::Position;

pub struct BruteForce {
    land_table: LandTable,
    known: FxHashMap<Box<[LandId]>, Outcome>,
}

impl Default for BruteForce {
    fn default() -> Self {
        BruteForce { land_table: LandTable::with_pairs(), known: FxHashMap::default() }
    }
}

impl BruteForce {
    pub fn new() -> Self {
        Self::default()
    }

    /// Positions whose outcome has been found.
    pub fn known_count(&self) -> usize {
        self.known.len()
    }

    pub fn outcome(&mut self, position: &Position, limits: Limits) -> Result<Outcome, Stopped> {
        let lands = self.land_table.position(position);
        self.search(lands, limits)
    }

    /// Every move takes a life, so this is no deeper than the position has lives.
    fn search(&mut self, lands: Vec<LandId>, limits: Limits) -> Result<Outcome, Stopped> {
        if let Some(&outcome) = self.known.get(lands.as_slice()) {
            return Ok(outcome);
        }
        if self.known.len().is_multiple_of(256) {
            limits.check(self.land_table.expansions())?;
        }
        let options = self.options(&lands)?;
        let is_over = options.is_empty();
        let has_lost_option = options.iter().any(|option| self.known.get(option.as_slice()) == Some(&Outcome::Loss));
        let mut outcome = if is_over || has_lost_option { Outcome::Win } else { Outcome::Loss };
        for option in options {
            if outcome == Outcome::Win {
                break;
            }
            if self.search(option, limits)? == Outcome::Loss {
                outcome = Outcome::Win;
            }
        }
        self.known.insert(lands.into(), outcome);
        Ok(outcome)
    }

    fn options(&mut self, lands: &[LandId]) -> Result<Vec<Vec<LandId>>, Stopped> {
        let mut options = Vec::new();
        for (nth, &land) in lands.iter().enumerate() {
            if nth > 0 && lands[nth - 1] == land {
                continue;
            }
            for after in self.land_table.options(land)?.to_vec() {
                let mut option = [&lands[..nth], &lands[nth + 1..], self.land_table.lands_after(&after)].concat();
                option.sort_unstable();
                options.push(option);
            }
        }
        Ok(options)
    }
}
