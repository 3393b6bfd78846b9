//! Depth-first search of Applegate, Jacobson and Sleator (1991, "Computer analysis of Sprouts"): a second opinion.
//!
//! A position is lost when all its options are won. Only lost positions are remembered. Before any option is searched, all of
//! them are looked up; then the cheapest come first, those with the fewest options themselves. A sum is split: equal lands
//! cancel, lost lands drop out, and a single land that is left decides.

use crate::common::limits::{Limits, Stopped};
use crate::normal::couple::LandId;
use crate::normal::land_table::LandTable;
use crate::normal::pairs::cancel;
use rustc_hash::FxHashSet;

pub struct DepthFirst<'a> {
    land_table: &'a mut LandTable,
    lost: FxHashSet<Box<[LandId]>>,
    limits: Limits<'a>,
    evaluated: u64,
}

impl<'a> DepthFirst<'a> {
    pub fn new(land_table: &'a mut LandTable, limits: Limits<'a>) -> Self {
        DepthFirst { land_table, lost: FxHashSet::default(), limits, evaluated: 0 }
    }

    /// Positions evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Whether the player to move loses a sum of lands.
    pub fn is_lost(&mut self, lands: &[LandId]) -> Result<bool, Stopped> {
        let mut sum = lands.to_vec();
        cancel(&mut sum);
        if sum.len() > 1 {
            // A land that is lost has nimber 0 and adds nothing.
            let mut won = Vec::new();
            for land in sum {
                if !self.evaluate(&[land])? {
                    won.push(land);
                }
            }
            sum = won;
            if sum.len() == 1 {
                return Ok(false);
            }
        }
        self.evaluate(&sum)
    }

    /// [`DepthFirst::is_lost`] for a sum that cannot be split further.
    fn evaluate(&mut self, lands: &[LandId]) -> Result<bool, Stopped> {
        if lands.is_empty() || self.lost.contains(lands) {
            return Ok(true);
        }
        self.evaluated += 1;
        if self.evaluated.is_multiple_of(256) {
            self.limits.check(self.land_table.expansions())?;
        }
        let mut options = self.options(lands)?;
        if options.iter().any(|option| option.is_empty() || self.lost.contains(option.as_slice())) {
            return Ok(false);
        }
        let mut costs = Vec::with_capacity(options.len());
        for option in options.drain(..) {
            let mut cost = 0;
            for &land in &option {
                cost += self.land_table.options(land)?.len();
            }
            costs.push((cost, option));
        }
        costs.sort_unstable();
        for (_, option) in costs {
            if self.is_lost(&option)? {
                return Ok(false);
            }
        }
        self.lost.insert(lands.into());
        Ok(true)
    }

    fn options(&mut self, lands: &[LandId]) -> Result<Vec<Vec<LandId>>, Stopped> {
        let mut options = Vec::new();
        for (nth, &land) in lands.iter().enumerate() {
            for option in self.land_table.options(land)?.to_vec() {
                let mut sum = lands.to_vec();
                sum.remove(nth);
                sum.extend_from_slice(self.land_table.lands_after(&option));
                cancel(&mut sum);
                options.push(sum);
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}
