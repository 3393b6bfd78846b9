//! An oracle: the winner of a position, and a winning move of the drawn game.

use crate::drawn::{Drawn, Move};
use crate::play::claims::Claims;
use crate::play::lost_nodes::LostNodes;
use common::random::Random;
use rustc_hash::FxHashSet;
use search::misere::{self, Closure, Outcome, PieceTable, TranspositionTable};
use search::normal::{LandTable, Limits, Nimber, NimberSearch, Stopped};
use sprouts::{Engine, Position, TooLarge};

/// Memory for the misère search.
const MISERE_BYTES: usize = 256 << 20;

/// Moves of a drawn position beyond which they are not gone through one by one.
const MOST_MOVES: u64 = 1 << 18;

/// The ground of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The claims of a certificate.
    Claims,
    Search,
}

/// Who wins, seen from the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub is_lost: bool,
    pub source: Source,
}

/// A move of the drawn game and where it leads.
#[derive(Debug, Clone)]
pub struct Choice {
    pub played: Move,
    pub after: Position,
    /// What the win rests on; `None` if the move does not win, or was made without asking.
    pub source: Option<Source>,
    /// Whether the move was made without asking who wins after it.
    pub is_guess: bool,
}

/// Why a position is lost for the player to move.
#[derive(Debug, Clone)]
pub struct Explanation {
    pub position: Position,
    /// In normal play: the nimber of each land.
    pub nimbers: Vec<(String, Nimber, Source)>,
    /// How many different positions the player to move can reach.
    pub option_count: usize,
}

enum Judge {
    Normal { claims: Claims, land_table: Box<LandTable> },
    Misere { nodes: Box<LostNodes>, table: Box<TranspositionTable> },
}

pub struct Oracle {
    engine: Engine,
    judge: Judge,
}

impl Oracle {
    /// Normal play, with claims that have been supported (none: everything is searched).
    pub fn normal(claims: Claims) -> Self {
        Oracle { engine: Engine::new(), judge: Judge::Normal { claims, land_table: Box::default() } }
    }

    /// Misère play; everything is searched.
    pub fn misere() -> Self {
        let piece_table = PieceTable::new(Closure::new());
        Oracle::misere_from(LostNodes { starts: Vec::new(), piece_table, lost: FxHashSet::default() })
    }

    /// Misère play, with lost nodes that support each other.
    pub fn misere_from(nodes: LostNodes) -> Self {
        let judge = Judge::Misere { nodes: Box::new(nodes), table: Box::new(TranspositionTable::new(MISERE_BYTES)) };
        Oracle { engine: Engine::new(), judge }
    }

    pub fn is_misere(&self) -> bool {
        matches!(self.judge, Judge::Misere { .. })
    }

    pub fn canonical(&mut self, drawn: &Drawn) -> Result<Position, TooLarge> {
        self.engine.canonical(&drawn.plain())
    }

    /// Who wins a position.
    pub fn verdict(&mut self, position: &Position, limits: Limits) -> Result<Verdict, Stopped> {
        if let Some(is_lost) = self.claimed(position) {
            return Ok(Verdict { is_lost, source: Source::Claims });
        }
        let is_lost = match &mut self.judge {
            Judge::Normal { land_table, .. } => {
                let lands = land_table.position(position);
                NimberSearch::new(land_table, limits, ()).has_nimber(&lands, 0)?
            }
            Judge::Misere { nodes, table } => {
                let node = nodes.piece_table.node(position);
                misere::Dfpn::new(&mut nodes.piece_table, table, limits, ()).outcome(&node)? == Outcome::Loss
            }
        };
        Ok(Verdict { is_lost, source: Source::Search })
    }

    /// Whether the claims say that a position is lost; `None` if they do not settle it.
    fn claimed(&mut self, position: &Position) -> Option<bool> {
        match &mut self.judge {
            Judge::Normal { claims, .. } => claims.settled(position).map(|nimber| nimber == 0),
            Judge::Misere { nodes, .. } if nodes.lost.is_empty() => None,
            Judge::Misere { nodes, .. } => nodes.is_lost(position),
        }
    }

    /// The moves of a drawn position that lead to different canonical positions, with those positions, sorted by them.
    pub fn choices(&mut self, drawn: &Drawn) -> Result<Vec<(Move, Position)>, TooLarge> {
        if drawn.count_moves_up_to_fresh_spots() > MOST_MOVES {
            return Err(TooLarge::Moves);
        }
        let mut seen: FxHashSet<Position> = FxHashSet::default();
        let mut choices = Vec::new();
        for played in drawn.moves_up_to_fresh_spots() {
            let after = self.canonical(&drawn.play(&played))?;
            if seen.insert(after.clone()) {
                choices.push((played, after));
            }
        }
        choices.sort_by(|a, b| a.1.cmp(&b.1));
        Ok(choices)
    }

    /// How many different positions can be reached from one.
    pub fn option_count(&mut self, position: &Position) -> Result<usize, TooLarge> {
        self.engine.options(position).map(|(options, _)| options.len())
    }

    /// A winning move if there is one, else the move that leaves the opponent the most to find out; `None` at the end of
    /// the game. Claims are asked before anything is searched.
    pub fn best_move(&mut self, drawn: &Drawn, limits: Limits) -> Result<Option<Choice>, Stopped> {
        let choices = self.choices(drawn)?;
        for (played, after) in &choices {
            if self.claimed(after) == Some(true) {
                let (played, after) = (played.clone(), after.clone());
                return Ok(Some(Choice { played, after, source: Some(Source::Claims), is_guess: false }));
            }
        }
        for (played, after) in &choices {
            if self.verdict(after, limits)?.is_lost {
                let (played, after) = (played.clone(), after.clone());
                return Ok(Some(Choice { played, after, source: Some(Source::Search), is_guess: false }));
            }
        }
        let mut hardest: Option<(usize, &(Move, Position))> = None;
        for choice in &choices {
            let (options, _) = self.engine.options(&choice.1)?;
            if hardest.is_none_or(|(most, _)| options.len() > most) {
                hardest = Some((options.len(), choice));
            }
        }
        Ok(hardest.map(|(_, (played, after))| Choice {
            played: played.clone(),
            after: after.clone(),
            source: None,
            is_guess: false,
        }))
    }

    /// Any move, whoever wins after it; `None` at the end of the game.
    pub fn random_move(&mut self, drawn: &Drawn, random: &mut Random) -> Result<Option<Choice>, Stopped> {
        let choices = self.choices(drawn)?;
        let places: Vec<usize> = (0..choices.len()).collect();
        Ok(random.pick(&places).map(|nth| {
            let (played, after) = choices[nth].clone();
            Choice { played, after, source: None, is_guess: true }
        }))
    }

    /// Why a position is lost for the player to move. It must be.
    pub fn explain(&mut self, position: &Position, limits: Limits) -> Result<Explanation, Stopped> {
        let mut nimbers = Vec::new();
        if let Judge::Normal { claims, land_table } = &mut self.judge {
            for land in position.lands() {
                let (nimber, source) = match claims.nimber(land) {
                    Some(nimber) => (nimber, Source::Claims),
                    None => {
                        let id = land_table.land(land.key());
                        (NimberSearch::new(land_table, limits, ()).nimber(&[id])?, Source::Search)
                    }
                };
                nimbers.push((land.to_string(), nimber, source));
            }
        }
        let option_count = self.option_count(position)?;
        Ok(Explanation { position: position.clone(), nimbers, option_count })
    }
}
