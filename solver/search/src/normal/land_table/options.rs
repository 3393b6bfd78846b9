//! Options of the lands in a land table, generated on first use, and nimbers by their definition.

use crate::normal::couple::LandId;
use crate::normal::expander::OptionBuffer;
use crate::normal::land_table::table::{EMPTY, LandTable, Move, Run, SUM};
use crate::normal::pairs::cancel;
use crate::normal::parallel::prefetch::Prefetcher;
use sprouts::{Nimber, TooLarge};

impl LandTable {
    /// The options of a land, each once, found on first use.
    pub fn options(&mut self, land: LandId) -> Result<&[Move], TooLarge> {
        self.options_from(land, None)
    }

    /// [`LandTable::options`], taken from the prefetcher if it has them.
    pub(in crate::normal) fn options_from(
        &mut self,
        land: LandId,
        prefetcher: Option<&Prefetcher>,
    ) -> Result<&[Move], TooLarge> {
        let run = match self.runs.get(&land) {
            Some(run) => *run,
            None => {
                self.expand(land, prefetcher)?;
                self.runs[&land]
            }
        };
        Ok(&self.moves[run.start as usize..(run.start + run.len) as usize])
    }

    /// The options of a land; they must have been found.
    pub(in crate::normal) fn known_options(&self, land: LandId) -> &[Move] {
        let run = self.runs[&land];
        &self.moves[run.start as usize..(run.start + run.len) as usize]
    }

    /// How many options a land has; they must have been found.
    pub fn option_count(&self, land: LandId) -> usize {
        self.runs[&land].len as usize
    }

    /// The nth option of a land; they must have been found.
    pub fn option(&self, land: LandId, nth: usize) -> Move {
        self.moves[self.runs[&land].start as usize + nth]
    }

    pub fn is_expanded(&self, land: LandId) -> bool {
        self.runs.contains_key(&land)
    }

    /// The lands after a move; none for the empty position.
    pub fn lands_after<'a>(&'a self, after: &'a Move) -> &'a [LandId] {
        if after.0 & SUM != 0 {
            self.sums.get(after.0 & !SUM)
        } else if after.0 == EMPTY {
            &[]
        } else {
            std::slice::from_ref(&after.0)
        }
    }

    fn expand(&mut self, land: LandId, prefetcher: Option<&Prefetcher>) -> Result<(), TooLarge> {
        let shared = self.shared.clone();
        if shared.as_ref().is_some_and(|shared| shared.take(self, land)) {
            return Ok(());
        }
        let mut expander = self.expander.take().unwrap_or_default();
        let mut buffer = std::mem::take(&mut self.buffer);
        let result = match prefetcher {
            Some(prefetcher) => prefetcher
                .options(land, self.lands.get(land), &mut expander, &mut buffer, |land| self.key_if_unexpanded(land)),
            None => expander.expand(self.lands.get(land), &mut buffer).map(|()| None),
        };
        let result = result.map(|ready| match (prefetcher, ready) {
            (Some(prefetcher), Some(ready)) => {
                ready.warm();
                self.enter_options(land, &ready);
                prefetcher.reuse(ready);
            }
            _ => {
                if let Some(shared) = &shared {
                    shared.give(self, land, &buffer);
                }
                self.enter_options(land, &buffer);
            }
        });
        self.expander = Some(expander);
        self.buffer = buffer;
        result
    }

    /// Enters the options found for a land.
    pub(in crate::normal) fn enter_options(&mut self, land: LandId, options: &OptionBuffer) {
        let start = self.moves.len();
        self.lands.warm(options.hashes());
        let mut sum = Vec::new();
        for option in options.iter() {
            sum.clear();
            for land in option {
                sum.push(self.intern_land(land));
            }
            self.settle(&mut sum);
            let code = match sum.as_slice() {
                [] => EMPTY,
                [only] => *only,
                _ => SUM | self.sums.intern(&sum),
            };
            self.moves.push(Move(code));
        }
        self.raw_moves += options.raw_moves() as u64;
        self.enter_run(land, start);
    }

    /// Makes the moves from `start` on the options of a land, each once.
    pub(super) fn enter_run(&mut self, land: LandId, start: usize) {
        self.expanded += 1;
        self.moves[start..].sort_unstable();
        let mut end = start;
        for at in start..self.moves.len() {
            if at == start || self.moves[at] != self.moves[end - 1] {
                self.moves[end] = self.moves[at];
                end += 1;
            }
        }
        self.moves.truncate(end);
        self.runs.insert(land, Run { start: start as u32, len: (end - start) as u32 });
    }

    /// Sorts the lands of a sum; equal ones cancel unless they are to be kept.
    pub(super) fn settle(&self, sum: &mut Vec<LandId>) {
        if self.keeps_pairs {
            sum.sort_unstable();
        } else {
            cancel(sum);
        }
    }

    /// The nimber of a land by its definition: the least that no option has. For small lands only: it visits all.
    pub fn mex(&mut self, land: LandId) -> Result<Nimber, TooLarge> {
        self.mex_from(land, None)
    }

    /// [`LandTable::mex`] with the help of the prefetcher, if there is one: helper threads begin at the last option.
    pub(in crate::normal) fn mex_from(
        &mut self,
        land: LandId,
        prefetcher: Option<&Prefetcher>,
    ) -> Result<Nimber, TooLarge> {
        if let Some(nimber) = self.nimber(land) {
            return Ok(nimber);
        }
        let options = self.options_from(land, prefetcher)?.to_vec();
        if let Some(prefetcher) = prefetcher {
            let lands = options.iter().flat_map(|option| self.lands_after(option));
            let open = lands.filter(|land| self.nimber(**land).is_none() && !self.is_expanded(**land));
            prefetcher.ask(open.map(|&land| (land, 0)), |land| self.key_if_unexpanded(land));
        }
        let mut reached = 0u32;
        for option in &options {
            let mut xor = 0;
            for land in self.lands_after(option).to_vec() {
                xor ^= self.mex_from(land, prefetcher)?;
            }
            reached |= 1 << xor;
        }
        let nimber = reached.trailing_ones() as Nimber;
        self.set_nimber(land, nimber);
        Ok(nimber)
    }
}
