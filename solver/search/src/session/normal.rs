//! The session of normal play: df-pn or depth-first search on one land table, proofs by claims about nimbers.

use crate::common::facts_file::FactsError;
use crate::common::limits::Limits;
use crate::common::listener::{Listener, Progress};
use crate::normal::facts;
use crate::normal::proof::{Effort, NoProof, prove_together};
use crate::normal::{DepthFirst, LandTable, NimberSearch};
use crate::session::api::{Answer, Counts, Event, Events, Query, Session, SessionError, Shrinking};
use crate::session::autosave::{Autosave, FactsFile};
use certificate::{Certificate, NormalResult};
use sprouts::{Land, Nimber, Outcome, Position};
use std::time::Instant;

pub struct NormalSession {
    land_table: LandTable,
    autosave: Autosave,
    has_loaded: bool,
    /// Threads of the df-pn search; none for the depth-first search.
    threads: Option<usize>,
    /// Walkers that search in place of one thread with helpers, if there are at least two.
    walkers: usize,
    /// Bytes for the tables of the df-pn search, if they are limited.
    memory: Option<usize>,
}

impl NormalSession {
    /// A session of df-pn search, with the facts of a file if it exists.
    pub fn open(threads: usize, memory: Option<usize>, file: Option<FactsFile>) -> Result<Self, FactsError> {
        let mut land_table = LandTable::new();
        let mut loaded = 0;
        let stamp = Autosave::stamp(file.as_ref());
        if let Some(path) = Autosave::source(file.as_ref()) {
            loaded = facts::load(path, &mut land_table)?;
        }
        let autosave = Autosave::new(file, land_table.proven_count(), stamp);
        Ok(NormalSession { land_table, autosave, has_loaded: loaded > 0, threads: Some(threads), walkers: 1, memory })
    }

    /// Searches with so many threads that share their tables. The answers do not depend on their number, certificates do.
    pub fn with_walkers(self, walkers: usize) -> Self {
        NormalSession { walkers, ..self }
    }

    /// A session of depth-first search, which finds outcomes only.
    pub fn depth_first() -> Self {
        let (land_table, autosave) = (LandTable::new(), Autosave::new(None, 0, None));
        NormalSession { land_table, autosave, has_loaded: false, threads: None, walkers: 1, memory: None }
    }
}

/// Passes progress on, and saves facts at checkpoints.
struct Reporter<'a, 'e> {
    events: &'a mut (dyn FnMut(Event) + 'e),
    autosave: &'a mut Autosave,
}

impl Listener<LandTable> for Reporter<'_, '_> {
    fn progress(&mut self, progress: Progress) {
        (self.events)(Event::Search(progress));
    }

    fn checkpoint(&mut self, land_table: &LandTable) {
        self.autosave
            .save_if_due(land_table.proven_count(), |path, is_foreign| facts::save_to(path, land_table, is_foreign));
    }
}

impl Session for NormalSession {
    fn solve(
        &mut self,
        start: &Position,
        query: Query,
        limits: Limits,
        events: Events,
    ) -> Result<Answer, SessionError> {
        let lands = self.land_table.position(start);
        let Some(threads) = self.threads else {
            return match query {
                Query::Nimber => Err(SessionError::OutcomesOnly),
                Query::Outcome => Ok(outcome(DepthFirst::new(&mut self.land_table, limits).is_lost(&lands)?)),
            };
        };
        let limits = Limits { memory: self.memory, ..limits };
        let reporter = Reporter { events, autosave: &mut self.autosave };
        let mut search =
            NimberSearch::new(&mut self.land_table, limits, reporter).with_threads(threads).with_walkers(self.walkers);
        Ok(match query {
            Query::Nimber => Answer::Nimber(search.nimber(&lands)?),
            Query::Outcome => outcome(search.has_nimber(&lands, 0)?),
        })
    }

    fn owes_proof(&self) -> bool {
        self.has_loaded
    }

    fn prove(
        &mut self,
        results: &[(Position, Answer)],
        limits: Limits,
        shrinking: &Shrinking,
        events: Events,
    ) -> Result<Certificate, SessionError> {
        if self.threads.is_none() {
            return Err(SessionError::NoCertificates);
        }
        // The proof is laid out in a land table of its own: make room for it.
        if self.memory.is_some_and(|limit| self.land_table.bytes() > limit / 2) {
            self.land_table.keep_facts();
        }
        // Lands whose facts lack a winning reply are searched again, in a land table that must not be renumbered meanwhile.
        let limits = Limits { memory: None, ..limits };
        let mut facts: Vec<(Land, Nimber)> =
            self.land_table.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
        let is_shrinking = !shrinking.time.is_zero();
        let deadline = is_shrinking.then(|| Instant::now() + shrinking.time);
        let effort = Effort {
            limits: Limits { deadline, interrupt: limits.interrupt, ..Limits::default() },
            rounds: if is_shrinking { shrinking.rounds } else { Some(0) },
            seed: shrinking.seed,
        };
        let report = |claims: usize| events(Event::Claims(claims));
        let results = results.iter().map(|(start, answer)| (start.clone(), NormalResult::from(*answer))).collect();
        let proof = prove_together(&mut facts, &shrinking.earlier, results, limits, effort, report);
        let proof = proof.map_err(|error| match error {
            NoProof::Stopped(stopped) => SessionError::Stopped(stopped),
            error => SessionError::NoProof(error),
        })?;
        for (land, nimber) in &facts {
            let land = self.land_table.land(land.key());
            if self.land_table.nimber(land).is_none() {
                self.land_table.set_nimber(land, *nimber);
            }
        }
        Ok(proof.certificate(false))
    }

    fn save(&mut self) -> Result<(), FactsError> {
        let land_table = &self.land_table;
        self.autosave.save(land_table.proven_count(), |path, is_foreign| facts::save_to(path, land_table, is_foreign))
    }

    fn counts(&self) -> Counts {
        Counts {
            expansions: self.land_table.expansions(),
            raw_moves: self.land_table.raw_moves(),
            lands: self.land_table.land_count(),
            nodes: 0,
            facts: self.land_table.proven_count(),
        }
    }
}

fn outcome(is_lost: bool) -> Answer {
    Answer::Outcome(if is_lost { Outcome::Loss } else { Outcome::Win })
}
