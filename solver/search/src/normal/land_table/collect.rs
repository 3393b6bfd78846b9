//! Garbage collection in a land table.

use crate::normal::compact_interner::GONE;
use crate::normal::couple::LandId;
use crate::normal::land_table::table::{EMPTY, LandTable, MAX_LIVES, Move, PROVEN, Run, SUM};
use rustc_hash::FxHashMap;

impl LandTable {
    /// Drops everything but proven nimbers. Lands are renumbered.
    pub fn keep_facts(&mut self) {
        self.collect(&[], MAX_LIVES + 1, |_| false);
    }

    /// Garbage collection. Drops the options of all lands but the unproven ones that `keep_options` selects, and then all
    /// lands that are neither proven, nor in `roots`, nor among the options kept; unproven lands with exclusions stay if they
    /// have at least `lives`. Returns the new numbers of the lands, [`GONE`] for those dropped.
    pub(in crate::normal) fn collect(
        &mut self,
        roots: &[LandId],
        lives: u32,
        keep_options: impl Fn(LandId) -> bool,
    ) -> Vec<LandId> {
        let is_open = |land: LandId| self.nimber(land).is_none() && keep_options(land);
        let mut runs: Vec<(LandId, Run)> = self.runs.iter().map(|(&land, &run)| (land, run)).collect();
        runs.retain(|&(land, _)| is_open(land));
        runs.sort_unstable_by_key(|(_, run)| run.start);
        self.runs = FxHashMap::default();
        let mut keep_sum = vec![false; self.sums.len()];
        let mut keep: Vec<bool> = (0..self.lands.len() as LandId)
            .map(|land| {
                let state = self.states[land as usize];
                state & PROVEN != 0 || state != 0 && self.lives(land) >= lives
            })
            .collect();
        roots.iter().chain(runs.iter().map(|(land, _)| land)).for_each(|&land| keep[land as usize] = true);
        for (_, run) in &runs {
            for option in &self.moves[run.start as usize..(run.start + run.len) as usize] {
                if option.0 & SUM != 0 {
                    keep_sum[(option.0 & !SUM) as usize] = true;
                }
                self.lands_after(option).iter().for_each(|&land| keep[land as usize] = true);
            }
        }
        let lands = self.keep_lands(&keep);
        let sums = self.sums.retain(|sum| keep_sum[sum as usize], |land| lands[land as usize]);
        self.keep_runs(runs, &lands, &sums);
        lands
    }

    fn keep_lands(&mut self, keep: &[bool]) -> Vec<LandId> {
        for column in [&mut self.traits, &mut self.states] {
            let mut land = 0;
            column.retain(|_| {
                land += 1;
                keep[land - 1]
            });
            column.shrink_to_fit();
        }
        self.lands.retain(|land| keep[land as usize], |byte| byte)
    }

    fn keep_runs(&mut self, runs: Vec<(LandId, Run)>, lands: &[LandId], sums: &[u32]) {
        let mut end = 0;
        for (land, run) in runs {
            let start = end;
            for at in run.start as usize..(run.start + run.len) as usize {
                self.moves[end] = match self.moves[at].0 {
                    EMPTY => Move(EMPTY),
                    sum if sum & SUM != 0 => Move(SUM | sums[(sum & !SUM) as usize]),
                    land => Move(lands[land as usize]),
                };
                end += 1;
            }
            debug_assert!(lands[land as usize] != GONE);
            self.runs.insert(lands[land as usize], Run { start: start as u32, len: run.len });
        }
        self.moves.truncate(end);
        self.moves.shrink_to_fit();
    }
}
