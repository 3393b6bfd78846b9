//! The machine: it plays from a certificate that the checker has verified, and searches a little where that says nothing.
//!
//! A player who follows a certificate of normal play always has a claimed move: in a settled position with nimber k ≠ 0 rule 2 of
//! FORMAT.md section 7 gives an option settled with 0, and where a position rests on a refutation rule 3 gives the reply. In misère
//! play the answers of section 12 do the same. So nothing needs to be searched while the machine wins.

use board::drawn::{Drawn, Move};
use board::play::{Claims, ClaimsError, LostNodes};
use common::random::Random;
use search::misere::{self, Closure, Outcome, PieceTable, TranspositionTable};
use search::normal::{LandTable, Limits, NimberSearch};
use sprouts::{Engine, Position, TooLarge};
use std::collections::HashSet;

/// Moves of a drawn position beyond which they are not gone through one by one.
const MOST_MOVES: u64 = 1 << 18;
/// Expansions that the search for an answer may make in all, and for one move.
const EFFORT: u64 = 3_000;
const EFFORT_FOR_A_MOVE: u64 = 300;
/// Lives beyond which nothing is searched.
const FORESEEN: usize = 16;
/// Moves that are compared when nothing is known to win.
const COMPARED: usize = 60;
/// Lives up to which a player of medium strength sees the end.
const FORESEEN_BY_MEDIUM: usize = 7;
const MISERE_BYTES: usize = 16 << 20;

/// The ground on which a move was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// It wins, by the certificate.
    Certificate,
    /// It wins, by a search to the end.
    Search,
    /// It is not known to win.
    Guess,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Easy,
    Medium,
    Perfect,
}

#[derive(Debug, Clone)]
pub struct Choice {
    pub played: Move,
    pub after: Position,
    pub ground: Ground,
}

/// A land of a position, with its nimber if that is claimed.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Part {
    pub land: String,
    pub nimber: Option<u8>,
}

enum Judge {
    Normal { claims: Claims, land_table: Box<LandTable> },
    Misere { nodes: Box<LostNodes>, table: Box<TranspositionTable> },
}

pub struct Player {
    engine: Engine,
    judge: Judge,
    random: Random,
}

impl Player {
    /// A player without a certificate.
    pub fn new(is_misere: bool, seed: u64) -> Self {
        let judge = match is_misere {
            false => Judge::Normal { claims: Claims::default(), land_table: Box::default() },
            true => {
                let piece_table = PieceTable::new(Closure::new());
                misere(LostNodes { starts: vec![], piece_table, lost: Default::default() })
            }
        };
        Player { engine: Engine::new(), judge, random: Random::new(seed) }
    }

    /// Takes over what a certificate says. The checker must have verified it.
    pub fn believe(&mut self, file: &[u8]) -> Result<(), ClaimsError> {
        self.judge = match self.is_misere() {
            false => Judge::Normal { claims: Claims::read(file)?, land_table: Box::default() },
            true => misere(LostNodes::believed(file, Limits::default())?),
        };
        Ok(())
    }

    pub fn is_misere(&self) -> bool {
        matches!(self.judge, Judge::Misere { .. })
    }

    /// How many claims or lost nodes there are to play from.
    pub fn known(&self) -> usize {
        match &self.judge {
            Judge::Normal { claims, .. } => claims.len(),
            Judge::Misere { nodes, .. } => nodes.lost.len(),
        }
    }

    pub fn canonical(&mut self, drawn: &Drawn) -> Result<Position, TooLarge> {
        self.engine.canonical(&drawn.plain())
    }

    /// Whether the certificate says that a position is lost, or won, for the player to move; `None` if it does not settle it.
    pub fn claimed(&mut self, position: &Position) -> Option<bool> {
        match &mut self.judge {
            Judge::Normal { claims, .. } => claims.settled(position).map(|nimber| nimber == 0),
            Judge::Misere { nodes, .. } => nodes.is_lost(position),
        }
    }

    /// The lands of a position with their claimed nimbers; in misère play without.
    pub fn parts(&self, position: &Position) -> Vec<Part> {
        let nimber = |land| match &self.judge {
            Judge::Normal { claims, .. } => claims.nimber(land),
            Judge::Misere { .. } => None,
        };
        position.lands().iter().map(|land| Part { land: land.to_string(), nimber: nimber(land) }).collect()
    }

    /// Whether a position is lost, by a search with so many expansions at most.
    fn searched(&mut self, position: &Position, effort: u64) -> Option<bool> {
        match &mut self.judge {
            Judge::Normal { land_table, .. } => {
                let lands = land_table.position(position);
                let expansions = Some(land_table.expansions() + effort);
                NimberSearch::new(land_table, Limits { expansions, ..Limits::default() }, ()).has_nimber(&lands, 0).ok()
            }
            Judge::Misere { nodes, table } => {
                let node = nodes.piece_table.node(position);
                let expansions = Some(nodes.piece_table.land_table().expansions() + effort);
                let limits = Limits { expansions, ..Limits::default() };
                let outcome = misere::Dfpn::new(&mut nodes.piece_table, table, limits, ()).outcome(&node);
                outcome.ok().map(|outcome| outcome == Outcome::Loss)
            }
        }
    }

    fn effort_so_far(&self) -> u64 {
        match &self.judge {
            Judge::Normal { land_table, .. } => land_table.expansions(),
            Judge::Misere { nodes, .. } => nodes.piece_table.land_table().expansions(),
        }
    }

    /// The moves of a drawn position, the simplest first: those that leave the most boundaries together.
    fn moves(&self, drawn: &Drawn) -> Result<Vec<Move>, TooLarge> {
        if drawn.count_moves_up_to_fresh_spots() > MOST_MOVES {
            return Err(TooLarge::Moves);
        }
        let mut moves = drawn.moves_up_to_fresh_spots();
        moves.sort_by_key(|played| {
            let others = drawn.live_others(&played.curve).len();
            if played.curve.cuts() { played.right.len().min(others - played.right.len()) } else { 0 }
        });
        Ok(moves)
    }

    /// The moves that lead to different positions, with these.
    pub fn choices(&mut self, drawn: &Drawn) -> Result<Vec<(Move, Position)>, TooLarge> {
        let mut seen: HashSet<Position> = HashSet::new();
        let mut choices = Vec::new();
        for played in self.moves(drawn)? {
            let after = self.canonical(&drawn.play(&played))?;
            if seen.insert(after.clone()) {
                choices.push((played, after));
            }
        }
        Ok(choices)
    }

    /// A move of a player of some strength; `None` at the end of the game.
    pub fn answer(&mut self, drawn: &Drawn, level: Level) -> Result<Option<Choice>, TooLarge> {
        let lives = lives(drawn);
        match level {
            Level::Perfect => self.best(drawn),
            Level::Medium if lives <= FORESEEN_BY_MEDIUM => self.best(drawn),
            Level::Easy | Level::Medium => self.any(drawn),
        }
    }

    fn any(&mut self, drawn: &Drawn) -> Result<Option<Choice>, TooLarge> {
        let moves = self.moves(drawn)?;
        if moves.is_empty() {
            return Ok(None);
        }
        let played = moves[self.random.below(moves.len())].clone();
        let after = self.canonical(&drawn.play(&played))?;
        Ok(Some(Choice { played, after, ground: Ground::Guess }))
    }

    /// A winning move if one is known or found, else one that leaves the opponent much to find out.
    pub fn best(&mut self, drawn: &Drawn) -> Result<Option<Choice>, TooLarge> {
        let mut seen: HashSet<Position> = HashSet::new();
        let mut choices = Vec::new();
        for played in self.moves(drawn)? {
            let after = self.canonical(&drawn.play(&played))?;
            if self.claimed(&after) == Some(true) {
                return Ok(Some(Choice { played, after, ground: Ground::Certificate }));
            }
            if seen.insert(after.clone()) {
                choices.push((played, after));
            }
        }
        if lives(drawn) <= FORESEEN
            && let Some(nth) = self.found(&choices)
        {
            let (played, after) = choices.swap_remove(nth);
            return Ok(Some(Choice { played, after, ground: Ground::Search }));
        }
        self.hardest(choices)
    }

    /// The first of some positions that a search within the effort allowed finds lost.
    fn found(&mut self, choices: &[(Move, Position)]) -> Option<usize> {
        let begin = self.effort_so_far();
        for (nth, (_, after)) in choices.iter().enumerate() {
            if self.effort_so_far() > begin + EFFORT {
                return None;
            }
            if self.claimed(after).is_none() && self.searched(after, EFFORT_FOR_A_MOVE) == Some(true) {
                return Some(nth);
            }
        }
        None
    }

    /// The move after which there are the most options, among some.
    fn hardest(&mut self, mut choices: Vec<(Move, Position)>) -> Result<Option<Choice>, TooLarge> {
        // Positions that the certificate does not settle are where an opponent is on their own.
        let mut open: Vec<bool> = Vec::new();
        for (_, after) in &choices {
            open.push(self.claimed(after).is_none());
        }
        let mut order: Vec<usize> = (0..choices.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, self.random.below(at + 1));
        }
        order.sort_by_key(|&nth| !open[nth]);
        let mut hardest: Option<(usize, usize)> = None;
        for &nth in order.iter().take(COMPARED) {
            let (options, _) = self.engine.options(&choices[nth].1)?;
            if hardest.is_none_or(|(most, _)| options.len() > most) {
                hardest = Some((options.len(), nth));
            }
        }
        Ok(hardest.map(|(_, nth)| {
            let (played, after) = choices.swap_remove(nth);
            Choice { played, after, ground: Ground::Guess }
        }))
    }
}

fn misere(nodes: LostNodes) -> Judge {
    Judge::Misere { nodes: Box::new(nodes), table: Box::new(TranspositionTable::new(MISERE_BYTES)) }
}

pub fn lives(drawn: &Drawn) -> usize {
    (0..drawn.spot_count()).map(|spot| drawn.lives(spot)).sum()
}
