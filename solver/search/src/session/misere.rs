//! Sessions of misère play: df-pn on sums of lands and trees with proofs by lost nodes, and brute force without either.

use crate::common::facts_file::FactsError;
use crate::common::limits::{Limits, Stopped};
use crate::common::listener::{Listener, Progress};
use crate::misere::extract::ExtractError;
use crate::misere::extract::extract_together;
use crate::misere::proof::prove_together;
use crate::misere::{BruteForce, Closure, Dfpn, Node, PieceTable, TranspositionTable, facts};
use crate::session::api::{Answer, Counts, Event, Events, Query, Session, SessionError, Shrinking};
use crate::session::autosave::{Autosave, FactsFile};
use certificate::Certificate;
use sprouts::{Engine, Outcome, PlainPosition, Position};

/// Bytes of the transposition table, if nothing else is said.
const DEFAULT_BYTES: usize = 1 << 30;

pub struct MisereSession {
    piece_table: PieceTable,
    table: TranspositionTable,
    autosave: Autosave,
    has_loaded: bool,
    /// Expansions for the last question.
    expansions: u64,
}

impl MisereSession {
    /// A session with the closure of the game of some number of spots (0: no closure), and with the facts of a file if it
    /// exists. The limits apply to the trees of the closure.
    pub fn open(
        closure_spots: usize,
        memory: Option<usize>,
        file: Option<FactsFile>,
        limits: Limits,
        events: Events,
    ) -> Result<Self, SessionError> {
        events(Event::Closure);
        let piece_table = PieceTable::new(closure(closure_spots, &limits)?);
        let mut table = TranspositionTable::new(memory.unwrap_or(DEFAULT_BYTES));
        let mut has_loaded = false;
        let stamp = Autosave::stamp(file.as_ref());
        if let Some(path) = Autosave::source(file.as_ref()) {
            facts::load(path, piece_table.closure().start(), &mut table)?;
            has_loaded = true;
        }
        let autosave = Autosave::new(file, table.lost_count() as u64, stamp);
        Ok(MisereSession { piece_table, table, autosave, has_loaded, expansions: 0 })
    }

    fn search(&mut self, node: &Node, limits: Limits, events: Events) -> Result<Outcome, Stopped> {
        let closure = self.piece_table.closure().start().clone();
        let reporter = Reporter { events, autosave: &mut self.autosave, closure };
        let mut search = Dfpn::new(&mut self.piece_table, &mut self.table, limits, reporter);
        let outcome = search.outcome(node);
        self.expansions += search.expansions();
        outcome
    }
}

fn closure(spots: usize, limits: &Limits) -> Result<Closure, Stopped> {
    match spots {
        0 => Ok(Closure::new()),
        spots => Closure::of(&Engine::new().canonical(&PlainPosition::start(spots))?, limits),
    }
}

/// Passes progress on, and saves facts at checkpoints.
struct Reporter<'a, 'e> {
    events: &'a mut (dyn FnMut(Event) + 'e),
    autosave: &'a mut Autosave,
    closure: Position,
}

impl Listener<TranspositionTable> for Reporter<'_, '_> {
    fn progress(&mut self, progress: Progress) {
        (self.events)(Event::Search(progress));
    }

    fn checkpoint(&mut self, table: &TranspositionTable) {
        let closure = &self.closure;
        self.autosave.save_if_due(table.lost_count() as u64, |path, is_foreign| {
            facts::save_to(path, closure, table, is_foreign)
        });
    }
}

impl Session for MisereSession {
    fn solve(
        &mut self,
        start: &Position,
        query: Query,
        limits: Limits,
        events: Events,
    ) -> Result<Answer, SessionError> {
        if query == Query::Nimber {
            return Err(SessionError::OutcomesOnly);
        }
        self.expansions = 0;
        let node = self.piece_table.node(start);
        Ok(Answer::Outcome(self.search(&node, limits, events)?))
    }

    fn owes_proof(&self) -> bool {
        self.has_loaded
    }

    /// Nodes that the table has forgotten, or that a file did not tell, are searched again.
    fn prove(
        &mut self,
        results: &[(Position, Answer)],
        limits: Limits,
        _: &Shrinking,
        events: Events,
    ) -> Result<Certificate, SessionError> {
        let mut outcomes = Vec::new();
        for (start, answer) in results {
            let Answer::Outcome(outcome) = *answer else { return Err(SessionError::OutcomesOnly) };
            outcomes.push((start.clone(), outcome));
        }
        let roots: Vec<Node> = results.iter().map(|(start, _)| self.piece_table.node(start)).collect();
        loop {
            events(Event::Extraction);
            match extract_together(&mut self.piece_table, &self.table, &roots) {
                Ok(extraction) if extraction.outcomes.iter().eq(outcomes.iter().map(|(_, outcome)| outcome)) => {
                    let proof =
                        prove_together(&mut self.piece_table, extraction.lost, outcomes).map_err(Stopped::TooLarge)?;
                    return Ok(proof.certificate());
                }
                Err(ExtractError::TooLarge(error)) => return Err(Stopped::TooLarge(error).into()),
                Err(ExtractError::Open(open)) if self.search(&open, limits, events)? == Outcome::Win => {}
                _ => return Err(SessionError::FalseFacts),
            }
        }
    }

    fn save(&mut self) -> Result<(), FactsError> {
        let (closure, table) = (self.piece_table.closure().start(), &self.table);
        self.autosave
            .save(table.lost_count() as u64, |path, is_foreign| facts::save_to(path, closure, table, is_foreign))
    }

    fn counts(&self) -> Counts {
        Counts {
            expansions: self.expansions,
            raw_moves: self.piece_table.land_table().raw_moves(),
            lands: self.piece_table.land_count(),
            nodes: self.table.len(),
            facts: self.table.lost_count() as u64,
        }
    }
}

/// The session of brute force: outcomes only.
#[derive(Default)]
pub struct MisereBruteForce(BruteForce);

impl Session for MisereBruteForce {
    fn solve(&mut self, start: &Position, query: Query, limits: Limits, _: Events) -> Result<Answer, SessionError> {
        match query {
            Query::Nimber => Err(SessionError::OutcomesOnly),
            Query::Outcome => Ok(Answer::Outcome(self.0.outcome(start, limits)?)),
        }
    }

    fn owes_proof(&self) -> bool {
        false
    }

    fn prove(
        &mut self,
        _: &[(Position, Answer)],
        _: Limits,
        _: &Shrinking,
        _: Events,
    ) -> Result<Certificate, SessionError> {
        Err(SessionError::NoCertificates)
    }

    fn save(&mut self) -> Result<(), FactsError> {
        Ok(())
    }

    fn counts(&self) -> Counts {
        Counts { nodes: self.0.known_count(), ..Counts::default() }
    }
}
