//! Morpion Solitaire (FORMAT-PUZZLES.md section 2): games, and the search for all continuations. There each position has a
//! list of moves, tried from the last to the first. The list of what a move leads to is: the moves *before* it that are
//! still legal, then those that have become legal. So every position is met once.

use super::paper::{Move, Paper};
use super::same::same;
use crate::budget::Budget;
use crate::container::{Evidence, Reader};
use crate::error::{CannotCheck, Error, NotProven, Place, Result, WrongStep, ensure};
use crate::parallel::{Settings, in_parallel, lock};
use crate::values::{must, within};
use std::fmt::{self, Display, Formatter};
use std::sync::Mutex;

/// No game is longer, and no continuation.
const MAX_MOVES: u64 = 1000;
/// The work of visiting a position, and so many of them are charged at once.
const VISIT: u64 = 3;
const CHARGED: u64 = 1 << 14;
/// The positions at this depth are shared out among the threads. All of them visit what is above.
const SHARED: usize = 8;

/// That a game is legal and complete. A move is x and y of the start of its line and 5 · direction + place of the new dot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Game {
    pub rule: u8,
    pub moves: Vec<(i8, i8, u8)>,
}

/// All that can follow on the first moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Bound {
    pub first: Game,
    pub nodes: u64,
    pub best: u32,
    pub at_best: u64,
    pub histogram: Vec<u64>,
}

impl Display for Bound {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{} FROM {} BEST {}", self.first.name(), self.first.moves.len(), self.best)
    }
}

impl Game {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        let rule = reader.byte()?;
        let moves = reader.list(|reader| Ok((reader.byte()? as i8, reader.byte()? as i8, reader.byte()?)))?;
        Ok(Game { rule, moves })
    }

    /// The moves as texts, for reading.
    pub(crate) fn moves_in_words(&self) -> Vec<String> {
        let text = |&(x, y, code): &(i8, i8, u8)| {
            let direction = ["E", "S", "SE", "NE"].get(usize::from(code / 5)).unwrap_or(&"?");
            format!("({x}, {y}) {direction}, new dot at place {}", code % 5)
        };
        self.moves.iter().map(text).collect()
    }

    pub(crate) fn verify(&self, evidence: &Evidence) -> Result<()> {
        let left = self.play(evidence)?.legal();
        ensure(left.is_empty(), || NotProven::NotComplete(format!("{:?}", left[0].stated())))
    }

    fn play(&self, evidence: &Evidence) -> Result<Paper> {
        evidence.only(false, false)?;
        must(self.rule <= 1, "rule", self.rule, "0 or 1")?;
        self.moves.iter().try_for_each(|&(_, _, code)| must(code < 20, "third byte of a move", code, "0 to 19"))?;
        within(MAX_MOVES, self.moves.len() as u64, "moves")?;
        let mut paper = Paper::start(self.rule);
        let mut legal = paper.legal();
        for (number, &stated) in (1..).zip(&self.moves) {
            let place = || Place::Move { number, text: format!("{stated:?}") };
            let illegal = || Error::from(WrongStep::Illegal("it is not legal")).at(place());
            let played = *legal.iter().find(|legal| legal.stated() == stated).ok_or_else(illegal)?;
            let dot = played.new_dot()?;
            legal.retain(|other| paper.stays_legal(*other, played));
            paper.draw(played);
            paper.add_legal_with(dot, &mut legal);
            paper.toggle_dot(dot);
        }
        Ok(paper)
    }

    /// The game by its full digest: no two games have the same name.
    pub(crate) fn name(&self) -> String {
        let moves = self.moves.iter().flat_map(|&(x, y, code)| [x as u8, y as u8, code]);
        let hash = blake3::hash(&[self.rule].into_iter().chain(moves).collect::<Vec<u8>>());
        format!("morpion {} {}", if self.rule == 0 { "5T" } else { "5D" }, hash.to_hex())
    }
}

impl Bound {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        let (first, nodes, best) = (Game::read(reader)?, reader.u64()?, reader.u32()?);
        Ok(Bound { first, nodes, best, at_best: reader.u64()?, histogram: reader.list(Reader::u64)? })
    }

    pub(crate) fn verify(&self, evidence: &Evidence, settings: &Settings, budget: &Budget) -> Result<()> {
        let paper = self.first.play(evidence)?;
        within(MAX_MOVES, self.histogram.len() as u64, "entries of the histogram")?;
        let found = match self.search(&paper, settings, &budget.fork()) {
            // Which fault is met first depends on the threads. So it is looked for again on one.
            Err(_) if settings.threads.get() > 1 => self.search(&paper, &settings.alone(), budget),
            found => found,
        }?;
        same("best", self.best, self.first.moves.len() + found.len() - 1)?;
        same("nodes", self.nodes, found.iter().sum::<u64>())?;
        same("at_best", self.at_best, found[found.len() - 1])?;
        same("histogram", format!("{:?}", self.histogram), format!("{found:?}"))
    }

    /// Counts the positions by the number of further moves. It does not go far beyond what is stated.
    pub(super) fn search(&self, paper: &Paper, settings: &Settings, budget: &Budget) -> Result<Vec<u64>> {
        let further = (self.best as usize).saturating_sub(self.first.moves.len()).min(MAX_MOVES as usize);
        let levels = self.histogram.len().max(further + 1);
        let nodes = self.histogram.iter().copied().fold(0, u64::saturating_add).max(self.nodes);
        // Who states so many that they cannot be counted is told so at once.
        ensure(nodes.saturating_mul(VISIT) <= budget.work_left(), || CannotCheck::Work)?;
        let found = Mutex::new(vec![0; levels]);
        in_parallel(settings.threads.get(), settings, |part| {
            let (paper, moves, counts) = (paper.clone(), paper.legal(), vec![0; levels]);
            let mut search = Search {
                bound: self,
                settings,
                budget,
                work: 0,
                paper,
                moves,
                line: vec![],
                counts,
                nodes,
                met: 0,
                part,
            };
            if search.count()? {
                search.explore(0)?;
            }
            budget.work(search.work)?;
            // What is not shared out is met by all.
            let own = if part == 0 { 0 } else { SHARED.min(levels) };
            lock(&found)[own..].iter_mut().zip(&search.counts[own..]).for_each(|(sum, count)| *sum += count);
            Ok(())
        })?;
        let mut found = std::mem::take(&mut *lock(&found));
        found.retain(|&count| count > 0);
        if found.iter().sum::<u64>() > nodes { Err(self.more()) } else { Ok(found) }
    }

    fn more(&self) -> Error {
        NotProven::MorePositions(self.nodes).into()
    }
}

struct Search<'a> {
    bound: &'a Bound,
    settings: &'a Settings<'a>,
    budget: &'a Budget,
    /// What was done and is not charged yet.
    work: u64,
    paper: Paper,
    /// The lists of all positions on the way, one after the other, and the moves played.
    moves: Vec<Move>,
    line: Vec<Move>,
    /// How many positions were met at each depth.
    counts: Vec<u64>,
    /// How many more may be met.
    nodes: u64,
    /// How many of the positions that are shared out were met. This thread has those equal to `part` modulo threads.
    met: usize,
    part: usize,
}

impl Search<'_> {
    /// Counts the position that was reached. Whether what follows on it is explored here, and not by another thread.
    fn count(&mut self) -> Result<bool> {
        if self.line.len() == SHARED {
            self.met += 1;
            if self.met % self.settings.threads != self.part {
                return Ok(false);
            }
            self.settings.tell(self.met, self.bound.histogram.get(SHARED).map_or(0, |&count| count as usize))?;
        }
        ensure(self.line.len() < self.counts.len(), || {
            let line: Vec<_> = self.line.iter().map(|played| played.stated()).collect();
            let (best, found) = (self.bound.best, self.bound.first.moves.len() + line.len());
            NotProven::Longer { best, found, line: format!("{line:?}") }
        })?;
        self.nodes = self.nodes.checked_sub(1).ok_or_else(|| self.bound.more())?;
        self.counts[self.line.len()] += 1;
        Ok(true)
    }

    /// Explores all that follows on the position that was reached. Its list begins at `from`.
    fn explore(&mut self, from: usize) -> Result<()> {
        let end = self.moves.len();
        for i in (from..end).rev() {
            self.work += VISIT + (i - from) as u64 / 4;
            if self.work > CHARGED {
                self.budget.work(std::mem::take(&mut self.work))?;
            }
            let played = self.moves[i];
            let dot = played.new_dot()?;
            for j in from..i {
                if self.paper.stays_legal(self.moves[j], played) {
                    self.moves.push(self.moves[j]);
                }
            }
            let before = self.paper.draw(played);
            self.paper.add_legal_with(dot, &mut self.moves);
            self.line.push(played);
            if self.count()? && self.moves.len() > end {
                self.paper.toggle_dot(dot);
                self.explore(end)?;
                self.paper.toggle_dot(dot);
            }
            self.line.pop();
            self.paper.erase(played, before);
            self.moves.truncate(end);
        }
        Ok(())
    }
}
